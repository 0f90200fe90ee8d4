#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""reproducer.py CLI MSPROBE_DUMP SAMPLE MODEL.onnx INPUT.npy: folders of `reproduce` are run.

With NumPy the verdicts are tried on an operator that NumPy computes itself; with PyTorch, MindSpore and ONNX Runtime,
each where it is there, their scripts. Ends with 77 where there is no NumPy.
"""
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile

if importlib.util.find_spec("numpy") is None:
    print("there is no NumPy")
    sys.exit(77)
import numpy

# What verdict.py asks of a framework, here NumPy's own multiplication.
RUN_BY_NUMPY = """
import numpy
import verdict

def prepare(call):
    def product(side, unit=0.0):
        given = call["arguments"][side]["positional"]
        x = verdict.shaken(call.numbers(side, given[0]["tensor"]).astype(numpy.float64), unit)
        return x * float(given[1]["value"])
    return product, lambda side: product(side).astype(numpy.float32), "here"

verdict.main(prepare)
"""


class Tried:
    failed = 0

    def that(self, held, what):
        if not held:
            print("FAILED: %s" % what)
            self.failed += 1


def reproduce(cli, *arguments):
    done = subprocess.run([cli, "reproduce", *arguments, "--json", "--progress", "none"], capture_output=True, text=True)
    return done.returncode, json.loads(done.stdout) if done.stdout else None, done.stderr


def run(folder, script="run.py"):
    done = subprocess.run([sys.executable, os.path.join(folder, script)], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def outputs(cli, dump):
    done = subprocess.run([cli, "ls", dump, "--filter", "io:output", "--json", "--progress", "none"],
                          capture_output=True, text=True)
    return json.loads(done.stdout)["rows"]


def halves(folder, made, judged):
    """An output of bfloat16: it is rounded to that, and no four per cent off."""
    path = os.path.join(folder, "call.json")
    with open(path, encoding="utf-8") as file:
        recorded = file.read()
    call = json.loads(recorded)
    call["tensors"]["target"]["output.0"]["dtype"] = "bfloat16"
    with open(path, "w", encoding="utf-8") as file:
        json.dump(call, file)

    def bits(array):
        return ((array.astype(numpy.float32).view(numpy.uint32) + 0x8000) >> 16).astype(numpy.uint16)

    judged(bits(made), 0, "FOLLOWS", "rounded to bfloat16")
    judged(bits(made * 1.04), 1, "WRONG: ", "four per cent in bfloat16")
    with open(path, "w", encoding="utf-8") as file:
        file.write(recorded)


def verdicts(cli, dump, work, tried):
    folder = os.path.join(work, "product")
    code, said, errors = reproduce(cli, dump, dump, "--tensor", "Tensor.__mul__.0.forward:output:0", "-o", folder)
    tried.that(code == 0 and said["has_golden"], "a multiplication of both sides: %s" % errors)
    with open(os.path.join(folder, "by_numpy.py"), "w", encoding="utf-8") as file:
        file.write(RUN_BY_NUMPY)
    target = os.path.join(folder, "target", "output.0.npy")
    made = numpy.load(target)
    factor = float(json.load(open(os.path.join(folder, "call.json")))["arguments"]["target"]["positional"][1]["value"])
    given = numpy.load(os.path.join(folder, "target", "input.0.npy"))
    tried.that(numpy.array_equal(made, given * numpy.float32(factor)), "the arrays are those of the dump")

    def judged(array, code, word, why):
        numpy.save(target, array)
        got, text = run(folder, "by_numpy.py")
        tried.that(got == code and word in text, "%s: %d, %s" % (why, got, text))

    judged(made, 0, "FOLLOWS", "what was recorded")
    wrong = made.copy()
    wrong.flat[1] += 0.5
    judged(wrong, 1, "WRONG: ", "one wrong element")
    judged(given, 2, "wrote over", "the input in place of the output")
    judged(numpy.full_like(made, numpy.nan), 1, "WRONG: ", "NaN")
    judged(made[:1], 2, "UNKNOWN", "an output of another shape")
    halves(folder, made, judged)
    numpy.save(target, made)
    numpy.save(os.path.join(folder, "golden", "output.0.npy"), wrong)
    got, text = run(folder, "by_numpy.py")
    tried.that(got == 2 and "golden's output does not follow" in text, "golden is wrong: %s" % text)


def vague(cli, dump, work, tried):
    """What rounding of the inputs turns into another result, or a type cannot hold, is no fault."""
    folder = os.path.join(work, "product")
    target = os.path.join(folder, "target", "output.0.npy")
    made = numpy.load(target)
    golden = os.path.join(folder, "golden", "output.0.npy")
    numpy.save(golden, made)
    script = os.path.join(folder, "by_numpy.py")
    with open(script, "w", encoding="utf-8") as file:
        file.write(RUN_BY_NUMPY.replace("return x *", "return (1 if unit == 0 else 1.5) * x *"))
    wrong = made.copy()
    wrong.flat[1] += 0.5
    numpy.save(target, wrong)
    got, text = run(folder, "by_numpy.py")
    tried.that(got == 2 and "rounding of the inputs alone" in text, "another result for other roundings: %s" % text)
    with open(script, "w", encoding="utf-8") as file:
        file.write(RUN_BY_NUMPY.replace("return x *", "return 1e-60 + 0 * x *"))
    for path in (target, golden):
        numpy.save(path, numpy.zeros_like(made))
    got, text = run(folder, "by_numpy.py")
    tried.that(got == 0, "a number that the type cannot hold: %s" % text)
    with open(os.path.join(folder, "call.json"), encoding="utf-8") as file:
        call = json.load(file)
    call.update(backward=True, golden=False)
    with open(os.path.join(folder, "call.json"), "w", encoding="utf-8") as file:
        json.dump(call, file)
    with open(script, "w", encoding="utf-8") as file:
        file.write(RUN_BY_NUMPY)
    numpy.save(target, wrong)
    got, text = run(folder, "by_numpy.py")
    tried.that(got == 2 and "a step of the operator" in text, "a backward operator without golden: %s" % text)


def hostile(cli, work, tried):
    """Functions that write files are not called, names do not steer the terminal."""
    dump = os.path.join(work, "evil")
    os.makedirs(os.path.join(dump, "dump_tensor_data"))
    name, victim = "Torch.from_file.0.forward", os.path.join(work, "victim")
    entry = {"type": "torch.Tensor", "dtype": "torch.float32", "shape": [6], "Max": 0, "Min": 0, "Mean": 0, "Norm": 0,
             "requires_grad": False, "data_name": name + ".output.0.npy"}
    call = {"input_args": [{"type": "str", "value": victim}, {"type": "bool", "value": True}, {"type": "int", "value": 6},
                           dict(entry, data_name=name + ".input.3.npy")], "input_kwargs": {}, "output": [entry]}
    with open(os.path.join(dump, "dump.json"), "w", encoding="utf-8") as file:
        json.dump({"task": "tensor", "level": "L1", "framework": "pytorch", "dump_data_dir": "x", "data": {name: call}}, file)
    for part in ("output.0", "input.3"):
        numpy.save(os.path.join(dump, "dump_tensor_data", "%s.%s.npy" % (name, part)), numpy.zeros(6, "f4"))
    folder = os.path.join(work, "evil_out")
    code, _, errors = reproduce(cli, dump, "--tensor", outputs(cli, dump)[0]["id"], "-o", folder)
    tried.that(code == 0, "an operator of any name: %s" % errors)
    got, text = run(folder)
    tried.that(got == 2 and not os.path.exists(victim), "a file was made: %s" % text)


def small_floats(cli, dump, work, tried):
    """verdict.widened against types of other programs' documents: the largest and smallest numbers, by their bits."""
    folder = os.path.join(work, "product")
    sys.path.insert(0, folder)
    import verdict
    for dtype, bits, value in (("bfloat16", 0x3F80, 1.0), ("bfloat16", 0xC000, -2.0), ("bfloat16", 0x0001, 2.0**-133),
                               ("bfloat16", 0x7F7F, 3.3895313892515355e38), ("bfloat16", 0x7F80, float("inf")),
                               ("float8_e4m3fn", 0x7E, 448.0), ("float8_e4m3fn", 0x01, 2.0**-9),
                               ("float8_e5m2", 0x7B, 57344.0), ("float8_e5m2", 0xFC, float("-inf"))):
        found = float(verdict.widened(numpy.array([bits]), dtype)[0])
        tried.that(found == value, "%s %#x is %r, not %r" % (dtype, bits, value, found))
    tried.that(numpy.isnan(verdict.widened(numpy.array([0x7F]), "float8_e4m3fn")[0]), "the NaN of float8_e4m3fn")


