"""Turns the failing test into a markdown cell, and the imports into a raw cell."""

expected = {"ex1": 0}
told = "had been made a markdown cell"

# %% ex1
def square(n): return None

# %% edit
for name, kind in (("test_ex1", "markdown"), ("imports", "raw")):
    each = cell(name)
    each.cell_type = kind
    del each["outputs"], each["execution_count"]
