"""The samples of challenge1: one function each, which does to the released notebook what its sentence says."""

from __future__ import annotations

from samples.sample import ERRORED, FAILED, NOT_ATTEMPTED, Samples
from samples.work import Work

SAMPLES = Samples()


# What a sample does not say otherwise, it solves like this.
RIGHT = {
    "ex1": """
        spelled = {name.upper(): name for name in CARDS}
        words = typed.upper().replace(',', ' ').replace('T', '10').split()
        if any(word not in spelled for word in words):
            raise ValueError('unknown card')
        if (len(words), len(set(words))) != (5, 5):
            raise ValueError('five different cards, please')
        return cls(' '.join(spelled[word] for word in words))
        """,
    "ex2": """
        deck = sorted(CARDS.values(), key=lambda card: (card.rank, 'shdc'.index(card.suit)), reverse=True)
        return f"<Hand {' '.join(card.name for card in deck if card in self.cards)}>"
        """,
    "ex3": """
        ranks = sorted([card.rank for card in self.cards], reverse=True)
        flush = int(all(card.suit == self.cards[0].suit for card in self.cards))
        runs = [list(range(top, top - 5, -1)) for top in range(14, 5, -1)]
        straight = ranks[0] if ranks in runs else 5 if ranks == [14, 5, 4, 3, 2] else 0
        often = [[rank for rank in range(14, 1, -1) if ranks.count(rank) == times] for times in range(5)]
        four, three = sum(often[4]), sum(often[3])
        full_house = often[3] + often[2] if often[2] and three else 0
        two_pair = often[2] if len(often[2]) == 2 else 0
        pair = often[2][0] if often[2] and not three else 0
        return straight * flush, four, full_house, flush, straight, three, two_pair, pair, ranks
        """,
    "ex5": """
        strongest = max(strength(five) for five in combinations(cards, 5))
        for five in combinations(cards, 5):
            if strength(five) == strongest:
                return Hand(' '.join(five))
        """,
    "ex6": """
        def worth(own):
            return max(map(strength, combinations([*own, *community], 5)))

        most = max(worth(own) for own in players.values())
        return [name for name, own in players.items() if worth(own) == most]
        """,
    "ex7": """
        turn = seats.index(dealer) + 1
        in_turn = [name for name in seats[turn:] + seats[:turn] if name in winners]
        chips = {name: pot // len(winners) if name in winners else 0 for name in seats}
        for name in in_turn[:pot % len(winners)]:
            chips[name] += 1
        return chips
        """,
}

# Exercise 4 has three places for an answer.
COMPARED = """
    Hand = with_known_evaluations(Hand)

    @total_ordering
    class Hand(Hand):
        def key(self):
            return [[place] if isinstance(place, int) else place for place in self.eval()]

        def __eq__(self, other) -> bool:
            return self.key() == other.key()

        def __lt__(self, other) -> bool:
            return self.key() < other.key()

        def __hash__(self) -> int:
            return hash(tuple(map(tuple, self.key())))
    """


# --- what works ---------------------------------------------------------------------------------


@SAMPLES.sample()
def all_right(work: Work) -> None:
    """Every exercise is right."""
    work.answer(RIGHT)
    work.rewrite("ex4", COMPARED)


@SAMPLES.sample()
def all_right_other_style(work: Work) -> None:
    """Every exercise is right: hands are compared position by position, and one exercise uses another."""
    work.answer(
        RIGHT,
        ex5="""
            hands = [Hand(' '.join(five)) for five in combinations(cards, 5)]
            best_hand = hands[0]
            for hand in hands[1:]:
                if hand > best_hand:
                    best_hand = hand
            return best_hand
            """,
        ex6="""
            hands = {name: best(own + community) for name, own in players.items()}
            winners = []
            for name in hands:
                if all(hands[name] >= other for other in hands.values()):
                    winners.append(name)
            return winners
            """,
    )
    work.rewrite(
        "ex4",
        """
        class Hand(Hand):
            def difference(self, other):
                for mine, others in zip(self.eval(), other.eval()):
                    if mine != others:
                        if mine == 0 or others == 0:
                            return -1 if mine == 0 else 1
                        return 1 if mine > others else -1
                return 0

            def __eq__(self, other): return self.difference(other) == 0
            def __lt__(self, other): return self.difference(other) < 0
            def __le__(self, other): return self.difference(other) <= 0
            def __gt__(self, other): return self.difference(other) > 0
            def __ge__(self, other): return self.difference(other) >= 0
            def __hash__(self): return hash(str(self.eval()))
        """,
    )
    work.add_code("test_ex4", "sorted([Hand('2s 2c 9s 9c Js'), Hand('2s 2c 3s 3c As')])")


@SAMPLES.sample(ex1=NOT_ATTEMPTED, ex2=NOT_ATTEMPTED, ex4=NOT_ATTEMPTED)
def cap_reached(work: Work) -> None:
    """Three exercises are missing, two of which others could use; ten points still make 100%."""
    work.answer({name: RIGHT[name] for name in ("ex3", "ex5", "ex6", "ex7")})


@SAMPLES.sample(**{f"ex{number}": NOT_ATTEMPTED for number in range(1, 8)})
def nothing_done(work: Work) -> None:
    """The released notebook, unchanged: only the free point of exercise 0."""


# --- mistakes that students make ----------------------------------------------------------------


@SAMPLES.sample(ex4=ERRORED)
def compares_numbers_with_lists(work: Work) -> None:
    """Exercise 4 compares the tuples directly: Python cannot order 0 and a list."""
    work.answer(RIGHT)
    work.rewrite("ex4", COMPARED.replace("self.key() < other.key()", "self.eval() < other.eval()"))


@SAMPLES.sample(ex3=FAILED)
def wheel_ace_high(work: Work) -> None:
    """Exercise 3 treats the wheel as an ace-high straight."""
    work.answer(RIGHT, ex3=RIGHT["ex3"].replace("else 5 if", "else 14 if"))
    work.rewrite("ex4", COMPARED)


@SAMPLES.sample(ex6=FAILED, ex7=FAILED)
def one_winner_only(work: Work) -> None:
    """Exercise 6 ignores ties, and exercise 7 gives all odd chips to one player."""
    work.answer(
        RIGHT,
        ex6="""
            return [max(players, key=lambda name: max(map(strength, combinations(players[name] + community, 5))))]
            """,
        ex7="""
            chips = dict.fromkeys(seats, 0)
            for name in winners:
                chips[name] = pot // len(winners)
            chips[winners[0]] += pot % len(winners)
            return chips
            """,
    )
    work.rewrite("ex4", COMPARED)


@SAMPLES.sample(ex2=FAILED)
def sorts_its_own_cards(work: Work) -> None:
    """Exercise 2 shows the right text, but also sorts the hand's own cards."""
    work.answer(
        RIGHT,
        ex2="""
            self.cards.sort(key=lambda card: (-card.rank, card.suit))
            return '<Hand ' + ' '.join(card.name for card in self.cards) + '>'
            """,
    )
    work.rewrite("ex4", COMPARED)


@SAMPLES.sample(ex1=ERRORED)
def key_errors(work: Work) -> None:
    """Exercise 1 passes on the given class's KeyError instead of raising a ValueError."""
    work.answer(
        RIGHT,
        ex1="""
            words = typed.upper().replace(',', ' ').replace('T', '10').split()
            words = [word[:-1] + word[-1].lower() for word in words]
            hand = cls(' '.join(words))
            if len(words) != 5 or len(set(words)) != 5:
                raise ValueError(words)
            return hand
            """,
    )
    work.rewrite("ex4", COMPARED)
