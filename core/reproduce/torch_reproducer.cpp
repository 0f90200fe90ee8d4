// SPDX-License-Identifier: GPL-3.0-or-later
#include "reproduce/reproducer_kind.h"

#include "base/text.h"
#include "readers/msprobe/msprobe_name.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

/// Prefixes of msprobe's names that are libraries of PyTorch (docs/formats/msprobe-dump.md 4).
constexpr std::array<std::string_view, 6> kLibraries {"Functional", "Torch", "Tensor", "VF", "Aten", "NPU"};
/// Modules that are one function of their input and parameters.
constexpr std::array<std::string_view, 2> kModules {"Linear", "Embedding"};

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
};

} // namespace

void register_torch_reproducer(ReproducerKinds& kinds)
{
    kinds.add(std::make_unique<TorchReproducer>());
}

} // namespace dumpscope::core
