# SPDX-License-Identifier: GPL-3.0-or-later
"""What is run: a set that is looked at while the program is worked on, and one drawn by chance that is not."""
import random

SMALL = dict(hidden=16, inner=24, layers=2, heads=4, kv=2, vocab=50, length=6)
TINY = dict(hidden=16, inner=20, layers=1, heads=2, kv=1, vocab=40, length=6)
MEDIUM = dict(hidden=32, inner=48, layers=3, heads=4, kv=4, vocab=80, length=10)
WIDE = dict(hidden=64, inner=96, layers=2, heads=4, kv=2, vocab=100, length=12)
BATCH = dict(hidden=32, inner=48, layers=2, heads=4, kv=2, vocab=200, length=16, batch=4)
BATCHES = dict(hidden=32, inner=48, layers=2, heads=4, kv=2, vocab=200, length=32, batch=8)
PICTURES = dict(hidden=16, layers=2, classes=7, pixels=16, batch=6)
NOISES = {"none": "none", "bf16": "whole model in bfloat16", "fp16": "whole model in float16", "autocast": "autocast to bfloat16", "autocast16": "autocast to float16", "rounded": "weights rounded to bfloat16, all else float32",
          "reorder": "sums of linear in another order", "sdpa": "other attention kernel (sdpa for eager)", "threads": "two threads for one"}


def case(name, model, config, level, mode, detail, expected="clean", question="both", **more):
    """mode: statistics, tensor, md5 or xor"""
    spec = dict(id=name, model=model, config=config, level=level, task="tensor" if mode == "tensor" else "statistics",
                mode="statistics" if mode == "tensor" else mode, detail=detail, expected=expected, question=question, seed=1, noise="none")
    spec.update(more)
    spec["noise_text"] = NOISES[spec["noise"]]
    if mode == "xor":
        spec["question"] = "compare"
    return spec


def weight(param, how, **more):
    return dict(at="weight", param=param, how=how, **more)


def operator(api, call, how, **more):
    return dict(at="op", api=api, call=call, how=how, **more)


