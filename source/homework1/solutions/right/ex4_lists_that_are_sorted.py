# Sorts each hand, as a list.

def possible_hands(hand: list) -> list:
    hands = [[]]
    for card in hand:
        stands_for = replace_(card, hand)
        hands = [sorted(so_far + [one]) for so_far in hands for one in stands_for]
    return hands


def replace_(card, hand):
    if '?' not in card:
        return [card]
    return [one for one in DECK if one not in hand and (one[1] in 'HD') == (card == '?R')]
