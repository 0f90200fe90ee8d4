// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/pairing/pairing_preview.h"

#include <map>
#include <set>

namespace dumpscope::gui {

namespace {

/// Of each target tensor the verdict of its first pair.
std::map<core::TensorId, core::Verdict> verdictsOf(const core::PairTable& pairs)
{
    std::map<core::TensorId, core::Verdict> verdicts;
    for (std::size_t row = 0; row < pairs.rows(); ++row)
        verdicts.emplace(pairs.row(row).pair.target, pairs.row(row).verdict);
    return verdicts;
}

} // namespace

core::Result<RulePreview> previewPairs(
    const ComparisonInput& input, const core::Comparison& before, core::TaskContext& task)
{
    const core::PairTable& pairs = *before.pairs;
    TRY_ASSIGN(const core::Pairing after,
        core::pairSides(pairs.target(), pairs.golden(), input.options.pairing, task));
    std::set<std::pair<core::TensorId, core::TensorId>> known;
    std::set<core::StringId> paired, fresh;
    const core::DumpIndex& target = *pairs.target().index;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const core::TensorPair& pair = pairs.row(row).pair;
        known.emplace(pair.target, pair.golden);
        paired.insert(target.tensor(pair.target).opName);
    }
    RulePreview preview;
    for (const core::TensorPair& pair : after.pairs) {
        if (known.contains({pair.target, pair.golden}))
            continue;
        ++preview.pairs;
        if (const core::StringId op = target.tensor(pair.target).opName; !paired.contains(op))
            fresh.insert(op);
    }
    preview.operators = fresh.size();
    return preview;
}

core::Result<std::size_t> changedVerdicts(
    ComparisonInput input, const core::Comparison& before, core::TaskContext& task)
{
    input.options.known = {before.pairs};
    input.options.recompute = false; // says who is at fault, changes no verdict
    TRY_ASSIGN(const core::Comparison after, runComparison(std::move(input), {}, task));
    TRY_VOID(task.checkStop());
    const auto old = verdictsOf(*before.pairs), now = verdictsOf(*after.pairs);
    std::size_t changed = 0;
    for (const auto& [tensor, verdict] : now) {
        const auto known = old.find(tensor);
        changed += known == old.end() || known->second != verdict;
    }
    for (const auto& [tensor, verdict] : old)
        changed += !now.contains(tensor);
    return changed;
}

} // namespace dumpscope::gui
