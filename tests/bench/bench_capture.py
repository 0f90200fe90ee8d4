#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a capture costs: bench_capture.py LIBRARY [FOLDER]

Runs a model of 118 operators and 379 MB of tensors through a library that speaks AscendCL, without and with a dump, and
writes the same bytes by hand. Needs numpy and onnx. Best of four; seconds and seconds of CPU.
"""
import ctypes
import json
import os
import resource
import shutil
import sys
import tempfile
import time

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


def make_model(path):
    rng = np.random.default_rng(1)
    weights = [numpy_helper.from_array((rng.standard_normal((64, 3, 3, 3)) * .1).astype(np.float32), "w0")]
    nodes = [helper.make_node("Conv", ["x", "w0"], ["a0"], pads=[1, 1, 1, 1], name="stem")]
    for i in range(1, 40):
        weights.append(numpy_helper.from_array((rng.standard_normal((64, 1, 3, 3)) * .3).astype(np.float32), f"w{i}"))
        nodes.append(helper.make_node("Conv", [f"a{i - 1}", f"w{i}"], [f"c{i}"], pads=[1, 1, 1, 1], group=64, name=f"conv{i}"))
        nodes.append(helper.make_node("Relu", [f"c{i}"], [f"r{i}"], name=f"relu{i}"))
        nodes.append(helper.make_node("Add", [f"r{i}", f"a{i - 1}"], [f"a{i}"], name=f"add{i}"))
    tensor = lambda name, channels: helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, channels, 112, 112])
    graph = helper.make_graph(nodes, "chain", [tensor("x", 3)], [tensor("a39", 64)], weights)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8), path)


def timed(work, times):
    best = (1e9, 1e9)
    for _ in range(times):
        clock, used = time.time(), resource.getrusage(resource.RUSAGE_SELF)
        work()
        after = resource.getrusage(resource.RUSAGE_SELF)
        cpu = after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime
        best = min(best[0], time.time() - clock), min(best[1], cpu)
    return best


def main():
    acl = ctypes.CDLL(os.path.abspath(sys.argv[1]))
    for name in ("aclmdlCreateDataset", "aclCreateDataBuffer"):
        getattr(acl, name).restype = ctypes.c_void_p
    folder = tempfile.mkdtemp(prefix="bench-capture-", dir=sys.argv[2] if len(sys.argv) > 2 else None)
    model, config, dump = (os.path.join(folder, name) for name in ("chain.onnx", "acl.json", "dump"))
    make_model(model)
    os.mkdir(dump)
    with open(config, "w", encoding="utf-8") as file:
        json.dump({"dump": {"dump_path": dump, "dump_list": [{}]}}, file)
    values = np.random.default_rng(2).standard_normal((1, 3, 112, 112)).astype(np.float32)

    def check(code):
        assert code == 0, code

    def run(with_dump):
        if with_dump:
            check(acl.aclmdlInitDump())
            check(acl.aclmdlSetDump(config.encode()))
        number = ctypes.c_uint32()
        check(acl.aclmdlLoadFromFile(model.encode(), ctypes.byref(number)))
        inputs, outputs = (ctypes.c_void_p(acl.aclmdlCreateDataset()) for _ in range(2))
        data = acl.aclCreateDataBuffer(values.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(values.nbytes))
        check(acl.aclmdlAddDatasetBuffer(inputs, ctypes.c_void_p(data)))
        check(acl.aclmdlAddDatasetBuffer(outputs, ctypes.c_void_p(acl.aclCreateDataBuffer(None, ctypes.c_size_t(0)))))
        best = timed(lambda: check(acl.aclmdlExecute(number, inputs, outputs)), 4)
        check(acl.aclmdlUnload(number))
        return best

    check(acl.aclInit(None))
    check(acl.aclrtSetDevice(0))
    plain, dumped = run(False), run(True)
    contents = []
    for root, _, files in os.walk(dump):
        if root.endswith("/0") and files:
            contents += [open(os.path.join(root, name), "rb").read() for name in files]
    copies = os.path.join(folder, "copies")

    def write():
        os.mkdir(copies)
        for i, content in enumerate(contents):
            with open(os.path.join(copies, str(i)), "wb", buffering=0) as file:
                file.write(content)

    written = (1e9, 1e9)
    for _ in range(4):
        shutil.rmtree(copies, ignore_errors=True)
        written = tuple(min(pair) for pair in zip(written, timed(write, 1)))
    print(f"{len(contents)} files, {sum(map(len, contents)) / 1e6:.0f} MB")
    for name, (clock, cpu) in (("execution alone", plain), ("execution and dump", dumped), ("writing the bytes", written)):
        print(f"{name:20} {clock:.3f} s  {cpu:.3f} s of CPU")
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
