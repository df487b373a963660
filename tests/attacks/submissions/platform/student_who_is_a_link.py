"""Is a link, the student's folder itself, to the folder of all sources."""

expected = {"ex1": 0, "ex2": 0, "ex3": 0, "ex4": 0, "ex5": 0, "ex6": 0, "ex7": 0, "ex8": 0}

# %% hand in
folder.rmdir()
folder.parent.rmdir()
folder.parent.symlink_to("@COURSE@/source")