def refusals(cli, dump, work, tried):
    code, _, errors = reproduce(cli, dump, "-o", os.path.join(work, "no"))
    tried.that(code == 2 and "--tensor" in errors, "neither golden nor tensor: %s" % errors)
    code, _, errors = reproduce(cli, dump, "--tensor", "Module.layers.0.norm.LayerNorm.forward.0:output:0", "-o",
                                os.path.join(work, "no"))
    tried.that(code == 1 and "level mix" in errors, "a module of several operators: %s" % errors)
    code, _, errors = reproduce(cli, dump, "--tensor", "Torch.matmul.0.forward:output:0", "-o", os.path.join(dump, "in"))
    tried.that(code == 2 and "inside the dump" in errors, "a folder within the dump: %s" % errors)
    tried.that(not os.path.exists(os.path.join(work, "no")), "nothing is written where nothing can be")


def frameworks(cli, dump, sample, model, array, work, tried):
    def sweep(name, where, options=()):
        for row in outputs(cli, where):
            folder = os.path.join(work, "sweep")
            shutil.rmtree(folder, ignore_errors=True)
            code, said, _ = reproduce(cli, where, "--tensor", row["id"], "-o", folder, *options)
            if code != 0:
                continue
            got, text = run(folder)
            yield row["op_type"], got, text

    if importlib.util.find_spec("torch"):
        seen = {kind: got for kind, got, _ in sweep("torch", dump)}
        tried.that(seen == dict.fromkeys(("embedding", "Embedding", "layer_norm", "linear", "Linear", "__mul__", "matmul"), 0),
                   "PyTorch computes what it recorded: %s" % seen)
    if importlib.util.find_spec("mindspore"):
        seen = {kind: got for kind, got, _ in sweep("mindspore", sample)}
        right = [kind for kind, got in seen.items() if got == 0]
        tried.that(1 not in seen.values() and len(right) >= 8, "MindSpore computes what it recorded: %s" % seen)
    if importlib.util.find_spec("onnxruntime"):
        capture = os.path.join(work, "capture")
        everything = json.dumps({"dump": {"dump_path": "x", "dump_mode": "all", "dump_op_switch": "off",
                                          "dump_list": [{"model_name": os.path.basename(model)[:-5]}]}})
        subprocess.run([cli, "capture", "model", "--runtime", "cpu", "--model", model, "--input", array, "-o", capture,
                        "--dump-text", everything], check=True, capture_output=True)
        seen = {kind: got for kind, got, _ in sweep("onnxruntime", capture, ("--model", model))}
        tried.that(len(seen) >= 10 and not any(seen.values()), "ONNX Runtime computes what it recorded: %s" % seen)


def main():
    cli, dump, sample, model, array = sys.argv[1:]
    tried = Tried()
    with tempfile.TemporaryDirectory() as work:
        copy = os.path.join(work, "dump")
        shutil.copytree(dump, copy)
        verdicts(cli, copy, work, tried)
        vague(cli, copy, work, tried)
        hostile(cli, work, tried)
        small_floats(cli, copy, work, tried)
        refusals(cli, copy, work, tried)
        frameworks(cli, copy, sample, model, array, work, tried)
    print("%d failed" % tried.failed)
    sys.exit(1 if tried.failed else 0)


main()
