"""nbgrader's exchange: its commands and its list in JupyterLab fetch from the portal, and hand in to it."""

from __future__ import annotations

import io
import json
import os
import shlex
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from fnmatch import fnmatch
from hashlib import sha256
from pathlib import Path, PureWindowsPath
from typing import Any, NoReturn
from urllib.parse import quote

import httpx
from nbgrader.exchange import abc
from traitlets import Bool, Dict, Float, Unicode

from nbproctor.errors import GradingError
from nbproctor.portal.portal_client import (
    LISTING,
    AwayError,
    PortalClient,
    RefusedError,
    has_shape,
    kept_logins,
    logins_folder,
)
from nbproctor.portal.receipts import moment_text
from nbproctor.system import whole_files
from nbproctor.system.printable import plain

_MOST_UNPACKED_BYTES = 1 << 30
_LISTED_AT_ONCE = 8


@dataclass(frozen=True)
class _Way:
    """How the portal of a course is reached: its address, and a name with a code, or the token of a JupyterHub."""

    address: str
    name: str = ""
    code: str = field(default="", repr=False)
    token: str = field(default="", repr=False)


# Who has logged in stays so while this process, a server or a command, lives.
_sessions: dict[_Way, httpx.Cookies] = {}


class PortalExchange(abc.Exchange):  # type: ignore[misc]  # nbgrader has no types
    """What the parts of this exchange have in common."""

    portals = Dict(
        key_trait=Unicode(),
        value_trait=Unicode(),
        help="The address of each course's portal, in addition to those kept by course login.",
    ).tag(config=True)
    hub_portals = Dict(
        key_trait=Unicode(),
        value_trait=Unicode(),
        help="The address of each course portal that is a service of this JupyterHub; that portal gets this "
        "server's token.",
    ).tag(config=True)
    patience = Float(
        30.0, min=0, help="How many seconds to keep asking a portal that does not answer. Lists are not retried."
    ).tag(config=True)
    path_includes_course = Bool(False, help="Whether assignment folders lie in a folder named after the course.").tag(
        config=True
    )

    def init_src(self) -> None:
        """Nothing: the portal is asked when files are copied."""

    def init_dest(self) -> None:
        """Nothing: see `init_src`."""

    def start(self) -> Any:
        """Do it; a problem becomes one sentence."""
        try:
            return super().start()
        except GradingError as problem:
            sentence = str(problem)
        except OSError as problem:
            sentence = f"{problem.filename}: {problem.strerror}"
        self._refuse(sentence)

    def _refuse(self, sentence: str) -> NoReturn:
        self.log.error(sentence)
        raise abc.ExchangeError(sentence)

    def _courses(self) -> list[str]:
        """The courses that are asked for, of those whose portal is known."""
        known = {*self.hub_portals, *self.portals, *kept_logins()}
        return sorted(known & {self.coursedir.course_id} if self.coursedir.course_id else known)

    @property
    def _course(self) -> str:
        """The course that is named, or else the only one whose portal is known."""
        courses = [self.coursedir.course_id] if self.coursedir.course_id else self._courses()
        if len(courses) != 1:
            raise GradingError("no course is named: set c.CourseDirectory.course_id, or use --course")
        return courses[0]

    def _way(self, course: str) -> _Way:
        if course in self.hub_portals:
            if not (token := os.environ.get("JUPYTERHUB_API_TOKEN", "")):
                raise GradingError(
                    f"the portal of {course} identifies people through a JupyterHub: use it from a server of the Hub"
                )
            return _Way(self.hub_portals[course], token=token)
        kept = kept_logins().get(course)
        address = self.portals.get(course, kept.portal if kept else "")
        if kept and kept.portal.rstrip("/") == address.rstrip("/"):
            return _Way(address, kept.name, kept.code)
        shown = address or "https://exam.example.org"
        raise GradingError(
            f"no login is kept for {course}: in a terminal, use course login {course} --portal {shown} --name YOUR-NAME"
        )

    @contextmanager
    def _portal(self, course: str, patience: float | None = None) -> Iterator[tuple[PortalClient, dict[str, Any]]]:
        """The connection to a course's portal, and what it lists."""
        way = self._way(course)
        patience = self.patience if patience is None else patience
        with PortalClient(way.address, way.name, patience, way.token, _sessions.get(way)) as client:
            try:
                listing = client.listing()
            except RefusedError:
                if not way.code:
                    raise
                client.log_in(way.code)
                listing = client.listing()
            if listing["course"] != course:
                raise GradingError(f"{way.address} is the portal of {listing['course']!r}, not of {course}")
            for told in listing["assignments"]:
                for name in (told["name"], *told["notebooks"]):
                    _safe_part(name)
            _sessions[way] = client.cookies
            yield client, listing

    def _folder(self, course: str, assignment: str) -> Path:
        """Where a student works on an assignment."""
        parts = [course, assignment] if self.path_includes_course else [assignment]
        return Path(self.assignment_dir, *map(_safe_part, parts)).absolute()

    def _bring_feedback(self, client: PortalClient, course: str, told: Mapping[str, Any]) -> int:
        """Fetch the reports of an assignment that are not here; returns how many there were."""
        fetched = 0
        for each in told["handed_in"]:
            for path in self._feedback_files(course, told, each):
                if each["feedback"] and _checksum(path) != each["feedback"]:
                    whole_files.write(path, client.feedback(each["number"]))
                    self.log.info("Fetched feedback: %s", path)
                    fetched += 1
        return fetched

    def _feedback_files(self, course: str, told: Mapping[str, Any], submission: Mapping[str, Any]) -> list[Path]:
        moment = moment_text(submission["received"])
        folder = (
            self._folder(course, told["name"]) / "feedback" / (moment.replace(":", "-") if os.name == "nt" else moment)
        )
        return [folder / f"{Path(_safe_part(name)).stem}.html" for name in told["notebooks"][:1]]


