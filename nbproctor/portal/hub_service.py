"""What `jupyterhub_config.py` says of a portal that runs as a service of the Hub."""

from __future__ import annotations

import re
import stat
import sys
from pathlib import Path
from typing import Any

from nbproctor.errors import GradingError

_SERVICE = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?")
_OF_SERVERS = ["users:activity!user", "access:servers!server"]  # what JupyterHub gives a server's token by default
_OF_USERS = ["self"]  # likewise, a user


def require_hidden(folder: Path) -> None:
    """Raise GradingError if every user of this machine, such as the Hub's, can look into a folder with solutions."""
    folder = folder.resolve()  # it is reached by its own place, whatever leads there
    if folder.is_dir() and all(path.stat().st_mode & stat.S_IXOTH for path in (folder, *folder.parents)):
        raise GradingError(
            f"every user of this machine can read the solutions in {folder}: use chmod 700 {folder.parent}, and start "
            "the service again"
        )


def add_portal(config: Any, course_id: str, folder: str, port: int = 10101) -> None:
    """Run the portal of a course as the service of its name, at `/services/<course_id>/`.

    All users of the Hub may reach the portal, also by their servers' tokens; it lets in those who have a part in the
    course, and may read which groups they are in. Call this after other settings of roles and scopes.

    Args:
        config: what `get_config()` returns.
        folder: the course's root.
        port: one that is free on this machine.

    Raises:
        GradingError: the course's name cannot be that of a service.
    """
    if not _SERVICE.fullmatch(course_id):
        raise GradingError(f"no service can be called {course_id!r}: use lower-case letters, digits and hyphens")
    access = f"access:services!service={course_id}"
    service = {
        "name": course_id,
        "url": f"http://127.0.0.1:{port}",
        "command": [str(Path(sys.executable).with_name("course")), "serve", "--hub"],
        "cwd": folder,
        "oauth_no_confirm": True,
    }
    roles = list(config.JupyterHub.get("load_roles", []))
    user = next((role for role in roles if role["name"] == "user"), {"name": "user", "scopes": _OF_USERS})
    roles = [role for role in roles if role["name"] != "user"]
    roles.append(user | {"scopes": [*user["scopes"], access]})
    roles.append({"name": f"portal-{course_id}", "services": [course_id], "scopes": ["read:users:groups"]})
    config.JupyterHub.load_roles = roles
    config.JupyterHub.services = [*config.JupyterHub.get("services", []), service]
    config.Spawner.server_token_scopes = [*config.Spawner.get("server_token_scopes", _OF_SERVERS), access]
