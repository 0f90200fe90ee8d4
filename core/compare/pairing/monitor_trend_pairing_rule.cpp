// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/pairing_rule.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace dumpscope::core {

namespace {

/// Step and micro step of a row.
using MonitorTime = std::pair<std::int64_t, std::uint32_t>;

bool isOfReader(const DumpIndex& index, TensorId id, std::string_view reader)
{
    const Reader* const made = index.readerOf(index.tensor(id).file);
    return made != nullptr && made->info().id == reader;
}

std::set<MonitorTime> timesOf(const DumpIndex& index, std::string_view reader)
{
    std::set<MonitorTime> times;
    for (std::size_t i = 0; i < index.tensorCount(); ++i) {
        const TensorId id(i);
        if (const auto step = index.factsOf(id).step; step && isOfReader(index, id, reader))
            times.emplace(*step, index.tensor(id).occurrence);
    }
    return times;
}

/// Which step and micro step of the files a database means: mostly it counts the micro steps of all steps
/// from 0 and calls that the step (docs/formats/llm-era.md 9).
class TrendTimes {
public:
    TrendTimes(const std::set<MonitorTime>& database, const std::set<MonitorTime>& files)
    {
        std::map<std::int64_t, std::uint64_t> microSteps;
        for (const auto& [step, micro] : files)
            microSteps[step] = std::max(microSteps[step], std::uint64_t {micro} + 1);
        std::int64_t counted = 0;
        for (const auto& [step, count] : microSteps) {
            m_first.emplace(counted, step);
            counted += static_cast<std::int64_t>(std::min(count, kMostMicroSteps));
        }
        const auto isLater = [](const MonitorTime& time) { return time.second > 0; };
        const bool hasMicroSteps = std::ranges::any_of(files, isLater);
        m_isCounted = !database.empty() && !std::ranges::any_of(database, isLater)
            && database.begin()->first == 0 && database.rbegin()->first == counted - 1;
        m_isKnown = m_isCounted || !hasMicroSteps || std::ranges::any_of(database, isLater);
    }

    /// Whether the database counts micro steps.
    [[nodiscard]] bool isCounted() const { return m_isCounted; }
    /// Whether it is known which time of the files one of the database is.
    [[nodiscard]] bool isKnown() const { return m_isKnown; }

    [[nodiscard]] MonitorTime inFiles(const MonitorTime& time) const
    {
        if (!m_isCounted)
            return time;
        const auto from = std::prev(m_first.upper_bound(time.first));
        return {from->second, static_cast<std::uint32_t>(time.first - from->first)};
    }

private:
    static constexpr std::uint64_t kMostMicroSteps = 1U << 31U;
    std::map<std::int64_t, std::int64_t> m_first; ///< count at the first micro step of a step -> step
    bool m_isCounted = false, m_isKnown = false;
};

/// Pairs a database of trends with the files it is made of, or with those of another run, or with a database
/// that keeps micro steps: the same figure of the same tensor at the same time. A database has no shapes.
class MonitorTrendRule final : public PairingRule {
public:
    std::string_view id() const override { return "monitor-trend"; }
    int order() const override { return pairing_order::kBuiltinMapping; }

    Result<void> pair(PairingDraft& draft, std::span<const RuleFile* const>, TaskContext& task) const override
    {
        if (draft.isWide() || !draft.options().steps.empty() || !draft.options().ranks.empty())
            return {};
        if (const auto sides = sidesOf(draft))
            return pairFigures(draft, *sides, task);
        return {};
    }

private:
    static constexpr std::string_view kFiles = "monitor", kDatabase = "trend-db";
    using Figure
        = std::tuple<std::optional<std::int64_t>, MonitorTime, std::string_view, std::string_view, Io>;
    struct Sides {
        bool databaseIsTarget;
        const DumpIndex& database;
        const DumpIndex& files;
        const std::vector<TensorId>& databaseTensors;
        const std::vector<TensorId>& fileTensors;
        std::string_view filesReader = kFiles;
    };