class PortalList(PortalExchange, abc.ExchangeList):  # type: ignore[misc]
    """Lists what portals have released, or with `cached` what was handed in to them."""

    def copy_files(self) -> None:
        """Nothing: this only lists."""

    def remove_files(self) -> NoReturn:
        """Refuse: a portal keeps what it has."""
        self._refuse(
            "nothing can be removed: submissions to a portal stay there, and the assignments that it gives out are in "
            "its course's release folder"
        )

    def list_files(self) -> list[dict[str, Any]]:
        """What nbgrader's list shows. A portal that does not answer is shown as it was."""
        if self.inbound:
            self._refuse("the portal's board lists what everybody handed in: open it in a browser")
        courses = self._courses()
        with ThreadPoolExecutor(_LISTED_AT_ONCE) as pool:
            listings = dict(zip(courses, pool.map(self._listing, courses), strict=True))
        make = self._handed_in if self.cached else self._released
        wanted = self.coursedir.assignment_id or "*"
        found = []
        for course, listing in listings.items():
            for told in listing.get("assignments", []):
                if fnmatch(told["name"], wanted) and (entry := make(course, listing, told)):
                    self.log.info("%s %s (%s)", course, told["name"], told["terms"])
                    found.append(entry)
        return found

    def _listing(self, course: str) -> dict[str, Any]:
        """What the portal of a course lists; if it does not answer, what it listed last."""
        kept = logins_folder() / "listings" / f"{quote(course, '')}.json"
        try:
            with self._portal(course, patience=0) as (client, listing):
                if self.cached:
                    self._bring_all_feedback(client, course, listing)
        except AwayError as problem:
            self.log.warning("%s: %s", course, problem)
            listing = {}
            with suppress(OSError, ValueError):
                listing = json.loads(kept.read_text("utf-8"))
            if not has_shape(listing, LISTING):  # an earlier version kept it
                return {}
            for told in listing["assignments"]:
                told["terms"] = "the portal does not answer; this is what it listed last"
            return listing
        except GradingError as problem:
            self.log.error("%s: %s", course, problem)
            return {}
        whole_files.write(kept, json.dumps(listing))
        return listing

    def _bring_all_feedback(self, client: PortalClient, course: str, listing: Mapping[str, Any]) -> None:
        for told in listing["assignments"]:
            if self._folder(course, told["name"]).is_dir():
                try:
                    self._bring_feedback(client, course, told)
                except (GradingError, OSError) as problem:
                    self.log.error("the feedback on %s could not be fetched: %s", told["name"], problem)

    def _released(self, course: str, listing: Mapping[str, Any], told: Mapping[str, Any]) -> dict[str, Any] | None:
        if not told["notebooks"]:
            return None
        folder = self._folder(course, told["name"])
        is_here = folder.is_dir()
        names = sorted(path.name for path in folder.glob("*.ipynb")) if is_here else told["notebooks"]
        notebooks = []
        for name in names:
            # The list shows nothing else of an assignment that it is told.
            shown = f"{Path(name).stem} ({told['terms']})" if name in told["notebooks"] else Path(name).stem
            notebooks.append({"notebook_id": shown, "path": str(folder / name)})
        return {
            "course_id": course,
            "assignment_id": told["name"],
            "status": "fetched" if is_here else "released",
            "path": str(folder),
            "notebooks": notebooks,
        }

    def _handed_in(self, course: str, listing: Mapping[str, Any], told: Mapping[str, Any]) -> dict[str, Any] | None:
        shared = {
            "course_id": course,
            "student_id": listing["person"],
            "assignment_id": told["name"],
            "status": "submitted",
        }
        submissions = []
        for each in told["handed_in"]:
            files = self._feedback_files(course, told, each)
            is_here = bool(files) and all(path.is_file() for path in files)
            state = {
                "has_local_feedback": is_here,
                "has_exchange_feedback": bool(each["feedback"]),
                "feedback_updated": is_here and bool(each["feedback"]) and _checksum(files[0]) != each["feedback"],
                "local_feedback_path": str(files[0].parent) if is_here else None,
            }
            notebooks = [
                {"notebook_id": path.stem, "path": str(path)} | state | {"local_feedback_path": str(path)}
                for path in files
            ]
            own = {"timestamp": moment_text(each["received"]), "path": str(self._folder(course, told["name"]))}
            submissions.append(shared | own | state | {"notebooks": notebooks})
        return shared | {"submissions": submissions} if submissions else None


