# Replaces the first joker and calls itself.

def best_wild_hand(hand: list) -> tuple:
    for joker, suits in (('?R', 'HD'), ('?B', 'SC')):
        if joker in hand:
            place = hand.index(joker)
            return max(
                (
                    best_wild_hand(hand[:place] + [card] + hand[place + 1:])
                    for card in DECK
                    if card[1] in suits and card not in hand
                ),
                key=hand_rank,
            )
    return max(combinations(hand, 5), key=hand_rank)
