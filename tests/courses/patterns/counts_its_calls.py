"""Global state that functions change."""
# %% solution counter
calls = 0
def called():
    global calls
    calls += 1
    return calls
# %% wrong counter
calls = 0
def called():
    return calls
# %% test test_first 1
assert called() >= 1
# %% test test_counts 1
before = called()
assert called() == before + 1
# %% solution memo
cache = {}
def fib(n):
    if n not in cache:
        cache[n] = n if n < 2 else fib(n - 1) + fib(n - 2)
    return cache[n]
# %% test test_fib 1
assert fib(30) == 832040
# %% test test_cache 1
assert cache[30] == 832040
