# SPDX-License-Identifier: GPL-3.0-or-later
"""Small nets of matrices. Every operator goes through Run.call, which rounds, records and, once, does wrong."""
import math
import random

from arithmetic import rounded

MATRIX = {"matmul", "linear"}  # what tensor cores do


class Run:
    """One side of a dump. `noise`: how it differs from exact float32; `fault`: (api, call, what) or None."""

    def __init__(self, noise="none", fault=None, seed=0):
        self.noise, self.fault = noise, fault
        self.dtype = {"fp16": "float16", "bf16": "bfloat16", "f64": "float64"}.get(noise, "float32")
        self.random = random.Random(seed)  # of the fault, not of the data
        self.records, self.calls, self.outputs = [], {}, {}

    def weight(self, rng, rows, columns, scale=None):
        scale = scale or 1 / math.sqrt(columns)
        matrix = [[rounded(rng.gauss(0, scale), "float32") for _ in range(columns)] for _ in range(rows)]
        kind = {"w16": "float16", "wbf16": "bfloat16"}.get(self.noise, self.dtype)
        return [[rounded(value, kind) for value in row] for row in matrix]

    data = weight

    def call(self, api, function, *args, backward=None):
        count = self.calls.get(api, 0)
        self.calls[api] = count + 1
        name = "%s.%d.forward" % (api, count) if backward is None else backward
        args = list(args)
        what = self.fault[2] if self.fault and self.fault[:2] == (api, count) else None
        short = api.split(".")[-1]
        if what == "wrong weight":
            args[1] = [[v * (1 + 0.06 * self.random.gauss(0, 1)) for v in row] for row in args[1]]
            args[1] = self.fit(args[1])
        given = args
        if what == "swapped inputs":
            args = [args[1], args[0]] + args[2:]
        if what == "wrong scalar":
            args = [a * 1.5 if isinstance(a, float) else a for a in args]
        if what == "wrong epsilon":
            args = args[:-1] + [0.3]
        inner = {"tf32": "tf32", "autocast": "bfloat16"}.get(self.noise)
        if inner and short in MATRIX:
            args = [[[rounded(v, inner) for v in row] for row in a] if isinstance(a, list) else a for a in args]
        elif what == "low precision":
            args = [[[rounded(v, "bfloat16") for v in row] for row in a] if isinstance(a, list) else a for a in args]
        result = function(*args)
        if self.noise == "reorder" and short in MATRIX | {"softmax", "layer_norm", "rms_norm"}:
            # Another order of summation moves the last digits.
            jitter = random.Random(name)
            result = [[v * (1 + 2.0 ** -23 * jitter.uniform(-1, 1)) for v in row] for row in result]
        if what:
            result = self.spoil(what, result, api)
        out = "bfloat16" if self.noise == "autocast" and short in MATRIX else self.dtype
        result = [[rounded(v, out) for v in row] for row in result]
        result = [[rounded(v, self.dtype) for v in row] for row in result]
        self.outputs[api] = result
        self.records.append((name, [a for a in given if not isinstance(a, str)], result))
        return result

    def fit(self, matrix):
        return [[rounded(v, self.dtype) for v in row] for row in matrix]

    def spoil(self, what, result, api):
        rows, columns = len(result), len(result[0])
        if what == "scale":
            return [[v * 1.07 for v in row] for row in result]
        if what == "dead channel":
            channel = self.random.randrange(columns)
            return [[0.0 if j == channel else v for j, v in enumerate(row)] for row in result]
        if what == "bad element":
            i, j = self.random.randrange(rows), self.random.randrange(columns)
            largest = max(abs(v) for row in result for v in row)
            return [[v + (0.3 * largest if (k, l) == (i, j) else 0) for l, v in enumerate(row)] for k, row in enumerate(result)]
        if what == "stale output":
            return self.outputs.get(api, [[0.0] * columns for _ in range(rows)])
        if what == "shifted":
            return [row[-1:] + row[:-1] for row in result]
        if what == "saturated":
            largest = max(abs(v) for row in result for v in row)
            return [[max(-largest / 3, min(largest / 3, v)) for v in row] for row in result]
        if what == "missing":
            return [[0.5 * v for v in row] if i % 2 else row for i, row in enumerate(result)]
        if what == "NaN":
            i, j = self.random.randrange(rows), self.random.randrange(columns)
            return [[math.nan if (k, l) == (i, j) else v for l, v in enumerate(row)] for k, row in enumerate(result)]
        if what == "dropped out":
            return [[0.0 if self.random.random() < 0.2 else v / 0.8 for v in row] for row in result]
        if what == "bias":
            rms = math.sqrt(sum(v * v for row in result for v in row) / (rows * columns))
            return [[v + 0.15 * rms for v in row] for row in result]
        return result


