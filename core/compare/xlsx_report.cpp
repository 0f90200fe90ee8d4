// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "compare/report.h"
#include "compare/workbook_file.h"

#include <fmt/format.h>
#include <xlsxwriter.h>

#include <array>
#include <cmath>

namespace dumpscope::core {

namespace {

/// Excel ends at 1,048,576 rows; the official tool begins a new sheet here too
/// (docs/formats/comparison.md 4.3).
constexpr std::size_t kSheetRows = 1'048'500;

constexpr std::size_t kConclusionRows = 6;
constexpr std::size_t kCellBytes = 32'000; // a cell holds 32 767 characters

/// What a cell takes: bytes that are no UTF-8, or half a character at the end, make the workbook unreadable.
std::string cellWords(std::string_view text)
{
    return printable(text.substr(0, kCellBytes));
}

/// Every column of the pair table; numbers as numbers, what a workbook has no number for as text.
class Workbook {
public:
    Workbook(const PairTable& pairs, lxw_workbook* book)
        : m_pairs(pairs)
        , m_book(book)
        , m_header(workbook_add_format(book))
    {
        format_set_bold(m_header);
        // Light fills that dark text stays readable on: pass, warn, fail, not comparable.
        constexpr std::array<lxw_color_t, 4> kFills {0xE2F0E6, 0xFFF1C9, 0xF9D6D5, 0xE5E7EB};
        for (std::size_t i = 0; i < kFills.size(); ++i) {
            m_verdicts[i] = workbook_add_format(m_book);
            format_set_bg_color(m_verdicts[i], kFills[i]);
        }
    }

    Result<void> writeRows(TaskContext& task)
    {
        std::size_t row = 0;
        do {
            lxw_worksheet* sheet
                = workbook_add_worksheet(m_book, fmt::format("pairs_{}", m_sheets++).c_str());
            writeHeader(sheet);
            const std::size_t end = std::min(m_pairs.rows(), row + kSheetRows);
            for (lxw_row_t at = 1; row < end; ++row, ++at) {
                if (row % 1024 == 0)
                    TRY_VOID(task.checkStop());
                for (std::size_t c = 0; c < m_pairs.columns().size(); ++c)
                    writeCell(sheet, at, static_cast<lxw_col_t>(c), row);
            }
        } while (row < m_pairs.rows());
        return {};
    }
    /// What follows from the rows, on a sheet of its own behind them.
    void writeConclusion(const Comparison& comparison)
    {
        const Conclusion& conclusion = comparison.conclusion;
        lxw_worksheet* sheet = workbook_add_worksheet(m_book, "conclusion");
        const std::array<std::pair<const char*, std::string>, kConclusionRows> lines {
            {{"kind", std::string(conclusionWord(conclusion.kind))}, {"conclusion", conclusion.text()},
                {"reason", conclusion.reason.text()}, {"first divergence", firstDivergenceText(comparison)},
                {"first beyond limits", conclusion.first.text()}, {"coverage", conclusion.coverage.text()}}};
        for (lxw_row_t at = 0; at < lines.size(); ++at) {
            worksheet_write_string(sheet, at, 0, lines[at].first, m_header);
            worksheet_write_string(sheet, at, 1, cellWords(lines[at].second).c_str(), nullptr);
        }
    }
    /// Of all sheets, with their headers.
    [[nodiscard]] std::size_t rows() const { return m_pairs.rows() + m_sheets + kConclusionRows; }

private:
    void writeHeader(lxw_worksheet* sheet) const
    {
        worksheet_freeze_panes(sheet, 1, 0);
        for (std::size_t c = 0; c < m_pairs.columns().size(); ++c) {
            const std::string name(m_pairs.columns()[c].name);
            worksheet_write_string(sheet, 0, static_cast<lxw_col_t>(c), name.c_str(), m_header);
        }
    }
    void writeCell(lxw_worksheet* sheet, lxw_row_t at, lxw_col_t column, std::size_t row) const
    {
        const Cell cell = m_pairs.cell(row, column);
        if (isNull(cell))
            return;
        const bool isVerdict = m_pairs.columns()[column].name == "verdict";
        lxw_format* format
            = isVerdict ? m_verdicts[static_cast<std::size_t>(m_pairs.row(row).verdict)] : nullptr;
        const auto number = cellNumber(cell);
        if (number && std::isfinite(*number)) {
            worksheet_write_number(sheet, at, column, *number, format);
        } else {
            worksheet_write_string(sheet, at, column, cellWords(cellText(cell)).c_str(), format);
        }
    }

    const PairTable& m_pairs;
    lxw_workbook* m_book;
    lxw_format* m_header;
    std::array<lxw_format*, 4> m_verdicts {};
    std::size_t m_sheets = 0; ///< of pairs
};

class XlsxReport : public ComparisonReport {
public:
    std::string_view option() const override { return "xlsx"; }
    Message title() const override { return phrase("Excel workbook"); }
    Message help() const override { return phrase("Write all pairs and metrics as a workbook to this file"); }

    Result<void> write(const Comparison& comparison, const ReportFacts&, const std::string& path,
        TaskContext& task) const override
    {
        TRY_ASSIGN(AtomicFile file, AtomicFile::create(path));
        TRY_ASSIGN(WorkbookFile made, WorkbookFile::begin(file));
        Workbook book(*comparison.pairs, made.book());
        TRY_VOID(book.writeRows(task));
        book.writeConclusion(comparison);
        return made.save(book.rows(), task);
    }
};

} // namespace

void register_xlsx_report(ReportRegistry& registry)
{
    registry.add(std::make_unique<XlsxReport>());
}

} // namespace dumpscope::core
