"""Requests that are drawn: right ones, ones that are right but for something, and ones of odd pieces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st

CSRF = b"{csrf}"
"""Stands in a drawn body where the token of the asker's own pages belongs."""
BOUNDARY = "x-part"
PERSONS = ("student", "neighbour", "teacher", "stranger", "expired")

Part = tuple[bytes, bytes | None, bytes]  # a field's name, the name of its file or None, and the value
Header = tuple[str, bytes]


@dataclass(frozen=True)
class DrawnRequest:
    """A request before it is known who has which session.

    Args:
        who: one of `PERSONS`.
        method: the method.
        target: the path, and the query.
        headers: headers beside the cookie and what goes with the body.
        parts: of the form; None if there is no body.
        form: how the body is written: `multipart`, `urlencoded`, or `raw` for the parts' values one after the other.
        cut: how many bytes at the end of the body are missing.
    """

    who: str
    method: str
    target: str
    headers: tuple[Header, ...] = ()
    parts: tuple[Part, ...] | None = None
    form: str = "urlencoded"
    cut: int = 0


@dataclass(frozen=True)
class GraderStep:
    """What a grader does between requests: it grades the next submission, or sets it aside."""

    is_well: bool


def _field(name: str, value: bytes) -> Part:
    return name.encode(), None, value


_TOKEN = _field("csrf", CSRF)
_WORKS = st.sampled_from(
    [b"work of {mine}", b"another work of {mine}", b"work", b"", b"\0\xff" * 50, b"x" * 120_000, b"--x-part\r\n", b"{}"]
)
_KEYS = st.sampled_from([b"key-0000001", b"key-0000002", b"key-0000003", b"key-0000004", b"short", b"../../../key"])
_STUDENTS = st.sampled_from(["student", "neighbour"])
_NUMBERS = st.sampled_from([
    "1", "2", "3", "4", "0", "-1", "01", "99", "1.0", "²", "9" * 18, "9" * 19, "9" * 400, "9" * 5000, "1%0a", "%31",
    "1%00",
])  # fmt: skip
ROSTERS = st.sampled_from([
    b"newcomer", b"{student}\n{neighbour}", b"\xef\xbb\xbf{neighbour},student\r\n{teacher},instructor\r\n",
    b"{student},instructor", b"{teacher},student", b"a,b,c,d", b'"' + b"x" * 140_000, b"y" * 140_000,
    b"\0\n\x1b[31m\n\xff\xfe", b"../../etc\n", b"=1+1,student", b"<script>x</script>",
    b"'\"\n\x85\x1c\n\n,,\n,instructor", "имя\n学生".encode(), b"",
]) | st.binary(max_size=60)  # fmt: skip


@st.composite
def _handed_in(draw: st.DrawFn) -> DrawnRequest:
    insists = draw(st.sampled_from([(_field("insist", b"1"),), (_field("insist", b"1"),), ()]))
    parts = (_TOKEN, _field("key", draw(_KEYS)), *insists, (b"file", b"numbers.ipynb", draw(_WORKS)))
    accept = draw(st.sampled_from([(), (("accept", b"application/json"),)]))
    return DrawnRequest(draw(_STUDENTS), "POST", "/assignments/numbers", accept, parts, "multipart")


_PAGES = [
    "/", "/receipts", "/style.css", "/portal.js", "/assignments/numbers", "/assignments/none", "/exchange",
    "/exchange/assignments/none/counted", "/exchange/assignments/numbers/counted", "/exchange/submissions/1/feedback",
    "/exchange/submissions/%ff/notebook", "/board", "/board/people", "/board?find=student&sort=score&descends=1",
    "/board?find=%00&sort=%ff&assignment=none", "/board/stop?assignment=numbers", "/board/regrade?assignment=none",
    "/board/submissions.csv", "/board/points.csv", "/board/previews/numbers", "/board/previews/none",
    "/board/previews/numbers/changes.csv", "/board/by-hand",
    "/board/by-hand/numbers/test_ex1?names=1&group=%00&after=%ff&saved=%C2%B2", "/board/by-hand/numbers/%00",
    "/board/by-hand/none/test_ex1",
]  # fmt: skip
_READ = st.builds(
    DrawnRequest,
    st.sampled_from(PERSONS),
    st.just("GET"),
    st.sampled_from(_PAGES)
    | st.builds(
        "/submissions/{}{}".format, _NUMBERS, st.sampled_from(["", "/report", "/receipt", "/events", "/", "/none"])
    ),
    st.sampled_from([(), (("accept", b"application/json"),), (("range", b"bytes=0-1"),)]),
)


