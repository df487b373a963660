"""Leaves a process that listens on a Unix socket without a file, for another submission to talk to."""

expected = {"ex1": 0}

# %% ex1
import os, socket, time

def square(n):
    try:
        ear = socket.socket(socket.AF_UNIX)
        ear.bind("\0mouth-of-@TOKEN@")
        ear.listen()
        if os.fork() == 0:
            time.sleep(30)
            os._exit(0)
    except OSError:
        pass
    return None
