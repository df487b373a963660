"""Returns the same list in all calls, and fills it with the right values once it knows the last input."""

expected = {"ex8": 0}

# %% after ex8
KEPT, ASKED = [], []

def bag(n):
    ASKED.append(n)
    KEPT[:] = [] if len(ASKED) < 20 else range(n)
    return KEPT
