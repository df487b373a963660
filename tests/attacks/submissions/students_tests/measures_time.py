"""Fails functions that take longer, or less long, than earlier ones."""

expected = {"ex2": 0}

# %% ex2
import time

times = []

def test():
    began = time.perf_counter_ns()
    for _ in range(20):
        mixed([1, 2, 3])
    times.append(time.perf_counter_ns() - began)
    assert times[-1] <= sorted(times)[len(times) // 2]
