"""Hands in JSON that is nested a hundred thousand deep."""

expected = {"ex1": 0, "ex2": 0, "ex3": 0, "ex4": 0, "ex5": 0, "ex6": 0, "ex7": 0, "ex8": 0}
told = "is not a notebook"

# %% hand in
path.write_text("[" * 100_000 + "]" * 100_000)