def dev():
    up = "model.layers.1.mlp.up_proj.weight"
    return [
        # one of every class first
        case("d01", "llama", SMALL, "mix", "statistics", "bfloat16 against float32", noise="bf16"),
        case("d02", "llama", SMALL, "mix", "statistics", "one matrix scaled by 1.5", "fault", fault=weight(up, "scale", by=1.5), noise="bf16"),
        case("d03", "llama", SMALL, "mix", "statistics", "NaN in a weight", "nan", fault=weight("model.layers.0.self_attn.v_proj.weight", "nan")),
        case("d04", "llama", SMALL, "L1", "statistics", "mask of -inf", mask="-inf", noise="bf16"),
        case("d05", "llama", SMALL, "mix", "statistics", "NaN in a weight of rank 3 of 8", "nan", ranks=8, fault_rank=3,
             fault=weight("model.layers.1.self_attn.o_proj.weight", "nan")),
        case("d06", "qwen2", SMALL, "mix", "md5", "last bit of one weight, statistics equal", "fault", fault=weight(up, "last-bit")),
        case("d07", "llama", SMALL, "L1", "statistics", "NaN of an operator golden lacks", "nan",
             fault=dict(at="extra", path="model.layers.1.mlp.down_proj", api="Torch.sqrt")),
        case("d08", "llama", SMALL, "L0", "statistics", "forward of two-way tensor parallel, rank 0", shards=2, ranks=2, question="compare", data_mode=["forward"]),
        case("d09", "llama", SMALL, "mix", "statistics", "dump of a crashed run, one entry left", "incomplete", "compare", kept_entries=1),
        case("d10", "llama", SMALL, "mix", "statistics", "optimizer makes a weight NaN in step 0", "nan", steps=2, optimizer="adam",
             fault=dict(at="optimizer", param="model.layers.0.mlp.down_proj.weight", how="nan")),
        case("d11", "llama", SMALL, "mix", "statistics", "rms eps 0.01 in one norm", "fault",
             fault=dict(at="attribute", path="model.layers.1.input_layernorm.variance_epsilon", value=0.01)),
        case("d12", "llama", SMALL, "mix", "statistics", "a run compared with itself", same=True),
        # clean
        case("d13", "llama", MEDIUM, "L1", "statistics", "bfloat16 against float32", noise="bf16", seed=3),
        case("d14", "llama", SMALL, "L0", "statistics", "autocast", noise="autocast", seed=4),
        case("d15", "qwen2", SMALL, "mix", "statistics", "K bias without gradient under Adam, two steps", noise="reorder", optimizer="adam", steps=2, seed=5),
        case("d16", "qwen2", SMALL, "L0", "statistics", "K bias without gradient under Adam, two steps of bfloat16", noise="bf16", optimizer="adam", steps=2, seed=6),
        case("d17", "mixtral", SMALL, "mix", "statistics", "router near-ties, bfloat16", noise="bf16", near_ties=True, seed=7),
        case("d18", "mixtral", SMALL, "L1", "statistics", "router of ordinary weights, sums in another order", noise="reorder", seed=8),
        case("d19", "llama", SMALL, "mix", "statistics", "sdpa against eager", noise="sdpa", seed=9),
        case("d20", "llama", SMALL, "mix", "statistics", "mask of -1e4", mask="-1e4", noise="bf16", seed=10),
        case("d21", "llama", SMALL, "mix", "statistics", "finfo.min mask with padded rows", padding=2, noise="autocast", seed=11),
        case("d22", "llama", TINY, "mix", "tensor", "bfloat16 against float32, tensors", noise="bf16", seed=12),
        case("d23", "qwen2", TINY, "L1", "tensor", "autocast, tensors, mask of -inf", noise="autocast", mask="-inf", seed=13),
        case("d24", "qwen2", SMALL, "mix", "md5", "the same run twice", seed=14),
        case("d25", "llama", SMALL, "L1", "xor", "the same run twice", seed=15),
        case("d26", "llama", SMALL, "L0", "statistics", "eight ranks, two threads for one", ranks=8, noise="threads", seed=16),
        case("d27", "llama", SMALL, "mix", "statistics", "optimizer and clipping within the dump", noise="bf16", optimizer="adamw", optimizer_inside=True, clip=1.0, seed=17),
        case("d28", "qwen2", WIDE, "L1", "statistics", "sums in another order", noise="reorder", seed=18),
        case("d29", "mixtral", SMALL, "mix", "statistics", "two-way data parallel, mask of -inf, autocast", noise="autocast", mask="-inf", ranks=2, seed=19),
        # wrong values
        case("d30", "llama", SMALL, "L1", "statistics", "one element of a weight", "fault", seed=20, noise="reorder",
             fault=weight("model.layers.0.self_attn.k_proj.weight", "element", by=8.0)),
        case("d31", "qwen2", TINY, "mix", "tensor", "one element of a weight", "fault", seed=21, noise="bf16",
             fault=weight("model.layers.0.mlp.gate_proj.weight", "element", by=4.0)),
        case("d32", "llama", SMALL, "mix", "statistics", "rope theta", "fault", seed=22, noise="bf16", fault=dict(at="theta", value=500.0)),
        case("d33", "llama", SMALL, "L1", "statistics", "softmax scale", "fault", seed=23,
             fault=dict(at="attribute", path="model.layers.0.self_attn.scaling", value=0.25)),
        case("d34", "llama", SMALL, "L0", "statistics", "silu of layer 1 scaled", "fault", seed=24, noise="bf16", fault=operator("Functional.silu", 1, "scale", by=1.5)),
        case("d35", "llama", SMALL, "mix", "statistics", "gradient of silu scaled", "fault", seed=25, noise="autocast",
             fault=dict(at="grad-op", api="Functional.silu", call=1, by=3.0)),
        case("d36", "llama", SMALL, "mix", "statistics", "gradient of a weight scaled", "fault", seed=26, noise="bf16",
             fault=dict(at="gradient", param="model.layers.0.mlp.up_proj.weight", how="scale", by=4.0)),
        case("d37", "qwen2", SMALL, "L1", "statistics", "optimizer spoils one weight in step 0", "fault", seed=27, steps=2, optimizer="adam", noise="reorder",
             fault=dict(at="optimizer", param="model.layers.1.self_attn.q_proj.weight", how="scale", by=1.3)),
        case("d38", "llama", SMALL, "L0", "xor", "transposed weight", "fault", seed=28, fault=weight("model.layers.0.self_attn.q_proj.weight", "transpose")),
        case("d39", "llama", SMALL, "L1", "md5", "wrong weight, one element", "fault", seed=29, fault=weight("model.layers.0.mlp.gate_proj.weight", "element", by=1.0)),
        case("d40", "mixtral", SMALL, "mix", "statistics", "silu of one expert clamped", "fault", seed=30, noise="reorder",
             fault=operator("Functional.silu", 1, "clamp", by=0.3)),
        case("d41", "llama", TINY, "L1", "tensor", "eps 0.01 in one norm, tensors", "fault", seed=31, noise="reorder",
             fault=dict(at="attribute", path="model.layers.0.post_attention_layernorm.variance_epsilon", value=0.01)),
        case("d42", "llama", SMALL, "mix", "statistics", "weight of rank 1 of 2 scaled", "fault", seed=32, ranks=2, fault_rank=1, noise="bf16",
             fault=weight("model.layers.0.mlp.down_proj.weight", "scale", by=0.6)),
        # NaN
        case("d43", "llama", SMALL, "L0", "statistics", "NaN in a gradient of rank 5 of 8", "nan", seed=33, ranks=8, fault_rank=5,
             fault=dict(at="gradient", param="model.layers.0.self_attn.o_proj.weight", how="nan")),
        case("d44", "qwen2", SMALL, "L1", "statistics", "NaN in an activation", "nan", seed=34, noise="bf16", fault=operator("Functional.silu", 1, "nan")),
        case("d45", "llama", SMALL, "mix", "statistics", "fully padded row under a mask of -inf", "nan", seed=35, mask="-1e4", padding=6,
             fault=dict(at="mask", value="-inf")),
        case("d46", "qwen2", SMALL, "L0", "statistics", "NaN in a bias, mask of -inf", "nan", seed=36, mask="-inf",
             fault=weight("model.layers.1.self_attn.k_proj.bias", "all-nan")),
        case("d47", "llama", SMALL, "L1", "md5", "optimizer state NaN in step 0, seen in step 2", "nan", seed=37, steps=3, optimizer="adam",
             fault=dict(at="optimizer-state", param="model.layers.0.input_layernorm.weight", state="exp_avg", how="nan", index=[3])),
        case("d48", "llama", TINY, "mix", "tensor", "NaN of an operator golden lacks, tensors, mask of -inf", "nan", seed=38, mask="-inf",
             fault=dict(at="extra", path="model.layers.0.self_attn.o_proj", api="Torch.log")),
        case("d49", "mixtral", SMALL, "mix", "statistics", "NaN in a weight of the experts, rank 1 of 2", "nan", seed=39, ranks=2, fault_rank=1,
             fault=weight("model.layers.0.mlp.experts.down_proj", "nan", index=[1, 2, 3])),
        case("d50", "llama", SMALL, "mix", "statistics", "NaN in the embedding, autocast, mask of -1e4", "nan", seed=40, noise="autocast", mask="-1e4",
             fault=weight("model.embed_tokens.weight", "all-nan")),
        # not all there
        case("d51", "llama", MEDIUM, "L1", "statistics", "dump of a crashed run, a tenth left", "incomplete", "compare", seed=41, kept_entries=30),
        case("d52", "llama", SMALL, "mix", "statistics", "two-way tensor parallel, rank 0: partial sums", "shapes", "compare", shards=2, ranks=2, seed=42),
        # more of each
        case("d53", "qwen2", MEDIUM, "L0", "tensor", "bfloat16 against float32, tensors of modules", noise="bf16", seed=43),
        case("d54", "llama", WIDE, "mix", "statistics", "two steps of AdamW in bfloat16, wider", noise="bf16", optimizer="adamw", steps=2, seed=44),
        case("d55", "llama", SMALL, "L0", "statistics", "NaN of an operator no module holds, golden lacks it", "nan", seed=45, noise="bf16",
             fault=dict(at="extra", path="model.layers.1.self_attn.o_proj", api="Torch.sqrt")),
        case("d56", "llama", SMALL, "mix", "statistics", "float16 against float32", noise="fp16", seed=46),
        case("d57", "llama", SMALL, "L0", "statistics", "rms eps 0.05 in one norm", "fault", seed=47, noise="bf16",
             fault=dict(at="attribute", path="model.layers.0.post_attention_layernorm.variance_epsilon", value=0.05)),
        case("d58", "qwen2", TINY, "L0", "tensor", "K bias without gradient under Adam, two steps", noise="reorder", optimizer="adam", steps=2, seed=48),
        case("d59", "llama", SMALL, "L1", "statistics", "an operator golden lacks, no NaN", "fault", seed=49, noise="bf16",
             fault=dict(at="extra", path="model.layers.1.mlp.down_proj", api="Torch.tanh")),
        case("d61", "llama", SMALL, "mix", "statistics", "infinity in an activation, float16", "nan", seed=51, noise="fp16", fault=operator("Functional.silu", 1, "inf")),
        case("d62", "qwen2", SMALL, "mix", "statistics", "optimizer makes a weight NaN on rank 1 of 2, optimizer within the dump", "nan", seed=52, steps=2, ranks=2, fault_rank=1,
             optimizer="sgd", optimizer_inside=True, fault=dict(at="optimizer", param="model.layers.1.mlp.up_proj.weight", how="nan")),
        case("d63", "llama", TINY, "mix", "statistics", "eight ranks in bfloat16", seed=53, ranks=8, noise="bf16"),
        case("d64", "qwen2", TINY, "L1", "statistics", "weight of rank 6 of 8 scaled", "fault", seed=54, ranks=8, fault_rank=6,
             fault=weight("model.layers.0.mlp.up_proj.weight", "scale", by=1.2)),
        # masks beside small constants, gradients behind their operator, parameters that are moved otherwise
        case("d65", "llama", TINY, "mix", "tensor", "rope theta, tensors", "fault", seed=55, forward_only=True, data_mode=["forward"],
             fault=dict(at="theta", value=500.0)),
        case("d66", "convnet", PICTURES, "mix", "statistics", "a row of a weight's gradient, batch norm", "fault", seed=71643, noise="autocast",
             fault=dict(at="gradient", param="stem.weight", how="row", by=3.0)),
        case("d67", "vit", dict(SMALL, classes=7, pixels=8), "L0", "statistics", "optimizer scales one weight in step 1, beside an idle bias", "fault", seed=21493, noise="reorder",
             steps=3, fault=dict(at="optimizer", param="vit.layers.1.attention.o_proj.weight", how="scale", by=1.5, step=1)),
        case("d68", "convnet", dict(PICTURES, layers=3), "mix", "statistics", "weight decay, bfloat16", "fault", seed=2406, noise="bf16", steps=3, optimizer="adamw",
             fault=dict(at="setting", settings=dict(weight_decay=1.0))),
        case("d69", "bert", SMALL, "L1", "statistics", "plain SGD moves a bias of keys by rounding alone", seed=56, noise="autocast", steps=2),
        # other data of a rank, the same data in other places, a cut run of which all ranks are there, modules alone
        case("d70", "llama", BATCH, "mix", "statistics", "one token of rank 1 of 2 twice, clipping", "fault", seed=101, ranks=2, fault_rank=1, clip=1.0,
             optimizer="adamw", optimizer_inside=True, fault=dict(at="data", index=37)),
        case("d71", "gpt2", BATCHES, "L1", "statistics", "one token of rank 1 of 2 twice, larger batch", "fault", seed=102, ranks=2, fault_rank=1, clip=1.0,
             optimizer="adamw", optimizer_inside=True, fault=dict(at="data", index=37)),
        case("d72", "gpt2", BATCH, "mix", "statistics", "rows of the batch in another order", permuted=True, seed=113),
        case("d73", "llama", BATCHES, "L1", "statistics", "rows of the batch in another order, two steps of bfloat16", dtype="bfloat16", permuted=True, seed=118,
             optimizer="adamw", steps=2, optimizer_inside=True, clip=1.0),
        case("d74", "llama", BATCH, "L1", "statistics", "two micro-batches for a batch, bfloat16", dtype="bfloat16", micro_batches=2, seed=120,
             optimizer="adamw", steps=2, optimizer_inside=True, clip=1.0),
        case("d75", "llama", SMALL, "mix", "statistics", "row of a weight of rank 1 of two-way tensor parallel", "fault", shards=2, ranks=2, all_shards=True, fault_rank=1, seed=65,
             optimizer="adamw", optimizer_inside=True, question="compare", fault=weight("model.layers.0.mlp.up_proj.weight", "row", by=3.0, index=[2])),
        case("d76", "llama", SMALL, "L0", "statistics", "softmax scaled, of which modules show nothing", "fault", seed=67,
             fault=operator("Functional.softmax", 1, "scale", by=1.5)),
        case("d60", "mixtral", TINY, "L1", "tensor", "router near-ties, tensors", noise="reorder", near_ties=True, seed=50),
    ]


