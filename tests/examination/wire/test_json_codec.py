"""What the grader hears from its processes is JSON and short, and nothing else."""

import json
import socket
import time

from hypothesis import given
from hypothesis import strategies as st
from pytest import mark, raises

from nbproctor.examination.wire.channel import Channel, PlainCodec
from nbproctor.examination.wire.wire_bounds import WireError
from nbproctor.shell.cell_outputs import fitting, readable

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)


@given(values)
def test_what_json_can_hold_arrives_as_it_was(value):
    assert PlainCodec().decode(PlainCodec().encode(value)) == value


def test_lone_surrogates_arrive_as_they_were():
    assert PlainCodec().decode(PlainCodec().encode(["\ud800", "\udfff"])) == ["\ud800", "\udfff"]
    assert PlainCodec().decode(b'"\\ud800"') == "\ud800"
    assert PlainCodec().decode(b'"\xed\xa0\x80"') == "\ud800"


def cyclic():
    value = []
    value.append(value)
    return value


class Odd(str):
    def __str__(self):
        raise SystemError

    __repr__ = __iter__ = __str__


@mark.parametrize(
    "value", [float("nan"), [float("-inf")], b"ab", {1, 2}, object(), {(): 1}, cyclic(), 10**5000, {Odd: 1}], ids=type
)
def test_what_json_cannot_hold_is_an_error_to_its_sender(value):
    with raises(WireError):
        PlainCodec().encode(value)


HOSTILE = {
    "nothing": b"",
    "half a list": b"[1,",
    "two values": b"1 2",
    "not a number": b"[NaN]",
    "an infinite number": b"-Infinity",
    "an int of five thousand digits": b"9" * 5000,
    "lists without end": b"[" * 500_000,
    "lists that end": b"[" * 100_000 + b"]" * 100_000,
    "dicts without end": b'{"a":' * 100_000,
    "no text": b"\xff\xfe",
    "a truncated letter": b'"\xe2\x82',
    "words": b"nothing",
    "a mark of the byte order": b"\xef\xbb\xbf1",
    "msgpack": b"\x93\x90\xc3\x01",
}


@mark.parametrize("name", HOSTILE)
def test_what_is_no_json_is_an_error(name):
    with raises(WireError):
        PlainCodec().decode(HOSTILE[name])


def test_of_keys_that_occur_twice_the_last_one_counts():
    assert PlainCodec().decode(b'{"a": 1, "a": 2}') == {"a": 2}


@given(st.binary(max_size=64) | st.text('[]{}",:0123456789eE+-.nulltruefalse\\ ', max_size=40).map(str.encode))
def test_noise_is_a_value_or_an_error(data):
    try:
        value = PlainCodec().decode(data)
    except WireError:
        return
    assert readable(value) is not None
    assert readable([value]) is not None


def test_a_message_beyond_the_limit_is_an_error_on_both_sides():
    with raises(WireError, match="too large"):
        PlainCodec(max_sent_bytes=10).encode("x" * 9)
    with raises(WireError, match="too large"):
        PlainCodec(max_bytes=10).decode(b'"%s"' % (b"x" * 9))


def test_the_announced_length_is_held_against_the_channels_own_limit():
    ours, theirs = socket.socketpair()
    with theirs:
        channel = Channel(ours, PlainCodec(max_bytes=1000))
        theirs.sendall((1001).to_bytes(4, "big"))
        with raises(WireError, match="1,000 are allowed"):
            channel.receive(time.monotonic() + 5)
        channel.close()


# Outputs.


def stream(text):
    return {"output_type": "stream", "name": "stdout", "text": text}


def test_outputs_that_fit_are_sent_as_they_are():
    outputs = [stream("a"), stream("b")]
    assert fitting(outputs, 1000) == outputs


def test_of_outputs_that_do_not_fit_the_first_are_kept_with_a_note():
    kept = fitting([stream("a" * 100)] * 50, 1000)
    assert kept[0] == stream("a" * 100)
    assert 1 < len(kept) < 10
    assert "left out" in kept[-1]["text"]
    assert len(json.dumps(kept)) < 1300


def test_an_output_that_json_cannot_hold_is_put_into_words_or_left_out():
    odd = {"output_type": "display_data", "data": {"text/plain": "odd"}, "metadata": {"a": {1}, b"b": 2}}
    endless = {"output_type": "display_data", "data": {"application/json": cyclic()}, "metadata": {}}
    kept = fitting([odd, endless, stream("a")], 1000)
    assert [output["output_type"] for output in kept] == ["display_data", "stream"]
    assert kept[0]["metadata"] == {"a": "{1}"}


def displayed(mime, value, **more):
    return {"output_type": "display_data", "data": {mime: value}, "metadata": {}, **more}


@mark.parametrize(
    "output",
    [
        displayed("paplication/json", [1]),
        displayed("application/json\n", [1]),
        displayed("application/jsonl", {}),
        displayed("text/plain", ["a"]),
        displayed("text/plain", "1", output_type="execute_result", execution_count=-1),
        displayed("text/plain", "1", output_type="execute_result", execution_count=True),
        displayed("text/plain", "1", output_type="execute_result"),
        displayed("text/plain", "1", output_type="execute_result", execution_count=1, more=1),
    ],
    ids=repr,
)
def test_an_output_that_no_valid_notebook_holds_is_left_out(output):
    assert readable([output, stream("a")]) == [stream("a")]


@mark.parametrize("mime", ["application/json", "application/vnd.plot.v1+json"])
def test_an_output_of_json_is_kept(mime):
    outputs = [displayed(mime, [1]), displayed(mime, 1, output_type="execute_result", execution_count=1)]
    assert readable(outputs) == outputs


@mark.parametrize(
    "cell",
    [
        "print('\\0' * 99_000)",
        "print('♠' * 99_000)",
        "raise ValueError('\\0' * 300_000)",
        "def f(n):\n    f(n)\nf('x' * 10 ** 6)",
        "import sys\nfor _ in range(5000): print(1); print(2, file=sys.stderr)",
    ],
)
def test_what_a_cell_honestly_prints_always_fits(runner, cell):
    outputs = runner.run(cell).outputs
    assert outputs
    assert "left out" not in json.dumps(outputs)


def test_of_a_cell_that_fails_many_times_the_first_failures_are_shown(runner):
    outputs = runner.run(
        "for _ in range(60):\n"
        "    try: raise ValueError('x' * 90_000)\n"
        "    except ValueError: get_ipython().showtraceback()"
    ).outputs
    assert outputs[0]["ename"] == "ValueError"
    assert "left out" in outputs[-1]["text"]
    assert runner.run("print(1)").outputs[0]["text"] == "1\n"
