"""A real JupyterHub: students work in its JupyterLab, and the portal is its service."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import nbformat
import pytest
from nbformat import NotebookNode
from playwright.sync_api import Browser, Page, expect

from nbproctor.config import Course
from nbproctor.portal.receipts import verified
from tests.hub.jupyterhub_machine import PASSWORD, HubMachine
from tests.patience import HANGS
from tests.portal.graded_portals import until

pytestmark = [pytest.mark.all, pytest.mark.needs("Chromium", "JupyterHub")]
ACCESS = "access:services!service=numbers"
PATIENCE = 180_000  # milliseconds: a server starts first
OF_INSTRUCTORS = "/exchange/assignments/numbers/counted"


@pytest.fixture(scope="module")
def course(course_copy: Callable[[Path], Course], tmp_path_factory: pytest.TempPathFactory) -> Course:
    return course_copy(tmp_path_factory.mktemp("hub") / "course")


@pytest.fixture(scope="module")
def hub(course: Course) -> Iterator[HubMachine]:
    with HubMachine(course, course.root.parent / "machine") as opened:
        yield opened


def _asked(hub: HubMachine, path: str, authorization: str) -> httpx.Response:
    return httpx.get(hub.portal + path, headers={"Authorization": authorization}, timeout=60)


# --- tokens ---------------------------------------------------------------------------------------------


def test_a_token_lets_in_whom_the_hub_knows_with_the_role_of_their_group(hub: HubMachine) -> None:
    for name, status in (("student-001", 403), ("teacher", 200)):
        for kind in ("token", "Bearer"):
            token = f"{kind} {hub.token(name, ACCESS)}"
            assert _asked(hub, "/exchange", token).json()["person"] == name
            assert _asked(hub, OF_INSTRUCTORS, token).status_code == status


def test_tokens_that_are_forged_foreign_or_of_strangers_let_nobody_in(hub: HubMachine) -> None:
    own = hub.token("student-001", ACCESS)
    refused = {
        "forged": f"token {own[:-1]}{'a' if own[-1] != 'a' else 'b'}",
        "empty": "token",
        "basic": f"Basic {own}",
        "for something else": f"token {hub.token('student-001', 'read:users!user=student-001')}",
        "of a service": "token foreign-token-of-a-service",
        "of a stranger": f"token {hub.token('stranger', ACCESS)}",
        "of a path": f"token {hub.token('a', ACCESS)}/../{own}",
        "of a path to a user": "token ../../users/teacher",
        "of a query": f"token ?token={own}",
        "two in one": f"token {own}, token {own}",
        "cut short": f"token {own[:-1]}",
        "too long": f"token {own * 100}",
        "without a blank": f"token{own}",
        "encoded": f"token {own}%00",
        "of no kind": own,
    }
    for what, authorization in refused.items():
        answer = _asked(hub, "/exchange", authorization)
        assert answer.status_code == 403, what
        brought = authorization.partition(" ")[2]
        assert not brought or brought not in answer.text
    for address in (f"/exchange?token={own}", f"/exchange?access_token={own}", f"/assignments/numbers?token={own}"):
        assert httpx.get(hub.portal + address).status_code == 403
    assert _asked(hub, "/exchange", f"token {own}").status_code == 200


def test_an_expired_token_ends_within_seconds(hub: HubMachine) -> None:
    token = f"token {hub.token('student-001', ACCESS, seconds=5)}"
    assert _asked(hub, "/exchange", token).status_code == 200
    until(lambda: _asked(hub, "/exchange", token).status_code == 403)


def test_whoever_leaves_a_group_is_out_within_seconds(hub: HubMachine) -> None:
    admin = {"Authorization": f"token {hub.token('admin')}"}
    token = f"token {hub.token('leaver', ACCESS)}"
    of_group = f"{hub.api}/groups/formgrade-numbers/users"
    assert httpx.post(of_group, json={"users": ["leaver"]}, headers=admin).is_success
    until(lambda: _asked(hub, OF_INSTRUCTORS, token).status_code == 200)
    assert httpx.request("DELETE", of_group, json={"users": ["leaver"]}, headers=admin).is_success
    until(lambda: _asked(hub, OF_INSTRUCTORS, token).status_code == 403)
    assert "not on the roster" in _asked(hub, "/exchange", token).text


def test_a_token_opens_what_a_login_opens_and_no_more(hub: HubMachine) -> None:
    path = f"{hub.portal}/assignments/numbers"
    owner, neighbour = (
        httpx.Client(headers={"Authorization": f"token {hub.token(name, ACCESS)}", "Accept": "application/json"})
        for name in ("student-003", "student-004")
    )
    with owner, neighbour:
        csrf, of_neighbour = (who.get(path).json()["csrf"] for who in (owner, neighbour))

        def hand_in(csrf: str, work: bytes, key: str = "key-00000001") -> httpx.Response:
            form = {"csrf": csrf, "key": key, "insist": "1"}
            return owner.post(path, data=form, files={"file": ("numbers.ipynb", work)}, timeout=60)

        assert [hand_in(wrong, b"{}").status_code for wrong in ("", of_neighbour, f"{csrf}a")] == [403] * 3
        receipt = hand_in(csrf, b"{}")
        assert receipt.status_code == 201
        assert hand_in(csrf, b"{}").content == receipt.content
        assert hand_in(csrf, b"{ }").status_code == 409
        number = receipt.json()["number"]
        own = f"submissions/{number}"
        for part in (own, f"{own}/receipt", f"exchange/{own}/notebook"):
            assert owner.get(f"{hub.portal}/{part}").status_code == 200
            assert neighbour.get(f"{hub.portal}/{part}").status_code == 404
        for part in ("board", "board/people", "board/points.csv", "board/submissions.csv"):
            assert neighbour.get(f"{hub.portal}/{part}").status_code == 403
        for part in ("assignments/letters", "exchange/assignments/..%2f..%2fgrading_config.py", "portal/signing.key"):
            assert neighbour.get(f"{hub.portal}/{part}").status_code == 404


# --- a browser's login ----------------------------------------------------------------------------------


def _sent_back(hub: HubMachine, browser: httpx.Client) -> str:
    """The address to which the Hub sends somebody back who asks for the portal's board."""
    asked = browser.get(f"{hub.portal}/board")
    assert asked.status_code == 303
    allowed = browser.get(hub.address + asked.headers["location"])
    assert allowed.status_code == 302, allowed.text
    return hub.address + str(allowed.headers["location"])


