"""A machine with a real JupyterHub: its proxy, a portal as its service, and servers in which people work."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from types import TracebackType

import httpx
import psutil

from nbproctor.config import Course
from tests.needs import PROXY
from tests.portal.graded_portals import free_port, until

_CONFIG = """\
from nbproctor.portal.hub_service import add_portal

c = get_config()
c.JupyterHub.bind_url = "http://127.0.0.1:{port}"
c.JupyterHub.hub_port = {hub_port}
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{proxy_port}"
c.ConfigurableHTTPProxy.command = [{proxy!r}]
c.JupyterHub.authenticator_class = "dummy"
c.DummyAuthenticator.password = "password-of-all"
c.Authenticator.allow_all = True
c.Authenticator.admin_users = {{"admin"}}
c.JupyterHub.load_groups = {{
    "nbgrader-numbers": {{"users": ["student-001", "student-002", "student-003", "student-004"]}},
    "formgrade-numbers": {{"users": ["teacher"]}},
}}
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = {homes!r} + "/{{username}}"
c.Spawner.default_url = "/lab"
c.Spawner.args = ["--allow-root"]
c.Spawner.start_timeout = c.Spawner.http_timeout = 300
c.Spawner.environment = {{"JUPYTER_CONFIG_PATH": {settings!r}}}
c.JupyterHub.services = [{{"name": "foreign", "api_token": "foreign-token-of-a-service"}}]
add_portal(c, "numbers", {course!r}, {portal_port})
"""
_EXCHANGE = """\
from nbproctor.exchange import use_portal
use_portal(get_config(), "numbers", "http://127.0.0.1:{port}/services/numbers", by_hub=True)
"""
PASSWORD = "password-of-all"


class HubMachine:
    """A JupyterHub with the portal of a course. Use it as a context manager.

    Attributes:
        address: where the Hub's proxy answers.
        portal: where the portal answers behind it.
        api: where the Hub answers programs.
        homes: the folder of everybody's folder.
        settings: the folder of what all servers read.
    """

    def __init__(self, course: Course, folder: Path) -> None:
        port, hub_port, proxy_port, portal_port = (free_port() for _ in range(4))
        self.address = f"http://127.0.0.1:{port}"
        self.portal = f"{self.address}/services/numbers"
        self.api = f"http://127.0.0.1:{hub_port}/hub/api"
        self.homes = folder / "homes"
        self._folder = folder
        self.settings = folder / "settings"
        self.settings.mkdir(parents=True)
        self._portal_port = portal_port
        (self.settings / "nbgrader_config.py").write_text(_EXCHANGE.format(port=port))
        config = _CONFIG.format(
            port=port,
            hub_port=hub_port,
            proxy_port=proxy_port,
            portal_port=portal_port,
            proxy=PROXY,
            homes=str(self.homes),
            settings=str(self.settings),
            course=str(course.root),
        )
        (folder / "jupyterhub_config.py").write_text(config)
        self._log = (folder / "log").open("wb")
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def log(self) -> str:
        """What the Hub, its proxy, the portal and all servers have written."""
        return (self._folder / "log").read_text("utf-8", "replace")

    def browser(self, name: str) -> httpx.Client:
        """A browser of somebody who has logged in at the Hub."""
        browser = httpx.Client(headers={"Accept": "text/html"}, timeout=60)
        (xsrf,) = re.findall(r'name="_xsrf" value="([^"]+)"', browser.get(f"{self.address}/hub/login").text)
        form = {"username": name, "password": PASSWORD, "_xsrf": xsrf}
        assert browser.post(f"{self.address}/hub/login", data=form).status_code == 302
        return browser

    def token(self, name: str, *scopes: str, seconds: int = 3600) -> str:
        """A token of somebody's, as the page of tokens gives it; all that they may do if no scope is named."""
        with closing(self.browser(name)) as browser:
            browser.get(f"{self.address}/hub/token")
            asked = {"expires_in": seconds} | ({"scopes": list(scopes)} if scopes else {})
            headers = {"X-XSRFToken": browser.cookies.get("_xsrf", "", path="/hub/") or ""}
            answer = browser.post(f"{self.address}/hub/api/users/{name}/tokens", json=asked, headers=headers)
        return str(answer.raise_for_status().json()["token"])

    def portal_process(self) -> psutil.Process:
        """The portal, a child of the Hub."""
        assert self._process
        children = psutil.Process(self._process.pid).children()
        (portal,) = (child for child in children if child.cmdline()[-2:] == ["serve", "--hub"])
        return portal

    def portal_has_unread_requests(self) -> bool:
        """Whether something was sent to the portal that it has not read."""
        rows = (line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:])
        here = f":{self._portal_port:04X}"
        return any(row[1].endswith(here) and int(row[4].partition(":")[2], 16) for row in rows if row[3] == "01")

    def __enter__(self) -> HubMachine:
        command = [sys.executable, "-m", "jupyterhub", "-f", str(self._folder / "jupyterhub_config.py")]
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        self._process = subprocess.Popen(
            command,
            cwd=self._folder,
            env={**os.environ, "PATH": path},
            stdout=self._log,
            stderr=self._log,
            start_new_session=True,
        )
        until(self._is_there)
        return self

    def _is_there(self) -> bool:
        assert self._process
        assert self._process.poll() is None, self.log
        try:
            return httpx.get(f"{self.portal}/receipts").status_code == 200
        except httpx.TransportError:
            return False

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        assert self._process
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(60)
        finally:
            self._log.close()
