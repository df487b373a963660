"""A candidate that lies in every way: the examiner has a value, an exception, or nobody to talk to; never a pass."""

import socket

import msgpack
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest import fixture, mark, raises

from nbproctor.examination.examiner.candidate_link import Link
from nbproctor.examination.examiner.proxies import Proxy
from nbproctor.examination.examiner.rehearsal.reference_uses import CALL, Origin, UseChecker, UseRecorder
from nbproctor.examination.examiner.rehearsal.refusals import CandidateGone, NotPlainDataError
from nbproctor.examination.wire.channel import Channel
from nbproctor.examination.wire.codec import Codec
from nbproctor.examination.wire.wire_bounds import WireError


class Reference:
    def __init__(self, *parts):
        self.data = msgpack.packb(list(parts))

    def __repr__(self):  # a part of tests' names
        return "reference"


@fixture
def liar():
    """Makes a link whose candidate sends these messages, whatever it is asked."""
    ours, theirs = socket.socketpair()
    links = []

    def lie(*messages, **options):
        channel = Channel(theirs.dup(), Codec(lambda value: value.data))
        for message in messages:
            channel.send(message)
        theirs.shutdown(socket.SHUT_WR)
        links.append(Link(ours, **options))
        return links[-1]

    yield lie
    for link in links:
        link.close()
    theirs.close()


def called(link, *args):
    return link.apply("call", Proxy(link, "f", Origin.named("f")), *args)


def callback(number, *args, **kwargs):
    return ["callback", number, Codec(lambda value: value.data).encode([list(args), kwargs]), []]


def returned(value):
    return ["applied", "returned", value, {}, [], False]


def test_a_callback_is_answered_and_the_call_goes_on(liar):
    seen = []
    link = liar(callback(0, 1), callback(0, 2), returned(3))
    assert called(link, seen.append) == 3
    assert seen == [1, 2]


@mark.parametrize("number", [1, -1, 10**9, True, None, "0", 0.0])
def test_a_number_that_nothing_was_passed_under_calls_nothing(liar, number):
    seen = []
    link = liar(callback(number, 1), returned(3))
    assert called(link, seen.append) == 3
    assert seen == []


def test_what_an_earlier_test_cell_passed_cannot_be_called(liar):
    seen = []
    link = liar(returned(1), callback(0, 5), returned(2))
    called(link, seen.append)
    link.begin()
    assert called(link, print) == 2
    assert seen == []


@mark.parametrize(
    "message",
    [
        ["callback"],
        ["callback", 0, b"", []],
        ["callback", 0, b"\xc1", []],
        ["callback", 0, None, []],
        ["callback", 0, Codec().encode([1, 2]), []],
        ["callback", 0, Codec().encode([[], {1: 2}]), []],
        ["callback", 0, Codec().encode([[], {}, 1]), []],
        ["callback", 0, Codec().encode([[], {}]), "text"],
        ["answer", 1],
        ["apply", "call", b""],
    ],
    ids=repr,
)
def test_a_message_that_is_no_callback_ends_the_conversation(liar, message):
    seen = []
    link = liar(message, returned(1))
    with raises(CandidateGone):
        called(link, seen.append)
    assert link.is_closed
    assert seen == []


@mark.parametrize(
    "ask", [lambda link: link.names(["f"], []), lambda link: link.traceback()], ids=["names", "traceback"]
)
def test_a_callback_out_of_a_call_ends_the_conversation(liar, ask):
    link = liar(callback(0, 1), ["taken", ["f"], {}, {}, []])
    with raises(CandidateGone):
        ask(link)
    assert link.is_closed


def test_callbacks_without_end_are_refused(liar, monkeypatch):
    monkeypatch.setattr("nbproctor.examination.examiner.callbacks.MAX_CALLBACKS", 5)
    seen = []
    link = liar(*[callback(0, number) for number in range(9)], returned(1))
    assert called(link, seen.append) == 1
    assert seen == [0, 1, 2, 3, 4]


@mark.parametrize("number", [0, 1, 7, -1, True, 2**63])
def test_a_reference_to_what_was_not_passed_ends_the_conversation(liar, number):
    link = liar(returned(Reference(number)))
    with raises(CandidateGone):
        called(link)
    assert link.is_closed


def test_the_examiners_own_things_come_back_as_themselves_and_nothing_else(liar):
    function, other = (lambda: 1), (lambda: 2)
    link = liar(returned([Reference(0), Reference(1)]), returned(Reference(2)))
    assert called(link, function, other) == [function, other]
    with raises(CandidateGone):
        called(link)


@mark.parametrize("own", [0, 1, -1, True, None, "0"])
def test_an_exception_of_the_tests_that_is_none_is_a_runtime_error(liar, own):
    with raises(RuntimeError):
        called(liar(["applied", "raised", [None, own], {}, [], False]), len)


@mark.parametrize("key", [-1, -2, -99, -(2**70)])
def test_a_new_state_of_what_was_not_passed_ends_the_conversation(liar, key):
    link = liar(["applied", "returned", 1, {key: Codec().encode(["x", 0])}, [], False])
    with raises(CandidateGone):
        called(link, print)
    assert link.is_closed


