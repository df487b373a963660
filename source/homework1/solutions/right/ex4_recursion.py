# Replaces the first joker and calls itself for the rest.

def possible_hands(hand: list) -> list:
    for place, card in enumerate(hand):
        if card in ('?R', '?B'):
            suits = 'HD' if card == '?R' else 'SC'
            found = []
            for other in DECK:
                if other[1] in suits and other not in hand:
                    found += possible_hands(hand[:place] + [other] + hand[place + 1:])
            return found
    return [hand]
