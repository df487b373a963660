"""Assumes that the first function is right, and fails all that answer differently."""

expected = {"ex2": 0}

# %% ex2
known = []

def test():
    answers = []
    for numbers in ([1, 2, 3], [3, 2, 1], [-5], [], [0] * 20 + [1], [5, 6]):
        answers.append((mixed(numbers), list(numbers)))
    known.append(answers)
    assert answers == known[0]
