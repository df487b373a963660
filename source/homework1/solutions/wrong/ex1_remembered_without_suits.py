# Remembers the result for the same ranks, whatever the suits are.

_seen = {}


def five_card_hands(hand: list) -> list:
    key = ''.join(sorted(card if card[0] == '?' else card[0] for card in hand))
    if key not in _seen:
        _seen[key] = list(combinations(hand, 5))
    return _seen[key]
