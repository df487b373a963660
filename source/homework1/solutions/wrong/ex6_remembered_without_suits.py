# Remembers the result for the same ranks, whatever the suits are.


_seen = {}

def best_wild_hand(hand: list) -> tuple:
    key = ''.join(sorted(card if card[0] == '?' else card[0] for card in hand))
    if key not in _seen:
        _seen[key] = max((best_hand(list(seven)) for seven in possible_hands(hand)), key=hand_rank)
    return _seen[key]
