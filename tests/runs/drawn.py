# SPDX-License-Identifier: GPL-3.0-or-later
"""A set of any size, drawn from one number: kinds of runs and faults, each with models, sizes and noise that it can have."""
import random

from cases import case

DECODERS = ["llama", "qwen2", "mixtral", "qwen3", "mistral"]
NETS = ["convnet", "vit", "bert", "gpt2", "resnet"]
# Where each kind of model keeps what a fault is planted in; %d is the layer.
MATRICES = {
    "decoder": ["model.layers.%d.self_attn.q_proj", "model.layers.%d.self_attn.k_proj", "model.layers.%d.self_attn.v_proj", "model.layers.%d.self_attn.o_proj",
                "model.layers.%d.mlp.gate_proj", "model.layers.%d.mlp.up_proj", "model.layers.%d.mlp.down_proj"],
    "convnet": ["layers.%d.conv1", "layers.%d.conv2", "stem", "head"],
    "vit": ["vit.layers.%d.attention.q_proj", "vit.layers.%d.attention.o_proj", "vit.layers.%d.mlp.fc1", "vit.layers.%d.mlp.fc2"],
    "bert": ["bert.encoder.layer.%d.attention.self.query", "bert.encoder.layer.%d.attention.output.dense", "bert.encoder.layer.%d.intermediate.dense"],
    "gpt2": ["transformer.h.%d.attn.c_attn", "transformer.h.%d.attn.c_proj", "transformer.h.%d.mlp.c_fc", "transformer.h.%d.mlp.c_proj"],
    "resnet": ["resnet.encoder.stages.%d.layers.0.layer.0.convolution", "resnet.encoder.stages.%d.layers.0.layer.1.convolution"],
}
EPSILONS = {
    "decoder": [("model.layers.%d.input_layernorm.variance_epsilon", [0.02, 0.1]), ("model.layers.%d.post_attention_layernorm.variance_epsilon", [0.02, 0.1])],
    "convnet": [("layers.%d.bn1.eps", [0.05, 0.3]), ("layers.%d.bn2.eps", [0.05, 0.3])],
    "vit": [("vit.layers.%d.layernorm_before.eps", [0.05, 0.2]), ("vit.layers.%d.layernorm_after.eps", [0.05, 0.2])],
    "bert": [("bert.encoder.layer.%d.attention.output.LayerNorm.eps", [0.05, 0.2]), ("bert.encoder.layer.%d.output.LayerNorm.eps", [0.05, 0.2])],
    "gpt2": [("transformer.h.%d.ln_1.eps", [0.05, 0.2]), ("transformer.h.%d.ln_2.eps", [0.05, 0.2])],
    "resnet": [("resnet.encoder.stages.%d.layers.0.layer.0.normalization.eps", [0.05, 0.3])],
}
SCALES = {"decoder": "model.layers.%d.self_attn.scaling", "vit": "vit.layers.%d.attention.scaling",
          "bert": "bert.encoder.layer.%d.attention.self.scaling", "gpt2": None, "convnet": None, "resnet": None}
OPERATORS = {
    "decoder": [("Functional.silu", ["scale", "clamp", "element", "channel", "bf16"]), ("Functional.linear", ["scale", "shift", "channel"]), ("Functional.softmax", ["axis", "scale"]),
                ("Torch.matmul", ["scale", "element"]), ("Torch.rsqrt", ["scale"]), ("Tensor.__add__", ["drop"])],
    "convnet": [("Functional.conv2d", ["no-bias", "scale", "channel"]), ("Functional.relu", ["clamp", "scale"]), ("Functional.batch_norm", ["scale", "shift"]), ("Tensor.__add__", ["drop"])],
    "vit": [("Functional.gelu", ["scale", "clamp", "bf16"]), ("Functional.linear", ["no-bias", "shift"]), ("Functional.layer_norm", ["scale", "no-bias"]), ("Functional.softmax", ["axis"]),
            ("Tensor.__add__", ["drop"])],
    "bert": [("Functional.gelu", ["scale", "element"]), ("Functional.linear", ["no-bias", "channel"]), ("Functional.layer_norm", ["scale"]), ("Functional.softmax", ["axis", "scale"]),
             ("Tensor.__add__", ["drop"])],
    "gpt2": [("Torch.addmm", ["scale", "channel"]), ("Functional.layer_norm", ["scale", "shift"]), ("Torch.tanh", ["scale", "clamp"]), ("Functional.softmax", ["axis"]), ("Tensor.__add__", ["drop"])],
    "resnet": [("Functional.conv2d", ["scale", "channel"]), ("Functional.relu", ["clamp", "scale"]), ("Functional.batch_norm", ["scale"])],
}


