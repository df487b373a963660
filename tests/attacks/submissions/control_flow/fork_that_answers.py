"""Lets a forked child hold the sockets open while the parent process ends."""

expected = {"ex1": 0}

# %% ex1
import os, time

def square(n):
    try:
        if os.fork() == 0:
            time.sleep(30)
            os._exit(0)
    except OSError:
        pass
    os._exit(0)
