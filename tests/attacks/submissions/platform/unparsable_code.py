"""Submits code that trips a parser: thousands of brackets, NULs, a tower of operators."""

expected = {"ex1": 0, "ex2": 0, "ex6": 0}

# %% ex1
square = 0

# %% ex2
total = 0

# %% edit
cell("ex1").source = "(" * 5000 + "1" + ")" * 5000
cell("ex2").source = "x = " + "-" * 50_000 + "1"
cell("ex6").source = "1" + "+1" * 200_000
notebook.cells.append(nbformat.v4.new_code_cell("print('\0')"))
notebook.cells.append(nbformat.v4.new_code_cell("{" * 150 + "a b" + "}" * 150))
