"""Messages between processes: what is sent is read again, and nothing else is read."""

import numpy
import pytest

from nbproctor.examination.wire import messages
from nbproctor.examination.wire.messages import CellReport, Judged, Message, Preparation, RunCell, RunGradedCell
from nbproctor.examination.wire.wire_bounds import WireError

SENT = [
    RunCell(None),
    RunCell("1 + 1"),
    CellReport([{"output_type": "stream"}], True, 3),
    RunGradedCell("test(1)", True),
    Judged("WrongAnswerError", "no", True, False, ["no"], "", True, 3, ". a1", None),
    Judged("", "", False, False, [], "", True, 3, "", 1.5),
]
KINDS = [kind for kind in vars(messages).values() if isinstance(kind, type) and issubclass(kind, Message)]


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
        ["ran", [], True, True],
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
