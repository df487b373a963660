"""Returns a list that a thread changes all the time, so that some comparison may see the right content."""

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
