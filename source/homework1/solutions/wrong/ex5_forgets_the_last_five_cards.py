# Never tries the last five of the seven cards.

def best_replacements(hand: list) -> set:
    place = next(place for place, card in enumerate(hand) if card[0] == '?')
    ranks = {}
    for card in replace(hand[place]):
        if card not in hand:
            fives = list(combinations([*hand[:place], card, *hand[place + 1:]], 5))
            ranks[card] = max(map(hand_rank, fives[:-1]))
    return {card for card in ranks if ranks[card] == max(ranks.values())}
