# Adds a card for the joker and leaves the joker in.

def possible_hands(hand: list) -> list:
    unseen = [card for card in DECK if card not in hand]
    red, black = [card for card in unseen if card[1] in 'HD'], [card for card in unseen if card[1] in 'SC']
    hands = [list(hand)]
    if '?R' in hand:
        hands = [cards + [card] for cards in hands for card in red]
    if '?B' in hand:
        hands = [cards + [card] for cards in hands for card in black]
    return hands
