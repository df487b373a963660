"""The form of a figure: what tests ask of its axes and artists, as plain data.

It is read by matplotlib's own classes, and only of objects that are exactly of these. What a form does not hold, such
as axes in three dimensions, makes the whole figure no plain data.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from nbproctor.examination.wire.codec import Codec
from nbproctor.examination.wire.figures.figure_schema import (
    AXES,
    DATA,
    MODULES,
    PROPERTIES,
    SCALES,
    SPINES,
    TEXT,
    TICK_SETTINGS,
    TICK_TEXT,
    is_form,
    is_scalar,
)
from nbproctor.examination.wire.wire_bounds import WireError

Form = dict[str, Any]
# Where a thing is in its figure: `[]` the figure itself, `["axes", 0]`, `["axes", 0, "artists", 3]`.
Place = list[Any]


class UnheldError(Exception):
    """A figure has what no form holds."""


def is_loaded() -> bool:
    """Whether there can be a figure in this process."""
    return "matplotlib.figure" in sys.modules


def class_of(module: str, name: str) -> Any:
    """A class of matplotlib's.

    Args:
        module: its module, without the package.
        name: its name.
    """
    return getattr(sys.modules.get(f"matplotlib.{module}"), name, UnheldError)


def place_of(value: Any) -> tuple[Any, Place] | None:
    """The figure that a thing of matplotlib's is in, and its place there; None for anything else."""
    kind = type(value)
    if kind is class_of("figure", "Figure"):
        return value, []
    if kind.__module__.partition(".")[0] != "matplotlib":
        return None
    if kind is class_of("axes", "Axes"):
        return _in_figure(value, [])
    if kind.__name__ in DATA or kind.__name__ == "Legend":
        return _in_axes(value)
    if kind.__name__ in _CONTAINERS and kind.__module__ == "matplotlib.container" and len(value):
        first = next((part for part in _parts(list(value)) if hasattr(part, "axes")), None)
        axes = getattr(first, "axes", None)
        if axes is not None and any(each is value for each in axes.containers):
            return _in_figure(axes, ["containers", _index(axes.containers, value)])
    return None


def _in_figure(axes: Any, rest: Place) -> tuple[Any, Place] | None:
    figure = axes.figure
    if type(axes) is not class_of("axes", "Axes") or type(figure) is not class_of("figure", "Figure"):
        return None
    position = _index(figure.axes, axes)
    return None if position is None else (figure, ["axes", position, *rest])


def _in_axes(value: Any) -> tuple[Any, Place] | None:
    axes = value.axes
    if axes is None and value.figure is not None:  # the label of an axis, which is in no axes itself
        axes = next((each for each in value.figure.axes if value in (each.xaxis.label, each.yaxis.label)), None)
    if type(axes) is not class_of("axes", "Axes"):
        return None
    named = {"title": axes.title, "xlabel": axes.xaxis.label, "ylabel": axes.yaxis.label, "legend": axes.legend_}
    for name, part in named.items():
        if part is value:
            return _in_figure(axes, [name])
    position = _index(axes._children, value)
    return None if position is None else _in_figure(axes, ["artists", position])


def _index(items: Iterable[Any], value: object) -> int | None:
    return next((index for index, item in enumerate(items) if item is value), None)


def form_of(figure: Any) -> Form:
    """The form of a figure.

    Args:
        figure: exactly matplotlib's.

    Raises:
        UnheldError: it has what no form holds, or more than a form may.
    """
    if type(figure) is not class_of("figure", "Figure"):
        raise UnheldError("not a figure of matplotlib's")
    if figure.subfigs or figure.artists or figure.lines or figure.patches or figure.images:
        raise UnheldError("a figure with artists outside of its axes")
    headings = [figure._suptitle, figure._supxlabel, figure._supylabel]
    current = figure._axstack.current() if figure.axes else None
    form = {
        "size": tuple(map(float, figure.get_size_inches())),
        "dpi": figure.get_dpi(),
        "label": _word(figure.get_label()),
        "facecolor": figure.get_facecolor(),
        "headings": [None if text is None else _text(text) for text in headings],
        "texts": [_text(text) for text in figure.texts if not any(text is heading for heading in headings)],
        "legends": [_legend(legend) for legend in figure.legends],
        "axes": [_axes(axes) for axes in figure.axes],
        "current": _index(figure.axes, current) if current is not None else None,
    }
    if not is_form(form):
        raise UnheldError("a figure with more, or with other values, than can be sent")
    return form


def _word(value: object) -> str | None:
    return None if value is None else str(value)


