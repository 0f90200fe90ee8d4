// SPDX-License-Identifier: GPL-3.0-or-later
#include "official/msprobe_keys.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <set>

namespace dumpscope::core {

namespace {

using State = MsprobeLine::State;

/// Functions of `mindspore.ops` whose PyTorch counterpart of the same name and arguments is found in `torch`,
/// not in `torch.nn.functional`.
constexpr std::array kTorchFunctions {"abs", "acos", "acosh", "add", "addbmm", "addcdiv", "addcmul", "addmm",
    "addmv", "addr", "all", "amax", "amin", "angle", "any", "arange", "argmax", "argmin", "argsort", "asin",
    "asinh", "atan", "atan2", "atanh", "baddbmm", "bernoulli", "bincount", "bitwise_and", "bitwise_or",
    "bitwise_xor", "bmm", "broadcast_to", "cat", "ceil", "cholesky", "chunk", "clamp", "conj", "cos", "cosh",
    "cross", "cummax", "cummin", "cumprod", "cumsum", "diag", "diagonal", "diff", "dist", "div", "dot",
    "einsum", "eq", "equal", "erf", "erfc", "erfinv", "exp", "expm1", "eye", "flatten", "flip", "fliplr",
    "flipud", "floor", "floor_divide", "fmod", "full", "full_like", "gather", "ge", "gt", "heaviside",
    "histc", "hypot", "index_select", "inverse", "isclose", "isfinite", "isinf", "isnan", "le", "lerp",
    "linspace", "log", "log10", "log1p", "log2", "logaddexp", "logical_and", "logical_not", "logical_or",
    "logical_xor", "logspace", "logsumexp", "lt", "masked_select", "matmul", "max", "maximum", "mean",
    "median", "meshgrid", "min", "minimum", "mm", "movedim", "mul", "multinomial", "mv", "narrow", "ne",
    "neg", "nonzero", "norm", "normal", "numel", "ones", "ones_like", "outer", "permute", "pow", "prod",
    "rand", "rand_like", "randint", "randn", "randn_like", "randperm", "reciprocal", "remainder",
    "repeat_interleave", "reshape", "roll", "round", "rsqrt", "scatter", "scatter_add", "searchsorted",
    "select", "sigmoid", "sign", "sin", "sinc", "sinh", "sort", "split", "sqrt", "square", "squeeze", "stack",
    "std", "sub", "sum", "svd", "swapaxes", "tan", "tanh", "tensordot", "tile", "topk", "trace", "transpose",
    "tril", "triu", "trunc", "unbind", "unique", "unsqueeze", "var", "where", "zeros", "zeros_like"};

void replaceFirst(std::string& text, std::string_view from, std::string_view to)
{
    if (const auto at = text.find(from); at != std::string::npos && !from.empty())
        text.replace(at, from.size(), to);
}

/// `Functional.matmul` of a name of whatever kind.
std::string apiOf(std::string_view name)
{
    const auto first = name.find('.');
    const auto second = first == std::string_view::npos ? first : name.find('.', first + 1);
    return std::string(name.substr(0, second));
}

/// Name with the count of a backward replaced by its turn: recomputing makes counts drift.
std::string turnedName(const MsprobeDocument& document, const MsprobeLine& line)
{
    const MsprobeResultEntry& entry = document.entries[line.entry];
    if (!entry.isBackward)
        return line.name;
    const auto dot = entry.call.find('.');
    const std::string head = entry.call.substr(0, dot), tail = entry.call.substr(dot + 1);
    if (!isDigits(head) && !isDigits(tail))
        return line.name;
    const std::string turn = std::to_string(entry.backwardTurn);
    std::string suffix = line.name;
    replaceFirst(suffix, entry.name, "");
    return entry.stem + '.' + (isDigits(head) ? turn : head) + '.' + (isDigits(tail) ? turn : tail) + suffix;
}

/// The other framework's name of an API (`-am` without a file).
std::string builtinName(const std::string& name)
{
    const std::string api = apiOf(name);
    const std::string prefix = api.substr(0, api.find('.'));
    std::string result = name;
    if (prefix == "Mint") {
        replaceFirst(result, "Mint", "Torch");
    } else if (prefix == "MintFunctional") {
        replaceFirst(result, "MintFunctional", "Functional");
    } else if (prefix == "Functional" && api.size() > prefix.size()) {
        const std::string_view function = std::string_view(api).substr(prefix.size() + 1);
        if (std::ranges::find(kTorchFunctions, function) != kTorchFunctions.end())
            replaceFirst(result, "Functional", "Torch");
    }
    return result;
}

std::string mappedCell(const MsprobeMapping::Texts& classes, const std::string& name)
{
    constexpr std::array<std::string_view, 3> kBorders {".forward.", ".backward.", ".parameters_grad."};
    const std::string_view dotted = name;
    const auto isGradient = [&] { return ('.' + name + '.').find(".parameters_grad.") != std::string::npos; };
    if (dotted.find(".forward.") == std::string_view::npos
        && dotted.find(".backward.") == std::string_view::npos && !isGradient())
        return "N/A";
    std::string result = name;
    replaceFirst(result, "Cell", "Module");
    if (classes.empty())
        return result;
    const std::string_view rest = std::string_view(result).substr(result.find('.') + 1);
    std::size_t end = rest.size();
    for (const std::string_view border : kBorders)
        end = std::min(end, rest.find(border));
    const std::string cell(rest.substr(0, end));
    std::string mapped = cell;
    const auto whole = std::ranges::find(classes, cell, &std::pair<std::string, std::string>::first);
    if (whole != classes.end()) {
        mapped = whole->second;
    } else {
        for (const auto& [from, to] : classes)
            replaceFirst(mapped, from, to);
    }
    if (mapped != cell)
        replaceFirst(result, cell, mapped);
    return result;
}

/// One rule of the user's API mapping. Lines of its API that are not listed fall out.
void applyApi(const MsprobeMapping::Api& api, const MsprobeDocument& target, std::vector<std::string>& keys)
{
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const MsprobeLine& line = target.lines[i];
        if (apiOf(line.name) != api.target)
            continue;
        std::string key = keys[i];
        replaceFirst(key, api.target, api.golden);
        std::string origin = target.entries[line.entry].name;
        replaceFirst(origin, api.target, api.golden);
        MsprobeMapping::Texts listed;
        const auto numbers = [&](const std::optional<MsprobeMapping::Api::Slots>& slots) {
            for (const auto& [from, to] : slots.value_or(MsprobeMapping::Api::Slots()))
                listed.emplace_back(std::to_string(from), std::to_string(to));
        };
        std::string pattern;
        switch (line.state) {
        case State::Input:
            pattern = ".input.";
            numbers(api.inputs);
            break;
        case State::Output:
            pattern = ".output.";
            numbers(api.outputs);
            break;
        case State::Parameter:
            pattern = ".parameters.";
            listed = api.parameters.value_or(MsprobeMapping::Texts());
            break;
        case State::Gradient:
            pattern = ".parameters_grad.";
            listed = api.gradients.value_or(MsprobeMapping::Texts());
            break;
        }
        keys[i] = key + "abandoned";
        for (const auto& [from, to] : listed) {
            if (key == origin + pattern + from) {
                keys[i] = key;
                replaceFirst(keys[i], pattern + from, pattern + to);
            }
        }
    }
}

const MsprobeMapping* mappingOf(std::span<const MsprobeMapping> mappings, MsprobeMapping::Kind kind)
{
    const auto found = std::ranges::find(mappings, kind, &MsprobeMapping::kind);
    return found == mappings.end() ? nullptr : &*found;
}

} // namespace

