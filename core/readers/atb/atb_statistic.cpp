// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/atb/atb_statistic.h"

#include "base/text.h"
#include "io/byte_text.h"
#include "readers/file_finding.h"
#include "readers/line_walk.h"
#include "readers/statistic_contradictions.h"
#include "readers/statistic_rows.h"

#include <array>
#include <limits>

namespace dumpscope::core {

namespace {

using Field = StatisticTable::Field;

enum AtbColumn : std::size_t {
    kAtbProcess,
    kAtbExecution,
    kAtbOpName,
    kAtbOpType,
    kAtbOpId,
    kAtbIo,
    kAtbIndex,
    kAtbDtype,
    kAtbFormat,
    kAtbShape,
    kAtbMax,
    kAtbMin,
    kAtbMean,
    kAtbNorm,
    kAtbPath,
    kAtbColumns
};
using AtbCells = std::array<std::string_view, kAtbColumns>;

/// Cells of a line; a complex number in brackets has a comma of its own. False for another number of cells.
bool splitCells(std::string_view line, AtbCells& cells)
{
    std::size_t count = 0;
    for (;;) {
        std::size_t end = line.find(',');
        if (line.starts_with('(')) {
            const std::size_t close = line.find(')');
            end = close == std::string_view::npos ? std::string_view::npos : line.find(',', close);
        }
        if (count == cells.size())
            return false;
        cells[count++] = line.substr(0, end);
        if (end == std::string_view::npos)
            return count == cells.size();
        line.remove_prefix(end + 1);
    }
}

/// A complex number stands in brackets and is no figure.
bool isOtherText(std::string_view cell)
{
    return !cell.empty() && cell != "N/A" && !cell.starts_with('(') && !parseDouble(cell);
}

/// The extremes of a tensor without any number are those the search began with.
bool isUntouched(const std::optional<double>& max, const std::optional<double>& min)
{
    const double most = std::numeric_limits<float>::max();
    return max && min && *max == -most && *min == most;
}

/// `1_Layer/0_Linear` of `Layer/Linear` and `1_0`; nothing where their parts do not match.
std::optional<std::string> numberedName(std::string_view name, std::string_view ids)
{
    std::string result;
    for (;;) {
        const std::size_t slash = name.find('/'), bar = ids.find('_');
        if (!isDigits(ids.substr(0, bar)))
            return std::nullopt;
        result += result.empty() ? "" : "/";
        result.append(ids.substr(0, bar)).append(1, '_').append(name.substr(0, slash));
        if ((slash == std::string_view::npos) != (bar == std::string_view::npos))
            return std::nullopt;
        if (slash == std::string_view::npos)
            return result;
        name.remove_prefix(slash + 1);
        ids.remove_prefix(bar + 1);
    }
}

/// `5x16`; no text is no dimension.
std::optional<Shape> atbShape(std::string_view text)
{
    if (text.empty())
        return Shape();
    return text.find_first_not_of("0123456789x") == std::string_view::npos ? parseShape(text) : std::nullopt;
}

/// The file of a row below the folder of its execution, from a path of the machine that wrote it.
std::string_view pathInExecution(const AtbCells& cells)
{
    const std::string folder
        = '/' + std::string(cells[kAtbProcess]) + '/' + std::string(cells[kAtbExecution]) + '/';
    const std::string_view path = cells[kAtbPath];
    const std::size_t at = path.rfind(folder);
    if (at == std::string_view::npos)
        return {};
    const std::string_view rest = path.substr(at + folder.size());
    return rest.find("..") == std::string_view::npos ? rest : std::string_view();
}

class AtbStatisticFile {
public:
    void addLine(std::string_view line, std::uint64_t number)
    {
        AtbCells cells;
        if (!splitCells(line, cells)) {
            complainAt(
                number, phrase("the line does not have the %1 cells of a row", std::size_t {kAtbColumns}));
            return;
        }
        constexpr std::int64_t kMostSlots = 1 << 30;
        const std::int64_t index = isDigits(cells[kAtbIndex]) ? parseInt(cells[kAtbIndex]).value_or(-1) : -1;
        const bool isInput = cells[kAtbIo] == "input";
        if ((!isInput && cells[kAtbIo] != "output") || index < 0 || index > kMostSlots) {
            complainAt(number, phrase("the line is no row: neither an input nor an output with a number"));
            return;
        }
        add(cells, isInput ? Io::Input : Io::Output, static_cast<std::int32_t>(index), number);
    }

