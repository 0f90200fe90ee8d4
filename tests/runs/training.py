# SPDX-License-Identifier: GPL-3.0-or-later
"""One run of a small random model under msprobe, with a fault or without. Needs torch, transformers and msprobe."""
import contextlib
import json
import math
import os
import socket
import threading

import torch
import torch.nn.functional as F
import transformers
from msprobe.core.dump.hook_manager import BaseHookManager
from msprobe.pytorch import PrecisionDebugger

import nets

MODELS = {"llama": ("LlamaConfig", "LlamaForCausalLM"), "qwen2": ("Qwen2Config", "Qwen2ForCausalLM"),
          "mixtral": ("MixtralConfig", "MixtralForCausalLM"), "qwen3": ("Qwen3Config", "Qwen3ForCausalLM"),
          "mistral": ("MistralConfig", "MistralForCausalLM")}
SPACES = {"Functional": F, "Torch": torch, "Tensor": torch.Tensor}


@contextlib.contextmanager
def unrecorded():
    """What makes a fault is not dumped: msprobe thinks it is within an operator."""
    thread = threading.get_ident()
    before, BaseHookManager.inner_switch[thread] = BaseHookManager.inner_switch[thread], True
    try:
        yield
    finally:
        BaseHookManager.inner_switch[thread] = before


def reordered_products():
    """Products of matrices sum their two halves the other way round: other last digits, the same operators and gradients."""
    def halves(a, b):
        half = a.shape[1] // 2
        with unrecorded():
            later, earlier = (torch.ops.aten.bmm(a[None, :, part], b[None, part])[0] for part in (slice(half, None), slice(0, half)))
            return later + earlier

    def added(bias, a, b, *, beta=1, alpha=1):
        with unrecorded():
            return halves(a, b) * alpha + bias * beta
    library = torch.library.Library("aten", "IMPL")
    library.impl("mm", halves, "CPU")
    library.impl("addmm", added, "CPU")
    return library


class WrongGradient(torch.autograd.Function):
    """An operator of one tensor whose derivative is scaled. One node, so that msprobe sees its true wrong output."""
    @staticmethod
    def forward(ctx, original, by, rest, kwargs, x):
        ctx.again = lambda at: original(at, *rest, **kwargs)
        ctx.by = by
        ctx.save_for_backward(x)
        return ctx.again(x)

    @staticmethod
    def backward(ctx, gradient):
        with unrecorded(), torch.enable_grad():
            x = ctx.saved_tensors[0].detach().requires_grad_()
            own, = torch.autograd.grad(ctx.again(x), x, gradient)
            return None, None, None, None, own.detach() * ctx.by


class ToShards(torch.autograd.Function):
    """Tensor parallel: the same input for every shard, their gradients added up."""
    @staticmethod
    def forward(ctx, x):
        return x.view_as(x)

    @staticmethod
    def backward(ctx, gradient):
        gradient = gradient.clone()
        torch.distributed.all_reduce(gradient)
        return gradient


