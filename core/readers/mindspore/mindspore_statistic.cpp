// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/mindspore/mindspore_statistic.h"

#include "base/large_pages.h"
#include "base/text.h"
#include "io/byte_text.h"
#include "io/csv_scanner.h"
#include "readers/file_finding.h"
#include "readers/mindspore/mindspore_statistic_cells.h"
#include "readers/mindspore/mindspore_statistic_piece.h"
#include "readers/statistic_contradictions.h"

#include <algorithm>
#include <array>
#include <utility>

namespace dumpscope::core {

namespace {

using Field = StatisticTable::Field;

/// Text scanned by one thread at a time.
constexpr std::size_t kPieceBytes = 1U << 18;

/// First line without its end; `rest` starts behind it.
std::string_view takeFirstLine(std::string_view text, std::string_view& rest)
{
    const auto end = text.find('\n');
    rest = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

StatisticPlan planOf(std::string_view headerLine)
{
    CsvScanner scanner(headerLine);
    std::vector<std::string_view> headers;
    CsvScanner::Row row;
    scanner.next(headers, row);
    return planStatisticColumns(headers);
}

/// Joins the pieces in file order, so that numbers of texts do not depend on who scanned what.
class TableMerger {
public:
    TableMerger(const StatisticPlan& plan, std::size_t textBytes)
        : m_table(std::make_shared<StatisticTable>())
        , m_textBytes(textBytes)
    {
        m_table->columns = plan.columns;
        for (const std::string& name : plan.digests)
            m_table->digests.push_back({name, {}});
        for (const StatisticColumnPlan& column : plan.plan) {
            if (column.role == StatisticRole::Value)
                m_fields.push_back(column.number);
        }
    }

    void addUnfinishedHeader() { m_unfinished = true; }
    void add(StatisticPiece&& piece)
    {
        if (m_table->rows() == 0)
            reserve(piece);
        const std::size_t firstRow = m_table->rows();
        internTexts(piece);
        appendTexts(m_table->opType, piece.opType);
        appendTexts(m_table->opName, piece.opName);
        appendTexts(m_table->dtypeText, piece.dtypeText);
        appendTexts(m_table->shapeText, piece.shapeText);
        appendTexts(m_table->formatText, piece.formatText);
        for (const MessageId problem : piece.problem)
            m_table->problem.push_back(m_table->messages.intern(piece.messages.message(problem)));
        for (std::size_t i = 0; i < piece.digests.size(); ++i)
            appendTexts(m_table->digests[i].text, piece.digests[i]);
        append(m_table->io, piece.io);
        append(m_table->slot, piece.slot);
        append(m_table->task, piece.task);
        append(m_table->stream, piece.stream);
        append(m_table->timestamp, piece.timestamp);
        append(m_table->dataSize, piece.dataSize);
        append(m_table->dtype, piece.dtype);
        for (const std::uint32_t line : piece.line)
            m_table->line.push_back(m_lines + line);
        for (const std::uint8_t field : m_fields)
            appendValues(field, piece, firstRow);
        m_lines += piece.lines;
        m_droppedLines += piece.droppedLines;
        m_problemRows += piece.problemRows;
        m_trailingField |= piece.trailingField;
        m_squareShape |= piece.squareShape;
        m_slashName |= piece.slashName;
        m_booleanWord |= piece.booleanWord;
        m_unfinished = piece.unfinished;
    }

    [[nodiscard]] StatisticFile finish(const StatisticPlan& plan) &&
    {
        StatisticFile file;
        file.variant = variantOf(plan);
        file.computedOnDevice = m_booleanWord;
        for (const std::string& name : plan.duplicates)
            file.problems.push_back({Severity::Hint, Code::Duplicate, Place {.row = 1},
                phrase("the column '%1' comes twice; the first one counts", printable(name))});
        addRowProblems(file.problems);
        for (auto& nulls : m_table->isNull) {
            if (!nulls.empty())
                nulls.resize(m_table->rows(), false);
        }
        m_table->strings.shrink();
        file.table = std::move(m_table);
        return file;
    }

private:
    /// Estimates the rows of the file from its first piece; memory is only taken as it is filled.
    void reserve(const StatisticPiece& piece)
    {
        constexpr std::size_t kShortestLine = 40;
        const double pieces = static_cast<double>(m_textBytes) / static_cast<double>(kPieceBytes) + 1;
        const auto estimate = static_cast<std::size_t>(static_cast<double>(piece.rows()) * pieces * 1.1);
        const std::size_t rows = std::min(estimate, m_textBytes / kShortestLine + 1);
        StatisticTable& t = *m_table;
        for (auto* column : {&t.opType, &t.opName, &t.dtypeText, &t.shapeText, &t.formatText})
            reserveLarge(*column, rows);
        reserveLarge(t.problem, rows);
        for (auto* column : {&t.task, &t.stream})
            reserveLarge(*column, rows);
        for (auto* column : {&t.timestamp, &t.dataSize, &t.line})
            reserveLarge(*column, rows);
        reserveLarge(t.io, rows);
        reserveLarge(t.slot, rows);
        reserveLarge(t.dtype, rows);
        for (const std::uint8_t field : m_fields)
            reserveLarge(t.values[field], rows);
        for (auto& digest : t.digests)
            reserveLarge(digest.text, rows);
        reserveTexts(piece, pieces);
    }

    void reserveTexts(const StatisticPiece& piece, double pieces)
    {
        std::size_t bytes = 0;
        for (const std::string_view text : piece.strings.texts())
            bytes += text.size();
        // Numbers in names grow longer.
        const auto scaled = [pieces](std::size_t n) {
            return static_cast<std::size_t>(static_cast<double>(n) * pieces * 1.3);
        };
        const std::size_t texts = piece.strings.texts().size();
        m_table->strings.reserve(
            std::min(scaled(texts), m_textBytes / 4), std::min(scaled(bytes), m_textBytes));
    }

    void internTexts(const StatisticPiece& piece)
    {
        // The pool is larger than the caches: ask for what comes a little later.
        constexpr std::size_t kAhead = 12;
        const auto& texts = piece.strings.texts();
        const auto& hashes = piece.strings.hashes();
        m_ids.clear();
        for (std::size_t i = 0; i < texts.size(); ++i) {
            if (i + kAhead < hashes.size())
                m_table->strings.prefetch(hashes[i + kAhead]);
            m_ids.push_back(m_table->strings.intern(texts[i], hashes[i]));
        }
    }

    void appendTexts(std::vector<StringId>& column, const std::vector<std::uint32_t>& numbers)
    {
        for (const std::uint32_t number : numbers)
            column.push_back(m_ids[number]);
    }

    template<typename T> static void append(std::vector<T>& column, const std::vector<T>& part)
    {
        column.insert(column.end(), part.begin(), part.end());
    }

    void appendValues(std::uint8_t field, const StatisticPiece& piece, std::size_t firstRow)
    {
        append(m_table->values[field], piece.values[field]);
        for (const auto& [row, value] : piece.exactIntegers[field])
            m_table->exactIntegers[field].push_back({static_cast<std::uint32_t>(firstRow) + row, value});
        const auto& rows = piece.nullRows[field];
        if (rows.empty())
            return;
        // Most files have a number in every cell and need no marks.
        auto& nulls = m_table->isNull[field];
        nulls.resize(m_table->values[field].size(), false);
        for (const std::uint32_t row : rows)
            nulls[firstRow + row] = true;
    }

    [[nodiscard]] StatisticVariant variantOf(const StatisticPlan& plan) const
    {
        if (statisticDialect(plan) != StatisticDialect::MindSpore)
            return StatisticVariant::Unknown;
        const auto isHash = [](const std::string& name) { return equalsIgnoreCase(name, "SHA1"); };
        if (m_squareShape || m_slashName || std::ranges::any_of(plan.digests, isHash))
            return StatisticVariant::D;
        if (m_trailingField)
            return StatisticVariant::C;
        if (isFixedList(plan))
            return plan.digests.empty() ? StatisticVariant::A : StatisticVariant::B;
        return plan.hasValue(Field::L2Norm) ? StatisticVariant::C : StatisticVariant::Unknown;
    }

    /// Columns of the releases that did not let the user choose them, in their order.
    [[nodiscard]] static bool isFixedList(const StatisticPlan& plan)
    {
        constexpr std::size_t kIdentity = 10;
        constexpr auto kFields = std::to_array<Field>(
            {Field::Max, Field::Min, Field::Mean, Field::Count, Field::NegativeCount, Field::PositiveCount,
                Field::NanCount, Field::NegInfCount, Field::PosInfCount, Field::ZeroCount});
        const std::size_t fixed = kIdentity + kFields.size();
        if (plan.columns.size() != fixed + plan.digests.size() || plan.digests.size() > 1)
            return false;
        for (std::size_t i = 0; i < kFields.size(); ++i) {
            if (plan.columns[kIdentity + i].field != kFields[i])
                return false;
        }
        return true;
    }

    void addRowProblems(std::vector<Diagnostic>& problems) const
    {
        std::size_t told = 0;
        for (std::size_t row = 0; row < m_table->rows() && told < std::min(m_problemRows, kMaxProblems);
             ++row) {
            if (m_table->problem[row] == MessageId {0U})
                continue;
            ++told;
            problems.push_back({Severity::Warning, Code::BadSyntax, Place {.row = m_table->line[row]},
                m_table->messages.message(m_table->problem[row])});
        }
        if (m_problemRows > told)
            problems.push_back({Severity::Warning, Code::Limit, {},
                phrase("%1 more rows with a problem", m_problemRows - told)});
        if (m_droppedLines > 0)
            problems.push_back({Severity::Warning, Code::Limit, {},
                phrase("%1 short lines are not rows and were left out", m_droppedLines)});
        // Every writer of these tables ends its lines, and nobody knows how many come after this one.
        if (m_unfinished)
            problems.push_back({Severity::Error, Code::Truncated, Place {.row = m_lines},
                phrase("the last line has no end; the file may be incomplete")});
    }

    std::shared_ptr<StatisticTable> m_table;
    std::size_t m_textBytes;
    std::vector<std::uint8_t> m_fields;
    std::vector<StringId> m_ids; ///< of the current piece's texts
    std::uint64_t m_lines = 1;   ///< the header
    std::uint64_t m_droppedLines = 0;
    std::size_t m_problemRows = 0;
    bool m_trailingField = false, m_squareShape = false, m_slashName = false, m_booleanWord = false;
    bool m_unfinished = false;
};

} // namespace

std::string_view statisticVariantName(StatisticVariant variant)
{
    switch (variant) {
    case StatisticVariant::A:
        return "A";
    case StatisticVariant::B:
        return "B";
    case StatisticVariant::C:
        return "C";
    case StatisticVariant::D:
        return "D";
    case StatisticVariant::Unknown:
        break;
    }
    return {};
}

std::string_view statisticVariantReleases(StatisticVariant variant)
{
    switch (variant) {
    case StatisticVariant::A:
        return "1.6 to 2.2";
    case StatisticVariant::B:
        return "2.2.14 and candidates of 2.3";
    case StatisticVariant::C:
        return "2.3 to 2.7";
    case StatisticVariant::D:
        return "after 2.7";
    case StatisticVariant::Unknown:
        break;
    }
    return {};
}

StatisticDialect statisticHeader(std::string_view text)
{
    std::string_view rest;
    const std::string_view line = takeFirstLine(withoutByteOrderMark(text), rest);
    // Of every file that is opened the head comes by here; most are no text at all.
    if (line.find('\0') != std::string_view::npos)
        return StatisticDialect::None;
    return statisticDialect(planOf(line));
}

Result<StatisticFile> parseMindsporeStatistic(
    std::string_view text, TaskContext& task, const std::function<void(std::string_view)>& done)
{
    text = withoutByteOrderMark(text);
    if (text.empty())
        return fail(Code::Truncated, phrase("the file is empty"));
    std::string_view rest;
    const std::string_view headerLine = takeFirstLine(text, rest);
    const StatisticPlan plan = planOf(headerLine);
    if (statisticDialect(plan) == StatisticDialect::None)
        return fail(Code::BadHeader,
            phrase(
                "the first line does not name the columns of tensor statistics: %1", quotedCell(headerLine)),
            Place {.row = 1});

    TableMerger merger(plan, rest.size());
    if (!text.ends_with('\n') && rest.empty())
        merger.addUnfinishedHeader();
    const std::vector<std::string_view> pieces = splitLines(rest, rest.size() / kPieceBytes + 1);
    std::size_t merged = 0;
    TRY_VOID(parallelMapReduce<StatisticPiece>(
        task.arena, pieces.size(), 1, task.stop,
        [&](std::size_t begin, std::size_t) -> Result<StatisticPiece> {
            return scanStatisticPiece(pieces[begin], plan, headerLine);
        },
        [&](StatisticPiece&& piece) -> Result<void> {
            merger.add(std::move(piece));
            if (done)
                done(pieces[merged]);
            ++merged;
            return {};
        }));
    StatisticFile file = std::move(merger).finish(plan);
    noteContradictions(*file.table, file.problems);
    return file;
}

} // namespace dumpscope::core
