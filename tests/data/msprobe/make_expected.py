#!/usr/bin/env python3
"""Writes expected.txt: every tensor of every dump.json and debug.json here, read with Python's json module.

file|op_name|io|slot|path|type|shape|Max|Min|Mean|Norm|md5|requires_grad|data_name|position
Absent values are empty, null is null; path is what msprobe writes behind the entry's name.
"""
import json, os

ROLES = {"input_args": ("input", "input"), "input": ("input", "input"), "output": ("output", "output"),
         "input_kwargs": ("argument", "kwargs"), "parameters": ("parameter", "parameters")}
here = os.path.dirname(os.path.abspath(__file__))


def tensors(value, path):
    if isinstance(value, list):
        for i, part in enumerate(value):
            yield from tensors(part, path + [str(i)])
    elif isinstance(value, dict):
        if isinstance(value.get("type", value.get("class_type")), str):
            if "shape" in value:
                yield ".".join(path), value
        else:
            for key, part in value.items():
                yield from tensors(part, path + [key])


def places(name, entry):
    if name.endswith(".debug"):
        yield ("gradient" if name.rsplit(".", 2)[0].endswith("_grad") else ""), "", [], entry
        return
    for number, (key, value) in enumerate(entry.items()):
        if key not in ROLES:
            if isinstance(value, list):
                for part in value:
                    yield "gradient", number, [key], part
            continue
        io, word = ROLES[key]
        parts = enumerate(value) if isinstance(value, list) else enumerate(value.items())
        for i, part in parts:
            if isinstance(part, tuple):
                yield io, i, [word, part[0]], part[1]
            else:
                yield io, i, [word, str(i)], part


def text(tensor, key):
    if key not in tensor:
        return ""
    value = tensor[key]
    return "null" if value is None else str(value)


lines = []
for folder, _, files in sorted(os.walk(here)):
    for file in sorted(files):
        if file not in ("dump.json", "debug.json"):
            continue
        path = os.path.join(folder, file)
        for position, (name, entry) in enumerate(json.load(open(path))["data"].items()):
            for io, slot, start, value in places(name, entry):
                for where, tensor in tensors(value, start):
                    cells = [os.path.relpath(path, here), name, io, slot, where, tensor["dtype"],
                             str(tensor["shape"]).replace(" ", "")]
                    cells += [text(tensor, k) for k in ("Max", "Min", "Mean", "Norm", "md5", "requires_grad", "data_name")]
                    lines.append("|".join(map(str, cells + [position])))
open(os.path.join(here, "expected.txt"), "w").write("\n".join(lines) + "\n")
print(len(lines))