def test_a_browser_is_let_in_by_the_hub_once_for_each_login(hub: HubMachine) -> None:
    with closing(hub.browser("teacher")) as browser, closing(hub.browser("student-001")) as other:
        address = _sent_back(hub, browser)
        query = parse_qs(urlsplit(address).query)
        assert other.get(address).status_code == 403  # a login that did not begin there
        _sent_back(hub, other)
        forged = address.replace(query["state"][0], "forged")
        for wrong in (forged, address.replace(query["code"][0], "forged"), f"{hub.portal}/oauth_callback"):
            with httpx.Client(cookies=browser.cookies) as copy:
                assert copy.get(wrong).status_code == 403, wrong
        address = _sent_back(hub, browser)
        answer = browser.get(address)
        assert (answer.status_code, answer.headers["location"]) == (303, "/services/numbers/board")
        assert "teacher" in browser.get(f"{hub.portal}/board").text
        for replay in (browser, other, httpx.Client(cookies=browser.cookies)):
            assert replay.get(address).status_code == 403
        assert other.get(_sent_back(hub, other)).status_code == 303
        assert other.get(f"{hub.portal}/board").status_code == 403
        assert "instructors" in other.get(f"{hub.portal}/board").text
        page = other.get(f"{hub.portal}/")
        assert 'href="/services/numbers/assignments/numbers"' in page.text
        assert not re.findall(r'(?:href|action|src)="/(?!services/numbers/)', page.text)


PATHS = ("//elsewhere.example/board", "/%5celsewhere.example", "/board%2f..%2f..%2felsewhere", "/@elsewhere.example")
HOSTS = ("elsewhere.example", "a//elsewhere.example", "a/hub/x", "elsewhere.example/?")


