# Remembers the result for the same ranks, whatever the suits are.

_seen = {}


def best_replacements(hand: list) -> set:
    key = ''.join(sorted(card if card[0] == '?' else card[0] for card in hand))
    if key not in _seen:
        (joker,) = [card for card in hand if card[0] == '?']
        others = [card for card in hand if card != joker]
        ranks = {card: hand_rank(best_hand([*others, card])) for card in replace(joker) if card not in hand}
        _seen[key] = {card for card in ranks if ranks[card] == max(ranks.values())}
    return _seen[key]
