# Tests what a coin says.


def test():
    assert random.random() < 0.5
