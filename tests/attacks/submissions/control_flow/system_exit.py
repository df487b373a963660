"""Raises SystemExit and calls sys.exit, exit and quit, in cells and in calls of the test."""

expected = {"ex1": 0, "ex2": 0}

# %% before ex1
raise SystemExit(0)

# %% ex1
import sys
def square(n): sys.exit(0)

# %% ex2
def total(numbers): quit()

# %% after ex2
exit()
