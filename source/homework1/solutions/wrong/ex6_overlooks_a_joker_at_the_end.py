# Overlooks a joker that is the last card.

def best_wild_hand(hand: list) -> tuple:
    known = [card for card in hand if card[0] != '?']
    free = [card for card in DECK if card not in known]
    choices = [
        [card for card in free if card[1] in ('HD' if joker == '?R' else 'SC')] for joker in hand[:-1] if joker[0] == '?'
    ]
    sevens = ([*known, *cards] for cards in product(*choices))
    return max((five for seven in sevens for five in combinations(seven, 5)), key=hand_rank)
