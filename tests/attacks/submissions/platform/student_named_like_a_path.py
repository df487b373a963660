"""Has a student name with dots, dashes, a line break, control characters and bidirectional marks."""

student = "..\\..%2f..\n--output\x1b[31m\u202etxt.exe"
expected = {"*": 0}
told = "rename the folder"

# %% ex1
def square(n): return n * n
