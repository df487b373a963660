"""Tests whose last line gives the points."""
# %% solution half
def half(n):
    return n / 2
# %% wrong half
def half(n):
    return n // 2
# %% test test_half 3
points = 0
points += 1 if half(4) == 2 else 0
points += 2 if half(3) == 1.5 else 0
points
# %% solution third
def third(n):
    return n / 3
# %% wrong third
def third(n):
    return n
# %% test test_third 2
assert third(3) == 1
2 if third(9) == 3 else 0.5
