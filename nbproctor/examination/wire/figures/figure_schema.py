"""What the form of a figure holds: each part with the type and the bounds that its value has to have.

A form is plain data. Whoever sends one may be hostile: `fits` looks at all of it before anything is drawn.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping
from typing import Any

TRANSFORMS = ("data", "axes", "x", "y", "figure", "identity")
SCALES = ("linear", "log", "symlog", "logit", "asinh")
SPINES = ("left", "right", "bottom", "top")
HEADINGS = ("suptitle", "supxlabel", "supylabel")
TITLES = ("center", "left", "right")
TICK_TEXT = ("text", "rotation", "fontsize", "color", "horizontalalignment", "visible")
TICK_SETTINGS = (
    *("left", "right", "bottom", "top", "labelleft", "labelright", "labelbottom", "labeltop", "gridOn", "direction"),
    *("length", "width", "color", "pad", "labelsize", "labelcolor", "labelrotation", "zorder", "grid_color"),
    *("grid_alpha", "grid_linestyle", "grid_linewidth"),
)
ARROW = (
    *(
        "arrowstyle",
        "connectionstyle",
        "facecolor",
        "edgecolor",
        "color",
        "lw",
        "linewidth",
        "linestyle",
        "ls",
        "alpha",
    ),
    *("width", "headwidth", "headlength", "shrink", "shrinkA", "shrinkB", "mutation_scale"),
)

# A schema is a function that says whether a value fits; a dict of schemas by key, of which a value has each; a list of
# one schema, which each item fits; or a tuple of alternatives.
Schema = Any

MOST_PARTS = 5_000
"""The axes, artists, entries of legends and ticks that a figure may have, in any one list."""
MOST_AXES = 100
MOST_CHARACTERS = 10_000
MOST_NUMBERS = 1 << 19
"""The numbers in any one array that is no image."""
MOST_PIXELS = 1 << 22
"""The numbers in the array of an image, and the pixels of a figure that somebody draws."""


def fits(value: Any, schema: Schema) -> bool:
    """Whether a value is what a schema says, and within its bounds.

    Args:
        value: what came.
        schema: what it should be.
    """
    if isinstance(schema, dict):
        return (
            type(value) is dict
            and value.keys() == schema.keys()
            and all(fits(value[name], part) for name, part in schema.items())
        )
    if isinstance(schema, list):
        return type(value) is list and len(value) <= MOST_PARTS and all(fits(item, schema[0]) for item in value)
    if isinstance(schema, tuple):
        return any(fits(value, part) for part in schema)
    return bool(schema(value))


def is_none(value: Any) -> bool:
    """Whether it is None."""
    return value is None


def is_flag(value: Any) -> bool:
    """Whether it is a bool."""
    return type(value) is bool


def is_text(value: Any) -> bool:
    """Whether it is a text of a length that can be shown."""
    return type(value) is str and len(value) <= MOST_CHARACTERS


def is_word(value: Any) -> bool:
    """Whether it is a short text: a name or a choice."""
    return type(value) is str and len(value) <= 100


def is_number(value: Any) -> bool:
    """Whether it is a finite number, Python's or numpy's."""
    return _is_number(value) and math.isfinite(value)


def is_any_number(value: Any) -> bool:
    """Whether it is a number, which may be NaN or infinite: a bar may have no height."""
    return _is_number(value)


def is_size(value: Any) -> bool:
    """Whether it is a number from 0 to a thousand: of points or inches."""
    return is_number(value) and 0 <= value <= 1000


def is_count(value: Any) -> bool:
    """Whether it is a small whole number."""
    return type(value) is int and 0 <= value <= MOST_PARTS


def is_pair(value: Any) -> bool:
    """Whether it is two finite numbers."""
    return _is_row(value, is_number, 2)


def is_row(value: Any) -> bool:
    """Whether it is two numbers, which may be NaN."""
    return _is_row(value, is_any_number, 2)


def is_member(value: Any) -> bool:
    """Whether it is the place of an artist among those of its axes, such places in a list, or None."""
    return (
        value is None
        or is_count(value)
        or (type(value) is list and len(value) <= MOST_PARTS and all(map(is_count, value)))
    )


def is_colour(value: Any) -> bool:
    """Whether it is the name of a colour, or three or four numbers."""
    return is_word(value) or _is_row(value, is_number, 3) or _is_row(value, is_number, 4)


def is_array(value: Any) -> bool:
    """Whether it is an array of numbers, texts or moments of a bounded size."""
    return _is_array(value, "biufmMU", MOST_NUMBERS)


def is_numbers(value: Any) -> bool:
    """Whether it is an array of numbers of a bounded size."""
    return _is_array(value, "biuf", MOST_NUMBERS)


def is_points(value: Any) -> bool:
    """Whether it is an array of rows of two numbers."""
    return is_numbers(value) and value.ndim == 2 and value.shape[1] == 2


def is_pixels(value: Any) -> bool:
    """Whether it is the array of an image."""
    return _is_array(value, "biuf", MOST_PIXELS) and value.ndim in (2, 3)


def is_scalar(value: Any) -> bool:
    """Whether it is a short text, a finite number, a bool or None."""
    return value is None or is_flag(value) or is_word(value) or is_number(value)


def one_of(*words: str) -> Callable[[Any], bool]:
    """A schema of a choice."""
    return lambda value: type(value) is str and value in words


def settings(names: tuple[str, ...]) -> Callable[[Any], bool]:
    """A schema of a dict that has some of these names, each with a scalar."""
    return lambda value: (
        type(value) is dict and all(type(name) is str and name in names for name in value) and _are_scalars(value)
    )


def _are_scalars(value: Mapping[str, Any]) -> bool:
    return all(map(is_scalar, value.values()))


def _is_number(value: Any) -> bool:
    if type(value) in (int, float):
        return type(value) is float or abs(value) < 1 << 1000
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.generic) and bool(value.dtype.kind in "iuf")


def _is_row(value: Any, schema: Callable[[Any], bool], length: int) -> bool:
    return type(value) in (tuple, list) and len(value) == length and all(map(schema, value))


def _is_array(value: Any, kinds: str, most: int) -> bool:
    numpy = sys.modules.get("numpy")
    if numpy is None or type(value) is not numpy.ndarray:
        return False
    return value.dtype.kind in kinds and value.size <= most and value.nbytes <= 8 * most


OPTIONAL_TEXT = (is_none, is_text)
OPTIONAL_NUMBER = (is_none, is_number)

COMMON = {
    "visible": is_flag,
    "zorder": is_number,
    "label": (is_text, is_none),
    "alpha": (is_none, is_number, is_numbers),
    "gid": OPTIONAL_TEXT,
    "clip_on": is_flag,
}
TEXT = {
    **COMMON,
    "text": is_text,
    "position": is_pair,
    "fontsize": is_size,
    "fontweight": (is_word, is_number),
    "fontstyle": is_word,
    "fontfamily": [is_word],
    "color": is_colour,
    "rotation": is_number,
    "horizontalalignment": is_word,
    "verticalalignment": is_word,
    "parse_math": is_flag,
}
LINE = {
    **COMMON,
    "color": is_colour,
    "linestyle": is_word,
    "linewidth": is_size,
    "marker": (is_word, is_none, is_count),
    "markersize": is_size,
    "markeredgecolor": is_colour,
    "markeredgewidth": is_size,
    "markerfacecolor": is_colour,
    "fillstyle": is_word,
    "drawstyle": is_word,
}
PATCH = {
    **COMMON,
    "fill": is_flag,
    "facecolor": is_colour,
    "edgecolor": is_colour,
    "linewidth": is_size,
    "linestyle": is_word,
    "hatch": (is_none, is_word),
}
_SHADES = {"cmap": is_word, "clim": [OPTIONAL_NUMBER]}
COLLECTION = {
    **COMMON,
    "facecolor": is_numbers,
    "edgecolor": (is_numbers, is_word),
    "linewidth": is_numbers,
    "hatch": (is_none, is_word),
    "array": (is_none, is_numbers),
    **_SHADES,
}
# What each kind of artist has beside its properties; each has its transform as well.
_PATH = {"vertices": is_points, "codes": (is_none, is_numbers)}
_OFFSETS = {"offsets": is_points, "offset_transform": one_of(*TRANSFORMS)}
_ELLIPSE = {"center": is_row, "width": is_any_number, "height": is_any_number, "angle": is_number}
DATA: dict[str, dict[str, Schema]] = {
    "Line2D": {"xdata": is_array, "ydata": is_array},
    "Rectangle": {"xy": is_row, "width": is_any_number, "height": is_any_number, "angle": is_number},
    "Ellipse": _ELLIPSE,
    "Circle": {"center": is_row, "radius": is_any_number},
    "Polygon": {"xy": is_points, "closed": is_flag},
    "PathPatch": _PATH,
    "Wedge": {"center": is_row, "r": is_number, "theta1": is_number, "theta2": is_number, "width": OPTIONAL_NUMBER},
    "PathCollection": {"paths": [_PATH], "sizes": is_numbers, **_OFFSETS},
    "PolyCollection": {"paths": [_PATH]},
    "FillBetweenPolyCollection": {"paths": [_PATH]},
    "LineCollection": {"segments": [is_points]},
    "QuadMesh": {"coordinates": is_numbers},
    "AxesImage": {"pixels": is_pixels, "mask": (is_none, is_pixels), "extent": (is_none, [is_number]), **_SHADES},
    "Text": {},
    "Annotation": {"xy": is_pair, "xycoords": is_word, "textcoords": is_word, "arrow": (is_none, settings(ARROW))},
}
PROPERTIES: dict[str, dict[str, Schema]] = {
    "Line2D": LINE,
    **dict.fromkeys(("Rectangle", "Ellipse", "Circle", "Polygon", "PathPatch", "Wedge"), PATCH),
    **dict.fromkeys(("PathCollection", "PolyCollection", "FillBetweenPolyCollection", "LineCollection"), COLLECTION),
    "QuadMesh": COLLECTION,
    "AxesImage": COMMON,
    **dict.fromkeys(("Text", "Annotation"), TEXT),
}
# The classes of these kinds, by module.
MODULES = {
    "lines": ("Line2D",),
    "patches": ("Rectangle", "Ellipse", "Circle", "Polygon", "PathPatch", "Wedge"),
    "collections": ("PathCollection", "PolyCollection", "FillBetweenPolyCollection", "LineCollection", "QuadMesh"),
    "image": ("AxesImage",),
    "text": ("Text", "Annotation"),
}


def _is_artist(value: Any) -> bool:
    """Whether it is the form of an artist: of one of the kinds, with what that kind has."""
    if type(value) is not dict or type(kind := value.get("kind")) is not str or kind not in DATA:
        return False
    return fits(
        value,
        {"kind": is_word, "transform": one_of(*TRANSFORMS), "data": DATA[kind], "properties": PROPERTIES[kind]},
    )


LEGEND = {
    "handles": [_is_artist],
    "texts": [TEXT],
    "title": TEXT,
    "place": (is_count, is_pair),
    "columns": is_count,
    "frame": is_flag,
    "visible": is_flag,
}
_TICKS = (is_none, {"places": is_numbers, "labels": (is_none, [is_text])})
_TICK_SETTINGS = settings(TICK_SETTINGS)
AXIS = {
    "scale": one_of(*SCALES),
    "limits": is_pair,
    "autoscale": is_flag,
    "categories": (is_none, [is_text]),
    "label": TEXT,
    "label_position": is_word,
    "visible": is_flag,
    "major": _TICKS,
    "minor": _TICKS,
    "major_settings": _TICK_SETTINGS,
    "minor_settings": _TICK_SETTINGS,
    "tick_texts": (is_none, [{name: TEXT[name] for name in TICK_TEXT}]),
}
CONTAINER = {
    "kind": one_of("BarContainer", "ErrorbarContainer", "StemContainer"),
    "label": OPTIONAL_TEXT,
    "members": [is_member],
    "values": (is_none, is_array),
    "orientation": (is_none, is_word),
    "errors": [is_flag],
}
AXES: dict[str, Schema] = {
    "properties": {
        "visible": is_flag,
        "zorder": is_number,
        "label": OPTIONAL_TEXT,
        "facecolor": is_colour,
        "frame_on": is_flag,
        "aspect": (is_word, is_number),
        "adjustable": is_word,
        "axisbelow": (is_flag, is_word),
        "gid": OPTIONAL_TEXT,
    },
    "has_axis": is_flag,
    "position": [is_number],
    "grid": (is_none, [is_count]),
    "titles": [TEXT],
    "x": AXIS,
    "y": AXIS,
    "spines": [{"visible": is_flag, "edgecolor": is_colour, "linewidth": is_size}],
    "artists": [_is_artist],
    "containers": [CONTAINER],
    "legend": (is_none, LEGEND),
}
FIGURE = {
    "size": is_pair,
    "dpi": is_number,
    "label": OPTIONAL_TEXT,
    "facecolor": is_colour,
    "headings": [(is_none, TEXT)],
    "texts": [TEXT],
    "legends": [LEGEND],
    "axes": [AXES],
    "current": (is_none, is_count),
}


def is_form(value: Any) -> bool:
    """Whether it is the form of a figure, of a size that can be drawn."""
    if not fits(value, FIGURE):
        return False
    width, height = (inches * value["dpi"] for inches in value["size"])
    parts = [axes[part] for axes in value["axes"] for part in ("artists", "containers")]
    return (
        width >= 1
        and height >= 1
        and width * height <= MOST_PIXELS * 10
        and len(value["axes"]) <= MOST_AXES
        and sum(map(len, parts)) <= MOST_PARTS
    )
