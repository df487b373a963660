# Lets a joker stand for a card that is in the hand.

def possible_hands(hand: list) -> list:
    replacements = {'?R': [card for card in DECK if card[1] in 'HD'], '?B': [card for card in DECK if card[1] in 'SC']}
    return list(product(*(replacements.get(card, [card]) for card in hand)))
