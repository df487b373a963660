"""numpy and pandas on the wire: arrays and frames of allowed types, as plain data."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from grading.examination.wire import MAX_BYTES, Codec, Decoder, Encoder, WireError

_SCALAR, _ARRAY = 20, 21
_SERIES, _INDEX, _FRAME, _MOMENT = range(30, 34)

# numpy's letters for bool, integers, floats, complex, text, bytes, datetime and timedelta. Arrays of
# objects travel item by item; a structured or void type does not.
_KINDS = frozenset("biufcUSmM")
# pandas' own column types: they travel as objects and come out as the same type.
_COLUMN_TYPES = frozenset(
    {"object", "str", "string", "boolean", "Float32", "Float64"}
    | {f"{sign}Int{bits}" for sign in ("", "U") for bits in (8, 16, 32, 64)}
)


def encoder(value: object) -> Encoder | None:
    """The encoder for exactly the library types; a student's subclass of one is not plain data."""
    kind = type(value)
    if kind is np.ndarray:
        return _encode_array
    if isinstance(value, np.generic) and kind is value.dtype.type:
        return _encode_scalar
    pandas = sys.modules.get("pandas")
    if pandas is None:
        return None
    if isinstance(value, pandas.Index) and kind.__module__.partition(".")[0] == "pandas":
        return _encode_index
    if value is pandas.NA or value is pandas.NaT or kind in (pandas.Timestamp, pandas.Timedelta):
        return _encode_moment
    return {pandas.Series: _encode_series, pandas.DataFrame: _encode_frame}.get(kind)


def _encode_scalar(codec: Codec, value: Any) -> tuple[int, bytes]:
    if value.dtype.kind in "SU":  # as plain text: numpy's own way drops zeros at the end
        return _SCALAR, codec.pack([value.dtype.kind, value[:]])
    return _SCALAR, codec.pack([_name(value.dtype), value.tobytes()])


def _decode_scalar(codec: Codec, data: bytes) -> Any:
    name, raw = codec.parts(data, str, (str, bytes))
    if (name, type(raw)) in (("U", str), ("S", bytes)):
        return np.str_(raw) if name == "U" else np.bytes_(raw)
    dtype = _dtype(name)
    if len(raw) != dtype.itemsize:
        raise WireError("a numpy scalar does not hold one value")
    return np.frombuffer(raw, dtype=dtype)[0]


def _encode_array(codec: Codec, value: Any) -> tuple[int, bytes]:
    _require_possible(value.shape)
    if value.dtype == object:
        return _ARRAY, codec.pack(["O", list(value.shape), list(value.ravel())])
    return _ARRAY, codec.pack([_name(value.dtype), list(value.shape), value.tobytes()])


def _decode_array(codec: Codec, data: bytes) -> Any:
    name, shape, content = codec.parts(data, str, list, (bytes, list))
    _require_possible(shape)
    if isinstance(content, bytes):
        return np.frombuffer(content, dtype=_dtype(name)).reshape(shape).copy()
    # Filled one by one: numpy would look into the items and make an array of higher dimension.
    flat = np.empty(len(content), dtype=object)
    for position, item in enumerate(content):
        flat[position] = item
    return flat.reshape(shape)


def _require_possible(shape: Sequence[Any]) -> None:
    # An array without items may have any shape in no bytes at all, but not as lists or in words.
    if not all(type(size) is int and size >= 0 for size in shape) or math.prod(filter(None, shape)) > MAX_BYTES:
        raise WireError("a numpy array has an impossible shape")


def _name(dtype: Any) -> str:
    if dtype.kind not in _KINDS:
        raise WireError(f"numpy data of type {dtype} is not plain data")
    # The letter tells `longlong` from `int64`, which are different types of one size.
    return str(dtype.str) if dtype.kind in "SUmM" else f"{dtype.byteorder}{dtype.char}"


def _dtype(name: str) -> Any:
    try:
        dtype = np.dtype(name[:32])
    except (TypeError, ValueError, SyntaxError) as error:
        raise WireError(f"not a numpy type: {error}") from None
    if dtype.kind not in _KINDS or dtype.subdtype is not None or not dtype.itemsize:
        raise WireError(f"numpy data of type {name[:32]!r} is not plain data")
    return dtype


def _encode_series(codec: Codec, value: Any) -> tuple[int, bytes]:
    return _SERIES, codec.pack([_column(value), value.index, value.name])


def _decode_series(codec: Codec, data: bytes) -> Any:
    import pandas as pd

    column, index, name = codec.parts(data, list, pd.Index, object)
    values, dtype = _values(column)
    return pd.Series(values, index=index, name=name, dtype=dtype)


