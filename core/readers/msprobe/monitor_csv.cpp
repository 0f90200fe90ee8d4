// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/msprobe/monitor_csv.h"

#include "base/text.h"
#include "io/byte_text.h"
#include "io/csv_scanner.h"
#include "readers/file_finding.h"
#include "readers/statistic_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <unordered_set>
#include <vector>

namespace dumpscope::core {

namespace {

using MonitorField = StatisticTable::Field;

enum class MonitorColumn : std::uint8_t { Other, Stage, Name, Step, MicroStep, Scope, Shape, Type, Value };

struct MonitorHeader {
    std::string_view word;
    MonitorColumn column;
    MonitorField field = MonitorField::Max;
};
/// `zeros` is a share, not a count; `id` is no number of the tensor.
constexpr auto kMonitorHeaders = std::to_array<MonitorHeader>({{"vpp_stage", MonitorColumn::Stage},
    {"name", MonitorColumn::Name}, {"module_name", MonitorColumn::Name}, {"step", MonitorColumn::Step},
    {"micro_step", MonitorColumn::MicroStep}, {"scope", MonitorColumn::Scope},
    {"shape", MonitorColumn::Shape}, {"dtype", MonitorColumn::Type},
    {"norm", MonitorColumn::Value, MonitorField::L2Norm}, {"min", MonitorColumn::Value, MonitorField::Min},
    {"max", MonitorColumn::Value, MonitorField::Max}, {"mean", MonitorColumn::Value, MonitorField::Mean},
    {"nans", MonitorColumn::Value, MonitorField::NanCount}});

const MonitorHeader* monitorHeader(std::string_view word)
{
    const auto* found = std::ranges::find(kMonitorHeaders, word, &MonitorHeader::word);
    return found == kMonitorHeaders.end() ? nullptr : found;
}

class MonitorParser {
public:
    MonitorParser(std::string_view text, std::string_view metric, MonitorVersion version)
        : m_text(text)
        , m_metric(metric)
        , m_version(version)
        , m_scanner(text)
        , m_unfinished(text.ends_with('\n') ? text.size() : text.rfind('\n') + 1)
    {
    }

    Result<FileContents> run(TaskContext& task)
    {
        constexpr std::size_t kBetweenChecks = 4096;
        std::vector<std::string_view> fields;
        CsvScanner::Row row;
        if (m_scanner.next(fields, row))
            setHeader(fields);
        for (std::size_t i = 0; m_scanner.next(fields, row); ++i) {
            if (i % kBetweenChecks == 0)
                TRY_VOID(task.checkStop());
            if (isHeaderAgain(fields))
                setHeader(fields); // several writers
            else
                take(fields, row, row.offset >= m_unfinished);
        }
        if (!m_text.empty() && m_text.back() != '\n')
            m_contents.problems.push_back({Severity::Error, Code::Truncated, {.offset = m_text.size()},
                phrase("the last line has no end; the file may be cut here")});
        if (m_silent > 0)
            m_contents.problems.push_back({Severity::Warning, Code::Suspicious, std::move(m_firstSilent),
                phrase(
                    "%1 lines have no numbers although their tensor had some before: it is NaN, or was not "
                    "computed, for which version 1 of the monitor writes the same",
                    m_silent)});
        if (m_problems > kMaxProblems)
            m_contents.problems.push_back({Severity::Warning, Code::Limit, {},
                phrase("%1 more lines with a problem", m_problems - kMaxProblems)});
        auto table = m_rows.finish();
        table->mayHideNan = m_version == MonitorVersion::First;
        nameStages(*table);
        m_contents.statistics = std::move(table);
        return std::move(m_contents);
    }

private:
    /// Names say the stage only where there are several.
    void nameStages(StatisticTable& table) const
    {
        if (m_stages.size() < 2)
            return;
        for (std::size_t i = 0; i < table.rows(); ++i) {
            const std::string name
                = m_stages[m_stageOf[i]] + ':' + std::string(table.strings.text(table.opName[i]));
            table.opName[i] = table.strings.intern(name);
        }
    }

