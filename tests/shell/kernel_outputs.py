"""A cell's outputs without what may differ between a real kernel and a runner."""

import re

from nbproctor.system.printable import without_terminal_codes


def streams_apart(outputs):
    texts = {}
    for output in outputs:
        if output["output_type"] == "stream":
            texts[output["name"]] = texts.get(output["name"], "") + output["text"]
    rest = [output for output in outputs if output["output_type"] != "stream"]
    return [texts.get("stdout"), texts.get("stderr"), *rest]


def last_frames(outputs):
    """Of each traceback, the lines of the last exception that an arrow points at, each once, and what it says."""
    for output in outputs:
        if output["output_type"] == "error":
            lines = output["traceback"].rpartition("Traceback (most recent call last)")[2].splitlines()
            pointed_at = [" ".join(line.split()) for line in lines if line.startswith("-")]
            output["traceback"] = [*dict.fromkeys(pointed_at), lines[-1]]
    return outputs


# What differs from run to run, and therefore everywhere.
VARIABLE = {
    r"0x[0-9a-f]{6,}": "memory addresses",
    r"(?:/[^\s:]*/)?ipykernel_\d+/\d+\.py|(?<=\()\d+\.py|<ipython-input-[^>]*>": "file names of cells",
    r"\d+(?:\.\d+)?(?:e[+-]?\d+)? (?:ns|us|µs|μs|ms|s|seconds?)\b": "measured times",
}


def normal(outputs):
    """The outputs without what differs from run to run; each traceback is one text."""
    whole = []
    for output in map(dict, outputs):
        output.pop("transient", None)
        if output["output_type"] == "error":
            output["traceback"] = "\n".join(map(without_terminal_codes, output["traceback"]))
        same_stream = whole and output.get("name") and whole[-1].get("name") == output["name"]
        if same_stream:
            whole[-1]["text"] += output["text"]
        else:
            whole.append(output)
    return without_variable_parts(whole)


def without_variable_parts(value):
    if isinstance(value, str):
        for pattern, name in VARIABLE.items():
            value = re.sub(pattern, name, value)
        return value
    if isinstance(value, list):
        return list(map(without_variable_parts, value))
    if isinstance(value, dict):
        return {key: without_variable_parts(part) for key, part in value.items()}
    return value
