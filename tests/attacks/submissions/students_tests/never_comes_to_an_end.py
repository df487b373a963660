"""Waits forever at a function that it thinks is wrong, and calls others endlessly."""

expected = {"ex2": 0}
outcomes = {"ex2": "timed_out"}

# %% ex2
def test():
    while True:
        try:
            mixed([1])
        except Exception:
            pass
