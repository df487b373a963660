"""A list that a given cell binds and a solution cell appends to."""
# %% given hand
hand = ["As", "Kd"]
# %% solution deal
hand.append("Qc")
hand.sort()
# %% wrong deal
hand.append("Qc")
# %% test test_deal 1
assert hand == ["As", "Kd", "Qc"]
# %% test test_sorted 1
assert hand == sorted(hand)
# %% solution size
def size():
    return len(hand)
# %% test test_size 1
assert size() == 3
