"""Nothing that must stay with the instructor is in a release: in no file, cell, attachment, output or metadata."""

from __future__ import annotations

import base64
import binascii
import re
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import dill

from nbproctor.assignment.cases import draw_cases
from nbproctor.assignment.notebook import Assignment
from nbproctor.assignment.official_seed import has_official_seed, official_seed
from nbproctor.assignment.reference import DATA
from nbproctor.assignment.release import holds_cases
from nbproctor.assignment.release_filter import is_instructors
from nbproctor.assignment.sampler import JudgedFunctions
from nbproctor.assignment.shown_solutions import Delimiters, divided, layers
from nbproctor.check.checked_exam import CheckedExam
from nbproctor.check.findings import Finding, failed, proven
from nbproctor.shell.cell_names import names_in
from tester_fw.case_files import Case

_PROOF = "leaks"
_SECRET_CHARACTERS = 12  # shorter lines and values stand anywhere
_SHOWN_CHARACTERS = 500  # of a secret value, so many are looked for
_LAYERS = 4  # as a notebook in an archive in an attachment has, and one more
_PRIVATE_KEY = re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----")
_SYMMETRIC_KEY = re.compile(r"(?<![A-Za-z0-9_/+-])[A-Za-z0-9_-]{43}=(?![=A-Za-z0-9_/+-])")
_BASE64 = re.compile(r"[A-Za-z0-9+/\s]{24,}={0,2}")
_HOME = re.compile(r"(?:/home|/Users|[A-Z]:\\+Users)[/\\]+[\w.-]+[/\\]")


@dataclass(frozen=True)
class Secrets:
    """What must not be in a release, and what may be: keys that the notebook shows, and visible cases."""

    lines: Mapping[str, str]  # of solutions and hidden tests, and values of official cases; for each, what it is
    keys: frozenset[str]
    cases: Mapping[str, list[Case]] = field(default_factory=dict)  # by case file: no other may be in an encrypted file
    marks: tuple[str, ...] = ()  # how a solution, hidden tests or a marking scheme begin


def prove_no_leaks(exam: CheckedExam, release: Path) -> list[Finding]:
    """Look through every file of a release, and through what is packed or encoded in it."""
    secrets = secrets_of(exam)
    leaks = [*find_leaks(release, secrets), *_judged_solutions(exam, secrets), *_rebound_names(exam)]
    count = sum(path.is_file() for path in release.rglob("*"))
    extent = f"{len(secrets.lines)} secret lines and values searched for in {count} files"
    return leaks or [proven(_PROOF, "the release", f"{extent}, none found")]


def _judged_solutions(exam: CheckedExam, secrets: Secrets) -> Iterator[Finding]:
    """Judged functions that ship and hold lines of a solution: the key that they are encrypted with is public."""
    solutions = {line: words for line, words in secrets.lines.items() if words.startswith("a line of a solution")}
    for name, cases in secrets.cases.items():
        if isinstance(exam.samplers[name], JudgedFunctions):
            text = "\n".join(str(case["source"]) for case in cases)
            for words in dict.fromkeys(words for line, words in solutions.items() if line in text):
                sentence = f"a judged function that ships contains {words}: write the function differently"
                yield failed(_PROOF, f"case file {name}", sentence)


def _rebound_names(exam: CheckedExam) -> Iterator[Finding]:
    """Names of the students' data that a test cell rebinds, perhaps to what it expects.

    The test cell runs in the same process as the students' code, which could read it there.
    """
    students = {
        name for bound in exam.reference.binds.values() for name, stands_for in bound.items() if stands_for == DATA
    }
    for exercise in exam.exercises:
        names = names_in(exam.source_of(exercise.test))
        for name in sorted(students.intersection(names.bound if names else ())):
            sentence = f"its test cell rebinds {name}, which belongs to the students' code: use another name there"
            yield failed(_PROOF, exam.named(exercise), sentence)


