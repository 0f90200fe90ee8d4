#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checkpoints of one small model that are cut, fused and named otherwise, drawn by number, with the truth.

checkpoints.py draw OUT NUMBER...       makes OUT/<number>/{golden,target,truth.json}
checkpoints.py score OUT [NUMBER...]    CLI=dumpscope-cli; --totals: nothing but totals; --verbose: what is not right

Every tensor of a side holds rows (or columns) of parameters of the model; which, follows from how the writers lay
them out (docs/formats/parallel.md 2). A pair is right where it takes just the tensors that have golden's rows, with
the error that these rows have.
"""
import argparse
import json
import os
import random
import shutil
import subprocess
import sys

import numpy as np

ALL = object()  # the whole of an axis


# ---- the model ------------------------------------------------------------------------------------------------------

def draw_model(rng):
    heads = rng.choice([4, 8])
    groups = rng.choice([2, 4]) if heads == 8 else rng.choice([2, 4])
    size = rng.choice([8, 16])
    m = argparse.Namespace(L=rng.choice([4, 8]), N=heads, K=groups, D=size, H=rng.choice([48, 64]), F=rng.choice([80, 96, 128]),
                           V=rng.choice([500, 1000]), bias=rng.random() < 0.3, qk_norm=rng.random() < 0.3, ones=rng.random() < 0.3, tied=rng.random() < 0.2)
    m.H = max(m.H, 48)
    return m


def parameters(m, seed, alike=False):
    rng = np.random.default_rng(seed)
    std = 0.05
    p = {}

    def weight(*shape):
        return (rng.standard_normal(shape) * std).astype(np.float32)

    def norm(n):
        return np.ones(n, np.float32) if m.ones or alike else (1 + 0.1 * rng.standard_normal(n)).astype(np.float32)

    p["embed"] = weight(m.V, m.H)
    first = None
    for layer in range(m.L):
        one = {}
        for name, rows in (("q", m.N * m.D), ("k", m.K * m.D), ("v", m.K * m.D)):
            one[name] = weight(rows, m.H)
            if m.bias:
                one[name + "_bias"] = weight(rows)
        if m.qk_norm:
            one["q_norm"], one["k_norm"] = norm(m.D), norm(m.D)
        one["o"] = weight(m.H, m.N * m.D)
        one["gate"], one["up"] = weight(m.F, m.H), weight(m.F, m.H)
        one["down"] = weight(m.H, m.F)
        one["norm1"], one["norm2"] = norm(m.H), norm(m.H)
        first = first or one
        for k, v in (first if alike else one).items():
            p["%d.%s" % (layer, k)] = v.copy()
    p["norm"] = norm(m.H)
    if not m.tied:
        p["head"] = weight(m.V, m.H)
    return p


# ---- how a side lays it out: pieces of (name, axis, [(parameter, rows or ALL)]) -------------------------------------

HF = {"embed": "model.embed_tokens.weight", "norm": "model.norm.weight", "head": "lm_head.weight", "q": "self_attn.q_proj.weight", "k": "self_attn.k_proj.weight",
      "v": "self_attn.v_proj.weight", "q_bias": "self_attn.q_proj.bias", "k_bias": "self_attn.k_proj.bias", "v_bias": "self_attn.v_proj.bias", "q_norm": "self_attn.q_norm.weight",
      "k_norm": "self_attn.k_norm.weight", "o": "self_attn.o_proj.weight", "gate": "mlp.gate_proj.weight", "up": "mlp.up_proj.weight", "down": "mlp.down_proj.weight",
      "norm1": "input_layernorm.weight", "norm2": "post_attention_layernorm.weight", "qkv": "self_attn.qkv_proj.weight", "qkv_bias": "self_attn.qkv_proj.bias",
      "gate_up": "mlp.gate_up_proj.weight", "layer": "model.layers.%d."}
MEGATRON = {"embed": "embedding.word_embeddings.weight", "norm": "decoder.final_layernorm.weight", "head": "output_layer.weight", "o": "self_attention.linear_proj.weight",
            "q_norm": "self_attention.q_layernorm.weight", "k_norm": "self_attention.k_layernorm.weight", "down": "mlp.linear_fc2.weight",
            "norm1": "self_attention.linear_qkv.layer_norm_weight", "norm2": "mlp.linear_fc1.layer_norm_weight", "qkv": "self_attention.linear_qkv.weight",
            "qkv_bias": "self_attention.linear_qkv.bias", "gate_up": "mlp.linear_fc1.weight", "layer": "decoder.layers.%d."}
MINDFORMERS = {"embed": "model.tok_embeddings.embedding_weight", "norm": "model.norm_out.weight", "head": "lm_head.weight", "q": "attention.wq.weight", "k": "attention.wk.weight",
               "v": "attention.wv.weight", "q_bias": "attention.wq.bias", "k_bias": "attention.wk.bias", "v_bias": "attention.wv.bias", "o": "attention.wo.weight",
               "gate": "feed_forward.w1.weight", "up": "feed_forward.w3.weight", "down": "feed_forward.w2.weight", "norm1": "attention_norm.weight", "norm2": "ffn_norm.weight",
               "qkv": "attention.w_qkv.weight", "qkv_bias": "attention.w_qkv.bias", "gate_up": "feed_forward.w_gate_hidden.weight", "layer": "model.layers.%d."}


class Side:
    """kind: hf, hf_pad, vllm, mindformers, mindformers_fused, megatron, dcp; tp, pp, vpp; pad: multiple of rows of the vocabulary"""

    def __init__(self, kind, tp=1, pp=1, vpp=1, pad=1, dtype="float32"):
        self.kind, self.tp, self.pp, self.vpp, self.pad, self.dtype = kind, tp, pp, vpp, pad, dtype
        self.is_megatron = kind in ("megatron", "dcp")
        self.names = MEGATRON if self.is_megatron else MINDFORMERS if kind.startswith("mindformers") else HF
        self.is_fused = self.is_megatron or kind in ("vllm", "mindformers_fused")

    def vocabulary(self, m):
        return -(-m.V // (self.pad * self.tp)) * self.pad * self.tp if self.pad > 1 else m.V

    def place(self, m, layer):
        """stage, virtual stage and number there of a layer"""
        each = m.L // (self.pp * self.vpp)
        chunk = layer // each
        return chunk % self.pp, chunk // self.pp, layer % each

    def tensors(self, m, p):
        """(stage, virtual stage, tensor rank, name, axis, [(parameter, rows)])"""
        def rows(n, r):
            each = n // self.tp
            return list(range(r * each, (r + 1) * each))

        for r in range(self.tp):
            vocabulary = self.vocabulary(m)
            part = [i if i < m.V else -1 for i in rows(vocabulary, r)]
            yield 0, 0, r, self.names["embed"], 0, [("embed", part)]
            for layer in range(m.L):
                stage, virtual, number = self.place(m, layer)
                at = "%d." % layer

                def name(key):
                    return self.names["layer"] % number + self.names[key]

                def out(key, axis, pieces):
                    return stage, virtual, r, name(key), axis, [(at + n, i) for n, i in pieces]

                heads = rows(m.N, r)
                groups = rows(m.K, r)

                def of(which, head, count=1):
                    return [i for h in range(head, head + count) for i in range(h * m.D, (h + 1) * m.D)]

                for tail in ("", "_bias") if m.bias else ("",):
                    if not self.is_fused:
                        for which, own in (("q", heads), ("k", groups), ("v", groups)):
                            yield out(which + tail, 0, [(which + tail, [i for h in own for i in of(which, h)])])
                    elif self.is_megatron:
                        each = m.N // m.K
                        yield out("qkv" + tail, 0, [x for g in groups for x in (("q" + tail, of("q", g * each, each)), ("k" + tail, of("k", g)), ("v" + tail, of("v", g)))])
                    else:
                        yield out("qkv" + tail, 0, [(which + tail, [i for h in own for i in of(which, h)]) for which, own in (("q", heads), ("k", groups), ("v", groups))])
                if m.qk_norm:
                    yield out("q_norm", 0, [("q_norm", ALL)])
                    yield out("k_norm", 0, [("k_norm", ALL)])
                yield out("o", 1, [("o", [i for h in heads for i in of("q", h)])])
                if self.is_fused:
                    yield out("gate_up", 0, [("gate", rows(m.F, r)), ("up", rows(m.F, r))])
                else:
                    yield out("gate", 0, [("gate", rows(m.F, r))])
                    yield out("up", 0, [("up", rows(m.F, r))])
                yield out("down", 1, [("down", rows(m.F, r))])
                yield out("norm1", 0, [("norm1", ALL)])
                yield out("norm2", 0, [("norm2", ALL)])
            yield self.pp - 1, self.vpp - 1, r, self.names["norm"], 0, [("norm", ALL)]
            if not m.tied:
                yield self.pp - 1, self.vpp - 1, r, self.names["head"], 0, [("head", part)]


def values_of(pieces, axis, p):
    made = []
    for name, rows in pieces:
        whole = p[name]
        if rows is ALL:
            made.append(whole)
            continue
        taken = np.take(whole, [max(i, 0) for i in rows], axis)
        if -1 in rows:
            taken = taken.copy()
            taken[np.array(rows) < 0] = 0
        made.append(taken)
    return np.ascontiguousarray(np.concatenate(made, axis))


# ---- writing --------------------------------------------------------------------------------------------------------

def write_side(side, m, p, fault, folder, rng):
    """Returns what a score needs: id, name, rank, axis, pieces, values of each tensor."""
    import torch
    from safetensors.torch import save_file
    dtype = getattr(torch, side.dtype)
    files = {}
    entries = []
    for stage, virtual, rank, name, axis, pieces in side.tensors(m, p):
        entries.append([stage, virtual, rank, name, axis, pieces, values_of(pieces, axis, p)])
    planted = None
    if fault:
        may = [e for e in entries if any(n == fault["parameter"] for n, _ in e[5])]
        one = rng.choice(may)
        values, at = one[6], 0
        for n, rows in one[5]:
            count = values.shape[one[4]] if rows is ALL else len(rows)
            cut = [slice(None)] * values.ndim
            cut[one[4]] = slice(at, at + count)
            at += count
            if n == fault["parameter"]:
                values[tuple(cut)] = spoilt(values[tuple(cut)], fault["how"], rng)
        planted = {"number": next(i for i, e in enumerate(entries) if e is one), "name": one[3], "rank": one[2], "stage": one[0], "parameter": fault["parameter"], "how": fault["how"]}
    told = []
    for stage, virtual, rank, name, axis, pieces, values in entries:
        tensor = torch.from_numpy(values).to(dtype)
        if side.kind == "dcp" or (side.kind not in ("megatron",) and side.tp == 1):
            place, key = "model.safetensors", name
        elif side.kind == "megatron":
            place, key = "iter_0000005/mp_rank_%02d%s/model_optim_rng.pt" % (rank, "_%03d" % stage if side.pp > 1 else ""), name
        else:
            place, key = "rank%d/model.safetensors" % rank, name
        section = "model%d" % virtual if side.vpp > 1 else "model"
        files.setdefault(place, {}).setdefault(section, {})[key] = tensor
        told.append({"file": place, "section": section, "name": name, "rank": rank, "stage": stage, "axis": axis,
                     "pieces": [[n, None if i is ALL else i] for n, i in pieces], "values": tensor.float().numpy()})
    os.makedirs(folder)
    if side.kind == "dcp":
        import torch.distributed.checkpoint as dcp
        state = files["model.safetensors"]["model"]
        dcp.save(state, storage_writer=dcp.FileSystemWriter(folder), no_dist=True)
        for t in told:
            t["file"] = ".metadata"
    elif side.kind == "megatron":
        with open(os.path.join(folder, "latest_checkpointed_iteration.txt"), "w", encoding="utf-8") as f:
            f.write("5")
        for place, sections in files.items():
            path = os.path.join(folder, place)
            os.makedirs(os.path.dirname(path))
            args = argparse.Namespace(tensor_model_parallel_size=side.tp, pipeline_model_parallel_size=side.pp, num_layers=m.L, num_attention_heads=m.N, num_query_groups=m.K,
                                      kv_channels=m.D, group_query_attention=m.N != m.K, hidden_size=m.H, padded_vocab_size=side.vocabulary(m))
            torch.save({"args": args, "checkpoint_version": 3.0, "iteration": 5, **sections}, path)
    else:
        for place, sections in files.items():
            path = os.path.join(folder, place)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            save_file(sections["model"], path)
    return told, planted


def spoilt(values, how, rng):
    noise = np.random.default_rng(rng.randrange(1 << 30))
    if how == "other":  # of another run
        return (noise.standard_normal(values.shape) * 0.05).astype(np.float32)
    if how == "scaled":
        return values * np.float32(2)
    if how == "stale":
        return (values + noise.standard_normal(values.shape) * 0.5 * values.std()).astype(np.float32)
    return np.roll(values, 1, 0)  # rows of the neighbour


# ---- drawing --------------------------------------------------------------------------------------------------------

KINDS = ["fused golden", "grouped golden", "padded", "padded ranks", "trained", "trained ranks", "alike", "alike both", "dcp", "ranks and stages", "mindformers", "golden cut"]


def draw(number):
    rng = random.Random(number * 7919 + 17)
    kind = KINDS[number % len(KINDS)]
    m = draw_model(rng)
    tp = 2 if m.K == 2 else rng.choice([2, 4])
    split = rng.choice(["hf", "hf", "mindformers"]) if not m.qk_norm else "hf"
    dtype = rng.choice(["float32", "bfloat16"])
    relation = "same"
    if kind == "fused golden":
        golden, target = Side(rng.choice(["vllm", "mindformers_fused"]) if not m.qk_norm else "vllm"), Side(split, rng.choice([1, 1, tp]))
    elif kind == "grouped golden":
        golden, target = Side(rng.choice(["megatron", "dcp"])), Side(split)
    elif kind == "padded":
        golden, target = Side("hf"), Side(rng.choice(["hf", "vllm"]), pad=64)
    elif kind == "padded ranks":
        golden, target = Side("hf"), Side(rng.choice(["vllm", "megatron"]), tp, pad=rng.choice([32, 64, 128]))
    elif kind == "trained":
        golden, target = Side("hf"), Side(rng.choice(["megatron", "vllm", "mindformers"] if not m.qk_norm else ["megatron", "vllm"]))
        relation = "trained"
    elif kind == "trained ranks":
        golden, target = Side("hf"), Side(rng.choice(["megatron", "megatron", "vllm"]), tp, pad=rng.choice([1, 64]))
        relation = "trained"
    elif kind == "alike":
        golden, target = Side(rng.choice(["hf", "megatron"])), Side("megatron", rng.choice([1, 2]), pp=2, vpp=rng.choice([1, 2, 2]))
        relation = "alike"
    elif kind == "alike both":
        golden, target = Side("megatron", rng.choice([1, 2]), pp=2, vpp=1), Side("megatron", rng.choice([1, 2]), pp=2, vpp=2)
        relation = "alike"
    elif kind == "dcp":
        golden, target = Side("hf"), Side("dcp", pad=rng.choice([1, 128]))
        if rng.random() < 0.3:
            golden, target = target, golden
    elif kind == "ranks and stages":
        golden, target = Side("hf"), Side("megatron", 2, pp=2, vpp=rng.choice([1, 2]), pad=rng.choice([1, 64]))
    elif kind == "mindformers":
        golden, target = Side(rng.choice(["mindformers", "mindformers_fused"])), Side("megatron", rng.choice([1, 2]), pp=rng.choice([1, 2]))
        m.qk_norm = False
    else:
        golden, target = Side(rng.choice(["megatron", "vllm"]), tp, pad=rng.choice([1, 64])), Side("hf")
    if target.is_megatron and relation == "trained" and m.N == 8 and rng.random() < 0.5:
        relation = "unlike"  # nothing but names and what the files say
    target.dtype = dtype
    fault = None
    if rng.random() < 0.5:
        layer = rng.randrange(m.L)
        names = ["%d.%s" % (layer, w) for w in ("q", "k", "v", "o", "gate", "up", "down")] + ["embed"]
        fault = {"parameter": rng.choice(names), "how": "other" if relation in ("trained", "unlike") else rng.choice(["other", "scaled", "stale", "rolled"])}
        if relation == "unlike":
            fault = None
    return {"number": number, "kind": kind, "model": m, "golden": golden, "target": target, "relation": relation, "fault": fault, "rng": rng}


def make(out, number):
    d = draw(number)
    m, rng = d["model"], d["rng"]
    folder = os.path.join(out, str(number))
    shutil.rmtree(folder, ignore_errors=True)
    alike = d["relation"] == "alike"
    p = parameters(m, number, alike)
    other = p
    if d["relation"] == "trained":
        noise = np.random.default_rng(number + 1)
        other = {k: (v + 0.1 * noise.standard_normal(v.shape) * np.sqrt((v ** 2).mean())).astype(np.float32) for k, v in p.items()}
    elif d["relation"] == "unlike":
        other = parameters(m, number + 1000)
    golden, _ = write_side(d["golden"], m, p, None, os.path.join(folder, "golden"), rng)
    target, planted = write_side(d["target"], m, other, d["fault"], os.path.join(folder, "target"), rng)
    np.savez(os.path.join(folder, "values.npz"), **{"%s%d" % (w, i): t.pop("values") for w, side in (("g", golden), ("t", target)) for i, t in enumerate(side)})
    said = {"number": number, "kind": d["kind"], "relation": d["relation"], "model": vars(m), "sides": [vars_of(d["golden"]), vars_of(d["target"])],
            "golden": golden, "target": target, "fault": planted}
    with open(os.path.join(folder, "truth.json"), "w", encoding="utf-8") as f:
        json.dump(said, f)
    return said


def vars_of(side):
    return {k: getattr(side, k) for k in ("kind", "tp", "pp", "vpp", "pad", "dtype")}


# ---- scoring --------------------------------------------------------------------------------------------------------

class Truth:
    def __init__(self, folder):
        with open(os.path.join(folder, "truth.json"), encoding="utf-8") as f:
            self.said = json.load(f)
        self.values = np.load(os.path.join(folder, "values.npz"))
        self.at = {}  # (parameter, row) -> tensors of a side that have it, with their row
        for side, key in (("golden", "g"), ("target", "t")):
            table = self.at[side] = {}
            for number, t in enumerate(self.said[side]):
                for row, place in enumerate(self.rows(side, number)):
                    if place:
                        table.setdefault(place, []).append((number, row))

    def array(self, side, number):
        return self.values["%s%d" % (side[0], number)]

    def rows(self, side, number):
        t = self.said[side][number]
        if len(t["pieces"]) == 1 and t["pieces"][0][1] is None:
            return [(t["pieces"][0][0], i) for i in range(self.array(side, number).shape[t["axis"]])]
        return [None if i < 0 else (n, i) for n, rows in t["pieces"] for i in rows]

    def expected(self, whole, number, parts):
        """Tensors that hold each row, and the error of what they give."""
        own = self.array(whole, number)
        axis = self.said[whole][number]["axis"]
        needed, given, wanted = [], [], []
        for row, place in enumerate(self.rows(whole, number)):
            holders = self.at[parts].get(place) if place else None
            if not holders:
                continue
            needed.append({n for n, _ in holders})
            values = [np.take(self.array(parts, n), r, self.said[parts][n]["axis"]) for n, r in holders]
            given.append(values)
            wanted.append(np.take(own, row, axis))
        return needed, given, wanted

    def judge(self, whole, number, parts, used, error):
        needed, given, wanted = self.expected(whole, number, parts)
        if not needed or any(not (n & used) for n in needed) or not used <= set().union(*needed):
            return "wrong"
        own = np.stack(wanted).astype(np.float64)
        replicas = max(len(g) for g in given)
        errors = []
        for i in range(replicas):
            made = np.stack([g[min(i, len(g) - 1)] for g in given]).astype(np.float64)
            reference = own if whole == "golden" else made
            errors.append(float(np.linalg.norm(made - own) / max(np.linalg.norm(reference), 1e-30)))
        if error is None or not any(abs(error - e) <= 2e-3 * e + 1e-6 for e in errors):
            return "wrong"
        return "right"


def ids_of(cli, folder, side, truth):
    """Of each id that `ls` prints, the number of the tensor in the truth."""
    run = subprocess.run([cli, "ls", os.path.join(folder, side), "--json"], capture_output=True, text=True, check=False)
    known = {}
    places = {}
    for number, t in enumerate(truth.said[side]):
        key = t["name"] if t["section"] == "model" else t["section"] + "." + t["name"]
        places[(t["file"], key)] = number
    for row in json.loads(run.stdout)["rows"]:
        file, _, key = row["id"].partition("#")
        key = key.removesuffix(".parameter.0")
        for name in (key, key.removeprefix("model.")):
            if (file, name) in places:
                known[row["id"]] = places[(file, name)]
    if len(known) < len(places):
        print("   %s: %d of %d tensors are listed" % (side, len(known), len(places)))
    return known


def score_one(cli, folder):
    truth = Truth(folder)
    ids = {side: ids_of(cli, folder, side, truth) for side in ("golden", "target")}
    run = subprocess.run([cli, "compare", os.path.join(folder, "target"), os.path.join(folder, "golden"), "--metrics", "relative_euclidean_distance", "--json", "--fail-on", "never"],
                         capture_output=True, text=True, check=False)
    document = json.loads(run.stdout)
    with open(os.path.join(folder, "answer.json"), "w", encoding="utf-8") as f:
        f.write(run.stdout)
    verdicts = {}
    details = []
    for pair in document["pairs"]:
        g, t = ids["golden"].get(pair["golden_id"]), ids["target"].get(pair["target_id"])
        if g is None or t is None:
            continue
        error = (pair.get("metrics") or {}).get("relative_euclidean_distance")
        error = float(error) if error not in (None, "nan") else None
        if pair.get("golden_assembly"):
            used = {ids["golden"].get(p["id"]) for p in pair["golden_assembly"]["parts"]}
            word = truth.judge("target", t, "golden", used, error)
            touched = used
        else:
            used = {ids["target"].get(p["id"]) for p in pair["assembly"]["parts"]} if pair.get("assembly") else {t}
            word = truth.judge("golden", g, "target", used, error)
            touched = {g}
        for number in touched:
            verdicts.setdefault(number, []).append(word)
        if word == "wrong":
            details.append((pair["golden_id"], pair["target_id"], error, pair.get("pair_origin"), pair.get("state"), (pair.get("assembly") or pair.get("golden_assembly") or {}).get("kind")))
    counts = {"right": 0, "wrong": 0, "missing": 0}
    for number, t in enumerate(truth.said["golden"]):
        if not truth.expected("golden", number, "target")[0]:
            continue
        words = verdicts.get(number, ["missing"])
        word = "wrong" if "wrong" in words else words[0]
        counts[word] += 1
        if word == "missing":
            details.append(("missing", t["name"], t["file"]))
    return truth, document, counts, details, ids


def first_named(truth, document, ids):
    """Whether the pair that the conclusion names, or the first suspect, is of the planted tensor: of its parameter, and of its rank."""
    fault = truth.said["fault"]
    suspects = document.get("suspects") or []
    index = suspects[0]["pairs"][0] if suspects else (document.get("conclusion") or {}).get("index")
    pair = next((p for p in document["pairs"] if p["index"] == index), None)
    if pair is None:
        return False, False
    planted = fault["number"]
    used = {ids["target"].get(p["id"]) for p in (pair.get("assembly") or {}).get("parts") or []} | {ids["target"].get(pair["target_id"])}
    goldens = {ids["golden"].get(p["id"]) for p in (pair.get("golden_assembly") or {}).get("parts") or []} | {ids["golden"].get(pair["golden_id"])}
    has_parameter = any(n == fault["parameter"] for g in goldens if g is not None for n, _ in truth.said["golden"][g]["pieces"])
    return planted in used and has_parameter, ids["target"].get(pair["target_id"]) == planted


def main():
    command, out, *rest = sys.argv[1:]
    options = {a for a in rest if a.startswith("--")}
    numbers = [int(a) for a in rest if not a.startswith("--")]
    if command == "draw":
        for number in numbers:
            made = make(out, number)
            print(number, made["kind"], made["relation"], made["sides"], made["fault"])
        return
    cli = os.environ.get("CLI", "dumpscope-cli")
    total = {"right": 0, "wrong": 0, "missing": 0, "faults": 0, "named": 0, "ranked": 0, "clean": 0, "alarms": 0}
    for number in numbers or sorted(int(n) for n in os.listdir(out) if n.isdigit()):
        truth, document, counts, details, ids = score_one(cli, os.path.join(out, str(number)))
        for k, v in counts.items():
            total[k] += v
        fault = truth.said["fault"]
        conclusion = document.get("conclusion") or {}
        text = json.dumps(conclusion.get("sentence") or conclusion)[:400]
        if fault:
            is_named, is_ranked = first_named(truth, document, ids)
            total["faults"] += 1
            total["named"] += is_named
            total["ranked"] += is_ranked
        else:
            is_alarm = bool(document.get("suspects")) or (truth.said["relation"] in ("same", "alike") and document["summary"].get("fail", 0) > 0)
            total["clean"] += 1
            total["alarms"] += is_alarm
        if "--totals" not in options:
            print(number, truth.said["kind"], truth.said["relation"], counts, ("fault %s rank %d stage %d: %s %s" % (fault["name"], fault["rank"], fault["stage"], is_named, is_ranked)) if fault else "clean" + (" ALARM" if is_alarm else ""))
            if "--verbose" in options:
                print("   ", text)
                for d in details[:12]:
                    print("     ", d)
    print(json.dumps(total))


if __name__ == "__main__":
    main()
