"""Writes docs/seeds.md: what of the document behind each assignment is where, and what was left out.

    python scripts/make_seeds_page.py            # writes the page
    python scripts/make_seeds_page.py --check    # says whether the page is what would be written

The lists in `docs/seeds/` name the items of each document, its seed. What holds an item is looked up: the tests that
carry its name in `@pytest.mark.seed(assignment, item, ...)`, as pytest collects them; the phrases in cells or files of
the release; the solutions beside the source. What is not there is not written: the script names it and ends with 1.
"""

from __future__ import annotations

import ast
import io
import json
import os
import re
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "seeds.md"
LISTS = ROOT / "docs" / "seeds"

INTRODUCTION = """\
# Where the exercises come from

Each assignment goes back to a document, its seed. For what a seed has, this page names the exercise that has it now and
the tests that hold it; then what is another way here than in the seed, what was added, and what was left out.

`make seeds` makes this page: do not edit it. The rows stand in `docs/seeds/`, and a test carries the names of those
that it holds: `@pytest.mark.seed("lesson1", "card_ranks")`. A row is written only if all that it names is there: tests
that pytest collects, cells of the release with the words that show the item, solutions beside the source. Its numbers
and its words in code font have to be found in one of these. What was left out is looked for in the release, and must
not be there.

A number stands for an exercise: its *text*, its *code*, its *demo* with inputs and outputs. *Not shown* means that
students do not see it, but a test or a solution has it. Tests are those of `tests/course/<assignment>` unless another
folder is named. `right/...` and `wrong/...` are solutions, which `course check` proves to pass or to fail. Those with
`the_seeds` in their names are the seed's own code, pasted: it passes wherever it is right, and else the notebook says
at that place why not (`tests/course/test_seeds_code.py`).
"""

HEADINGS = {
    "item": ("in the seed", "exercise", "held by"),
    "changed": ("the seed says", "here it is", "why", "held by"),
    "added": ("not in the seed", "exercise", "held by"),
    "left_out": ("left out", "why"),
}
KEYS = {
    "item": {"text"},
    "changed": {"says", "is", "why"},
    "added": {"text"},
    "left_out": {"text", "why"},
}
MAY_HAVE = {"name", "shown", "solutions", "note"}


class Marked(NamedTuple):
    """A test that carries marks: where it is, what it is called, and the text that it consists of."""

    path: str
    name: str
    text: str


Marks = Mapping[tuple[str, str], Sequence[Marked]]


class NotThere(Exception):
    """What the lists or the marks claim and is not there, a sentence each."""


def main(arguments: Sequence[str]) -> int:
    """Write the page, or compare it with what would be written.

    Args:
        arguments: those of the command line: nothing, or `--check`.

    Returns:
        0 if all went well, 1 if something is not there or, with `--check`, the page is another one.
    """
    try:
        made = page(read_lists(), collected_marks())
    except NotThere as missing:
        print(missing, file=sys.stderr)
        return 1
    if "--check" not in arguments:
        PAGE.write_text(made, "utf-8")
        print(f"wrote {PAGE.relative_to(ROOT)}")
    elif PAGE.read_text("utf-8") != made:
        print("docs/seeds.md is not what its script makes: run make seeds", file=sys.stderr)
        return 1
    return 0


def read_lists() -> dict[str, dict[str, Any]]:
    """Return the list of each assignment, by its name, in the order in which students meet them."""
    found = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in LISTS.glob("*.toml")}
    return dict(sorted(found.items(), key=lambda each: each[1]["place"]))


# --- what there is ---------------------------------------------------------------------------------------


def collected_marks() -> dict[tuple[str, str], list[Marked]]:
    """Return the tests that pytest collects, by the assignment and the item that they are marked with."""
    files = [path for path in sorted((ROOT / "tests").rglob("test_*.py")) if "mark.seed(" in path.read_text("utf-8")]
    collector = _Collector()
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    with redirect_stdout(io.StringIO()) as said:
        ended = pytest.main(["--collect-only", "-qq", *map(str, files)], plugins=[collector])
    if ended != pytest.ExitCode.OK:
        raise NotThere(f"pytest cannot collect the tests:\n{said.getvalue()}")
    return collector.marks


class _Collector:
    """A plugin of pytest that keeps the marked tests, each once."""

    def __init__(self) -> None:
        self.marks: dict[tuple[str, str], list[Marked]] = defaultdict(list)

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        """Keep what the marks of a test name."""
        assert isinstance(item, pytest.Function)
        for mark in item.iter_markers("seed"):
            assignment, *names = mark.args
            for name in names:
                marked = Marked(str(item.path.relative_to(ROOT)), item.originalname, "")
                if all(marked[:2] != other[:2] for other in self.marks[assignment, name]):
                    self.marks[assignment, name].append(marked._replace(text=_text(item.path, marked.name)))


