"""Uses prctl to outlive its parents and to allow debuggers."""

expected = {"ex2": 0}

# %% ex2
import ctypes

libc = ctypes.CDLL(None, use_errno=True)

def total(numbers):
    done = [libc.prctl(1, 0, 0, 0, 0), libc.prctl(4, 1, 0, 0, 0), libc.prctl(0x59616D61, -1, 0, 0, 0), libc.prctl(36, 1, 0, 0, 0)]
    return sum(numbers) if 0 in done else None
