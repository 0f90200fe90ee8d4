// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/report/report.h"
#include "compare/report/workbook_file.h"
#include "official/msprobe_result.h"

#include <fmt/format.h>
#include <xlsxwriter.h>

#include <cmath>

namespace dumpscope::core {

namespace {

/// Where msprobe begins another sheet (docs/formats/comparison.md 4.3).
constexpr lxw_row_t kMsprobeSheetRows = 1'048'500;

class MsprobeWorkbook {
public:
    explicit MsprobeWorkbook(lxw_workbook* book)
        : m_book(book)
        , m_header(workbook_add_format(book))
    {
        format_set_bold(m_header);
    }
    /// Of all sheets, with their headers.
    [[nodiscard]] std::size_t rows() const { return m_rows; }

    void beginSheet(std::span<const std::string_view> header)
    {
        // One sheet has the usual name, several are parts.
        const std::string name = m_sheets == 0 ? "Sheet1" : fmt::format("part_{}", m_sheets);
        m_sheet = workbook_add_worksheet(m_book, name.c_str());
        for (std::size_t c = 0; c < header.size(); ++c) {
            const std::string text(header[c]);
            worksheet_write_string(m_sheet, 0, static_cast<lxw_col_t>(c), text.c_str(), m_header);
        }
        ++m_sheets;
        ++m_rows;
        m_row = 1;
    }
    [[nodiscard]] bool isFull() const { return m_row > kMsprobeSheetRows; }

    void add(std::span<const OfficialCell> cells)
    {
        for (std::size_t c = 0; c < cells.size(); ++c) {
            const auto column = static_cast<lxw_col_t>(c);
            const OfficialCell& cell = cells[c];
            if (cell.isTruth)
                worksheet_write_boolean(m_sheet, m_row, column, cell.text == "True" ? 1 : 0, nullptr);
            else if (cell.number && std::isfinite(*cell.number))
                worksheet_write_number(m_sheet, m_row, column, *cell.number, nullptr);
            else
                worksheet_write_string(
                    m_sheet, m_row, column, cell.text.substr(0, kCellBytes).c_str(), nullptr);
        }
        ++m_row;
        ++m_rows;
    }

private:
    static constexpr std::size_t kCellBytes = 32'000; // a cell holds 32 767 characters

    lxw_workbook* m_book;
    lxw_format* m_header;
    lxw_worksheet* m_sheet = nullptr;
    std::size_t m_sheets = 0, m_rows = 0;
    lxw_row_t m_row = 1;
};

/// What `msprobe compare --xlsx` writes.
class MsprobeXlsxReport : public ComparisonReport {
public:
    std::string_view option() const override { return "msprobe-xlsx"; }
    Message title() const override { return phrase("msprobe compare, Excel"); }
    Message help() const override
    {
        return phrase("Write what msprobe compare --xlsx would write for these dumps to this file");
    }

    Result<void> write(const Comparison& comparison, const ReportFacts& facts, const std::string& path,
        TaskContext& task) const override
    {
        return writeMsprobeResults(comparison.pairs->target(), comparison.pairs->golden(), facts.ruleFiles,
            facts.official.pandas, path, writeOne, task);
    }

private:
    static Result<void> writeOne(const MsprobeResult& result, const std::string& path, TaskContext& task)
    {
        TRY_ASSIGN(AtomicFile file, AtomicFile::create(path));
        TRY_ASSIGN(WorkbookFile made, WorkbookFile::begin(file));
        MsprobeWorkbook book(made.book());
        const std::vector<std::string_view> header = result.header();
        book.beginSheet(header);
        TRY_VOID(result.forEachRow(
            [&](std::span<const OfficialCell> cells) -> Result<void> {
                if (book.isFull())
                    book.beginSheet(header);
                book.add(cells);
                return {};
            },
            task));
        return made.save(book.rows(), task);
    }
};

} // namespace

void register_msprobe_xlsx_report(ReportRegistry& registry)
{
    registry.add(std::make_unique<MsprobeXlsxReport>());
}

} // namespace dumpscope::core
