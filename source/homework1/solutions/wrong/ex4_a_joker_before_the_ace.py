# Leaves the aces out.

def possible_hands(hand: list) -> list:
    unseen = [rank + suit for rank in RANKS[:-1] for suit in SUITS if rank + suit not in hand]
    choices = {'?R': [card for card in unseen if card[1] in 'HD'], '?B': [card for card in unseen if card[1] in 'SC']}
    return list(product(*(choices.get(card, [card]) for card in hand)))
