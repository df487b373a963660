"""What keeps somebody from reading a page that is open in a browser."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

LEAST_CONTRAST = 4.5
"""WCAG 2.2, 1.4.3, for texts of the usual size."""


def findings(page: Page) -> list[str]:
    """Look through an open page with every rule of axe-core, as it is shown now: its media, its theme, its width.

    Its policy may forbid scripts: this one comes from outside it. A line for each element that breaks a rule.
    """
    found = Axe().run(page).response["violations"]
    return [f"{rule['id']}: {node['html'][:200]}: {node['failureSummary']}" for rule in found for node in rule["nodes"]]


def faint_texts(page: Page) -> list[str]:
    """Find the texts that stand out too little, those of a single sign too: axe-core does not judge these.

    A text in a drawing stands on the shape before it, where that lies under it. A line for each: the contrast, the
    classes of the element, the text.
    """
    found = page.evaluate(_CONTRASTS)
    return [f"{contrast:.2f}: {kind}: {text}" for contrast, kind, text in found if contrast < LEAST_CONTRAST]


_CONTRASTS = """() => {
    const paint = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true});
    const rgb = colours => {  // one over the other, from below
        paint.fillStyle = "white";
        paint.fillRect(0, 0, 1, 1);
        for (const colour of colours) { paint.fillStyle = colour; paint.fillRect(0, 0, 1, 1); }
        return [...paint.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const luminance = colours => {
        const [red, green, blue] = rgb(colours).map(value => value / 255)
            .map(value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const holds = (shape, text) => {
        const [outer, inner] = [shape, text].map(one => one.getBoundingClientRect());
        return outer.top <= inner.top + inner.height / 2 && inner.top + inner.height / 2 <= outer.bottom;
    };
    const grounds = element => {
        const found = [];
        const shape = element instanceof SVGElement && element.previousElementSibling;
        if (shape instanceof SVGRectElement && holds(shape, element)) found.unshift(getComputedStyle(shape).fill);
        for (let one = element; one; one = one.parentElement) found.unshift(getComputedStyle(one).backgroundColor);
        return found;
    };
    const known = new Set(), found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const element = texts.currentNode.parentElement;
        const text = texts.currentNode.data.trim();
        if (!text || !element.checkVisibility() || /^(TITLE|DESC|SCRIPT)$/i.test(element.tagName)) continue;
        const style = getComputedStyle(element);
        const ink = element instanceof SVGElement ? style.fill : style.color;
        const below = grounds(element);
        const key = JSON.stringify([ink, below]);
        if (known.has(key)) continue;
        const [light, dark] = [luminance([...below, ink]), luminance(below)].sort((one, other) => other - one);
        known.add(key);
        const kind = element.getAttribute("class") ?? element.tagName;
        found.push([(light + 0.05) / (dark + 0.05), kind, text.slice(0, 60)]);
    }
    return found;
}"""