class Draw:
    def __init__(self, seed, models):
        self.chance = random.Random(seed)
        self.models = models
        self.made = []

    def pick(self, values):
        return self.chance.choice(values)

    def config(self, model, tensor, ranks):
        heads, width = self.pick([(2, 8), (4, 8), (2, 12), (6, 4), (4, 6)])
        layers = 1 if tensor or ranks > 2 else self.pick([1, 2, 2, 3])
        config = dict(hidden=heads * width, inner=self.pick([24, 32, 40, 56]), layers=layers, heads=heads, kv=self.pick([1, heads]), vocab=self.pick([53, 71, 97]),
                      length=self.pick([7, 8, 10, 12]), batch=self.pick([2, 3, 4]), classes=self.pick([5, 7, 10]), pixels=self.pick([8, 16]))
        if model in ("convnet", "resnet"):
            config.update(batch=self.pick([4, 6, 8]), pixels=16)
        return config

    def add(self, detail, expected, noises, fault=None, models=None, modes=("statistics", "statistics", "statistics", "tensor"), **more):
        models = [model for model in self.models if model in (models or self.models)]
        if not models:
            return
        model, mode = self.pick(models), self.pick(modes)
        spec = case("", model, self.config(model, mode == "tensor", more.get("ranks", 0)), self.pick(more.pop("levels", ["L0", "L1", "mix"])), mode, detail, expected,
                    seed=1000 + self.chance.randrange(90000), noise=self.pick([noise for noise in noises if can(model, noise)] or ["reorder"]), **more)
        if model in ("convnet", "resnet"):
            spec.pop("mask", None)
        if spec["noise"] in ("none",) and expected != "nan" and mode == "statistics" and self.chance.random() < 0.3:
            spec["mode"] = self.pick(["md5", "xor"])
            spec["question"] = "compare" if spec["mode"] == "xor" else spec["question"]
        if fault:
            spec["fault"] = fault(spec)
        if spec.get("fault", True) is not None:  # not every model has what is to be wrong
            self.made.append(spec)

    # where a fault is
    def layer(self, spec, path):
        return path % self.chance.randrange(spec["config"]["layers"]) if "%" in path else path

    def matrix(self, spec):
        places = MATRICES[family(spec["model"])]
        if spec["model"] == "mixtral":
            places = [place for place in places if "mlp" not in place]
        return self.layer(spec, self.pick(places)) + ".weight"

    def weight(self, *hows):
        return lambda spec: dict(at="weight", param=self.matrix(spec), **self.pick(hows))

    def epsilon(self, spec):
        path, values = self.pick(EPSILONS[family(spec["model"])])
        return dict(at="attribute", path=self.layer(spec, path), value=self.pick(values))

    def scale(self, spec):
        path = SCALES[family(spec["model"])]
        return path and dict(at="attribute", path=self.layer(spec, path), value=self.pick([0.1, 0.7, 1.0]))

    def operator(self, spec):
        api, hows = self.pick(OPERATORS[family(spec["model"])])
        how = self.pick(hows)
        if how == "bf16" and spec["noise"] not in ("none", "reorder", "threads", "sdpa"):
            how = "scale"
        by = {"scale": self.pick([0.5, 0.8, 1.3, 2.0]), "clamp": 0.3, "shift": 0.5, "element": 8.0}.get(how, 1.0)
        return dict(at="op", api=api, call=self.chance.randrange(2), how=how, by=by, index=self.chance.randrange(50))


