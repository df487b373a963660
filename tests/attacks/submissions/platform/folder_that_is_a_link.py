"""Submits a link to the folder of the instructor's notebook."""

expected = {"*": 0}
told = "is a link"

# %% hand in
folder.rmdir()
folder.symlink_to("@COURSE@/source/targets")
