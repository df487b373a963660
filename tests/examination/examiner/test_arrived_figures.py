"""A student's figures in a test: drawn again by the examiner's matplotlib, and as they are in the candidate now."""

import matplotlib.pyplot as plt
from pytest import fixture, mark

from nbproctor.examination.examiner.proxies import Proxy

CELL = """
import matplotlib.pyplot as plt
from unittest.mock import Mock
fig, ax = plt.subplots()
line, = ax.plot([1, 2, 3], [1, 4, 9], "r--o", label="squares")
title, legend = ax.set_title("Squares"), ax.legend()

def panels():
    fig, axs = plt.subplots(1, 2, figsize=(8, 3))
    axs[0].bar(["a", "b"], [1, 2])
    return fig, axs

def add(ax):
    ax.set_xlabel("added")
    ax.plot([5, 6])

def current(values):
    plt.plot(values)
    plt.title("current")

class OwnAxes(plt.Axes):
    def get_title(self): return "Squares"

def own(): return OwnAxes(plt.figure(), [0, 0, 1, 1])

def mock():
    lying = Mock(spec=plt.Axes)
    lying.get_title.return_value = "Squares"
    return lying

def replaced():
    fig, ax = plt.subplots()
    ax.get_title = lambda: "Squares"
    ax.title.get_text = lambda: "Squares"
    return ax

def three():
    return plt.figure().add_subplot(projection="3d")
"""


@fixture(scope="module")
def drawing(lasting_student):
    return lasting_student(CELL)


@fixture(autouse=True)
def _begun(drawing):
    drawing.link.begin()
    yield
    drawing.link.figures.with_open = False
    drawing.link.figures.hide()
    plt.close("all")


def test_names_and_what_they_lead_to_are_objects_of_the_examiners_own(drawing):
    names = drawing.link.names([], ["fig", "ax", "line", "title", "legend"])
    ax = names["ax"]
    assert type(ax) is plt.Axes and names["fig"].axes == [ax]
    assert (names["line"], names["title"], names["legend"]) == (ax.lines[0], ax.title, ax.get_legend())
    assert list(ax.lines[0].get_ydata()) == [1, 4, 9] and ax.lines[0].get_color() == "r"
    assert ax.get_title() == "Squares" and ax.get_legend().get_texts()[0].get_text() == "squares"


def test_a_figure_that_nobody_reads_is_not_looked_at(drawing):
    names = drawing.link.names([], ["fig", "ax"], [], ["fig"])
    assert isinstance(names["fig"], Proxy) and type(names["ax"]) is plt.Axes


def test_axes_that_a_function_returns_are_those_of_their_figure(drawing):
    fig, axs = drawing.panels()
    assert axs.shape == (2,) and list(axs) == fig.axes
    assert [bar.get_height() for bar in axs[0].patches] == [1, 2]
    assert [tick.get_text() for tick in axs[0].get_xticklabels()] == ["a", "b"]


def test_what_a_later_call_draws_is_seen(drawing):
    fig, axs = drawing.panels()
    drawing.add(axs[1])
    assert axs[1].get_xlabel() == "added" and len(axs[1].lines) == 1 and fig.axes == list(axs)


def test_what_a_function_draws_in_axes_of_the_test_is_seen(drawing):
    fig, ax = plt.subplots()
    drawing.add(ax)
    assert fig.axes == [ax] and ax.get_xlabel() == "added" and list(ax.lines[0].get_ydata()) == [5, 6]


def test_the_figure_that_is_open_there_is_open_here_until_the_test_closes_it(drawing):
    drawing.link.figures.with_open = True
    drawing.run("plt.close('all')")
    drawing.current([1, 2])
    assert plt.gca().get_title() == "current"
    plt.close("all")
    drawing.current([3])
    assert [list(line.get_ydata()) for line in plt.gca().lines] == [[3]]
    drawing.link.figures.hide()
    assert plt.get_fignums() == []


@mark.parametrize("function", ["own", "mock", "three"])
def test_axes_that_are_none_stay_objects(drawing, function):
    assert isinstance(getattr(drawing, function)(), Proxy)


def test_of_axes_with_other_methods_those_of_matplotlib_say_what_they_have(drawing):
    assert drawing.replaced().get_title() == ""


def test_figures_stay_objects_where_the_test_sets_texts_with_latex(drawing):
    with plt.rc_context({"text.usetex": True}):
        assert isinstance(drawing.link.names([], ["ax"])["ax"], Proxy)