    static std::optional<Sides> sidesOf(const PairingDraft& draft)
    {
        const auto has
            = [](const DumpIndex& index, const std::vector<TensorId>& tensors, std::string_view reader) {
                  return !tensors.empty() && isOfReader(index, tensors.front(), reader);
              };
        const DumpIndex &target = draft.target(), &golden = draft.golden();
        const auto &targets = draft.targetTensors(), &goldens = draft.goldenTensors();
        if (has(target, targets, kDatabase) && has(golden, goldens, kFiles))
            return Sides {true, target, golden, targets, goldens};
        if (has(target, targets, kFiles) && has(golden, goldens, kDatabase))
            return Sides {false, golden, target, goldens, targets};
        if (!has(target, targets, kDatabase) || !has(golden, goldens, kDatabase))
            return std::nullopt;
        const bool targetKeeps = keepsMicroSteps(target, targets);
        if (targetKeeps == keepsMicroSteps(golden, goldens))
            return std::nullopt;
        return targetKeeps ? Sides {false, golden, target, goldens, targets, kDatabase}
                           : Sides {true, target, golden, targets, goldens, kDatabase};
    }

    static bool keepsMicroSteps(const DumpIndex& index, const std::vector<TensorId>& tensors)
    {
        return std::ranges::any_of(tensors, [&](TensorId id) { return index.tensor(id).occurrence > 0; });
    }

    static std::optional<Figure> figureOf(
        const DumpIndex& index, TensorId id, const std::optional<MonitorTime>& when)
    {
        const FolderFacts& facts = index.factsOf(id);
        const TensorRow& row = index.tensor(id);
        if (!facts.step || !row.opName.isValid())
            return std::nullopt;
        return Figure {facts.rank, when.value_or(MonitorTime {*facts.step, row.occurrence}),
            index.text(row.opName), row.opType.isValid() ? index.text(row.opType) : std::string_view(),
            row.io};
    }

    static Result<void> pairFigures(PairingDraft& draft, const Sides& sides, TaskContext& task)
    {
        const TrendTimes times(timesOf(sides.database, kDatabase), timesOf(sides.files, sides.filesReader));
        if (sides.filesReader == kDatabase && !times.isCounted())
            return {};
        std::map<Figure, TensorId> files;
        for (const TensorId id : sides.fileTensors) {
            if (const auto figure = figureOf(sides.files, id, std::nullopt))
                files.emplace(*figure, id);
        }
        TRY_VOID(task.checkStop());
        for (const TensorId id : sides.databaseTensors) {
            if (!isOfReader(sides.database, id, kDatabase))
                continue;
            if (!times.isKnown()) {
                bar(draft, sides.databaseIsTarget, id);
                continue;
            }
            const MonitorTime own {
                sides.database.factsOf(id).step.value_or(0), sides.database.tensor(id).occurrence};
            const MonitorTime meant = times.inFiles(own);
            const auto figure = figureOf(sides.database, id, meant);
            const auto found = figure ? files.find(*figure) : files.end();
            if (found != files.end())
                add(draft, sides.databaseIsTarget, id, found->second,
                    own == meant ? Message() : told(own, meant));
        }
        return {};
    }

    static Message told(const MonitorTime& own, const MonitorTime& meant)
    {
        return phrase(
            "step %1 of the database is micro step %2 of step %3", own.first, meant.second, meant.first);
    }

    static void add(
        PairingDraft& draft, bool databaseIsTarget, TensorId database, TensorId file, const Message& counted)
    {
        const TensorId target = databaseIsTarget ? database : file,
                       golden = databaseIsTarget ? file : database;
        if (draft.isTaken(target, golden))
            return;
        PairFinding finding;
        finding.reason = phrase("same tensor, metric, rank and step of the monitor");
        if (!counted.empty()) {
            finding.origin = PairOrigin::Mapping;
            finding.confidence = 0.95; // who counts is told by the numbers alone
            finding.reason = phrase("%1; %2", finding.reason, counted);
        }
        draft.addAnywhere(target, golden, finding);
    }

    static void bar(PairingDraft& draft, bool databaseIsTarget, TensorId id)
    {
        Message why = phrase("the database counts steps or micro steps otherwise than the files: which step "
                             "this is cannot be told");
        if (databaseIsTarget)
            draft.barTarget(id, std::move(why));
        else
            draft.barGolden(id, std::move(why));
    }
};

} // namespace

void register_monitor_trend_pairing_rule(PairingRules& registry)
{
    registry.add(std::make_unique<MonitorTrendRule>());
}

} // namespace dumpscope::core
