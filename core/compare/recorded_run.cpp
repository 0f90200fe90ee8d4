// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recorded_run.h"

#include "compare/comparison.h"
#include "compare/report/bundle.h"
#include "compare/report/bundle_members.h"
#include "io/json_message.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

namespace dumpscope::core {

namespace {

/// Of an enumeration whose last value is `last`.
template<typename Enum>
std::optional<Enum> fromWord(std::string_view word, Enum last, std::string_view (*wordOf)(Enum))
{
    for (int i = 0; i <= static_cast<int>(last); ++i) {
        if (wordOf(static_cast<Enum>(i)) == word)
            return static_cast<Enum>(i);
    }
    return std::nullopt;
}

/// The bundle that a folder stands in; empty: none.
std::string bundleAround(const std::string& folder)
{
    for (std::filesystem::path path(folder); path.has_relative_path(); path = path.parent_path()) {
        if (isBundle(path.string()))
            return path.string();
    }
    return {};
}

/// What ids below `root` have in front of those below `side`, which stands in it; nothing where it does not.
std::optional<std::string> levelsAbove(const std::string& side, const std::string& root)
{
    if (side == root)
        return std::string();
    return side.starts_with(root + '/') ? std::optional(side.substr(root.size() + 1) + '/') : std::nullopt;
}

bool isAsRecorded(const Comparison& comparison, const Limits& limits)
{
    return comparison.recorded && !comparison.recorded->pairs.empty()
        && comparison.recorded->limits == limitsJson(limits);
}

/// Rows of the recorded pairs.
std::vector<std::pair<std::size_t, const RecordedRun::Pair*>> recordedRows(const Comparison& comparison)
{
    std::map<std::pair<std::string_view, std::string_view>, const RecordedRun::Pair*> wanted;
    for (const auto* const pairs : {&comparison.recorded->pairs, &comparison.recorded->others}) {
        for (const RecordedRun::Pair& pair : *pairs)
            wanted.try_emplace({pair.target, pair.golden}, &pair);
    }
    std::vector<std::pair<std::size_t, const RecordedRun::Pair*>> rows;
    const PairTable& pairs = *comparison.pairs;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const std::string target = pairs.target().index->tensorId(pairs.row(row).pair.target);
        const std::string golden = pairs.golden().index->tensorId(pairs.row(row).pair.golden);
        if (const auto found = wanted.find({target, golden}); found != wanted.end())
            rows.emplace_back(row, found->second);
    }
    return rows;
}

} // namespace

RecordedRun recordedRun(const JsonValue& summary, const Limits& limits)
{
    RecordedRun run;
    const JsonValue* const conclusion = summary.find("conclusion");
    const JsonValue* const pairs = summary.find("pairs");
    if (!conclusion || !conclusion->isObject() || !pairs || !pairs->isArray())
        return run;
    const auto kind = fromWord(conclusion->textAt("kind"), ConclusionKind::Unexplained, &conclusionWord);
    const JsonValue* const said = summary.find("said");
    run.conclusion = said ? messageAt(*said, "conclusion") : Message(conclusion->textAt("text"));
    if (!kind || run.conclusion.empty())
        return run;
    run.kind = *kind;
    run.reason = said ? messageAt(*said, "reason") : Message(conclusion->textAt("reason"));
    run.limits = limitsJson(limits);
    if (const JsonValue* const coverage = conclusion->find("coverage"); coverage && coverage->isObject())
        run.of
            = static_cast<std::uint64_t>(std::max<std::int64_t>(0, coverage->integerAt("pairs").value_or(0)));
    const auto concluded = conclusion->integerAt("index");
    run.suspicion = said ? readRecordedSuspicion(*said) : std::nullopt;
    const JsonValue* const reasons = said ? said->find("pairs") : nullptr;
    const bool hasReasons = reasons && reasons->items.size() == pairs->items.size();
    for (std::size_t i = 0; i < pairs->items.size(); ++i) {
        const JsonValue& pair = pairs->items[i];
        const auto verdict = pair.isObject()
            ? fromWord(pair.textAt("verdict"), Verdict::NotComparable, &verdictWord)
            : std::nullopt;
        if (verdict)
            run.pairs.push_back({std::string(pair.textAt("target_id")), std::string(pair.textAt("golden_id")),
                *verdict, hasReasons ? messageIn(reasons->items[i]) : Message(pair.textAt("reason")),
                concluded && pair.integerAt("index") == concluded, i});
    }
    return run;
}

