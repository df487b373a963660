"""The guards between network and pages: bounds on bodies, refusal of other sites' requests, security headers."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from nbproctor.portal.stored_files import TooLargeError

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
REPORT_POLICY = "sandbox; frame-ancestors 'none'"
"""A report brings a policy of its own; this takes away what is left to it: scripts, forms, and the portal's origin."""
_FORM_BYTES = 16_000
_ROSTER_BYTES = 1_000_000


class Guards:
    """Bounds what a request may send, refuses what another site's page sends, and adds headers to each answer."""

    def __init__(self, app: ASGIApp, upload_bytes: int) -> None:
        self._app = app
        self._upload_bytes = upload_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        file_bytes, too_large = self._bound(scope["path"])
        most, taken = _FORM_BYTES + file_bytes, 0

        async def bounded() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > most and scope["method"] in ("GET", "HEAD"):
                return {"type": "http.disconnect"}  # no page reads it, and the answer may have begun
            if taken > most:
                raise too_large
            return message

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer = MutableHeaders(scope=message)
                answer.setdefault("Content-Security-Policy", POLICY)
                answer.setdefault("Cache-Control", "no-store")
                answer["X-Content-Type-Options"] = "nosniff"
                answer["Referrer-Policy"] = "same-origin"
                answer["Cross-Origin-Opener-Policy"] = "same-origin"
                answer["Cross-Origin-Resource-Policy"] = "same-origin"
                answer["X-Frame-Options"] = "DENY"
                if scope["scheme"] == "https":
                    answer["Strict-Transport-Security"] = "max-age=31536000"
            await send(message)

        # Browsers say which site's page sends a request; other programs say nothing, and have no session by themselves.
        is_foreign = headers.get("sec-fetch-site", "none") not in ("same-origin", "none")
        if is_foreign and scope["method"] not in ("GET", "HEAD"):
            refusal = PlainTextResponse("This came from a page on another site.", 403)
            await refusal(scope, receive, with_headers)
            return
        await self._app(scope, bounded, with_headers)

    def _bound(self, path: str) -> tuple[int, Exception]:
        """How many bytes a file sent to a path may have, and what is raised if it has more."""
        if path.startswith("/assignments/"):  # where the bytes of the file alone are counted too
            return self._upload_bytes, TooLargeError(self._upload_bytes)
        if path == "/board/roster":
            most = f"at most {_ROSTER_BYTES / 1e6:,g} MB is accepted"
            return _ROSTER_BYTES, HTTPException(413, f"the roster is too large: {most}; send it in parts")
        return 0, HTTPException(413, "the form is too large: reload its page, and send it from there")
