"""Hands in a compressed file under the notebook's name, which unpacks to a gigabyte."""

expected = {"ex1": 0, "ex2": 0, "ex3": 0, "ex4": 0, "ex5": 0, "ex6": 0, "ex7": 0, "ex8": 0}
told = "is not a notebook"

# %% hand in
import gzip
path.write_bytes(gzip.compress(bytes(100_000_000)))
