"""Passes what no message can hold: ten million numbers, a list that contains itself, nested lists."""

expected = {"ex2": 0}

# %% ex2
def test():
    round = []
    round.append(round)
    deep = []
    for _ in range(100_000):
        deep = [deep]
    for argument in (round, deep, list(range(10_000_000))):
        try:
            mixed(argument)
        except (TypeError, RecursionError, MemoryError):
            pass
