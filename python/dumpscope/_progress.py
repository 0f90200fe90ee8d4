# SPDX-License-Identifier: GPL-3.0-or-later
"""Progress of a call: to a function of the caller, or to a bar of tqdm."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Callable, Iterator, Optional, Union

ProgressFunction = Callable[[float, str, str], None]
#: A function of (share that is done from 0 to 1, what is being done, of what), "tqdm", or None.
Progress = Union[ProgressFunction, str, None]


@contextmanager
def reporting(progress: Progress) -> Iterator[Optional[ProgressFunction]]:
    """The function that the core calls. The bar of "tqdm" is closed at the end, however that comes."""
    if progress is None or callable(progress):
        yield progress
        return
    if progress != "tqdm":
        raise TypeError('progress is a function of (share, title, item), "tqdm" or None')
    from tqdm.auto import tqdm

    with tqdm(total=1.0, bar_format="{l_bar}{bar}| {elapsed}<{remaining}") as bar:

        def advance(share: float, title: str, item: str) -> None:
            bar.set_description_str(title, refresh=False)
            bar.update(max(share - bar.n, 0.0))

        yield advance
