"""Returns objects that run code when unpickled, and sends pickles to the grader and the judge."""

expected = {"ex1": 0, "ex2": 0, "ex3": 0}
harms_itself = True

# %% ex1
import dill, os, pickle

class Bomb:
    def __reduce__(self):
        return os.system, ("touch @BESIDE@/unpickled",)

def square(n): return pickle.dumps(Bomb())

# %% ex2
def total(numbers): return Bomb()

# %% ex3
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

def mixed(n): send(dill.dumps(Bomb()))
