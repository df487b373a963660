"""Returns one list with methods in all calls, and refills it, so that it is right whenever it is handed over."""

expected = {"ex8": 0}
outcomes = {"ex8": "failed"}

# %% after ex8
KEPT = Bag()

def bag(n):
    KEPT[:] = range(n)
    return KEPT
