"""Magics: timing, and a shell command."""
# %% solution fast
def fast(n):
    return n * (n + 1) // 2
# %% wrong fast
def fast(n):
    return n
# %% given timed
%timeit -n 10 -r 1 fast(1000)
# %% test test_fast 1
assert fast(4) == 10
# %% given shell open
%%bash
echo shuffled
# %% test test_again 1
%time assert fast(0) == 0
assert fast(10) == 55
