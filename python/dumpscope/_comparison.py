# SPDX-License-Identifier: GPL-3.0-or-later
"""Two dumps, or arrays, beside each other."""

from __future__ import annotations

import html
import json
import os
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, TypedDict, Union, cast

from . import _core
from ._arguments import MOST_ROWS, request, shown, text_bytes, texts, whole
from ._arrays import dump_of_arrays
from ._dump import Dump, Path, open as open_dump
from ._errors import UsageError
from ._programs import onnx_runtimes
from ._progress import Progress, reporting
from ._table import Table
from ._tensor import Tensor

Side = Union[Dump, Path, Any, Mapping[str, Any]]
Pairing = Union[Path, Sequence[Path], Mapping[str, Any]]
RowFunction = Callable[[Dict[str, Any]], None]
#: A sentence in pieces: (form with %1, %2, arguments), or plain text.
Sentence = Union[str, Tuple[str, Tuple[Any, ...]]]


class Document(TypedDict):
    """What the contract says of `compare --json`, without the pairs; it has more members than are typed here."""

    command: str
    conclusion: Dict[str, Any]
    first_divergence: Optional[Dict[str, Any]]
    suspects: List[Dict[str, Any]]
    suspicion: Dict[str, Any]
    summary: Dict[str, Any]
    unpaired: Dict[str, List[Dict[str, Any]]]
    problems: List[Dict[str, Any]]


@dataclass(frozen=True)
class Suspect:
    """An operator that is likely at fault, the likeliest first. `why` is a sentence with the numbers, `why_parts` the
    same in pieces; `details` is the entry of the contract's document with all its values."""

    op_name: str
    op_type: Optional[str]
    rank: Optional[int]
    step: Optional[int]
    score: float
    why: str
    why_parts: Sentence
    pairs: List[int]
    details: Dict[str, Any]


@dataclass(frozen=True)
class Explanation:
    """A sentence about a pair; `kind` is a word as `limit` or `first-difference`, `element` the flat index it is about."""

    kind: str
    text: str
    element: Optional[int]


class Pair:
    """A pair of tensors. Every column of the table of pairs is an attribute, metrics too, None where it is not known."""

    def __init__(self, comparison: "Comparison", row: int) -> None:
        self._comparison = comparison
        self._number = row

    @property
    def row(self) -> int:
        """Number of its row in `Comparison.pairs`."""
        return self._number

    @property
    def tensors(self) -> Tuple[Tensor, Tensor]:
        """Target's and golden's tensor."""
        return self._comparison.target[self.target_id], self._comparison.golden[self.golden_id]

    def to_dict(self) -> Dict[str, Any]:
        """The pair as the contract's document has it."""
        return self._comparison._core.pair(self._number)

    def worst(self, count: int = 10) -> List[Dict[str, Any]]:
        return self._comparison.worst(self, count)

    def explain(self) -> List[Explanation]:
        return self._comparison.explain(self)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self._comparison._core.pairs.cell(self._number, text_bytes(name, "a column"))
        except ValueError as error:
            raise AttributeError(f"a pair has no column {name!r}") from error

    def __dir__(self) -> Any:
        return [*super().__dir__(), *self._comparison._core.pairs.columns]

    def __repr__(self) -> str:
        return f"<Pair {self._number} {shown(self.op_name or '')} {self.io} {self.slot}: {self.verdict}>"


class PairTable(Table[Pair]):
    """The pairs of a comparison with their metrics and verdicts."""

    def __init__(self, comparison: "Comparison", rows: _core.Table) -> None:
        super().__init__(rows)
        self._comparison = comparison

    def _like(self, rows: _core.Table) -> "PairTable":
        return PairTable(self._comparison, rows)

    def _row(self, number: int) -> Pair:
        return Pair(self._comparison, number)


