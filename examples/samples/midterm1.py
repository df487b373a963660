"""The samples of midterm1: one function each, which does to the released notebook what its sentence says."""

from __future__ import annotations

import re

from samples.sample import ERRORED, FAILED, NOT_ATTEMPTED, TIMED_OUT, Samples
from samples.work import Work

SAMPLES = Samples()


# What a sample does not say otherwise, it solves like this.
RIGHT = {
    "ex1": """
        cards = [poker_info['CARDS'][name.upper()] for name in s.split()]
        return sum(cards)
        """,
    "ex2": """
        if len({*d.values()}) != len(d):
            raise ValueError('some keys share a value')
        return {d[key]: key for key in d}
        """,
    "ex3": """
        return sum(digit == '1' for digit in bin(n))
        """,
    "ex4": """
        suits = [W, X, Y, Z]
        times = [sum(suit >> rank & 1 for suit in suits) for rank in range(13)]

        def ranks(*wanted):
            return sum(1 << rank for rank, count in enumerate(times) if count in wanted)

        runs = [0b11111 << lowest for lowest in range(9)]
        five_high = hand_ranks == poker_info['FIVE_HIGH']
        straight = five_high or hand_ranks in runs
        rank_count = len([count for count in times if count > 0])
        return flush, hand_ranks, ranks(4), ranks(1, 3), ranks(3), five_high, straight, rank_count
        """,
    "ex5": """
        names = [['HIGH_CARD', 'FLUSH'], ['STRAIGHT', 'STRAIGHT_FLUSH']]
        paired = hand_ranks - odd_ranks
        if rank_count == 5:
            return names[straight][flush], 0b1111 if five_high else hand_ranks, 0
        return {
            2: ('FOUR_OF_A_KIND', quads, odd_ranks) if quads else ('FULL_HOUSE', trips, paired),
            3: ('THREE_OF_A_KIND', trips, odd_ranks - trips) if trips else ('TWO_PAIR', paired, odd_ranks),
            4: ('PAIR', paired, odd_ranks),
        }[rank_count]
        """,
    "ex6": """
        parts = {26: poker_info['HAND_TYPES'][hand_type], 13: primary, 0: secondary}
        return sum(part << start for start, part in parts.items())
        """,
    "ex7": """
        [hand_type] = [name for name, strength in poker_info['HAND_TYPES'].items() if strength == type_score]
        primary, secondary = [
            {rank for rank, place in poker_info['RANKS'].items() if bits & 1 << place}
            for bits in (primary_ranks, secondary_ranks)
        ]
        return {'hand_type': hand_type, 'primary': primary, 'secondary': secondary}
        """,
}


# --- what works ---------------------------------------------------------------------------------


@SAMPLES.sample()
def all_right(work: Work) -> None:
    """Every exercise is right, with comprehensions."""
    work.answer(RIGHT)


