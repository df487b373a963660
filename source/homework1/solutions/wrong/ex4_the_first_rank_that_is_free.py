# A joker stands for ranks that are not in the hand yet.

def possible_hands(hand: list) -> list:
    ranks = {card[0] for card in hand}
    unseen = [card for card in DECK if card[0] not in ranks]
    choices = {'?R': [card for card in unseen if card[1] in 'HD'], '?B': [card for card in unseen if card[1] in 'SC']}
    return list(product(*(choices.get(card, [card]) for card in hand)))
