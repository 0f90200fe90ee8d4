# SPDX-License-Identifier: GPL-3.0-or-later
"""Tensors of torch as elements."""

from __future__ import annotations

import sys
from typing import Any, Optional

from ._arguments import shown
from ._elements import KNOWN_EXTENDED, Elements
from ._errors import UnsupportedError


def is_torch_tensor(value: Any) -> bool:
    torch = sys.modules.get("torch")  # who has a tensor has imported it
    return torch is not None and isinstance(value, getattr(torch, "Tensor", ()))


def torch_elements(name: str, value: Any) -> Optional[Elements]:
    """Types that torch does not hand to NumPy, by their bits; None for others. Errors: tensors without dense values, and
    what torch refuses."""
    why = _why_not_dense(value)
    if why:
        raise UnsupportedError(f"{shown(name)}: {why}", "unsupported")
    try:
        return _bits(value)
    except (RuntimeError, TypeError, ValueError) as error:
        why = f"torch hands no values of this tensor over: {error}; convert it to a dense one of another type"
        raise UnsupportedError(f"{shown(name)}: {why}", "unsupported") from error


def _bits(value: Any) -> Optional[Elements]:
    import torch

    kind = str(value.dtype).rpartition(".")[2]
    dense = value.detach().cpu()
    if kind == "complex32":
        parts = torch.view_as_real(dense.resolve_conj().resolve_neg()).contiguous().numpy()
        return Elements(kind, parts.view("u4").reshape(value.shape))
    if kind not in KNOWN_EXTENDED:
        return None
    bits = torch.int16 if value.element_size() == 2 else torch.uint8
    return Elements(kind, dense.contiguous().view(bits).numpy())


def _why_not_dense(value: Any) -> str:
    """A sentence where a tensor has no dense values, and what to hand over instead."""
    if value.device.type == "meta":
        return "a tensor on the device meta has no values"
    if value.is_nested:
        return "a nested tensor is several tensors; hand over those of its unbind()"
    if str(value.layout) != "torch.strided":
        return f"a tensor of layout {value.layout} is not dense; hand over its to_dense()"
    if value.is_quantized:
        return "a quantised tensor stands for other values than it holds; hand over its dequantize() or int_repr()"
    return ""