def _acted(
    path: str, fields: st.SearchStrategy[tuple[Part, ...]], form: str = "urlencoded"
) -> st.SearchStrategy[DrawnRequest]:
    return st.builds(
        lambda who, more: DrawnRequest(who, "POST", path, (), (_TOKEN, *more), form),
        st.sampled_from(["teacher", "teacher", "teacher", "student"]),
        fields,
    )


_ASSIGNMENT = st.sampled_from([b"numbers", b"numbers", b"numbers", b"none", b"", b"\0"]).map(
    lambda name: (_field("assignment", name),)
)
_EXTRA_TIME = st.tuples(
    st.sampled_from([b"{student}"] * 4 + [b"{student}\r\n{neighbour}", b"nobody", b"", b"\0", "ключ".encode()]),
    st.sampled_from(
        [b"30"] * 5 + [b"0", b"527040", b"527041", b"9" * 18, b"9" * 9000, b"-1", b"1.5", "²".encode(), b""]
    ),
    st.sampled_from([b"numbers", b"numbers", b"none"]),
    st.sampled_from(
        [b""] * 5 + [b"2026-12-01T12:00", b"2026-12-01T12:00+14:00", b"0001-01-01", b"9999-12-31T23:59", b"noon", b"\0"]
    ),
).map(lambda drawn: tuple(map(_field, ("people", "minutes", "assignment", "until"), drawn)))
_NAMES = st.sampled_from([b"{neighbour}", b"{student}\r\nnobody", b"{teacher}", b"nobody", b"", b"\0", "ключ".encode()])
_LOGIN = st.builds(
    lambda name, code: DrawnRequest("stranger", "POST", "/login", (), (_field("name", name), _field("code", code))),
    st.sampled_from([b"{student}", b"{teacher}", b"nobody", b"", b"\0", b"n" * 15_000, "имя".encode(), b"\xff\xfe"]),
    st.sampled_from([b"{code}", b"wrong", b"", b"\0", b"c" * 15_000, "код".encode(), b"\xed\xa0\x80"]),
)
_BY_HAND = st.tuples(
    st.sampled_from([b"{student}", b"0" * 49, b"-", b"", b"\0", "ключ".encode()]),
    st.sampled_from([b"1", b"2,5", b"-1", b"nan", b"9" * 9000, "²".encode(), b"\0", b""]),
    st.sampled_from([b"", b"Good.", b"\0", b"c" * 15_000, b"\xed\xa0\x80"]),
    st.sampled_from([b"", b"0" * 16, b"\0"]),
).map(lambda drawn: tuple(map(_field, ("group", "score", "comment", "earlier"), drawn)))
RIGHT = st.one_of(
    _handed_in(),
    _handed_in(),
    _READ,
    _READ,
    _acted("/board/stop", _ASSIGNMENT),
    _acted("/board/go-on", _ASSIGNMENT),
    _acted("/board/go-on", _ASSIGNMENT),
    _acted("/board/regrade", _ASSIGNMENT),
    _acted("/board/preview", _ASSIGNMENT),
    _acted("/board/preview/take", _ASSIGNMENT),
    _acted("/board/preview/drop", _ASSIGNMENT),
    _acted("/board/try-again", _NUMBERS.map(lambda number: (_field("submission", number.encode()),))),
    _acted("/board/extra-time", _EXTRA_TIME),
    _acted("/board/roster", ROSTERS.map(lambda text: ((b"roster", b"roster.csv", text),)), "multipart"),
    _acted("/board/new-codes", _NAMES.map(lambda names: (_field("lost", names),))),
    _acted("/board/remove", _NAMES.map(lambda names: (_field("removed", names), _field("sure", b"1")))),
    _acted("/board/by-hand/numbers/test_ex1", _BY_HAND),
    _LOGIN,
    st.builds(
        DrawnRequest, st.sampled_from(PERSONS), st.just("POST"), st.just("/logout"), st.just(()), st.just((_TOKEN,))
    ),
)

