"""What requests send: names, numbers, short forms, read whole, and uploads, read as they arrive."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Container

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request

from nbproctor.portal.people import LoginSession
from nbproctor.portal.stored_files import UnfinishedFile

_KINDS = (b"application/x-www-form-urlencoded", b"multipart/form-data")
_MOST_FIELDS = 5


def require_known(name: str, assignments: Container[str]) -> str:
    """The name of one of these assignments; raises HTTPException for any other."""
    if name not in assignments:
        raise HTTPException(404, "there is no such assignment here")
    return name


def whole_number(text: str) -> int | None:
    """The number that ASCII digits write, if a database can hold it; else None."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None


async def sent_form(request: Request, most_files: int = 0) -> FormData:
    """Read the form that a request sends; raises HTTPException unless it is a whole one. Close it if it has files."""
    kind, options = parse_options_header(request.headers.get("content-type", ""))
    # Codecs that the sender may choose bring texts that no database keeps, and errors of their own.
    if kind not in _KINDS or options.get(b"charset", b"utf-8").lower() != b"utf-8":
        raise HTTPException(
            415,
            "this form is not in UTF-8, or did not come from the portal: reload the page, and send the form from there",
        )
    try:
        return await request.form(max_files=most_files, max_fields=_MOST_FIELDS)
    except FormParserError:
        raise HTTPException(400, "the form is damaged or was cut off: reload its page") from None


async def checked_form(request: Request, session: LoginSession, most_files: int = 0) -> FormData:
    """Read a form like `sent_form`, and raise HTTPException unless it came from a page of this session."""
    form = await sent_form(request, most_files)
    try:
        require_csrf(session, form.get("csrf"))
    except HTTPException:
        await form.close()
        raise
    return form


def require_csrf(session: LoginSession, given: object) -> None:
    """Raise HTTPException unless a form came from a page of this session."""
    if not isinstance(given, str) or not hmac.compare_digest(given.encode(errors="replace"), session.csrf.encode()):
        raise HTTPException(
            403, "this did not come from a page of the portal: reload the page, and send the form from there"
        )


_MOST_FIELD_BYTES = 1_000
_BROKEN = "the form is damaged or was cut off: reload the page, and hand in from there"


class UploadForm:
    """A form of some fields and, after them, one file, whose bytes go to the disk as they arrive.

    Args:
        require: gets the fields before the first byte of the file is kept, and raises if they are wrong.
    """

    def __init__(self, file: UnfinishedFile, require: Callable[[dict[str, str]], None]) -> None:
        self.fields: dict[str, str] = {}
        self._file = file
        self._require = require
        self._header = b""
        self._value = b""
        self._name = ""
        self._is_file = self._had_file = self._is_whole = False
        self._data = bytearray()

    async def read(self, request: Request) -> None:
        """Read the body of a request; raises HTTPException if it is not such a form."""
        kind, options = parse_options_header(request.headers.get("content-type", ""))
        if kind != b"multipart/form-data" or not options.get(b"boundary"):
            raise HTTPException(415, _BROKEN)
        try:
            parser = MultipartParser(
                options[b"boundary"],
                {
                    "on_part_begin": self._begin,
                    "on_header_field": self._add_to_header,
                    "on_header_value": self._add_to_value,
                    "on_header_end": self._end_header,
                    "on_headers_finished": self._begin_data,
                    "on_part_data": self._add_data,
                    "on_part_end": self._end,
                    "on_end": self._end_all,
                },
            )
            async for piece in request.stream():
                parser.write(piece)
            parser.finalize()
        except FormParserError:
            raise HTTPException(400, _BROKEN) from None
        if not self._is_whole:
            raise HTTPException(400, _BROKEN)
        if not self._had_file:
            self._require(self.fields)

    def _begin(self) -> None:
        self._header, self._value, self._name, self._is_file = b"", b"", "", False
        self._data.clear()

    def _add_to_header(self, data: bytes, start: int, end: int) -> None:
        self._header += data[start:end]

    def _add_to_value(self, data: bytes, start: int, end: int) -> None:
        self._value += data[start:end]

    def _end_header(self) -> None:
        if self._header.lower() == b"content-disposition":
            options = parse_options_header(self._value)[1]
            self._name = options.get(b"name", b"").decode(errors="replace")
            self._is_file = b"filename" in options
        self._header, self._value = b"", b""

    def _begin_data(self) -> None:
        if self._had_file or len(self.fields) >= _MOST_FIELDS:
            raise HTTPException(400, _BROKEN)
        if self._is_file:
            self._had_file = True
            self._require(self.fields)

    def _add_data(self, data: bytes, start: int, end: int) -> None:
        if self._is_file:
            self._file.write(data[start:end])
            return
        self._data += data[start:end]
        if len(self._data) > _MOST_FIELD_BYTES:
            raise HTTPException(400, _BROKEN)

    def _end(self) -> None:
        if not self._is_file:
            self.fields[self._name] = self._data.decode(errors="replace")

    def _end_all(self) -> None:
        self._is_whole = True
