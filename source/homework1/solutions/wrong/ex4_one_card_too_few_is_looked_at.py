# Looks at all cards but the last to see what a second joker cannot be.

def possible_hands(hand: list) -> list:
    jokers = [card for card in hand if card in ('?R', '?B')]
    others = [card for card in hand if card not in jokers]
    colours = {'?R': 'HD', '?B': 'SC'}
    hands = [others]
    for number, joker in enumerate(jokers):
        hands = [
            [*known, new]
            for known in hands
            for new in DECK
            if new[1] in colours[joker] and new not in others[: 7 - len(jokers) - number]
        ]
    return hands