MsprobeKeys msprobeKeys(
    const MsprobeDocument& target, const MsprobeDocument& golden, std::span<const MsprobeMapping> mappings)
{
    MsprobeKeys keys;
    for (const MsprobeLine& line : golden.lines)
        keys.golden.push_back(turnedName(golden, line));
    const auto nameAll = [&](auto&& nameOf) {
        for (const MsprobeLine& line : target.lines)
            keys.target.push_back(nameOf(line));
    };
    std::map<std::string, std::string, std::less<>> tensors;
    if (const MsprobeMapping* apis = mappingOf(mappings, MsprobeMapping::Kind::Api)) {
        nameAll([](const MsprobeLine& line) { return builtinName(line.name); });
        std::set<std::string> goldenApis;
        for (const MsprobeLine& line : golden.lines)
            goldenApis.insert(apiOf(line.name));
        for (const MsprobeMapping::Api& api : apis->apis) {
            if (goldenApis.contains(api.golden))
                applyApi(api, target, keys.target);
        }
        return keys;
    }
    if (const MsprobeMapping* cells = mappingOf(mappings, MsprobeMapping::Kind::Cells)) {
        nameAll([&](const MsprobeLine& line) { return mappedCell(cells->names, line.name); });
        return keys;
    }
    if (const MsprobeMapping* data = mappingOf(mappings, MsprobeMapping::Kind::Data))
        tensors.insert(data->names.begin(), data->names.end());
    else if (const MsprobeMapping* layers = mappingOf(mappings, MsprobeMapping::Kind::Layer))
        tensors = msprobeLayerNames(target, golden, *layers);
    keys.isByTensor = !tensors.empty();
    nameAll([&](const MsprobeLine& line) {
        const auto found = tensors.find(line.name);
        if (keys.isByTensor)
            return found == tensors.end() ? line.name : found->second;
        return turnedName(target, line);
    });
    return keys;
}

} // namespace dumpscope::core
