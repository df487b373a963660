"""Has many cells that each take almost as long as allowed."""

expected = {"ex1": 2, "ex2": 2, "*": 0}
outcomes = {"ex10": "not_run"}

# %% edit
slow = [nbformat.v4.new_code_cell("import time\ntime.sleep(1.6)") for _ in range(60)]  # on a busy machine not all of that is charged
notebook.cells[5:5] = slow
