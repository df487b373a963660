"""Sends the grader cell reports whose megabytes unpack to a gigabyte of empty lists."""

expected = {"ex11": 0}

# %% before ex11
import os, socket, stat, struct

def grader():
    for number in range(3, 256):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                return socket.socket(fileno=os.dup(number))
        except OSError:
            pass

def send(data):
    grader().sendall(struct.pack("!I", len(data)) + data)

# %% ex11
def factors(n): return None

send(b'["ran", [' + b"[]," * 1_300_000 + b"[]], true, 1]")

# %% after test_ex11
send(b'["ran", [' + b"[]," * 5_000_000 + b"[]], true, 1]")