_LATIN = st.text(st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f"), max_size=30).map(
    lambda text: text.strip().encode("latin-1")
)
_CHARSETS = ["undefined", "punycode", "idna", "utf-7", "unicode_escape", "raw_unicode_escape", "utf-16", "hex", "nul\0"]
_KINDS = [
    b"multipart/form-data", b"multipart/form-data; boundary=", b'multipart/form-data; boundary="x-part"',
    b"multipart/form-data; boundary=" + b"b" * 300, b"multipart/form-data; boundary=\xff\xfe",
    b"multipart/form-data; boundary*0=x-; boundary*1=part", b"multipart/mixed; boundary=x-part",
    b"application/x-www-form-urlencoded; charset=utf-7", b"application/json", b"text/plain", b";;;=;",
]  # fmt: skip
_RANGES = [
    b"bytes=0-0", b"bytes=-1", b"bytes=5-1", b"bytes=0-,1-", b"bytes=" + b"0-0," * 200, b"x=1", b"bytes=\xb2-",
    b"bytes=" + b"9" * 5000 + b"-",
]  # fmt: skip


def _header(name: str, *values: bytes) -> st.SearchStrategy[Header]:
    return st.tuples(st.just(name), st.sampled_from(values))


def _or_text(name: str, *values: bytes) -> st.SearchStrategy[Header]:
    return st.tuples(st.just(name), st.sampled_from(values) | _LATIN)


ODD_HEADERS = st.one_of(
    _or_text("accept", b"application/json", b"*/*;q=nan", b"text/html,application/json"),
    _or_text("cookie", b"portal_session=", b"portal_session=\xff", b"=;=", b'portal_session="\\1"'),
    st.tuples(
        st.just("content-type"),
        st.one_of(
            st.sampled_from(_CHARSETS).map(
                lambda name: f"multipart/form-data; boundary={BOUNDARY}; charset={name}".encode()
            ),
            st.sampled_from(_KINDS),
            _LATIN,
        ),
    ),
    _header("content-length", b"0", b"-1", b"99999999999999999999", b"1, 2", b"\xb2"),
    _header("transfer-encoding", b"chunked", b"gzip, chunked", b"identity", b"\x0bchunked"),
    _header("host", b"", b"[", b"[::1", b"elsewhere.example", b"a:99999999", b"a@b/c?d#e", b"\xff", b"//x"),
    _header("sec-fetch-site", b"none", b"same-origin", b"cross-site", b"same-site", b"", b"Same-Origin"),
    _header("origin", b"null", b"https://elsewhere.example", b"\xff"),
    _or_text("range", *_RANGES),
    _header("if-range", b"x", b"Thu, 99 Foo 2026 99:99:99 GMT", b"\xff"),
    _header("x-forwarded-for", b"", b"10.0.0.1", b"[", b"a, b, c", b"\xff"),
)
METHODS = st.sampled_from(
    ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW", "post"]
)
_SEGMENTS = st.sampled_from([
    "", ".", "..", "%2e%2e", "%2f", "%00", "%ff", "%ed%a0%80", "assignments", "submissions", "board", "numbers", "1",
    "login", "logout", "roster", "report", "receipt", "events", "static", "%", "~", ";", "{number}", "9" * 5000,
    "%D1%8F", "a" * 3000,
])  # fmt: skip
ODD_TARGETS = st.builds(
    lambda segments, query: "/" + "/".join(segments) + query,
    st.lists(_SEGMENTS, max_size=5),
    st.sampled_from(["", "?", "?a=1&a=2", "?%ff=%00", "?csrf=1", "?" + "q" * 3000, "?next=//elsewhere.example"]),
)
_ODD_NAMES = [
    b"csrf", b"key", b"file", b"roster", b"assignment", b"people", b"minutes", b"submission", b"", b'"', b"\0", b"\xff",
]  # fmt: skip
_ODD_PARTS = st.lists(
    st.tuples(
        st.sampled_from(_ODD_NAMES),
        st.sampled_from([None, b"", b"a.ipynb", b"..\\..\\x", b"\xff\r\nX: y"]),
        st.sampled_from(
            [CSRF, b"", b"\0", b"\\ud800", b"+2AA-", b"\xff\xfe", b"numbers", b"1", b"v" * 20_000, b"--x-part--\r\n"]
        )
        | st.binary(max_size=20),
    ),
    max_size=8,
).map(tuple)
_LONG_NAMES = [b"x\"; name*=utf-8''a", b'x"; y*' + b"9" * 4100 + b'="', b'x"\r\nContent-Type: \xff; "', b"x" * 5000]


