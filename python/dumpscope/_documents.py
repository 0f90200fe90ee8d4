# SPDX-License-Identifier: GPL-3.0-or-later
"""Documents of the core as objects."""

from __future__ import annotations

import json
from typing import Any

#: Characters that json reads in a small part of the time in which Ctrl+C has to work.
_QUICKLY_READ = 4_000_000


def parsed(text: str) -> Any:
    """The object of a document. Of a long one every member goes through a function of Python, where signals are looked
    after and other threads may run; json alone would do neither before its end."""
    return json.loads(text) if len(text) <= _QUICKLY_READ else json.loads(text, object_hook=_same)


def _same(value: Any) -> Any:
    return value