    [[nodiscard]] AtbStatistics finish()
    {
        if (m_broken > kMaxProblems)
            m_problems.push_back({Severity::Warning, Code::Limit, {},
                phrase("%1 more lines are no rows", m_broken - kMaxProblems)});
        AtbStatistics result {m_rows.finish(), std::move(m_problems)};
        result.table->dataBeside = result.table->repeatsInFiles = true;
        noteContradictions(*result.table, result.problems);
        return result;
    }

private:
    void complainAt(std::uint64_t line, const Message& message)
    {
        if (++m_broken <= kMaxProblems)
            m_problems.push_back({Severity::Warning, Code::BadSyntax, Place {.row = line}, message});
    }

    void add(const AtbCells& cells, Io io, std::int32_t slot, std::uint64_t line)
    {
        StatisticRow row;
        const auto name = numberedName(cells[kAtbOpName], cells[kAtbOpId]);
        row.opName = name ? std::string_view(*name) : cells[kAtbOpName];
        row.opType = cells[kAtbOpType];
        row.io = io;
        row.slot = slot;
        row.dtype = dtypeFromAtbText(cells[kAtbDtype]).value_or(DType::Unknown);
        row.dtypeText = cells[kAtbDtype];
        row.formatText = cells[kAtbFormat];
        const auto shape = atbShape(cells[kAtbShape]);
        const std::string shapeOfRow = shape ? shapeText(*shape) : std::string();
        row.shapeText = shapeOfRow;
        constexpr std::array kFigures {std::pair(Field::Max, kAtbMax), std::pair(Field::Min, kAtbMin),
            std::pair(Field::Mean, kAtbMean), std::pair(Field::L2Norm, kAtbNorm)};
        for (const auto& [field, cell] : kFigures) {
            row.takeText(field, cells[cell]);
            if (isOtherText(cells[cell]))
                row.problem = phrase("\"%1\" is no number", printable(cells[cell]));
        }
        if (isUntouched(row.value(Field::Max), row.value(Field::Min)))
            row.value(Field::Max) = row.value(Field::Min) = std::nullopt;
        row.dataName = pathInExecution(cells);
        row.line = line;
        if (!name)
            row.problem = phrase("the numbers %1 do not fit the name", printable(cells[kAtbOpId]));
        m_rows.add(row);
    }

    StatisticRows m_rows;
    std::vector<Diagnostic> m_problems;
    std::size_t m_broken = 0;
};

} // namespace

Result<AtbStatistics> parseAtbStatistics(std::string_view text, TaskContext& task)
{
    AtbStatisticFile file;
    LineWalk lines(withoutByteOrderMark(text));
    std::string_view line;
    while (lines.next(line)) {
        if (lines.number() % 1024 == 0)
            TRY_VOID(task.checkStop());
        // Twelve threads write; each that opens the file may write the header.
        if (!line.empty() && line != kAtbStatisticHeader)
            file.addLine(line, lines.number());
    }
    AtbStatistics result = file.finish();
    if (!lines.ended())
        result.problems.push_back({Severity::Error, Code::Truncated, Place {.row = lines.number()},
            phrase("the last line has no end; the file may be incomplete")});
    return result;
}

std::shared_ptr<StatisticTable> statisticOf(const AtbHeader& header, const NameFacts& facts)
{
    const std::string dtype = atbDtypeText(header.dtype);
    StatisticRow row;
    row.opName = facts.opName;
    row.opType = facts.opType;
    row.io = facts.io;
    row.slot = facts.slot.value_or(-1);
    row.dtype = dtypeFromAtb(header.dtype).value_or(DType::Unknown);
    row.dtypeText = dtype;
    row.formatText = formatName(formatFromAtb(header.format));
    const std::string shape = header.shape ? shapeText(*header.shape) : std::string();
    row.shapeText = shape;
    row.takeText(Field::Max, header.max.value_or(""));
    row.takeText(Field::Min, header.min.value_or(""));
    row.takeText(Field::Mean, header.mean.value_or(""));
    row.takeText(Field::L2Norm, header.l2Norm.value_or(""));
    if (isUntouched(row.value(Field::Max), row.value(Field::Min)))
        row.value(Field::Max) = row.value(Field::Min) = std::nullopt;
    StatisticRows rows;
    rows.add(row);
    auto table = rows.finish();
    table->oneOperator = true;
    return table;
}

} // namespace dumpscope::core
