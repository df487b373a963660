# Thinks that the test is to fail.


def test():
    assert False, "best_hand makes a mistake"
