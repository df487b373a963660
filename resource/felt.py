"""The green felt that every figure lies on: it looks the same, and as well, in a light notebook and in a dark one."""

from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

FELT = "#33614b"
INNER_FELT = "#294f3e"
SHADOW = "#26493a"
WORDS = "#f2f6f2"  # what is written on felt
SOFT_WORDS = "#d3e0d7"
GOLD = "#f5d581"

_ROUNDING_INCHES = 0.14


def on_felt(width: float, height: float) -> Figure:
    """Return a figure that is covered with felt up to its round corners; what is behind these shines through.

    Args:
        width: of the figure, in inches.
        height: of the figure, in inches.
    """
    figure = Figure(figsize=(width, height), facecolor="none")
    axes = figure.add_axes((0, 0, 1, 1), zorder=-1)
    axes.set_xlim(0, width)
    axes.set_ylim(0, height)
    axes.set_axis_off()
    style = f"round,pad=0,rounding_size={_ROUNDING_INCHES}"
    axes.add_patch(FancyBboxPatch((0, 0), width, height, boxstyle=style, facecolor=FELT, linewidth=0))
    return figure
