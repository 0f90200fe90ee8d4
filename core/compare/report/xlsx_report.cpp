// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "compare/environment_difference.h"
#include "compare/fusion_difference.h"
#include "compare/report/conclusion_document.h"
#include "compare/report/report.h"
#include "compare/report/workbook_file.h"
#include "compare/tables/layer_summary.h"

#include <fmt/format.h>
#include <xlsxwriter.h>

#include <array>
#include <cmath>
#include <initializer_list>
#include <span>

namespace dumpscope::core {

namespace {

/// Excel ends at 1,048,576 rows; the official tool begins a new sheet here too
/// (docs/formats/comparison.md 4.3).
constexpr std::size_t kSheetRows = 1'048'500;

constexpr std::size_t kCellBytes = 32'000;                  // a cell holds 32 767 characters
constexpr double kNarrow = 12, kWide = 60, kSentence = 110; ///< widths of columns, in characters

/// What a cell takes: bytes that are no UTF-8, or half a character at the end, make the workbook unreadable.
std::string cellWords(std::string_view text)
{
    return printable(text.substr(0, kCellBytes));
}

/// One sheet, written row by row from the top: rows that were passed are not in memory any more.
class Sheet {
public:
    Sheet(lxw_workbook* book, const std::string& name, std::size_t& rows)
        : m_sheet(workbook_add_worksheet(book, name.c_str()))
        , m_rows(rows)
    {
    }

    void widen(std::size_t first, std::size_t last, double width)
    {
        worksheet_set_column(
            m_sheet, static_cast<lxw_col_t>(first), static_cast<lxw_col_t>(last), width, nullptr);
    }
    /// The first row stays in sight, and each of its columns filters.
    void headsTable(std::size_t columns, std::size_t rows)
    {
        worksheet_freeze_panes(m_sheet, 1, 0);
        if (rows > 0)
            worksheet_autofilter(
                m_sheet, 0, 0, static_cast<lxw_row_t>(rows), static_cast<lxw_col_t>(columns - 1));
    }
    /// Excel shows a sheet without a row, too; the row counts only with a cell in it.
    void beginRow()
    {
        m_column = 0;
        ++m_row;
        ++m_rows;
    }
    /// Numbers as numbers; what a workbook has no number for, as text.
    void add(const Cell& cell, lxw_format* format = nullptr)
    {
        const lxw_col_t column = m_column++;
        if (isNull(cell))
            return;
        const auto number = cellNumber(cell);
        if (number && std::isfinite(*number))
            worksheet_write_number(m_sheet, m_row, column, *number, format);
        else
            worksheet_write_string(m_sheet, m_row, column, cellWords(cellText(cell)).c_str(), format);
    }
    void addRow(std::initializer_list<Cell> cells)
    {
        beginRow();
        for (const Cell& cell : cells)
            add(cell);
    }
    void addHeader(std::initializer_list<std::string_view> names, lxw_format* format)
    {
        beginRow();
        for (const std::string_view name : names)
            add(Cell(name), format);
    }

private:
    lxw_worksheet* m_sheet;
    std::size_t& m_rows;
    lxw_row_t m_row = static_cast<lxw_row_t>(-1);
    lxw_col_t m_column = 0;
};

template<typename T> Cell number(const std::optional<T>& value)
{
    return value ? Cell(*value) : Cell();
}

/// What the run says, who is suspect, and all pairs.
class Workbook {
public:
    Workbook(const Comparison& comparison, std::span<const ReportNote> notes, lxw_workbook* book)
        : m_comparison(comparison)
        , m_notes(notes)
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

    Result<void> write(TaskContext& task)
    {
        writeSummary();
        writeSuspects();
        if (!m_notes.empty())
            writeNotes();
        return writePairs(task);
    }
    /// Of all sheets, with their headers.
    [[nodiscard]] std::size_t rows() const { return m_rows; }

private:
    void writeSummary()
    {
        const Conclusion& conclusion = m_comparison.conclusion;
        const ComparisonSummary& summary = m_comparison.summary;
        Sheet sheet(m_book, "summary", m_rows);
        sheet.widen(0, 0, kWide / 2);
        sheet.widen(1, 1, kSentence);
        const auto line = [&](std::string_view title, const Cell& cell) {
            sheet.beginRow();
            sheet.add(Cell(title), m_header);
            sheet.add(cell);
        };
        if (m_comparison.environment)
            line("environment", Cell(m_comparison.environment->text()));
        if (m_comparison.fusion)
            line("fusion passes", Cell(m_comparison.fusion->headline.text()));
        line("kind", Cell(conclusionWord(conclusion.kind)));
        line("conclusion", Cell(conclusion.text()));
        line("reason", Cell(conclusion.reason.text()));
        line("first divergence", Cell(firstDivergenceText(m_comparison)));
        line("first beyond limits", Cell(conclusion.first.text()));
        line("coverage", Cell(conclusion.coverage.text()));
        line("unpaired in target", Cell(summary.unpairedTarget));
        line("unpaired in golden", Cell(summary.unpairedGolden));
        const std::array<std::pair<Verdict, std::uint64_t>, 4> counts {
            {{Verdict::Pass, summary.pass}, {Verdict::Warn, summary.warn}, {Verdict::Fail, summary.fail},
                {Verdict::NotComparable, summary.notComparable}}};
        for (const auto& [verdict, count] : counts) {
            sheet.beginRow();
            sheet.add(Cell(verdictWord(verdict)), m_header);
            sheet.add(Cell(count), formatOf(verdict));
        }
    }

