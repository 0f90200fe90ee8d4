#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the derived graphs and facts.json of this folder.

Needs protoc, the packages onnx, protobuf and tensorboard (which ships TensorFlow's schemas), and the schema ge_ir.proto of
ge.proto.ModelDef (argument 1).
"""
import json
import subprocess
import sys
from pathlib import Path

import onnx
from google.protobuf import text_format
from tensorboard.compat.proto import graph_pb2

HERE = Path(__file__).parent
SCHEMA = Path(sys.argv[1])
BUILD = "ge_proto_00000019_graph_11_Build.txt"


def ge_binary():
    text = (HERE / BUILD).read_bytes()
    done = subprocess.run(["protoc", f"-I{SCHEMA.parent}", "--encode=ge.proto.ModelDef", SCHEMA.name], input=text, capture_output=True, check=True)
    (HERE / "ge_build.pb").write_bytes(done.stdout)
    subprocess.run(["protoc", f"-I{SCHEMA.parent}", "--python_out=/tmp", SCHEMA.name], check=True)
    sys.path.insert(0, "/tmp")
    import ge_ir_pb2
    model = ge_ir_pb2.ModelDef()
    model.ParseFromString(done.stdout)
    return model


def text_of(data):
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


def plain(message):
    """JSON as the offline model converter writes it: same names, maps as arrays, texts as they are."""
    result = {}
    for field, value in message.ListFields():
        is_map = field.message_type is not None and field.message_type.GetOptions().map_entry

        def one(v):
            if field.message_type is not None:
                return plain(v)
            if field.enum_type is not None:
                return field.enum_type.values_by_number[v].name
            return text_of(v) if isinstance(v, bytes) else v

        if is_map:
            result[field.name] = [{"key": k, "value": plain(value[k])} for k in sorted(value)]
        elif isinstance(value, (int, float, str, bytes)) or hasattr(value, "ListFields"):
            result[field.name] = one(value)
        else:
            result[field.name] = [one(v) for v in value]
    return result


def onnx_facts(name):
    model = onnx.load(HERE / name, load_external_data=False)
    graphs = []

    def walk(graph):
        entry = {"name": graph.name, "nodes": [], "weights": [t.name for t in graph.initializer], "inputs": [v.name for v in graph.input],
                 "outputs": [v.name for v in graph.output]}
        graphs.append(entry)
        for node in graph.node:
            entry["nodes"].append({"name": node.name, "op_type": node.op_type, "inputs": list(node.input), "outputs": list(node.output)})
            for attribute in node.attribute:
                if attribute.type == onnx.AttributeProto.GRAPH:
                    walk(attribute.g)

    walk(model.graph)
    return {"graphs": graphs, "ir_version": model.ir_version, "opset": [f"{o.domain or 'ai.onnx'} {o.version}" for o in model.opset_import]}


def onnx_special():
    """Types, functions, outside weights and sparse weights that the other models do not have."""
    helper, P = onnx.helper, onnx.TensorProto
    weights = [helper.make_tensor("w_int4", P.INT4, [3], [1, -2, 3]), helper.make_tensor("w_uint4", P.UINT4, [2, 2], [1, 2, 3, 4]),
               helper.make_tensor("w_e4m3", P.FLOAT8E4M3FN, [2], [0.5, 1.0]), helper.make_tensor("w_e5m2", P.FLOAT8E5M2, [2], [0.5, 1.0]),
               helper.make_tensor("w_fnuz", P.FLOAT8E4M3FNUZ, [2], [0.5, 1.0]), helper.make_tensor("w_bf16", P.BFLOAT16, [2], [0.5, 1.0]),
               helper.make_tensor("w_half", P.FLOAT16, [2], [0.5, 1.0]), helper.make_tensor("w_text", P.STRING, [2], [b"a", b"b"]),
               helper.make_tensor("w_c64", P.COMPLEX64, [1], [1 + 2j])]
    outside = P(name="w_outside", data_type=P.FLOAT, dims=[1024, 1024], data_location=P.EXTERNAL)
    for key, value in (("location", "weights.bin"), ("offset", "4096"), ("length", "4194304")):
        outside.external_data.add(key=key, value=value)
    sparse = helper.make_sparse_tensor(helper.make_tensor("w_sparse", P.FLOAT, [1], [2.0]), helper.make_tensor("i", P.INT64, [1], [3]), [10])
    function = helper.make_function("my.domain", "Twice", ["x"], ["y"], [helper.make_node("Add", ["x", "x"], ["y"], name="add")],
                                    [helper.make_opsetid("", 19)])
    nodes = [helper.make_node("Twice", ["x"], ["t"], name="twice", domain="my.domain"),
             helper.make_node("Clip", ["t", "", "hi"], ["c"], name="clip"),
             helper.make_node("Scale", ["c"], ["y"], name="scale", domain="my.domain", factor=0.1, count=0, label="a,b", steps=[1, 2],
                              names=["p,q", 'r"s'], rates=[0.5, 1e-7])]
    graph = helper.make_graph(nodes, "special", [helper.make_tensor_value_info("x", P.FLOAT, ["batch", 3]), helper.make_tensor_value_info("hi", P.FLOAT, [])],
                              [helper.make_tensor_value_info("y", P.FLOAT, None)], initializer=weights + [outside], sparse_initializer=[sparse])
    model = helper.make_model(graph, functions=[function], opset_imports=[helper.make_opsetid("", 19), helper.make_opsetid("my.domain", 1)],
                              producer_name="make_graphs")
    model.metadata_props.add(key="author", value="me")
    (HERE / "special.onnx").write_bytes(model.SerializeToString())


TENSORFLOW = """
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "shape" value { shape { dim { size: -1 } dim { size: 3 } } } } }
node { name: "w" op: "Const" attr { key: "dtype" value { type: DT_HALF } }
  attr { key: "value" value { tensor { dtype: DT_HALF tensor_shape { dim { size: 3 } } tensor_content: "\\001\\002\\003\\004\\005\\006" } } } }
