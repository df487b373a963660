"""Fails as many functions as there are wrong ones, and passes the later ones."""

expected = {"ex2": 0}

# %% ex2
calls = []

def test():
    calls.append(1)
    assert len(calls) > 6
