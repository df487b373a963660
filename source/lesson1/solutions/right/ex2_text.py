# Looks for the letters in a text of all of them.


def straight(ranks):
    return ''.join(chr(64 + rank) for rank in ranks) in 'NMLKJIHGFEDCBA'


def flush(hand):
    suits = ''.join(card[1] for card in hand)
    return suits in ('S' * len(hand), 'H' * len(hand), 'D' * len(hand), 'C' * len(hand))
