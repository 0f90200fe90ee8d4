# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the recorded operator in PyTorch: python3 run.py [--device cpu|cuda|npu]"""
import argparse

import verdict

numpy, torch = verdict.needed("numpy"), verdict.needed("torch")

try:
    import torch_npu
except ImportError:
    torch_npu = None

# Nothing outside these is ever called: names come from a dump. Of torch itself only what computes with tensors.
LIBRARIES = {
    "Functional": torch.nn.functional,
    "Torch": torch,
    "Tensor": torch.Tensor,
    "VF": torch._VF,
    "Aten": torch.ops.aten,
    "NPU": torch_npu,
}
MODULES = {"Linear": "linear", "Embedding": "embedding"}
ACTIVATIONS = {
    "silu": torch.nn.functional.silu,
    "gelu": torch.nn.functional.gelu,
    "gelu_tanh": lambda x: torch.nn.functional.gelu(x, approximate="tanh"),
    "quick_gelu": lambda x: x * torch.sigmoid(1.702 * x),
    "relu": torch.nn.functional.relu,
}
BITS = {"bfloat16": torch.bfloat16}
for _name in ("float8_e4m3fn", "float8_e5m2"):
    if hasattr(torch, _name):
        BITS[_name] = getattr(torch, _name)


def gated(function):
    """One half of the last axis times the function of the other."""
    def product(x):
        half = x.shape[-1] // 2
        return function(x[..., :half]) * x[..., half:]
    return product


def activation_of(call):
    """Of the functions that the module may be the one that golden follows, else the target."""
    side = "golden" if call["golden"] else "target"
    recorded = call.numbers(side, call["differs"]).astype(numpy.float64)
    best, least = None, None
    for name in call["readings"]:
        is_gated = name.endswith("_and_mul")
        function = ACTIVATIONS[name[:-len("_and_mul")] if is_gated else name]
        function = gated(function) if is_gated else function
        arguments, keywords = Builder(call, side, True, "cpu").arguments()
        made = function(*arguments, **keywords).numpy()
        if made.shape != recorded.shape:
            continue
        error = float(numpy.linalg.norm(numpy.nan_to_num(made - recorded)))
        if least is None or error < least:
            best, least, chosen = function, error, name
    if best is None:
        raise verdict.CannotRun("none of %s gives the shape of %s" % (", ".join(call["readings"]), call["differs"]))
    print("taken to be %s: of %s it is nearest to what %s has" % (chosen, ", ".join(call["readings"]), side))
    return best


def function_of(call):
    library, name = call["library"], call["function"]
    if library == "Activation":
        return activation_of(call)
    if library == "Module":
        library, name = "Functional", MODULES.get(name, "")
    owner = LIBRARIES.get(library)
    is_known = owner is not None and name.isidentifier() and (
        library != "Torch" or hasattr(torch._C._VariableFunctions, name) or hasattr(torch.functional, name))
    # Files of any name can be mapped into a tensor, and written through it.
    function = getattr(owner, name, None) if is_known and "file" not in name and "storage" not in name else None
    if not callable(function) or isinstance(function, type):
        raise verdict.CannotRun("%s.%s is not in this version of PyTorch (%s)" % (library, name, torch.__version__))
    return function


