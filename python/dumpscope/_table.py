# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows of the core as a table for Python."""

from __future__ import annotations

import html
import sys
from typing import Any, Dict, Generic, Iterator, List, Sequence, TypeVar, Union, overload

from . import _core
from ._arguments import row_number, text_bytes, texts
from ._progress import Progress, reporting

Row = TypeVar("Row")
Self = TypeVar("Self", bound="Table[Any]")

_SHOWN = 10


class Table(Generic[Row]):
    """Rows with named columns. Immutable: filtering and sorting give new tables, which share the rows.

    `table["op_type"]` is a column as a NumPy array, `table[3]` a row; `table[2:5]`, `table[mask]` and `table[[0, 4]]` are
    tables of those rows. Frames take a table
    without copying through text, by the PyCapsule interface of Arrow: `polars.DataFrame(table)`,
    `pyarrow.table(table)`; DuckDB reads one by its name in a query."""

    def __init__(self, rows: _core.Table) -> None:
        self._rows = rows

    def _like(self: Self, rows: _core.Table) -> Self:
        """The same kind of table over other rows."""
        raise NotImplementedError

    def _row(self, number: int) -> Row:
        """The row with this number in the whole table."""
        raise NotImplementedError

    @property
    def columns(self) -> List[str]:
        """Names of the columns, in the order of the contract."""
        return self._rows.columns

    @property
    def not_measured(self) -> int:
        """Rows that the last filter left out as what it looks at was not measured."""
        return self._rows.not_measured

    def filter(self: Self, expression: str, *, progress: Progress = None) -> Self:
        """The rows that a filter of the contract selects: `'op_type:Conv* nan_count>0'`. One that looks at
        statistics of tensors has them computed."""
        with reporting(progress) as report:
            return self._like(self._rows.filter(text_bytes(expression, "a filter"), report))

    def sort(self: Self, keys: str, *, progress: Progress = None) -> Self:
        """The rows by columns separated by commas, `-` in front for descending: `'-nan_count,op_name'`."""
        with reporting(progress) as report:
            return self._like(self._rows.sort(text_bytes(keys, "a sort key"), report))

    def select(self: Self, columns: Sequence[str]) -> Self:
        """The same rows with these columns only."""
        return self._like(self._rows.select([text_bytes(name, "a column") for name in texts(columns, "a column")]))

    def column(self, name: str, *, progress: Progress = None) -> Any:
        """A column as a NumPy array: int64, uint64 or float64, masked where there is nothing; texts (str) and shapes
        (tuple) as objects, None where there is nothing. Numbers are read-only."""
        import numpy

        with reporting(progress) as report:
            kind, values, valid = self._rows.column(text_bytes(name, "a column"), report)
        if kind == "O":
            return numpy.fromiter(values, "O", len(values))
        array = numpy.frombuffer(values, kind)
        if valid is None:
            return array
        bits = numpy.unpackbits(numpy.frombuffer(valid, "u1"), count=len(array), bitorder="little")
        return numpy.ma.MaskedArray(array, mask=bits == 0)

    def to_dicts(self) -> List[Dict[str, Any]]:
        """All rows as dicts of the columns."""
        return [self._rows.row(self._rows.row_at(i)) for i in range(len(self))]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Row]:
        for position in range(len(self._rows)):
            yield self._row(self._rows.row_at(position))

    @overload
    def __getitem__(self, key: str) -> Any: ...
    @overload
    def __getitem__(self, key: int) -> Row: ...
    @overload
    def __getitem__(self: Self, key: Union[slice, Sequence[int], Sequence[bool]]) -> Self: ...

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            return self.column(key)
        if isinstance(key, slice):
            return self._like(self._rows.take(list(range(*key.indices(len(self))))))
        if hasattr(key, "__len__") and not isinstance(key, (bytes, tuple)):
            return self._like(self._rows.take(_positions(key, len(self))))
        return self._row(self._rows.row_at(row_number(key, "the number of a row")))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._rows.arrow_stream(_caller_takes_views())

    def __reduce__(self) -> Any:
        raise TypeError("a table is rows of files that this process has open and cannot be pickled; pickle to_dicts()")

    def _shown(self) -> List[str]:
        """Columns of the representations: those that hold anything in the first rows."""
        rows = [self._rows.row(self._rows.row_at(i)) for i in range(min(len(self), _SHOWN))]
        return [name for name in self.columns if any(row[name] is not None for row in rows)]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self)} rows, {len(self.columns)} columns: {', '.join(self.columns[:8])}, ...>"

    def _repr_html_(self) -> str:
        names = self._shown()
        head = "".join(f"<th>{html.escape(name)}</th>" for name in names)
        body = ""
        for position in range(min(len(self), _SHOWN)):
            row = self._rows.row(self._rows.row_at(position))
            body += "<tr>" + "".join(f"<td>{_cell(row[name])}</td>" for name in names) + "</tr>"
        more = f"<p>{len(self)} rows, the first {_SHOWN} shown</p>" if len(self) > _SHOWN else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _caller_takes_views() -> bool:
    """Whether texts of a stream may share memory: polars keeps them so. pyarrow cannot compare or sort such columns, and
    others may not know them, so they get texts that lie one after another."""
    caller = sys._getframe(1).f_back
    return caller is not None and str(caller.f_globals.get("__name__", "")).partition(".")[0] == "polars"


def _positions(key: Any, rows: int) -> List[int]:
    """The rows that a mask or a list of numbers chooses. What is masked in a mask, as the column has no value there, is
    not chosen."""
    values = key.filled(False) if hasattr(key, "filled") else key
    values = values.tolist() if hasattr(values, "tolist") else list(values)
    if not any(isinstance(value, bool) for value in values):
        return [row_number(value, "the number of a row") for value in values]
    if not all(isinstance(value, bool) for value in values):
        raise TypeError("a table takes a list of bool or of integers, not of both")
    if len(values) != rows:
        raise IndexError(f"a mask of {len(values)} for a table of {rows} rows")
    return [position for position, chosen in enumerate(values) if chosen]


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, tuple):
        return html.escape("[" + ",".join(map(str, value)) + "]")
    return html.escape(str(value))
