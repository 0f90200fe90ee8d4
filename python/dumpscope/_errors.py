# SPDX-License-Identifier: GPL-3.0-or-later
"""What can go wrong, as one family of exceptions."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Optional

from . import _core


@dataclass(frozen=True)
class Place:
    """Where something is wrong. Offsets are bytes; rows and columns count from 1."""

    file: Optional[str] = None
    offset: Optional[int] = None
    row: Optional[int] = None
    column: Optional[int] = None

    def __str__(self) -> str:
        text = _core.printable(os.fsencode(self.file or ""))
        if self.offset is not None:
            text += f"@{self.offset}"
        for number in (self.row, self.column):
            if number is not None:
                text += f":{number}" if text else f"column {number}"
        return text


class Error(Exception):
    """An error of Dumpscope. `code` is a stable word of the contract (`truncated`, `not-found`, ...), `place` says
    where, `message` what and why, `advice` what to try."""

    code: str
    message: str
    place: Optional[Place]
    advice: str

    def __init__(self, message: str, code: str = "usage", place: Optional[Place] = None, advice: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.place = place
        self.advice = advice

    def __str__(self) -> str:
        place = str(self.place) if self.place else ""
        text = f"{place}: {self.message}" if place else self.message
        return f"{text} ({self.code})"

    def __reduce__(self) -> Any:
        return (type(self), (self.message, self.code, self.place, self.advice))


class UsageError(Error, ValueError):
    """What was asked for cannot be done so: an unknown column, a filter that does not parse, a wrong option."""


class NotFoundError(Error, LookupError):
    """There is no such file, tensor or operator, or several are meant (code `ambiguous`)."""


class UnsupportedError(Error, NotImplementedError):
    """The input is of a kind that has no values or cannot be read."""


_CLASSES = {
    "usage": UsageError,
    "not-found": NotFoundError,
    "ambiguous": NotFoundError,
    "unsupported": UnsupportedError,
}

#: Where the advice of the core is about the command line.
_ADVICE = {
    "usage": "See help() of the function that was called.",
    "not-found": "Check the spelling; `tensors` of a dump lists what is there.",
    "not-recognised": "docs/formats describes what can be read; other files do no harm.",
    "unsupported": "docs/formats describes what can be done with each format.",
    "no-space": "Free some space or choose another place.",
}


def make_error(
    code: str,
    message: str,
    file: Optional[str],
    offset: Optional[int],
    row: Optional[int],
    column: Optional[int],
    advice: str,
) -> Error:
    """The exception of an error of the core."""
    place = Place(file, offset, row, column) if (file, offset, row, column) != (None,) * 4 else None
    return _CLASSES.get(code, Error)(message, code, place, _ADVICE.get(code, advice))
