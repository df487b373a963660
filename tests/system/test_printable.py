"""Text that is fit to be shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbproctor.system.printable import cut, one_line, plain

ANY = st.text(alphabet=st.characters(codec=None, exclude_categories=[]))


@given(ANY)
def test_plain_text_can_be_written_and_steers_nothing(text):
    shown = plain(text)
    shown.encode("utf-8")
    assert not any(ord(character) < 32 and character not in "\n\t" for character in shown)


@given(st.text(alphabet=st.characters(categories=["L", "N", "P", "S", "Zs"])))
def test_what_can_be_seen_stays(text):
    assert plain(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[1;31mred\x1b[0m", "red"),
        ("\x1b]8;;https://example.org\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1b]0;never closed", "\ufffd]0;never closed"),
        ("50%\r100%\r\ndone", "50%\n100%\ndone"),
        ("a\x00b", "a\ufffdb"),
        ("family \U0001f468\u200d\U0001f469", "family \U0001f468\u200d\U0001f469"),
    ],
)
def test_plain_text_by_example(text, shown):
    assert plain(text) == shown


def test_one_line_has_no_line_breaks():
    assert one_line(" a\n\tb\r\nc ") == "a b c"


def test_a_text_that_is_too_long_keeps_its_beginning_and_its_end():
    assert cut("abc", 3) == "abc"
    assert cut("a" * 6 + "b" * 1000 + "c" * 2, 8) == "a" * 6 + "\n[Cut here: 1,000 characters are not shown.]\ncc"