node { name: "w32" op: "Cast" input: "w" attr { key: "DstT" value { type: DT_FLOAT } } }
node { name: "split" op: "Split" input: "w32" input: "x:0" input: "^w" device: "/device:NPU:0" attr { key: "num_split" value { i: 2 } }
  attr { key: "_output_shapes" value { list { shape { dim { size: 2 } } shape { unknown_rank: true } } } } }
node { name: "call" op: "PartitionedCall" input: "split:1" attr { key: "f" value { func { name: "body" attr { key: "k" value { i: 5 } } } } }
  attr { key: "Tin" value { list { type: DT_FLOAT type: DT_INT4 } } } }
node { name: "again" op: "body" input: "call" }
library { function {
  signature { name: "body" input_arg { name: "a" type: DT_FLOAT } output_arg { name: "o" type: DT_FLOAT } }
  node_def { name: "relu" op: "Relu" input: "a" attr { key: "T" value { type: DT_FLOAT } } }
  node_def { name: "id" op: "Identity" input: "relu:activations:0" }
  ret { key: "o" value: "id:output:0" } } }
versions { producer: 1087 min_consumer: 12 }
"""

if __name__ == "__main__":
    model = ge_binary()
    (HERE / "ge_build.json").write_text(json.dumps(plain(model), indent=1, ensure_ascii=False) + "\n")
    onnx_special()
    text = TENSORFLOW.lstrip()
    (HERE / "tensorflow.pbtxt").write_text(text)
    (HERE / "tensorflow.pb").write_bytes(text_format.Parse(text, graph_pb2.GraphDef()).SerializeToString(deterministic=True))
    facts = {name: onnx_facts(name) for name in ("control_flow.onnx", "awkward_names.onnx", "quantised.onnx", "mixed_types.onnx", "special.onnx")}
    (HERE / "onnx_facts.json").write_text(json.dumps(facts, indent=1) + "\n")
