# Looks at the first five cards only.

def best_replacements(hand: list) -> set:
    known = [card for card in hand if card[0] != '?']
    suits = 'HD' if '?R' in hand else 'SC'
    cards = [card for card in DECK if card[1] in suits and card not in known]
    ranks = {card: hand_rank([card, *known[:4]]) for card in cards}
    return {card for card in cards if ranks[card] == max(ranks.values())}
