# SPDX-License-Identifier: GPL-3.0-or-later
"""Arrays in memory as a side of a comparison."""

from __future__ import annotations

import re
from typing import Any, List, Mapping, Tuple

from . import _core
from ._arguments import shown, text_bytes
from ._dump import Dump
from ._elements import KNOWN_EXTENDED, Elements
from ._errors import UnsupportedError, UsageError
from ._tensor import Tensor
from ._torch import is_torch_tensor, torch_elements

#: What an array is called that has no name.
ONLY_NAME = "array"

_ENTRY = re.compile(r"(.+):(input|output|buffer|workspace|parameter|gradient|argument)(?::(\d{1,9}))?")

#: Types of NumPy that the core has.
_KNOWN = (
    "bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 float32 float64 complex64 complex128"
).split()


def dump_of_arrays(side: Any, root: str) -> Dump:
    """A dump of one array, or of a mapping from names to arrays: NumPy arrays, torch tensors, numbers, whatever has
    `__array__`. The order of the mapping is taken as the order of execution. A name `op:input:0` says operator,
    role and slot; else the array is output 0 of an operator of that name. Dense arrays are not copied."""
    arrays = side if isinstance(side, Mapping) else {ONLY_NAME: side}
    if not arrays:
        raise UsageError("there is no array to compare: the mapping is empty")
    entries: List[Tuple[bytes, bytes, str, int, str, Tuple[int, ...], Any]] = []
    for name, value in arrays.items():
        if not isinstance(name, str):
            raise UsageError(f"names of arrays are str, not {type(name).__name__}")
        named = _ENTRY.fullmatch(name)
        operator, io, slot = (named[1], named[2], int(named[3] or 0)) if named else (name, "output", 0)
        called, its_operator = text_bytes(name, "the name of an array"), text_bytes(operator, "the name of an array")
        dtype, array = elements_of(name, value)
        # Types that NumPy lacks have no buffer: their bits have.
        memory = array if array.dtype.isbuiltin == 1 else array.view(f"u{array.dtype.itemsize}")
        entries.append((called, its_operator, io, slot, dtype, array.shape, memory))
    is_nameless = not isinstance(side, Mapping)
    return Dump(_core.open_arrays(root, entries), is_of_arrays=True, is_nameless=is_nameless)


def elements_of(name: str, value: Any) -> Elements:
    """The core's name of the element type, and a dense little-endian NumPy array of elements of that size. Errors name
    the array."""
    import numpy

    if isinstance(value, Elements):
        return value
    if is_torch_tensor(value):
        found = torch_elements(name, value)
        if found is not None:
            return found
        value = value.detach().cpu().resolve_conj().resolve_neg()
    elif isinstance(value, Tensor):
        value = value.numpy()
    array = _array_of(name, value)
    # The type of the scalars is the type in the order of bytes of this machine; one more such type made by
    # newbyteorder() is no builtin one for NumPy.
    native = numpy.dtype(array.dtype.type) if array.dtype.kind in "biufc" else array.dtype
    if array.dtype != native:
        array = array.astype(native)
    array = array.view(native)
    kind = native.name
    if kind in ("int4", "int2"):
        return Elements("int8", array.astype(numpy.int8))
    if kind in ("uint4", "uint2"):
        return Elements("uint8", array.astype(numpy.uint8))
    if kind in _KNOWN or kind in KNOWN_EXTENDED:
        return Elements(kind, array)
    if native.type.__module__ == "ml_dtypes":
        return _in_narrowest(array)
    raise UnsupportedError(
        f"{shown(name)}: arrays of {kind} cannot be compared; convert them, as with astype({_nearest(kind)!r})", "unsupported"
    )


def _in_narrowest(array: Any) -> Elements:
    """Of a type that the core lacks: the same values in the narrowest type that has them all, since limits are by type.
    fp4 and fp6 fit into fp8."""
    import ml_dtypes
    import numpy

    wide = array.astype(numpy.float32)
    for kind in (ml_dtypes.float8_e4m3fn, numpy.float16):
        with numpy.errstate(over="ignore"):
            narrow = wide.astype(kind)
        if numpy.array_equal(narrow.astype(numpy.float32), wide, equal_nan=True):
            return Elements(narrow.dtype.name, narrow)
    return Elements("float32", wide)


def _array_of(name: str, value: Any) -> Any:
    """A dense array of numbers in the order of bytes that it had."""
    import numpy

    try:
        # asarray would take the values below a mask for values.
        array = value if isinstance(value, numpy.ma.MaskedArray) else numpy.asarray(value, order="C")
    except Exception as error:
        why = f"a {type(value).__name__} is no array of numbers: {error}"
        raise UnsupportedError(f"{shown(name)}: {why}; hand over NumPy arrays or torch tensors", "unsupported") from error
    if isinstance(array, numpy.ma.MaskedArray):
        if numpy.ma.is_masked(array):
            raise UnsupportedError(
                f"{shown(name)}: elements of the array are masked and have no value; hand over array.filled(VALUE) or "
                "array.compressed()",
                "unsupported",
            )
        array = numpy.asarray(array.data, order="C")
    if array.dtype.kind in "OSUMm" or issubclass(array.dtype.type, numpy.void):
        its = array.dtype.name if array.dtype.kind != "O" else type(value).__name__
        advice = "; hand over its state_dict()" if hasattr(value, "state_dict") else ""
        if isinstance(value, Mapping):
            advice = "; hand over one mapping from names to arrays, with names as 'outer.inner'"
        raise UnsupportedError(f"{shown(name)}: a {its} holds no numbers to compare{advice}", "unsupported")
    return array


def _nearest(kind: str) -> str:
    return "complex128" if kind.startswith("complex") else "float64"
