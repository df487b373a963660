"""Pages that are open in a real browser."""

import pytest


@pytest.fixture
def opened(browser, tmp_path):
    """Opens a page in a window of its own; at the end it has asked for nothing and broken no policy."""
    contexts, trouble = [], []

    def opened(html, **window):
        path = tmp_path / "page.html"
        path.write_text(html, encoding="utf-8")
        context = browser.new_context(**{"viewport": {"width": 1366, "height": 768}} | window)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: trouble.append(said.text))
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on("dialog", lambda dialog: (trouble.append(dialog.message), dialog.dismiss()))
        page.on("request", lambda asked: None if asked.url in (path.as_uri(), "") else trouble.append(asked.url))
        page.goto(path.as_uri())
        return page

    opened.trouble = trouble
    yield opened
    for context in contexts:
        context.close()
    assert [one for one in trouble if not one.startswith(("blob:", "data:"))] == []
