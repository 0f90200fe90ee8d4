# SPDX-License-Identifier: GPL-3.0-or-later
"""A small decoder that can be cut in every way: one class for golden and target. Layouts, names, fusions and parallel groups come from a dict of options."""
import threading
import contextlib
import numpy as np
import torch
import torch.distributed as dist
import torch.nn as nn
import torch.nn.functional as F

NAMES = {
    "hf": dict(root="model", layers="layers", emb="embed_tokens", ln1="input_layernorm", attn="self_attn", q="q_proj", k="k_proj", v="v_proj", qkv="qkv_proj", o="o_proj",
               ln2="post_attention_layernorm", mlp="mlp", gate="gate_proj", up="up_proj", gu="gate_up_proj", down="down_proj", norm="norm", head="lm_head",
               router="gate", experts="experts", layer_cls="LlamaDecoderLayer", attn_cls="LlamaAttention", mlp_cls="LlamaMLP", norm_cls="LlamaRMSNorm", moe_cls="MixtralSparseMoeBlock"),
    "megatron": dict(root="decoder", layers="layers", emb="word_embeddings", ln1="input_layernorm", attn="self_attention", q="linear_q", k="linear_k", v="linear_v", qkv="linear_qkv", o="linear_proj",
                     ln2="pre_mlp_layernorm", mlp="mlp", gate="linear_fc1_gate", up="linear_fc1_up", gu="linear_fc1", down="linear_fc2", norm="final_layernorm", head="output_layer",
                     router="router", experts="local_experts", layer_cls="TransformerLayer", attn_cls="SelfAttention", mlp_cls="MLP", norm_cls="RMSNorm", moe_cls="MoELayer"),
    "vllm": dict(root="model", layers="layers", emb="embed_tokens", ln1="input_layernorm", attn="self_attn", q="q_proj", k="k_proj", v="v_proj", qkv="qkv_proj", o="o_proj",
                 ln2="post_attention_layernorm", mlp="mlp", gate="gate_proj", up="up_proj", gu="gate_up_proj", down="down_proj", norm="norm", head="lm_head",
                 router="gate", experts="experts", layer_cls="Qwen2DecoderLayer", attn_cls="Qwen2Attention", mlp_cls="Qwen2MLP", norm_cls="RMSNorm", moe_cls="FusedMoE"),
    "mf": dict(root="backbone", layers="blocks", emb="tok_embeddings", ln1="attention_norm", attn="attention", q="wq", k="wk", v="wv", qkv="w_qkv", o="wo",
               ln2="ffn_norm", mlp="feed_forward", gate="w1", up="w3", gu="w_gate_hidden", down="w2", norm="norm_out", head="lm_head",
               router="router", experts="ffns", layer_cls="LLamaDecodeLayer", attn_cls="LLamaAttention", mlp_cls="LLamaFeedForward", norm_cls="LlamaRMSNorm", moe_cls="MoEV2"),
}


@contextlib.contextmanager
def quiet():
    """what is inside is not recorded (the inside of a fused operator)"""
    from msprobe.core.dump.hook_manager import BaseHookManager as B
    t = threading.get_ident()
    old, B.inner_switch[t] = B.inner_switch[t], True
    try:
        yield
    finally:
        B.inner_switch[t] = old


def weights(c, seed):
    r = np.random.default_rng(seed)
    H, D, V = c["H"], c["D"], c["V"]
    w = {}
    def mat(n, o, i, g=1.0): w[n] = (r.standard_normal((o, i)) * g / np.sqrt(i)).astype(np.float32)
    def vec(n, k, m=1.0, s=0.2): w[n] = (m + s * r.standard_normal(k)).astype(np.float32)
    w["emb"] = r.standard_normal((V, H)).astype(np.float32)
    for i in range(c["L"]):
        p = "%d." % i
        vec(p + "ln1", H); vec(p + "ln2", H)
        mat(p + "q", c["N"] * D, H, 1.3); mat(p + "k", c["K"] * D, H, 1.3); mat(p + "v", c["K"] * D, H); mat(p + "o", H, c["N"] * D)
        if c.get("bias"):
            for n, k in (("qb", c["N"] * D), ("kb", c["K"] * D), ("vb", c["K"] * D), ("ob", H)):
                vec(p + n, k, 0, 0.3)
        if c.get("E"):
            mat(p + "router", c["E"], H, 3.0)
            for e in range(c["E"]):
                for n, o, a in (("gate", c["F"], H), ("up", c["F"], H), ("down", H, c["F"])):
                    mat(p + "e%d.%s" % (e, n), o, a)
        else:
            mat(p + "gate", c["F"], H); mat(p + "up", c["F"], H); mat(p + "down", H, c["F"])
    vec("norm", H)
    mat("head", V, H)
    if c.get("perm"):
        pass
    return w


