"""Returns a small value that unfolds into billions of others."""

expected = {"ex2": 0}
outcomes = {"ex2": "timed_out"}

# %% ex2
def total(numbers):
    laughs = "ha"
    for _ in range(12):
        laughs = [laughs] * 10
    return laughs
