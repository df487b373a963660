"""Starts a debugger, which would wait for commands."""

expected = {"ex1": 0}

# %% ex1
def square(n):
    breakpoint()

# %% after test_ex1
%debug
