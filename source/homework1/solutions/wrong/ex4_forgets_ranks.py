# Leaves out every card whose rank is in the hand.

def possible_hands(hand: list) -> list:
    held = {card[0] for card in hand}
    unseen = [card for card in DECK if card[0] not in held]
    choices = {'?R': [card for card in unseen if card[1] in 'HD'], '?B': [card for card in unseen if card[1] in 'SC']}
    return list(product(*(choices.get(card, [card]) for card in hand)))
