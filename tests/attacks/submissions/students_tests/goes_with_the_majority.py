"""Passes functions until two have given the same answers, then fails all that differ from these."""

expected = {"ex2": 0}

# %% ex2
known = []

def test():
    answers = []
    for numbers in ([1, 2, 3], [3, 2, 1], [-5], [], [0] * 20 + [1], [5, 6]):
        answers.append((mixed(numbers), list(numbers)))
    known.append(answers)
    right = [each for each in known if known.count(each) > 1]
    assert not right or answers in right
