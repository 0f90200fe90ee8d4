# SPDX-License-Identifier: GPL-3.0-or-later
"""What a recorded call holds, how far outputs are from float64, and what follows. Needs NumPy alone."""
import importlib
import json
import math
import os
import sys

FOLLOWS, WRONG, UNKNOWN = 0, 1, 2


def needed(module):
    """A module, or the end: without it nothing can be said."""
    try:
        return importlib.import_module(module)
    except ImportError as why:
        print("UNKNOWN: it cannot be run here: %s" % why)
        sys.exit(UNKNOWN)


numpy = needed("numpy")

HERE = os.path.dirname(os.path.abspath(__file__))
# Bits of exponent and significand, and whether the largest exponent holds numbers but for NaN.
SMALL_FLOATS = {"bfloat16": (8, 7, False), "float8_e4m3fn": (4, 3, True), "float8_e5m2": (5, 2, False)}
UNIT_ROUNDOFF = {"float64": 2.0**-53, "float32": 2.0**-24, "float16": 2.0**-11, "bfloat16": 2.0**-8,
                 "float8_e4m3fn": 2.0**-4, "float8_e5m2": 2.0**-3}
SMALLEST = {"float64": 2.0**-1022, "float32": 2.0**-126, "float16": 2.0**-14, "bfloat16": 2.0**-126}  # normal
LARGEST = {"float32": (2 - 2.0**-23) * 2.0**127, "float16": 65504.0, "bfloat16": (2 - 2.0**-7) * 2.0**127}


class CannotRun(Exception):
    """Why the operator cannot be run, in a sentence."""


def widened(bits, dtype):
    """Numbers of a type that NumPy does not have, from their bits."""
    exponents, digits, finite = SMALL_FLOATS[dtype]
    bits = bits.astype(numpy.int64)
    sign = numpy.where(bits >> (exponents + digits) & 1, -1.0, 1.0)
    exponent = bits >> digits & ((1 << exponents) - 1)
    fraction = (bits & ((1 << digits) - 1)) / float(1 << digits)
    bias = (1 << (exponents - 1)) - 1
    value = numpy.where(exponent == 0, numpy.ldexp(fraction, 1 - bias), numpy.ldexp(1 + fraction, exponent - bias))
    top = exponent == (1 << exponents) - 1
    if finite:
        value = numpy.where(top & (fraction == 1 - 1.0 / (1 << digits)), math.nan, value)
    else:
        value = numpy.where(top, numpy.where(fraction == 0, math.inf, math.nan), value)
    return sign * value


def shaken(array, unit):
    """Numbers off by at most `unit`, the same ones each time: what rounding does to them."""
    if not unit or array.dtype.kind != "f":
        return array
    return array * (1 + unit * numpy.random.RandomState(1).uniform(-1, 1, array.shape))


def shown(text):
    """Names and words of a dump without what would steer a terminal."""
    return "".join(c if c.isprintable() else "%%%02X" % ord(c) for c in text)


def held(exact, dtype):
    """As a type holds it: what is too large is infinite."""
    if dtype not in LARGEST or exact.dtype.kind != "f":
        return exact
    return numpy.where(abs(exact) > LARGEST[dtype], numpy.copysign(math.inf, exact), exact)


class Call:
    """call.json and the arrays beside it."""

    def __init__(self):
        with open(os.path.join(HERE, "call.json"), encoding="utf-8") as file:
            self.document = json.load(file)

    def __getitem__(self, key):
        return self.document[key]

    def dtype(self, side, key):
        return self.document["tensors"][side][key]["dtype"]

    def stored(self, side, key):
        """As stored: of types NumPy does not have, the bits."""
        entry = self.document["tensors"][side].get(key)
        if entry is None:
            raise CannotRun("%s of %s was not dumped" % (key, side))
        array = numpy.load(os.path.join(HERE, entry["file"]), allow_pickle=False)
        if list(array.shape) != entry["shape"]:
            raise CannotRun("%s has the shape %s, not %s" % (entry["file"], list(array.shape), entry["shape"]))
        return array

    def numbers(self, side, key):
        array, dtype = self.stored(side, key), self.dtype(side, key)
        return numpy.asarray(widened(array, dtype)) if dtype in SMALL_FLOATS else array