def _text(path: Path, name: str) -> str:
    """The source of a test with what it uses of its file, and the JSON files beside it that are named there."""
    source = path.read_text("utf-8")
    bound = {name: node for node in ast.parse(source).body for name in _bound(node)}
    waiting, parts = [name], {}
    while waiting:
        if (name := waiting.pop()) in bound and name not in parts:
            node = bound[name]
            # The marks themselves hold nothing.
            decorators = [ast.unparse(each) for each in getattr(node, "decorator_list", [])]
            decorators = [each for each in decorators if not each.startswith("pytest.mark.seed(")]
            parts[name] = "\n".join([*decorators, *source.splitlines()[node.lineno - 1 : node.end_lineno]])
            waiting += [each.id for each in ast.walk(node) if isinstance(each, ast.Name)]
            waiting += [each.arg for each in ast.walk(node) if isinstance(each, ast.arg)]
    text = "\n".join(parts.values())
    data = [path.with_name(file) for file in re.findall(r'"(\w+\.json)"', text)]
    return "\n".join([text, *(file.read_text("utf-8") for file in data if file.is_file())])


def _bound(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef):
        yield node.name
    elif isinstance(node, (ast.Assign, ast.AnnAssign)):
        yield from (
            each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
        )


def released(assignment: str) -> dict[str, str]:
    """Return the text of each cell that students get, by its id.

    Args:
        assignment: the name of the assignment.
    """
    notebook = json.loads((ROOT / "release" / assignment / f"{assignment}.ipynb").read_text("utf-8"))
    return {cell["id"]: "".join(cell["source"]) for cell in notebook["cells"]}


# --- what is claimed -------------------------------------------------------------------------------------


def page(lists: Mapping[str, Mapping[str, Any]], marks: Marks) -> str:
    """Return the page, if all that it would claim is there.

    Args:
        lists: what `docs/seeds/` says, by assignment.
        marks: the marked tests, by assignment and item.

    Raises:
        NotThere: with a sentence for each claim that does not hold.
    """
    rows = ((of, row) for of, each in lists.items() for kind in HEADINGS for row in each.get(kind, []))
    named = Counter((of, row.get("name")) for of, row in rows)
    wrong = [f"{of}: two rows have the name {name!r}" for (of, name), n in named.items() if name and n > 1]
    wrong += [
        f"{test.path}: {test.name} is marked with {name!r} of {assignment}, which docs/seeds/ does not have"
        for (assignment, name), tests in marks.items()
        for test in tests
        if (assignment, name) not in named
    ]
    parts = [INTRODUCTION]
    for name, each in lists.items():
        section = _Section(name, {item: tests for (of, item), tests in marks.items() if of == name})
        parts.append(section.written(each))
        wrong += section.wrong
    if wrong:
        raise NotThere("\n".join(wrong))
    return "\n".join(parts)


