"""A portal behind a JupyterHub: the Hub identifies people, and all paths begin with the service's prefix."""

from __future__ import annotations

import hmac
import json
import os
import time
from hashlib import sha256
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import httpx
from jupyterhub.services.auth import HubOAuth
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from tornado.web import HTTPError

from nbproctor.errors import GradingError
from nbproctor.portal.people import LoginError, LoginSession, People
from nbproctor.portal.roster import people_of

_SECONDS_KEPT = 10
_SECONDS_OF_THE_HUB = 10.0
_STATE_COOKIE = "portal_oauth_state"
_STATE_SECONDS = 600
_NO_ANSWER = "the JupyterHub does not answer: try again"


class HubIdentity:
    """Who somebody is, as the Hub says: by the token of a request, or by a login through the Hub.

    Members of the Hub's group `formgrade-<course>` are instructors, and of `nbgrader-<course>` students, as in
    nbgrader; the roster has the others.

    Raises:
        GradingError: this process is not a service of a JupyterHub.

    Attributes:
        prefix: with which all paths begin, such as `/services/poker`.
        address: where the Hub expects the portal: its host and port.
    """

    def __init__(self, people: People, course_id: str) -> None:
        missing = [name for name in _VARIABLES if not os.environ.get(name)]
        if missing:
            raise GradingError(
                f"course serve --hub is the command of a JupyterHub service, and {missing[0]} is not set: see "
                "docs/jupyterhub.md"
            )
        self._people = people
        self._course_id = course_id
        self._auth = HubOAuth(cache_max_age=_SECONDS_KEPT)
        self.prefix = str(self._auth.base_url).rstrip("/")
        url = urlsplit(os.environ["JUPYTERHUB_SERVICE_URL"])
        self.address = (url.hostname or "127.0.0.1", url.port or 80)
        self._hub = str(self._auth.hub_prefix)
        self._groups: dict[str, tuple[float, list[str]]] = {}
        self._api = httpx.AsyncClient(
            base_url=str(self._auth.api_url),
            headers={"Authorization": f"token {self._auth.api_token}"},
            timeout=_SECONDS_OF_THE_HUB,
        )

    def behind_prefix(self, application: ASGIApp) -> ASGIApp:
        """The application as the Hub's proxy requests it."""
        return _Prefix(application, self.prefix, self._hub)

    async def session_of_token(self, authorization: str) -> LoginSession:
        """The session of an Authorization header; raises LoginError unless its token is for this portal."""
        kind, _, token = authorization.partition(" ")
        if kind.lower() not in ("token", "bearer") or not token.strip():
            raise LoginError("the Authorization header must be `token`, followed by a token from the JupyterHub")
        name = await self._name(token.strip())
        csrf = sha256(b"nbproctor csrf\n" + token.encode(errors="replace")).hexdigest()
        return LoginSession(name, await self._role(name), csrf)

    async def checked(self, session: LoginSession) -> LoginSession:
        """A browser's session with its owner's current role; raises LoginError if they have none any longer."""
        return LoginSession(session.person, await self._role(session.person), session.csrf)

    def login(self, request: Request) -> Response:
        """Redirect to the Hub's login, which leads back."""
        verifier, challenge, method = self._auth.generate_pkce_code_challenge()
        asked = request.url.path if request.method == "GET" else "/"
        state = self._auth.generate_state(asked, code_verifier=verifier)
        query = {
            "client_id": self._auth.oauth_client_id,
            "redirect_uri": self._auth.oauth_redirect_uri,
            "response_type": "code",
            "state": state,
            "code_challenge": challenge,
            "code_challenge_method": method,
        }
        answer = RedirectResponse(f"{self._auth.oauth_authorization_url}?{urlencode(query)}", 303)
        answer.set_cookie(
            _STATE_COOKIE,
            state,
            max_age=_STATE_SECONDS,
            path=self.prefix,
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="lax",
        )
        return answer

    async def logged_in(self, request: Request) -> tuple[str, str]:
        """Who comes back from the Hub, and the page that they asked for.

        Raises:
            HTTPException: the Hub did not let them in, or this browser did not ask for it.
            LoginError: they have no part in this course.
        """
        state, code = (request.query_params.get(key, "") for key in ("state", "code"))
        expected = request.cookies.get(_STATE_COOKIE, "")
        if not state or not hmac.compare_digest(state.encode(errors="replace"), expected.encode(errors="replace")):
            raise HTTPException(403, "this login did not begin in this browser, or is too old: log in again")
        verifier = self._auth.get_code_verifier(state)
        path = str(self._auth.get_next_url(state))
        self._auth.clear_oauth_state(state)
        if not code or not verifier:  # a state is good for one login
            raise HTTPException(403, "the JupyterHub did not let you in: log in again")
        try:
            token = await self._auth.token_for_code(code, code_verifier=verifier, sync=False)
        except HTTPError:
            raise HTTPException(403, "the JupyterHub did not confirm this login: log in again") from None
        name = await self._name(token)
        await self._role(name)
        return name, path

    def forget_state(self, answer: Response) -> None:
        """Delete the cookie that a login needed."""
        answer.delete_cookie(_STATE_COOKIE, path=self.prefix, httponly=True, samesite="lax")

    def logged_out(self) -> Response:
        """The page after a logout."""
        return RedirectResponse(f"{self._auth.hub_host}{self._hub}home", 303)

    async def _name(self, token: str) -> str:
        try:
            model: dict[str, Any] | None = await self._auth.user_for_token(token, sync=False)
        except HTTPError:
            raise HTTPException(503, _NO_ANSWER) from None
        if not model:
            raise LoginError("the JupyterHub does not know this token, or it has expired: log in again")
        if model.get("kind") != "user" or not self._auth.check_scopes(self._auth.access_scopes, model):
            raise LoginError("this JupyterHub token is not for this portal: see docs/jupyterhub.md")
        return str(model["name"])

    async def _role(self, name: str) -> str:
        groups = await self._groups_of(name)
        on_roster = await run_in_threadpool(self._people.role_on_roster, name)
        if f"formgrade-{self._course_id}" in groups:
            role = "instructor"
        elif f"nbgrader-{self._course_id}" in groups:
            role = "student"
        elif on_roster:
            return on_roster
        else:
            raise LoginError("you are not on the roster of this course: ask your instructor")
        if not on_roster:
            _require_usual(name, role)
            await run_in_threadpool(self._people.let_in, name, role)
        return role

    async def _groups_of(self, name: str) -> list[str]:
        """The Hub's groups of somebody; none if the portal may not ask for them."""
        until, groups = self._groups.get(name, (0.0, []))
        if time.monotonic() < until:
            return groups
        try:
            answer = await self._api.get(f"users/{quote(name, '')}")
            if answer.status_code >= 500:
                answer.raise_for_status()
        except httpx.HTTPError:
            raise HTTPException(503, _NO_ANSWER) from None
        groups = list(answer.json().get("groups", [])) if answer.status_code == 200 else []
        self._groups[name] = (time.monotonic() + _SECONDS_KEPT, groups)
        return groups


