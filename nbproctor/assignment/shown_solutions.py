"""Whether a file that ships holds what nbgrader takes out of the notebook: a copy of the source, or of a solution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath

from nbproctor.assignment.author_file import CASES
from nbproctor.assignment.layers import layers
from nbproctor.assignment.marked_lines import Delimiters, divided
from nbproctor.assignment.notebook import Assignment, Role, grade_id, read_notebook, role
from nbproctor.assignment.proof_record import FOLDER
from nbproctor.errors import GradingError
from nbproctor.system.whole_files import files_in

_LARGEST = 20_000_000  # bytes of a file that is looked through
_LAYERS = 3  # as a notebook in an archive has
_FEWEST_CHARACTERS = 12  # shorter lines stand anywhere
_PASSAGE_LINES = 3
_PASSAGE_CHARACTERS = 40  # shorter ones may be somebody else's


def require_no_solutions(
    source: Path, assignments: Iterable[Assignment], release: Path, delimiters: Delimiters
) -> None:
    """Require that no file beside the notebooks of a release holds a delimiter, or lines that they do not show.

    Raises:
        GradingError: one does.
    """
    notebooks = {assignment.path.name: assignment for assignment in assignments}
    cells = [cell for name in notebooks for cell in read_notebook(release / name).cells]
    shown = frozenset(line for cell in cells for line in _telling(cell.source.splitlines()))
    hidden = [region for assignment in notebooks.values() for region in _regions(assignment, delimiters)]
    hidden += (
        ("a right solution", path.name, path.read_text("utf-8", "replace").splitlines())
        for path in sorted((source / FOLDER / "right").glob("*.py"))
    )
    passages = {
        passage: f"lines of {kind} ({name})"
        for kind, name, lines in hidden
        for passage in _passages([line for line in _telling(lines) if line not in shown])
    }
    for file in map(Path.as_posix, files_in(release)):
        if file in notebooks or (release / file).stat().st_size > _LARGEST:
            continue
        for place, data in layers(file, (release / file).read_bytes(), _LAYERS):
            packed = PurePosixPath(place.rpartition(", ")[2]) if place != file else PurePosixPath()
            if found := _instructors(packed) or _found(data, delimiters, passages, shown):
                raise GradingError(
                    f"{source / place} contains {found}, and would be released: move {file} out of the source folder, "
                    "or add its name to c.CourseDirectory.ignore"
                )


def _regions(assignment: Assignment, delimiters: Delimiters) -> Iterator[tuple[str, str, list[str]]]:
    """What does not ship of each cell; of a cell to be solved without delimiters, nbgrader replaces the whole."""
    for cell in assignment.notebook.cells:
        name = grade_id(cell) or str(cell.get("id", ""))
        shipped, regions = divided(cell.source, delimiters)
        if not regions and role(cell) in (Role.STUDENT, Role.MANUAL):
            regions = [("a solution", shipped)]
        for kind, lines in regions:
            yield kind, name, lines


def _telling(lines: Iterable[str]) -> Iterator[str]:
    """The lines that are not found anywhere, without what a text may put before or after them."""
    for line in lines:
        bare = line.strip(" \t#>|")
        if len(bare) >= _FEWEST_CHARACTERS and not bare.startswith(("import ", "from ")):
            yield bare


def _passages(lines: list[str]) -> Iterator[str]:
    for start in range(max(len(lines) - _PASSAGE_LINES + 1, 1)):
        passage = "\n".join(lines[start : start + _PASSAGE_LINES])
        if len(passage) >= _PASSAGE_CHARACTERS:
            yield passage


def _instructors(packed: PurePosixPath) -> str:
    """What is the instructor's by its name, of what is packed in a file."""
    return next((f"the instructor's {part}" for part in packed.parts if part.casefold() in (CASES, FOLDER)), "")


def _found(data: bytes, delimiters: Delimiters, passages: Mapping[str, str], shown: frozenset[str]) -> str:
    text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8", "replace")
    for begin, _ in delimiters.values():
        if begin in text:
            return f"nbgrader's {begin!r}"
    if "\0" in text:  # no text
        return ""
    telling = "\n".join(line for line in _telling(text.splitlines()) if line not in shown)
    return next((words for passage, words in passages.items() if passage in telling), "")