def secrets_of(exam: CheckedExam) -> Secrets:
    """The secrets of an assignment, with the official cases if there is a secret seed.

    A value that the notebook's own text shows is no secret: an official case may hold it by chance.
    """
    delimiters = exam.course.delimiters
    lines = dict(_secret_lines(exam.assignment, delimiters))
    visible = {name: list(pool.cases) for name, pool in exam.visible.items()}
    if has_official_seed(exam.course):
        seed = official_seed(exam.course)
        lines[seed] = "the official seed"
        official = draw_cases(exam.samplers, exam.reference, seed)
        cells = exam.assignment.notebook.cells
        public = "\n".join(line for cell in cells for line in divided(cell.source, delimiters)[0])
        lines |= {value: words for value, words in _official_values(official, visible) if value not in public}
    keys = (tester.key for tester in exam.reference.testers.values())
    texts = frozenset(key.decode("ascii", "replace") if isinstance(key, bytes) else key for key in keys)
    return Secrets(lines, texts, visible, tuple(begin for begin, _ in delimiters.values()))


def _secret_lines(assignment: Assignment, delimiters: Delimiters) -> Iterator[tuple[str, str]]:
    public: set[str] = set()
    secret: dict[str, str] = {}
    for cell in assignment.notebook.cells:
        shipped, regions = divided(cell.source, delimiters)
        for kind, lines in regions:
            secret |= {line.strip(): f"a line of {kind} ({cell.get('id', '')})" for line in lines}
        public |= {line.strip() for line in shipped}
    for line, words in secret.items():
        if len(line) >= _SECRET_CHARACTERS and line not in public:
            yield line, words


def _official_values(
    official: Mapping[str, list[Case]], visible: Mapping[str, list[Case]]
) -> Iterator[tuple[str, str]]:
    for name, cases in official.items():
        known = {repr(value) for case in visible.get(name, []) for value in case.values()}
        for case in cases:
            for value in case.values():
                text = repr(value)
                if len(text) >= _SECRET_CHARACTERS and text not in known:
                    yield text[:_SHOWN_CHARACTERS], f"a value of an official case of {name}"


def find_leaks(release: Path, secrets: Secrets) -> Iterator[Finding]:
    """Every secret in a folder, named once for each file."""
    for path in sorted(release.rglob("*")):
        name = str(path.relative_to(release))
        if is_instructors(path):
            yield failed(_PROOF, name, f"{path.name} is the instructor's: add it to c.CourseDirectory.ignore")
        elif path.is_file():
            named: set[str] = set()
            for place, data in layers(name, path.read_bytes(), _LAYERS, _encoded, _pickled):
                for secret in _secrets_in(place, data, secrets):
                    if secret not in named:
                        named.add(secret)
                        yield failed(
                            _PROOF, place, f"{secret} is in the release: remove it from the source and build again"
                        )


def _encoded(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Data that is written in base64: an attachment, the image of an output."""
    if b"\0" in data[:1000]:
        return
    for encoded in _BASE64.findall(data.decode("utf-8", "replace")):
        text = re.sub(r"\s", "", encoded)
        with suppress(binascii.Error, ValueError):
            yield "decoded", base64.b64decode(text[: len(text) // 4 * 4], validate=True)


def _pickled(data: bytes) -> Iterator[tuple[str, bytes]]:
    """The object of a pickle. To load it is safe: it is a file of the instructor's own release."""
    if data[:1] == b"\x80":
        with suppress(Exception):
            yield "loaded", repr(dill.loads(data)).encode("utf-8", "replace")  # noqa: S301


def _secrets_in(place: str, data: bytes, secrets: Secrets) -> Iterator[str]:
    text = data.decode("utf-8", "replace")
    yield from dict.fromkeys(words for line, words in secrets.lines.items() if line in text)
    if _PRIVATE_KEY.search(text):
        yield "a private key"
    if set(_SYMMETRIC_KEY.findall(text)) - secrets.keys:
        yield "a key that no test cell uses"
    if _HOME.search(text) or str(Path.home()) + "/" in text:
        yield "a path on the author's machine"
    if any(mark in text for mark in secrets.marks):
        yield "a marker of a solution or hidden test"
    if data[:5] == b"gAAAA" and not _holds_visible(place, data, secrets):
        yield "an encrypted file that does not contain the visible cases its name promises"


def _holds_visible(place: str, data: bytes, secrets: Secrets) -> bool:
    cases = secrets.cases.get(place.rpartition("/")[2], [])
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        return any(holds_cases(Path(file.name), key, cases) for key in secrets.keys)
