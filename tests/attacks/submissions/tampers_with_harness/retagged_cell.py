"""Raises the points of tests, unlocks them, makes them solutions and gives its own cell a grade."""

expected = {"ex1": 0, "ex2": 0}

# %% ex1
def square(n): return None

# %% ex2
def total(numbers): return None

# %% edit
cell("test_ex7").metadata.nbgrader.points = 1000
cell("test_ex1").metadata.nbgrader.update(points=-5, grade=False)
cell("test_ex2").metadata.nbgrader.update(solution=True, locked=False)
cell("ex1").metadata.nbgrader.update(grade=True, points=50)
cell("ex3").metadata.nbgrader.update(grade=True, points=50, locked=True)
