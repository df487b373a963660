# Leaves the tests for later.


def test():
    pass
