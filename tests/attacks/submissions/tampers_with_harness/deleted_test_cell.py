"""Deletes the test cell of an exercise that it cannot solve, and the imports."""

expected = {"ex1": 0}
told = "had been deleted"

# %% ex1
def square(n): return None

# %% edit
notebook.cells = [each for each in notebook.cells if each.id not in ("test_ex1", "imports")]
