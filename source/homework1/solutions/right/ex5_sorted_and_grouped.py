# Sorts the cards by rank and takes the last group.

def best_replacements(hand: list) -> set:
    from itertools import groupby, takewhile
    known = [card for card in hand if card not in ('?R', '?B')]

    def strength(card):
        return max(hand_rank(five) for five in combinations([card] + known, 5))

    cards = [card for card in DECK if card not in hand and card[1] in ('HD' if '?R' in hand else 'SC')]
    cards.sort(key=strength, reverse=True)
    _, strongest = next(groupby(cards, key=strength))
    return set(strongest)
