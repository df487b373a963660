"""Maps anonymous memory, shared between its children, and touches every page."""

expected = {"ex1": 0}

# %% ex1
import mmap

def square(n):
    kept = []
    for _ in range(30):
        area = mmap.mmap(-1, 100 << 20)
        for place in range(0, len(area), 4096):
            area[place] = 1
        kept.append(area)
    return None
