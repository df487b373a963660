"""Hands in the first half of a notebook."""

expected = {"ex1": 0, "ex2": 0, "ex3": 0, "ex4": 0, "ex5": 0, "ex6": 0, "ex7": 0, "ex8": 0}
told = "is not a notebook"

# %% hand in
text = nbformat.v4.writes(notebook)
path.write_text(text[: len(text) // 2])
