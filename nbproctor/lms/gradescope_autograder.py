"""The autograder for Gradescope: a zip of one assignment and of what grades it in Gradescope's container."""

from __future__ import annotations

import base64
import hashlib
import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path
from shlex import quote

import nbformat

import nbproctor
import tester_fw
from nbproctor.assignment.notebook import Assignment
from nbproctor.assignment.official_seed import official_seed
from nbproctor.assignment.proof_record import FOLDER as SOLUTIONS
from nbproctor.config import Course, Grading
from nbproctor.config.course import CONFIGURATION_FILE
from nbproctor.errors import GradingError
from nbproctor.marking.class_notebooks import released_notebooks
from nbproctor.system import whole_files

_SCRIPTS = Path(__file__).parent / "gradescope_scripts"
_DISTRIBUTION = "nbproctor"
_NAME = re.compile(r"[\w.-]+")
_MADE = (1980, 1, 1, 0, 0, 0)  # what is packed twice is the same


def write_autograder(course: Course, name: str, target: Path) -> None:
    """Write the zip. Only its owner can read it: it holds the answers and the official seed.

    Raises:
        GradingError: the assignment has no release, has a kernel other than Python's, or the zip cannot be written.
    """
    notebooks = [source for source, _ in released_notebooks(course, name)]
    if others := [source.path.name for source in notebooks if not source.is_python]:
        raise GradingError(
            f"{', '.join(others)}: the kernel is not Python's, the only one that Gradescope's container starts; "
            f"run course collect and course grade {quote(name)} on your machine"
        )
    content = _zipped(dict([*_tools(), *_course(course, name, notebooks)]))
    try:
        folder = target.parent.resolve(strict=True)  # none is made: it holds the seed and the solutions
        whole_files.remove_unfinished(folder, target.name)
        whole_files.write(target, content, mode=0o600)
    except OSError as error:
        raise GradingError(f"{target} could not be written: {error.strerror}; name another file with --to") from None


def _course(course: Course, name: str, notebooks: list[Assignment]) -> Iterator[tuple[str, bytes]]:
    """A course of this assignment alone, as far as grading reads it."""
    yield f"course/{CONFIGURATION_FILE}", _configuration(course, name).encode()
    yield f"course/{Grading.official_seed_file.default_value}", f"{official_seed(course)}\n".encode()
    release = course.release / name
    for step, folder in (("source", course.source_of(name)), ("release", release)):
        for path in whole_files.files_in(folder):
            if path.parts[0] != SOLUTIONS or (release / path).exists():  # only proofs need those that are not released
                yield f"course/{step}/{name}/{path.as_posix()}", (folder / path).read_bytes()
    for source in notebooks:  # with what nbgrader adds from the course's other files
        yield f"course/source/{name}/{source.path.name}", nbformat.writes(source.notebook).encode()


def _configuration(course: Course, name: str) -> str:
    """The settings that grading reads, as they are whatever files they came from."""
    settings = course.grading.trait_values(config=True)
    for elsewhere in ("official_seed_file", "packages", "scheduler"):
        del settings[elsewhere]
    settings["workers"] = 1
    settings["caps"] = {key: value for key, value in settings["caps"].items() if key == name}
    settings["counted_tests"] = {
        key: value for key, value in settings["counted_tests"].items() if key.partition("/")[0] == name
    }
    lines = {
        "CourseDirectory.course_id": course.course_id,
        "CourseDirectory.ignore": course.ignore,
        "Autograde.exclude_overwriting": {name: sorted(course.students_files(name))},
        "ExamDay.shows": course.exam_day.shows,
        "ExamDay.shows_from": course.exam_day.shows_from,
        **{f"Grading.{setting}": value for setting, value in sorted(settings.items())},
    }
    return "from math import inf\n\nc = get_config()\n" + "".join(
        f"c.{setting} = {value!r}\n" for setting, value in lines.items()
    )


def _tools() -> Iterator[tuple[str, bytes]]:
    """What installs and runs the grader: two scripts, the wheel, and the versions of the packages that it needs."""
    for path in whole_files.files_in(_SCRIPTS):
        yield path.as_posix(), (_SCRIPTS / path).read_text().encode()  # with the line ends of Linux
    yield "constraints.txt", "".join(_pins()).encode()
    yield f"wheels/{_DISTRIBUTION}-{version(_DISTRIBUTION)}-py3-none-any.whl", _wheel()


def _pins() -> Iterator[str]:
    """The versions, on this machine, of what nbproctor asks for; what these packages need in turn, pip chooses.

    The versions of all packages could not be installed: Gradescope's Python may be older than this one.
    """
    for requirement in distribution(_DISTRIBUTION).requires or ():
        found = _NAME.match(requirement)
        if found and "extra ==" not in requirement:
            try:
                yield f"{found.group()}=={version(found.group())}\n"
            except PackageNotFoundError:  # one that this system does not need
                continue


def _wheel() -> bytes:
    """The wheel of what is installed here, whether from a wheel or from a clone."""
    installed = distribution(_DISTRIBUTION)
    about = f"{_DISTRIBUTION}-{installed.version}.dist-info"
    files = {
        f"{package.name}/{path.as_posix()}": (package / path).read_bytes()
        for package in (Path(module.__path__[0]) for module in (nbproctor, tester_fw))
        for path in whole_files.files_in(package)
    }
    files |= {
        f"{about}/{name}": (installed.read_text(name) or "").encode() for name in ("METADATA", "entry_points.txt")
    }
    files[f"{about}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: nbproctor\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    lines = [f"{path},sha256={_digest(content)},{len(content)}\n" for path, content in files.items()]
    files[f"{about}/RECORD"] = "".join([*lines, f"{about}/RECORD,,\n"]).encode()
    return _zipped(files)


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def _zipped(files: Mapping[str, bytes]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, _MADE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if data.startswith(b"#!") else 0o644) << 16
            archive.writestr(entry, data)
    return content.getvalue()
