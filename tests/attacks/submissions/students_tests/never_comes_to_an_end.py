"""Waits for ever at a function that it takes for wrong, and calls others without end."""

expected = {"ex2": 0}
outcomes = {"ex2": "timed_out"}

# %% ex2
def test():
    while True:
        try:
            mixed([1])
        except Exception:
            pass
