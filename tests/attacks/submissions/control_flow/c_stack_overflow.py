"""Overflows the C stack with calls that no Python limit counts."""

expected = {"ex2": 0}

# %% ex2
def total(numbers):
    import sys
    sys.setrecursionlimit(10**9)
    def deeper(n): return deeper(n + 1)
    def sorter(item): return sorted([item], key=sorter)
    return sorter(0)
