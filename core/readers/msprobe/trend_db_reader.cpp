// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "readers/format_registry.h"
#include "readers/msprobe/sqlite_file.h"
#include "readers/statistic_rows.h"

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <unordered_map>
#include <utility>

namespace dumpscope::core {

namespace {

/// What was watched: a tensor of a module, or a parameter.
struct TrendTarget {
    std::string name;
    std::int64_t stage = 0; ///< virtual pipeline
    std::optional<std::int64_t> microStep;
};

using TrendField = std::pair<std::string_view, StatisticTable::Field>;
constexpr std::array<TrendField, 5> kTrendFields {{{"max", StatisticTable::Field::Max},
    {"min", StatisticTable::Field::Min}, {"mean", StatisticTable::Field::Mean},
    {"norm", StatisticTable::Field::L2Norm}, {"nans", StatisticTable::Field::NanCount}}};

/// Role of a tensor of a module by the end of its name, which is cut off: `fc1.input`, `fc1.output_grad.0`.
Io takeTrendRole(std::string_view& name)
{
    constexpr std::string_view kFirst = ".0";
    const std::string_view stem = name.ends_with(kFirst) ? name.substr(0, name.size() - kFirst.size()) : name;
    constexpr std::array<std::pair<std::string_view, Io>, 4> kRoles {{{".input", Io::Input},
        {".output", Io::Output}, {".input_grad", Io::Gradient}, {".output_grad", Io::Gradient}}};
    for (const auto& [end, io] : kRoles) {
        if (stem.ends_with(end) && stem.size() > end.size()) {
            name = stem.substr(0, stem.size() - end.size());
            return io;
        }
    }
    return Io::Unknown;
}

/// Rows of `trend_data` with the names of their targets and metrics.
class TrendData {
public:
    explicit TrendData(const SqliteFile& file)
        : m_file(file)
    {
    }

    Result<void> read(TaskContext& task)
    {
        TRY_VOID(readTargets(task));
        TRY_VOID(m_file.forRows(
            "monitoring_metrics", {"metric_id", "metric_name"}, task, [&](const SqliteRow& row) {
                m_metrics[row.integer(0).value_or(0)] = row.text(1);
                return m_metrics.size() < kMostNames;
            }));
        std::vector<std::string> columns {"rank", "step", "target_id", "metric_id"};
        std::vector<StatisticTable::Field> fields;
        for (const std::string& column : m_file.columns("trend_data")) {
            const auto field = std::ranges::find_if(
                kTrendFields, [&](const TrendField& one) { return equalsIgnoreCase(column, one.first); });
            if (field == kTrendFields.end())
                continue;
            columns.push_back(column);
            fields.push_back(field->second);
        }
        return m_file.forRows("trend_data", columns, task, [&](const SqliteRow& row) {
            addRow(row, fields);
            return m_rows.size() < kMostRows;
        });
    }

    [[nodiscard]] bool isCut() const { return m_rows.size() >= kMostRows; }
    [[nodiscard]] std::shared_ptr<StatisticTable> finish() { return m_rows.finish(); }
    static constexpr std::size_t kMostRows = 50'000'000;

private:
    static constexpr std::size_t kMostNames = 10'000'000;

    Result<void> readTargets(TaskContext& task)
    {
        const std::vector<std::string> there = m_file.columns("monitoring_targets");
        std::vector<std::string> wanted {"target_id", "target_name", "vpp_stage"};
        const bool hasMicroSteps = std::ranges::find(there, "micro_step") != there.end();
        if (hasMicroSteps)
            wanted.emplace_back("micro_step");
        std::set<std::int64_t> stages;
        TRY_VOID(m_file.forRows("monitoring_targets", wanted, task, [&](const SqliteRow& row) {
            TrendTarget target {std::string(row.text(1)), row.integer(2).value_or(0), {}};
            if (hasMicroSteps)
                target.microStep = row.integer(3);
            stages.insert(target.stage);
            m_targets[row.integer(0).value_or(0)] = std::move(target);
            return m_targets.size() < kMostNames;
        }));
        m_hasStages = stages.size() > 1;
        return {};
    }

