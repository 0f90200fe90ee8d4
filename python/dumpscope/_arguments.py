# SPDX-License-Identifier: GPL-3.0-or-later
"""Arguments on their way to the core, which takes bytes and integers."""

from __future__ import annotations

import json
from operator import index
from typing import Any, Dict, List, Sequence, Union

from . import _core
from ._errors import UsageError

#: More than any count or number of a row.
MOST_ROWS = 2**62


def text_bytes(value: Any, what: str) -> bytes:
    """A text in UTF-8. Surrogates stand for bytes that are not UTF-8, as `os.fsdecode` gives them."""
    if not isinstance(value, str):
        raise TypeError(f"{what} is a str, not {type(value).__name__}")
    try:
        return value.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise UsageError(f"{what} holds half of a character, which no text has: {ascii(value)}", "bad-encoding") from None


def whole(value: Any, what: str) -> int:
    """An integer, also one of NumPy."""
    try:
        return index(value)
    except TypeError:
        raise TypeError(f"{what} is an integer, not {type(value).__name__}") from None


def row_number(value: Any, what: str) -> int:
    """The number of a row, which may be negative. Errors: IndexError for one that no table has."""
    number = whole(value, what)
    if abs(number) > MOST_ROWS:
        raise IndexError(f"{what} is at most {MOST_ROWS}: {number}")
    return number


def texts(value: Union[str, Sequence[str]], what: str) -> List[str]:
    """One text, or several."""
    found = [value] if isinstance(value, str) else list(value)
    for one in found:
        text_bytes(one, what)
    return found


def request(options: Dict[str, Any]) -> bytes:
    """Options of a command by their names without dashes, as the core reads them; None and [] are left out."""
    given = {name: value for name, value in options.items() if value is not None and not (isinstance(value, list) and not value)}
    return text_bytes(json.dumps(given, ensure_ascii=False, default=_plain), "an option")


def _plain(value: Any) -> Any:
    """Numbers of NumPy, as json knows only those of Python."""
    for convert in (index, float):
        try:
            return convert(value)
        except (TypeError, ValueError):
            continue
    raise TypeError(f"an option is a text or a number, not {type(value).__name__}")


def shown(text: str) -> str:
    """A name from a file as messages show it: control characters, which would steer a terminal, as %XX."""
    return _core.printable(text.encode("utf-8", "surrogateescape"))
