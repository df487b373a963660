"""The samples of lesson1: one function each, which does to the released notebook what its sentence says."""

from __future__ import annotations

from samples.sample import ERRORED, FAILED, NOT_ATTEMPTED, Samples
from samples.work import Work

SAMPLES = Samples()

# What a sample does not say otherwise, it solves like this.
RIGHT = {
    "ex1": """
        ranks = ['  23456789TJQKA'.index(rank) for rank, suit in hand]
        ranks.sort(reverse=True)
        if ranks == [14, 5, 4, 3, 2]:
            ranks = [5, 4, 3, 2, 1]
        return ranks
        """,
    "ex4": """
        ranks = card_ranks(hand)
        if straight(ranks) and flush(hand):
            return (8, max(ranks))
        if kind(4, ranks):
            return (7, kind(4, ranks), kind(1, ranks))
        if kind(3, ranks) and kind(2, ranks):
            return (6, kind(3, ranks), kind(2, ranks))
        if flush(hand):
            return (5, ranks)
        if straight(ranks):
            return (4, max(ranks))
        if kind(3, ranks):
            return (3, kind(3, ranks), ranks)
        if two_pair(ranks):
            return (2, *two_pair(ranks), ranks)
        if kind(2, ranks):
            return (1, kind(2, ranks), ranks)
        return (0, *ranks)
        """,
    "ex5": """
        items = list(iterable)
        values = items if key is None else [key(item) for item in items]
        return [item for item, value in zip(items, values) if value == max(values)]
        """,
    "ex6": """
        return allmax(hands, key=hand_rank)
        """,
    "ex9": """
        counts, ranks = unzip(group(['  23456789TJQKA'.index(rank) for rank, suit in hand]))
        if ranks == (14, 5, 4, 3, 2):
            ranks = (5, 4, 3, 2, 1)
        in_a_row = len(ranks) == 5 and max(ranks) - min(ranks) == 4
        return max(count_rankings[counts], 4 * in_a_row + 5 * flush(hand)), ranks
        """,
    "ex10": """
        counts = [0] * 9
        for hand in given_hands(n):
            code = hand_rank(hand)[0]
            counts[code] = counts[code] + 1
        return [count / n * 100 for count in counts]
        """,
    "ex11": """
        whole = sum(count for hand, count in classes)
        return [100 * sum(c for hand, c in classes if given_type(hand) == code) / whole for code in range(9)]
        """,
    "ex12": '''
        games = """
            5S 4S 3S 2S AS beats AS AH AD AC KS
            2S 2H 2D 2C 3S beats AS AH AD KS KH
            2S 2H 2D 3S 3H beats AS KS QS JS 9S
            7S 5S 4S 3S 2S beats AS KH QD JC TS
            5S 4H 3D 2C AS beats AS AH AD KS QH
            2S 2H 2D 3S 4H beats AS AH KD KC QS
            2S 2H 3D 3C 4S beats AS AH KD QC JS
            2S 2H 3D 4C 5S beats AS KH QD JC 9S
            6S 5H 4D 3C 2S beats 5S 4H 3D 2C AS
            6S 5S 4S 3S 2S beats 5S 4S 3S 2S AS
            2S 2H 3D 4C 5S beats KS AH 2D 3C 4S
            2S 2H 3D 4C 5S beats QS KH AD 2C 3S
            2S 2H 3D 4C 5S beats JS QH KD AC 2S
            2S 2H 3D 4C 5S beats AS KS QS JS 9H
            2S 2H 3D 4C 5S beats AS 9H 8D 7C 6S
            2S 2H 3D 4C 5S beats 9S 8H 7D 6C 2S
            8S 6H 7D 5C 9S beats AS AH AD KS QH
            2S 3H 2D 4C 5S beats AS KH QD JC 9S
            AS QH 9D 7C 6S beats AH QD 9C 7S 5H
            2S 2H AD 4C 3S beats 2D 2C KS QH JD
            AS AH 3D 3C 2S beats AD AC 2H 2D KS
            AS AH KD KC 3S beats AD AC KS KH 2D
            2S 2H 2D AS 3H beats 2S 2H 2D KS QH
            AS KS QS JS 9S beats AH KH QH JH 8H
            3S 3H 3D 2S 2H beats 2S 2H 2D AS AH
            3S 3H 3D 3C 2S beats 2S 2H 2D 2C AS
            """
        pairs = [line.split(' beats ') for line in games.strip().splitlines()]
        for low, high in zip('23456789', '3456789T'):
            pairs.append((f'{high}S {high}H AD KD QD', f'{low}S {low}H AD KD QD'))
        for low, high in zip('TJQK', 'JQKA'):
            pairs.append((f'{high}S {high}H 2D 3D 4D', f'{low}S {low}H 2D 3D 4D'))
        run = '23456789TJQKA'
        for low in range(9):
            cards_in_a_row = ' '.join(run[low + place] + 'SHDCS'[place] for place in range(5))
            pairs.append((cards_in_a_row, 'AS AH AD KS QH'))
        pairs += [(f'7{suit} 5{suit} 4{suit} 3{suit} 2{suit}', 'AS KH QD JC TS') for suit in 'SHDC']
        for winner, loser in pairs:
            winner, loser = cards(winner.strip()), cards(loser.strip())
            for hands in ([winner, loser], [loser, winner], [loser, winner, loser], [winner], 99 * [loser] + [winner]):
                copies = [list(hand) for hand in hands]
                assert best_hand(hands) == winner and hands == copies
        one, other = cards('AS KH QD JC 9S'), cards('AH KD QC JS 9H')
        assert best_hand([one, other]) == one and best_hand([other, one]) == other
        ''',
}