class PortalFetchAssignment(PortalExchange, abc.ExchangeFetchAssignment):  # type: ignore[misc]
    """Fetches the files of an assignment."""

    def copy_files(self) -> None:
        """Fetch them; what is there already stays as it is."""
        course, assignment = self._course, self.coursedir.assignment_id
        folder = self._folder(course, assignment)
        if folder.exists() and not self.replace_missing_files:
            raise GradingError(f"{folder} exists: remove or rename it, or set replace_missing_files")
        with self._portal(course) as (client, listing):
            _assignment(listing, assignment)
            files = _unpacked(client.release(assignment))
        if not files:
            raise GradingError(f"{assignment} is not released yet: ask your instructor")
        if folder.exists():
            for path, content in files.items():
                if not (folder / path).exists():
                    self.log.warning("Replacing missing file '%s'", path)
                    whole_files.write(folder / path, content)
        else:
            folder.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(prefix=".fetched-", dir=folder.parent) as made:
                for path, content in files.items():
                    whole_files.write(Path(made, "whole", path), content)
                Path(made, "whole").rename(folder)
        self.log.info("Fetched as: %s %s", course, assignment)


class PortalSubmit(PortalExchange, abc.ExchangeSubmit):  # type: ignore[misc]
    """Hands in a notebook: it succeeds only with the receipt beside the notebook."""

    def copy_files(self) -> None:
        """Hand it in."""
        course = self._course
        # Of nbgrader's command, whoever is in a shell gives a folder.
        assignment = self.coursedir.assignment_id = Path(self.coursedir.assignment_id).name
        folder = self._folder(course, assignment)
        if not folder.is_dir():
            raise GradingError(f"there is no folder {folder}: fetch {assignment} first")
        try:
            with self._portal(course) as (client, listing):
                notebook = _notebook(folder, _assignment(listing, assignment)["notebooks"])
                self.log.info("Source: %s", notebook)
                receipt, path = client.submit(assignment, notebook)
        except GradingError as problem:
            raise GradingError(f"{assignment} was not handed in: {problem}") from None
        self.log.info("Submitted as: %s %s %s; the receipt is %s", course, assignment, receipt.received_at, path)


class PortalFetchFeedback(PortalExchange, abc.ExchangeFetchFeedback):  # type: ignore[misc]
    """Fetches the reports on an assignment, which the list does by itself."""

    def copy_files(self) -> None:
        """Fetch them."""
        course, assignment = self._course, self.coursedir.assignment_id
        with self._portal(course) as (client, listing):
            told = _assignment(listing, assignment)
            if not any(each["feedback"] for each in told["handed_in"]):
                raise GradingError(f"no report on {assignment} is available yet: try again later")
            if not self._bring_feedback(client, course, told):
                self.log.info("No new feedback on %s %s", course, assignment)


class PortalReleaseAssignment(PortalExchange, abc.ExchangeReleaseAssignment):  # type: ignore[misc]
    """Checks that the portal hands out this release, which it takes from the folder of its course."""

    def copy_files(self) -> None:
        """Compare the release with what the portal hands out."""
        course, assignment = self._course, self.coursedir.assignment_id
        release = Path(self.coursedir.format_path(self.coursedir.release_directory, ".", assignment))
        with self._portal(course) as (client, listing):
            is_known = any(each["name"] == assignment for each in listing["assignments"])
            handed_out = _unpacked(client.release(assignment)) if is_known else {}
        own = {path.as_posix(): (release / path).read_bytes() for path in whole_files.files_in(release)}
        if not own:
            raise GradingError(f"there is nothing in {release}: use course build {shlex.quote(assignment)} first")
        if not handed_out or any(own.get(path) != content for path, content in handed_out.items()):
            raise GradingError(
                f"the portal of {course} does not hand out this release of {assignment}: its own release folder has a "
                "different version or none; build it there, and restart the portal if the assignment is new"
            )
        self.log.info("Released as: %s %s", course, assignment)


