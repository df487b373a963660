"""The student's page in a real browser: nothing for axe-core to find, whatever the theme, the width and the medium."""

import pandas
import pytest

from nbproctor.report.pages.feedback import feedback_page
from nbproctor.results import Outcome
from tests.report.conftest import displayed, printed, raised
from tests.report.pages.accessibility import findings

pytestmark = [pytest.mark.all, pytest.mark.needs("Chromium")]

CODE = '@decorated\ndef f(n):  # a comment\n    """Words."""\n    return sum(range(10)) if n else "none"\n'
FRAME = "Cell In[2], line 4, in f(n)\n      3 x = 1\n----> 4 return 1 / n\n"


@pytest.fixture
def with_everything(result, exercise, notebook, png):
    """A page that shows all that a page can: every outcome, a person's task, every kind of output."""
    outputs = [
        printed("\n".join(map(str, range(100)))),
        printed("careful", "stderr"),
        raised("E", "v", FRAME, "E: v"),
        displayed({"text/html": pandas.DataFrame({"a": range(60)}).to_html()}),
        displayed({"image/png": png, "text/plain": "<Figure>"}),
    ]
    outcomes = list(Outcome)
    exercises = [exercise(n, outcome, title=f"Exercise {n}: {outcome}") for n, outcome in enumerate(outcomes)]
    exercises[1] = exercise(1, Outcome.FAILED, disputed="it is not isolated", message="long " * 2000)
    cells = []
    for n in range(len(outcomes)):
        cells += [("solution", CODE, outputs), (f"test_ex{n}", "", outputs)]
    return feedback_page(result("student-001", *exercises, repairs=("a cell was put back",)), notebook(*cells))


@pytest.mark.parametrize(
    ("media", "scheme", "width"),
    [("screen", "light", 1366), ("screen", "dark", 1366), ("screen", "light", 390), ("print", "light", 760)],
)
def test_nothing_is_found_and_nothing_is_asked_for(media, scheme, width, opened, with_everything):
    page = opened(with_everything, viewport={"width": width, "height": 768}, color_scheme=scheme)
    page.emulate_media(media=media)
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