def can(model, noise):
    return not (noise == "sdpa" and model in ("convnet", "resnet") or noise == "reorder" and model in ("convnet", "resnet") or noise == "fp16" and model in ("convnet", "resnet"))


def family(model):
    return "decoder" if model in DECODERS else model


def clean_kinds(draw):
    half, any_noise = ["bf16", "autocast"], ["bf16", "autocast", "reorder", "sdpa", "threads", "fp16"]
    text = [model for model in draw.models if model not in ("convnet", "resnet", "vit")]
    decoders = [model for model in draw.models if model in DECODERS]
    return [
        lambda: draw.add("other precision or order", "clean", any_noise),
        lambda: draw.add("other precision, a net that is no decoder", "clean", half, models=NETS),
        lambda: draw.add("batch norm, two steps", "clean", half + ["threads"], models=["convnet", "resnet"], steps=2, optimizer=draw.pick(["sgd", "adam"])),
        lambda: draw.add("steps of an optimizer that scales gradients", "clean", half + ["reorder"], steps=draw.pick([2, 3]), optimizer=draw.pick(["adam", "adamw"])),
        lambda: draw.add("the optimizer within the dump", "clean", half + ["reorder"], steps=2, optimizer="adamw", optimizer_inside=True, levels=["L1", "mix"]),
        lambda: draw.add("padded rows", "clean", half, models=text, padding=draw.pick([1, 2])),
        lambda: draw.add("a mask that the half type cannot hold", "clean", ["fp16"], models=decoders, mask=draw.pick(["-1e9", "-1e5"])),
        lambda: draw.add("a mask of -1e4", "clean", half, models=decoders, mask="-1e4"),
        lambda: draw.add("a router that nearly ties", "clean", half + ["reorder"], models=["mixtral"], near_ties=True),
        lambda: draw.add("two ranks, three steps", "clean", half + ["reorder"], models=text, ranks=2, steps=3, optimizer=draw.pick(["sgd", "adam"])),
        lambda: draw.add("the same run twice", "clean", ["none"], modes=["md5", "xor", "statistics", "tensor"], steps=2, models=[m for m in draw.models if m != "mixtral"]),
    ]


