"""Submits a link to a device that never ends."""

expected = {"*": 0}
told = "is a link"

# %% hand in
path.symlink_to("/dev/zero")
