"""Swaps the grade_ids of a passing and a failing test."""

expected = {"ex1": 0, "ex2": 0}

# %% ex1
def square(n): return None

# %% edit
one, other = cell("test_ex1"), cell("test_ex2")
one.metadata.nbgrader.grade_id, other.metadata.nbgrader.grade_id = "test_ex2", "test_ex1"
one.id, other.id = other.id, one.id
