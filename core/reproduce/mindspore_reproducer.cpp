// SPDX-License-Identifier: GPL-3.0-or-later
#include "reproduce/reproducer_kind.h"

#include "base/text.h"
#include "graph/operator_attributes.h"
#include "readers/msprobe/msprobe_name.h"
#include "summary/dump_summary.h"

#include <algorithm>
#include <array>
#include <utility>

namespace dumpscope::core {

namespace {

/// Prefixes of msprobe's names that are libraries of MindSpore (docs/formats/msprobe-dump.md 4).
constexpr std::array<std::string_view, 5> kMindSporeLibraries {
    "Functional", "Tensor", "Mint", "MintFunctional", "Primitive"};

using Attributes = std::vector<OperatorAttribute>;

/// An operator of MindSpore: a function that msprobe recorded, or a primitive of a dumped graph.
class MindSporeReproducer final : public ReproducerKind {
public:
    std::string_view id() const override { return "mindspore"; }
    std::string_view program() const override { return "MindSpore"; }
    int preference() const override { return 2; }
    std::string_view howToRun() const override { return "python3 run.py --device CPU"; }

    Result<ReproducerPlan> plan(const ReproducedOperator& wanted, TaskContext& task) const override
    {
        TRY_VOID(checkPositions(wanted.call.arguments));
        if (const auto entry = parseMsprobeEntry(wanted.call.name))
            return planFunction(wanted, *entry);
        if (wanted.call.type.empty())
            return fail(Code::Unsupported, phrase("the type of the operator was not recorded"));
        const auto kinds = summarise(*wanted.index).kinds;
        if (std::ranges::none_of(
                kinds, [](const KindFinding& kind) { return kind.id.starts_with("mindspore"); }))
            return fail(Code::Unsupported, phrase("the dump is not of MindSpore"));
        TRY_ASSIGN(auto attributes, OperatorAttributes().of(wanted.index, wanted.tensor, task));
        return planOf(wanted.call, "Primitive", wanted.call.type, std::move(attributes));
    }

private:
    static Result<ReproducerPlan> planFunction(
        const ReproducedOperator& wanted, const MsprobeEntryName& entry)
    {
        if (msprobeFramework(*wanted.index) == "pytorch"
            || std::ranges::find(kMindSporeLibraries, entry.prefix) == kMindSporeLibraries.end())
            return fail(Code::Unsupported, phrase("it is no function of MindSpore that msprobe recorded"));
        if (entry.isBackward)
            return fail(Code::Unsupported, phrase("gradients of MindSpore are not computed again"));
        return planOf(wanted.call, std::string(entry.prefix), std::string(entry.path), {});
    }

    static ReproducerPlan planOf(
        const RecordedCall& call, std::string library, std::string function, Attributes attributes)
    {
        ReproducerPlan plan;
        plan.members = [&call, library = std::move(library), function = std::move(function),
                           attributes = std::move(attributes)](JsonWriter& json) {
            json.member("library", library);
            json.member("function", function);
            json.key("attributes").beginObject();
            for (const OperatorAttribute& attribute : attributes)
                json.member(attribute.key, attribute.value);
            json.endObject();
        };
        return plan;
    }
};

} // namespace

void register_mindspore_reproducer(ReproducerKinds& kinds)
{
    kinds.add(std::make_unique<MindSporeReproducer>());
}

} // namespace dumpscope::core
