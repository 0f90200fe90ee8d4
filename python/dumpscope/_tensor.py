# SPDX-License-Identifier: GPL-3.0-or-later
"""One tensor of a dump."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, Any, Dict, Optional, Tuple, Union

from . import _core
from ._arguments import shown, text_bytes, whole
from ._dtypes import extended_type
from ._errors import Error, UsageError
from ._progress import Progress, reporting

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

#: A basic index: `numpy.s_[0, :, 10:20]`, or its text.
Index = Union[str, int, slice, Tuple[Any, ...], Any]

_STATISTICS = (
    "min max mean std l2norm abs_max zero_count neg_count pos_count nan_count pos_inf_count neg_inf_count "
    "subnormal_count min_index max_index source"
).split()


#: More than a histogram may have.
_MOST_BINS = 2**31


@dataclass(frozen=True)
class Histogram:
    """Counts of finite elements in bins [edges[i], edges[i + 1]), the last one closed; others are counted apart."""

    counts: "Array"
    edges: "Array"
    nan: int
    neg_inf: int
    pos_inf: int
    below: int
    above: int

    def __iter__(self) -> Any:
        """Counts and edges, as numpy.histogram gives them."""
        return iter((self.counts, self.edges))


class Tensor:
    """A tensor of a dump. Every column of the contract is an attribute (`op_name`, `shape`, `nan_count`, ...), None
    where it is not known; statistics are computed when they are first asked for. It keeps what it needs of its dump alive."""

    if TYPE_CHECKING:  # the commonest columns; __getattr__ has all
        id: str
        file: str
        op_name: Optional[str]
        op_type: Optional[str]
        io: Optional[str]
        slot: Optional[int]
        rank: Optional[int]
        step: Optional[int]
        dtype: Optional[str]
        shape: Optional[Tuple[int, ...]]
        format: Optional[str]
        bytes: Optional[int]
        state: Optional[str]
        problem: Optional[str]
        source: Optional[str]

    def __init__(self, dump: _core.OpenedDump, row: int) -> None:
        self._dump = dump
        self._number = row

    @property
    def row(self) -> int:
        """Number of its row in `Dump.tensors`."""
        return self._number

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            known = self._dump.tensors.cell(self._number, text_bytes(name, "a column"))
        except UsageError as error:
            advice = f"; its values have: numpy().{name}" if _is_of_arrays(name) else ""
            raise AttributeError(f"a tensor has no column {name!r}{advice}") from error
        if known is not None or name not in _STATISTICS[:-1] or self.source is not None:
            return self._exact(name, known)
        try:
            return self.stats()[name]
        except Error as error:
            if error.code == "changed-while-read":
                raise
            return None  # a damaged file, or values that nothing can be computed of: `state` and `problem` say it

    def __dir__(self) -> Any:
        return [*super().__dir__(), *self._dump.tensors.columns, *_STATISTICS]

    @cached_property
    def _view(self) -> _core.View:
        return self._dump.open(self._number)

    def numpy(self, slice: Optional[Index] = None, *, layout: str = "logical", partial: bool = False) -> "Array":
        """The values as a read-only array over the mapped file where its bytes lie as NumPy wants them, else as a new
        array.

        `slice`: a basic index, as NumPy takes it (`numpy.s_[0, :, 10:20]`) or as text (`'0,:,10:20'`); nothing else
        of a tensor that has to be gathered is read.
        `layout`: `logical` undoes NC1HWC0, FRACTAL_NZ and the others; `storage` is what lies on disk.
        `partial`: of a truncated tensor the elements that are there, as a vector; else that is an error.

        bfloat16, fp8 and int4 have the types of ml_dtypes where it is installed. Else floats are widened to float32,
        complex32 to complex64, integers of fewer than 8 bits to int8 or uint8, as in exported .npy files; other types
        are raw codes. A file that shrinks under an array reads as zeros from there on; `check()` tells."""
        if layout not in ("logical", "storage"):
            raise UsageError(f"layout is 'logical' or 'storage', not {layout!r}")
        if isinstance(slice, str) and slice in ("logical", "storage"):
            raise UsageError(f"the first argument is the slice; write layout={slice!r}")
        view = self._view
        extended = extended_type(view.dtype)
        plan = view.plan(layout == "storage", _slice_text(slice), partial, extended is not None)
        array = _array_of(plan, extended)
        view.check_bytes()
        array.flags.writeable = False
        return array

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> "Array":
        import numpy

        array = self.numpy()
        if dtype is not None and array.dtype != dtype:
            if copy is False:
                raise ValueError(f"the values are {array.dtype}, and {dtype} needs a copy")
            return array.astype(dtype)
        return numpy.array(array) if copy else array

    def __array_function__(self, function: Any, types: Any, arguments: Any, options: Any) -> Any:
        """Functions of NumPy get the values. Else they would call `mean` and `max`, which are columns here."""
        given = {name: _with_values(value) for name, value in options.items()}
        return function(*_with_values(arguments), **given)

    def __dlpack__(self, **arguments: Any) -> object:
        """A copy: what takes a DLPack capsule may write to it, and the mapped file is read-only."""
        return self._writable().__dlpack__(**arguments)

    def __dlpack_device__(self) -> Tuple[int, int]:
        return (1, 0)  # kDLCPU

    def _writable(self) -> "Array":
        import numpy

        array = numpy.array(self.numpy())
        return array if array.dtype.isbuiltin == 1 else array.astype(numpy.float32)

    def check(self) -> None:
        """Raises an Error of code `changed-while-read` where the file shrank, was overwritten or replaced since its values
        were first asked for, so that arrays over it are not what lies there now."""
        self._view.check()

    def stats(self, *, progress: Progress = None) -> Dict[str, Any]:
        """The statistics columns of the contract; computed (`source` is `computed`), or recorded in the dump (`file`)
        where it has no values. An Error of code `changed-while-read` where the file is not what it was when its values
        or statistics were first asked for."""
        if "_view" in self.__dict__:
            self.check()
        with reporting(progress) as report:
            self._dump.tensors.measure_row(self._number, report)
        return {name: self._exact(name, self._dump.tensors.cell(self._number, name.encode())) for name in _STATISTICS}

    def _exact(self, name: str, value: Any) -> Any:
        """Extremes of integers as int, also those that float64 has."""
        if name not in ("min", "max", "abs_max") or not isinstance(value, float) or not value.is_integer():
            return value
        return int(value) if (self.dtype or "").startswith(("int", "uint", "bool")) else value

    def histogram(
        self,
        bins: int = 50,
        *,
        scale: str = "linear",
        range: Optional[Tuple[float, float]] = None,
        progress: Progress = None,
    ) -> Histogram:
        """Counts of the elements in bins of equal width; of a `log` scale by magnitude, of a `signed-log` scale with a
        linear zone around zero."""
        if scale not in ("linear", "log", "signed-log"):
            raise UsageError(f"scale is 'linear', 'log' or 'signed-log', not {scale!r}")
        import numpy

        count = min(max(whole(bins, "the number of bins"), 0), _MOST_BINS)
        with reporting(progress) as report:
            counted = self._view.histogram(count, scale, _bounds(range), report)
        counts, edges = numpy.array(counted.pop("counts"), "u8"), numpy.array(counted.pop("edges"), "f8")
        return Histogram(counts, edges, **counted)

    def describe(self) -> Dict[str, str]:
        """Fields of the file's header in words."""
        return self._dump.describe(self._number)

    def to_dict(self) -> Dict[str, Any]:
        """All columns of the listing."""
        return self._dump.tensors.row(self._number)

    def __len__(self) -> int:
        shape = self.shape
        if not shape:
            raise TypeError("a tensor without dimensions has no length")
        return shape[0]

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tensor) and other._dump is self._dump and other._number == self._number

    def __hash__(self) -> int:
        return hash((id(self._dump), self._number))

    def __reduce__(self) -> Any:
        raise TypeError("a tensor is part of a file that this process has open and cannot be pickled; pickle numpy()")

    def __repr__(self) -> str:
        shape = "?" if self.shape is None else "[" + ",".join(map(str, self.shape)) + "]"
        state = "" if self.state in ("ok", None) else f" {self.state}"
        return f"<Tensor {shown(self.id)}: {self.dtype or '?'} {shape}{state}>"


