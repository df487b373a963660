"""Submits a notebook whose metadata contains autograded outputs, scores and comments."""

expected = {"ex1": 0}

# %% ex1
def square(n): return None

# %% edit
notebook.metadata["nbgrader"] = {"score": 14, "grade": 14, "autograded": True}
cell("test_ex1").metadata.update(score=2, tags=["passed"])
cell("ex1").metadata.update(nbgrader={**cell("ex1").metadata.nbgrader, "score": 2, "auto": 2})