def fault_kinds(draw):
    half, quiet = ["bf16", "autocast"], ["none", "reorder", "threads"]
    any_noise = half + quiet + ["sdpa"]
    decoders = [model for model in draw.models if model in DECODERS]
    ranked = dict(ranks=2, fault_rank=draw.pick([0, 1]), models=[model for model in draw.models if model not in ("convnet", "resnet")])
    return [
        lambda: draw.add("weight scaled or noisy", "fault", any_noise, draw.weight(dict(how="scale", by=1.3), dict(how="scale", by=0.5), dict(how="noise", by=0.3), dict(how="row", by=3.0))),
        lambda: draw.add("one element of a weight", "fault", quiet, draw.weight(dict(how="element", by=8.0))),
        lambda: draw.add("epsilon of a norm", "fault", any_noise, draw.epsilon),
        lambda: draw.add("epsilon of a batch norm", "fault", half + quiet, draw.epsilon, models=["convnet", "resnet"], modes=["statistics"]),
        lambda: draw.add("scale of attention", "fault", any_noise, draw.scale, models=[model for model in draw.models if SCALES[family(model)]]),
        lambda: draw.add("base of rope", "fault", half + quiet, lambda spec: dict(at="theta", value=draw.pick([100.0, 500.0])), models=decoders),
        lambda: draw.add("wrong operator", "fault", half + quiet, draw.operator),
        lambda: draw.add("wrong operator", "fault", half + quiet, draw.operator),
        lambda: draw.add("wrong operator of a net", "fault", half + quiet, draw.operator, models=NETS),
        lambda: draw.add("gradient of an operator scaled", "fault", half + quiet, lambda spec: dict(
            at="grad-op", api={"decoder": "Functional.silu", "vit": "Functional.gelu", "bert": "Functional.gelu", "gpt2": "Torch.tanh"}.get(family(spec["model"]), "Functional.relu"),
            call=0, by=draw.pick([0.3, 2.0, 3.0])), levels=["L1", "mix"]),
        lambda: draw.add("gradient of a weight scaled", "fault", half + quiet, lambda spec: dict(
            at="gradient", param=draw.matrix(spec), how=draw.pick(["scale", "row"]), by=draw.pick([0.2, 3.0])), levels=["L0", "mix"]),
        lambda: draw.add("gradient of a weight scaled on one rank", "fault", half + quiet, lambda spec: dict(
            at="gradient", param=draw.matrix(spec), how="scale", by=draw.pick([0.2, 3.0])), levels=["L0", "mix"], **ranked),
        lambda: draw.add("weight of one rank", "fault", half + quiet, draw.weight(dict(how="scale", by=1.4), dict(how="noise", by=0.3)), **ranked),
        lambda: draw.add("an optimizer that spoils a weight", "fault", half + ["reorder"], lambda spec: dict(
            at="optimizer", param=draw.matrix(spec), how=draw.pick(["scale", "row"]), by=draw.pick([1.5, 3.0]), step=draw.pick([0, 1])), steps=3, optimizer=draw.pick(["adam", "adamw", "sgd"])),
        lambda: draw.add("a setting of the optimizer", "fault", half + quiet, lambda spec: dict(at="setting", settings=draw.pick([
            dict(lr=0.02), dict(lr=0.005), dict(betas=(0.5, 0.999)), dict(weight_decay=1.0)])), steps=3, optimizer="adamw"),
        lambda: draw.add("a loss that is scaled", "fault", half + quiet, lambda spec: dict(at="loss", by=draw.pick([0.5, 2.0]))),
        lambda: draw.add("one token of the data", "fault", half + quiet, lambda spec: dict(at="data", index=draw.chance.randrange(30), value=1),
                         models=[model for model in draw.models if model not in ("convnet", "resnet", "vit")]),
        lambda: draw.add("an operator golden lacks", "fault", half + quiet, lambda spec: dict(at="extra", path=draw.matrix(spec)[:-7], api=draw.pick(["Torch.tanh", "Torch.abs"])), levels=["L1", "mix"]),
        lambda: draw.add("NaN or infinity in a weight", "nan", half + quiet, draw.weight(dict(how="nan"), dict(how="inf"), dict(how="all-nan"))),
        lambda: draw.add("NaN in a weight of one rank", "nan", half + quiet, draw.weight(dict(how="nan")), **ranked),
        lambda: draw.add("NaN in an operator", "nan", half + quiet, lambda spec: dict(draw.operator(spec), how=draw.pick(["nan", "inf"])), levels=["L1", "mix"]),
        lambda: draw.add("NaN in a gradient", "nan", half + quiet, lambda spec: dict(at="gradient", param=draw.matrix(spec), how=draw.pick(["nan", "inf"])), levels=["L0", "mix"]),
        lambda: draw.add("an optimizer that makes NaN", "nan", half + quiet, lambda spec: dict(at="optimizer", param=draw.matrix(spec), how="nan"), steps=2, optimizer="adam"),
        lambda: draw.add("NaN of an operator golden lacks", "nan", half + quiet, lambda spec: dict(at="extra", path=draw.matrix(spec)[:-7], api=draw.pick(["Torch.sqrt", "Torch.log"])), levels=["L1", "mix"]),
        lambda: draw.add("a row under a mask of -inf", "nan", half + quiet, lambda spec: dict(at="mask", value="-inf", padding=spec["config"]["length"] - 1), models=decoders, mask="-1e4",
                         levels=["L1", "mix"]),
    ]


