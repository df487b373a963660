"""Highlighted code."""

import html
import re

from hypothesis import example, given
from hypothesis import strategies as st

from nbproctor.report.student_content.output_blocks import highlighted


def text_of(markup):
    return html.unescape(re.sub(r"<[^>]*>", "", markup))


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\r"), max_size=200))
@example("'''\\")
@example("f'{x!r:>{width}}'")
@example("x = '\n'\"")
@example("\ufeffx")
def test_highlighting_changes_no_character(source):
    assert text_of(highlighted(source)).rstrip("\n") == source.removeprefix("\ufeff").rstrip("\n")


def test_words_strings_and_comments_are_told_apart():
    markup = highlighted("def f(x):  # why\n    return max(x.max, 'a', 1)")
    for part in (
        '<span class="k">def</span> <span class="nf">f</span>',
        '<span class="c"># why</span>',
        '<span class="k">return</span> <span class="nb">max</span>(x.max',
        """<span class="s">'a'</span>""",
        '<span class="m">1</span>',
    ):
        assert part in markup


def test_a_text_over_several_lines_is_one_string():
    assert "return" not in re.sub(r'<span class="s">.*?</span>', "", highlighted('"""\nreturn\n"""'))
