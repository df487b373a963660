"""Submits a link to the instructor's notebook."""

expected = {"*": 0}
told = "is a link"

# %% hand in
path.symlink_to("@COURSE@/source/targets/targets.ipynb")