class Builder:
    """Arguments of one side, as recorded or in float64, there shaken by `unit`."""

    def __init__(self, call, side, exact, device, unit=0.0):
        self.call, self.side, self.exact, self.device, self.unit = call, side, exact, device, unit
        self.made = []  # tensors among the arguments, and whether they need a gradient; None: not recorded

    def tensor(self, key):
        stored, dtype = self.call.stored(self.side, key), self.call.dtype(self.side, key)
        if self.exact:
            numbers = self.call.numbers(self.side, key)
            exact = numbers.astype(numpy.float64) if numbers.dtype.kind == "f" else numbers
            return torch.from_numpy(numpy.array(verdict.shaken(exact, self.unit), order="C"))
        if dtype in BITS:
            integer = numpy.int16 if stored.dtype.itemsize == 2 else numpy.uint8
            made = torch.from_numpy(stored.view(integer).copy()).view(BITS[dtype])
        elif dtype in verdict.SMALL_FLOATS:
            raise verdict.CannotRun("this version of PyTorch has no %s" % dtype)
        else:
            made = torch.from_numpy(numpy.array(stored, order="C"))
        return made.to(self.device)

    def plain(self, kind, value):
        if kind == "None":
            return None
        if kind == "bool":
            return value in ("True", "true", "1")
        if kind in ("int", "float"):
            return {"int": int, "float": float}[kind](value)
        if kind == "str":
            if "/" in value or "\\" in value:
                raise verdict.CannotRun("a word among the arguments could be a path: %s" % value)
            return value
        if kind == "torch.dtype":
            dtype = getattr(torch, value.split(".")[-1], None)
            if isinstance(dtype, torch.dtype):
                return torch.float64 if self.exact and dtype.is_floating_point else dtype
        if kind == "torch.device":
            return torch.device("cpu" if self.exact else self.device)
        raise verdict.CannotRun("an argument of type %s cannot be made again: %s" % (kind, value))

    def value(self, entry):
        if "tensor" in entry:
            key = entry["tensor"]
            made = self.tensor(key)
            self.made.append((made, self.call["tensors"][self.side][key]["requires_grad"]))
            return made
        if "list" in entry:
            return [self.value(item) for item in entry["list"]]
        return self.plain(entry["type"], entry["value"])

    def arguments(self):
        """Positional ones and those by name. Without a tensor nothing is computed, and nothing called."""
        given = self.call["arguments"][self.side]
        made = ([self.value(entry) for entry in given["positional"]],
                {name: self.value(entry) for name, entry in given["keywords"].items()})
        if not self.made:
            raise verdict.CannotRun("no tensor is among the arguments")
        return made


def flat(value):
    if isinstance(value, (list, tuple)):
        return [one for part in value for one in flat(part)]
    return [value]


def copied(value):
    if isinstance(value, (list, tuple)):
        return [copied(one) for one in value]
    return value.clone() if isinstance(value, torch.Tensor) else value


def gradient(function, builder, arguments, keywords):
    """Of the gradients of the arguments the one that was recorded as the accused output."""
    call, side = builder.call, builder.side
    leaves = [leaf for leaf, needs in builder.made if needs is not False and leaf.is_floating_point()]
    for leaf in leaves:
        leaf.requires_grad_(True)
    # An operator in place may not write into what a gradient is asked for.
    arguments, keywords = copied(arguments), {name: copied(value) for name, value in keywords.items()}
    made = [one for one in flat(function(*arguments, **keywords)) if isinstance(one, torch.Tensor) and one.requires_grad]
    given = [builder.tensor(key) for key in call["gradients"]]
    pairs = [(a, b) for a, b in zip(made, given) if a.shape == b.shape]
    if not pairs:
        raise verdict.CannotRun("no gradient was recorded that fits the output of the forward operator")
    gradients = torch.autograd.grad([a for a, _ in pairs], leaves, [b for _, b in pairs], allow_unused=True)
    # Hooks give them in the order of the last step of the operator, that of a weight perhaps transposed.
    recorded = torch.from_numpy(call.numbers(side, call["differs"]).astype(numpy.float64))
    there = [g for g in gradients if g is not None]
    there += [g.t() for g in there if g.dim() == 2]
    fitting = [g for g in there if g.shape == recorded.shape]
    if not fitting:
        raise verdict.CannotRun("%s is no gradient of an argument: msprobe recorded a step of the operator" % call["differs"])
    return min(fitting, key=lambda g: float(torch.linalg.vector_norm((g.cpu().to(torch.float64) - recorded).nan_to_num())))


def prepare(call):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", default="npu" if torch_npu is not None and torch.npu.is_available() else "cpu")
    device = parser.parse_args().device
    function = function_of(call)
    position = int(call["differs"].split(".")[1])

    def result(side, exact, unit=0.0):
        builder = Builder(call, side, exact, device, unit)
        arguments, keywords = builder.arguments()
        if call["backward"]:
            made = gradient(function, builder, arguments, keywords)
        else:
            with torch.no_grad():
                outputs = flat(function(*arguments, **keywords))
            if position >= len(outputs) or not isinstance(outputs[position], torch.Tensor):
                raise verdict.CannotRun("the operator gives no %s" % call["differs"])
            made = outputs[position]
        made = made.detach().cpu()
        return (made.to(torch.float64) if made.is_floating_point() else made).numpy()

    print("PyTorch %s%s" % (torch.__version__, ", torch_npu %s" % torch_npu.__version__ if torch_npu else ""))
    return (lambda side, unit: result(side, True, unit)), (lambda side: result(side, False)), device


verdict.main(prepare)
