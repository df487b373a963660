"""Puts the given list into itself, and lists that unfold into billions of others into the given object."""

expected = {"ex9": 0, "ex10": 0}

# %% ex9
hand.append(hand)

# %% ex10
frame["b"] = [hand] * len(frame)
deck.owner = "Ann"
for _ in range(40):
    deck.cards = [deck.cards, deck.cards]
