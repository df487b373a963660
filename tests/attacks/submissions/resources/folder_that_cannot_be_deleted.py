"""Removes its own permissions on its folders, so that cleaning up would fail."""

expected = {"ex1": 0}

# %% ex1
import os

def square(n):
    os.makedirs("closed/inner", exist_ok=True)
    open("closed/inner/file", "w").close()
    os.chmod("closed/inner", 0)
    os.chmod("closed", 0)
    os.symlink("/", "root")
    os.symlink("@BESIDE@", "beside")
    os.chmod(".", 0)
    return None
