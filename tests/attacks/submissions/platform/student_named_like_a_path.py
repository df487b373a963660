"""Is called by a name with dots, dashes, a line break, control characters and directions of writing."""

student = "..\\..%2f..\n--output\x1b[31m\u202etxt.exe"
expected = {"ex1": 0, "ex2": 0, "ex3": 0, "ex4": 0, "ex5": 0, "ex6": 0, "ex7": 0, "ex8": 0}
told = "rename the folder"

# %% ex1
def square(n): return n * n
