# Takes jokers for the last cards of the hand.

def best_wild_hand(hand: list) -> tuple:
    known = hand[:5]
    red = [card for card in DECK if card[1] in 'HD' and card not in hand] if '?R' in hand[5:] else []
    black = [card for card in DECK if card[1] in 'SC' and card not in hand] if '?B' in hand[5:] else []
    more = [[card] for card in hand[5:] if card[0] != '?'] + [each for each in (red, black) if each]
    return max((five for two in product(*more) for five in combinations([*known, *two], 5)), key=hand_rank)
