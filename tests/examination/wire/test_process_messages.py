"""Messages between processes: what is sent is read again, and nothing else is read."""

import numpy
import pytest

from nbproctor.examination.wire.messages import exam_messages, process_messages
from nbproctor.examination.wire.messages.exam_messages import Applied, ApplyAhead
from nbproctor.examination.wire.messages.message import Message
from nbproctor.examination.wire.messages.process_messages import CellReport, Preparation, RunCell, TestReport
from nbproctor.examination.wire.wire_bounds import WireError

SENT = [
    RunCell(None),
    RunCell("1 + 1"),
    CellReport([{"output_type": "stream"}], True, 3),
    TestReport([], False, "ValueError", False, "no", 3, True, None, ["n"], False, True, False),
    Applied("returned", object(), {1: b""}, [], False),
    ApplyAhead(None, [b"a"], 0.5),
    ApplyAhead("f", [b"a"], 0),
]
KINDS = [
    kind
    for module in (process_messages, exam_messages)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Message)
]


@pytest.mark.parametrize("message", SENT, ids=lambda message: type(message).__name__)
def test_a_message_is_read_as_it_was_sent(message):
    assert type(message).read(message.parts()) == message


class EqualsEverything:
    def __repr__(self):
        return "an object that equals everything"

    def __eq__(self, other):
        return True


@pytest.mark.parametrize(
    "parts",
    [
        None,
        "ran",
        [],
        ["ran"],
        ("ran", [], True, 3),
        ["ran", [], True],
        ["ran", [], True, 3, 4],
        ["cell", [], True, 3],
        ["ran", {}, True, 3],
        ["ran", [], 1, 3],
        ["ran", [], True, "3"],
        [["ran"], [], True, 3],
        [numpy.array(["ran", "ran"]), [], True, 3],
        [EqualsEverything(), [], True, 3],
    ],
    ids=str,
)
def test_what_is_no_such_message_is_refused(parts):
    with pytest.raises(WireError, match="'ran'"):
        CellReport.read(parts)


def test_every_kind_has_a_name_and_types_that_can_be_asked():
    for kind in KINDS:
        if kind not in (Message, Preparation):
            with pytest.raises(WireError):
                kind.read([kind.kind] + [object()] * 20)
