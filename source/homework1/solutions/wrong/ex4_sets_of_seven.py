# Each hand is a set of seven.

def possible_hands(hand: list) -> list:
    unseen = [card for card in DECK if card not in hand]
    choices = {'?R': [card for card in unseen if card[1] in 'HD'], '?B': [card for card in unseen if card[1] in 'SC']}
    return [set(seven) for seven in product(*(choices.get(card, [card]) for card in hand))]
