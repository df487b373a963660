"""Random numbers with a seed."""
# %% given imports
import random
# %% solution deal
def deal(n):
    return random.sample(range(52), n)
# %% wrong deal
def deal(n):
    return [random.randrange(52) for _ in range(n)]
# %% test test_deal 1
random.seed(7)
first = deal(52)
assert sorted(first) == list(range(52))
# %% test test_seed 1
random.seed(3)
one = deal(5)
random.seed(3)
assert deal(5) == one
