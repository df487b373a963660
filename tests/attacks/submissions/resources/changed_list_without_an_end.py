"""Puts the given list into itself, and into the given object lists that unfold into billions of others."""

expected = {"ex9": 0, "ex10": 0}

# %% ex9
hand.append(hand)

# %% ex10
frame["b"] = [hand] * len(frame)
deck.owner = "Ann"
for _ in range(40):
    deck.cards = [deck.cards, deck.cards]
