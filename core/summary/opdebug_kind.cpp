// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/dump_index.h"
#include "summary/kind_registry.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

/// Dumps taken with overflow detection: records of the device beside the operators they name.
class OpdebugKind final : public DumpKind {
public:
    std::string_view id() const override { return "overflow-detection"; }

    std::optional<KindFinding> recognise(const DumpIndex& index) const override
    {
        const auto& records = index.overflows();
        if (records.empty())
            return std::nullopt;
        const auto set = std::ranges::count_if(
            records, [](const OverflowEntry& entry) { return entry.record.isOverflow(); });
        const auto paired = std::ranges::count_if(records, [](const OverflowEntry& entry) {
            return std::ranges::any_of(
                entry.operators, [](const OverflowOperator& named) { return !named.tensors.empty(); });
        });
        KindFinding finding;
        finding.id = id();
        finding.config = "acl";
        finding.title
            = index.tree().isSingleFile() ? phrase("Overflow record") : phrase("Overflow detection records");
        finding.confidence = 0.8;
        finding.evidence = records.size() == 1
            ? phrase("%1 Opdebug record: %2 report an overflow, %3 name an operator that is dumped here",
                records.size(), set, paired)
            : phrase("%1 Opdebug records: %2 report an overflow, %3 name an operator that is dumped here",
                records.size(), set, paired);
        return finding;
    }
};

} // namespace

void register_opdebug_kind(KindRegistry& registry)
{
    registry.add(std::make_unique<OpdebugKind>());
}

} // namespace dumpscope::core