    /// Number of a stage; further ones than anybody has count as the first.
    std::uint16_t stageNumber(std::string_view stage)
    {
        constexpr std::size_t kMost = 4096;
        if (!isDigits(stage))
            return 0; // of a damaged line
        if (!m_stages.empty() && m_stages[m_lastStage] == stage)
            return m_lastStage;
        const auto known = std::ranges::find(m_stages, stage);
        if (known == m_stages.end() && m_stages.size() >= kMost)
            return 0;
        m_lastStage = static_cast<std::uint16_t>(known - m_stages.begin());
        if (known == m_stages.end())
            m_stages.emplace_back(stage);
        return m_lastStage;
    }

    void setHeader(const std::vector<std::string_view>& fields)
    {
        m_columns.clear();
        for (const std::string_view word : fields)
            m_columns.push_back(monitorHeader(word));
    }

    [[nodiscard]] static bool isHeaderAgain(const std::vector<std::string_view>& fields)
    {
        return fields.size() > 2 && fields[0] == "vpp_stage";
    }

    void report(const CsvScanner::Row& row, Message message)
    {
        if (++m_problems <= kMaxProblems) {
            Place place;
            place.row = row.line;
            place.offset = row.offset;
            m_contents.problems.push_back(
                {Severity::Warning, Code::BadSyntax, std::move(place), std::move(message)});
        }
    }
    void report(const CsvScanner::Row& row, StatisticRow& made, const Message& message)
    {
        report(row, message);
        made.problem = joined(std::array {made.problem, message});
    }

    /// A line of another number of fields is half of one, or two of them: nobody knows what its numbers are
    /// of.
    void take(const std::vector<std::string_view>& fields, const CsvScanner::Row& row, bool isUnfinished)
    {
        if (fields.empty() || (fields.size() == 1 && fields[0].empty()))
            return;
        if (fields.size() != m_columns.size() || row.broken)
            return report(
                row, phrase("the line has %1 of %2 fields and is left out", fields.size(), m_columns.size()));
        StatisticRow made;
        made.line = row.line;
        std::string_view name, stage;
        for (std::size_t i = 0; i < fields.size() - (isUnfinished ? 1 : 0); ++i) {
            const MonitorHeader* header = m_columns[i];
            if (header == nullptr)
                continue;
            switch (header->column) {
            case MonitorColumn::Stage:
                stage = fields[i];
                break;
            case MonitorColumn::Name:
                name = fields[i];
                break;
            case MonitorColumn::Step:
                made.step = parseInt(fields[i]);
                if (!made.step)
                    report(row, made, phrase("\"%1\" is no step", printable(fields[i])));
                break;
            case MonitorColumn::MicroStep:
                if (const auto micro = parseUnsigned(fields[i]);
                    micro && *micro < std::numeric_limits<std::uint32_t>::max())
                    made.occurrence = static_cast<std::uint32_t>(*micro);
                break;
            case MonitorColumn::Scope:
                made.opType = fields[i];
                break;
            case MonitorColumn::Shape:
                made.shapeText = fields[i];
                break;
            case MonitorColumn::Type:
                made.dtypeText = fields[i];
                break;
            case MonitorColumn::Value:
                takeNumber(fields[i], *header, row, made);
                break;
            case MonitorColumn::Other:
                break;
            }
        }
        if (isUnfinished)
            made.problem = joined(std::array {
                made.problem, phrase("the line has no end; what there is of its last field is left out")});
        addRow(std::move(made), name, stage);
    }

    void takeNumber(
        std::string_view cell, const MonitorHeader& header, const CsvScanner::Row& row, StatisticRow& made)
    {
        const auto value = parseDouble(cell);
        // Version 1 writes nan for what it did not compute.
        const bool isMissing = cell.empty() || cell == "None"
            || (m_version == MonitorVersion::First && value && std::isnan(*value));
        if (isMissing)
            return;
        if (!value)
            return report(row, made, phrase("\"%1\" is no number", printable(cell)));
        made.values[static_cast<std::size_t>(header.field)] = value;
    }

    /// Counts lines of version 1 without numbers, of tensors that had some before.
    void noteSilence(const StatisticRow& made, const std::string& tensor)
    {
        constexpr std::size_t kMostTensors = 1'000'000;
        if (m_version != MonitorVersion::First)
            return;
        if (std::ranges::any_of(made.values, [](const auto& value) { return value.has_value(); })) {
            if (m_heard.size() < kMostTensors)
                m_heard.insert(tensor);
            return;
        }
        if (m_heard.contains(tensor) && m_silent++ == 0)
            m_firstSilent.row = made.line;
    }

