"""Hands in a link to the folder of the instructor's notebook."""

expected = {"ex1": 0, "ex2": 0, "ex3": 0, "ex4": 0, "ex5": 0, "ex6": 0, "ex7": 0, "ex8": 0}
told = "is a link"

# %% hand in
folder.rmdir()
folder.symlink_to("@COURSE@/source/targets")
