# Compares hands with the joker to the best hand without it.

def best_replacements(hand: list) -> set:
    colour = {'?R': 'HD', '?B': 'SC'}
    (joker,) = set(hand) & set(colour)
    known = set(hand) - {joker}
    cards = {card for card in DECK if card[1] in colour[joker]} - known
    fours = list(combinations(known, 4))
    with_joker = {card: max(hand_rank([*four, card]) for four in fours) for card in cards}
    without_joker = max(map(hand_rank, combinations(known, 5)))
    best = max(with_joker.values())
    if without_joker >= best:
        return cards
    return {card for card in cards if with_joker[card] == best}