class PortalReleaseFeedback(PortalExchange, abc.ExchangeReleaseFeedback):  # type: ignore[misc]
    """Refuses: the portal shows reports by itself."""

    def copy_files(self) -> NoReturn:
        """Refuse."""
        self._refuse("nothing was released: the portal shows its reports as c.ExamDay.shows and shows_from say")


class PortalCollect(PortalExchange, abc.ExchangeCollect):  # type: ignore[misc]
    """Brings what counts of each student into the folder of submissions."""

    def copy_files(self) -> None:
        """Collect."""
        course, assignment = self._course, self.coursedir.assignment_id
        wanted = self.coursedir.student_id or "*"
        with self._portal(course) as (client, listing):
            names = _assignment(listing, assignment)["notebooks"]
            if not names:
                raise GradingError(
                    f"{assignment} is not released yet: use course build {shlex.quote(assignment)} first"
                )
            told = client.counted(assignment)
            for each in told["counted"]:
                if fnmatch(each["student"], wanted):
                    student = _safe_part(each["student"])
                    folder = self.coursedir.format_path(self.coursedir.submitted_directory, student, assignment)
                    self._collect(client, each, Path(folder), names[0])
        for student in told["waiting"]:
            self.log.warning("%s handed in %s, which has no report yet: collect again later", student, assignment)

    def _collect(self, client: PortalClient, each: Mapping[str, Any], folder: Path, name: str) -> None:
        received = moment_text(each["received"])
        if folder.is_dir():
            before = self.coursedir.get_existing_timestamp(str(folder))
            # What counts may have come before what counted until now, for instance if the best one does.
            if before and before >= _naive(each["received"]) and before not in map(_naive, each["others"]):
                self.log.info("No newer submission to collect: %s", each["student"])
                return
            if not self.update:
                self.log.info("Submission already exists, use --update to update: %s", each["student"])
                return
        work = client.notebook(each["number"])
        if folder.is_dir():
            shutil.rmtree(folder)
        whole_files.write(folder / name, work)
        whole_files.write(folder / "timestamp.txt", received)
        self.log.info("Collecting submission: %s", each["student"])


def _naive(received: int) -> datetime:
    """A time in microseconds since 1970 as nbgrader reads it from `timestamp.txt`."""
    return datetime.fromisoformat(moment_text(received).removesuffix(" UTC"))


def _assignment(listing: Mapping[str, Any], assignment: str) -> dict[str, Any]:
    """What is listed of an assignment; raises GradingError if the portal has none of this name."""
    for told in listing["assignments"]:
        if told["name"] == assignment:
            return dict(told)
    known = ", ".join(each["name"] for each in listing["assignments"])
    raise GradingError(f"the portal has no assignment {assignment!r}; it has: {known}")


def _notebook(folder: Path, expected: list[str]) -> Path:
    """The notebook in a student's folder that is handed in: the released one, or else the only one."""
    found = sorted(folder.glob("*.ipynb"))
    named = [path for path in found if path.name in expected]
    if len(named or found) != 1:
        raise GradingError(f"{folder} must have one notebook{f', {expected[0]}' if expected else ''}")
    return (named or found)[0]


def _unpacked(archive: bytes) -> dict[str, bytes]:
    """The files of a release, by path; raises GradingError if it is damaged or too large, or a path leads out of it."""
    try:
        with zipfile.ZipFile(io.BytesIO(archive)) as opened:
            packed = opened.infolist()
            if sum(each.file_size for each in packed) > _MOST_UNPACKED_BYTES:
                raise GradingError(
                    f"the release is larger than {_MOST_UNPACKED_BYTES >> 30} GB: ask your instructor for its files"
                )
            return {"/".join(map(_safe_part, each.filename.split("/"))): _read(opened, each) for each in packed}
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError):  # the last: of a kind that nobody can unpack
        raise GradingError("the release arrived damaged: fetch it again") from None


def _read(opened: zipfile.ZipFile, packed: zipfile.ZipInfo) -> bytes:
    with opened.open(packed) as file:
        return file.read(packed.file_size)  # without a number it unpacks first and counts then


def _safe_part(name: str) -> str:
    """A name from another machine, if it is that of a file or folder and not a path; else raises GradingError."""
    is_path = name in ("", ".", "..") or "/" in name or PureWindowsPath(name).name != name
    if is_path or plain(name) != name or "\n" in name or "\t" in name:
        raise GradingError(f"{name!r} cannot be the name of a file or folder: tell your instructor")
    return name


def _checksum(path: Path) -> str:
    """The SHA-256 of a file; empty if there is none."""
    with suppress(FileNotFoundError, NotADirectoryError):
        return sha256(path.read_bytes()).hexdigest()
    return ""