    void addRow(const SqliteRow& from, const std::vector<StatisticTable::Field>& fields)
    {
        StatisticRow row;
        row.rank = from.integer(0);
        row.step = from.integer(1);
        const auto target = m_targets.find(from.integer(2).value_or(-1));
        const auto metric = m_metrics.find(from.integer(3).value_or(-1));
        std::string name;
        if (target != m_targets.end())
            nameRow(
                target->second, metric == m_metrics.end() ? std::string_view() : metric->second, name, row);
        else
            row.problem = phrase("the database does not name this target");
        m_entry = "rank" + std::to_string(row.rank.value_or(-1)) + ".step"
            + std::to_string(row.step.value_or(-1));
        if (!row.opType.empty())
            m_entry.append(1, '.').append(row.opType);
        row.entry = m_entry;
        for (std::size_t i = 0; i < fields.size(); ++i)
            row.value(fields[i]) = from.real(static_cast<int>(i) + 4);
        row.line = m_rows.size() + 1;
        m_rows.add(row);
    }

    void nameRow(
        const TrendTarget& target, std::string_view metric, std::string& name, StatisticRow& row) const
    {
        std::string_view bare = target.name;
        if (metric == "actv" || metric == "actv_grad")
            row.io = takeTrendRole(bare);
        if (row.io == Io::Unknown) {
            row.opType = metric;
        } else if (metric == "actv_grad") {
            // As in the files that it is made of (monitorName).
            row.opType = row.io == Io::Input
                    || std::string_view(target.name).find(".input_grad") != std::string_view::npos
                ? "input_grad"
                : "output_grad";
            row.io = Io::Gradient;
        }
        name = m_hasStages ? std::to_string(target.stage) + ':' + std::string(bare) : std::string(bare);
        row.opName = name;
        if (target.microStep && std::in_range<std::uint32_t>(*target.microStep)
            && *target.microStep < std::numeric_limits<std::uint32_t>::max())
            row.occurrence = static_cast<std::uint32_t>(*target.microStep);
    }

    const SqliteFile& m_file;
    std::unordered_map<std::int64_t, TrendTarget> m_targets;
    std::unordered_map<std::int64_t, std::string> m_metrics;
    bool m_hasStages = false;
    StatisticRows m_rows;
    std::string m_entry;
};

/// Figures of the monitor of msprobe over ranks and steps, `*.trend.db` (docs/formats/llm-era.md 9).
class TrendDbReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "trend-db",
            .title = Form<0>("Trends of the monitor of msprobe"),
            .patterns = {"*.trend.db"},
            .can = {.index = true, .statistics = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        if (!probe.name.ends_with(".trend.db"))
            return {0, phrase("not named .trend.db")};
        return {hasSqliteMagic(probe.head) ? 92 : 45, phrase("a database named .trend.db")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext& task) const override
    {
        FileContents contents;
        TRY_ASSIGN(const SqliteFile database, SqliteFile::open(file, contents.problems));
        if (database.columns("trend_data").empty() || database.columns("monitoring_targets").empty())
            return fail(Code::BadHeader, phrase("the database has no tables of trends"));
        TrendData data(database);
        const auto whole = data.read(task);
        if (!whole && whole.error().code == Code::Cancelled)
            return fail(whole.error());
        if (!whole)
            contents.problems.push_back({Severity::Error, whole.error().code, {}, whole.error().message});
        if (database.isCut())
            contents.problems.push_back({Severity::Error, Code::Truncated, {},
                phrase("pages of the database are missing at its end")});
        if (data.isCut())
            contents.problems.push_back({Severity::Warning, Code::Limit, {},
                phrase("only the first %1 rows are listed", TrendData::kMostRows)});
        contents.statistics = data.finish();
        return contents;
    }
};

} // namespace

void register_trend_db_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<TrendDbReader>());
}

} // namespace dumpscope::core
