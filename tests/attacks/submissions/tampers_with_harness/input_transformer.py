"""Registers an input transformer that empties every cell that contains a test."""

expected = {"ex1": 0, "ex2": 0}

# %% ex1
def without_tests(lines):
    return ["pass\n"] if any("assert" in line for line in lines) else lines

get_ipython().input_transformers_post.append(without_tests)
get_ipython().input_transformers_cleanup.append(without_tests)

def square(n): return None

# %% ex2
def total(numbers): return None
