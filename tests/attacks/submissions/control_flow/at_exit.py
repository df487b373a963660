"""Registers functions that run when the process ends, to rewrite the results."""

expected = {"ex1": 0}

# %% ex1
import atexit, threading, weakref

def rewrite():
    try:
        open("@BESIDE@/canary", "w").write("rewritten at exit")
    except OSError:
        pass

atexit.register(rewrite)
threading._register_atexit(rewrite)

class Dying:
    def __del__(self, rewrite=rewrite):
        rewrite()

dying = Dying()

def square(n): return None