    void addRow(StatisticRow made, std::string_view field, std::string_view stage)
    {
        const std::string written = unquote(field);
        std::string_view name = written;
        if (m_version == MonitorVersion::First) {
            const MonitorName parts = monitorName(written, m_metric);
            name = parts.opName;
            made.opType = parts.opType;
            made.io = parts.io;
        }
        m_stageOf.push_back(stageNumber(stage));
        noteSilence(made, std::string(stage) + ':' + written);
        made.opName = name;
        // One operator has a row a step, and one a scope in version 2.
        std::string entry(m_version == MonitorVersion::Second ? made.opType : std::string_view());
        if (made.step)
            entry += (entry.empty() ? "step" : ".step") + std::to_string(*made.step);
        made.entry = entry;
        m_rows.add(made);
    }

    std::string_view m_text, m_metric;
    MonitorVersion m_version;
    CsvScanner m_scanner;
    std::size_t m_unfinished;                    ///< where a last line without an end begins
    std::vector<const MonitorHeader*> m_columns; ///< null: another column
    std::vector<std::string> m_stages;
    std::vector<std::uint16_t> m_stageOf; ///< by row
    std::uint16_t m_lastStage = 0;
    StatisticRows m_rows;
    FileContents m_contents;
    std::size_t m_problems = 0;
    std::unordered_set<std::string> m_heard; ///< tensors that had numbers
    std::size_t m_silent = 0;                ///< lines
    Place m_firstSilent;
};

} // namespace

MonitorVersion monitorVersion(std::string_view text)
{
    text = withoutByteOrderMark(text);
    if (text.starts_with("vpp_stage,name,step"))
        return MonitorVersion::First;
    return text.starts_with("vpp_stage,step,module_name,scope") ? MonitorVersion::Second
                                                                : MonitorVersion::None;
}

std::string_view monitorMetric(std::string_view fileName)
{
    constexpr std::string_view kSuffix = ".csv";
    if (!fileName.ends_with(kSuffix))
        return {};
    const std::string_view stem = fileName.substr(0, fileName.size() - kSuffix.size());
    const std::size_t underscore = stem.rfind('_');
    if (underscore == std::string_view::npos)
        return {};
    std::string_view steps = stem.substr(underscore + 1);
    if (steps.starts_with("step"))
        steps.remove_prefix(4);
    const std::size_t dash = steps.find('-');
    if (dash == std::string_view::npos || !isDigits(steps.substr(0, dash))
        || !isDigits(steps.substr(dash + 1)))
        return {};
    return stem.substr(0, underscore);
}

MonitorName monitorName(std::string_view name, std::string_view metric)
{
    struct Role {
        std::string_view word;
        Io io;
    };
    constexpr auto kRoles = std::to_array<Role>({{"input", Io::Input}, {"output", Io::Output},
        {"input_grad", Io::Gradient}, {"output_grad", Io::Gradient}});
    MonitorName result {name, metric, Io::Unknown};
    const bool isGradient = metric == "actv_grad";
    if (metric != "actv" && !isGradient)
        return result;
    if (!isGradient)
        result.opType = {};
    std::string_view rest = name;
    std::size_t dot = rest.rfind('.');
    if (dot != std::string_view::npos && isDigits(rest.substr(dot + 1))) {
        rest = rest.substr(0, dot);
        dot = rest.rfind('.');
    }
    if (dot == std::string_view::npos)
        return result;
    const auto* role = std::ranges::find(kRoles, rest.substr(dot + 1), &Role::word);
    if (role == kRoles.end())
        return result;
    result.opName = rest.substr(0, dot);
    result.io = role->io;
    if (!isGradient)
        return result;
    // Newer releases name inputs and outputs alike in the files of activations and of their gradients.
    const bool isOfInput = role->word.starts_with("input");
    result.opType = isOfInput ? "input_grad" : "output_grad";
    result.io = Io::Gradient;
    return result;
}

Result<FileContents> parseMonitorCsv(std::string_view text, std::string_view metric, TaskContext& task)
{
    return MonitorParser(text, metric, monitorVersion(text)).run(task);
}

} // namespace dumpscope::core