def _axes(axes: Any) -> Form:
    if type(axes) is not class_of("axes", "Axes"):
        raise UnheldError(f"axes of the type {type(axes).__name__}")
    if axes.child_axes or not set(axes.spines.keys()) <= {*SPINES, "outline"}:
        raise UnheldError("axes in axes, or with other sides")
    children = list(axes._children)
    grid = axes.get_subplotspec()
    return {
        "properties": {name: _got(axes, name) for name in AXES["properties"]},
        "has_axis": axes.axison,
        "position": list(map(float, axes.get_position().bounds)),
        "grid": None if grid is None else list(map(int, grid.get_geometry())),
        "titles": [_text(text) for text in (axes.title, axes._left_title, axes._right_title)],
        "x": _axis(axes, "x"),
        "y": _axis(axes, "y"),
        "spines": [
            {name: _got(axes.spines[side], name) for name in ("visible", "edgecolor", "linewidth")} for side in SPINES
        ],
        "artists": [_artist(child, axes) for child in children],
        "containers": [_container(each, children) for each in axes.containers],
        "legend": None if axes.legend_ is None else _legend(axes.legend_),
    }


def _got(artist: Any, name: str) -> Any:
    value = getattr(type(artist), f"get_{name}")(artist)
    return str(value) if name in ("label", "gid") and value is not None else value


def _text(text: Any) -> Form:
    if type(text) not in (class_of("text", "Text"), class_of("text", "Annotation")):
        raise UnheldError(f"a text of the type {type(text).__name__}")
    form = {name: _got(text, name) for name in TEXT}
    return {**form, "fontfamily": list(form["fontfamily"]), "position": tuple(form["position"])}


def _axis(axes: Any, name: str) -> Form:
    axis = getattr(axes, f"{name}axis")
    scale = axis.get_scale()
    if scale not in SCALES or type(axis).__module__ != "matplotlib.axis":
        raise UnheldError(f"an axis with the scale {scale}")
    converter = axis.get_converter()
    categories = None
    if type(converter) is class_of("category", "StrCategoryConverter") and axis.units is not None:
        categories = list(axis.units._mapping)
    is_usual = scale == "linear" and (converter is None or categories is not None)
    ticks = {
        which: _ticks(axis, which, is_usual and getattr(axis, f"isDefault_{short}loc"))
        for which, short in (("major", "maj"), ("minor", "min"))
    }
    settings = {
        which: {key: value for key, value in axis.get_tick_params(which).items() if _is_held_setting(key, value)}
        for which in ticks
    }
    # What is usual is left to the axes that are drawn again, but for how the texts of the ticks look.
    texts = [{name: _got(text, name) for name in TICK_TEXT} for text in axis.get_majorticklabels()]
    return {
        "scale": scale,
        "limits": getattr(axes, f"get_{name}lim")(),
        "autoscale": getattr(axes, f"get_autoscale{name}_on")(),
        "categories": categories,
        "label": _text(axis.label),
        "label_position": axis.get_label_position(),
        "visible": axis.get_visible(),
        **ticks,
        "major_settings": settings["major"],
        "minor_settings": settings["minor"],
        "tick_texts": texts,
    }


def _is_held_setting(key: str, value: object) -> bool:
    return key in TICK_SETTINGS and is_scalar(value)


def _ticks(axis: Any, which: str, is_usual: bool) -> Form | None:
    """The places and texts of an axis' ticks; None where they follow from its limits."""
    import numpy as np

    ticker = getattr(axis, which)
    has_usual_texts = getattr(axis, f"isDefault_{which[:3]}fmt")
    if is_usual and has_usual_texts:
        return None
    places = np.asarray(axis.get_majorticklocs() if which == "major" else axis.get_minorticklocs(), dtype=float)
    return {
        "places": places,
        "labels": None
        if has_usual_texts and is_usual
        else [str(text) for text in ticker.formatter.format_ticks(places)],
    }


def _artist(artist: Any, axes: Any) -> Form:
    kind = type(artist).__name__
    if not any(kind in names and type(artist) is class_of(module, kind) for module, names in MODULES.items()):
        raise UnheldError(f"an artist of the type {kind}")
    properties = {name: _property(artist, name) for name in PROPERTIES[kind]}
    data = {name: _datum(artist, name, axes) for name in DATA[kind]}
    transform = "identity" if kind == "Annotation" else _transform(_plain_transform(artist), axes)
    return {"kind": kind, "transform": transform, "data": data, "properties": properties}


def _plain_transform(artist: Any) -> Any:
    """The transform that was given to an artist; a patch adds one for its own shape."""
    return class_of("artist", "Artist").get_transform(artist)


def _transform(transform: Any, axes: Any) -> str:
    if axes is None:
        return "identity"
    known = {
        "data": axes.transData,
        "axes": axes.transAxes,
        "x": axes.get_xaxis_transform(),
        "y": axes.get_yaxis_transform(),
        "figure": axes.figure.transFigure,
    }
    for name, each in known.items():
        if transform is each or transform == each:
            return name
    if type(transform) is class_of("transforms", "IdentityTransform"):
        return "identity"
    raise UnheldError("an artist in coordinates of its own")


