# Remembers the result for the same ranks, whatever the suits are.

_seen = {}


def possible_hands(hand: list) -> list:
    key = ''.join(sorted(card if card[0] == '?' else card[0] for card in hand))
    if key not in _seen:
        _seen[key] = list(product(*([card for card in replace(each) if card == each or card not in hand] for each in hand)))
    return _seen[key]