# The cells with two places for an answer, as a whole.
RIGHT_CELLS = {
    "ex2": """
        def straight(ranks):
            return (max(ranks) - min(ranks) == 4) and (len(set(ranks)) == 5)

        def flush(hand):
            suits = [suit for rank, suit in hand]
            return suits == suits[:1] * len(suits)
        """,
    "ex3": """
        def kind(n, ranks):
            for rank in ranks:
                if ranks.count(rank) == n:
                    return rank

        def two_pair(ranks):
            high, low = kind(2, ranks), kind(2, ranks[::-1])
            if high != low:
                return (high, low)
        """,
    "ex7": """
        mydeck = [rank + suit for suit in 'SHDC' for rank in 'AKQJT98765432']

        def deal(numhands, n=5, deck=mydeck):
            if numhands * n > len(deck):
                raise ValueError('the deck is too small')
            cards = deck.copy()
            random.shuffle(cards)
            return [[cards.pop() for _ in range(n)] for _ in range(numhands)]
        """,
    "ex8": """
        def group(items):
            return sorted({(items.count(item), item) for item in items}, reverse=True)

        def unzip(pairs):
            return tuple(first for first, _ in pairs), tuple(second for _, second in pairs)
        """,
}


def solve(work: Work, without: tuple[str, ...] = (), **others: str) -> None:
    """Answer the exercises: those with two places for an answer with a whole cell, the others in their place."""
    for name, code in {**RIGHT_CELLS, **RIGHT, **others}.items():
        if name in without:
            continue
        if name in RIGHT_CELLS:
            work.rewrite(name, code)
        else:
            work.answer({name: code})


@SAMPLES.sample()
def all_right(work: Work) -> None:
    """Every exercise is right, and calls functions of earlier ones."""
    solve(work)


@SAMPLES.sample(ex9=NOT_ATTEMPTED, ex10=NOT_ATTEMPTED, ex11=NOT_ATTEMPTED, ex12=NOT_ATTEMPTED)
def cap_reached(work: Work) -> None:
    """Four exercises are missing; more than twelve points still make only 100%."""
    solve(work, without=("ex9", "ex10", "ex11", "ex12"))


@SAMPLES.sample(**{f"ex{number}": NOT_ATTEMPTED for number in range(1, 13)})
def nothing_done(work: Work) -> None:
    """The released notebook, unchanged."""


@SAMPLES.sample(ex1=FAILED, ex4=FAILED, ex6=FAILED, ex10=FAILED)
def wheel_ace_high(work: Work) -> None:
    """Exercise 1 ignores the low ace; exercises 4, 6 and 10, which call it, fail as well."""
    solve(work, ex1="return sorted(('  23456789TJQKA'.index(card[0]) for card in hand), reverse=True)")


@SAMPLES.sample(ex1=FAILED, ex4=ERRORED, ex6=ERRORED, ex10=ERRORED)
def returns_what_sort_returns(work: Work) -> None:
    """Exercise 1 returns list.sort(), which is None; three more exercises fail because of it."""
    solve(
        work,
        ex1="""
            ranks = ['  23456789TJQKA'.index(rank) for rank, suit in hand]
            return ranks.sort(reverse=True)
            """,
    )


@SAMPLES.sample(ex7=FAILED)
def deck_without_aces(work: Work) -> None:
    """The deck of exercise 7 has no aces, and deal shuffles the given deck."""
    solve(
        work,
        ex7="""
            mydeck = [r + s for r in '23456789TJQK' for s in 'SHDC']

            def deal(numhands, n=5, deck=mydeck):
                random.shuffle(deck)
                return [deck[n * i:n * (i + 1)] for i in range(numhands)]
            """,
    )


@SAMPLES.sample(ex5=FAILED, ex6=FAILED)
def knows_no_ties(work: Work) -> None:
    """Exercise 5 finds only one of the largest items, so exercise 6 has one winner even in a tie."""
    solve(work, ex5="return [max(iterable, key=key)]")


@SAMPLES.sample(ex9=FAILED)
def loses_the_straight_flush(work: Work) -> None:
    """Exercise 9 uses the larger of straight and flush instead of their sum."""
    solve(
        work,
        ex9="""
            counts, ranks = unzip(group(card_ranks(hand)))
            run = len(ranks) == 5 and ranks[0] - ranks[4] == 4
            return max(count_rankings[counts], 4 * run, 5 * flush(hand)), ranks
            """,
    )


@SAMPLES.sample(ex12=FAILED)
def tests_what_is_not_promised(work: Work) -> None:
    """Exercise 12 tests best_hand without hands, which the prompt does not specify, and fails right functions."""
    solve(
        work,
        ex12="""
            assert best_hand([['2S', '3S', '4S', '5S', '6S']]) == ['2S', '3S', '4S', '5S', '6S']
            assert best_hand([]) is None
            """,
    )