def precision_kinds(draw):
    """Clean runs in another precision alone, of every kind of net, level, summary and optimizer."""
    half = ["bf16", "bf16", "autocast", "fp16", "autocast16", "rounded"]
    images, text = ["convnet", "resnet", "vit"], [model for model in draw.models if model not in ("convnet", "resnet", "vit")]
    decoders = [model for model in draw.models if model in DECODERS]
    modes = ("statistics", "statistics", "tensor", "md5")
    scaled = dict(steps=draw.pick([2, 3]), optimizer=draw.pick(["adam", "adamw", "sgd"]), finite=True)
    return [
        lambda: draw.add("another precision, one step", "clean", half, modes=modes),
        lambda: draw.add("another precision, batch norm, one step", "clean", ["bf16", "autocast"], models=["convnet", "resnet"], modes=("statistics", "tensor")),
        lambda: draw.add("another precision, experts", "clean", half, models=["mixtral"], modes=("statistics", "tensor")),
        lambda: draw.add("another precision, decoders on two ranks", "clean", half, models=decoders, ranks=2, modes=("statistics",), **scaled),
        lambda: draw.add("another precision, nets of images", "clean", half, models=images, modes=modes, **scaled),
        lambda: draw.add("another precision, encoders and decoders", "clean", half, models=[model for model in text if model in ("t5", "bert", "gpt2")], **scaled),
        lambda: draw.add("rounded weights", "clean", ["rounded"], modes=("statistics", "tensor"), **scaled),
        lambda: draw.add("another precision, modules alone", "clean", half, levels=["L0"], **scaled),
    ]


def update_kinds(draw):
    """Faults of optimizers, and arguments of operators that one side alone has."""
    noises = ["none", "bf16", "autocast", "reorder"]
    decoders = [model for model in draw.models if model in DECODERS]

    def setting(**settings):
        return lambda spec: dict(at="setting", settings=settings)
    adam = draw.pick(["adam", "adamw"])
    return [
        lambda: draw.add("another beta of Adam", "fault", noises, setting(betas=draw.pick([(0.5, 0.999), (0.9, 0.9), (0.8, 0.95)])), steps=3, optimizer=adam),
        lambda: draw.add("another rate", "fault", noises, setting(lr=draw.pick([0.02, 0.005, 0.012])), steps=2, optimizer=draw.pick(["adam", "sgd"])),
        lambda: draw.add("another epsilon of Adam", "fault", noises, setting(eps=draw.pick([1e-3, 1e-2])), steps=2, optimizer=adam),
        lambda: draw.add("weight decay", "fault", noises, setting(weight_decay=draw.pick([1.0, 3.0])), steps=2, optimizer="adamw"),
        lambda: draw.add("a step that is left out", "fault", noises, lambda spec: dict(at="skipped", step=draw.pick([0, 1])), steps=3, optimizer=draw.pick(["adam", "sgd"])),
        lambda: draw.add("another momentum", "fault", noises, setting(momentum=0.5), steps=3, optimizer="sgd", settings=dict(momentum=0.9)),
        lambda: draw.add("an argument that the target leaves out", "fault", ["none", "bf16", "threads"], lambda spec: dict(
            at="argument", api="Functional.scaled_dot_product_attention", name="is_causal"), models=decoders, levels=["L1", "mix"], attention="sdpa"),
        lambda: draw.add("an argument golden is not called with", "fault", ["none", "bf16", "threads"], lambda spec: dict(
            at="argument", api="Functional.cross_entropy", name="label_smoothing", instead=dict(label_smoothing=draw.pick([0.2, 0.4]))), models=decoders, levels=["L1", "mix"]),
    ]


KINDS = {"all": (fault_kinds, clean_kinds), "precision": (update_kinds, precision_kinds)}


def drawn(seed, faults, clean, models=None, kinds="all"):
    """Each kind in turn. Of one seed the first cases of a smaller set are those of a larger one."""
    found = []
    for makers, count, letter, stream in zip(KINDS[kinds], (faults, clean), "fc", (1, 2)):
        draw = Draw(seed * 10 + stream, models or DECODERS + NETS + (["t5"] if kinds == "precision" else []))
        place = 0
        while len(draw.made) < count:
            kinds_now = makers(draw)
            kinds_now[place % len(kinds_now)]()
            place += 1
        for number, spec in enumerate(draw.made):
            spec["id"] = "%s%03d" % (letter, number + 1)
        found += draw.made
    return found
