"""Fails every second function, whatever it does."""

expected = {"ex2": 0}

# %% ex2
calls = []

def test():
    calls.append(1)
    assert len(calls) % 2
