// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/report.h"

#include <fmt/format.h>
#include <xlsxwriter.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>

#include <unistd.h>

namespace dumpscope::core {

namespace {

/// Excel ends at 1,048,576 rows; the official tool begins a new sheet here too (comparison 4.3).
constexpr std::size_t kSheetRows = 1'048'500;

struct WorkbookCloser {
    void operator()(lxw_workbook* book) const { workbook_close(book); }
};

/// Every column of the pair table; numbers as numbers, what a workbook has no number for as text.
class Workbook {
public:
    Workbook(const PairTable& pairs, const std::string& path)
        : m_pairs(pairs)
    {
        lxw_workbook_options options {};
        options.constant_memory = LXW_TRUE;
        m_book.reset(workbook_new_opt(path.c_str(), &options));
        if (!m_book)
            return;
        m_header = workbook_add_format(m_book.get());
        format_set_bold(m_header);
        // Light fills that dark text stays readable on: pass, warn, fail, not comparable.
        constexpr std::array<lxw_color_t, 4> kFills {0xE2F0E6, 0xFFF1C9, 0xF9D6D5, 0xE5E7EB};
        for (std::size_t i = 0; i < kFills.size(); ++i) {
            m_verdicts[i] = workbook_add_format(m_book.get());
            format_set_bg_color(m_verdicts[i], kFills[i]);
        }
    }
    [[nodiscard]] bool isOpen() const { return m_book != nullptr; }

    Result<void> writeRows(TaskContext& task)
    {
        std::size_t sheets = 0;
        std::size_t row = 0;
        do {
            lxw_worksheet* sheet
                = workbook_add_worksheet(m_book.get(), fmt::format("pairs_{}", sheets++).c_str());
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
    [[nodiscard]] lxw_error close() { return workbook_close(m_book.release()); }

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
            constexpr std::size_t kCellBytes = 32'000; // a cell holds 32 767 characters
            worksheet_write_string(sheet, at, column, cellText(cell).substr(0, kCellBytes).c_str(), format);
        }
    }

    const PairTable& m_pairs;
    std::unique_ptr<lxw_workbook, WorkbookCloser> m_book;
    lxw_format* m_header = nullptr;
    std::array<lxw_format*, 4> m_verdicts {};
};

class XlsxReport : public ComparisonReport {
public:
    std::string_view option() const override { return "xlsx"; }
    std::string_view help() const override
    {
        return "Write all pairs and metrics as a workbook to this file";
    }

    Result<void> write(const Comparison& comparison, const ReportFacts&, const std::string& path,
        TaskContext& task) const override
    {
        const std::string sibling = fmt::format("{}.{}.part", path, ::getpid());
        Workbook book(*comparison.pairs, sibling);
        if (!book.isOpen())
            return fail(Code::OutOfMemory, "the workbook could not be begun", {.file = path});
        const auto written = book.writeRows(task);
        const lxw_error closed = book.close();
        if (!written || closed != LXW_NO_ERROR) {
            ::unlink(sibling.c_str());
            if (!written)
                return fail(written.error());
            return fail(Code::Io, fmt::format("the workbook could not be written: {}", lxw_strerror(closed)),
                {.file = path});
        }
        if (std::rename(sibling.c_str(), path.c_str()) != 0)
            return fail(systemError(errno, "renaming the workbook", {.file = path}));
        return {};
    }
};

} // namespace

void register_xlsx_report(ReportRegistry& registry)
{
    registry.add(std::make_unique<XlsxReport>());
}

} // namespace dumpscope::core
