"""Passes lists and numbers of its own classes, whose methods would run beside the judged functions."""

expected = {"ex2": 0}

# %% ex2
seen = []

class Number(int):
    def __mul__(self, other):
        import sys
        frame = sys._getframe(1)
        seen.append(frame.f_code.co_names)
        return 0
    __rmul__ = __radd__ = __add__ = __abs__ = __mul__

class Any:
    def __mul__(self, other):
        seen.append(other)
        return 0
    __rmul__ = __radd__ = __add__ = __abs__ = __mul__

def test():
    for one in (Number(3), Any()):
        try:
            mixed([one, one])
        except Exception:
            pass
    assert not seen
