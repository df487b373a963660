# Finds the best card for the red joker without the black one, and then for the black one.

def best_wild_hand(hand: list) -> tuple:
    suits = {'?R': 'HD', '?B': 'SC'}
    cards = [card for card in hand if card not in suits]
    for joker in suits:
        if joker in hand:
            others = [card for card in DECK if card[1] in suits[joker] and card not in cards]
            cards.append(max(others, key=lambda other: max(map(hand_rank, combinations([*cards, other], 5)))))
    return max(combinations(cards, 5), key=hand_rank)
