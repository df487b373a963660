"""numpy and pandas on the wire: arrays and frames of allowed types, as plain data."""

from __future__ import annotations

import datetime
import math
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from nbproctor.examination.wire.standard_types import Decoder, Encoder, Packing, zone, zone_name
from nbproctor.examination.wire.wire_bounds import MAX_BYTES, WireError

_SCALAR, _ARRAY = 20, 21
_SERIES, _INDEX, _FRAME, _MOMENT, _CATEGORICAL = range(30, 35)
# How many objects an array or a table counts as in a message, because of the time that it takes.
_COST_OF_ARRAY, _COST_OF_TABLE = 4, 64

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
    return {
        pandas.Series: _encode_series,
        pandas.DataFrame: _encode_frame,
        pandas.Categorical: _encode_categorical,
    }.get(kind)


def _encode_scalar(codec: Packing, value: Any) -> tuple[int, bytes]:
    if value.dtype.kind in "SU":  # as plain text: numpy's own way drops zeros at the end
        return _SCALAR, codec.pack([value.dtype.kind, value[:]])
    return _SCALAR, codec.pack([_name(value.dtype), value.tobytes()])


def _decode_scalar(codec: Packing, data: bytes) -> Any:
    name, raw = codec.parts(data, str, (str, bytes))
    if (name, type(raw)) in (("U", str), ("S", bytes)):
        return np.str_(raw) if name == "U" else np.bytes_(raw)
    dtype = _dtype(name)
    if len(raw) != dtype.itemsize:
        raise WireError("a numpy scalar does not hold one value")
    return np.frombuffer(raw, dtype=dtype)[0]


def _encode_array(codec: Packing, value: Any) -> tuple[int, bytes]:
    _require_possible(value.shape, value.dtype.itemsize)
    if value.dtype == object:
        return _ARRAY, codec.pack(["O", list(value.shape), list(value.ravel())])
    return _ARRAY, codec.pack([_name(value.dtype), list(value.shape), value.tobytes()])


def _decode_array(codec: Packing, data: bytes) -> Any:
    codec.charge(_COST_OF_ARRAY)
    name, shape, content = codec.parts(data, str, list, (bytes, list))
    dtype = _dtype(name) if isinstance(content, bytes) else np.dtype(object)
    _require_possible(shape, dtype.itemsize)
    if isinstance(content, bytes):
        return np.frombuffer(content, dtype=dtype).reshape(shape).copy()
    # One by one: numpy would look into the items and make an array of higher dimension.
    flat = np.empty(len(content), dtype=object)
    for position, item in enumerate(content):
        flat[position] = item
    return flat.reshape(shape)


def _require_possible(shape: Sequence[Any], itemsize: int) -> None:
    # An array without items takes no bytes, whatever its shape and the size of its items; what is made of it may.
    sizes = [*shape, itemsize]
    if not all(type(size) is int and size >= 0 for size in sizes) or math.prod(filter(None, sizes)) > 2 * MAX_BYTES:
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


def _encode_series(codec: Packing, value: Any) -> tuple[int, bytes]:
    return _SERIES, codec.pack([_column(value), value.index, value.name])


def _decode_series(codec: Packing, data: bytes) -> Any:
    import pandas as pd

    codec.charge(_COST_OF_TABLE)
    column, index, name = codec.parts(data, list, pd.Index, object)
    values, dtype = _values(codec, column)
    return pd.Series(values, index=index, name=name, dtype=dtype)


def _encode_index(codec: Packing, value: Any) -> tuple[int, bytes]:
    if type(value).__name__ == "MultiIndex":
        return _INDEX, codec.pack(["levels", list(value.levels), [codes.astype("i8") for codes in value.codes]])
    if type(value).__name__ == "RangeIndex":
        _require_listable(value)
        return _INDEX, codec.pack(["range", [value.start, value.stop, value.step], [value.name]])
    return _INDEX, codec.pack(["values", _column(value), [value.name, _frequency(value)]])


def _decode_index(codec: Packing, data: bytes) -> Any:
    import pandas as pd

    codec.charge(_COST_OF_TABLE)
    kind, content, details = codec.parts(data, str, list, list)
    if kind == "levels":
        return _levels(codec, content, details)
    if kind == "range":
        start, stop, step = content
        _require_listable(range(start, stop, step))
        return pd.RangeIndex(start, stop, step, name=details[0])
    name, frequency = details
    values, dtype = _values(codec, content)
    index = pd.Index(values, name=name, dtype=dtype)
    if frequency is not None:
        if not isinstance(index, (pd.DatetimeIndex, pd.TimedeltaIndex)) or len(frequency) > 32:
            raise WireError("an index cannot have the frequency that it should have")
        return type(index)(index, freq=frequency)
    return index


def _levels(codec: Packing, levels: list[Any], codes: list[Any]) -> Any:
    """An index of several levels; the codes say which value of its level each row has."""
    import pandas as pd

    if len(levels) != len(codes) or not levels or len({getattr(code, "size", None) for code in codes}) != 1:
        raise WireError("an index does not have as many codes as levels")
    codec.charge(_COST_OF_TABLE * len(levels))
    for level, code in zip(levels, codes, strict=True):
        _require_chosen(codec, level, code)
    return pd.MultiIndex(levels=levels, codes=codes, names=[level.name for level in levels], verify_integrity=False)


def _require_chosen(codec: Packing, values: Any, codes: Any) -> None:
    """Require that codes choose from distinct values; -1 chooses none. In pandas' own check, keys may collide."""
    import pandas as pd

    if type(codes) is not np.ndarray or codes.dtype != np.int64 or codes.ndim != 1:
        raise WireError("codes are not numbers")
    if not isinstance(values, pd.Index) or values.nlevels != 1 or not _are_distinct(codec, values):
        raise WireError("codes do not choose from an index of values that are all different")
    if codes.size and (codes.min() < -1 or codes.max() >= len(values)):
        raise WireError("codes choose a value that is not there")