@st.composite
def _half_right(draw: st.DrawFn) -> DrawnRequest:
    """A right request in which something is odd."""
    asked: DrawnRequest = draw(RIGHT)
    match draw(
        st.sampled_from(
            ["headers", "method", "who", "query", "part", "repeat", "drop", "form", "cut", "header of a part"]
        )
    ):
        case "headers":
            return replace(asked, headers=(*asked.headers, *draw(st.lists(ODD_HEADERS, min_size=1, max_size=3))))
        case "method":
            return replace(asked, method=draw(METHODS))
        case "who":
            return replace(asked, who=draw(st.sampled_from(PERSONS)))
        case "query":
            return replace(
                asked, target=asked.target + draw(st.sampled_from(["/", "//", "?", "?x=%00", "%0a", "%20", ";x", "/."]))
            )
        case "cut":
            return replace(asked, cut=draw(st.integers(1, 200)))
        case "form":
            return replace(asked, form=draw(st.sampled_from(["multipart", "urlencoded", "raw"])))
    parts = list(asked.parts or ())
    match draw(st.sampled_from(["part", "repeat", "drop", "header of a part"])):
        case "part":
            parts = [*draw(_ODD_PARTS), *parts]
        case "repeat":
            parts = parts * draw(st.integers(2, 4))
        case "drop" if parts:
            parts.pop(draw(st.integers(0, len(parts) - 1)))
        case "header of a part":
            parts.insert(0, (draw(st.sampled_from(_LONG_NAMES)), None, b"1"))
    return replace(asked, parts=tuple(parts))


_ODD = st.builds(
    DrawnRequest,
    st.sampled_from(PERSONS),
    METHODS,
    ODD_TARGETS,
    st.lists(ODD_HEADERS, max_size=4).map(tuple),
    st.none() | _ODD_PARTS,
    st.sampled_from(["multipart", "urlencoded", "raw"]),
    st.integers(0, 50),
)
STEPS = st.lists(
    st.one_of(RIGHT, RIGHT, RIGHT, _half_right(), _half_right(), _ODD, st.builds(GraderStep, st.booleans())),
    min_size=20,
    max_size=60,
)
"""What happens in one exam: most of it is right, so that the rest meets an exam in which something has happened."""


def fixed(number: int, examples: int, *phases: Phase) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Draw so many examples; another number draws others."""
    chosen = settings(
        max_examples=examples,
        database=None,
        deadline=None,
        derandomize=False,
        phases=phases,
        suppress_health_check=list(HealthCheck),
        print_blob=False,
    )
    return lambda test: seed(number)(chosen(test))


def body_of(asked: DrawnRequest) -> tuple[bytes, list[Header]]:
    """The body of a request, and the header that goes with it."""
    if asked.parts is None:
        return b"", []
    if asked.form == "multipart":
        body = b"".join(map(_multipart, asked.parts)) + f"--{BOUNDARY}--\r\n".encode()
        kind = f"multipart/form-data; boundary={BOUNDARY}".encode()
    elif asked.form == "urlencoded":
        body = b"&".join(b"%s=%s" % (_quoted(name), _quoted(value)) for name, _, value in asked.parts)
        kind = b"application/x-www-form-urlencoded"
    else:
        body, kind = b"".join(value for _, _, value in asked.parts), b"application/octet-stream"
    return body[: len(body) - asked.cut] if asked.cut else body, [("content-type", kind)]


def _multipart(part: Part) -> bytes:
    name, file, value = part
    of_file = b"" if file is None else b'; filename="%s"' % file
    head = b'--%s\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n' % (BOUNDARY.encode(), name, of_file)
    return head + value + b"\r\n"


def _quoted(value: bytes) -> bytes:
    """A value as a form sends it; what stands for something that is not known yet stays as it is."""
    plain = b"{}abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~"
    return b"".join(bytes([each]) if each in plain else b"%%%02X" % each for each in value)