class Comparison:
    """A finished comparison. `document` is all of `dumpscope-cli compare --json` but the pairs."""

    def __init__(self, core: _core.FinishedComparison, target: Dump, golden: Dump) -> None:
        self._core = core
        self.target = target
        self.golden = golden

    @property
    def pairs(self) -> PairTable:
        return PairTable(self, self._core.pairs)

    @cached_property
    def document(self) -> Document:
        return cast(Document, self._core.document())

    @property
    def conclusion(self) -> Dict[str, Any]:
        """What follows from all of it: `kind`, `text`, `reason`, `place`, `coverage`."""
        return self.document["conclusion"]

    @property
    def first_divergence(self) -> Optional[Dict[str, Any]]:
        """The operator that first gives a wrong output; None where none does."""
        return self.document["first_divergence"]

    @cached_property
    def suspects(self) -> List[Suspect]:
        """Operators whose outputs are wrong by more than their inputs and rounding explain, the likeliest first."""
        return [
            Suspect(
                entry["op_name"],
                entry["op_type"],
                entry["rank"],
                entry["step"],
                entry["score"],
                entry["why"],
                parts,
                entry["pairs"],
                entry,
            )
            for entry, parts in zip(self.document["suspects"], self._core.suspect_messages())
        ]

    @property
    def truth(self) -> Optional[Dict[str, Any]]:
        """How far both sides are from the third dump that `truth` named, as the contract has it; None without one."""
        return cast(Dict[str, Any], self.document).get("truth")

    @property
    def summary(self) -> Dict[str, Any]:
        """Counts of verdicts and of tensors without partner."""
        return self.document["summary"]

    @property
    def unpaired(self) -> Dict[str, List[Dict[str, Any]]]:
        """Tensors without partner of `target` and `golden`, and why."""
        return self.document["unpaired"]

    @property
    def problems(self) -> List[Dict[str, Any]]:
        return self.document["problems"]

    @property
    def command(self) -> str:
        """The line of `dumpscope-cli` that compares the same; of dumps, not of arrays."""
        if self.target._is_of_arrays or self.golden._is_of_arrays:
            raise UsageError("the command line compares files; these are arrays in memory: save them and compare the folders")
        return self._core.command

    def agrees(self, fail_on: Union[str, Sequence[str]] = ("fail",)) -> bool:
        """Whether `dumpscope-cli compare --fail-on ...` would find nothing wrong: no pair fails, and enough was
        compared to say so. `'never'` is wrong nowhere."""
        words = fail_on_words(fail_on)
        return words == ["never"] or self._core.answer(words) == "agree"

    def worst(self, pair: Union[int, Pair], count: int = 10) -> List[Dict[str, Any]]:
        """The elements of a pair with the largest errors: dicts of index (flat, C order), target, golden, abs_error,
        rel_error and ulp. Reads both tensors."""
        if whole(count, "a count") < 0:
            raise UsageError(f"a count is not negative: {count}")
        return self._core.worst(_number(pair), min(whole(count, "a count"), MOST_ROWS))

    def explain(self, pair: Union[int, Pair]) -> List[Explanation]:
        """Why a pair has its verdict, in sentences. Reads both tensors."""
        return [Explanation(*entry) for entry in self._core.explain(_number(pair))]

    def to_html(self, path: Path, *, progress: Progress = None) -> None:
        """One page with everything in it. It shows worst elements and error maps, so pairs are measured again for the
        first one."""
        self.write("report", path, progress=progress)

    def to_json(self, path: Optional[Path] = None) -> str:
        """The document of `dumpscope-cli compare --json` as text; written to a file too where a path is given."""
        text = self._core.json()
        if path is not None:
            self.write("json-out", path)
        return text

    def write(self, report: str, path: Path, *, progress: Progress = None) -> None:
        """Any report of the command line by its option without dashes: `report`, `xlsx`, `csv-out`, `json-out`, ..."""
        with reporting(progress) as function:
            self._core.write_report(text_bytes(report, "the name of a report"), os.fsencode(path), function)

    def bundle(self, path: Path, pairs: Sequence[Union[int, Pair]], *, progress: Progress = None) -> None:
        """Packs chosen pairs with what explains them into one zip file to hand on. Of dumps, not of arrays."""
        with reporting(progress) as function:
            self._core.write_bundle(os.fsencode(path), [_number(pair) for pair in pairs], function)

    def __reduce__(self) -> Any:
        raise TypeError("a comparison is of files that this process has open and cannot be pickled; keep to_json()")

    def __repr__(self) -> str:
        counts = self.summary
        return (
            f"<Comparison of {len(self.pairs)} pairs: {counts['pass']} pass, {counts['warn']} warn, {counts['fail']} fail, "
            f"{counts['not_comparable']} not comparable; {self.conclusion['text']}>"
        )

    def _repr_html_(self) -> str:
        conclusion = self.conclusion
        lines = [f"<p><b>{html.escape(conclusion['text'])}</b></p>"]
        if conclusion.get("reason"):
            lines.append(f"<p>{html.escape(conclusion['reason'])}</p>")
        for suspect in self.suspects[:3]:
            lines.append(f"<p>{html.escape(suspect.op_name)}: {html.escape(suspect.why)}</p>")
        return "".join(lines) + self.pairs.filter("-verdict:pass")._repr_html_()


def _number(pair: Union[int, Pair]) -> int:
    number = pair.row if isinstance(pair, Pair) else whole(pair, "the number of a pair")
    if not 0 <= number < MOST_ROWS:
        raise IndexError(f"pairs are numbered from 0 on; there is no pair {number}")
    return number


def fail_on_words(words: Union[str, Sequence[str]]) -> List[str]:
    """The words of --fail-on, checked; one text may hold several, separated by commas."""
    given = words.split(",") if isinstance(words, str) else texts(words, "fail_on")
    return _core.fail_on(request({"fail-on": given})) if given else []


def _opened(side: Side, name: str, progress: Progress) -> Dump:
    if isinstance(side, Dump):
        return side
    if isinstance(side, (str, bytes, os.PathLike)):
        _core.check_comparable(os.fsencode(side))
        return open_dump(side, progress=progress)
    return dump_of_arrays(side, f"{name} arrays")


