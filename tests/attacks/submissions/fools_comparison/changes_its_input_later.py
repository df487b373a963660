"""Keeps the argument of a call and changes it during the next one."""

expected = {"ex2": 0}

# %% ex2
kept = []

def total(numbers):
    for earlier in kept:
        earlier[:] = [0]
    kept.append(numbers)
    return 0
