"""Numbers and letters that students bind to names."""
# %% text question
How many hands are there?
# %% solution hands
hands = 2_598_960
# %% another hands
import math
hands = math.comb(52, 5)
# %% wrong hands
hands = 52 ** 5
# %% test test_hands 1
assert hands == 2598960
# %% solution choice
choice = "b"
# %% wrong choice
choice = "c"
# %% test test_choice 1
assert choice in "abcd"
# %% test test_right_choice 1
### BEGIN HIDDEN TESTS
assert choice == "b"
### END HIDDEN TESTS
