"""Has many cells, each of which takes almost as long as a cell may."""

expected = {"ex3": 0, "ex4": 0, "ex5": 0, "ex6": 0, "ex7": 0, "ex8": 0}
outcomes = {"ex8": "not_run"}

# %% edit
slow = [nbformat.v4.new_code_cell("import time\ntime.sleep(1.6)") for _ in range(60)]  # on a busy machine not all of that is charged
notebook.cells[5:5] = slow