std::vector<RecordedRun::Pair> recordedOthers(const JsonValue& groups)
{
    std::vector<RecordedRun::Pair> others;
    for (const JsonValue& group : groups.items) {
        const JsonValue* const pairs = group.isObject() ? group.find("pairs") : nullptr;
        const auto verdict = pairs && pairs->isArray()
            ? fromWord(group.textAt("verdict"), Verdict::NotComparable, &verdictWord)
            : std::nullopt;
        if (!verdict)
            continue;
        const Message reason = messageAt(group, "reason"); // of all of them in one piece
        for (const JsonValue& pair : pairs->items) {
            if (pair.items.size() == 2)
                others.push_back({pair.items[0].text, pair.items[1].text, *verdict, reason});
        }
    }
    return others;
}

std::shared_ptr<const RecordedRun> recordedRunOf(
    const std::string& targetRoot, const std::string& goldenRoot, TaskContext& task)
{
    const std::string file = bundleAround(targetRoot);
    if (file.empty() || bundleAround(goldenRoot) != file)
        return nullptr;
    auto bundle = readBundle(file, task);
    const auto target = bundle ? levelsAbove(bundle->target, targetRoot) : std::nullopt;
    const auto golden = bundle ? levelsAbove(bundle->golden, goldenRoot) : std::nullopt;
    if (!target || !golden)
        return nullptr;
    for (auto* const pairs : {&bundle->run.pairs, &bundle->run.others}) {
        for (RecordedRun::Pair& pair : *pairs) {
            pair.target.insert(0, *target);
            pair.golden.insert(0, *golden);
        }
    }
    if (target->empty() && golden->empty()) {
        bundle->run.rules = std::move(bundle->settings.rules);
        if (!bundle->pairing.empty())
            bundle->run.rules.emplace_back(kBundlePairing, std::move(bundle->pairing));
    }
    return std::make_shared<const RecordedRun>(std::move(bundle->run));
}

void settleAsRecorded(Comparison& comparison, const Limits& limits)
{
    if (!isAsRecorded(comparison, limits))
        return;
    for (const auto& [row, pair] : recordedRows(comparison))
        comparison.pairs->settle(row, pair->verdict, pair->reason);
}

void concludeAsRecorded(Comparison& comparison, const Limits& limits)
{
    if (!isAsRecorded(comparison, limits))
        return;
    const RecordedRun& run = *comparison.recorded;
    Conclusion& conclusion = comparison.conclusion;
    conclusion.kind = run.kind;
    conclusion.headline = phrase(
        "a bundle of %1 of %2 pairs; of the whole run: %3", run.pairs.size(), run.of, run.conclusion);
    conclusion.reason = run.reason;
    conclusion.first = {};
    conclusion.place.reset();
    conclusion.goldenOnly.reset();
    std::map<std::size_t, std::size_t> rows; // by place
    for (const auto& [row, pair] : recordedRows(comparison)) {
        if (pair->isConcluded)
            conclusion.row = row;
        if (pair->place)
            rows[*pair->place] = row;
    }
    if (run.suspicion)
        takeRecordedSuspicion(comparison.suspicion, *run.suspicion, [&rows](std::size_t place) {
            const auto found = rows.find(place);
            return found == rows.end() ? std::nullopt : std::optional(found->second);
        });
}

} // namespace dumpscope::core
