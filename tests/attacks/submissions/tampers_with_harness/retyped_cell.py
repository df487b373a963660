"""Makes a markdown cell of the test that fails, and a raw cell of the imports."""

expected = {"ex1": 0}
told = "had been made a markdown cell"

# %% ex1
def square(n): return None

# %% edit
for name, kind in (("test_ex1", "markdown"), ("imports", "raw")):
    each = cell(name)
    each.cell_type = kind
    del each["outputs"], each["execution_count"]
