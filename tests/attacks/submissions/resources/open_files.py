"""Opens files and sockets until it gets no more."""

expected = {"ex1": 0}
harms_itself = True

# %% ex1
import os, socket

kept = []

def square(n):
    try:
        for _ in range(50_000):
            kept.append(os.open("/dev/null", os.O_RDONLY))
    except OSError:
        pass
    return None
