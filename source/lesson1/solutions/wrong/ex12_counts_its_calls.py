# Fails each second function.

calls = []


def test():
    calls.append(1)
    assert len(calls) % 2
