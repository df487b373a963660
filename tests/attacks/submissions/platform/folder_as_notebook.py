"""Hands in a folder of the notebook's name."""

expected = {"ex1": 0, "ex2": 0, "ex3": 0, "ex4": 0, "ex5": 0, "ex6": 0, "ex7": 0, "ex8": 0}

# %% hand in
path.mkdir()
(path / "targets.ipynb").write_text("{}")
