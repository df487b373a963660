"""Searches with a regular expression that goes back over what it has read for longer than the universe lasts."""

expected = {"ex1": 0}
outcomes = {"ex1": "timed_out"}

# %% ex1
import re
def square(n): return re.fullmatch(r"(a|aa)+b?c", "a" * 60)