class FromShards(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x = x.clone()
        torch.distributed.all_reduce(x)
        return x

    @staticmethod
    def backward(ctx, gradient):
        return gradient


def spoil(tensor, fault, seed=5):
    """A wrong value of a weight or gradient, in place or as a copy."""
    how, by = fault["how"], fault.get("by", 1.0)
    index = tuple(i % n for i, n in zip(fault.get("index", [3, 5]), tensor.shape))
    with torch.no_grad():
        if how == "scale":
            tensor.mul_(by)
        elif how == "element":
            tensor[index] += by * tensor.float().std().item()
        elif how == "row":
            tensor[index[0]] *= by
        elif how == "transpose":
            tensor.copy_(tensor.t().clone())
        elif how == "noise":
            generator = torch.Generator().manual_seed(seed)
            tensor.add_(torch.randn(tensor.shape, generator=generator).to(tensor.dtype) * by * tensor.float().std().item())
        elif how in ("nan", "inf", "-inf"):
            tensor[index] = float(how)
        elif how == "all-nan":
            tensor.fill_(float("nan"))
        elif how == "last-bit":
            flip_last_bit(tensor)
        else:
            raise ValueError(how)
    return tensor


def statistics(tensor):
    return tuple(f(tensor).item() for f in (torch.max, torch.min, torch.mean, torch.norm))


def flip_last_bit(tensor):
    """Of the first element whose last bit none of the four statistics shows."""
    before, flat = statistics(tensor), tensor.view(-1)
    for i in range(flat.numel()):
        old = flat[i].item()
        flat[i] = torch.nextafter(flat[i], torch.tensor(math.inf, dtype=flat.dtype))
        if statistics(tensor) == before:
            return
        flat[i] = old
    raise ValueError("every last bit shows")


class Run:
    def __init__(self, spec, role, out, level=None, task=None, summary=None, rank=None):
        self.spec, self.role, self.out, self.rank = spec, role, out, rank
        self.noise = spec.get("noise", "none") if role != "golden" else "none"
        faulty = role == "target" and (rank is None or spec.get("fault_rank") in (None, rank))
        self.fault = spec.get("fault") if faulty else None
        self.level, self.task, self.summary = level or spec["level"], task or spec["task"], summary or spec["mode"]
        self.step, self.calls = 0, {}

    # the model
    def config(self):
        c = self.spec["config"]
        shards = self.shards()
        values = dict(hidden_size=c["hidden"], intermediate_size=c["inner"] // shards, num_hidden_layers=c["layers"], num_attention_heads=c["heads"] // shards,
                      num_key_value_heads=c["kv"] // shards, vocab_size=c["vocab"], max_position_embeddings=64, use_cache=False,
                      head_dim=c["hidden"] // c["heads"], pad_token_id=0, bos_token_id=1, eos_token_id=2, attention_dropout=0.0)
        if self.spec["model"] == "mixtral":
            values.update(num_local_experts=c.get("experts", 4), num_experts_per_tok=2)
        if self.fault and self.fault["at"] == "theta":
            values["rope_parameters"] = {"rope_type": "default", "rope_theta": self.fault["value"]}
        values["attn_implementation"] = self.kernel()
        config = getattr(transformers, MODELS[self.spec["model"]][0])(**values)
        if self.spec["model"] == "mixtral":
            config._experts_implementation = "eager"
        return config

    def is_net(self):
        return self.spec["model"] in nets.NETS

    def kernel(self):
        return "sdpa" if self.noise == "sdpa" else self.spec.get("attention", "eager")

    def shards(self):
        return 2 if self.role != "golden" and self.spec.get("shards") else 1

    def build(self):
        torch.manual_seed(self.spec["seed"])
        if self.is_net():
            model = nets.NETS[self.spec["model"]](self.spec["config"], self.kernel())
        else:
            model = getattr(transformers, MODELS[self.spec["model"]][1])(self.config())
        generator = torch.Generator().manual_seed(self.spec["seed"])
        with torch.no_grad():
            for name, parameter in sorted(model.named_parameters()):
                full = list(parameter.shape)
                axis = self.axis(name)
                if axis is not None:
                    full[axis] *= self.shards()
                if parameter.dim() == 1:
                    value = torch.randn(full, generator=generator) * 0.2 + (0 if name.endswith("bias") else 1)
                elif self.is_net():
                    value = torch.randn(full, generator=generator) * nets.spread(parameter, name)
                else:
                    value = torch.randn(full, generator=generator) * (1.0 if "embed" in name else 1 / math.sqrt(full[-1]))
                if self.spec.get("near_ties") and name.endswith("gate.weight"):
                    value = value[:1] + value * 1e-3
                if axis is not None and self.shards() > 1:
                    value = value.chunk(self.shards(), axis)[self.rank]
                parameter.copy_(value)
        model.train()
        if self.shards() > 1:
            self.parallelise(model)
        if self.noise == "bf16" or self.spec.get("dtype") == "bfloat16":
            model = model.to(torch.bfloat16)
        if self.noise == "fp16":
            model = model.to(torch.float16)
        if self.noise == "rounded":
            model = model.to(torch.bfloat16).to(torch.float32)
        return model

    def axis(self, name):
        if not self.spec.get("shards"):
            return None
        for key, axis in (("q_proj", 0), ("k_proj", 0), ("v_proj", 0), ("gate_proj", 0), ("up_proj", 0), ("o_proj", 1), ("down_proj", 1)):
            if key in name:
                return axis
        return None

    @staticmethod
    def parallelise(model):
        for layer in model.model.layers:
            for part, last in ((layer.self_attn, layer.self_attn.o_proj), (layer.mlp, layer.mlp.down_proj)):
                def forward(*args, _inner=part.forward, **kwargs):
                    if args:
                        args = (ToShards.apply(args[0]),) + args[1:]
                    else:
                        kwargs["hidden_states"] = ToShards.apply(kwargs["hidden_states"])
                    return _inner(*args, **kwargs)
                part.forward = forward
                last.forward = lambda x, _inner=last.forward: FromShards.apply(_inner(x))

    # faults and noise
    def patch(self, api, make):
        space, name = SPACES[api.split(".")[0]], api.split(".")[1]
        original = getattr(space, name)

        def patched(*args, **kwargs):
            call = self.calls.get((self.step, api), 0)
            self.calls[(self.step, api)] = call + 1
            return make(original, call, args, kwargs)
        setattr(space, name, patched)

    def plant_operators(self):
        fault = self.fault
        if self.noise == "reorder":
            self.library = reordered_products()
        if fault is None or fault["at"] not in ("op", "grad-op"):
            return

        def wrong(original, call, args, kwargs):
            if call != fault["call"] or self.step != fault.get("step", 0):
                return original(*args, **kwargs)
            if fault["at"] == "grad-op":
                return WrongGradient.apply(original, float(fault["by"]), args[1:], kwargs, args[0])
            how, by = fault["how"], fault.get("by", 1.0)
            if how == "no-bias":
                return original(*args[:2], **dict(kwargs, bias=None))
            if how == "axis":
                return original(*args, **dict(kwargs, dim=-2))
            result = original(*args, **kwargs)
            with unrecorded():
                return self.spoiled(result, args, how, by)
        self.patch(fault["api"], wrong)

    @contextlib.contextmanager
    def other_arguments(self):
        """An operator is called with an argument that golden's call has not, or without one that it has; the dump shows it."""
        if not (self.fault and self.fault["at"] == "argument"):
            yield
            return
        space, name = SPACES[self.fault["api"].split(".")[0]], self.fault["api"].split(".")[1]
        recorded = getattr(space, name)

        def called(*args, **kwargs):
            kept = {key: value for key, value in kwargs.items() if key != self.fault["name"]}
            return recorded(*args, **kept, **self.fault.get("instead", {}))
        setattr(space, name, called)
        try:
            yield
        finally:
            setattr(space, name, recorded)

    def spoiled(self, result, args, how, by):
        """A wrong result of an operator, which shows nothing of how it was made."""
        if how == "scale":
            return result * by
        if how == "drop":
            # a residual that is lost; a product that is not made
            return args[1] + torch.zeros_like(result)
        if how == "shift":
            return result + by * result.detach().float().std().item()
        if how == "channel":
            return result * (torch.arange(result.shape[-1]) != self.fault.get("index", 7) % result.shape[-1]).to(result.dtype)
        if how == "bf16":
            return result.to(torch.bfloat16).to(result.dtype)
        if how == "clamp":
            return result.clamp(-by, by)
        mask = torch.zeros(result.numel(), dtype=result.dtype)
        mask[self.fault.get("index", 7) % result.numel()] = by * result.detach().float().std().item() if how == "element" else float(how)
        return result + mask.reshape(result.shape)

    def plant_model(self, model):
        fault = self.fault
        if fault is None:
            return
        if fault["at"] == "weight":
            spoil(model.get_parameter(fault["param"]), fault)
        elif fault["at"] == "attribute":
            path, name = fault["path"].rsplit(".", 1)
            module = model.get_submodule(path)
            getattr(module, name)
            setattr(module, name, fault["value"])
        elif fault["at"] == "gradient":
            def wrong(gradient):
                with unrecorded():
                    return spoil(gradient.clone(), fault) if self.step == fault.get("step", 0) else gradient
            model.get_parameter(fault["param"]).register_hook(wrong)
        elif fault["at"] == "extra":
            # an operator that golden does not have
            module = model.get_submodule(fault["path"])
            inner, name = module.forward, fault["api"].split(".")[1]
            module.forward = lambda x, *args, **kwargs: inner(getattr(torch, name)(x), *args, **kwargs)

    def plant_optimizer(self, model, optimizer):
        fault = self.fault
        if fault is None or self.step != fault.get("step", 0):
            return
        if fault["at"] == "optimizer":
            spoil(model.get_parameter(fault["param"]), fault)
        elif fault["at"] == "optimizer-state":
            # seen in the weight only after the next update
            spoil(optimizer.state[model.get_parameter(fault["param"])][fault["state"]], fault)

    # the steps
    def arguments(self, step, dtype):
        """What the model is called with."""
        with unrecorded():
            given = self.data(step, self.chance(step))
            if "pixel_values" in given:
                given["pixel_values"] = given["pixel_values"].to(dtype)
        if "input_ids" in given:
            given["attention_mask"] = self.mask(given["input_ids"], dtype)
        return given

    def data(self, step, generator):
        if self.is_net():
            given = nets.batch(self.spec, generator)
        else:
            c = self.spec["config"]
            ids = torch.randint(3, c["vocab"], (c.get("batch", 2), c["length"]), generator=generator)
            given = {"input_ids": ids, "labels": ids}
        if self.fault and self.fault["at"] == "data" and step == self.fault.get("step", 0):
            name = next(iter(given))
            given[name] = given[name].clone()
            flat = given[name].view(-1)
            # no value: the one beside it once more
            flat[self.fault["index"] % flat.numel()] = self.fault.get("value", flat[self.fault["index"] - 1])
        if self.spec.get("permuted") and self.role != "golden":
            given = {key: value.flip(0) for key, value in given.items()}
        return given

    def chance(self, step):
        return torch.Generator().manual_seed(self.spec["seed"] * 1000 + step * 100 + (self.rank or 0) * (1 - bool(self.spec.get("shards"))))

    def mask(self, ids, dtype):
        kind = self.spec.get("mask", "min")
        fault = self.fault
        padded = self.spec.get("padding", 0)
        if fault and fault["at"] == "mask":
            kind, padded = fault["value"], fault.get("padding", padded)
        n = ids.shape[1]
        if kind == "min" and not padded:
            return None
        if kind == "min":
            plain = torch.ones_like(ids)
            plain[0, :padded] = 0
            return plain
        # a number that the type cannot hold becomes infinite
        mask = torch.triu(torch.full((n, n), float(kind)), 1).to(dtype)
        mask = mask[None, None].repeat(ids.shape[0], 1, 1, 1)
        if padded:
            mask[0, :, :, :padded] = torch.tensor(float(kind)).to(dtype).item()
        return mask

    def debugger(self):
        section = {"scope": [], "list": [], "data_mode": self.spec.get("data_mode", ["all"]), "summary_mode": self.summary}
        config = {"task": self.task, "dump_path": self.out, "rank": [], "step": [], "level": self.level, "extra_info": True,
                  "async_dump": False, self.task: section}
        path = "%s.config%s.json" % (self.out, self.rank or 0)
        with open(path, "w", encoding="utf-8") as file:
            json.dump(config, file)
        return PrecisionDebugger(config_path=path, dump_path=self.out)

    def go(self):
        torch.set_num_threads(2 if self.noise == "threads" else 1)
        self.plant_operators()
        model = self.build()
        debugger = self.debugger()
        self.plant_model(model)
        settings = {"lr": self.spec.get("rate", 0.01), **self.spec.get("settings", {})}
        if self.fault and self.fault["at"] == "setting":
            settings.update(self.fault["settings"])
        optimizer = {"sgd": torch.optim.SGD, "adam": torch.optim.Adam, "adamw": torch.optim.AdamW}[self.spec.get("optimizer", "sgd")](
            model.parameters(), **settings)
        inside = self.spec.get("optimizer_inside", False)
        for step in range(self.spec.get("steps", 1)):
            self.step = step
            debugger.start(model=model)
            given = self.arguments(step, next(model.parameters()).dtype)
            for part in self.micro_batches(given):
                with self.other_arguments(), torch.autocast("cpu", dtype=torch.float16 if self.noise == "autocast16" else torch.bfloat16, enabled=self.noise.startswith("autocast")):
                    loss = model(**part).loss
                if not self.spec.get("forward_only"):
                    loss = self.mean_of_parts(loss)
                    loss.backward(gradient=torch.full_like(loss, self.fault["by"]) if self.fault and self.fault["at"] == "loss" else None)
            if not self.spec.get("forward_only"):
                self.reduce_gradients(model)
                if self.spec.get("clip"):
                    torch.nn.utils.clip_grad_norm_(model.parameters(), self.spec["clip"])
            if inside:
                optimizer.step()
            debugger.stop()
            if not inside and not self.spec.get("forward_only") and not self.skips(step):
                optimizer.step()
            self.plant_optimizer(model, optimizer)
            optimizer.zero_grad()
            debugger.step()

    def parts(self):
        return self.spec.get("micro_batches", 1) if self.role != "golden" else 1

    def micro_batches(self, given):
        if self.parts() == 1:
            return [given]
        with unrecorded():
            parts = {key: value.chunk(self.parts()) for key, value in given.items() if value is not None}
            return [{key: value[i] for key, value in parts.items()} for i in range(self.parts())]

    def mean_of_parts(self, loss):
        return loss / self.parts() if self.parts() > 1 else loss

    def skips(self, step):
        return bool(self.fault) and self.fault["at"] == "skipped" and self.fault["step"] == step

    def reduce_gradients(self, model):
        if self.rank is None or self.spec.get("shards"):
            return
        world = torch.distributed.get_world_size()
        if world == 1:
            return
        for parameter in model.parameters():
            if parameter.grad is not None:
                torch.distributed.all_reduce(parameter.grad)
                parameter.grad /= world


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def child(work):
    """Runs in a process of its own, as msprobe changes torch for good. -> process id"""
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        work()
        code = 0
    except BaseException:  # pylint: disable=broad-except
        import traceback
        traceback.print_exc()
    finally:
        os._exit(code)


def wait(pids):
    codes = [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in pids]
    if any(codes):
        raise RuntimeError("a run failed: %s" % codes)


def dump(spec, role, out, **how):
    """One dump, of all ranks, into the folder `out`."""
    ranks = 1 if role == "golden" and spec.get("shards") else spec.get("ranks", 0)
    os.makedirs(out, exist_ok=True)
    if not ranks:
        wait([child(lambda: quiet(out, lambda: Run(spec, role, out, **how).go()))])
        return
    port = free_port()

    def one(rank):
        os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port), GLOO_SOCKET_IFNAME="lo")
        torch.distributed.init_process_group("gloo", rank=rank, world_size=ranks)
        Run(spec, role, out, rank=rank, **how).go()
        torch.distributed.barrier()
        torch.distributed.destroy_process_group()
    wait([child(lambda rank=rank: quiet("%s.%d" % (out, rank), lambda: one(rank))) for rank in range(ranks)])


def quiet(log, work):
    descriptor = os.open(log + ".log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    os.dup2(descriptor, 1)
    os.dup2(descriptor, 2)
    work()