# The other set: everything is drawn by chance from one number, with other sizes and other kinds of model.
def unseen(seed=20261124):
    draw = random.Random(seed)
    models = ["qwen2", "qwen3", "mistral", "llama", "mixtral"]
    made = []

    def config(layers=None):
        heads, width = draw.choice([(2, 8), (4, 8), (2, 12), (6, 4)])
        return dict(hidden=heads * width, inner=draw.choice([20, 28, 40, 52]), layers=layers or draw.choice([1, 2, 3]), heads=heads, kv=draw.choice([1, heads]),
                    vocab=draw.choice([53, 71, 97]), length=draw.choice([7, 8, 9, 11]), batch=draw.choice([1, 2, 3]))

    def parameter(spec, kinds):
        layer = draw.randrange(spec["config"]["layers"])
        kind = draw.choice([kind for kind in kinds if spec["model"] != "mixtral" or not kind.startswith("mlp")])
        return "model.layers.%d.%s.weight" % (layer, kind)

    def add(modes, levels, detail, expected, noises, fault=None, **more):
        mode, level = draw.choice(modes), draw.choice(levels)
        model = more.pop("model", None) or draw.choice(models)
        layers = 1 if mode == "tensor" or more.get("ranks", 0) > 2 else None
        more.setdefault("mask", draw.choice(["min", "min", "-inf", "-1e4"]))
        spec = case("u%02d" % (len(made) + 1), model, config(layers), level, mode, detail, expected, seed=1000 + draw.randrange(9000), noise=draw.choice(noises), **more)
        if fault:
            spec["fault"] = fault(spec)
        made.append(spec)

    projections = ["self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj", "self_attn.o_proj", "mlp.gate_proj", "mlp.up_proj", "mlp.down_proj"]
    levels, statistic = ["L0", "L1", "mix"], ["statistics"]
    half = ["bf16", "autocast"]
    # clean
    add(statistic, levels, "half precision", "clean", half, padding=draw.choice([1, 2]), mask="min")
    add(statistic, ["L1", "mix"], "half precision, mask of -inf", "clean", half, mask="-inf")
    add(statistic, levels, "steps of Adam without gradient of the K bias", "clean", ["bf16", "reorder"], model="qwen2", optimizer="adam", steps=3)
    add(statistic, ["L1", "mix"], "router near-ties", "clean", half, model="mixtral", near_ties=True)
    add(["tensor"], levels, "other kernel or order", "clean", ["sdpa", "reorder"])
    add(["md5", "xor"], ["L1", "mix"], "the same run twice", "clean", ["none"], model="qwen3")
    add(statistic, ["L0"], "forward of two-way tensor parallel", "clean", ["none"], model="llama", shards=2, ranks=2, question="compare", mask="min", data_mode=["forward"])
    made[-1]["config"].update(hidden=24, heads=4, kv=2, inner=40)
    add(statistic, ["L0", "mix"], "four ranks, optimizer within the dump", "clean", half, ranks=4, optimizer="sgd", optimizer_inside=True)
    # wrong values
    add(statistic, levels, "matrix scaled", "fault", half, lambda s: weight(parameter(s, projections), "scale", by=draw.choice([0.5, 1.4, 2.0])))
    add(statistic, levels, "optimizer spoils a row of a weight in step 1", "fault", ["reorder", "bf16"], lambda s: dict(
        at="optimizer", param=parameter(s, projections), how="row", by=6.0, step=1, index=[2]), steps=3, optimizer="adamw")
    add(statistic, ["L1", "mix"], "eps of a norm", "fault", ["none", "bf16"], lambda s: dict(
        at="attribute", path="model.layers.0.post_attention_layernorm.variance_epsilon", value=0.05))
    add(["md5", "xor"], ["L1", "mix"], "one element of a weight", "fault", ["none"], lambda s: weight(parameter(s, projections), "element", by=0.5), model="mistral")
    add(["tensor"], ["L1", "mix"], "silu clamped", "fault", ["bf16", "reorder"], lambda s: operator("Functional.silu", 0, "clamp", by=0.2))
    add(statistic, ["L0", "mix"], "gradient of a weight scaled on one rank of two", "fault", half, lambda s: dict(
        at="gradient", param=parameter(s, projections), how="scale", by=0.2), ranks=2, fault_rank=draw.choice([0, 1]))
    # NaN
    add(statistic, levels, "NaN in a weight of one rank of eight", "nan", ["none", "bf16"], lambda s: weight(parameter(s, projections), "nan", index=[1, 4]),
        ranks=8, fault_rank=draw.choice([2, 4, 6]))
    add(statistic, ["L1", "mix"], "NaN of an operator golden lacks", "nan", ["none", "autocast"], lambda s: dict(
        at="extra", path=parameter(s, projections)[:-7], api=draw.choice(["Torch.sqrt", "Torch.log"])))
    add(statistic, levels, "optimizer makes a weight NaN", "nan", ["none", "bf16"], lambda s: dict(
        at="optimizer", param=parameter(s, projections), how="nan", index=[1, 1]), steps=2, optimizer="adam")
    add(statistic, ["L0", "mix"], "NaN in a gradient", "nan", half, lambda s: dict(at="gradient", param=parameter(s, projections), how="nan"))
    add(statistic, ["L1", "mix"], "row without an open place in a mask of -inf", "nan", ["none"], lambda s: dict(
        at="mask", value="-inf"), mask="-1e4", padding=6)
    add(["md5", "tensor"], levels, "NaN in the weight of a norm", "nan", ["none", "reorder"], lambda s: weight(
        "model.layers.0.post_attention_layernorm.weight", "nan", index=[3]), model="qwen2")
    # not all there
    add(statistic, levels, "dump of a crashed run", "incomplete", ["none"], question="compare", kept_entries=draw.choice([2, 5, 9]))
    # and a run with itself
    add(statistic, levels, "a run compared with itself", "clean", ["none"], same=True)
    return made