class Error:
    """How far `found` is from `exact`: relative to the norm of that, and the worst element."""

    def __init__(self, found, exact, smallest=0.0):
        """`smallest`: below that a type has fewer digits, or none: such numbers are equal."""
        if found.shape != exact.shape:
            raise CannotRun("an output has the shape %s, computed it has %s" % (list(found.shape), list(exact.shape)))
        is_complex = numpy.iscomplexobj(found) or numpy.iscomplexobj(exact)
        found, exact = (a.astype(numpy.complex128 if is_complex else numpy.float64) for a in (found, exact))
        same = (found == exact) | (numpy.isnan(found) & numpy.isnan(exact))
        same |= (abs(found) < smallest) & (abs(exact) < smallest)
        finite = numpy.isfinite(found) & numpy.isfinite(exact)
        with numpy.errstate(invalid="ignore", over="ignore"):
            distance = numpy.where(same, 0.0, numpy.where(finite, abs(found - exact), math.inf)).ravel()
        norm = math.sqrt(float(numpy.sum(abs(exact[finite]) ** 2)))
        total = math.sqrt(float(numpy.sum(distance ** 2)))
        self.relative = 0.0 if total == 0 else total / norm if norm else math.inf
        self.worst = int(numpy.argmax(distance)) if distance.size else 0
        self.largest = float(distance[self.worst]) if distance.size else 0.0
        self.found = found.ravel()[self.worst] if distance.size else None
        self.exact = exact.ravel()[self.worst] if distance.size else None
        self.place = [int(i) for i in numpy.unravel_index(self.worst, found.shape)] if distance.size else []

    def line(self, name):
        where = "at %s: %.9g, computed %.9g" % (self.place, self.found, self.exact) if self.largest else "equal"
        return "%-26s %-14.3g %-14.3g %s" % (name, self.relative, self.largest, where)


def argument_lines(call):
    """Plain arguments that are not the same on both sides."""
    lines = []
    for one in call.document.get("called_otherwise", []):
        ours, theirs = ("not given" if one[side] is None else one[side] for side in ("target", "golden"))
        lines.append("  %s: %s, golden's is %s" % (shown(one["argument"]), shown(ours), shown(theirs)))
    return lines


def input_lines(call):
    """What both sides were given, and how far it differs."""
    lines = argument_lines(call)
    if not call["golden"]:
        return lines
    for key in call["tensors"]["target"]:
        if key.startswith("output") or key not in call["tensors"]["golden"]:
            continue
        try:
            error = Error(call.numbers("target", key), call.numbers("golden", key))
        except CannotRun as why:
            lines.append("  %s: %s" % (key, why))
            continue
        lines.append("  %s: %s" % (key, "equal" if error.largest == 0 else "differs by %.3g" % error.relative))
    return lines


class Judged:
    """An output as recorded, and how far rounding of its inputs alone moves what is computed from them."""

    def __init__(self, call, compute, side):
        key = call["differs"]
        dtype = call.dtype(side, key)
        self.unit = UNIT_ROUNDOFF.get(dtype, 0.0)
        self.exact = held(compute(side, 0.0), dtype)
        self.smallest = SMALLEST.get(dtype, 0.0)
        self.error = Error(call.numbers(side, key), self.exact, self.smallest)
        moved = held(compute(side, self.unit), dtype) if self.unit else self.exact
        self.moved = Error(moved, self.exact, self.smallest).relative

    def is_vague(self):
        """Whether rounding of the inputs alone makes another result of it."""
        return 16 * self.moved > max(math.sqrt(self.unit), 8 * self.unit)