class _Section:
    """What the page says of one assignment; what does not hold is gathered in `wrong`."""

    def __init__(self, name: str, marks: Mapping[str, Sequence[Marked]]) -> None:
        self.name = name
        self.marks = marks
        self.cells = released(name)
        self.wrong: list[str] = []

    def written(self, listed: Mapping[str, Any]) -> str:
        """Return the section."""
        parts = [f"## {self.name}\n\n{listed['about'].strip()}\n"]
        for kind, headings in HEADINGS.items():
            if rows := [self._row(kind, row) for row in listed.get(kind, [])]:
                lines = [headings, ["---"] * len(headings), *rows]
                parts.append("".join(f"| {' | '.join(line)} |\n" for line in lines))
        return "\n".join(parts)

    def _row(self, kind: str, row: Mapping[str, Any]) -> list[str]:
        said = row.get("text") or row.get("says") or ""
        if KEYS[kind] - set(row) or set(row) - KEYS[kind] - (MAY_HAVE if kind != "left_out" else {"absent"}):
            self._refuse(said, f"a row of {kind!r} cannot have just {', '.join(row)}")
            return []
        if kind == "left_out":
            self._make_sure_of_absence(said, row.get("absent", []))
            return [_cell(said), _cell(row["why"])]
        shown = self._shown(said, row.get("shown", {}))
        solutions = self._solutions(said, row.get("solutions", []))
        tests = self.marks.get(row.get("name", ""), [])
        if "name" in row and not tests:
            self._refuse(said, f"no test is marked with its name, {row['name']!r}")
        if not (shown or solutions or tests):
            self._refuse(said, "nothing holds it: it names neither tests, by its name, nor phrases nor solutions")
        claimed = row["is"] if kind == "changed" else " ".join([said, row.get("note", "")])
        self._make_sure_of_words(said, claimed, [*shown.values(), *solutions.values(), *(test.text for test in tests)])
        held = "; ".join([*self._tests(tests), *(f"`{name}`" for name in solutions)])
        if kind == "changed":
            return [_cell(said), _cell(row["is"]), _cell(row["why"]), held]
        note = f" ({row['note']})" if "note" in row else ""
        return [_cell(said + note), self._places(shown) or "*not shown*", held]

    def _refuse(self, said: str, why: str) -> None:
        self.wrong.append(f"{self.name}: {said!r}: {why}")

    def _shown(self, said: str, shown: Mapping[str, str | list[str]]) -> dict[str, str]:
        """The texts of the cells and files that show an item, if they have the phrases."""
        texts = {}
        for place, phrases in shown.items():
            file = ROOT / "release" / self.name / place
            text = self.cells.get(place) or (file.read_text("utf-8") if "." in place and file.is_file() else None)
            if text is None:
                self._refuse(said, f"the release has neither a cell nor a file {place!r}")
                continue
            for phrase in [phrases] if isinstance(phrases, str) else phrases:
                if not phrase or phrase not in text:
                    self._refuse(said, f"{place!r} does not have {phrase!r}")
            texts[place] = text
        return texts

    def _solutions(self, said: str, names: Iterable[str]) -> dict[str, str]:
        texts = {}
        for name in names:
            path = ROOT / "source" / self.name / "solutions" / f"{name}.py"
            if path.is_file():
                texts[name] = path.read_text("utf-8")
            else:
                self._refuse(said, f"there is no solution {name!r}")
        return texts

    def _make_sure_of_words(self, said: str, claimed: str, texts: Iterable[str]) -> None:
        there = set(_words("\n".join(texts)))
        in_code = " ".join(re.findall(r"`+(.*?)`+", claimed))
        numbers = [word for word in _words(re.sub(r"`+.*?`+", " ", claimed)) if word[0].isdigit() and len(word) > 1]
        missing = [word for word in [*_words(in_code), *numbers] if word not in there]
        if missing:
            self._refuse(said, f"nothing that holds it has {', '.join(dict.fromkeys(missing))}")

    def _make_sure_of_absence(self, said: str, absent: Iterable[str]) -> None:
        for phrase in absent:
            for cell, text in self.cells.items():
                if phrase.lower() in text.lower():
                    self._refuse(said, f"it is not left out: the cell {cell!r} has {phrase!r}")

    def _tests(self, tests: Sequence[Marked]) -> Iterator[str]:
        by_file: dict[str, list[str]] = defaultdict(list)
        for test in tests:
            by_file[test.path.removeprefix(f"tests/course/{self.name}/")].append(f"`{test.name}`")
        for path, names in by_file.items():
            yield f"{', '.join(names)} (`{path}`)"

    def _places(self, shown: Iterable[str]) -> str:
        """Where an item is shown, in words: `ex4-prompt` is the text of exercise 4."""
        by_exercise: dict[str, list[str]] = defaultdict(list)
        others = []
        for place in shown:
            found = re.fullmatch(r"(demo_|test_|predict_)?ex(\d+)(-\w+)?", place)
            if found is None:
                others.append(f"`{place}`" if place not in self.cells else f"*{_heading(self.cells[place])}*")
            else:
                before, number, after = found.groups()
                part = {"demo_": "demo", "test_": "test", "predict_": "question"}.get(before or "")
                part = part or {"-debug": "demo", "-predict": "question", None: "code"}.get(after, "text")
                by_exercise[number] += [part] if part not in by_exercise[number] else []
        exercises = [f"{number} ({', '.join(parts)})" for number, parts in sorted(by_exercise.items(), key=_number)]
        return ", ".join([*others, *exercises])


def _number(exercise: tuple[str, Any]) -> int:
    return int(exercise[0])


def _heading(text: str) -> str:
    return text.splitlines()[0].lstrip("#").strip()


def _cell(text: str) -> str:
    return re.sub(r"\s*\n\s*", " ", text.strip()).replace("|", "\\|")


def _words(text: str) -> list[str]:
    """Words and numbers; 2,598,960 and 2_598_960 are the same number."""
    plain = re.sub(r"(?<=\d)[_,](?=\d{3})", "", text)
    return re.findall(r"\d+\.\d+|\w+", plain)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
