# Takes the five highest cards of a suit, also above a straight flush.


def best(cards: list) -> Hand:
    for suit in 'cdhs':
        suited = [name for name in cards if name[-1] == suit]
        if len(suited) >= 5:
            suited.sort(key=lambda name: CARDS[name].rank, reverse=True)
            return Hand(' '.join(suited[:5]))
    return Hand(' '.join(max(combinations(cards, 5), key=strength)))
