"""Writes a large file into its folder, and into every other folder that it can."""

expected = {"ex1": 0}

# %% ex1
import os

def square(n):
    block = bytes(1 << 20)
    for folder in (".", "/tmp", "/var/tmp", "/dev/shm", "@BESIDE@", "@SCRATCH@", "@COURSE@"):
        try:
            with open(os.path.join(folder, "@TOKEN@-large"), "wb") as file:
                for _ in range(300):
                    file.write(block)
        except OSError:
            pass
    return None
