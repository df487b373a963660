"""Is called by a name whose bytes are no UTF-8."""

student = "caf\udce9"
expected = {"*": 0}
told = "rename the folder"

# %% ex1
def square(n): return n * n
