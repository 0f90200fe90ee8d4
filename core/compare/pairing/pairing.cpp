// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/pairing.h"

#include "compare/pairing/pairing_rule.h"
#include "compare/pairing/step_shift.h"
#include "io/posix_file.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

namespace dumpscope::core {

namespace {

constexpr std::array<std::string_view, 10> kOriginWords {"exact", "normalised", "mapping", "fusion",
    "alignment", "graph-order", "fingerprint", "manual", "name", "assembly"};
constexpr std::uint64_t kMaxRuleFileBytes = 256ULL << 20;

Result<RuleFile> readRuleFile(const std::string& path)
{
    TRY_ASSIGN(const auto tree, openFileTree(path));
    if (!tree->isSingleFile())
        return fail(Code::Usage, phrase("is a folder; give the rule file itself"), {.file = path});
    const std::string name = path.substr(path.rfind('/') + 1);
    TRY_ASSIGN(const Bytes bytes, tree->open(name, 0)->map());
    if (bytes.size() > kMaxRuleFileBytes)
        return fail(Code::Limit, phrase("too large to be a rule file"), {.file = path});
    RuleFile file {path, std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size())};
    TRY_VOID(bytes.check());
    return file;
}

/// The files of each rule, by place in `rules`.
Result<std::vector<std::vector<const RuleFile*>>> claimFiles(
    const std::vector<const PairingRule*>& rules, const std::vector<RuleFile>& files)
{
    std::vector<std::vector<const RuleFile*>> claimed(rules.size());
    for (const RuleFile& file : files) {
        int best = 0;
        std::size_t winner = 0;
        for (std::size_t i = 0; i < rules.size(); ++i) {
            if (const int claim = rules[i]->claim(file); claim > best) {
                best = claim;
                winner = i;
            }
        }
        if (best == 0)
            return fail(Code::NotRecognised,
                phrase(
                    "no pairing file, table of names, fusion rule JSON, msprobe mapping or tensor manifest"),
                {.file = file.path});
        claimed[winner].push_back(&file);
    }
    return claimed;
}

bool mayPair(const PairingRule& rule, PartnersBy by)
{
    using namespace pairing_order;
    const int order = rule.order();
    switch (by) {
    case PartnersBy::NotValues:
        return order != kFingerprint;
    case PartnersBy::Names:
        return order <= kManifest || order == kExact;
    case PartnersBy::NamesOrOnly:
        return order <= kManifest || order == kSingle || order == kExact;
    case PartnersBy::Anything:
        break;
    }
    return true;
}

std::vector<const PairingRule*> rulesFor(const PairingRules& registry, PartnersBy by)
{
    std::vector<const PairingRule*> rules = registry.sorted();
    std::erase_if(rules, [by](const PairingRule* rule) { return !mayPair(*rule, by); });
    return rules;
}

/// All rules over two sides.
struct RuleRun {
    const std::vector<const PairingRule*>& rules;
    const std::vector<std::vector<const RuleFile*>>& files; ///< of each rule
    const ComparisonSide &target, &golden;
    const PairingOptions& options;

    [[nodiscard]] Result<void> pair(PairingDraft& draft, TaskContext& task) const
    {
        TRY_VOID(round(draft, task));
        draft.widenPlaces();
        return round(draft, task);
    }

    /// The pairing by steps of other numbers, where values say that these are the same; absent: they do not.
    [[nodiscard]] Result<std::optional<Pairing>> shifted(const Pairing& unshifted, TaskContext& task) const
    {
        ValueSketches sketches(target.index, golden.index, nullptr, task);
        std::optional<Pairing> last;
        const auto pairsBy = [&](std::int64_t shift) -> Result<std::vector<TensorPair>> {
            const StepEquations steps = equationsOf(shift, target, golden);
            if (steps.empty())
                return std::vector<TensorPair>();
            PairingDraft draft(target, golden, options, task, steps);
            TRY_VOID(pair(draft, task));
            last = draft.finish();
            return last->pairs;
        };
        TRY_ASSIGN(const auto shift, findStepShift(unshifted.pairs, pairsBy, *target.index, sketches));
        return shift ? std::move(last) : std::nullopt;
    }

private:
    [[nodiscard]] Result<void> round(PairingDraft& draft, TaskContext& task) const
    {
        for (std::size_t i = 0; i < rules.size(); ++i) {
            TRY_VOID(task.checkStop());
            TRY_VOID(rules[i]->pair(draft, files[i], task));
        }
        return {};
    }
};

/// Whether most pairs are of operators that the sides call otherwise, or there is none.
bool isOfOtherNames(const Pairing& pairing, const DumpIndex& target, const DumpIndex& golden)
{
    const auto isNamesake = [&](const TensorPair& pair) {
        const StringId a = target.tensor(pair.target).opName, b = golden.tensor(pair.golden).opName;
        return a.isValid() && b.isValid() && target.text(a) == golden.text(b);
    };
    const auto namesakes = static_cast<std::size_t>(std::ranges::count_if(pairing.pairs, isNamesake));
    return 2 * namesakes <= pairing.pairs.size();
}

} // namespace

std::string_view pairOriginWord(PairOrigin origin)
{
    return kOriginWords[static_cast<std::size_t>(origin)];
}

std::vector<TensorId> ComparisonSide::tensors() const
{
    if (only)
        return *only;
    std::vector<TensorId> all;
    all.reserve(index->tensorCount());
    for (std::size_t i = 0; i < index->tensorCount(); ++i)
        all.emplace_back(i);
    return all;
}

Result<Pairing> pairSides(const ComparisonSide& target, const ComparisonSide& golden,
    const PairingOptions& options, TaskContext& task)
{
    PairingRules registry;
    registerPairingRules(registry);
    const std::vector<const PairingRule*> rules = rulesFor(registry, options.partnersBy);
    std::vector<RuleFile> files;
    for (const std::string& path : options.ruleFiles) {
        TRY_ASSIGN(RuleFile file, readRuleFile(path));
        files.push_back(std::move(file));
    }
    for (const auto& [name, text] : options.ruleTexts)
        files.push_back({name, text});
    TRY_ASSIGN(const auto claimed, claimFiles(rules, files));

    const RuleRun run {rules, claimed, target, golden, options};
    PairingDraft draft(target, golden, options, task);
    TRY_VOID(run.pair(draft, task));
    const bool mayBeShifted
        = !areNamesDemanded(options) && !draft.hasStepEquations() && haveSeveralSteps(target, golden);
    Pairing pairing = draft.finish();
    if (mayBeShifted && isOfOtherNames(pairing, *target.index, *golden.index)) {
        TRY_ASSIGN(auto shifted, run.shifted(pairing, task));
        if (shifted)
            return std::move(*shifted);
    }
    return pairing;
}

} // namespace dumpscope::core
