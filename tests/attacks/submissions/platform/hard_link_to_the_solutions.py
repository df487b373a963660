"""Submits a hard link to the instructor's notebook."""

expected = {"*": 0}
told = "link"

# %% hand in
path.hardlink_to("@COURSE@/source/targets/targets.ipynb")
