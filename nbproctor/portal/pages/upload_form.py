"""The form with which a notebook is handed in, read as it comes: a forged one is refused before its file is read."""

from __future__ import annotations

from collections.abc import Callable

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header
from starlette.exceptions import HTTPException
from starlette.requests import Request

from nbproctor.portal.stored_files import UnfinishedFile

_MOST_FIELDS = 5
_MOST_FIELD_BYTES = 1_000
_BROKEN = "the form is damaged or was cut off: reload the page, and hand in from there"


class UploadForm:
    """A form of some fields and, after them, one file, whose bytes go to the disk as they come.

    Args:
        require: is given the fields before the first byte of the file is kept, and raises if they are not right.
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
        """Read the body of a request.

        Raises:
            HTTPException: it is no such form.
        """
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
