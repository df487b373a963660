"""Draws a figure again from its form: what a test gets in place of the student's is made here, by matplotlib."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from nbproctor.examination.wire.figures.figure_forms import Form, Place, class_of, is_loaded
from nbproctor.examination.wire.figures.figure_schema import HEADINGS, SPINES, TITLES


def new_figure() -> Any:
    """A figure of matplotlib's in no window, which nobody has drawn anything in."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure()
    FigureCanvasAgg(figure)
    return figure


def can_draw() -> bool:
    """Whether figures are drawn here: matplotlib is loaded, and its settings set no text with LaTeX."""
    return is_loaded() and not sys.modules["matplotlib"].rcParams["text.usetex"]


@contextmanager
def _without_warnings() -> Iterator[None]:
    # `warnings.catch_warnings` would let all that has warned once warn again.
    ignored: Any = ("ignore", None, Warning, None, 0)
    warnings.filters.insert(0, ignored)  # type: ignore[attr-defined]
    try:
        yield
    finally:
        warnings.filters.remove(ignored)  # type: ignore[attr-defined]


@_without_warnings()
def draw(figure: Any, form: Form) -> None:
    """Let a figure have what a form holds, and nothing else; axes that it has already stay the same objects.

    No text is ever set with LaTeX, which would be another program.

    Args:
        figure: what is drawn in.
        form: a form that `is_form`.

    Raises:
        Exception: whatever matplotlib has against the values.
    """
    figure.set_size_inches(form["size"])
    figure.set_dpi(form["dpi"])
    figure.set_label(form["label"])
    figure.set_facecolor(form["facecolor"])
    had = list(figure.axes)
    for text in list(figure.texts):
        text.remove()
    figure._suptitle = figure._supxlabel = figure._supylabel = None
    for legend in list(figure.legends):
        legend.remove()
    for surplus in had[len(form["axes"]) :]:
        surplus.remove()
    for position, axes_form in enumerate(form["axes"]):
        _draw_axes(had[position] if position < len(had) else _new_axes(figure, axes_form), axes_form)
    for name, heading in zip(HEADINGS, form["headings"], strict=True):
        if heading is not None:
            _set_text(getattr(figure, name)(""), heading)
    for text in form["texts"]:
        _set_text(figure.text(0, 0, ""), text)
    for legend in form["legends"]:
        _draw_legend(figure, legend)
    if form["current"] is not None and form["current"] < len(figure.axes):
        figure.sca(figure.axes[form["current"]])


def at_place(figure: Any, place: Place) -> Any:
    """What is at a place of a figure.

    Args:
        figure: the figure.
        place: as `place_of` gives it.

    Raises:
        LookupError: there is nothing.
        ValueError: it is no place.
    """
    match place:
        case []:
            return figure
        case ["axes", int(position)]:
            return figure.axes[position]
        case ["axes", int(position), "title" | "legend" as name]:
            return getattr(figure.axes[position], {"title": "title", "legend": "legend_"}[name])
        case ["axes", int(position), "xlabel" | "ylabel" as name]:
            return getattr(figure.axes[position], f"{name[0]}axis").label
        case ["axes", int(position), "artists", int(index)]:
            return figure.axes[position]._children[index]
        case ["axes", int(position), "containers", int(index)]:
            return figure.axes[position].containers[index]
    raise ValueError("not a place of a figure")


def _new_axes(figure: Any, form: Form) -> Any:
    if form["grid"] is None:
        return figure.add_axes(form["position"])
    rows, columns, first, last = form["grid"]
    grid = figure.add_gridspec(rows, columns)
    return figure.add_subplot(_cells(grid, columns, first, last))


