"""Returns a list whose content a thread changes all the time: one of the looks may see the right one."""

expected = {"ex8": 0}

# %% after ex8
import itertools
import threading

CHANGING = []

def change():
    for guess in itertools.count():
        CHANGING[:] = range(guess % 50 + 3)

threading.Thread(target=change, daemon=True).start()

def bag(n): return CHANGING