def zipped(function):
    return lambda a, b: [[function(x, b[i % len(b)][j % len(b[0])]) for j, x in enumerate(row)] for i, row in enumerate(a)]


def mapped(function):
    return lambda a, *rest: [[function(x, *rest) for x in row] for row in a]


def product(a, b):  # a @ b
    return [[sum(x * b[k][j] for k, x in enumerate(row)) for j in range(len(b[0]))] for row in a]


def linear(x, w, b):  # x @ w.T + b
    return [[sum(p * q for p, q in zip(row, out)) + b[0][j] for j, out in enumerate(w)] for row in x]


def transposed(a):
    return [list(row) for row in zip(*a)]


def softmax(a):
    result = []
    for row in a:
        top = max(row)
        powers = [math.exp(v - top) for v in row]
        result.append([v / sum(powers) for v in powers])
    return result


def layer_norm(a, g, b, eps):
    result = []
    for row in a:
        mean = sum(row) / len(row)
        scale = 1 / math.sqrt(sum((v - mean) ** 2 for v in row) / len(row) + eps)
        result.append([(v - mean) * scale * g[0][j] + b[0][j] for j, v in enumerate(row)])
    return result


def sigmoid(v):
    return 1 / (1 + math.exp(-v))


def gelu(v):
    return 0.5 * v * (1 + math.erf(v / math.sqrt(2)))


def gelu_slope(v):
    return 0.5 * (1 + math.erf(v / math.sqrt(2))) + v * math.exp(-v * v / 2) / math.sqrt(2 * math.pi)


ADD, SUB, MUL = zipped(lambda x, y: x + y), zipped(lambda x, y: x - y), zipped(lambda x, y: x * y)


def attention(run, rng, rows=6, width=8):
    x = run.data(rng, rows, width, 1.0)
    for _ in range(2):
        parts = [run.call("Functional.linear", linear, x, run.weight(rng, width, width), run.weight(rng, 1, width)) for _ in range(3)]
        scores = run.call("Torch.matmul", product, parts[0], transposed(parts[1]))
        scores = run.call("Tensor.__mul__", mapped(lambda v, s: v * s), scores, 1 / math.sqrt(width))
        weights = run.call("Torch.softmax", softmax, scores)
        mixed = run.call("Torch.matmul", product, weights, parts[2])
        out = run.call("Functional.linear", linear, mixed, run.weight(rng, width, width), run.weight(rng, 1, width))
        x = run.call("Torch.add", ADD, x, out)
        x = run.call("Functional.layer_norm", layer_norm, x, [[1 + v for v in run.weight(rng, 1, width, 0.1)[0]]] if run.dtype == "float64" else run.fit([[1 + v for v in run.weight(rng, 1, width, 0.1)[0]]]), run.weight(rng, 1, width, 0.2), 1e-5)
        hidden = run.call("Functional.linear", linear, x, run.weight(rng, 2 * width, width), run.weight(rng, 1, 2 * width))
        hidden = run.call("Functional.gelu", mapped(gelu), hidden)
        out = run.call("Functional.linear", linear, hidden, run.weight(rng, width, 2 * width), run.weight(rng, 1, width))
        x = run.call("Torch.add", ADD, x, out)


def gated(run, rng, rows=5, width=10):
    x = run.data(rng, rows, width, 1.0)
    for _ in range(3):
        square = run.call("Torch.pow", mapped(lambda v, e: v ** e), x, 2.0)
        mean = run.call("Torch.mean", lambda a: [[sum(r) / len(r)] for r in a], square)
        mean = run.call("Torch.add", mapped(lambda v, e: v + e), mean, 1e-5)
        scale = run.call("Torch.rsqrt", mapped(lambda v: 1 / math.sqrt(v)), mean)
        normal = run.call("Torch.mul", MUL, x, [[r[0]] * width for r in scale])
        gate = run.call("Functional.linear", linear, normal, run.weight(rng, width, width), run.weight(rng, 1, width))
        gate = run.call("Functional.silu", mapped(lambda v: v * sigmoid(v)), gate)
        up = run.call("Functional.linear", linear, normal, run.weight(rng, width, width), run.weight(rng, 1, width))
        both = run.call("Torch.mul", MUL, gate, up)
        down = run.call("Functional.linear", linear, both, run.weight(rng, width, width), run.weight(rng, 1, width))
        x = run.call("Torch.add", ADD, x, down)
    run.call("Torch.softmax", softmax, x)


