// SPDX-License-Identifier: GPL-3.0-or-later
#include "reproduce/reproducer_kind.h"

#include "base/text.h"
#include "compare/suspects/operator_nature.h"
#include "readers/msprobe/msprobe_name.h"
#include "summary/dump_summary.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

/// Prefixes of msprobe's names that are libraries of PyTorch (docs/formats/msprobe-dump.md 4).
constexpr std::array<std::string_view, 6> kLibraries {"Functional", "Torch", "Tensor", "VF", "Aten", "NPU"};
/// Modules that are one function of their input and parameters.
constexpr std::array<std::string_view, 2> kModules {"Linear", "Embedding"};

/// Dumps of hooks on modules: what these were given and gave, and no parameter.
constexpr std::array<std::string_view, 4> kHookDumps {"hf-debugger", "msit-torch", "sglang", "vllm"};

/// Functions of one tensor, without a parameter, that resources/reproduce/torch.py knows.
struct Activation {
    std::string_view words; ///< of classes and of last parts of names (operatorWord), each between blanks
    std::string_view functions;
};
constexpr std::array<Activation, 8> kActivations {
    Activation {" silu siluactivation swish ", "silu"},
    Activation {" gelu geluactivation ", "gelu"},
    Activation {
        " newgelu newgeluactivation pytorchgelutanh gelutanh fastgelu geluactivationtanh ", "gelu_tanh"},
    Activation {" quickgelu quickgeluactivation ", "quick_gelu"},
    Activation {" relu ", "relu"},
    Activation {" siluandmul ", "silu_and_mul"},
    Activation {" geluandmul ", "gelu_and_mul gelu_tanh_and_mul"},
    // What is called so may be any of them: golden decides.
    Activation {" actfn act activation activationfn activationfunc intermediateactfn ",
        "silu gelu gelu_tanh quick_gelu relu silu_and_mul gelu_and_mul gelu_tanh_and_mul"},
};

/// What a module computes with parameters: the ends of classes and of last parts of names.
constexpr std::array<std::string_view, 13> kWithWeights {"linear", "proj", "lmhead", "norm", "embedding",
    "embedtokens", "embed", "conv1d", "conv2d", "dense", "fc", "fc1", "fc2"};

std::string_view functionsOf(std::string_view word)
{
    const auto* const found = std::ranges::find_if(
        kActivations, [&](const Activation& one) { return isListedWord(one.words, word); });
    return found == kActivations.end() ? std::string_view() : found->functions;
}

bool hasWeights(std::string_view word)
{
    return std::ranges::any_of(kWithWeights, [&](std::string_view end) { return word.ends_with(end); });
}

void writeWords(JsonWriter& json, std::string_view words)
{
    json.beginArray();
    while (!words.empty()) {
        const std::size_t end = std::min(words.find(' '), words.size());
        json.value(words.substr(0, end));
        words.remove_prefix(std::min(end + 1, words.size()));
    }
    json.endArray();
}

/// A module of a dump of hooks: what needs no parameters can be run.
Result<ReproducerPlan> planOfModule(const ReproducedOperator& wanted)
{
    const RecordedCall& call = wanted.call;
    const std::string type = operatorWord(call.type);
    const std::string last
        = operatorWord(std::string_view(call.name).substr(call.name.find_last_of("./") + 1));
    std::string_view functions = functionsOf(type);
    if (functions.empty())
        functions = functionsOf(last);
    if (functions.empty() && (hasWeights(type) || hasWeights(last)))
        return fail(Code::Unsupported,
            phrase(
                "it computes with weights, and a dump of hooks on modules has none: record it with msprobe "
                "at the level mix, task tensor"));
    if (functions.empty())
        return fail(Code::Unsupported,
            phrase(
                "it is a module of which the dump has what it was given and gave, not what it runs: record "
                "it with msprobe at the level mix, task tensor"));
    const auto tensors = std::ranges::count_if(
        call.arguments, [](const RecordedArgument& argument) { return argument.tensor.has_value(); });
    if (tensors != 1)
        return fail(Code::Unsupported,
            phrase("it is a function of one tensor, and %1 were recorded of what it was given", tensors));
    ReproducerPlan plan;
    plan.members = [functions](JsonWriter& json) {
        json.member("library", "Activation").member("function", "").member("backward", false);
        json.key("readings");
        writeWords(json, functions);
        json.key("gradients").beginArray().endArray();
    };
    return plan;
}

/// An operator of a dump that msprobe made of PyTorch: the function of that name.
class TorchReproducer final : public ReproducerKind {
public:
    std::string_view id() const override { return "torch"; }
    std::string_view program() const override { return "PyTorch"; }
    int preference() const override { return 1; }
    std::string_view howToRun() const override { return "python3 run.py --device cpu"; }

    Result<ReproducerPlan> plan(const ReproducedOperator& wanted, TaskContext& /*task*/) const override
    {
        const auto entry = parseMsprobeEntry(wanted.call.name);
        if (!entry && isOfHooks(*wanted.index))
            return planOfModule(wanted);
        if (!entry || msprobeFramework(*wanted.index) == "mindspore")
            return fail(Code::Unsupported, phrase("it is no operator of PyTorch that msprobe recorded"));
        const bool isModule = entry->kind == MsprobeEntryName::Kind::Module;
        if (isModule && (entry->isBackward || std::ranges::find(kModules, entry->type) == kModules.end()))
            return fail(Code::Unsupported,
                phrase("%1 is a module that runs other operators: record these, at the level mix",
                    printable(entry->path)));
        if (!isModule && std::ranges::find(kLibraries, entry->prefix) == kLibraries.end())
            return fail(Code::Unsupported, phrase("%1 is no library of PyTorch", printable(entry->prefix)));
        if (wanted.call.isBackward && wanted.call.arguments.empty())
            return fail(Code::Unsupported, phrase("the forward operator was not recorded"));
        TRY_VOID(checkPositions(wanted.call.arguments));
        ReproducerPlan plan;
        plan.members = [&call = wanted.call, library = isModule ? "Module" : std::string(entry->prefix),
                           function = std::string(isModule ? entry->type : entry->path)](JsonWriter& json) {
            json.member("library", library);
            json.member("function", function);
            json.member("backward", call.isBackward);
            json.key("gradients").beginArray();
            for (const RecordedArgument& gradient : call.gradients) {
                if (gradient.tensor)
                    json.value("gradient." + gradient.path.front());
            }
            json.endArray();
        };
        return plan;
    }

private:
    static bool isOfHooks(const DumpIndex& index)
    {
        const auto kinds = summarise(index).kinds;
        return std::ranges::any_of(kinds, [](const KindFinding& kind) {
            return std::ranges::find(kHookDumps, kind.id) != kHookDumps.end();
        });
    }
};

} // namespace

void register_torch_reproducer(ReproducerKinds& kinds)
{
    kinds.add(std::make_unique<TorchReproducer>());
}

} // namespace dumpscope::core
