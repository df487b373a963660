"""Only waits."""

expected = {"ex1": 0}
outcomes = {"ex1": "timed_out"}

# %% ex1
import time
def square(n): time.sleep(600)
