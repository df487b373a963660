# Remembers results by the cards without the joker, so that the other joker gets the same ones.

_known = {}


def best_replacements(hand: list) -> set:
    others = tuple(sorted(card for card in hand if card[0] != '?'))
    if others not in _known:
        joker = next(card for card in hand if card[0] == '?')
        ranks = {card: hand_rank(best_hand([*others, card])) for card in replace(joker) if card not in hand}
        _known[others] = {card for card in ranks if ranks[card] == max(ranks.values())}
    return _known[others]