class Ctx:
    pass


class CopyTP(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, g):
        ctx.g = g
        return x
    @staticmethod
    def backward(ctx, d):
        d = d.contiguous().clone()
        dist.all_reduce(d, group=ctx.g)
        return d, None


class ReduceTP(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, g):
        y = x.clone()
        dist.all_reduce(y, group=g)
        return y
    @staticmethod
    def backward(ctx, d):
        return d, None


def P(x):
    return nn.Parameter(x)


class RMSNorm(nn.Module):
    def __init__(s, x, w, tag):
        super().__init__()
        s.weight, x_, s.tag = P(w), x, tag
        object.__setattr__(s, "x", x_)
    def forward(s, h, res=None):
        with quiet():
            if res is not None:
                res = h + res
                h = res
            eps = 1e-2 if s.x.hit("eps", s.tag) else 1e-6
            y = F.rms_norm(h, (h.shape[-1],), s.weight, eps)
        return y if res is None else (y, res)


class Linear(nn.Module):
    """plain or column parallel"""
    def __init__(s, w, b=None):
        super().__init__()
        s.weight = P(w)
        s.bias = None if b is None else P(b)
    def forward(s, h):
        return F.linear(h, s.weight, s.bias)


class RowParallelLinear(nn.Module):
    def __init__(s, x, w, b, tag, reduce=True):
        super().__init__()
        object.__setattr__(s, "x", x)
        s.weight, s.bias, s.tag, s.reduce = P(w), None if b is None else P(b), tag, reduce
    def forward(s, h):
        x = s.x
        y = F.linear(h, s.weight, s.bias if x.t == 0 or x.hit("bias_twice", s.tag) else None)       # the bias goes in on the first rank only
        return x.reduce(y, s.tag) if s.reduce else y


class VocabParallelEmbedding(nn.Module):
    def __init__(s, x, w, lo):
        super().__init__()
        object.__setattr__(s, "x", x)
        s.weight, s.lo = P(w), lo
    def forward(s, ids):
        x = s.x
        lo = s.lo + (1 if x.hit("vocab_off", "emb") else 0)
        with quiet():
            m = (ids < lo) | (ids >= lo + s.weight.shape[0])
            loc = (ids - lo).masked_fill(m, 0)
        y = F.embedding(loc, s.weight)
        if x.tp > 1:
            y = torch.masked_fill(y, m.unsqueeze(-1), 0.0)
            y = x.reduce(y, "emb")
        return y


