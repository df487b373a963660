"""Announces a frame of four gigabytes to the examiner, and begins to send it."""

expected = {"ex2": 0}

# %% ex2
import os, socket, stat

def channels():
    for number in range(3, 256):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                yield socket.socket(fileno=os.dup(number))
        except OSError:
            pass

def total(numbers):
    for each in list(channels())[1:]:
        each.send(b"\xff\xff\xff\xff" + bytes(100_000))
    return 6
