"""Whatever a student writes, the grader's time for it grows with its length and not with its length's square."""

import ast
import importlib
import inspect
import pkgutil
import re
import time
from itertools import product

import pytest
from nbformat import v4

from nbproctor.report.pages.feedback import CODE_CHARACTERS, feedback_page
from nbproctor.report.student_content.autograded import notebook_text, safe_to_open, without_tags
from nbproctor.report.student_content.images import SVG, image_uri
from nbproctor.report.student_content.output_blocks import CodeLexer, highlighted
from nbproctor.report.tables.summary_csv import summary_csv
from nbproctor.system.printable import one_line
from tests.report.conftest import displayed, raised

# What the grader's own process looks through.
ROOMS = ("report", "intake", "shell", "system", "examination.grader")
MODULES = sorted(
    module.name
    for room in map(importlib.import_module, (f"nbproctor.{name}" for name in ROOMS))
    for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}.")
)

LENGTHS = (12_500, 50_000, 200_000)  # each four times the one before
NOTICED = 0.2  # seconds: below, a ratio says nothing, as memory may double it; a square takes many seconds
QUICK = 0.01  # seconds: what took less for 50,000 characters has not gone back over them, and is not tried with more
MOST = 10  # times as long for a text four times as long; sixteen times if time grew with the square
TRIES = 5  # to notice what goes back
SECONDS = 5  # of processor time: more than anything here takes, on any machine

USES = {
    "findall": re.Pattern.findall,
    "finditer": lambda pattern, text: [*pattern.finditer(text)],
    "fullmatch": re.Pattern.fullmatch,
    "match": re.Pattern.match,
    "search": re.Pattern.search,
    "sub": lambda pattern, text: pattern.sub("", text),
}


def patterns_of(name):
    """The compiled patterns of a module, each with the ways in which the module uses it."""
    module = importlib.import_module(name)
    source = inspect.getsource(module)
    for variable, value in vars(module).items():
        if isinstance(value, re.Pattern):
            for use in sorted(set(re.findall(rf"\b{variable}\.(\w+)", source)) or {"match", "search"}):
                yield pytest.param(USES[use], value, id=f"{name}.{variable}.{use}")


def lexers():
    for number, (match, *_) in enumerate(CodeLexer._tokens["root"]):
        yield pytest.param(re.Pattern.match, match.__self__, id=f"lexer {number}")