    void writeSuspects()
    {
        const auto& suspects = m_comparison.suspicion.suspects;
        Sheet sheet(m_book, "suspects", m_rows);
        sheet.widen(1, 1, kWide);
        sheet.widen(8, 8, kSentence);
        sheet.headsTable(9, suspects.size());
        sheet.addHeader(
            {"place", "op_name", "op_type", "rank", "step", "score", "own_error", "inherited_error", "why"},
            m_header);
        std::uint64_t place = 0;
        for (const Suspect& suspect : suspects)
            sheet.addRow({Cell(++place), Cell(suspect.opName), Cell(suspect.opType), number(suspect.rank),
                number(suspect.step), Cell(suspect.score), number(suspect.ownError),
                number(suspect.inheritedError), Cell(suspect.why.text())});
        const std::vector<LayerVerdicts> layers = summariseLayers(*m_comparison.pairs);
        if (!layers.empty())
            writeLayers(layers);
    }

    void writeLayers(const std::vector<LayerVerdicts>& layers)
    {
        Sheet sheet(m_book, "layers", m_rows);
        sheet.widen(0, 0, kWide);
        sheet.headsTable(6, layers.size());
        sheet.addHeader(
            {"layer", "pass", "warn", "fail", "not comparable", "index of the first failure"}, m_header);
        for (const LayerVerdicts& layer : layers) {
            sheet.beginRow();
            const Verdict worst = layer.fail > 0 ? Verdict::Fail
                : layer.warn > 0                 ? Verdict::Warn
                : layer.pass > 0                 ? Verdict::Pass
                                                 : Verdict::NotComparable;
            sheet.add(Cell(layer.layer.empty() ? std::string("(in none)") : layer.layer), formatOf(worst));
            for (const std::uint64_t count : {layer.pass, layer.warn, layer.fail, layer.notComparable})
                sheet.add(Cell(count));
            sheet.add(layer.firstFail ? Cell(std::uint64_t {*layer.firstFail}) : Cell());
        }
    }

    void writeNotes()
    {
        const PairTable& pairs = *m_comparison.pairs;
        const auto rows = rowsOfNotes(pairs, m_notes);
        Sheet sheet(m_book, "notes", m_rows);
        sheet.widen(2, 2, kWide);
        sheet.widen(3, 3, kSentence);
        sheet.headsTable(4, m_notes.size());
        sheet.addHeader({"index of the pair", "side", "tensor", "note"}, m_header);
        for (std::size_t i = 0; i < m_notes.size(); ++i) {
            const ReportNote& note = m_notes[i];
            const DumpIndex& index = *(note.isOfGolden ? pairs.golden() : pairs.target()).index;
            sheet.addRow({rows[i].empty() ? Cell() : Cell(std::uint64_t {rows[i].front()}),
                Cell(std::string_view(note.isOfGolden ? "golden" : "target")),
                Cell(index.tensorId(note.tensor)), Cell(note.text)});
        }
    }

    Result<void> writePairs(TaskContext& task)
    {
        const auto notes = notesByRow(*m_comparison.pairs, m_notes);
        const PairTable& pairs = *m_comparison.pairs;
        const auto columns = pairs.columns();
        std::size_t row = 0;
        for (std::size_t part = 1; part == 1 || row < pairs.rows(); ++part) {
            const std::size_t end = std::min(pairs.rows(), row + kSheetRows);
            Sheet sheet(m_book, part == 1 ? std::string("pairs") : fmt::format("pairs_{}", part), m_rows);
            for (std::size_t c = 0; c < columns.size(); ++c)
                sheet.widen(
                    c, c, columns[c].name == "op_name" || columns[c].name == "reason" ? kWide : kNarrow);
            sheet.headsTable(columns.size() + (notes.empty() ? 0 : 1), end - row);
            sheet.beginRow();
            for (const auto& column : columns)
                sheet.add(Cell(column.name), m_header);
            if (!notes.empty())
                sheet.add(Cell(std::string_view("note")), m_header);
            for (; row < end; ++row) {
                if (row % 1024 == 0)
                    TRY_VOID(task.checkStop());
                sheet.beginRow();
                for (std::size_t c = 0; c < columns.size(); ++c)
                    sheet.add(pairs.cell(row, static_cast<int>(c)),
                        columns[c].name == "verdict" ? formatOf(pairs.row(row).verdict) : nullptr);
                if (const auto note = notes.find(row); note != notes.end())
                    sheet.add(Cell(note->second));
            }
        }
        return {};
    }

    [[nodiscard]] lxw_format* formatOf(Verdict verdict) const
    {
        return m_verdicts[static_cast<std::size_t>(verdict)];
    }

    const Comparison& m_comparison;
    std::span<const ReportNote> m_notes;
    lxw_workbook* m_book;
    lxw_format* m_header;
    std::array<lxw_format*, 4> m_verdicts {};
    std::size_t m_rows = 0;
};

class XlsxReport : public ComparisonReport {
public:
    std::string_view option() const override { return "xlsx"; }
    Message title() const override { return phrase("Excel workbook"); }
    Message help() const override
    {
        return phrase("Write conclusion, suspects, layers, all pairs and metrics as a workbook to this file");
    }

    bool hasNotes() const override { return true; }

    Result<void> write(const Comparison& comparison, const ReportFacts& facts, const std::string& path,
        TaskContext& task) const override
    {
        TRY_ASSIGN(AtomicFile file, AtomicFile::create(path));
        TRY_ASSIGN(WorkbookFile made, WorkbookFile::begin(file));
        Workbook book(comparison, facts.notes, made.book());
        TRY_VOID(book.write(task));
        return made.save(book.rows(), task);
    }
};

} // namespace

void register_xlsx_report(ReportRegistry& registry)
{
    registry.add(std::make_unique<XlsxReport>());
}

} // namespace dumpscope::core
