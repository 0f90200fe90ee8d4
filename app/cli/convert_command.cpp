// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "command_session.h"
#include "exit_code.h"
#include "model/row_statistics.h"
#include "row_output.h"

#include "base/text.h"
#include "convert/conversion.h"
#include "request/convert_request.h"

#include <map>

namespace dumpscope::cli {

namespace {

using core::ConversionOptions;
using core::ConvertedFile;
using FileState = core::ConvertedFile::State;

class ConvertCommand : public RequestCommand<core::ConvertRequest> {
public:
    ConvertCommand()
        : RequestCommand({.name = "convert",
            .summary = "Write tensors as .npy, raw bytes or CSV files",
            .example
            = "dumpscope-cli convert resources/sample/target -o converted --filter 'io:output dtype:float*'"})
    {
    }

    int run(Console& console) override
    {
        const core::Result<ConversionOptions> options = chooseOptions();
        if (!options) {
            console.error(options.error());
            return kWrongUsage;
        }
        CommandSession session(console, m_request.print);
        int code = kDone;
        const auto roots = session.open({m_request.path}, code, true, m_request.raw);
        if (roots.empty())
            return code;
        if (session.lacksTensors(*roots.front()))
            return kCannotRead;
        auto tables = makeTables(session, roots);
        const auto selected = chooseRows(tables, session.task());
        if (!selected) {
            session.quiet();
            console.error(selected.error());
            return selected.error().code == core::Code::Cancelled ? kInterrupted : kWrongUsage;
        }
        std::vector<core::TensorId> tensors;
        for (const SelectedRow& row : selected->rows)
            tensors.emplace_back(row.row);
        const core::ConversionReport report
            = core::convertTensors(roots.front(), tensors, m_request.output, *options, session.task());
        session.quiet();
        if (report.error && report.error->code != core::Code::Cancelled) {
            console.error(*report.error);
            if (report.count(FileState::Written) == 0 && report.count(FileState::Failed) == 0)
                return report.error->code == core::Code::Usage ? kWrongUsage : kPartial;
        }
        write(console, session, *roots.front(), report);
        if (roots.front()->tree().isSingleFile() && !session.interrupted() && isUnreadable(*roots.front()))
            return kCannotRead;
        const bool isPartial = report.error || report.count(FileState::Failed) > 0;
        return isPartial && !session.interrupted() ? static_cast<int>(kPartial) : session.exitCode();
    }

private:
    core::Result<ConversionOptions> chooseOptions() const
    {
        ConversionOptions options;
        const bool official = m_request.spec == "msaccucmp";
        options.spec = official ? ConversionOptions::Spec::Msaccucmp : ConversionOptions::Spec::Dumpscope;
        options.form = m_request.form == "raw" ? core::ArrayForm::Raw
            : m_request.form == "csv"          ? core::ArrayForm::Csv
            : m_request.form == "txt"          ? core::ArrayForm::Txt
                                               : core::ArrayForm::Npy;
        options.names = m_request.names == "dumpscope" ? ConversionOptions::Names::Dumpscope
            : m_request.form == "msnpy"                ? ConversionOptions::Names::Msnpy
                                                       : ConversionOptions::Names::Msaccucmp;
        options.order = m_request.layout == "storage" ? core::Order::Storage : core::Order::Logical;
        options.widening = m_request.bits ? core::NpyWidening::RawBits : core::NpyWidening::Float32;
        options.replace = m_request.force;
        options.joinSlices = m_request.joinSlices;
        if (m_request.joinSlices && (official || !m_request.format.empty()))
            return core::fail(core::Code::Usage,
                core::phrase("--join-slices writes the storage layout of its own; --spec msaccucmp and "
                             "--format do not go "
                             "with it"));
        if (official && m_request.bits)
            return core::fail(
                core::Code::Usage, core::phrase("--bits and --spec msaccucmp contradict each other"));
        if (official && m_request.layout == "logical")
            return core::fail(core::Code::Usage,
                core::phrase("--spec msaccucmp writes the storage layout; say --format for another"));
        if (!m_request.format.empty()) {
            options.format = core::formatFromName(m_request.format);
            if (!options.format || *options.format == core::MemoryFormat::Unspecified)
                return core::fail(
                    core::Code::Usage, core::phrase("there is no format \"%1\"", m_request.format));
        }
        if (!m_request.shape.empty()) {
            std::string text = m_request.shape;
            options.shape = core::parseShape("[" + text + "]");
            if (!options.shape || options.shape->size() < 2 || core::elementCount(*options.shape) == 0U)
                return core::fail(core::Code::Usage,
                    core::phrase("\"%1\" is no shape; two or more numbers above 0 are expected, e.g. 17,20",
                        m_request.shape));
            if (!official || m_request.format.empty())
                return core::fail(
                    core::Code::Usage, core::phrase("--shape needs --spec msaccucmp and --format"));
        }
        return options;
    }

