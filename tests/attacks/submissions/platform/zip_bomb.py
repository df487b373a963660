"""Submits a compressed file under the notebook's name that unpacks to a gigabyte."""

expected = {"*": 0}
told = "is not a notebook"

# %% hand in
import gzip
path.write_bytes(gzip.compress(bytes(100_000_000)))
