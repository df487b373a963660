"""Makes the student's folder itself a link to the folder of all sources."""

expected = {"*": 0}

# %% hand in
folder.rmdir()
folder.parent.rmdir()
folder.parent.symlink_to("@COURSE@/source")
