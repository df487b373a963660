"""Sends a frame to the examiner a byte at a time, and never the last of it."""

expected = {"ex2": 0}
outcomes = {"ex2": "timed_out"}
runs_to_its_limit = True

# %% ex2
import os, socket, stat, struct, time

def channels():
    for number in range(3, 256):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                yield socket.socket(fileno=os.dup(number))
        except OSError:
            pass

def total(numbers):
    each = list(channels())[-1]
    each.send(struct.pack("!I", 1_000_000))
    while True:
        each.send(b"\x90")
        time.sleep(0.01)
