# Asks for a hand of five with the joker in it.

def best_replacements(hand: list) -> set:
    known = [card for card in hand if card[0] != '?']
    suits = 'HD' if '?R' in hand else 'SC'
    cards = [card for card in DECK if card[1] in suits and card not in known]
    ranks = {card: max(hand_rank([card, *four]) for four in combinations(known, 4)) for card in cards}
    return {card for card in cards if ranks[card] == max(ranks.values())}
