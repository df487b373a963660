"""Comments are shown as formgrader shows them: Markdown with formulas; nothing in them acts."""

import pytest

from nbproctor.report.comment_markup import comment_html
from nbproctor.report.pages.feedback import feedback_page


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("**Good**, but read `n`.\nAgain.", "<p><strong>Good</strong>, but read <code>n</code>.<br>\nAgain.</p>"),
        ("- one\n- two", "<ul>\n<li>one</li>\n<li>two</li>\n</ul>"),
        ("It costs $5 to $6", "<p>It costs $5 to $6</p>"),
        (
            "[docs](https://docs.python.org)",
            '<p><a href="https://docs.python.org" rel="noopener noreferrer">docs</a></p>',
        ),
        ("<b>x</b> & <script>f()</script>", "<p>&lt;b&gt;x&lt;/b&gt; &amp; &lt;script&gt;f()&lt;/script&gt;</p>"),
        ("[x](javascript:f())", "<p>[x](javascript:f())</p>"),
        ("no formula: $\\frac{$", "<p>no formula: <code>\\frac{</code></p>"),
    ],
)
def test_markdown_is_html_and_html_is_text(text, html):
    assert comment_html(text).strip() == html


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("$a_1 * b_1$", ["<msub><mi>a</mi><mn>1</mn></msub><mo>*</mo>", 'display="inline"']),
        ("$$\\frac{x}{y}$$", ["<mfrac>", 'display="block"']),
        ("$\\href{javascript:f()}{x}$", ["<mi>x</mi>"]),
        ("\\(x^2\\) and \\[y\\]", ["<msup>", 'display="block"']),
        ("\\begin{pmatrix}1 & 2\\\\3 & 4\\end{pmatrix}", ["<mtable>"]),
        ("$$\\begin{aligned}a&=b\\\\c&=d\\end{aligned}$$", ["<code>\\begin{aligned}a&amp;=b\\\\c&amp;=d"]),
        ("So \\begin{align*}a&=b\\end{align*}", ["<code>\\begin{align*}a&amp;=b\\end{align*}</code>"]),
        ("$$\n\\begin{aligned}a&=b\\end{aligned}\n$$", ["\\begin{aligned}a&amp;=b\\end{aligned}"]),
        ("`\\(a\\)`", ["<code>\\(a\\)</code>"]),
    ],
)
def test_formulas_are_mathml(text, parts):
    html = comment_html(text)
    assert all(part in html for part in parts)
    assert "javascript" not in html and "$" not in html


@pytest.mark.parametrize("text", ["a\u202eb", "a&#8238;b", "$\\text{a\u202eb}$", "`a\u2066b`"])
def test_what_turns_the_direction_of_text_is_a_visible_sign(text):
    assert not {"\u202e", "\u2066"} & set(comment_html(text))


def test_the_page_shows_it(exercise, result, read):
    commented = exercise(1, comment="See **this**: $x^2$", manual_score=1.0, note="And `that`")
    page = read(feedback_page(result("student-001", commented), None))
    assert "<strong>this</strong>: <math" in page.html and "<code>that</code>" in page.html
    assert page.dangers == []
