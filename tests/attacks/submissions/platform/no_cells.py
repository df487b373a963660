"""Hands in a notebook without the list of its cells."""

expected = {"ex1": 0, "ex2": 0, "ex3": 0, "ex4": 0, "ex5": 0, "ex6": 0, "ex7": 0, "ex8": 0}

# %% hand in
path.write_text('{"nbformat": 4, "nbformat_minor": 5, "metadata": {}}')
