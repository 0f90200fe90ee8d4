# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the recorded operator on an Ascend device through AscendCL, from the model that atc makes of operator.json:

    atc --singleop=operator.json --soc_version=SOC --output=op_models
    python3 run.py [--device 0]

There is no float64 on the device: the target's record is compared with what the device gives now, and golden's with
that.
"""
import argparse
import json
import os

import verdict

numpy, acl = verdict.needed("numpy"), verdict.needed("acl")

ND = 2
FORMATS = {"NCHW": 0, "NHWC": 1, "ND": 2}
DTYPES = {"float32": 0, "float16": 1, "int8": 2, "int32": 3, "uint8": 4, "int16": 6, "uint16": 7, "uint32": 8,
          "int64": 9, "uint64": 10, "float64": 11, "bool": 12, "bfloat16": 27}


def check(code, what):
    if code != 0:
        raise verdict.CannotRun("%s: AscendCL says %d" % (what, code))


def described(entry):
    return acl.create_tensor_desc(DTYPES[entry["dtype"]], entry["shape"], FORMATS.get(entry["format"], ND))


def on_device(size):
    pointer, code = acl.rt.malloc(max(size, 64), 0)
    check(code, "memory of the device")
    return pointer


def run_once(call, side, document):
    inputs, outputs, kept = ([], []), ([], []), []
    for key, entry in zip(call["order"], call["descriptions"]):
        array = numpy.ascontiguousarray(call.stored(side, key))
        kept.append(array)
        pointer = on_device(array.nbytes)
        check(acl.rt.memcpy(pointer, array.nbytes, array.ctypes.data, array.nbytes, 1), "copying to the device")
        inputs[0].append(described(entry))
        inputs[1].append(acl.create_data_buffer(pointer, array.nbytes))
    like = call.stored("target", call["differs"])
    result = numpy.empty_like(like)
    pointer = on_device(result.nbytes)
    outputs[0].append(described(call["result"]))
    outputs[1].append(acl.create_data_buffer(pointer, result.nbytes))
    attributes = acl.op.create_attr()
    setters = {"int": acl.op.set_attr_int, "float": acl.op.set_attr_float, "bool": acl.op.set_attr_bool,
               "string": acl.op.set_attr_string, "list_int": acl.op.set_attr_list_int, "list_float": acl.op.set_attr_list_float}
    for attribute in document[0].get("attr", []):
        check(setters[attribute["type"]](attributes, attribute["name"], attribute["value"]), attribute["name"])
    stream, code = acl.rt.create_stream()
    check(code, "stream")
    check(acl.op.execute_v2(document[0]["op"], *inputs, *outputs, attributes, stream), document[0]["op"])
    check(acl.rt.synchronize_stream(stream), document[0]["op"])
    check(acl.rt.memcpy(result.ctypes.data, result.nbytes, pointer, result.nbytes, 2), "copying from the device")
    dtype = call.dtype("target", call["differs"])
    return verdict.widened(result, dtype) if dtype in verdict.SMALL_FLOATS else result


def prepare(call):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", type=int, default=0)
    device = parser.parse_args().device
    with open(os.path.join(verdict.HERE, "operator.json"), encoding="utf-8") as file:
        document = json.load(file)
    check(acl.init(), "acl.init")
    check(acl.rt.set_device(device), "device %d" % device)
    check(acl.op.set_model_dir(os.path.join(verdict.HERE, "op_models")), "op_models (made by atc, see above)")

    def run(side):
        return run_once(call, side, document)

    # Nothing can be shaken where nothing is computed in float64.
    return (lambda side, _unit: run(side)), run, "device %d" % device


verdict.main(prepare)
