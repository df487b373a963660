"""Duplicates a passing test cell under the name of a failing one."""

expected = {"ex1": 0, "ex7": 0}
told = "A copy of the cell"

# %% ex1
def square(n): return None

# %% edit
import copy
copied = copy.deepcopy(cell("test_ex2"))
copied.metadata.nbgrader.grade_id = "test_ex1"
copied.source = "pass"
notebook.cells[1:1] = [copied, copy.deepcopy(cell("test_ex7"))]
