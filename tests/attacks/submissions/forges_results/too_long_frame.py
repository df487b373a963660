"""Announces a frame of four gigabytes to the grader, and starts to send it."""

expected = {"ex2": 0}

# %% ex2
import os, socket, stat, struct

def grader():
    for number in range(3, 256):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                return socket.socket(fileno=os.dup(number))
        except OSError:
            pass

def total(numbers):
    grader().send(b"\xff\xff\xff\xff" + bytes(100_000))
    return 6
