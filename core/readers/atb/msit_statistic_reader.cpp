// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "io/byte_text.h"
#include "io/csv_scanner.h"
#include "readers/file_finding.h"
#include "readers/format_registry.h"
#include "readers/statistic_rows.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

using MsitField = StatisticTable::Field;

constexpr std::string_view kMsitHeader = "NodeName,NodeType,InputOutput,Index,DataType,Shape";

/// `statistics.csv` of one module, by msit's hooks (docs/formats/llm-era.md 5).
class MsitStatisticReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "msit-statistic",
            .title = Form<0>("msit tensor statistics"),
            .patterns = {"statistics.csv"},
            .can = {.index = true, .statistics = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        if (withoutByteOrderMark(asText(probe.head)).starts_with(kMsitHeader))
            return {95, phrase("columns of msit's statistics")};
        return {0, phrase("no header line of msit's statistics")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext& task) const override
    {
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        FileContents contents;
        StatisticRows rows;
        CsvScanner scanner(asText(bytes.span()));
        std::vector<std::string_view> fields;
        CsvScanner::Row row;
        std::vector<std::string_view> header;
        while (scanner.next(fields, row)) {
            TRY_VOID(task.checkStop());
            if (row.line == 1 || (!fields.empty() && fields[0] == "NodeName"))
                header = fields;
            else if (fields.size() > 1 || (fields.size() == 1 && !fields[0].empty()))
                take(header, fields, row, rows, contents);
        }
        if (const std::string_view text = asText(bytes.span()); !text.empty() && text.back() != '\n')
            contents.problems.push_back({Severity::Error, Code::Truncated, {.offset = text.size()},
                phrase("the last line has no end; the file may be cut here")});
        TRY_VOID(bytes.check());
        contents.statistics = rows.finish();
        return contents;
    }

private:
    static void take(const std::vector<std::string_view>& header, const std::vector<std::string_view>& fields,
        const CsvScanner::Row& at, StatisticRows& rows, FileContents& contents)
    {
        StatisticRow row;
        row.line = at.line;
        std::string name, shape;
        for (std::size_t i = 0; i < std::min(header.size(), fields.size()); ++i) {
            const std::string_view word = header[i], cell = fields[i];
            if (word == "NodeName")
                row.opName = name = unquote(cell);
            else if (word == "NodeType")
                row.opType = cell;
            else if (word == "InputOutput")
                row.io = ioFromWord(cell).value_or(Io::Unknown);
            else if (word == "Index")
                row.slot = slotOf(cell);
            else if (word == "DataType")
                row.dtypeText = cell;
            else if (word == "Shape")
                row.shapeText = shape = unquote(cell);
            else
                takeValue(word, cell, row);
        }
        row.opName = name;
        if (fields.size() < header.size() || at.broken) {
            row.problem = phrase("the line has %1 of %2 fields", fields.size(), header.size());
            if (contents.problems.size() < kMaxProblems) {
                Place place;
                place.row = at.line;
                contents.problems.push_back(
                    {Severity::Warning, Code::BadSyntax, std::move(place), row.problem});
            }
        }
        rows.add(row);
    }

    static std::int32_t slotOf(std::string_view cell)
    {
        const auto number = parseInt(cell);
        return number && *number >= 0 && *number <= INT32_MAX ? static_cast<std::int32_t>(*number) : -1;
    }

    static void takeValue(std::string_view word, std::string_view cell, StatisticRow& row)
    {
        struct Value {
            std::string_view word;
            MsitField field;
        };
        constexpr auto kValues = std::to_array<Value>({{"Max", MsitField::Max}, {"Min", MsitField::Min},
            {"Mean", MsitField::Mean}, {"L2Norm", MsitField::L2Norm}});
        const auto* value = std::ranges::find(kValues, word, &Value::word);
        if (value == kValues.end())
            return;
        row.takeText(value->field, cell);
        if (!cell.empty() && cell != "N/A" && cell != "None" && !parseDouble(cell))
            row.problem = phrase("\"%1\" is no number", printable(cell));
    }
};

} // namespace

void register_msit_statistic_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<MsitStatisticReader>());
}

} // namespace dumpscope::core
