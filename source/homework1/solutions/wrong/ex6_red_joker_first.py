# With both jokers, settles the red one before it looks at the black one.

def best_wild_hand(hand: list) -> tuple:
    known = [card for card in hand if card[0] != '?']
    for joker, suits in (('?R', 'HD'), ('?B', 'SC')):
        if joker in hand:
            free = [card for card in DECK if card[1] in suits and card not in known]
            known.append(max(free, key=lambda card: max(map(hand_rank, combinations([*known, card], 5)))))
    return max(combinations(known, 5), key=hand_rank)