@SAMPLES.sample()
def all_right_other_style(work: Work) -> None:
    """Every exercise is right, with loops, prints, notes, imports and scratch cells in between."""
    work.add_code("imports", "import string\nfrom collections import Counter\nfrom itertools import groupby")
    work.answer(
        ex1="""
            hand = 0
            name = ''
            for letter in s + ' ':
                if letter not in string.whitespace:
                    name += letter.upper()
                elif name:
                    hand = hand | poker_info['CARDS'][name]
                    name = ''
            return hand
            """,
        ex2="""
            # print('reversing', d)
            d_rev = dict()
            for key, value in d.items():
                if value in d_rev.keys():
                    raise ValueError(f'{value!r} is there twice')
                else:
                    d_rev[value] = key
            return d_rev
            """,
        ex3="""
            count = 0
            while n != 0:
                n = n & (n - 1)   # takes the lowest 1 away
                count += 1
            return count
            """,
        ex4="""
            quads = W & X & Y & Z
            odd_ranks = (W ^ X) ^ (Y ^ Z)
            trips = in_arbitrary_pair & odd_ranks
            five_high = False
            if hand_ranks == poker_info['FIVE_HIGH']:
                five_high = True
            in_a_row = 0
            longest = 0
            for i in range(13):
                if hand_ranks & 2**i:
                    in_a_row = in_a_row + 1
                else:
                    in_a_row = 0
                longest = max(longest, in_a_row)
            straight = longest == 5 or five_high
            return (flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, count_bits(hand_ranks))
            """,
        ex5="""
            twice = hand_ranks ^ odd_ranks
            if rank_count == 2:
                if quads > 0:
                    return ('FOUR_OF_A_KIND', quads, hand_ranks ^ quads)
                else:
                    return ('FULL_HOUSE', trips, twice)
            elif rank_count == 3:
                if trips > 0:
                    return ('THREE_OF_A_KIND', trips, hand_ranks ^ trips)
                else:
                    return ('TWO_PAIR', twice, odd_ranks)
            elif rank_count == 4:
                return ('PAIR', twice, odd_ranks)
            # five different ranks
            primary = hand_ranks
            if five_high:
                primary = 0b1111
            if flush and straight:
                hand_type = 'STRAIGHT_FLUSH'
            elif flush:
                hand_type = 'FLUSH'
            elif straight:
                hand_type = 'STRAIGHT'
            else:
                hand_type = 'HIGH_CARD'
            return (hand_type, primary, 0)
            """,
        ex6="""
            score = poker_info['HAND_TYPES'][hand_type]
            for ranks in (primary, secondary):
                score = score * 2**13
                score = score + ranks
            return score
            """,
        ex7="""
            result = {'primary': set(), 'secondary': set()}
            for rank in poker_info['RANKS']:
                bit = 2 ** poker_info['RANKS'][rank]
                if primary_ranks & bit:
                    result['primary'].add(rank)
                if secondary_ranks & bit:
                    result['secondary'].add(rank)
            for hand_type in poker_info['HAND_TYPES']:
                if poker_info['HAND_TYPES'][hand_type] == type_score:
                    result['hand_type'] = hand_type
            return result
            """,
    )
    work.add_code("ex1", "for text in ['', '2h', ' 2H\\t2s ']:\n    print(repr(text), hand_from_str(text))")
    work.add_code("ex3", "[(n, count_bits(n)) for n in range(9)]")
    work.add_note("ex5-prompt", "**My plan:** look at `rank_count` first, then at `quads` or `trips`.")
    work.add_code(
        "test_ex5",
        """
        types = [identify_from_reductions(**reduction)[0] for reduction in demo_reductions_ex5]
        print(Counter(types).most_common(3))
        print([key for key, group in groupby('AAKKQ')])
        """,
    )
    work.add_note("test_ex7", "Done! *(To do: read the prompts again before handing in.)*")


@SAMPLES.sample()
def scratch_cells_raise(work: Work) -> None:
    """Every exercise is right; scratch cells that raise errors cost nothing."""
    work.answer(RIGHT)
    work.add_code("ex1", "hand_from_str('10H')  # KeyError? ah, the ten is a T")
    work.add_code("ex2", "reverse_dict({'x': [1, 2]})")
    work.add_code("ex6", "for hand_type in poker_info['HAND_TYPES'\n    print(hand_type)")


@SAMPLES.sample(ex1=NOT_ATTEMPTED, ex6=NOT_ATTEMPTED, ex7=NOT_ATTEMPTED)
def cap_reached(work: Work) -> None:
    """Three exercises are missing; ten points still make 100%."""
    work.answer({name: RIGHT[name] for name in ("ex2", "ex3", "ex4", "ex5")})


@SAMPLES.sample(**{f"ex{number}": NOT_ATTEMPTED for number in range(1, 8)})
def nothing_done(work: Work) -> None:
    """The released notebook, unchanged: only the free point of exercise 0."""


# --- mistakes that students make ----------------------------------------------------------------


