"""Passes objects whose pickles would run code beside the judged functions."""

expected = {"ex2": 0}

# %% ex2
import os, pickle

class Bomb:
    def __reduce__(self):
        return os.system, ("touch /tmp/unpickled-by-a-suite",)

def test():
    mixed([Bomb()])
    mixed(pickle.dumps(Bomb()))