_VARIABLES = (
    "JUPYTERHUB_SERVICE_NAME",
    "JUPYTERHUB_SERVICE_PREFIX",
    "JUPYTERHUB_SERVICE_URL",
    "JUPYTERHUB_API_URL",
    "JUPYTERHUB_API_TOKEN",
    "JUPYTERHUB_CLIENT_ID",
)


def _require_usual(name: str, role: str) -> None:
    """Require that a name of the Hub could also be on a roster."""
    try:
        names = list(people_of([f"{name},{role}"]))
    except GradingError:
        names = []
    if names != [name]:
        raise LoginError(f"your name on the JupyterHub, {json.dumps(name)}, cannot be on a roster: ask your instructor")


class _Prefix:
    """Removes the prefix from requested paths, and adds it to redirects."""

    def __init__(self, application: ASGIApp, prefix: str, hub: str) -> None:
        self._application = application
        self._prefix = prefix
        self._hub = hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        path = scope["path"]
        if path != self._prefix and not path.startswith(f"{self._prefix}/"):
            await PlainTextResponse("There is nothing here.", 404)(scope, receive, send)
            return

        async def prefixed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                location = headers.get("location", "")
                if location.startswith("/") and not location.startswith(self._hub):
                    headers["location"] = self._prefix + location
            await send(message)

        own = path.removeprefix(self._prefix) or "/"
        await self._application({**scope, "path": own, "raw_path": quote(own).encode()}, receive, prefixed)