@mark.parametrize("hashed", ["x", 1.5, [1]])
def test_a_hash_that_is_none_ends_the_conversation(liar, hashed):
    with raises(CandidateGone):
        called(liar(returned(Reference(7, "A", hashed, True))))


# What the reference gave.


@fixture
def uses():
    recorder = UseRecorder()
    origin = Origin.named("f")
    recorder.gave_data(origin, CALL, 5)
    box = recorder.took(Origin.named("Box"), CALL, "Box")
    recorder.gave_data(box, ".content", [3])
    method = recorder.took(box, ".twin", "method")
    recorder.took(method, CALL, "Box")
    return recorder.uses


OBJECT = Reference(7, "Fake", 7, True)


def test_an_object_in_place_of_data_is_refused_in_words_for_the_student(liar, uses):
    link = liar(returned(OBJECT), uses=UseChecker(uses))
    with raises(NotPlainDataError, match=r"^f\(\) returned a Fake object; a test needs plain data here: an int$"):
        called(link)
    assert link.refused


@mark.parametrize("value", [[OBJECT], (1, [OBJECT]), {"a": OBJECT}, {OBJECT: 1}, {OBJECT}, [[[OBJECT]]]], ids=str)
def test_an_object_inside_data_is_refused_as_well(liar, uses, value):
    with raises(NotPlainDataError):
        called(liar(returned(value), uses=UseChecker(uses)))


def test_an_object_put_into_an_argument_is_refused(liar, uses):
    content = Codec(lambda value: value.data).encode([[OBJECT], {}])
    link = liar(["applied", "returned", 5, {0: content}, [], False], uses=UseChecker(uses))
    with raises(NotPlainDataError, match="put into its argument"):
        called(link, [1])


def test_an_object_that_a_function_of_the_tests_gets_is_refused_and_the_function_not_called(liar, uses):
    seen = []
    link = liar(callback(0, OBJECT), returned(5), uses=UseChecker(uses))
    assert called(link, seen.append) == 5
    assert seen == []
    assert link.refused  # and so the test fails, whatever comes


def test_a_copy_that_is_none_refuses_each_use(liar, uses):
    encoded = Codec(lambda value: value.data).encode(OBJECT)
    link = liar(["taken", [], {"data": encoded}, {}, []], uses=UseChecker(uses))
    data = link.names([], ["data"])["data"]
    assert (data == 5, data != 5) == (False, True)
    for use in (lambda: data.equals(5), lambda: data + 1, lambda: data[0], lambda: len(data), lambda: bool(data)):
        with raises(TypeError):
            use()
    assert link.refused


def test_an_object_where_the_reference_gave_one_leads_to_what_that_led_to(liar, uses):
    link = liar(*[returned(OBJECT)] * 4, uses=UseChecker(uses))
    box = link.apply("call", Proxy(link, "Box", Origin.named("Box")))
    twin = box.twin()
    assert isinstance(twin, Proxy)
    with raises(NotPlainDataError, match="content is a Fake object; a test needs plain data here: a list"):
        twin.content  # noqa: B018
    with raises(TypeError):
        box < 5  # noqa: B015 - the reference's was not compared with data


def test_a_chain_of_any_length_is_one_place():
    recorder = UseRecorder()
    node = recorder.took(Origin.named("head"), CALL, "Node")
    for _ in range(5):
        node = recorder.took(node, ".next", "Node")
    checked = UseChecker(recorder.uses)
    node = checked.took(Origin.named("head"), CALL, "Knoten")
    for _ in range(50):
        node = checked.took(node, ".next", "Knoten")
    assert node is not None
    assert checked.took(node, ".other", "Knoten") is None


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.text(max_size=3)
    | st.binary(max_size=3)
    | st.sampled_from([OBJECT, Reference(0), Codec().encode([[], {}]), "callback", "returned", "raised", "ValueError"]),
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.integers(-2, 2) | st.text(max_size=2), inner, max_size=2)
    ),
    max_leaves=10,
)
messages = (
    anything
    | st.tuples(st.just("callback"), anything, anything, anything).map(list)
    | st.tuples(
        st.just("applied"), st.sampled_from(["returned", "raised"]), anything, anything, anything, st.booleans()
    ).map(list)
)


@settings(deadline=None, max_examples=200)
@given(st.lists(messages, max_size=3))
def test_no_sequence_of_messages_gives_what_was_not_sent_as_plain_data(sent):
    ours, theirs = socket.socketpair()
    recorder = UseRecorder()
    recorder.gave_data(Origin.named("f"), CALL, 5)
    link = Link(ours, uses=UseChecker(recorder.uses))
    channel = Channel(theirs, Codec(lambda value: value.data))
    for message in sent:
        try:
            channel.send(message)
        except WireError:
            return
    theirs.shutdown(socket.SHUT_WR)
    try:
        value = called(link, [1], len)
    except (Exception, CandidateGone):
        value = None
    except BaseException as error:
        assert error.from_candidate
        value = None
    finally:
        link.close()
        channel.close()
    assert not isinstance(value, Proxy)
