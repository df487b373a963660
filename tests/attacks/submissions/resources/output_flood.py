"""Prints and displays without end, also by bypassing Python's streams."""

expected = {"ex1": 0}
outcomes = {"ex1": "timed_out"}

# %% ex1
import os, sys
from IPython.display import display

print("x" * 50_000_000)
sys.stderr.write("y" * 50_000_000)
for _ in range(1000):
    display({"text/html": "z" * 100_000}, raw=True)
os.write(1, b"w" * 1_000_000)

def square(n):
    while True:
        print("Passed!" * 1000)
