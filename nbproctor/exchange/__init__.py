"""An exchange for nbgrader whose other end is the portal; `nbgrader_config.py` chooses it with `use_portal`."""

from __future__ import annotations

from typing import Any

_CLASSES = {
    "exchange": "PortalExchange",
    "list": "PortalList",
    "fetch_assignment": "PortalFetchAssignment",
    "submit": "PortalSubmit",
    "fetch_feedback": "PortalFetchFeedback",
    "release_assignment": "PortalReleaseAssignment",
    "release_feedback": "PortalReleaseFeedback",
    "collect": "PortalCollect",
}


def use_portal(config: Any, course_id: str = "", address: str = "", by_hub: bool = False) -> None:
    """Let nbgrader list, fetch, submit and collect through portals.

    Args:
        config: what `get_config()` returns.
        course_id: the course whose portal has this address; empty if people name theirs with `course login`.
        address: the portal's, such as `https://portal.example.org`.
        by_hub: whether the portal is a service of the JupyterHub that runs this server. It gets this server's token,
            and nobody logs in.
    """
    for trait, name in _CLASSES.items():
        config.ExchangeFactory[trait] = f"nbproctor.exchange.portal_exchange.{name}"
    if course_id:
        trait = "hub_portals" if by_hub else "portals"
        config.PortalExchange[trait] = dict(config.PortalExchange.get(trait, {})) | {course_id: address}
