# SPDX-License-Identifier: GPL-3.0-or-later
"""What can go wrong, as one family of exceptions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional


@dataclass(frozen=True)
class Place:
    """Where something is wrong. Offsets are bytes; rows and columns count from 1."""

    file: Optional[str] = None
    offset: Optional[int] = None
    row: Optional[int] = None
    column: Optional[int] = None

    def __str__(self) -> str:
        text = self.file or ""
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
    return _CLASSES.get(code, Error)(message, code, place, advice)