@SAMPLES.sample(ex4=FAILED, ex5=FAILED)
def wheel_ace_high(work: Work) -> None:
    """Exercises 4 and 5 mishandle the five-high straight: one misses it, the other makes it ace-high."""
    work.answer(
        RIGHT,
        ex4="""
            quads = W & X & Y & Z
            odd_ranks = W ^ X ^ Y ^ Z
            trips = odd_ranks & in_arbitrary_pair
            five_high = hand_ranks == poker_info['FIVE_HIGH']
            straight = count_bits(hand_ranks & (hand_ranks >> 1)) == 4
            return (flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, count_bits(hand_ranks))
            """,
        ex5="""
            pairs = hand_ranks & ~odd_ranks
            if quads:
                return 'FOUR_OF_A_KIND', quads, odd_ranks
            if trips:
                others = hand_ranks & ~trips
                return ('THREE_OF_A_KIND' if rank_count == 3 else 'FULL_HOUSE'), trips, others
            if pairs:
                return ('PAIR' if rank_count == 4 else 'TWO_PAIR'), pairs, odd_ranks
            if straight and flush:
                return 'STRAIGHT_FLUSH', hand_ranks, 0
            if straight:
                return 'STRAIGHT', hand_ranks, 0
            return ('FLUSH' if flush else 'HIGH_CARD'), hand_ranks, 0
            """,
    )


@SAMPLES.sample(ex1=FAILED, ex7=FAILED)
def wrong_type(work: Work) -> None:
    """Exercise 1 returns a float, and exercise 7 lists instead of sets."""
    work.answer(
        RIGHT,
        ex1="""
            total = 0.0
            for name in s.upper().split():
                total += poker_info['CARDS'][name]
            return total
            """,
        ex7="""
            types = sorted(poker_info['HAND_TYPES'], key=poker_info['HAND_TYPES'].get)
            return {
                'hand_type': types[type_score - 1],
                'primary': ranks_info(primary_ranks)['string_representation'].split(),
                'secondary': ranks_info(secondary_ranks)['string_representation'].split(),
            }
            """,
    )


@SAMPLES.sample(ex4=FAILED)
def numbers_for_truth_values(work: Work) -> None:
    """Exercise 4 returns 1 and 0 instead of True and False."""
    work.answer(
        RIGHT,
        ex4="""
            quads = W & X & Y & Z
            odd_ranks = W ^ X ^ Y ^ Z
            trips = odd_ranks & in_arbitrary_pair
            five_high = 1 if hand_ranks == poker_info['FIVE_HIGH'] else 0
            straight = 1 if five_high or count_bits(hand_ranks & hand_ranks >> 1) == 4 else 0
            return flush, hand_ranks, quads, odd_ranks, trips, five_high, straight, count_bits(hand_ranks)
            """,
    )


@SAMPLES.sample()
def returns_a_namedtuple(work: Work) -> None:
    """Exercise 5 returns a namedtuple of the right values instead of a tuple."""
    work.add_code(
        "imports",
        """
        from collections import namedtuple
        Identity = namedtuple('Identity', ['hand_type', 'primary', 'secondary'])
        """,
    )
    work.answer(
        RIGHT,
        ex5="""
            twice = hand_ranks - odd_ranks
            if quads:
                return Identity('FOUR_OF_A_KIND', quads, odd_ranks)
            if trips:
                return Identity('FULL_HOUSE' if twice else 'THREE_OF_A_KIND', trips, hand_ranks - trips)
            if twice:
                return Identity('TWO_PAIR' if rank_count == 3 else 'PAIR', twice, odd_ranks)
            primary = 15 if five_high else hand_ranks
            if straight:
                return Identity('STRAIGHT_FLUSH' if flush else 'STRAIGHT', primary, 0)
            return Identity('FLUSH' if flush else 'HIGH_CARD', primary, 0)
            """,
    )


@SAMPLES.sample(ex1=FAILED, ex6=FAILED)
def prints_its_answers(work: Work) -> None:
    """Exercises 1 and 6 print the right answers instead of returning them."""
    work.answer(
        RIGHT,
        ex1="""
            hand = 0
            for name in s.upper().split():
                hand += poker_info['CARDS'][name]
            print(hand)
            """,
        ex6="""
            strength = poker_info['HAND_TYPES'][hand_type]
            print(strength * 2**26 + primary * 2**13 + secondary)
            """,
    )


