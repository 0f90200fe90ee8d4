# SPDX-License-Identifier: GPL-3.0-or-later
"""Two sides that have to agree, inside a test."""

from __future__ import annotations

from typing import Any, List, Sequence, Union

from . import _core
from ._arguments import shown, text_bytes
from ._comparison import Comparison, PairTable, Side, compare, fail_on_words

_MOST_TOLD = 3
#: What the first lines and the reason of a pair say already.
_TOLD_ABOVE = ("verdict", "conclusion", "suspect", "error")
#: What fails where nothing else is asked for.
_USUAL = ("fail", "not-comparable", "unpaired")
#: Integers have no rounding: one of another value that is only a warning is wrong where nothing explains it.
_OTHER_INTEGERS = "verdict:warn precision:*int* or verdict:warn precision:bool"


def assert_close(
    actual: Side,
    expected: Side,
    *,
    check_dtype: bool = True,
    fail_on: Union[str, Sequence[str], None] = None,
    **options: Any,
) -> Comparison:
    """Raises AssertionError, with the explanation as its text, unless both sides agree: the same names, shapes and element
    types (`check_dtype=False`: of any type), no pair beyond its limits, none that cannot be compared, and no integers or
    booleans of another value. Arrays without elements agree if their shapes and types do.

    Tensors are partners by name, io and slot, or as `pairing` and `map` say; one array or file without a name is the
    partner of the only tensor on the other side. `parallel='auto'` or `layout=` looks for partners by values, as
    `compare` does; what it puts together may have other names and shapes.

    Options are those of `compare`. Where `rtol` or `atol` is given and `limits` is not, limits are `'allclose'`.
    `fail_on` chooses what fails besides names, shapes and types, as `--fail-on` does; with `'never'` only a comparison
    that cannot be made raises."""
    words = list(_USUAL) if fail_on is None else fail_on_words(fail_on)
    if options.get("limits") is None and (options.get("rtol") is not None or options.get("atol") is not None):
        options["limits"] = "allclose"
    comparison = compare(actual, expected, by_name=True, **options)
    if words == ["never"]:
        return comparison
    pairs = PairTable(comparison, comparison._core.all_pairs)
    wrong = pairs.filter(_OTHER_INTEGERS) if fail_on is None else pairs[:0]
    others = _others(pairs, check_dtype)
    agrees = comparison.agrees(words) or _agrees_but_for_empty(comparison, words)
    if others or len(wrong) or not agrees:
        shows_warnings = bool(len(wrong)) or "warn" in words
        raise AssertionError(_failure_text(comparison, pairs, words, others, shows_warnings))
    return comparison


def _others(pairs: PairTable, check_dtype: bool) -> List[str]:
    """A sentence for each pair of other shapes or element types, as far as both are recorded."""
    asked = [("shape", "shape", "")]
    if check_dtype:
        asked.append(("dtype", "element type", "; check_dtype=False lets types differ"))
    origins = _values(pairs, "pair_origin")
    lines = []
    for column, what, advice in asked:
        for row, (mine, golden) in enumerate(zip(_values(pairs, column), _values(pairs, "golden_" + column))):
            if mine != golden and None not in (mine, golden) and "unknown" not in (mine, golden):
                if origins[row] != "assembly":
                    lines.append(f"{_place(pairs[row])}: {what} {_words(mine)}, golden's {_words(golden)}{advice}")
    return lines


def _values(pairs: PairTable, column: str) -> Any:
    return pairs._rows.column(column.encode())[1]


def _words(value: Any) -> str:
    return "[" + ",".join(map(str, value)) + "]" if isinstance(value, tuple) else str(value)


def _place(pair: Any) -> str:
    return shown(f"{pair.op_name}:{pair.io}:{pair.slot}" if pair.io else pair.op_name or pair.target_id)


def _agrees_but_for_empty(comparison: Comparison, words: Sequence[str]) -> bool:
    """Whether the sides agree if arrays without elements and of equal shapes, which nothing can be measured of, do."""
    if not comparison._core.lacks_only_elements():
        return False
    answer = comparison._core.answer([word for word in words if word != "not-comparable"])
    return answer == "agree" or (answer != "differ" and not any(comparison.unpaired.values()))


def _failure_text(
    comparison: Comparison, pairs: PairTable, fail_on: Sequence[str], others: List[str], shows_warnings: bool
) -> str:
    """What a failing test prints: names, shapes and types that differ, the conclusion, the suspects, and the first pairs
    beyond their limits with their worst elements."""
    lines = _first(others, "such pairs")
    for side, unpaired in comparison.unpaired.items():
        lines += _first([f"{shown(entry['id'])} of {side} has no partner: {entry['reason']}" for entry in unpaired], "of " + side)
    conclusion = comparison.conclusion
    lines.append(conclusion["text"])
    if conclusion.get("reason"):
        lines.append("  " + conclusion["reason"])
    lines += [f"suspect: {shown(suspect.op_name)}: {suspect.why}" for suspect in comparison.suspects[:_MOST_TOLD]]
    words = ["fail"] + ["warn"] * shows_warnings + ["not-comparable"] * ("not-comparable" in fail_on)
    failing = pairs.filter(" or ".join(f"verdict:{word}" for word in words))
    for pair in list(failing[:_MOST_TOLD]):
        lines.append(f"{pair.verdict}: {_place(pair)}: {pair.reason}")
        lines += [f"  {reason.text}" for reason in pair.explain() if reason.kind not in _TOLD_ABOVE]
        for element in pair.worst(_MOST_TOLD):
            lines.append(
                f"  element {element['index']}: {element['target']!r}, golden's {element['golden']!r}; "
                f"off by {element['abs_error']:.6g}"
            )
    if len(failing) > _MOST_TOLD:
        lines.append(f"and {len(failing) - _MOST_TOLD} more pairs")
    return "\n".join(_core.without_controls(text_bytes(line, "a line")) for line in lines)


def _first(lines: List[str], what: str) -> List[str]:
    more = len(lines) - _MOST_TOLD
    return lines[:_MOST_TOLD] + ([f"and {more} more {what}"] if more > 0 else [])
