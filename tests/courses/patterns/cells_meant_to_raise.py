"""Cells that are meant to raise, tagged and not."""
# %% given shows_an_error raises-exception
1 / 0
# %% given shows_another
undefined_name
# %% solution check
def check(rank):
    if not 2 <= rank <= 14:
        raise ValueError(f"no rank: {rank}")
    return rank
# %% wrong check
def check(rank):
    return rank
# %% test test_check 1
assert check(2) == 2
# %% test test_raises 2
try:
    check(1)
except ValueError as error:
    assert "1" in str(error)
else:
    raise AssertionError("no ValueError")
