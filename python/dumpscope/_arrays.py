# SPDX-License-Identifier: GPL-3.0-or-later
"""Arrays in memory as a side of a comparison."""

from __future__ import annotations

import re
from typing import Any, List, Mapping, NamedTuple, Optional, Tuple

from . import _core
from ._arguments import text_bytes
from ._dump import Dump
from ._errors import UnsupportedError, UsageError
from ._tensor import Tensor

#: What an array is called that has no name.
ONLY_NAME = "array"

_ENTRY = re.compile(r"(.+):(input|output|buffer|workspace|parameter|gradient|argument)(?::(\d{1,9}))?")

#: Types of ml_dtypes that the core reads as they are.
_KNOWN_EXTENDED = ("bfloat16", "float8_e4m3fn", "float8_e5m2", "float8_e8m0fnu", "float8_e4m3fnuz", "float8_e5m2fnuz")


class Elements(NamedTuple):
    """Elements whose type NumPy cannot name: the core's name of it, and their bits."""

    dtype: str
    array: Any


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
        dtype, array = elements_of(name, value)
        # Types that NumPy lacks have no buffer: their bits have.
        memory = array if array.dtype.isbuiltin == 1 else array.view(f"u{array.dtype.itemsize}")
        called, its_operator = text_bytes(name, "the name of an array"), text_bytes(operator, "the name of an array")
        entries.append((called, its_operator, io, slot, dtype, array.shape, memory))
    return Dump(_core.open_arrays(root, entries), is_of_arrays=True)


def elements_of(name: str, value: Any) -> Elements:
    """The core's name of the element type, and a dense little-endian NumPy array of elements of that size."""
    import numpy

    if isinstance(value, Elements):
        return value
    if type(value).__module__.split(".")[0] == "torch":
        found = _torch_elements(value)
        if found is not None:
            return found
        value = value.detach().cpu().resolve_conj().resolve_neg().numpy()
    elif isinstance(value, Tensor):
        value = value.numpy()
    array = numpy.asarray(value, order="C")
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    kind = array.dtype.name
    if array.dtype.kind in "OSUMm" or (array.dtype.kind == "V" and array.dtype.names):
        raise UnsupportedError(f"{name}: arrays of {kind} hold no numbers to compare", "unsupported")
    if kind in ("int4", "int2"):
        return Elements("int8", array.astype(numpy.int8))
    if kind in ("uint4", "uint2"):
        return Elements("uint8", array.astype(numpy.uint8))
    if array.dtype.isbuiltin != 1 and kind not in _KNOWN_EXTENDED:
        return Elements("float32", array.astype(numpy.float32))  # fp4, fp6 and the other fp8 fit
    return Elements(kind, array)


def _torch_elements(value: Any) -> Optional[Elements]:
    """Types that torch does not hand to NumPy, by their bits; None for others."""
    import torch

    kind = str(value.dtype).rpartition(".")[2]
    if kind not in _KNOWN_EXTENDED:
        return None
    bits = torch.int16 if value.element_size() == 2 else torch.uint8
    return Elements(kind, value.detach().cpu().contiguous().view(bits).numpy())