def test_no_login_leads_to_another_site(hub: HubMachine) -> None:
    with closing(hub.browser("teacher")) as browser:
        for path in PATHS:
            assert browser.get(hub.portal + path).status_code == 404, path
        for path in ("/board?next=//elsewhere.example", "/assignments/x%0d%0aSet-Cookie:a=b", "/assignments/%3f%23"):
            for host in HOSTS:
                asked = browser.get(hub.portal + path, headers={"Host": host, "X-Forwarded-Host": host})
                assert asked.headers["location"].startswith("/hub/api/oauth2/authorize?"), host
                allowed = browser.get(hub.address + asked.headers["location"])
                assert allowed.headers["location"].startswith("/services/numbers/oauth_callback?"), host
                answer = browser.get(hub.address + allowed.headers["location"])
                ends = ("/services/numbers/board", "/services/numbers/assignments/")
                assert answer.headers["location"].startswith(ends)
                cookies = [name.partition("=")[0] for name in answer.headers.get_list("set-cookie")]
                assert cookies == ["portal_session", "portal_oauth_state"]
                browser.cookies.delete("portal_session", domain="127.0.0.1", path="/services/numbers")


def test_a_stranger_of_the_hub_is_told_so_and_not_sent_in_circles(hub: HubMachine) -> None:
    with closing(hub.browser("stranger")) as browser:
        answer = browser.get(_sent_back(hub, browser))
        assert answer.status_code == 403
        assert "not on the roster of this course" in answer.text


def test_there_is_no_login_by_code(hub: HubMachine) -> None:
    assert httpx.post(f"{hub.portal}/login", data={"name": "teacher", "code": "code"}).status_code == 404
    assert httpx.get(f"{hub.portal}/exchange").status_code == 403


# --- JupyterLab -----------------------------------------------------------------------------------------


def _lab(hub: HubMachine, browser: Browser, name: str) -> Page:
    """JupyterLab on somebody's server, with the list of assignments open."""
    page = browser.new_context(base_url=hub.address, viewport={"width": 1366, "height": 900}).new_page()
    page.set_default_timeout(PATIENCE)
    page.goto("/hub/login")
    _sign_in(page, name)
    page.wait_for_url(f"**/user/{name}/lab**")
    _open_list(page)
    return page


def _sign_in(page: Page, name: str) -> None:
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()


def _open_list(page: Page) -> None:
    page.get_by_role("menuitem", name="Nbgrader").click()
    page.get_by_role("menuitem", name="Assignment List").click()


