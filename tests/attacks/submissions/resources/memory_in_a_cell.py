"""Fills the memory in its own cell and keeps it."""

expected = {"ex1": 0}
harms_itself = True

# %% ex1
hoard = [bytearray(b"x") * (100 << 20) for _ in range(30)]

def square(n): return None