def _pairing(pairing: Optional[Pairing]) -> Tuple[List[str], List[Tuple[str, bytes]]]:
    """Pairing files, and texts of such files."""
    if pairing is None:
        return [], []
    if isinstance(pairing, Mapping):
        if "version" not in pairing:
            pairs = [{"target": target, "golden": golden} for target, golden in pairing.items()]
            pairing = {"version": 1, "pairs": pairs}
        text = json.dumps(pairing, ensure_ascii=False)
        return [], [("pairing", text_bytes(text, "a pairing"))]
    return _files(pairing), []


def _files(paths: Union[Path, Sequence[Path]]) -> List[str]:
    """One path, or several."""
    return [os.fsdecode(path) for path in ([paths] if isinstance(paths, (str, bytes, os.PathLike)) else paths)]


def _file(path: Optional[Path]) -> Optional[str]:
    return None if path is None else os.fsdecode(path)


def _is_nameless(opened: Dump) -> bool:
    """Whether a side is one array or file, of which no name was said."""
    return opened._is_nameless or (os.path.isfile(opened.root) and len(opened) == 1)


def compare(
    target: Side,
    golden: Side,
    *,
    metrics: Optional[str] = None,
    profile: Optional[str] = None,
    limits: Optional[Path] = None,
    limit: Union[str, Sequence[str]] = (),
    pairing: Optional[Pairing] = None,
    map: Union[Path, Sequence[Path]] = (),
    truth: Optional[Side] = None,
    model: Union[Path, Sequence[Path]] = (),
    counterfactual: bool = False,
    environment: Optional[Path] = None,
    golden_environment: Optional[Path] = None,
    filter: Optional[str] = None,
    step: Optional[int] = None,
    rank: Optional[int] = None,
    run: Optional[str] = None,
    golden_run: Optional[str] = None,
    pair_step: Union[str, Sequence[str]] = (),
    pair_rank: Union[str, Sequence[str]] = (),
    top: Optional[int] = None,
    blocks: Optional[int] = None,
    atol: Optional[float] = None,
    rtol: Optional[float] = None,
    parallel: Optional[str] = None,
    layout: Optional[str] = None,
    min_paired: Optional[float] = None,
    by_name: bool = False,
    on_row: Optional[RowFunction] = None,
    progress: Progress = None,
) -> Comparison:
    """Compares two sides: dumps, paths, arrays, or mappings from names to arrays (NumPy, torch, whatever has
    `__array__`). Options mean what those of `dumpscope-cli compare` of that name mean; where several are allowed, one
    text is one of them.

    `limits`: a preset (`precision` if none is given) or a JSON file. `limit`: limits that go before those
    (`'cosine_similarity>=0.99'`). `map`: files for pairing. `pairing`: the same, a pairing document, or a mapping from
    names of the target to names of golden. `truth`: a third side that is nearer to the truth than both.
    `model`: ONNX models that were dumped, besides those in the dumps: suspected operators are run again in ONNX Runtime.
    `counterfactual`: computes what would be left of the error without each of the first suspects. `top`,
    `blocks`: worst elements and pieces of the error map that the document has of each pair. `on_row`: called with each
    pair, as the document has it, as soon as it was measured and judged by its limits, in order, on the calling thread;
    what is known only at the end, as the noise of the run, may change its verdict in `Comparison.pairs`. `filter`: over
    tensors, or of columns of pairs: then all are compared, and `pairs` has those that it selects.

    `parallel`: `'auto'`, the default where a side is a dump, looks by values for what golden's tensors are put together
    from. Arrays of two mappings are paired by names and places alone unless that is asked for. `by_name`: nothing but the
    same name, io and slot makes tensors partners, whatever their shapes and values are, besides `pairing` and `map`.

    Arrays are not copied and must not change as long as the comparison is used."""
    files, rules = _pairing(pairing)
    searches = parallel == "auto" or layout is not None
    options: Dict[str, Any] = {
        "metrics": metrics,
        "profile": profile,
        "limits": _file(limits),
        "limit": texts(limit, "a limit"),
        "map": files + _files(map),
        "model": _files(model),
        "counterfactual": counterfactual or None,
        "environment": _file(environment),
        "golden-environment": _file(golden_environment),
        "filter": filter,
        "step": step,
        "rank": rank,
        "run": run,
        "golden-run": golden_run,
        "pair-step": texts(pair_step, "a pair of steps"),
        "pair-rank": texts(pair_rank, "a pair of ranks"),
        "top": top,
        "blocks": blocks,
        "atol": atol,
        "rtol": rtol,
        "parallel": parallel,
        "layout": layout,
        "min-paired": min_paired,
    }
    request(options)  # what is wrong with it is said before anything is opened
    with reporting(progress) as report:
        opened = _opened(target, "target", report)
        other = opened if golden is target else _opened(golden, "golden", report)
        third = None if truth is None else _opened(truth, "truth", report)._core
        partners = "anything"
        if by_name and not searches:
            partners = "names-or-only" if _is_nameless(opened) or _is_nameless(other) else "names"
        elif opened._is_of_arrays and other._is_of_arrays and not searches:
            partners = "not-values"
        if partners != "anything":
            options["parallel"] = "off"
        core = _core.compare(
            opened._core, other._core, third, request(options), rules, partners, onnx_runtimes(), on_row, report
        )
    return Comparison(core, opened, other)