def recurrent(run, rng, rows=4, width=8):
    w = [run.weight(rng, width, width) for _ in range(6)]
    b = [run.weight(rng, 1, width) for _ in range(6)]
    h = run.data(rng, rows, width, 0.5)
    for _ in range(4):
        x = run.data(rng, rows, width, 1.0)
        terms = [run.call("Functional.linear", linear, (x, h)[i % 2], w[i], b[i]) for i in range(6)]
        r = run.call("Torch.sigmoid", mapped(sigmoid), run.call("Torch.add", ADD, terms[0], terms[1]))
        z = run.call("Torch.sigmoid", mapped(sigmoid), run.call("Torch.add", ADD, terms[2], terms[3]))
        gated_part = run.call("Torch.mul", MUL, r, terms[5])
        n = run.call("Torch.tanh", mapped(math.tanh), run.call("Torch.add", ADD, terms[4], gated_part))
        change = run.call("Torch.sub", SUB, n, h)
        change = run.call("Torch.mul", MUL, z, change)
        h = run.call("Torch.add", ADD, h, change)


def quantised(run, rng, rows=6, width=12):
    x = run.data(rng, rows, width, 1.0)
    for _ in range(3):
        w = run.weight(rng, width, width)
        q = run.call("Torch.round", mapped(lambda v: float(round(v))), run.call("Torch.mul", mapped(lambda v, s: v * s), x, 16.0))
        q = run.call("Functional.hardtanh", mapped(lambda v: max(-127.0, min(127.0, v))), q)
        v = run.call("Torch.round", mapped(lambda v: float(round(v))), run.call("Torch.mul", mapped(lambda v, s: v * s), w, 32.0))
        y = run.call("Torch.matmul", product, q, transposed(v))
        y = run.call("Tensor.__mul__", mapped(lambda v, s: v * s), y, 1.0 / 512)
        y = run.call("Functional.relu", mapped(lambda v: max(v, 0.0)), y)
        x = run.call("Torch.add", ADD, x, y)
    run.call("Functional.layer_norm", layer_norm, x, run.weight(rng, 1, width, 1.0), run.weight(rng, 1, width, 0.2), 1e-5)


def trained(run, rng, rows=6, width=8):
    """Forward and backward."""
    x = run.data(rng, rows, width, 1.0)
    kept = []
    for i in range(4):
        w, b = run.weight(rng, width, width), run.weight(rng, 1, width)
        y = run.call("Functional.linear", linear, x, w, b)
        z = run.call("Functional.gelu", mapped(gelu), y)
        kept.append((i, w, y, x))
        x = z
    target = run.data(rng, rows, width, 1.0)
    g = run.call("Torch.sub", SUB, x, target)
    for i, w, y, before in reversed(kept):
        g = run.call("gelu.backward", lambda a, y=y: MUL(a, mapped(gelu_slope)(y)), g, backward="Functional.gelu.%d.backward" % i)
        run.call("weight.backward", lambda a, before=before: product(transposed(a), before), g, backward="Functional.dense.%d.backward" % i)
        g = run.call("linear.backward", lambda a, w=w: product(a, w), g, backward="Functional.linear.%d.backward" % i)


def cancelling(run, rng, rows=6, width=10):
    """Differences of large numbers that are almost equal."""
    x = run.data(rng, rows, width, 1.0)
    for _ in range(3):
        w = run.weight(rng, width, width)
        large = run.call("Functional.linear", linear, x, [[v + 3.0 for v in row] for row in w] if run.dtype == "float64" else run.fit([[v + 3.0 for v in row] for row in w]), run.weight(rng, 1, width, 30.0))
        near = run.call("Torch.mean", lambda a: [[sum(r) / len(r)] * len(r) for r in a], large)
        rest = run.call("Torch.sub", SUB, large, near)
        x = run.call("Torch.tanh", mapped(math.tanh), run.call("Tensor.__mul__", mapped(lambda v, s: v * s), rest, 1.0 / 32))
        x = run.call("Functional.gelu", mapped(gelu), x)
        x = run.call("Torch.add", ADD, x, run.data(rng, rows, width, 1.0))


NETS = [attention, gated, recurrent, quantised, trained, cancelling]