@SAMPLES.sample(ex3=FAILED, ex4=FAILED)
def counts_ones_in_decimal(work: Work) -> None:
    """Exercise 3 counts ones among the decimal digits; exercise 4, which uses it, fails as well."""
    work.answer(RIGHT, ex3="return str(n).count('1')")


@SAMPLES.sample(ex1=ERRORED)
def splits_at_single_spaces(work: Work) -> None:
    """Exercise 1 splits at each single space, and gets cards with empty names."""
    work.answer(RIGHT, ex1="return sum(poker_info['CARDS'][card.upper()] for card in s.split(' '))")


@SAMPLES.sample(ex2=FAILED)
def overlooks_duplicates(work: Work) -> None:
    """Exercise 2 reverses every dictionary, and never raises the ValueError."""
    work.answer(
        RIGHT,
        ex2="""
            d_rev = {}
            for key in d:
                d_rev[d[key]] = key
            return d_rev
            """,
    )


@SAMPLES.sample(ex2=FAILED)
def changes_its_input(work: Work) -> None:
    """Exercise 2 returns the right dictionaries, but empties the given one."""
    work.answer(
        RIGHT,
        ex2="""
            d_rev = {}
            for key in list(d):
                value = d.pop(key)
                if value in d_rev:
                    raise ValueError('duplicate')
                d_rev[value] = key
            return d_rev
            """,
    )


@SAMPLES.sample(ex1=ERRORED, ex2=ERRORED, ex5=ERRORED, ex6=ERRORED)
def raises(work: Work) -> None:
    """Four exercises raise various errors, exercise 5 in a nested helper."""
    work.answer(
        RIGHT,
        ex1="""
            return sum(poker_info['CARDS'][card] for card in s.split())   # only upper case
            """,
        ex2="""
            d_rev = {}
            for key, value in d.items():
                if value in d_rev:
                    raise KeyError(f'{value} is there twice')   # not a ValueError
                d_rev[value] = key
            return d_rev
            """,
        ex5="""
            def lowest(ranks):
                positions = [i for i in range(13) if ranks >> i & 1]
                return positions[0]

            def strongest_group():
                groups = [quads, trips, hand_ranks - odd_ranks]
                return 1 << lowest(groups[0])   # there are no quads in most hands

            group = strongest_group()
            return 'FOUR_OF_A_KIND', group, hand_ranks - group
            """,
        ex6="""
            strength = poker_info['HAND_TYPES'][hand_type]
            return int(f'{strength:04b}' + f'{primary:013b}' + secondary, 2)
            """,
    )


@SAMPLES.sample(ex3=ERRORED)
def recurses_too_deep(work: Work) -> None:
    """Exercise 3 calls itself once per bit, and long numbers have thousands of bits."""
    work.answer(
        RIGHT,
        ex3="""
            if n == 0:
                return 0
            return n % 2 + count_bits(n // 2)
            """,
    )


@SAMPLES.sample(ex5=ERRORED)
def syntax_error(work: Work) -> None:
    """The cell of exercise 5 lacks a bracket, so there is no function to test."""
    work.answer(RIGHT)
    work.replace("ex5", "}[rank_count]", "[rank_count]")


@SAMPLES.sample(ex1=ERRORED)
def renamed_function(work: Work) -> None:
    """The function of exercise 1 is right, but renamed."""
    work.answer(RIGHT)
    work.replace("ex1", "hand_from_str", "parse_hand")


@SAMPLES.sample(ex6=ERRORED)
def leftover_variable(work: Work) -> None:
    """Exercise 6 uses a variable from a cell that was deleted before submission."""
    work.answer(
        RIGHT,
        ex6="""
            return hand_types[hand_type] << 26 | primary << 13 | secondary
            """,
    )


@SAMPLES.sample(ex6=ERRORED)
def asks_for_input(work: Work) -> None:
    """Exercise 6 waits for the return key, which nobody presses during grading."""
    work.answer(
        RIGHT,
        ex6="""
            input('Press return to go on ')
            return poker_info['HAND_TYPES'][hand_type] * 67108864 + primary * 8192 + secondary
            """,
    )


