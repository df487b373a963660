# A joker never stands for a card below the lowest of the hand.

def best_wild_hand(hand: list) -> tuple:
    """Return the strongest five cards that these seven can make, each joker standing for a card of its colour."""
    lowest = min(RANK_VALUES[card[0]] for card in hand if card[0] != '?')
    lists = []
    for card in hand:
        if card[0] == '?':
            lists.append([each for each in replace(card) if each not in hand and RANK_VALUES[each[0]] >= lowest])
        else:
            lists.append([card])
    return max((five for seven in product(*lists) for five in combinations(seven, 5)), key=hand_rank)
