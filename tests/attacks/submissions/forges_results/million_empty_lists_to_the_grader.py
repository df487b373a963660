"""Sends the grader 16 megabytes that unpack to a gigabyte of empty lists."""

expected = {"ex2": 0}
harms_itself = True

# %% ex2
import os, socket, stat, struct

def channels():
    for number in range(3, 256):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                yield socket.socket(fileno=os.dup(number))
        except OSError:
            pass

count = 16 << 20
data = b"\x93\xdd" + struct.pack(">I", count) + b"\x90" * count + b"\xc3\x01"
next(channels()).sendall(struct.pack("!I", len(data)) + data)

def total(numbers): return None
