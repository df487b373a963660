"""Generators, and a decorator that keeps what it wraps."""
# %% solution evens
def evens(n):
    for number in range(0, n, 2):
        yield number
# %% another evens
def evens(n):
    return iter(range(0, n, 2))
# %% wrong evens
def evens(n):
    yield from range(n)
# %% test test_evens 1
assert list(evens(6)) == [0, 2, 4]
# %% test test_next 1
found = evens(4)
assert next(found) == 0 and next(found) == 2
# %% solution twice
import functools
def twice(function):
    @functools.wraps(function)
    def wrapper(*args):
        return 2 * function(*args)
    return wrapper
# %% wrong twice
def twice(function):
    return function
# %% test test_twice 1
def three(): return 3
assert twice(three)() == 6
# %% test test_wraps 1
assert twice(three).__name__ == "three"
