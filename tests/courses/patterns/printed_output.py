"""What a function prints is captured."""
# %% solution show
def show(hand):
    for card in hand:
        print(card, end=" ")
    print()
# %% wrong show
def show(hand):
    print(hand)
# %% test test_show 1
import io
from contextlib import redirect_stdout
printed = io.StringIO()
with redirect_stdout(printed):
    show(["As", "Kd"])
assert printed.getvalue().split() == ["As", "Kd"]
# %% test test_returns 1
assert show([]) is None
