"""What holds for whatever values hypothesis comes up with."""

from copy import deepcopy

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tester_fw.compare import difference
from tester_fw.messages import LONGEST, shown
from tester_fw.rules import EXACT, Rules

LOOSE = Rules(check_dtype=False, float_tolerance=0)

atoms = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.complex_numbers()
    | st.text(max_size=5)
    | st.binary(max_size=5)
)
hashables = st.recursive(atoms, lambda each: st.tuples(each, each) | st.frozensets(each, max_size=3), max_leaves=5)
values = st.recursive(
    atoms,
    lambda each: (
        st.lists(each, max_size=4)
        | st.tuples(each, each)
        | st.sets(hashables, max_size=4)
        | st.dictionaries(hashables, each, max_size=4)
    ),
    max_leaves=12,
)


@given(values)
def test_a_copy_never_differs(value):
    for rules in (Rules(), EXACT, LOOSE):
        assert difference(value, deepcopy(value), rules=rules) is None


@given(values, st.data())
def test_a_mutated_copy_always_differs(value, data):
    mutated = data.draw(mutations(value))
    for rules in (EXACT, LOOSE):
        assert difference(value, mutated, rules=rules) is not None
        assert difference(mutated, value, rules=rules) is not None


def mutations(value):
    """Return a strategy for values that differ from this one in a single place, at any depth."""
    own = st.just([value]) if type(value) is not list else st.just([*value, None])
    if isinstance(value, (list, tuple)) and value:
        places = st.integers(0, len(value) - 1)
        return own | places.flatmap(
            lambda at: mutations(value[at]).map(lambda new: type(value)([*value[:at], new, *value[at + 1 :]]))
        )
    if isinstance(value, dict) and value:
        keys = st.sampled_from(list(value))
        without = keys.map(lambda gone: {key: value[key] for key in value if key is not gone})
        inside = keys.flatmap(lambda key: mutations(value[key]).map(lambda new: {**value, key: new}))
        return own | without | inside | st.just({**value, ("new", "key"): 1})
    if isinstance(value, (set, frozenset)):
        more = st.just(value | {("new", "item")})
        return more if not value else more | st.sampled_from(list(value)).map(lambda gone: value - {gone})
    if isinstance(value, bool):
        return st.sampled_from([not value, int(value), None])
    if isinstance(value, int):
        return st.sampled_from([value + 1, -value - 1, str(value)])
    if isinstance(value, (str, bytes)):
        return st.just(value + value[:1] + type(value)(b"x" if isinstance(value, bytes) else "x"))
    return own


@given(values, values)
def test_a_difference_is_found_from_both_sides(one, other):
    assert (difference(one, other, rules=EXACT) is None) == (difference(other, one, rules=EXACT) is None)


@given(values, values)
def test_what_is_equal_with_dtypes_is_equal_without(one, other):
    if difference(one, other, rules=EXACT) is None:
        assert difference(one, other, rules=LOOSE) is None


@given(st.floats(allow_nan=False, allow_infinity=False), st.floats(0, 10), st.floats(-20, 20))
def test_floats_are_equal_up_to_the_tolerance_and_no_further(expected, tolerance, offset):
    returned = expected + offset
    wanted = abs(expected - returned) <= tolerance
    for inside, other in ((expected, returned), ([expected], [returned]), ({expected}, {returned})):
        assert (difference(inside, other, rules=Rules(float_tolerance=tolerance)) is None) == wanted


@given(st.lists(hashables, unique_by=repr, max_size=6), st.randoms())
def test_the_order_in_which_a_dict_was_made_does_not_matter(keys, random):
    assume(len(dict.fromkeys(keys)) == len(keys))
    expected = {key: at for at, key in enumerate(keys)}
    shuffled = list(expected.items())
    random.shuffle(shuffled)
    assert difference(expected, dict(shuffled), rules=EXACT) is None


@given(values)
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_a_shown_value_is_one_short_line(value):
    assert len(shown(value)) <= LONGEST
    assert "\n" not in shown(value)
