# SPDX-License-Identifier: GPL-3.0-or-later
"""An opened dump."""

from __future__ import annotations

import html
import os
from typing import Any, Dict, Iterator, List, Optional, Union

from . import _core
from ._arguments import request, row_number, shown, text_bytes
from ._errors import NotFoundError, UsageError
from ._progress import Progress, reporting
from ._table import Table
from ._tensor import Tensor

Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]


class TensorTable(Table[Tensor]):
    """The tensors of a dump, in the order of the contract."""

    def __init__(self, dump: _core.OpenedDump, rows: _core.Table) -> None:
        super().__init__(rows)
        self._dump = dump

    def _like(self, rows: _core.Table) -> "TensorTable":
        return TensorTable(self._dump, rows)

    def _row(self, number: int) -> Tensor:
        return Tensor(self._dump, number)

    def stats(self, *, progress: Progress = None) -> "TensorTable":
        """The same rows with the statistics columns: computed where there are values, else those that the dump
        records."""
        with reporting(progress) as report:
            return self._like(self._rows.measured(report))


class Dump:
    """An opened dump: a folder, a file, an archive, or arrays in memory. A context manager; tensors that were taken from
    it stay usable after it was closed."""

    def __init__(self, opened: _core.OpenedDump, *, is_of_arrays: bool = False, is_nameless: bool = False) -> None:
        self._opened: Optional[_core.OpenedDump] = opened
        self._is_of_arrays = is_of_arrays
        self._is_nameless = is_nameless  # of one array
        self._summary: Optional[Dict[str, Any]] = None

    @property
    def _core(self) -> _core.OpenedDump:
        if self._opened is None:
            raise UsageError("the dump is closed")
        return self._opened

    @property
    def root(self) -> str:
        """Absolute path of what was opened; of arrays what messages call them."""
        return self._core.root

    @property
    def tensors(self) -> TensorTable:
        """All tensors as a table."""
        opened = self._core
        return TensorTable(opened, opened.tensors)

    @property
    def summary(self) -> Dict[str, Any]:
        """What `dumpscope-cli info --json` says of it: kinds, generation, ranks, steps, counts, facts."""
        if self._summary is None:
            self._summary = self._core.summary()
        return self._summary

    @property
    def problems(self) -> List[Dict[str, Any]]:
        """What is wrong with files of it: dicts of severity, code, place and message."""
        return self._core.problems

    def overflow(self, filter: str = "", *, first: Optional[int] = None, progress: Progress = None) -> Dict[str, Any]:
        """Overflow records and where NaN and infinities are born: the document of `dumpscope-cli overflow`."""
        with reporting(progress) as report:
            return self._core.overflow(text_bytes(filter, "a filter"), first, report)

    def close(self) -> None:
        """Lets go of the dump; its files are closed when the last tensor of it is gone."""
        self._opened = None

    def __getitem__(self, tensor: Union[str, int]) -> Tensor:
        """A tensor by its id, by `op_name[:io[:slot]]` where that is unique, or by the number of its row."""
        opened = self._core
        if isinstance(tensor, str):
            name = text_bytes(tensor, "the name of a tensor")
            try:
                return Tensor(opened, opened.find(name))
            except NotFoundError as error:
                raise _with_near_name(error, opened, tensor) from None
        return Tensor(opened, opened.tensors.row_at(row_number(tensor, "the name or number of a tensor")))

    def __contains__(self, tensor: object) -> bool:
        if isinstance(tensor, Tensor):
            return tensor._dump is self._core
        if not isinstance(tensor, str):
            return False
        try:
            self[tensor]
        except LookupError:
            return False
        return True

    def __len__(self) -> int:
        return len(self._core.tensors)

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Tensor]:
        return iter(self.tensors)

    def __enter__(self) -> "Dump":
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()

    def __reduce__(self) -> Any:
        raise TypeError("a dump is files that this process has open and cannot be pickled; pass on its path and open it again")

    def _facts(self) -> Dict[str, str]:
        summary = self.summary
        counts = summary["counts"]
        problems = self.problems
        facts = {
            "kinds": ", ".join(kind["title"] for kind in summary["kinds"]) or "unknown",
            "ranks": _ranges(summary["ranks"]),
            "steps": _ranges(summary["steps"]),
            "tensors": str(counts["tensors"]),
            "statistics": str(counts["statistic_rows"]),
            "other rows": str(counts["other_rows"]),
            "files": str(counts["files"]),
            "graphs": str(counts["graphs"]),
            "problems": str(len(problems)),
        }
        return {name: value for name, value in facts.items() if value not in ("", "0") or name == "tensors"}

    def __repr__(self) -> str:
        if self._opened is None:
            return "<Dump, closed>"
        facts = "; ".join(f"{name}: {value}" for name, value in self._facts().items())
        return f"<Dump {shown(self.root)}; {facts}>"

    def _repr_html_(self) -> str:
        if self._opened is None:
            return "<p>Dump, closed</p>"
        rows = "".join(
            f"<tr><th>{html.escape(name)}</th><td>{html.escape(value)}</td></tr>" for name, value in self._facts().items()
        )
        return f"<table><caption>{html.escape(self.root)}</caption>{rows}</table>"


#: Looking through more names takes longer than reading the list.
_MOST_NAMES = 20_000


def _with_near_name(error: NotFoundError, opened: _core.OpenedDump, name: str) -> NotFoundError:
    """The same error with the name that was probably meant."""
    if error.code != "not-found" or not 0 < len(opened.tensors) <= _MOST_NAMES:
        return error
    from difflib import get_close_matches

    names = {known for column in (b"op_name", b"id") for known in opened.tensors.column(column)[1] if known}
    near = get_close_matches(name, sorted(names), 1)
    if not near:
        return error
    return NotFoundError(f'{error.message}; did you mean "{shown(near[0])}"?', error.code, error.place, error.advice)


def _ranges(numbers: List[int]) -> str:
    """'0-3, 7'."""
    parts: List[List[int]] = []
    for number in numbers:
        if parts and parts[-1][1] + 1 == number:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in parts)


def open(
    path: Path,
    *,
    names_only: bool = False,
    raw_dtype: Optional[str] = None,
    raw_shape: Optional[str] = None,
    raw_offset: Optional[int] = None,
    raw_files: Optional[str] = None,
    cache: bool = True,
    progress: Progress = None,
) -> Dump:
    """Opens a folder, a file or an archive of any format that Dumpscope knows. Damaged files are rows with a `state` and
    a `problem`, never exceptions.

    `names_only`: names and sizes, no file is opened. `raw_...`: how to read files without a header, as the options of
    `dumpscope-cli`. `cache`: False reads every file, also of a dump that was opened before. `progress`: a function of (share, title, item), or "tqdm"."""
    raw = {"raw-dtype": raw_dtype, "raw-shape": raw_shape, "raw-offset": raw_offset, "raw-files": raw_files}
    with reporting(progress) as report:
        return Dump(_core.open_path(os.fsencode(path), names_only, request(raw), cache, report))
