"""Rows of bits as SVG: what the figures of bits are made of.

An SVG is text, so a script writes the same bytes on every machine. What it shows lies on felt, as every figure does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from xml.sax.saxutils import escape

from felt import FELT, GOLD, SOFT_WORDS, WORDS

PUBLIC_DATA = Path(__file__).resolve().parent / "asnlib" / "publicdata"

RANKS = "AKQJT98765432"
SERIF_FREE = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"
FIXED = "DejaVu Sans Mono, Menlo, Consolas, Courier New, monospace"

# Colours of the boxes of bits. Wherever a bit is 0, its box is OFF and its digit FAINT.
WHITE, BLUE, RED, GREEN, SAND = "#ffffff", "#cfe3f7", "#f9d3d5", "#d2ecce", "#f7e6b8"
OFF, EDGE, INK, FAINT = "#e3e8e4", "#9fb0a6", "#1d1f21", "#7b827a"

BOX = 30  # the width of a bit, its margin included
HEIGHT = 30
CORNER = 14


@dataclass
class Figure:
    """A figure that is being drawn: its size in pixels, and the lines of its SVG."""

    width: int
    height: int
    lines: list[str] = field(default_factory=list)

    def save(self, name: str) -> None:
        """Write the figure to the public data.

        Args:
            name: of the file, without its ending.
        """
        size = f'width="{self.width}" height="{self.height}" viewBox="0 0 {self.width} {self.height}"'
        felt = f'<rect width="{self.width}" height="{self.height}" rx="{CORNER}" fill="{FELT}"/>'
        svg = "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" {size}>', felt, *self.lines, "</svg>", ""])
        file = PUBLIC_DATA / f"{name}.svg"
        file.write_text(svg, encoding="utf-8", newline="\n")
        print(f"wrote {file}")

    def words(
        self, x: float, y: float, words: str, size: int = 14, color: str = WORDS, align: str = "middle", font: str = ""
    ) -> None:
        """Write words whose middle, left end or right end is at x, centred around y.

        Args:
            x: from the left.
            y: from the top.
            words: what is written.
            size: of the letters.
            color: of the letters.
            align: `middle`, `start` or `end`.
            font: names of fonts; without, those of running text.
        """
        style = f'font-family="{font or SERIF_FREE}" font-size="{size}" fill="{color}" text-anchor="{align}"'
        self.lines.append(f'<text x="{_short(x)}" y="{_short(y + 0.36 * size)}" {style}>{escape(words)}</text>')

    def code(self, x: float, y: float, code: str, color: str = GOLD, align: str = "end") -> None:
        """Write a piece of Python, as `words` does.

        Args:
            x: from the left.
            y: from the top.
            code: what is written.
            color: of the letters.
            align: `middle`, `start` or `end`.
        """
        self.words(x, y, code, color=color, align=align, font=FIXED)

    def line(self, start: tuple[float, float], end: tuple[float, float], color: str = SOFT_WORDS) -> None:
        """Draw a line between two points.

        Args:
            start: one point.
            end: the other.
            color: of the line.
        """
        ends = f'x1="{_short(start[0])}" y1="{_short(start[1])}" x2="{_short(end[0])}" y2="{_short(end[1])}"'
        self.lines.append(f'<line {ends} stroke="{color}" stroke-width="1.6"/>')

    def arrow(self, start: tuple[float, float], end: tuple[float, float], color: str = GOLD) -> None:
        """Draw an arrow down, or to the side, with its head at its end.

        Args:
            start: where it begins.
            end: where it points.
            color: of the arrow.
        """
        self.line(start, end, color)
        x, y = end
        length = max(abs(x - start[0]), abs(y - start[1]))
        along = ((x - start[0]) / length * 7, (y - start[1]) / length * 7)
        corners = [(x, y), *((x - along[0] + s * along[1] * 0.6, y - along[1] - s * along[0] * 0.6) for s in (1, -1))]
        points = " ".join(f"{_short(left)},{_short(down)}" for left, down in corners)
        self.lines.append(f'<polygon points="{points}" fill="{color}"/>')

    def bits(self, x: float, y: float, digits: str, color: str = WHITE, box: float = BOX) -> None:
        """Draw bits side by side.

        Args:
            x: of the left end.
            y: of the middle.
            digits: of the bits; where there is a space, no bit is drawn.
            color: of the bits that are 1.
            box: the width of a bit, its margin included.
        """
        for place, digit in enumerate(digits):
            if digit == " ":
                continue
            left, fill, ink = x + place * box + 1, color if digit == "1" else OFF, INK if digit == "1" else FAINT
            height = HEIGHT if box == BOX else 1.5 * box
            shape = (
                f'x="{_short(left)}" y="{_short(y - height / 2)}" width="{_short(box - 2)}" height="{_short(height)}"'
            )
            self.lines.append(f'<rect {shape} rx="3" fill="{fill}" stroke="{EDGE}" stroke-width="0.8"/>')
            size = 16 if box == BOX else 11
            self.words(left + (box - 2) / 2, y, digit, size=size, color=ink, font=FIXED)

    def rank_names(self, x: float, y: float) -> None:
        """Write the names of the 13 ranks over a row of their bits.

        Args:
            x: of the left end of the row.
            y: of the names.
        """
        for place, rank in enumerate(RANKS):
            self.words(x + (place + 0.5) * BOX, y, rank, size=13, color=SOFT_WORDS)


def ranks(names: str) -> str:
    """Return the 13 bits of some ranks.

    Args:
        names: of the ranks, such as `K7`.

    Returns:
        The digits, that of the ace first.
    """
    return "".join("01"[rank in names] for rank in RANKS)


def thirteen(number: int) -> str:
    """Return the 13 digits of a number in binary.

    Args:
        number: one of at most 13 bits.

    Returns:
        The digits.
    """
    return f"{number:013b}"


def _short(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
