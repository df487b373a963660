"""Passes its own descriptors to the grader, in frames and beside them."""

expected = {"ex2": 0}
harms_itself = True

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
    null = os.open("/dev/null", os.O_RDWR)
    for _ in range(20):
        socket.send_fds(grader(), [b"s"], [null] * 100)
