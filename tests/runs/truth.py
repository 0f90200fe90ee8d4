# SPDX-License-Identifier: GPL-3.0-or-later
"""Who is at fault, from two runs with checksums or statistics: the target and the same run without its fault (control). Nothing of Dumpscope is used."""
import json
import math
import os


def load(folder):
    """{(step, rank): ({entry: content} in order of execution, {entry: entry around it})}"""
    found = {}
    for step in sorted(os.listdir(folder)):
        for rank in sorted(os.listdir(os.path.join(folder, step))):
            place = os.path.join(folder, step, rank)
            with open(os.path.join(place, "dump.json"), encoding="utf-8") as file:
                data = json.load(file)["data"]
            with open(os.path.join(place, "construct.json"), encoding="utf-8") as file:
                around = json.load(file)
            key = (int(step[4:]), int(rank[4:]) if rank.startswith("rank") else None)
            found[key] = (data, {name: up[0] if isinstance(up, list) else up for name, up in around.items()})
    return found


def parts(name, content):
    given = {key: content.get(key) for key in ("input_args", "input_kwargs", "input", "parameters") if key in content}
    made = content.get("output") if "output" in content else None
    return (None, content) if ".parameters_grad" in name else (given, made)


def tensors(node):
    if isinstance(node, dict):
        if "Max" in node:
            yield node
        for child in node.values():
            yield from tensors(child)
    elif isinstance(node, list):
        for child in node:
            yield from tensors(child)


def nan(node):
    return any(isinstance(t[key], float) and math.isnan(t[key]) for t in tensors(node) for key in ("Max", "Min", "Mean", "Norm") if key in t)


def anywhere(side):
    """Whether anything of a run is NaN."""
    return any(nan(content) for data, _ in side.values() for content in data.values())


class Wrong:
    """An entry that differs from the control."""
    def __init__(self, place, name, content, other, around):
        self.step, self.rank = place
        self.name, self.around = name, around
        given, made = parts(name, content)
        given_before, made_before = parts(name, other) if other else (None, None)
        self.extra = other is None
        self.inputs, self.outputs = given != given_before, made != made_before
        self.born = nan(made) and not nan(given)
        self.enters = nan(given)
        self.module = name.startswith("Module.")


def differing(target, control):
    for place in sorted(target, key=lambda key: (key[0], key[1] or 0)):
        data, around = target[place]
        other = control[place][0]
        for name, content in data.items():
            if name not in other or json.dumps(content) != json.dumps(other[name]):
                yield Wrong(place, name, content, other.get(name), around)


def first(wrong, test):
    return next((one for one in wrong if test(one)), None)


def culprits(spec, target, control):
    """-> (accepted names, best first; step; rank). Raises where the dumps do not show the fault where it was planted."""
    fault, wrong = spec["fault"], list(differing(target, control))
    if not wrong:
        raise ValueError("the fault changes nothing")
    rank, step = wrong[0].rank, wrong[0].step
    if spec.get("fault_rank") is not None and rank != spec["fault_rank"]:
        # collectives of the other ranks come later in time, but not in this order
        wrong = [one for one in wrong if one.rank == spec["fault_rank"]]
        rank, step = wrong[0].rank, wrong[0].step
    wrong = [one for one in wrong if one.step == step and one.rank == rank]
    if fault["at"] in ("setting", "skipped"):
        # every parameter is moved otherwise
        return [], step, rank
    names = list(target[(step, rank)][0])
    modules, operators = [one for one in wrong if one.module], [one for one in wrong if not one.module]
    if fault["at"] in ("weight", "optimizer", "optimizer-state", "gradient"):
        path = "Module." + fault["param"].rsplit(".", 1)[0] + "."
        own = [name for name in names if name.startswith(path) and name.count(".") == path.count(".") + 2]
        if fault["at"] == "gradient":
            accepted = [name for name in own if ".parameters_grad" in name] + [name for name in own if ".backward." in name]
        else:
            accepted = [name for name in own if ".forward." in name]
            if operators:
                accepted.append(operators[0].name)
                around = operators[0].around.get(operators[0].name)
                if accepted[:-1] and around and around not in accepted:
                    raise ValueError("first wrong operator %s is not in %s" % (operators[0].name, accepted))
        if modules and fault["at"] != "gradient" and modules[0].name not in accepted:
            raise ValueError("first wrong module %s is not %s" % (modules[0].name, accepted))
    elif fault["at"] == "extra" and spec["level"] != "L0":
        accepted = [first(wrong, lambda one: one.extra).name]
    elif operators:
        # a mask is wrong before NaN is born of it
        named = first(operators, lambda one: one.born) if fault["at"] == "mask" else operators[0]
        accepted = [named.name]
        if fault["at"] == "mask":
            accepted.append(operators[0].name)
        around = named.around.get(named.name)
        siblings = [name for name, up in named.around.items() if up == around and name in names]
        if around and siblings == [named.name]:
            accepted.append(around)
    else:
        accepted = [first(modules, lambda one: one.born if spec["expected"] == "nan" else one.outputs or one.inputs).name]
    if not accepted:
        raise ValueError("nothing to accept")
    if spec["expected"] == "nan" and fault.get("how") != "inf":
        seen = first(operators + modules if operators else modules, lambda one: one.born or one.enters or nan(parts(one.name, target[(step, rank)][0][one.name])[1]))
        if seen is None or seen.name not in accepted:
            raise ValueError("the first NaN is in %s, not in %s" % (seen and seen.name, accepted))
    return accepted, step, rank


def moved(step, rank, target, control, golden):
    """-> the first step in which the fault changes the parameters that modules hold by more than the noise does, and how much more, the middle one."""
    most = 0
    for place in sorted(target, key=lambda key: (key[0], key[1] or 0)):
        if place[0] < step or place[1] != rank:
            continue
        held = [{name: list(tensors(content["parameters"])) for name, content in side.get(place, ({},))[0].items() if "parameters" in content}
                for side in (target, control, golden)]
        found = []
        for name in held[0]:
            if all(name in side and len(side[name]) == len(held[0][name]) for side in held):
                found += [far(*one) or 0 for one in zip(*(side[name] for side in held))]
        middle = sorted(found)[len(found) // 2] if found else 0
        if middle >= 3:
            return place[0], middle
        most = max(most, middle)
    return step, most


def far(t, c, g):
    """The largest of three statistics, how much more the fault changes it than the noise."""
    best = None
    for key in ("Max", "Min", "Norm"):
        values = [side.get(key) for side in (t, c, g)]
        if any(not isinstance(value, (int, float)) or not math.isfinite(value) for value in values):
            continue
        fault, noise = abs(values[0] - values[1]), max(abs(values[1] - values[2]), 1e-6 * abs(values[2]))
        if fault:
            best = max(best or 0, fault / noise if noise else math.inf)
    return best


def ratio(accepted, step, rank, target, control, golden):
    """How much more the fault changes the statistics of the entry at fault than the noise does; None where it cannot be told."""
    place = (step, rank)
    best = None
    for name in accepted:
        sides = [side.get(place, ({},))[0].get(name) for side in (target, control, golden)]
        if None in sides:
            continue
        lists = [list(tensors(side)) for side in sides]
        if len({len(side) for side in lists}) != 1:
            continue
        for one in zip(*lists):
            best = max(best or 0, far(*one) or 0) or None
    return best
