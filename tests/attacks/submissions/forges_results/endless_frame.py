"""Sends a frame to the grader one byte at a time, while the grader waits for a cell to end."""

expected = {"ex2": 0}
outcomes = {"ex2": "timed_out"}
runs_to_its_limit = True

# %% ex2
import time
import os, socket, stat, struct

def grader():
    for number in range(3, 256):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                return socket.socket(fileno=os.dup(number))
        except OSError:
            pass

channel = grader()
channel.send(struct.pack("!I", 1_000_000))
while True:
    channel.send(b"[")
    time.sleep(0.01)