def _with_values(argument: Any) -> Any:
    """An argument of a function of NumPy, with the arrays of tensors in place of them."""
    if isinstance(argument, Tensor):
        return argument.numpy()
    if type(argument) in (list, tuple):
        return type(argument)(map(_with_values, argument))
    return argument


def _is_of_arrays(name: str) -> bool:
    numpy = sys.modules.get("numpy")  # who expects an array has imported it
    return numpy is not None and hasattr(numpy.ndarray, name)


def _bounds(asked: Any) -> Optional[Tuple[float, float]]:
    """The range of a histogram."""
    if asked is None:
        return None
    try:
        low, high = map(float, asked)
    except (TypeError, ValueError):
        raise UsageError(f"the range of a histogram is two numbers, not {asked!r}") from None
    return low, high


def _array_of(plan: _core.ArrayPlan, extended: Any) -> "Array":
    import numpy

    dtype = numpy.dtype(plan.descr) if plan.descr else extended
    if plan.strides is not None:
        return numpy.ndarray(plan.shape, dtype, plan.buffer, plan.offset, plan.strides)
    bits = numpy.empty(plan.shape, plan.descr or f"u{plan.width}")
    plan.copy_into(bits)
    if not plan.descr:
        return bits.view(extended)
    # Types of fewer than 8 bits come one to a byte.
    return bits if extended is None else bits.astype(extended)


def _slice_text(asked: Optional[Index]) -> str:
    """A basic index in the syntax of `--slice`."""
    if asked is None:
        return ""
    if isinstance(asked, str):
        return asked
    parts = asked if isinstance(asked, tuple) else (asked,)
    return ",".join(map(_axis_text, parts))


def _axis_text(part: Any) -> str:
    if part is Ellipsis:
        return "..."
    if isinstance(part, slice):
        bounds = ["" if bound is None else str(_whole(bound)) for bound in (part.start, part.stop, part.step)]
        return ":".join(bounds if bounds[2] else bounds[:2])
    return str(_whole(part))


def _whole(number: Any) -> int:
    if number is None:
        raise UsageError("None in a slice adds an axis, which a slice of a file cannot; index the array: numpy()[..., None]")
    try:
        return index(number)
    except TypeError:
        raise UsageError(f"a slice is of integers, slices and '...', not of {type(number).__name__}") from None
