"""Sends the examiner lists nested a million deep, and extension types nested a thousand deep."""

expected = {"ex2": 0, "ex3": 0}
runs_to_its_limit = True

# %% ex2
import msgpack, os, socket, stat, struct

def channels():
    for number in range(3, 256):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                yield socket.socket(fileno=os.dup(number))
        except OSError:
            pass

def send(data):
    for each in channels():
        each.sendall(struct.pack("!I", len(data)) + data)

def total(numbers):
    send(b"\x91" * 1_000_000 + b"\x90")
    return 6

# %% ex3
def mixed(n):
    data = b"\x90"
    for _ in range(1000):
        data = msgpack.packb(msgpack.ExtType(2, msgpack.packb([msgpack.ExtType(2, data)]) if len(data) < 9 else data))
    send(data)
    return (n * 31 + 7) % 1009
