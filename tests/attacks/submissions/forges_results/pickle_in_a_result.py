"""Returns objects that run code when they are unpickled, and sends the examiner a pickle."""

expected = {"ex1": 0, "ex2": 0}

# %% ex1
import dill, os, pickle

class Bomb:
    def __reduce__(self):
        return os.system, ("touch @BESIDE@/unpickled",)

def square(n): return pickle.dumps(Bomb())

# %% ex2
import msgpack, socket, stat, struct

def channels():
    for number in range(3, 256):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                yield socket.socket(fileno=os.dup(number))
        except OSError:
            pass

def total(numbers):
    each = list(channels())[-1]
    for data in (dill.dumps(Bomb()), msgpack.packb(msgpack.ExtType(99, pickle.dumps(Bomb())))):
        each.sendall(struct.pack("!I", len(data)) + data)
    return Bomb()