def judge(call, compute, run, device):
    """Prints the table and the verdict; returns the exit code.

    `compute(side, unit)` gives the output in float64 from the inputs of a side, shaken by `unit`; `run(side)` the same
    in the recorded types on the device, both as NumPy arrays.
    """
    print("%s, %s" % (shown(call["operator"]), call["differs"]))
    target = Judged(call, compute, "target")
    golden = here = None
    if call["golden"]:
        try:
            golden = Judged(call, compute, "golden")
        except CannotRun as why:
            print("golden is not computed again: %s" % why, file=sys.stderr)
    try:
        here = Error(run("target"), target.exact, target.smallest)
    except Exception as why:  # a device without this operator or type: the records can still be judged
        print("not run on %s: %s" % (device, shown(str(why).split("\n")[0])), file=sys.stderr)
    print("%-26s %-14s %-14s %s" % ("from its own inputs", "relative error", "largest error", "worst element"))
    print(target.error.line("target as recorded"))
    if golden is not None:
        print(golden.error.line("golden as recorded"))
    if here is not None:
        print(here.line("target's inputs, %s" % device))
    code = conclude(call, target, golden, here)
    lines = argument_lines(call)
    if code != FOLLOWS and lines:
        print("Called otherwise than golden:\n" + "\n".join(lines))
    return code


def unknown(why):
    print("UNKNOWN: %s" % why)
    return UNKNOWN


def allowed(target, golden, here):
    """What rounding may make of an output. One that was computed here in the same types shows how much that is."""
    if here is None or not math.isfinite(here.relative):
        return max(16 * target.moved, target.unit ** 0.75 if golden is None else 8 * max(golden.error.relative, 2 * target.unit))
    others = 0.0 if golden is None else golden.error.relative
    return max(3 * target.moved, 4 * max(here.relative, others), 2 * target.unit)


def conclude(call, target, golden, here):
    if golden is not None and golden.error.relative > max(math.sqrt(golden.unit), 8 * golden.unit):
        return unknown("golden's output does not follow from golden's inputs either (an operator that draws random "
                       "numbers, an argument that was not recorded, or memory that was written over before it was saved)")
    error = target.error.relative
    if error > 0 and target.is_vague():
        return unknown("rounding of the inputs alone changes the result by %.3g (random numbers, a choice that rounding "
                       "turns, or a sum that cancels); the target's output is off by %.3g" % (target.moved, error))
    limit = allowed(target, golden, here)
    if error <= limit:
        print("FOLLOWS: the target's output is what its inputs give: %.3g off, %.3g is allowed" % (error, limit))
        lines = input_lines(call)
        if lines:
            print("What differs came in with them:\n" + "\n".join(lines))
        return FOLLOWS
    over = written_over(call)
    if over:
        return unknown("the output holds the same as %s: the operator wrote over that before it was saved, did nothing, or "
                       "msprobe recorded a step of it" % over)
    if call.document.get("backward") and golden is None:
        return unknown("the output is %.3g from the gradient, but msprobe may have recorded a step of the operator; with "
                       "a golden that follows it would be wrong" % error)
    if here is None:
        again = "It could not be run again here"
    elif here.relative > limit:
        again = "Run again here it is wrong as well, by %.3g" % here.relative
    else:
        again = "Run again here it is right: run this folder on the device of the dump"
    print("WRONG: the target's output is %.3g from what its inputs give; %.3g is allowed. %s." % (error, limit, again))
    return WRONG


def written_over(call):
    """The input that holds what the output holds; None if there is none."""
    made = call.stored("target", call["differs"])
    for key in call["tensors"]["target"]:
        if not key.startswith("output"):
            given = call.stored("target", key)
            if given.dtype == made.dtype and numpy.array_equal(given, made):
                return key
    return None


def main(prepare):
    """Runs `prepare(call)`, which gives (compute, run, device)."""
    try:
        call = Call()
        compute, run, device = prepare(call)
        code = judge(call, compute, run, device)
    except CannotRun as why:
        code = unknown(shown(str(why)))
    except Exception as why:  # whatever the framework says of what a dump holds
        print("UNKNOWN: it cannot be run: %s: %s" % (type(why).__name__, shown(str(why).strip().split("\n")[0])))
        code = UNKNOWN
    sys.exit(code)
