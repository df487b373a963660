"""Submits cells whose nbgrader metadata, grade_ids and points are lists, numbers and null."""

told = "had the wrong type"

# %% edit
cell("ex1").metadata.nbgrader = ["ex1"]
own = nbformat.v4.new_code_cell("1 + 1")
own.metadata.nbgrader = {"grade_id": ["test_ex1"], "grade": True, "points": "NaN"}
notebook.cells.append(own)
