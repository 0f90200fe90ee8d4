// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing.h"

#include "compare/pairing/pairing_rule.h"
#include "io/posix_file.h"

#include <array>

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
    const std::vector<const PairingRule*> rules = registry.sorted();
    std::vector<RuleFile> files;
    for (const std::string& path : options.ruleFiles) {
        TRY_ASSIGN(RuleFile file, readRuleFile(path));
        files.push_back(std::move(file));
    }
    for (const auto& [name, text] : options.ruleTexts)
        files.push_back({name, text});
    TRY_ASSIGN(const auto claimed, claimFiles(rules, files));

    PairingDraft draft(target, golden, options, task);
    const auto runRules = [&]() -> Result<void> {
        for (std::size_t i = 0; i < rules.size(); ++i) {
            TRY_VOID(task.checkStop());
            TRY_VOID(rules[i]->pair(draft, claimed[i], task));
        }
        return {};
    };
    TRY_VOID(runRules());
    draft.widenPlaces();
    TRY_VOID(runRules());
    return draft.finish();
}

} // namespace dumpscope::core