def _cells(grid: Any, columns: int, first: int, last: int) -> Any:
    """The cells of a grid from the first to the last, by their numbers."""
    return grid[first // columns : last // columns + 1, first % columns : last % columns + 1]


def _draw_axes(axes: Any, form: Form) -> None:
    axes.clear()
    axes._set_position(form["position"])
    for name in ("x", "y"):
        _begin_axis(axes, name, form[name])
    drawn = [_draw_artist(artist, axes) for artist in form["artists"]]
    for container in form["containers"]:
        axes.add_container(_container(container, drawn))
    for title, text in zip(TITLES, form["titles"], strict=True):
        _set_text(axes.set_title("", loc=title), text)
    for side, spine in zip(SPINES, form["spines"], strict=True):
        axes.spines[side].set(**spine)
    axes.set(**form["properties"])
    (axes.set_axis_on if form["has_axis"] else axes.set_axis_off)()
    for name in ("x", "y"):
        _end_axis(axes, name, form[name])
    if form["legend"] is not None:
        _draw_legend(axes, form["legend"])


def _begin_axis(axes: Any, name: str, form: Form) -> None:
    """Scale and categories: what artists have to find."""
    if form["categories"] is not None:
        getattr(axes, f"{name}axis").update_units(form["categories"])
    if form["scale"] != "linear":
        getattr(axes, f"set_{name}scale")(form["scale"])


def _end_axis(axes: Any, name: str, form: Form) -> None:
    """Limits, ticks and texts: what artists would change."""
    from matplotlib.ticker import FixedFormatter, FixedLocator

    axis = getattr(axes, f"{name}axis")
    getattr(axes, f"set_{name}lim")(form["limits"], auto=form["autoscale"])
    for which in ("major", "minor"):
        if (ticks := form[which]) is not None:
            getattr(axis, f"set_{which}_locator")(FixedLocator(ticks["places"]))
            if ticks["labels"] is not None:
                getattr(axis, f"set_{which}_formatter")(FixedFormatter(ticks["labels"]))
        if form[f"{which}_settings"]:
            axis.set_tick_params(which, **form[f"{which}_settings"])
    _set_text(axis.label, form["label"])
    axis.set_label_position(form["label_position"])
    axis.set_visible(form["visible"])
    labels = axis.get_majorticklabels()
    if form["tick_texts"] is not None and len(labels) == len(form["tick_texts"]):
        for label, text in zip(labels, form["tick_texts"], strict=True):
            label.set(usetex=False, **text)


def _set_text(text: Any, form: Form) -> None:
    text.set(usetex=False, **form)


def _draw_artist(form: Form, axes: Any) -> Any:
    artist = _made(form, axes)
    transform = None if form["kind"] == "Annotation" else _transform(form["transform"], axes)
    if transform is not None:
        artist.set_transform(transform)
    match form["kind"]:
        case "Line2D":
            axes.add_line(artist)
        case "Rectangle" | "Ellipse" | "Circle" | "Polygon" | "PathPatch" | "Wedge":
            axes.add_patch(artist)
        case "AxesImage":
            axes.add_image(artist)
        case "Text":
            axes._add_text(artist)
        case "Annotation":
            pass  # which `annotate` has added
        case _:
            axes.add_collection(artist, autolim=False)
    # An image of its own would be cut at the axes' edge, whatever it had: what it has is set at last.
    artist.set_clip_on(form["properties"]["clip_on"])
    return artist


def _made(form: Form, axes: Any) -> Any:
    """The artist of a form, not yet in any axes; an annotation is in them."""
    data, kind = form["data"], form["kind"]
    properties = {name: value for name, value in form["properties"].items() if name not in ("array", "cmap", "clim")}
    match kind:
        case "Line2D":
            artist = class_of("lines", kind)(data["xdata"], data["ydata"])
        case "Rectangle" | "Ellipse" | "Circle" | "Polygon" | "PathPatch" | "Wedge":
            artist = _made_patch(kind, data)
        case "AxesImage":
            artist = _made_image(data, axes)
        case "Text":
            artist = class_of("text", kind)(usetex=False)
        case "Annotation":
            artist = axes.annotate(
                "", data["xy"], (0, 0), data["xycoords"], textcoords=data["textcoords"], arrowprops=data["arrow"]
            )
            artist.set_usetex(False)
        case _:
            artist = _made_collection(form, axes)
    artist.set_alpha(properties.pop("alpha"))
    artist.set(**properties)
    return artist


def _made_patch(kind: str, data: Form) -> Any:
    made = class_of("patches", kind)
    match kind:
        case "Rectangle":
            return made(data["xy"], data["width"], data["height"], angle=data["angle"])
        case "Ellipse":
            return made(data["center"], data["width"], data["height"], angle=data["angle"])
        case "Circle":
            return made(data["center"], data["radius"])
        case "Polygon":
            return made(data["xy"], closed=data["closed"])
        case "Wedge":
            return made(data["center"], data["r"], data["theta1"], data["theta2"], width=data["width"])
    return made(_path(data))


def _made_collection(form: Form, axes: Any) -> Any:
    import numpy as np

    data, kind, properties = form["data"], form["kind"], form["properties"]
    made: Any = class_of("collections", kind)
    match kind:
        case "PathCollection":
            collection = made([_path(path) for path in data["paths"]], data["sizes"], offsets=data["offsets"])
            if data["offset_transform"] != "identity":
                collection.set_offset_transform(_transform(data["offset_transform"], axes))
        case "LineCollection":
            collection = made(data["segments"])
        case "QuadMesh":
            collection = made(data["coordinates"])
        case "PolyCollection":
            collection = made([])
        case _:
            collection = made("x", *np.zeros((3, 2)))  # its paths are those of the form
    if kind.endswith("PolyCollection"):
        collection._paths = [_path(path) for path in data["paths"]]
    if properties["array"] is not None:
        collection.set_array(properties["array"])
    collection.set_cmap(properties["cmap"])
    collection.set_clim(*properties["clim"])
    return collection


def _made_image(data: Form, axes: Any) -> Any:
    import numpy as np

    image: Any = class_of("image", "AxesImage")(axes, cmap=data["cmap"], extent=data["extent"])
    image.set_data(data["pixels"] if data["mask"] is None else np.ma.array(data["pixels"], mask=data["mask"]))
    image.set_clim(*data["clim"])
    return image


def _path(form: Form) -> Any:
    made: Any = class_of("path", "Path")
    return made(form["vertices"], form["codes"])


def _transform(name: str, axes: Any) -> Any:
    match name:
        case "x" | "y":
            return getattr(axes, f"get_{name}axis_transform")()
        case "figure":
            return axes.figure.transFigure
        case "identity":
            made: Any = class_of("transforms", "IdentityTransform")
            return made()
    return {"data": axes.transData, "axes": axes.transAxes}[name]


def _container(form: Form, drawn: list[Any]) -> Any:
    def member(place: Any) -> Any:
        if place is None:
            return None
        return tuple(drawn[part] for part in place) if isinstance(place, list) else drawn[place]

    members = [member(place) for place in form["members"]]
    made: Any = class_of("container", form["kind"])
    if form["kind"] == "BarContainer":
        container = made(members, datavalues=form["values"], orientation=form["orientation"])
    elif form["kind"] == "ErrorbarContainer":
        container = made(tuple(members), *form["errors"])
    else:
        container = made(tuple(members))
    container.set_label(form["label"])
    return container


def _draw_legend(parent: Any, form: Form) -> None:
    """Draw a legend of axes, or of a figure."""
    handles = [_made(handle, parent) for handle in form["handles"]]
    legend = parent.legend(
        handles,
        [text["text"] for text in form["texts"]],
        loc=form["place"],
        ncols=max(form["columns"], 1),
        frameon=form["frame"],
        title=form["title"]["text"],
    )
    for text, text_form in zip([*legend.get_texts(), legend.get_title()], [*form["texts"], form["title"]], strict=True):
        _set_text(text, text_form)
    legend.set_visible(form["visible"])
