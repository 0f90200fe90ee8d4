# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the recorded operator in MindSpore: python3 run.py [--device CPU|Ascend|GPU]"""
import argparse
import importlib
import inspect

import verdict

numpy, mindspore = verdict.needed("numpy"), verdict.needed("mindspore")
ops = mindspore.ops
mint = getattr(mindspore, "mint", None)
# Nothing outside these is ever called: names come from a dump.
LIBRARIES = {
    "Functional": ops,
    "Tensor": mindspore.Tensor,
    "Mint": mint,
    "MintFunctional": mint.nn.functional if mint is not None else None,
    "Primitive": ops.operations,
}
# Where primitives are that only compiled graphs have.
INNER = ("mindspore.ops.operations._grad_ops", "mindspore.ops.auto_generate", "mindspore.ops.operations._inner_ops")


def number_or_list(value):
    """Attributes of graphs are text: 1, 0.5, true, [1, 1, 2, 2], (1, 1)."""
    text = value.strip()
    if text[:1] in "[(" and text[-1:] in "])":
        inside = text[1:-1].strip().strip(",")
        return tuple(number_or_list(part) for part in inside.split(",")) if inside else ()
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text.strip('"')


def named(library, name):
    owners = [LIBRARIES.get(library)]
    if library == "Primitive":
        for module in INNER:
            try:
                owners.append(importlib.import_module(module))
            except ImportError:
                pass
    for owner in owners:
        found = getattr(owner, name, None) if owner is not None and name.isidentifier() else None
        if found is not None and (library != "Primitive" or (inspect.isclass(found) and issubclass(found, ops.Primitive))):
            return found
    raise verdict.CannotRun("%s.%s is not in this version of MindSpore (%s)" % (library, name, mindspore.__version__))


def like(default, value):
    """A value in the type of the default it takes the place of; None where it cannot be."""
    if isinstance(default, str):
        return value if isinstance(value, str) else None
    if isinstance(default, (bool, int, float)) and not isinstance(value, (str, tuple)):
        return type(default)(value)
    return value


def cut(given):
    """Without the extents for N and C, which attributes of graphs have and arguments have not."""
    return {key: value[2:] if isinstance(value, tuple) and len(value) == 4 else value for key, value in given.items()}


class Primitive:
    """A primitive of a compiled graph: attributes, and behind its inputs the arguments of its constructor."""

    def __init__(self, name, attributes, shape):
        self.kind, self.name, self.shape = named("Primitive", name), name, shape
        self.attributes = {key: number_or_list(value) for key, value in attributes.items()}

    def __call__(self, *inputs):
        taken = inspect.signature(self.kind.__call__).parameters
        known = inspect.signature(self.kind.__init__).parameters
        if any(p.kind == p.VAR_POSITIONAL for p in taken.values()):
            # Where all arguments of the constructor are there, they are the last ones.
            last = inputs[len(inputs) - len(known) + 1:]
            many = len(inputs) - len(last) if all(one.ndim == 0 for one in last) else len(inputs)
        else:
            many = len(taken) - 1
        given = {}
        for parameter, value in zip(list(known.values())[1:], inputs[many:]):
            if value.ndim == 0:
                given[parameter.name] = like(parameter.default, value.asnumpy().item())
        given.update({key: like(known[key].default, value) for key, value in self.attributes.items() if key in known})
        given = {key: value for key, value in given.items() if value is not None}
        inputs = inputs[:many]
        if self.name == "Reshape" and len(inputs) == 1:
            inputs += (tuple(self.shape),)
        try:
            made = self.kind(**given)
        except (TypeError, ValueError):
            made = self.kind(**cut(given))
        return made(*inputs)


def function_of(call):
    library, name = call["library"], call["function"]
    if library == "Primitive":
        return Primitive(name, call["attributes"], call["tensors"]["target"][call["differs"]]["shape"])
    return named(library, name)


def plain(kind, value):
    if kind == "None":
        return None
    if kind in ("bool", "int", "float", "str"):
        return {"bool": lambda text: text in ("True", "true", "1"), "int": int, "float": float, "str": str}[kind](value)
    if kind in ("mindspore.dtype", "mstype", "Type"):
        dtype = getattr(mindspore, value.split(".")[-1].lower(), None)
        if dtype is not None:
            return dtype
    raise verdict.CannotRun("an argument of type %s cannot be made again: %s" % (kind, value))


def prepare(call):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", default="CPU")
    device = parser.parse_args().device
    mindspore.set_context(mode=mindspore.PYNATIVE_MODE, device_target=device)
    function = function_of(call)
    position = int(call["differs"].split(".")[1])

    def tensor(side, key, exact, unit):
        dtype, numbers = call.dtype(side, key), call.numbers(side, key)
        if exact and numbers.dtype.kind == "f":
            return mindspore.Tensor(verdict.shaken(numbers.astype(numpy.float64), unit))
        if dtype in verdict.SMALL_FLOATS:
            return mindspore.Tensor(numbers.astype(numpy.float32)).astype(getattr(mindspore, dtype))
        return mindspore.Tensor(numpy.array(numbers, order="C"))

    def value(side, entry, exact, unit):
        if "tensor" in entry:
            return tensor(side, entry["tensor"], exact, unit)
        if "list" in entry:
            return tuple(value(side, item, exact, unit) for item in entry["list"])
        return plain(entry["type"], entry["value"])

    def result(side, exact, unit=0.0):
        given = call["arguments"][side]
        arguments = [value(side, entry, exact, unit) for entry in given["positional"]]
        keywords = {name: value(side, entry, exact, unit) for name, entry in given["keywords"].items()}
        outputs = function(*arguments, **keywords)
        outputs = list(outputs) if isinstance(outputs, (list, tuple)) else [outputs]
        if position >= len(outputs):
            raise verdict.CannotRun("the operator gives no %s" % call["differs"])
        made = outputs[position]
        return (made.astype(mindspore.float64) if made.is_floating_point() else made).asnumpy()

    def compute(side, unit):
        try:
            return result(side, True, unit)
        except (TypeError, RuntimeError, ValueError) as why:
            if unit == 0:
                print("not computed in float64 (%s); in the recorded types on %s instead"
                      % (str(why).splitlines()[0], device))
            return result(side, False, unit)

    print("MindSpore %s" % mindspore.__version__)
    return compute, (lambda side: result(side, False)), device


verdict.main(prepare)
