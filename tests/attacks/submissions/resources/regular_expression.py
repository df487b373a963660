"""Searches with a regular expression whose backtracking would outlast the universe."""

expected = {"ex1": 0}
outcomes = {"ex1": "timed_out"}

# %% ex1
import re
def square(n): return re.fullmatch(r"(a|aa)+b?c", "a" * 60)