@SAMPLES.sample(ex3=TIMED_OUT, honest=False)
def loops_for_ever(work: Work) -> None:
    """Exercise 3 never ends, whatever the input; exercise 4 counts bits itself."""
    work.answer(
        RIGHT,
        ex3="""
            count = 0
            while n >= 0:
                count += n & 1
                n = n >> 1
            return count
            """,
    )
    count_bits_without_exercise_3(work)


# --- points that nobody earned ------------------------------------------------------------------


@SAMPLES.sample(ex5=FAILED)
def test_cell_edited(work: Work) -> None:
    """Exercise 5 is wrong; its edited test cell prints that it passed, and claims ten times its points."""
    work.answer(RIGHT, ex5="return 'HIGH_CARD', hand_ranks, 0")
    work.rewrite("test_ex5", "print('Passed!')")
    work.claim_points("test_ex5", 30)


@SAMPLES.sample(ex7=FAILED, honest=False)
def test_cell_deleted(work: Work) -> None:
    """Two test cells were deleted: exercise 6 is right and still earns its points; 7 is wrong."""
    work.answer(
        RIGHT,
        ex7="""
            [hand_type] = [key for key, value in poker_info['HAND_TYPES'].items() if value == type_score]
            primary = set(ranks_info(primary_ranks)['string_representation'])   # the blanks are in it, too
            secondary = set(ranks_info(secondary_ranks)['string_representation'])
            return {'hand_type': hand_type, 'primary': primary, 'secondary': secondary}
            """,
    )
    work.delete("test_ex6")
    work.delete("test_ex7")


@SAMPLES.sample(**{f"ex{number}": FAILED for number in range(1, 8)})
def prints_passed(work: Work) -> None:
    """Every function prints "Passed! Please submit." and returns nothing."""
    work.answer(dict.fromkeys(RIGHT, "print('Passed! Please submit.')"))


@SAMPLES.sample(ex1=FAILED, ex3=FAILED, ex6=FAILED)
def equals_everything(work: Work) -> None:
    """Exercises 1, 3 and 6 return an object that claims to equal everything."""
    work.add_code(
        "imports",
        """
        class Anything(int):
            def __eq__(self, other):
                return True

            def __ne__(self, other):
                return False

            __hash__ = int.__hash__
        """,
    )
    work.answer(RIGHT, ex1="return Anything()", ex3="return Anything()", ex6="return Anything()")
    count_bits_without_exercise_3(work)


@SAMPLES.sample(ex1=FAILED, ex4=FAILED, ex6=FAILED, honest=False)
def looks_answers_up(work: Work) -> None:
    """Exercises 1, 4 and 6 look up their answers in the visible cases, decrypted with the notebook's key."""
    [key] = re.findall(r"key=(b'[^']+')", work.source("test_ex1"))
    work.add_code(
        "imports",
        f"""
        import dill
        from cryptography.fernet import Fernet

        def visible_cases(file):
            with open(f'resource/asnlib/publicdata/{{file}}', 'rb') as f:
                return dill.loads(Fernet({key}).decrypt(f.read()))

        cards = {{case['s']: case['output_0'] for case in visible_cases('tc_1')}}
        reductions = {{case['hand']: case for case in visible_cases('tc_4')}}
        scores = {{(case['hand_type'], case['primary'], case['secondary']): case['output_0']
                  for case in visible_cases('tc_6')}}
        """,
    )
    work.answer(
        RIGHT,
        ex1="return cards.get(s, 0)",
        ex4="""
            case = reductions.get(hand, dict.fromkeys(['quads', 'odd_ranks', 'trips'], 0))
            return (flush, hand_ranks, case['quads'], case['odd_ranks'], case['trips'],
                    case.get('five_high', False), case.get('straight', False), case.get('rank_count', 5))
            """,
        ex6="return scores.get((hand_type, primary, secondary), 0)",
    )


def count_bits_without_exercise_3(work: Work) -> None:
    """Let exercise 4 count bits with a function of its own."""
    work.replace("ex4", "count_bits(", "ones(")
    work.replace("ex4", "def get_reductions", "def ones(n):\n    return f'{n:b}'.count('1')\n\ndef get_reductions")
