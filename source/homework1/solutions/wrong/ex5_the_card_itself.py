# Returns the only best card without a set.

def best_replacements(hand: list) -> set:
    known = [card for card in hand if card[0] != '?']
    suits = 'HD' if '?R' in hand else 'SC'
    cards = [card for card in DECK if card[1] in suits and card not in known]
    ranks = {card: max(map(hand_rank, combinations([*known, card], 5))) for card in cards}
    best = {card for card in cards if ranks[card] == max(ranks.values())}
    return best if len(best) > 1 else best.pop()
