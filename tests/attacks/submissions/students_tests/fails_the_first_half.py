"""Fails as many functions as it takes to be wrong ones, and passes those that come later."""

expected = {"ex2": 0}

# %% ex2
calls = []

def test():
    calls.append(1)
    assert len(calls) > 6
