"""Submits a thousand cells."""

# %% edit
notebook.cells += [nbformat.v4.new_code_cell(f"x{number} = {number}") for number in range(1000)]
