"""Text from a submission made fit to be shown: nothing in it steers the screen or runs on for ever."""

from __future__ import annotations

import re

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"

# Colours, cursor movements and titles that a terminal would obey.
_TERMINAL_CODE = re.compile(r"\x1b(?:\[[0-?]*+[ -/]*+[@-~]|\][^\x07\x1b]*+(?:\x07|\x1b\\)|[()][0-9A-B]|[=>78])")

_HIDDEN_CHARACTERS = (
    {*range(0x20)} - {*map(ord, "\t\n")}  # control characters
    | {*range(0x7F, 0xA0)}  # and more of them
    | {0x61C, 0x200B, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2060, 0x206A)}  # direction, no width
    | {*range(0xD800, 0xE000)}  # half of a character, which UTF-8 cannot write
    | {0xFEFF, *range(0xFFF9, 0xFFFC), 0xFFFE, 0xFFFF}  # marks that are no text
    | {*range(0xE0000, 0xE0080)}  # letters that nobody sees
)
_FIRST_WORD = re.compile(r"^[a-z](?=[a-z']*[ ,])", re.MULTILINE)
_STOPS = (".", ":", "!", "?", "…", "]")
_REPLACEMENTS = dict.fromkeys(_HIDDEN_CHARACTERS, REPLACEMENT)


def without_terminal_codes(text: str) -> str:
    """Take out of a text what a terminal would obey: colours, cursor movements, titles."""
    return _TERMINAL_CODE.sub("", text) if "\x1b" in text else text


def plain(text: str) -> str:
    """Take terminal colours out of a text, and put a visible sign for each hidden character and each that steers."""
    return without_terminal_codes(text).replace("\r\n", "\n").replace("\r", "\n").translate(_REPLACEMENTS)


def one_line(text: str) -> str:
    """Make a text plain and put it on one line: fit for a name or a table's cell."""
    return " ".join(plain(text).split())


def sentences(text: str) -> str:
    """Make each line of a message a sentence: it begins with a capital, or with a name, and ends with a stop."""
    lines = _FIRST_WORD.sub(lambda letter: letter[0].upper(), text).split("\n")
    return "\n".join(line if not line or line.endswith(_STOPS) else f"{line}." for line in lines)


def cut(text: str, bound: int) -> str:
    """Keep the beginning and the end of a long text, and say between them how much is missing."""
    missing = len(text) - bound
    if missing <= 0:
        return text
    end = bound // 4
    return f"{text[: bound - end]}\n[Cut here: {missing:,} characters are not shown.]\n{text[-end:]}"
