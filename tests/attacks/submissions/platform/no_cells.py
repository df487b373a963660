"""Submits a notebook without a list of cells."""

expected = {"*": 0}

# %% hand in
path.write_text('{"nbformat": 4, "nbformat_minor": 5, "metadata": {}}')