def slow_inputs(units):
    """Texts of a length that make a pattern go back if it can: runs of one sign or two, and a run that one begins."""
    for one in units:
        yield one, lambda length, one=one: one * (length // len(one))
    for one, other in product(units, repeat=2):
        if one != other:
            yield (one, other), lambda length, both=one + other: both * (length // len(both))
            yield (one, "then", other), lambda length, one=one, other=other: one + other * (length // len(other))


def seconds(use, text):
    began = time.process_time()
    use(text)
    return time.process_time() - began


def assert_linear(use, units, lengths=LENGTHS):
    for what, made in slow_inputs(units):
        before = None
        for length in lengths:
            text = made(length)
            took = seconds(use, text)
            if before is not None and took > max(NOTICED, MOST * before):
                # On a busy machine anything may take long once: the shortest of some times says what it costs.
                took, before = (min(seconds(use, one) for _ in range(TRIES)) for one in (text, made(length // 4)))
                assert took <= max(NOTICED, MOST * before), f"{what!r}: {before:.3f} s, then {took:.3f} s"
            if length > lengths[0] and took < QUICK:
                break
            before = took


@pytest.mark.all
@pytest.mark.parametrize(("use", "pattern"), [*(one for name in MODULES for one in patterns_of(name)), *lexers()])
def test_a_pattern_takes_time_in_proportion_to_the_text(use, pattern):
    signs = {sign for sign in pattern.pattern if not sign.isalnum()}
    words = re.findall(r"[A-Za-z]{3,}[:/]*", pattern.pattern)[:3]
    begins = re.match(r"[^\\[(.*+?{|^$]*", pattern.pattern)[0]
    units = {*signs, *words, begins, " ", "\n", "0", "a"} - {""}
    assert_linear(lambda text: use(pattern, text), sorted(units))


@pytest.mark.parametrize(
    ("use", "lengths"),
    [(highlighted.__wrapped__, (CODE_CHARACTERS // 4, CODE_CHARACTERS)), (one_line, LENGTHS), (without_tags, LENGTHS)],
    ids=["highlighted", "one_line", "without_tags"],
)
@pytest.mark.all
def test_a_scan_takes_time_in_proportion_to_the_text(use, lengths):
    assert_linear(use, ["`", " ", "]", "[", "(", "!", "<", "&", '"', "\\", "0", "\n", "\x1b", ":"], lengths)


@pytest.mark.parametrize("name", MODULES)
def test_every_pattern_is_found_by_these_tests(name):
    module = importlib.import_module(name)
    tree = ast.parse(inspect.getsource(module))
    used = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "re"]
    found = [value for value in vars(module).values() if isinstance(value, re.Pattern)]
    assert {node.attr for node in used} <= {"compile", "DOTALL", "IGNORECASE", "MULTILINE"}
    assert len([node for node in used if node.attr == "compile"]) == len(found)


def test_the_patterns_that_are_known_are_among_those_that_are_tried():
    tried = {one.id for name in MODULES for one in patterns_of(name)}
    assert {
        "nbproctor.report.student_content.autograded._DIAGRAM.sub",
        "nbproctor.report.student_content.output_blocks._NUMBERED.match",
    } <= tried


def is_noticed(use, pattern):
    """Whether it is seen to go back: on a busy machine, where the shorter text may take long by chance, not at once."""
    for _ in range(TRIES):
        try:
            assert_linear(lambda text: use(pattern, text), ["`", " "], (1_500, 6_000))
        except AssertionError as error:
            return "s, then" in str(error)
    return False


@pytest.mark.parametrize(
    ("use", "pattern"), [(re.Pattern.search, r"([`~]{3,}[ \t]*)(?=mermaid)"), (re.Pattern.match, r"\s*(-+>)?\s*\d+ ")]
)
def test_a_pattern_that_goes_back_is_noticed(use, pattern):
    assert is_noticed(use, re.compile(pattern))


# From end to end.


@pytest.mark.parametrize("sign", ["`", "~", "`~", "``` ", "!["])
def test_a_markdown_cell_that_was_written_to_be_slow_is_made_safe_at_once(sign):
    text = sign * (100_000 // len(sign))
    code = v4.new_code_cell("x")
    code.outputs = [displayed({"text/markdown": text, "text/latex": text})]
    notebook = v4.new_notebook(cells=[v4.new_markdown_cell(text), v4.new_raw_cell(text), code])
    began = time.process_time()
    assert without_tags(text) in notebook_text(safe_to_open(notebook, ())).replace("\\n", "\n")
    assert time.process_time() - began < SECONDS


@pytest.mark.parametrize("line", [" " * 40_000, "-" * 40_000, "--> " * 10_000, "\x1b[" * 20_000], ids=repr)
def test_a_traceback_that_was_written_to_be_slow_is_shown_at_once(exercise, result, notebook, line):
    error = raised("E", line, line, "plain")
    made = notebook(("solution", "x = 1", [error]), ("test_ex1", "assert x", [error]))
    began = time.process_time()
    page = feedback_page(result("student-001", exercise(1, message=line)), made)
    assert time.process_time() - began < SECONDS
    assert "plain" in page


def test_a_table_of_results_with_many_new_lines_is_written_at_once(result):
    began = time.process_time()
    summary_csv([result(repairs=("\n" * 100_000,)), result(repairs=(" ;" * 50_000,))])
    assert time.process_time() - began < SECONDS


def test_a_drawing_that_gives_each_of_its_parts_many_attributes_is_none():
    given = "".join(f'<!ATTLIST g a{number} CDATA "1">' for number in range(1000))
    drawing = '<svg xmlns="http://www.w3.org/2000/svg"><g/></svg>'
    assert image_uri(SVG, f"<!DOCTYPE svg []>{drawing}")
    assert image_uri(SVG, f"<!DOCTYPE svg [{given}]>{drawing}") == ""
