"""Overflows the stack of C with calls that no limit of Python counts."""

expected = {"ex2": 0}

# %% ex2
def total(numbers):
    import sys
    sys.setrecursionlimit(10**9)
    def deeper(n): return deeper(n + 1)
    def sorter(item): return sorted([item], key=sorter)
    return sorter(0)
