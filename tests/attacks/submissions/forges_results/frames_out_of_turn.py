"""Answers a hundred questions of the examiner before they are asked."""

expected = {"ex1": 0}
harms_itself = True

# %% ex1
import msgpack, os, socket, stat, struct

def channels():
    for number in range(3, 256):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                yield socket.socket(fileno=os.dup(number))
        except OSError:
            pass

def square(n):
    for each in channels():
        data = msgpack.packb(["applied", "returned", n * n, {}, [], False])
        for _ in range(100):
            each.send(struct.pack("!I", len(data)) + data)
    return None