def _are_distinct(codec: Packing, values: Any) -> bool:
    if type(values).__name__ == "RangeIndex":
        return True
    if isinstance(values.dtype, np.dtype) and values.dtype.kind in _KINDS:
        return len(np.unique(values.to_numpy())) == len(values)  # which sorts
    return len(codec.distinct(list(values))) == len(values)


def _require_listable(numbers: Sequence[int]) -> None:
    # A range takes no room itself, but whatever looks at its numbers makes a list of them.
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


def _encode_moment(codec: Packing, value: Any) -> tuple[int, bytes]:
    name = type(value).__name__
    if name in _MISSING:
        return _MOMENT, codec.pack([name, None, None])
    # The zone first: if it is an object of another library, the value's time is not even asked for.
    zone_id = zone_name(getattr(value, "tzinfo", None))
    return _MOMENT, codec.pack([name, value.to_numpy(), zone_id])


def _decode_moment(codec: Packing, data: bytes) -> Any:
    import pandas as pd

    codec.charge(_COST_OF_ARRAY)
    name, moment, zone_id = codec.parts(data, str, (np.generic, type(None)), object)
    if name in _MISSING:
        return getattr(pd, _MISSING[name])
    kind: Any = {"Timestamp": np.datetime64, "Timedelta": np.timedelta64}.get(name)
    if kind is None or not isinstance(moment, kind) or np.isnat(moment):
        raise WireError("a pandas timestamp or duration is invalid")
    value = getattr(pd, name)(moment)
    return value if zone_id is None else value.tz_localize("UTC").tz_convert(_zone(zone_id))


def _zone(zone_id: Any) -> Any:
    if not isinstance(zone_id, (str, datetime.timedelta)):
        raise WireError("there is no time zone with this name")
    return zone(zone_id)


_MISSING = {"NAType": "NA", "NaTType": "NaT"}


def _encode_frame(codec: Packing, value: Any) -> tuple[int, bytes]:
    columns = [_column(value.iloc[:, position]) for position in range(value.shape[1])]
    return _FRAME, codec.pack([columns, value.index, value.columns])


def _decode_frame(codec: Packing, data: bytes) -> Any:
    import pandas as pd

    codec.charge(_COST_OF_TABLE)
    columns, index, names = codec.parts(data, list, pd.Index, pd.Index)
    codec.charge(_COST_OF_TABLE * len(columns))
    series = [
        pd.Series(values, index=index, dtype=dtype) for values, dtype in (_values(codec, column) for column in columns)
    ]
    frame = pd.concat(series, axis=1) if series else pd.DataFrame(index=index)
    frame.columns = names
    return frame


def _encode_categorical(codec: Packing, value: Any) -> tuple[int, bytes]:
    return _CATEGORICAL, codec.pack(_choices(value))


def _decode_categorical(codec: Packing, data: bytes) -> Any:
    codec.charge(_COST_OF_TABLE)
    return _chosen(codec, *codec.parts(data, np.ndarray, object, bool))


def _choices(value: Any) -> list[Any]:
    return [value.codes.astype("i8"), value.categories, value.ordered]


def _chosen(codec: Packing, codes: Any, categories: Any, ordered: bool) -> Any:
    import pandas as pd

    _require_chosen(codec, categories, codes)
    return pd.Categorical.from_codes(codes, dtype=pd.CategoricalDtype(categories, ordered))


def _column(values: Any) -> list[Any]:
    import pandas as pd

    dtype = values.dtype
    if isinstance(dtype, np.dtype) and dtype.kind in _KINDS:
        return ["", values.to_numpy()]
    if type(dtype) is pd.CategoricalDtype:
        return ["category", _choices(values.array)]
    if type(dtype) is pd.DatetimeTZDtype:
        return ["zoned", [values.to_numpy(f"M8[{dtype.unit}]"), zone_name(dtype.tz)]]
    if str(dtype) not in _COLUMN_TYPES:
        raise WireError(f"pandas data of type {dtype} is not plain data")
    if str(dtype) == "object":  # where None and NaN are two values
        return ["object", values.to_numpy()]
    return [str(dtype), values.to_numpy(dtype=object, na_value=None)]


def _values(codec: Packing, column: Any) -> tuple[Any, str | None]:
    """The values of a column, and the type to give them; None for their own."""
    match column:
        case ["category", [codes, categories, bool(ordered)]]:
            return _chosen(codec, codes, categories, ordered), None
        case ["zoned", [np.ndarray(ndim=1) as moments, (str() | datetime.timedelta()) as zone_id]]:
            return _zoned(moments, zone_id), None
        case [str(dtype), np.ndarray(ndim=1) as values] if dtype == "" or dtype in _COLUMN_TYPES:
            return values, dtype or None
    raise WireError("a column does not hold values of a type that is plain data")


def _zoned(moments: Any, zone_id: Any) -> Any:
    import pandas as pd

    if moments.dtype.kind != "M":
        raise WireError("a column with a time zone does not hold timestamps")
    return pd.DatetimeIndex(moments).tz_localize("UTC").tz_convert(_zone(zone_id))


DECODERS: dict[int, Decoder] = {
    _SCALAR: _decode_scalar,
    _ARRAY: _decode_array,
    _SERIES: _decode_series,
    _INDEX: _decode_index,
    _FRAME: _decode_frame,
    _MOMENT: _decode_moment,
    _CATEGORICAL: _decode_categorical,
}
