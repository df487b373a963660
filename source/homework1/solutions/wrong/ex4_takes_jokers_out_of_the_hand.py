# Takes the jokers out of the hand itself.

def possible_hands(hand: list) -> list:
    unseen = [card for card in DECK if card not in hand]
    red, black = [card for card in unseen if card[1] in 'HD'], [card for card in unseen if card[1] in 'SC']
    hands = [[]]
    if '?R' in hand:
        hand.remove('?R')
        hands = [[card] for card in red]
    if '?B' in hand:
        hand.remove('?B')
        hands = [[*cards, card] for cards in hands for card in black]
    return [[*hand, *cards] for cards in hands]
