#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the two graphs of docs/benchmarks.md in a folder: an ONNX model of 20 000 nodes and a ge_proto text of 200 MB.

make_big_graphs.py FOLDER; needs the packages onnx and numpy.
"""
import re
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper

OUT = Path(sys.argv[1])
SAMPLE = Path(__file__).parents[1] / "data/graphs/ge_proto_00000019_graph_11_Build.txt"
BYTES = 200_000_000


def onnx_model(count=20_000):
    nodes, weights, last = [], [], "x"
    for i in range(count):
        op = ("MatMul", "Add", "Mul", "Relu", "Transpose")[i % 5]
        inputs = [last]
        if op == "MatMul":
            if i % 50 == 0:
                weights.append(helper.make_tensor(f"w{i}", TensorProto.FLOAT, [64, 64], np.zeros(4096, np.float32).tobytes(), raw=True))
            inputs.append(f"w{i - i % 50}")
        elif op in ("Add", "Mul"):
            inputs.append(f"t{i - 3}" if i > 3 else "x")
        options = {"perm": [0, 1]} if op == "Transpose" else {}
        last = f"t{i}"
        nodes.append(helper.make_node(op, inputs, [last], name=f"/model/layers.{i // 20}/block/op_{i}", **options))
    values = [helper.make_tensor_value_info(f"t{i}", TensorProto.FLOAT, [64, 64]) for i in range(count)]
    ends = [[helper.make_tensor_value_info(name, TensorProto.FLOAT, [64, 64])] for name in ("x", last)]
    graph = helper.make_graph(nodes, "big", *ends, initializer=weights, value_info=values)
    (OUT / "big.onnx").write_bytes(helper.make_model(graph).SerializeToString())


def ge_text():
    """The operators of the sample again and again, each time with names of their own."""
    text = SAMPLE.read_text()
    graph = text[text.index("graph {"):text.rindex("\ngraph {")]
    first = graph.index("  op {")
    operators = graph[first:graph.rindex("  attr {\n    key: \"GraphOptions\"")].replace('subgraph_name: "net_cond_then_0"', "")
    names = set(re.findall(r'\n    name: "([^"]*)"', operators))
    parts = re.split(r'("(?:[^"\\]|\\.)*")', operators)
    renamed = [i for i, part in enumerate(parts) if part[:1] == '"' and {part[1:-1], part[1:-1].rsplit(":", 1)[0]} & names]
    with open(OUT / "ge_proto_00000001_graph_0_Build.txt", "w") as file:
        file.write("version: 1\n" + graph[:first])
        copy = 0
        while file.tell() < BYTES:
            block = list(parts)
            for i in renamed:
                block[i] = f'"block{copy}/{parts[i][1:]}'
            file.write("".join(block))
            copy += 1
        file.write("}\n")


if __name__ == "__main__":
    onnx_model()
    ge_text()
