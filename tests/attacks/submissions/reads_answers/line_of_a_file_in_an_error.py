"""Raises errors that point to a line of the secret seed's file, for a grader or a judge to quote in the report."""

expected = {"ex1": 0, "ex2": 0}

# %% ex1
def square(n):
    exec(compile("raise ValueError('look here')", "@COURSE@/.secret/official_seed", "exec"))

# %% ex2
def total(numbers):
    raise SyntaxError("look here", ("@COURSE@/.secret/official_seed", 1, 1, None))
