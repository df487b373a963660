# The square sum of the counts tells the partition.


def hand_rank_by_groups(hand):
    letters = [card[0] for card in hand]
    order = 'AKQJT98765432'
    unique = sorted(set(letters), key=lambda letter: (-letters.count(letter), order.index(letter)))
    ranks = tuple(14 - order.index(letter) for letter in unique)
    squares = sum(letters.count(letter) for letter in letters)
    code = {25: 10, 17: 7, 13: 6, 11: 3, 9: 2, 7: 1, 5: 0}[squares]
    one_suit = len({card[1] for card in hand}) == 1
    if code:
        return max(code, 5 * one_suit), ranks
    if set(letters) == set('5432A'):
        ranks = 5, 4, 3, 2, 1
    code += 4 * (ranks == tuple(range(ranks[0], ranks[0] - 5, -1)))
    code += 5 * one_suit
    return code, ranks
