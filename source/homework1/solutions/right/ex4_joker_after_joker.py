# Goes through the jokers and makes a longer list each time.

def possible_hands(hand: list) -> list:
    hands = [list(hand)]
    for joker, suits in (('?R', 'HD'), ('?B', 'SC')):
        longer = []
        for cards in hands:
            if joker not in cards:
                longer.append(cards)
                continue
            for rank in RANKS:
                for suit in suits:
                    if rank + suit not in cards:
                        longer.append([rank + suit if card == joker else card for card in cards])
        hands = longer
    return hands