def _property(artist: Any, name: str) -> Any:
    import numpy as np

    if name == "cmap":
        return artist.get_cmap().name
    if name == "clim":
        return list(artist.get_clim())
    if name in ("position", "fontfamily"):
        return (tuple if name == "position" else list)(_got(artist, name))
    value = _got(artist, name)
    if name == "array" and value is not None:
        return np.ma.filled(np.ma.asarray(value, dtype=float), np.nan)
    is_several = not hasattr(artist, "get_xdata") and hasattr(artist, "get_offsets")
    if is_several and name in ("facecolor", "edgecolor", "linewidth") and not isinstance(value, str):
        return np.asarray(value, dtype=float)
    return str(value) if name == "hatch" and value is not None else value


def _datum(artist: Any, name: str, axes: Any) -> Any:
    import numpy as np

    match name:
        case "xdata" | "ydata":
            return _series(_got(artist, name), getattr(type(artist), f"get_{name}"), artist)
        case "paths":
            return [_path(path) for path in artist.get_paths()]
        case "vertices" | "codes":
            return _path(artist.get_path())[name]
        case "segments":
            return [np.asarray(segment, dtype=float) for segment in artist.get_segments()]
        case "offsets":
            return np.ma.filled(np.ma.asarray(artist.get_offsets(), dtype=float), np.nan)
        case "offset_transform":
            return _transform(artist.get_offset_transform(), axes)
        case "sizes":
            return np.asarray(artist.get_sizes(), dtype=float)
        case "coordinates":
            return np.asarray(artist.get_coordinates(), dtype=float)
        case "pixels":
            return np.ma.getdata(artist.get_array())
        case "mask":
            mask = np.ma.getmask(artist.get_array())
            return None if mask is np.ma.nomask else mask
        case "extent":
            return list(map(float, artist.get_extent()))
        case "xy" if hasattr(artist, "get_closed"):
            return np.asarray(artist.get_xy(), dtype=float)
        case "center" | "xy":
            return tuple(getattr(artist, name, None) or artist.get_center())
        case "arrow":
            return artist.arrowprops
        case "xycoords":
            return artist.xycoords
        case "textcoords":
            return artist.anncoords
        case "r" | "theta1" | "theta2":
            return getattr(artist, name)
        case "width" if hasattr(artist, "theta1"):
            return artist.width
        case "clim" | "cmap":
            return _property(artist, name)
    return _got(artist, name)


def _series(values: Any, getter: Any, line: Any) -> Any:
    """The data of a line as it was given; as numbers, where that is no array of plain values."""
    import numpy as np

    values = np.asarray(values)
    return values if values.dtype.kind in "biufmMU" else np.asarray(getter(line, orig=False), dtype=float)


def _path(path: Any) -> Form:
    import numpy as np

    codes = None if path.codes is None else np.asarray(path.codes)
    return {"vertices": np.ma.filled(np.ma.asarray(path.vertices, dtype=float), np.nan), "codes": codes}


_CONTAINERS = ("BarContainer", "ErrorbarContainer", "StemContainer")


def _parts(value: Any) -> list[Any]:
    """The artists in nested lists and tuples."""
    if isinstance(value, (list, tuple)):
        return [part for item in value for part in _parts(item)]
    return [] if value is None else [value]


def _container(container: Any, children: list[Any]) -> Form:
    """A container, its artists as their places among those of the axes."""
    import numpy as np

    kind = type(container).__name__
    if kind not in _CONTAINERS or type(container) is not class_of("container", kind):
        raise UnheldError(f"a container of the type {kind}")

    def member(value: Any) -> Any:
        if value is None:
            return None
        if isinstance(value, (list, tuple)):
            return [member(part) for part in value]
        position = _index(children, value)
        if position is None:
            raise UnheldError("a container of artists of other axes")
        return position

    values = getattr(container, "datavalues", None)
    return {
        "kind": kind,
        "label": _word(container.get_label()),
        "members": [member(part) for part in tuple(container)],
        "values": None if values is None else np.asarray(values),
        "orientation": getattr(container, "orientation", None),
        "errors": [bool(getattr(container, name, False)) for name in ("has_xerr", "has_yerr")],
    }


def _legend(legend: Any) -> Form:
    if type(legend) is not class_of("legend", "Legend"):
        raise UnheldError(f"a legend of the type {type(legend).__name__}")
    return {
        "handles": [_artist(handle, None) for handle in legend.legend_handles],
        "texts": [_text(text) for text in legend.get_texts()],
        "title": _text(legend.get_title()),
        "place": legend._loc,
        "columns": legend._ncols,
        "frame": legend.get_frame_on(),
        "visible": legend.get_visible(),
    }


def encoded_form(figure: Any) -> bytes:
    """The form of a figure as bytes.

    Args:
        figure: exactly matplotlib's.

    Raises:
        UnheldError: it has what no form holds.
    """
    try:
        return Codec().encode(form_of(figure))
    except UnheldError:
        raise
    except Exception as error:  # what a student draws with may be anything
        raise UnheldError(f"{type(error).__name__}: {error}") from None


def decoded_form(content: bytes) -> Form:
    """The form of a figure from bytes.

    Args:
        content: what came.

    Raises:
        WireError: it is no form of a figure.
    """
    form: Form = Codec().decode(content)
    if not is_form(form):
        raise WireError("a figure has more, or other values, than the form of a figure holds")
    return form
