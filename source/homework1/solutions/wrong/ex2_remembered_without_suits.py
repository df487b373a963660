# Remembers which five of seven ranks are the best, whatever the suits are.

_places = {}


def best_hand(hand: list) -> tuple:
    key = tuple(card[0] for card in hand)
    if key not in _places:
        _places[key] = max(combinations(range(7), 5), key=lambda chosen: hand_rank([hand[place] for place in chosen]))
    return tuple(hand[place] for place in _places[key])
