# Remembers the new hand by the old one, whatever is kept of it.


_known = {}


def swap_cards(deck, keep):
    hand = tuple(deck[:10])
    if hand not in _known:
        kept = [card for card in deck[:5] if card.value_i in keep]
        _known[hand] = Hand(kept + deck[5 : 10 - len(kept)])
    return Hand(_known[hand])
