# SPDX-License-Identifier: GPL-3.0-or-later
"""Shorthand for the specifications of cases."""
def d(V=48, H=32, L=2, N=4, K=2, D=8, F=48, **k):
    return dict(V=V, H=H, L=L, N=N, K=K, D=D, F=F, **k)

HF = dict(names="hf", layout="bsh")
MG = dict(names="megatron", layout="sbh", qkv="group", mlp="fused")
VL = dict(names="vllm", layout="th", qkv="block", mlp="fused", norm="fused_add", attn="sdpa", pad="packed")
MF = dict(names="mf", layout="bsh", mlp="fused")


def f(kind, rank, text, **k):
    return dict(kind=kind, rank=rank if isinstance(rank, list) else [rank], text=text, **k)


def c(id, what, dims, B, S, dtype, target, golden=None, level="L1", **k):
    return dict(id=id, what=what, dims=dims, B=B, S=S, dtype=dtype, golden=dict(HF, **(golden or {})) if not (golden or {}).get("names") else golden, target=target, level=level, **k)