class Attention(nn.Module):
    def __init__(s, x, w, i, nm):
        super().__init__()
        object.__setattr__(s, "x", x)
        s.i, s.nm = i, nm
        c, D = x.c, x.c["D"]
        g = c["N"] // c["K"]
        n = c["N"] // x.tp
        heads = list(range(x.t * n, (x.t + 1) * n))
        if x.o.get("head_perm"):
            heads = [x.o["head_perm"][h] for h in heads]
        kvs = sorted({h // g for h in heads}, key=lambda k: [h // g for h in heads].index(k))
        if x.hit("kv_wrong", "%d" % i):
            kvs = [(k + 1) % c["K"] for k in kvs]
        s.n, s.kl = n, len(kvs)
        rows = lambda hs: np.concatenate([np.arange(h * D, (h + 1) * D) for h in hs])
        p = "%d." % i
        b = lambda n_, r: x.T(w[p + n_][r]) if c.get("bias") else None
        q, k, v = rows(heads), rows(kvs), rows(kvs)
        s.fused = x.o.get("qkv", "split")
        Col = type("ColumnParallelLinear" if x.tp > 1 or x.style == "megatron" else "Linear", (Linear,), {})
        if s.fused == "split":
            for a, r in (("q", q), ("k", k), ("v", v)):
                setattr(s, nm[a], Col(x.W(w[p + a][r], p + a), b(a + "b", r)))
        else:
            parts = [("q", q), ("k", k), ("v", v)]
            if s.fused == "group":
                parts = []
                per = s.n // s.kl
                for j, kv in enumerate(kvs):
                    parts += [("q", rows(heads[j * per:(j + 1) * per])), ("k", rows([kv])), ("v", rows([kv]))]
            W = np.concatenate([w[p + a][r] for a, r in parts])
            B = np.concatenate([w[p + a + "b"][r] for a, r in parts]) if c.get("bias") else None
            setattr(s, nm["qkv"], Col(x.W(W, p + "qkv"), None if B is None else x.T(B)))
        setattr(s, nm["o"], RowParallelLinear(x, x.W(w[p + "o"][:, q], p + "o"), b("ob", slice(None)), p + "o") if x.tp > 1 or x.style == "megatron"
                else Linear(x.W(w[p + "o"][:, q], p + "o"), b("ob", slice(None))))

    def qkv(s, h):
        x, nm, D = s.x, s.nm, s.x.c["D"]
        lead = h.shape[:-1]
        if s.fused == "split":
            q, k, v = (getattr(s, nm[a])(h) for a in "qkv")
            return [t.view(*lead, -1, D) for t in (q, k, v)]
        y = getattr(s, nm["qkv"])(h)
        if s.fused == "group":
            per = s.n // s.kl
            y = y.view(*lead, s.kl, (per + 2) * D)
            q, k, v = torch.split(y, [per * D, D, D], -1)
        else:
            q, k, v = torch.split(y, [s.n * D, s.kl * D, s.kl * D], -1)
        if x.hit("kv_swap", "%d" % s.i):
            k, v = v, k
        return [t.contiguous().view(*lead, -1, D) for t in (q, k, v)]

    def rope(s, t):                                          # [B, n, S, D] or [B, S, n, D]
        x = s.x
        with quiet():
            cos, sin = x.rope_tables(s.i)                    # [B, S, D]
            ax = 1 if x.o.get("attn") != "bsnd" else 2
            cos, sin = cos.unsqueeze(ax), sin.unsqueeze(ax)
        if x.o.get("rope") == "plain":
            a, b = torch.chunk(t, 2, -1)
            return t * cos + torch.cat((-b, a), -1) * sin
        with quiet():
            a, b = torch.chunk(t, 2, -1)
            return t * cos + torch.cat((-b, a), -1) * sin

    def forward(s, h):
        x, D = s.x, s.x.c["D"]
        q, k, v = s.qkv(h)                                   # bsh: [B,S,n,D]   sbh: [S,B,n,D]   th: [T,n,D]
        bsnd = x.o.get("attn") == "bsnd"
        with quiet():
            if x.o["layout"] == "sbh":
                q, k, v = (t.transpose(0, 1) for t in (q, k, v))
            if x.o["layout"] == "th":
                q, k, v = (t.unsqueeze(0) for t in (q, k, v))
        if not bsnd:
            q, k, v = (t.transpose(1, 2) for t in (q, k, v))
        q, k = s.rope(q), s.rope(k)
        seq = 1 if bsnd else 2
        if x.cp > 1:
            k, v = x.gather_kv(k, seq, s.i), x.gather_kv(v, seq, s.i)
        if x.cache is not None:
            old = x.cache.get(s.i)
            with quiet():
                if old is not None:
                    k, v = torch.cat((old[0], k), seq), torch.cat((old[1], v), seq)
                x.cache[s.i] = (k, v)
                if x.hit("kv_stale", "%d" % s.i) and x.step == x.fault["step"]:
                    k, v = k.clone(), v.clone()
                    at = x.fault["slot"]
                    k.narrow(seq, at, 1).copy_(k.narrow(seq, at - 1, 1)); v.narrow(seq, at, 1).copy_(v.narrow(seq, at - 1, 1))
                    x.cache[s.i] = (k, v)
        with quiet():
            g = s.n // s.kl
            ax = 2 if bsnd else 1
            if g > 1:
                k, v = k.repeat_interleave(g, ax), v.repeat_interleave(g, ax)
            m = x.mask(s.i)                                  # True = hidden, [B,1,Sq,Sk]
        sc = D ** -0.5
        if x.hit("scale", "%d" % s.i):
            sc *= x.fault.get("by", 1.1)
        if x.o.get("attn") == "sdpa":
            y = F.scaled_dot_product_attention(q, k, v, attn_mask=~m, scale=sc)
        elif bsnd:
            a = torch.einsum("bsnd,btnd->bnst", q, k) * sc
            a = torch.softmax(torch.masked_fill(a, m, -32768.0), -1)
            y = torch.einsum("bnst,btnd->bsnd", a, v)
        else:
            a = torch.matmul(q, k.transpose(-1, -2)) * sc
            a = torch.softmax(torch.masked_fill(a, m, -32768.0), -1)
            y = torch.matmul(a, v)
        with quiet():
            if not bsnd:
                y = y.transpose(1, 2)                        # B,S,n,D
            y = y.reshape(*y.shape[:2], -1)
            if x.o["layout"] == "sbh":
                y = y.transpose(0, 1).contiguous()
            if x.o["layout"] == "th":
                y = y[0]
        return getattr(s, s.nm["o"])(y)


class MLP(nn.Module):
    def __init__(s, x, w, p, nm, f, tag, row=True):
        super().__init__()
        object.__setattr__(s, "x", x)
        s.nm, s.fused, s.tag = nm, x.o.get("mlp", "split") == "fused", tag
        lo, hi = x.t * f, (x.t + 1) * f
        if not row:                                           # expert parallel instead of tensor parallel: whole experts
            lo, hi = 0, x.c["F"]
        Col = type("ColumnParallelLinear" if (x.tp > 1 and row) or x.style == "megatron" else "Linear", (Linear,), {})
        G, U, Dn = w[p + "gate"][lo:hi], w[p + "up"][lo:hi], w[p + "down"][:, lo:hi]
        if s.fused:
            setattr(s, nm["gu"], Col(x.W(np.concatenate([G, U]), tag + "gu")))
        else:
            setattr(s, nm["gate"], Col(x.W(G, tag + "gate"))); setattr(s, nm["up"], Col(x.W(U, tag + "up")))
        isrow = (x.tp > 1 and row) or x.style == "megatron"
        setattr(s, nm["down"], RowParallelLinear(x, x.W(Dn, tag + "down"), None, tag + "down", reduce="e" not in tag) if isrow else Linear(x.W(Dn, tag + "down")))
    def forward(s, h):
        x = s.x
        if s.fused:
            g, u = torch.chunk(getattr(s, s.nm["gu"])(h), 2, -1)
            if x.hit("gu_swap", s.tag):
                g, u = u, g
            y = F.silu(g) * u
        else:
            y = F.silu(getattr(s, s.nm["gate"])(h)) * getattr(s, s.nm["up"])(h)
        return getattr(s, s.nm["down"])(y)


class MoE(nn.Module):
    def __init__(s, x, w, i, nm):
        super().__init__()
        object.__setattr__(s, "x", x)
        s.i, s.nm = i, nm
        p = "%d." % i
        E = x.c["E"]
        setattr(s, nm["router"], Linear(x.W(w[p + "router"], p + "router")))
        per = E // x.ep
        s.mine = list(range(x.e * per, (x.e + 1) * per))
        if x.hit("expert_swap", p[:-1]):
            order = s.mine[1:] + s.mine[:1]
        else:
            order = s.mine
        f = x.c["F"] // (x.tp if x.etp else 1)
        cls = type(nm["mlp_cls"] if x.style != "megatron" else "MLP", (MLP,), {})
        setattr(s, nm["experts"], nn.ModuleList(cls(x, w, p + "e%d." % e, nm, f, p + "e%d." % e, row=x.etp) for e in order))
    def forward(s, h):
        x = s.x
        shape = h.shape
        with quiet():
            t = h.reshape(-1, shape[-1])
        logits = getattr(s, s.nm["router"])(t)
        if x.ep > 1 and x.ep_over == "dp":
            t, lg = x.gather(t, 0, x.dp_group), None
            with quiet():
                lg = x.gather(logits, 0, x.dp_group)
        else:
            lg = logits
        pr = torch.softmax(lg, -1)
        with quiet():
            val, idx = torch.topk(pr, x.c["topk"], -1)
            val = val / val.sum(-1, keepdim=True) if not x.hit("topk_norm", "%d" % s.i) else val
            out = torch.zeros_like(t)
        for j, e in enumerate(s.mine):
            with quiet():
                tok, slot = torch.where(idx == e)
                if x.hit("drop", "%d" % s.i) and j == 0 and len(tok) > 1:
                    tok, slot = tok[:-1], slot[:-1]
            if len(tok) == 0:
                continue
            xe = torch.index_select(t, 0, tok)
            ye = getattr(s, s.nm["experts"])[j](xe)
            with quiet():
                ye = ye * val[tok, slot].unsqueeze(-1)
                out = out.index_add(0, tok, ye)
        if x.etp and x.tp > 1:
            out = x.reduce(out, "%d.moe" % s.i, sp=False)
        if x.ep > 1:
            g = x.dp_group if x.ep_over == "dp" else x.tp_group
            out = out.clone()
            dist.all_reduce(out, group=g)
            if x.ep_over == "dp":
                with quiet():
                    n = out.shape[0] // x.dp
                    out = out[x.d * n:(x.d + 1) * n]
        return out.view(shape)


class Layer(nn.Module):
    def __init__(s, x, w, i, nm):
        super().__init__()
        object.__setattr__(s, "x", x)
        s.i, s.nm = i, nm
        p = "%d." % i
        norm = type(nm["norm_cls"], (RMSNorm,), {})
        setattr(s, nm["ln1"], norm(x, x.W(w[p + "ln1"], p + "ln1"), p + "ln1"))
        setattr(s, nm["attn"], type(nm["attn_cls"], (Attention,), {})(x, w, i, nm))
        setattr(s, nm["ln2"], norm(x, x.W(w[p + "ln2"], p + "ln2"), p + "ln2"))
        if x.c.get("E"):
            setattr(s, nm["mlp"], type(nm["moe_cls"], (MoE,), {})(x, w, i, nm))
        else:
            setattr(s, nm["mlp"], type(nm["mlp_cls"], (MLP,), {})(x, w, p, nm, x.c["F"] // x.tp, p))
    def forward(s, h, res=None):
        x, nm = s.x, s.nm
        ln1, attn, ln2, mlp = (getattr(s, nm[a]) for a in ("ln1", "attn", "ln2", "mlp"))
        if x.o.get("norm") == "fused_add":
            if res is None:
                res, y = h, ln1(h)
            else:
                y, res = ln1(h, res)
            y, res = ln2(attn(y), res)
            return mlp(y), res
        y = ln1(h)
        y = attn(x.enter(y, s.i, "a"))
        h = h + y
        y = ln2(h)
        y = mlp(x.enter(y, s.i, "m"))
        return h + y


class Net(nn.Module):
    def __init__(s, x, w):
        super().__init__()
        object.__setattr__(s, "x", x)
        nm = s.nm = NAMES[x.style]
        L = x.c["L"]
        chunks = x.pp * x.vpp
        per = L // chunks
        s.mine = []                                           # [(chunk, [layers])]
        for v in range(x.vpp):
            ch = v * x.pp + x.p
            s.mine.append((ch, list(range(ch * per, (ch + 1) * per))))
        root = nn.Module() if x.style != "megatron" else nn.Module()
        Vp = x.o.get("vocab_pad", x.c["V"])
        emb, head = w["emb"], w["head"]
        if Vp > len(emb):
            pad = np.random.default_rng(9).standard_normal((Vp - len(emb), x.c["H"])).astype(np.float32) * 0.3
            emb, head = np.concatenate([emb, pad]), np.concatenate([head, pad])
        vl = Vp // x.tp if x.o.get("vocab", "parallel") == "parallel" else Vp
        lo = x.t * vl if vl < Vp or x.tp == 1 else 0
        first, last = any(c_ == 0 for c_, _ in s.mine), any(c_ == chunks - 1 for c_, _ in s.mine)
        if first:
            e = VocabParallelEmbedding(x, x.W(emb[lo:lo + vl], "emb"), lo) if vl < Vp else nn.Embedding(Vp, x.c["H"], _weight=x.W(emb, "emb"))
            if x.style == "megatron":
                s.embedding = nn.Module()
                setattr(s.embedding, nm["emb"], e)
            else:
                setattr(root, nm["emb"], e)
        layer = type(nm["layer_cls"], (Layer,), {})
        setattr(root, nm["layers"], nn.ModuleList(layer(x, w, i, nm) for _, ls in s.mine for i in ls))   # numbered from 0 on every stage
        if last:
            setattr(root, nm["norm"], type(nm["norm_cls"], (RMSNorm,), {})(x, x.W(w["norm"], "norm"), "norm"))
            setattr(s, nm["head"], Linear(x.W(head[lo:lo + vl], "head")))
        setattr(s, nm["root"], root)
        object.__setattr__(s, "e", e if first else None)
        object.__setattr__(s, "R", root)
        s.first, s.last, s.chunks = first, last, chunks

    def forward(s, ids):
        x, nm = s.x, s.nm
        blocks = list(getattr(s.R, nm["layers"]))
        h = res = None
        at = 0
        for ch, ls in s.mine:
            if ch == 0:
                h = s.e(ids)
                if x.o["layout"] == "sbh":
                    h = h.transpose(0, 1).contiguous()
                h = x.leave(h)
            else:
                h = x.recv(h, ids)
            for i in ls:
                r = blocks[at](h) if res is None else blocks[at](h, res)
                at += 1
                h, res = r if isinstance(r, tuple) else (r, None)
            if ch < s.chunks - 1:
                if x.pp > 1:
                    x.send(h)
                continue
            norm = getattr(s.R, nm["norm"])
            h = norm(h) if res is None else norm(h, res)[0]
            h = x.enter(h, -1, "h")
            return getattr(s, nm["head"])(h)
        return None