def test_students_hand_in_and_read_their_reports_in_jupyterlab(
    hub: HubMachine, course: Course, browser: Browser, solved: Callable[[Course], NotebookNode]
) -> None:
    key = httpx.get(f"{hub.portal}/receipts").json()["public_key"]
    for name in ("student-002", "student-001"):
        page = _lab(hub, browser, name)
        released, fetched, submitted = (
            page.locator(f"#{status}_assignments_list") for status in ("released", "fetched", "submitted")
        )
        released.get_by_role("button", name="Fetch").click()
        expect(fetched.get_by_role("button", name="Submit")).to_be_visible()
        fetched.locator(".assignment-notebooks-link").click()
        expect(fetched).to_contain_text("numbers (no deadline)")
        work = hub.homes / name / "numbers"
        nbformat.write(solved(course), work / "numbers.ipynb")
        fetched.get_by_role("button", name="Submit").click()
        expect(submitted).to_contain_text("UTC")
        (path,) = work.glob("numbers.receipt-*.json")
        assert verified(path.read_bytes(), key).student == name
        for _ in range(PATIENCE // 2000):
            page.locator("#refresh_assignments_list").click()
            page.wait_for_timeout(2000)
            if submitted.get_by_text("view feedback").count():
                break
        submitted.get_by_text("view feedback").click()
        (report,) = work.glob("feedback/*/numbers.html")
        assert "numbers" in report.read_text("utf-8")
        page.goto("/services/numbers/")
        page.get_by_role("link", name="numbers").click()
        page.get_by_role("list").get_by_role("link").click()
        expect(page.get_by_text("8 of 8 points")).to_be_visible()
    _give_a_deadline_that_has_passed(hub, browser, "student-001")
    changed = solved(course)
    changed.cells.append(nbformat.v4.new_markdown_cell("more"))
    nbformat.write(changed, work / "numbers.ipynb")
    page.goto("/user/student-001/lab")
    _open_list(page)
    fetched.locator(".assignment-notebooks-link").click()
    expect(fetched).to_contain_text("numbers (closed since 2020-12-01 12:00")
    fetched.get_by_role("button", name="Submit").click()
    expect(page.locator(".jp-Dialog")).to_contain_text("The deadline had passed when the upload finished")
    assert len(list(work.glob("*.receipt-*.json"))) == 1
    _collect(hub, course)
    for name in ("student-001", "student-002"):
        assert (course.submitted / name / "numbers" / "numbers.ipynb").is_file()


def test_a_portal_that_is_killed_while_a_student_submits_has_the_submission_once(
    hub: HubMachine, course: Course, browser: Browser, solved: Callable[[Course], NotebookNode]
) -> None:
    name = "student-004"
    page = _lab(hub, browser, name)
    page.locator("#released_assignments_list").get_by_role("button", name="Fetch").click()
    submit = page.locator("#fetched_assignments_list").get_by_role("button", name="Submit")
    expect(submit).to_be_visible()
    work = hub.homes / name / "numbers"
    nbformat.write(solved(course), work / "numbers.ipynb")
    killed = hub.portal_process()
    killed.suspend()
    submit.click()
    until(hub.portal_has_unread_requests)
    killed.kill()
    # The Hub starts the portal again.
    expect(page.locator("#submitted_assignments_list")).to_contain_text("UTC", timeout=PATIENCE)
    assert hub.portal_process() != killed
    token = f"token {hub.token(name, ACCESS)}"
    (told,) = _asked(hub, "/exchange", token).json()["assignments"]
    assert len(told["handed_in"]) == len(list(work.glob("numbers.receipt-*.json"))) == 1


def _give_a_deadline_that_has_passed(hub: HubMachine, browser: Browser, name: str) -> None:
    """Let an instructor do so on the board, where they come to by the Hub's login."""
    page = browser.new_context(base_url=hub.address).new_page()
    page.set_default_timeout(PATIENCE)
    page.goto("/services/numbers/board/people")
    _sign_in(page, "teacher")
    page.get_by_label("Names of people or groups").fill(name)
    page.get_by_label("Or a separate deadline").fill("2020-12-01T12:00")
    page.get_by_role("button", name="Give time").click()
    page.goto("/services/numbers/board")
    expect(page.locator("#acts")).to_contain_text(f"teacher gives {name} time until 2020-12-01 12:00")
    page.context.close()


def _collect(hub: HubMachine, course: Course) -> None:
    """Collect, as an instructor does in a terminal of their server."""
    (course.root / "nbgrader_config.py").write_text(
        'load_subconfig("grading_config.py")\n' + (hub.settings / "nbgrader_config.py").read_text()
    )
    command = [str(Path(sys.executable).with_name("nbgrader")), "collect", "numbers"]
    for name, status in (("student-001", 1), ("teacher", 0)):
        environment = {**os.environ, "JUPYTERHUB_API_TOKEN": hub.token(name, ACCESS)}
        done = subprocess.run(command, cwd=course.root, env=environment, capture_output=True, text=True, timeout=HANGS)
        assert done.returncode == status, done.stderr
        assert environment["JUPYTERHUB_API_TOKEN"] not in done.stdout + done.stderr


def test_no_token_is_in_a_log(hub: HubMachine) -> None:
    given = [hub.token("student-002", ACCESS), hub.token("stranger", ACCESS)]
    for token in given:
        _asked(hub, "/exchange", f"token {token}")
        _asked(hub, "/nowhere", f"token {token}")
    of_service = json.dumps(hub.log)
    assert "logged in through the JupyterHub" in of_service
    assert not [token for token in given if token in of_service]
    assert not re.findall(r"[?&](?:code|state)=(?!\[secret\])[\w-]{8,}", of_service)