    /// A filter or an order that looks at statistics is asked once they are known.
    core::Result<Selected> chooseRows(std::vector<core::TensorTable>& tables, core::TaskContext& task) const
    {
        TRY_ASSIGN(const bool needed, needsStatistics(m_request.rows, tables.front()));
        if (needed)
            TRY_VOID(measureAllRows(task, tables.front()));
        return cli::chooseRows(m_request.rows, tables, task);
    }

    /// A file of which nothing could be said but why.
    static bool isUnreadable(const core::DumpIndex& index)
    {
        return index.tensorCount() == 1
            && (index.tensor(core::TensorId(0U)).state == core::TensorState::Unreadable
                || index.tensor(core::TensorId(0U)).state == core::TensorState::Empty);
    }

    static void writeRow(core::JsonWriter& json, const core::DumpIndex& index, const ConvertedFile& file)
    {
        json.beginObject().member("id", index.tensorId(file.tensor));
        json.key("path");
        if (file.path.empty())
            json.null();
        else
            json.value(core::printable(file.path));
        json.member("state", core::conversionStateWord(file.state)).member("dtype", file.dtype);
        json.key("shape").beginArray();
        for (const std::int64_t dim : file.shape)
            json.value(dim);
        json.endArray().member("format", file.format).member("bytes", file.bytes);
        json.key("note");
        if (file.note.empty())
            json.null();
        else
            json.value(file.note.text());
        json.key("official_error");
        if (file.officialNumber == 0)
            json.null();
        else
            json.value(static_cast<std::int64_t>(file.officialNumber));
        json.endObject();
    }

    void write(Console& console, CommandSession& session, const core::DumpIndex& index,
        const core::ConversionReport& report) const
    {
        if (m_request.print.json)
            writeJson(console, session, index, report);
        else if (m_request.print.jsonl)
            for (const ConvertedFile& file : report.files) {
                core::JsonWriter json(consoleSink(console));
                writeRow(json, index, file);
                json.finish();
            }
        else if (m_request.print.csv)
            writeCsv(console, index, report);
        else
            writeText(console, report);
        session.printProblems();
    }

    void writeJson(Console& console, CommandSession& session, const core::DumpIndex& index,
        const core::ConversionReport& report) const
    {
        core::JsonWriter json(consoleSink(console));
        json.beginObject().member("output", core::printable(m_request.output)).key("files").beginArray();
        for (const ConvertedFile& file : report.files)
            writeRow(json, index, file);
        json.endArray().key("summary").beginObject();
        for (const FileState state : kStates)
            json.member(core::conversionStateWord(state), static_cast<std::uint64_t>(report.count(state)));
        json.member("bytes", report.bytesWritten()).endObject();
        writeProblems(json, session.problems());
        json.endObject();
        json.finish();
    }

    static void writeCsv(Console& console, const core::DumpIndex& index, const core::ConversionReport& report)
    {
        console.write("id,path,state,dtype,shape,format,bytes,note\r\n");
        for (const ConvertedFile& file : report.files) {
            std::string line;
            const std::string cells[] {index.tensorId(file.tensor), file.path,
                std::string(core::conversionStateWord(file.state)), std::string(file.dtype),
                core::shapeText(file.shape), std::string(file.format), std::to_string(file.bytes),
                file.note.text()};
            for (const std::string& cell : cells) {
                if (&cell != &cells[0])
                    line += ',';
                core::appendCsvField(line, cell);
            }
            console.write(line + "\r\n");
        }
    }

    void writeText(Console& console, const core::ConversionReport& report) const
    {
        std::map<std::string, std::size_t> notes;
        for (const ConvertedFile& file : report.files) {
            const bool isProblem = file.state == FileState::Failed || file.state == FileState::Refused;
            if (!isProblem && !file.note.empty())
                ++notes[file.note.text()];
        }
        std::string line;
        for (const FileState state : kStates) {
            const std::size_t count = report.count(state);
            if (count > 0 || state == FileState::Written)
                line += (line.empty() ? "" : ", ") + std::to_string(count) + " "
                    + std::string(core::conversionStateWord(state));
        }
        console.writeLine(core::printable(m_request.output) + ": " + line + " ("
            + core::byteSizeText(report.bytesWritten()) + ")");
        for (const auto& [note, count] : notes)
            console.writeLine("  " + std::to_string(count) + (count == 1 ? " file: " : " files: ") + note);
    }

    static constexpr std::array kStates {FileState::Written, FileState::Unchanged, FileState::Refused,
        FileState::Failed, FileState::Joined, FileState::Skipped, FileState::Pending};
};

} // namespace

void register_convert_command(CommandRegistry& registry)
{
    registry.add(std::make_unique<ConvertCommand>());
}

} // namespace dumpscope::cli
