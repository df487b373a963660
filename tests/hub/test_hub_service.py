"""What `jupyterhub_config.py` gets from one line, and what `course serve --hub` needs."""

from __future__ import annotations

import tempfile
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from traitlets.config import Config

from nbproctor.config import Course
from nbproctor.errors import GradingError
from nbproctor.portal.hub_service import add_portal, require_hidden
from tests.course_copy import Run

pytestmark = pytest.mark.all


def _roles(config: Config) -> dict[str, Any]:
    return {role["name"]: role for role in config.JupyterHub.load_roles}


def test_each_portal_is_a_service_that_users_and_their_servers_may_ask() -> None:
    config = Config()
    config.JupyterHub.services = [{"name": "other"}]
    config.JupyterHub.load_roles = [{"name": "user", "scopes": ["self", "read:hub"]}, {"name": "own", "scopes": []}]
    add_portal(config, "poker", "/srv/poker")
    add_portal(config, "go-1", "/srv/go", 10102)
    accesses = ["access:services!service=poker", "access:services!service=go-1"]
    services = {each["name"]: each for each in config.JupyterHub.services}
    assert list(services) == ["other", "poker", "go-1"]
    assert (services["go-1"]["url"], services["go-1"]["cwd"]) == ("http://127.0.0.1:10102", "/srv/go")
    assert _roles(config)["user"]["scopes"] == ["self", "read:hub", *accesses]
    assert list(_roles(config)) == ["own", "portal-poker", "user", "portal-go-1"]
    role = {"name": "portal-go-1", "services": ["go-1"], "scopes": ["read:users:groups"]}
    assert _roles(config)["portal-go-1"] == role
    assert config.Spawner.server_token_scopes == ["users:activity!user", "access:servers!server", *accesses]


@pytest.mark.parametrize("name", ["", "Poker", "a/b", "../a", "a b", "-a", "ä"])
def test_a_course_that_no_service_can_be_called_is_refused(name: str) -> None:
    with pytest.raises(GradingError, match="no service can be called"):
        add_portal(Config(), name, "/srv/poker")


@pytest.mark.parametrize(
    ("of_course", "of_source", "is_open"),
    [(0o755, 0o755, True), (0o711, 0o711, True), (0o700, 0o755, False), (0o755, 0o750, False)],
)
def test_no_portal_of_a_hub_is_opened_while_every_user_can_read_the_solutions(
    of_course: int, of_source: int, is_open: bool
) -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as course:  # the folders of tests are closed to others
        source = Path(course, "source")
        source.mkdir()
        source.chmod(of_source)
        Path(course).chmod(of_course)
        link = Path(course, "link")
        link.symlink_to(source)
        for place in (source, link):
            with pytest.raises(GradingError, match="chmod 700") if is_open else nullcontext():
                require_hidden(place)


def test_without_a_hub_the_portal_says_what_is_missing(own_course: Course, run: Run) -> None:
    unset = ("env", "-u", "JUPYTERHUB_SERVICE_NAME")
    told = run(*unset, "course", "serve", "--hub", cwd=own_course.root, code=1).stderr
    said = "course serve --hub is the command of a JupyterHub service, and JUPYTERHUB_SERVICE_NAME is not set"
    assert said in " ".join(told.split())
