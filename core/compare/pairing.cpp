// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing.h"

#include "base/text.h"
#include "compare/pairing/pairing_rule.h"
#include "io/posix_file.h"
#include "model/row_statistics.h"
#include "query/row_set.h"

#include <algorithm>
#include <array>
#include <set>

namespace dumpscope::core {

namespace {

constexpr std::array<std::string_view, 9> kOriginWords {
    "exact", "normalised", "mapping", "fusion", "alignment", "graph-order", "fingerprint", "manual", "name"};
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

bool isWanted(const std::vector<std::int64_t>& wanted, const std::optional<std::int64_t>& number)
{
    return wanted.empty() || (number && std::ranges::find(wanted, *number) != wanted.end());
}

using PlaceNumber = std::optional<std::int64_t> (*)(const FolderFacts&);

std::optional<std::int64_t> rankOfFolder(const FolderFacts& facts)
{
    return facts.rank ? facts.rank : facts.deviceId;
}

std::optional<std::int64_t> stepOfFolder(const FolderFacts& facts)
{
    return facts.step;
}

/// Errors: Code::NotFound; there is no tensor of the run.
Result<void> checkRun(const DumpIndex& index, const std::string& run)
{
    std::set<std::string> known;
    for (std::size_t i = 0; i < index.tensorCount(); ++i)
        known.insert(index.factsOf(TensorId(i)).run);
    if (run.empty() || known.contains(run))
        return {};
    known.erase(std::string());
    std::string names;
    for (const std::string& name : known)
        names += (names.empty() ? "" : ", ") + printable(name);
    return fail(Code::NotFound,
        names.empty() ? phrase("there is no run %1, nor any other", printable(run))
                      : phrase("there is no run %1; there are %2", printable(run), names),
        {.file = index.root()});
}

/// A run of one process has no rank to be chosen by: it is compared with the rank that is.
bool hasPlace(const DumpIndex& index, PlaceNumber place)
{
    for (std::size_t i = 0; i < index.tensorCount(); ++i) {
        if (place(index.factsOf(TensorId(i))))
            return true;
    }
    return false;
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

Result<ComparisonSide> selectSide(
    std::shared_ptr<const DumpIndex> index, const SideRestriction& restriction, TaskContext& task)
{
    ComparisonSide side {std::move(index), std::nullopt};
    if (!restriction.tensor.empty()) {
        TRY_ASSIGN(const TensorId id, side.index->findTensor(restriction.tensor));
        side.only = std::vector {id};
        return side;
    }
    if (restriction.filter.empty() && restriction.steps.empty() && restriction.ranks.empty()
        && restriction.run.empty())
        return side;
    TRY_VOID(checkRun(*side.index, restriction.run));
    TensorTable table(side.index);
    TRY_ASSIGN(const FilterExpression filter, FilterExpression::parse(restriction.filter, table));
    if (needsStatistics(filter))
        TRY_VOID(measureAllRows(task, table));
    TRY_ASSIGN(const auto rows, buildRowSet(table, table.rows(), filter, {}, task));
    const bool hasRanks = hasPlace(*side.index, rankOfFolder), hasSteps = hasPlace(*side.index, stepOfFolder);
    side.only.emplace();
    for (const std::uint32_t row : rows) {
        const FolderFacts& facts = side.index->factsOf(TensorId(row));
        if ((restriction.run.empty() || facts.run == restriction.run)
            && (!hasSteps || isWanted(restriction.steps, stepOfFolder(facts)))
            && (!hasRanks || isWanted(restriction.ranks, rankOfFolder(facts))))
            side.only->emplace_back(row);
    }
    return side;
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