def _encode_index(codec: Codec, value: Any) -> tuple[int, bytes]:
    if type(value).__name__ == "MultiIndex":
        return _INDEX, codec.pack(["levels", list(value.levels), [codes.astype("i8") for codes in value.codes]])
    if type(value).__name__ == "RangeIndex":
        _require_listable(value)
        return _INDEX, codec.pack(["range", [value.start, value.stop, value.step], [value.name]])
    return _INDEX, codec.pack(["values", _column(value), [value.name, _frequency(value)]])


def _decode_index(codec: Codec, data: bytes) -> Any:
    import pandas as pd

    kind, content, named = codec.parts(data, str, list, list)
    if kind == "levels":
        return _levels(content, named)
    if kind == "range":
        start, stop, step = content
        _require_listable(range(start, stop, step))
        return pd.RangeIndex(start, stop, step, name=named[0])
    name, frequency = named
    values, dtype = _values(content)
    index = pd.Index(values, name=name, dtype=dtype)
    if frequency is not None:
        if not isinstance(index, (pd.DatetimeIndex, pd.TimedeltaIndex)) or len(frequency) > 32:
            raise WireError("an index cannot have the frequency that it should have")
        return type(index)(index, freq=frequency)
    return index


def _levels(levels: list[Any], codes: list[Any]) -> Any:
    """An index of several levels; which value of its level a row has, the codes say."""
    import pandas as pd

    if not all(isinstance(level, pd.Index) and level.nlevels == 1 for level in levels) or not all(
        type(code) is np.ndarray and code.dtype == np.int64 and code.ndim == 1 for code in codes
    ):
        raise WireError("an index does not have levels")
    return pd.MultiIndex(levels=levels, codes=codes, names=[level.name for level in levels], verify_integrity=True)


def _require_listable(numbers: Sequence[int]) -> None:
    # A range takes no room here, but whoever looks at its numbers makes a list of them.
    if len(numbers) * 8 > MAX_BYTES:
        raise WireError(f"an index of {len(numbers):,} numbers is too large to be sent")


def _frequency(index: Any) -> str | None:
    """The frequency of a DatetimeIndex or TimedeltaIndex, if its name says all about it."""
    import pandas as pd

    if not isinstance(index, (pd.DatetimeIndex, pd.TimedeltaIndex)) or index.freq is None:
        return None
    try:
        name: str = index.freq.freqstr
        return name if pd.tseries.frequencies.to_offset(name) == index.freq else None
    except ValueError:
        return None


def _encode_moment(codec: Codec, value: Any) -> tuple[int, bytes]:
    name = type(value).__name__
    if name in _MISSING:
        return _MOMENT, codec.pack([name, None])
    if getattr(value, "tzinfo", None) is not None:
        raise WireError("a Timestamp in a time zone is not plain data")
    return _MOMENT, codec.pack([name, value.to_numpy()])


def _decode_moment(codec: Codec, data: bytes) -> Any:
    import pandas as pd

    name, moment = codec.parts(data, str, object)
    if name in _MISSING:
        return getattr(pd, _MISSING[name])
    kind = {"Timestamp": np.datetime64, "Timedelta": np.timedelta64}.get(name)
    if kind is None or type(moment) is not kind:
        raise WireError("a moment or duration of pandas' does not hold one")
    return getattr(pd, name)(moment)


_MISSING = {"NAType": "NA", "NaTType": "NaT"}


def _encode_frame(codec: Codec, value: Any) -> tuple[int, bytes]:
    columns = [_column(value.iloc[:, position]) for position in range(value.shape[1])]
    return _FRAME, codec.pack([columns, value.index, value.columns])


def _decode_frame(codec: Codec, data: bytes) -> Any:
    import pandas as pd

    columns, index, names = codec.parts(data, list, pd.Index, pd.Index)
    series = [pd.Series(values, index=index, dtype=dtype) for values, dtype in map(_values, columns)]
    frame = pd.concat(series, axis=1) if series else pd.DataFrame(index=index)
    frame.columns = names
    return frame


def _column(values: Any) -> list[Any]:
    dtype = values.dtype
    if isinstance(dtype, np.dtype) and dtype.kind in _KINDS:
        return ["", values.to_numpy()]
    if str(dtype) not in _COLUMN_TYPES:
        raise WireError(f"pandas data of type {dtype} is not plain data")
    if str(dtype) == "object":  # where None and NaN are two values
        return ["object", values.to_numpy()]
    return [str(dtype), values.to_numpy(dtype=object, na_value=None)]


def _values(column: Any) -> tuple[Any, str | None]:
    if len(column) != 2 or type(column[1]) is not np.ndarray or column[1].ndim != 1:
        raise WireError("a column does not hold values")
    dtype, values = column
    if dtype != "" and dtype not in _COLUMN_TYPES:
        raise WireError("a column's type is not plain data")
    return values, dtype or None


DECODERS: dict[int, Decoder] = {
    _SCALAR: _decode_scalar,
    _ARRAY: _decode_array,
    _SERIES: _decode_series,
    _INDEX: _decode_index,
    _FRAME: _decode_frame,
    _MOMENT: _decode_moment,
}
