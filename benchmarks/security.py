"""Hands attacks in to `course grade`, nbgrader and otter-grader, and writes down which score each gives them.

Run it with `make bench-security`. It writes `security.json`, the scores, and `security.md`, the page, which is a
function of the scores and of what each file in `attacks/` says about itself. The three graders run as commands, in
folders of their own. `--page` writes the page alone, after its words have changed.
"""

from __future__ import annotations

import argparse
import json
import platform
import tempfile
from importlib.metadata import version
from pathlib import Path
from textwrap import fill
from typing import Any

from exercises import EXERCISES, POSSIBLE, attacks, explained
from graders import course_grade, nbgrader_autograde, otter_run

HERE = Path(__file__).parent
RECORD = HERE / "security.json"
PAGE = HERE / "security.md"

FOR_NBGRADER = (
    "forged_display_message",
    "always_equal_object",
    "ast_transformer",
    "gradebook_edit",
    "reading_the_source_notebook",
)
FOR_OTTER = ("reading_the_tests", "patched_doctest", "stack_walk", "patched_score", "hostile_pickle")
HONEST = ("honest_right", "honest_wrong")
ASSERTS = "course grade, asserts"
GRADERS = ("nbgrader autograde", "otter run", ASSERTS, "course grade")
# What each submission is worth: exercise 1, and all of them if all are solved.
WORTH = dict.fromkeys((*FOR_NBGRADER, *FOR_OTTER, *HONEST), EXERCISES[0].points) | {"honest_right": POSSIBLE}


def main() -> None:
    """Run the three graders and write the record and the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--page", action="store_true", help="only write the page, from the record of the last run")
    if not parser.parse_args().page:
        with tempfile.TemporaryDirectory(prefix="bench-security-") as folder:
            RECORD.write_text(json.dumps(measured(Path(folder)), indent=2) + "\n")
    record = json.loads(RECORD.read_text())
    PAGE.write_text(page(record))
    print("\n".join(table(record)))


def measured(folder: Path) -> dict[str, Any]:
    """Run the three graders in a folder; what they found, and what they were."""
    names = attacks()
    own, enforced = course_grade(folder / "course", names)
    own_asserts, _ = course_grade(folder / "asserts", names, with_tester=False)
    found = {
        "nbgrader autograde": nbgrader_autograde(folder / "nbgrader", names),
        "otter run": otter_run(folder / "otter", names),
        ASSERTS: own_asserts,
        "course grade": own,
    }
    return {
        "versions": {"Python": platform.python_version()}
        | {package: version(package) for package in ("nbgrader", "otter-grader", "ipython")},
        "enforced": enforced,
        "possible": POSSIBLE,
        "scores": {name: {grader: found[grader][name] for grader in GRADERS} for name in WORTH},
    }


def page(record: dict[str, Any]) -> str:
    """The whole page, from the record of a run."""
    versions = ", ".join(f"{name} {number}" for name, number in record["versions"].items())
    sections = [
        INTRODUCTION.format(
            possible=record["possible"],
            versions=_wrapped(f"- {versions}; `course grade` enforced: {', '.join(record['enforced'])}.", indent="  "),
        ),
        "\n".join(table(record)),
        AFTER_TABLE,
        "## Five that give full marks in nbgrader",
        *(_section(name) for name in FOR_NBGRADER),
        "## Five that give full marks in otter-grader",
        *(_section(name) for name in FOR_OTTER),
        LIMITS,
    ]
    return "\n\n".join(sections) + "\n"


def table(record: dict[str, Any]) -> list[str]:
    """The lines of the table: a row for each submission, a column for each grader."""
    lines = [
        f"| submission | honestly worth | {' | '.join(f'`{grader}`' for grader in GRADERS)} |",
        "|---|--:|" + "--:|" * len(GRADERS),
    ]
    for name in (*HONEST, *FOR_NBGRADER, *FOR_OTTER):
        cells = (_cell(record["scores"][name][grader], WORTH[name]) for grader in GRADERS)
        lines.append(f"| {_linked(name)} | {WORTH[name]} | {' | '.join(cells)} |")
    return lines


def _cell(score: float, worth: float) -> str:
    return f"**{score:g}**" if score != worth else f"{score:g}"


def _title(name: str) -> str:
    return name.replace("_", " ")


def _linked(name: str) -> str:
    return f"[{_title(name)}](attacks/{name}.py)"


def _section(name: str) -> str:
    paragraphs = (" ".join(paragraph.split()) for paragraph in explained(name).split("\n\n"))
    return "\n\n".join([f"### {_title(name).capitalize()}", *map(_labelled, paragraphs)])


def _labelled(paragraph: str) -> str:
    label, colon, text = paragraph.partition(": ")
    return _wrapped(f"**{label}:** {text}" if colon and label in LABELS else paragraph)


def _wrapped(text: str, indent: str = "") -> str:
    return fill(text, 120, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


LABELS = ("How", "nbgrader", "otter-grader", "course grade")

INTRODUCTION = """\
# Security, side by side

Ten ways to get marks that were not earned, each handed in to nbgrader, to otter-grader and to `course grade`.

This page is written by `make bench-security`; edit [security.py](security.py) or the files in [attacks](attacks)
instead. The figures of its last run are in [security.json](security.json).

## What was run

{versions}
- One assignment of three exercises, worth {possible} points ([exercises.py](exercises.py)). For nbgrader and
  otter-grader, the same calls with the same answers, visible and hidden, are asserts in a notebook and doctests.
  `course` grades nbgrader's notebook as well; in its own, a `Tester` calls each function on ten official cases that a
  sampler draws.
- Every submission solves exercise 1 (1 point). What it hands in for exercises 2 and 3 (2 points each) is one file of
  [attacks](attacks), the same for all three.
- Commands ([graders.py](graders.py)): `nbgrader generate_assignment` and `nbgrader autograde`, scores read from the
  gradebook; `otter generate` and `otter run`, scores read from its `results.json`; `course build` and `course grade`,
  scores read from its `results.json`.

## Scores

Bold: not what the submission is honestly worth."""

AFTER_TABLE = """\
No cell is empty: an attack that is made for one grader tries its closest equivalent on the others, which its section
explains.

`otter run` is the grader that otter-grader starts in a container for each submission (`otter grade`, which needs
Docker and was not run). A container keeps a submission from the machine around it. The tests, the doctest runner, the
results and the process that unpickles them are inside it, together with the submission. By its source code (not run
here), the results file is then unpickled once more, outside the container."""

LIMITS = """\
## What this does not show

- Where a file is out of reach in `course grade`, the sandbox keeps it so: its own view of the files, or Landlock. In
  tier D (macOS, say; `results.json` names the tier) the same submission may read the source notebook there too and get
  full marks. `course doctor` says what a machine enforces.
- The visible tests and cases can be read by whoever has the release. They decide no grade.
- Asserts run in the student's process, as in nbgrader, and can be forged there. `course explain` and each report name
  such tests; `c.Grading.not_isolated` says whether their points count.
- These ten are about marks. What limits there are on memory, processes, disk and network, and what is not enforced,
  is in [docs/security.md](../docs/security.md)."""


if __name__ == "__main__":
    main()
