# With both jokers, both stand for one rank.

def possible_hands(hand: list) -> list:
    unseen = [card for card in DECK if card not in hand]
    choices = {'?R': [card for card in unseen if card[1] in 'HD'], '?B': [card for card in unseen if card[1] in 'SC']}
    hands = list(product(*(choices.get(card, [card]) for card in hand)))
    if '?R' in hand and '?B' in hand:
        red, black = hand.index('?R'), hand.index('?B')
        hands = [seven for seven in hands if seven[red][0] == seven[black][0]]
    return hands
