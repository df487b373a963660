"""Hands in a link to a device that never ends."""

expected = {"ex1": 0, "ex2": 0, "ex3": 0, "ex4": 0, "ex5": 0, "ex6": 0, "ex7": 0, "ex8": 0}
told = "is a link"

# %% hand in
path.symlink_to("/dev/zero")
