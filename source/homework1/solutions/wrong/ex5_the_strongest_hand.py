# Returns the cards of the strongest hand.

def best_replacements(hand: list) -> set:
    known = [card for card in hand if card[0] != '?']
    suits = 'HD' if '?R' in hand else 'SC'
    cards = [card for card in DECK if card[1] in suits and card not in known]
    ranks = {card: max(map(hand_rank, combinations([*known, card], 5))) for card in cards}
    best = max(cards, key=ranks.get)
    return set(max(combinations([*known, best], 5), key=hand_rank))
