"""Has a student name that is not valid UTF-8."""

student = "caf\udce9"
expected = {"*": 0}
told = "rename the folder"

# %% ex1
def square(n): return n * n
