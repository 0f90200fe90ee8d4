// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "command_session.h"
#include "exit_code.h"

#include "base/text.h"
#include "io/output_check.h"
#include "model/tensor_store.h"
#include "model/tensor_table.h"
#include "query/row_writer.h"
#include "request/show_request.h"
#include "tensor/flat_view.h"
#include "tensor/npy_writer.h"
#include "tensor/value_writer.h"

namespace dumpscope::cli {

namespace {

constexpr std::uint64_t kTextLimit = 1000;

core::ByteSpan asBytes(std::string_view text)
{
    return std::as_bytes(std::span(text.data(), text.size()));
}

class ShowCommand : public RequestCommand<core::ShowRequest> {
public:
    ShowCommand()
        : RequestCommand({.name = "show",
            .summary = "Print a tensor's header facts and values, or export it",
            .example = "dumpscope-cli show dump.npy --slice '0,:,10:20:2' --as csv -o part.csv"})
    {
    }

    int run(Console& console) override
    {
        m_request.print.progress = "none";
        if (m_request.form.empty())
            m_request.form = m_request.print.json ? "json" : "text";
        if (m_request.form == "npy" && m_request.output.empty()) {
            console.note("error: --as npy writes a file; say which with -o (usage)");
            return kWrongUsage;
        }
        if (!m_request.output.empty()) {
            if (const auto usable = core::checkOutputs({&m_request.output, 1}, {&m_request.path, 1});
                !usable) {
                console.error(usable.error());
                return kWrongUsage;
            }
        }
        CommandSession session(console, m_request.print);
        int code = kDone;
        const auto roots = session.open({m_request.path}, code, true, m_request.raw);
        if (roots.empty())
            return code;
        const auto& index = roots.front();
        const core::Result<core::TensorId> id = pick(*index);
        if (!id) {
            console.error(id.error());
            session.printProblems();
            return index->tensorCount() == 0 ? kCannotRead : kWrongUsage;
        }
        return show(console, session, index, *id);
    }

private:
    core::Result<core::TensorId> pick(const core::DumpIndex& index) const
    {
        if (!m_request.tensor.empty())
            return index.findTensor(m_request.tensor);
        if (index.tensorCount() == 1)
            return core::TensorId(0U);
        if (index.tensorCount() == 0)
            return core::fail(
                core::Code::NotFound, core::phrase("there is no tensor here"), {.file = m_request.path});
        return core::fail(core::Code::Usage,
            core::phrase("there are %1 tensors here; name one, for example %2", index.tensorCount(),
                index.tensorId(core::TensorId(0U))));
    }

    int show(Console& console, CommandSession& session, const std::shared_ptr<const core::DumpIndex>& index,
        core::TensorId id)
    {
        const core::TensorStore store(index);
        const core::TensorTable table(index);
        const core::TensorRow& row = index->tensor(id);
        core::Result<core::ElementStream> stream = openStream(store, id, session);
        const bool needsValues = m_request.form == "npy" || m_request.form == "csv";
        if (!stream && (needsValues || row.state != core::TensorState::StatisticsOnly)) {
            core::Error error = stream.error();
            if (error.place.file.empty())
                error.place.file = index->tensorId(id);
            console.error(error);
            if (needsValues) {
                session.printProblems();
                return error.code == core::Code::Truncated ? kPartial : kCannotRead;
            }
        }
        core::Slice slice;
        if (stream) {
            core::Result<core::Slice> parsed = m_request.slice.empty()
                ? core::Result<core::Slice>(core::fullSlice(stream->shape()))
                : core::parseSlice(m_request.slice, stream->shape());
            if (!parsed) {
                core::Error error = parsed.error();
                error.place.file = "--slice";
                console.error(error);
                return kWrongUsage;
            }
            slice = std::move(*parsed);
        }
        const core::Result<void> written = write(console, session, store, table, id, stream, slice);
        if (!written) {
            console.error(written.error());
            return written.error().code == core::Code::Cancelled ? kInterrupted : kPartial;
        }
        if (stream) {
            if (const auto checked = stream->view().bytes.check(); !checked) {
                console.error(checked.error());
                return kPartial;
            }
        }
        if (row.state == core::TensorState::Unreadable || row.state == core::TensorState::Empty)
            return kCannotRead;
        return !stream && row.state != core::TensorState::StatisticsOnly ? kPartial : session.exitCode();
    }

    /// The elements. Of a truncated tensor those that are there, flat, where that is asked for: nothing in
    /// them says what is missing.
    core::Result<core::ElementStream> openStream(
        const core::TensorStore& store, core::TensorId id, CommandSession& session) const
    {
        TRY_ASSIGN(core::TensorView view, store.open(id, session.task()));
        const core::Order order = m_request.layout == "storage" ? core::Order::Storage : core::Order::Logical;
        core::Result<core::ElementStream> stream = core::ElementStream::make(view, order);
        if (stream || stream.error().code != core::Code::Truncated)
            return stream;
        if (!m_request.partial) {
            core::Error error = stream.error();
            error.message = core::phrase(
                "%1; --partial gives the elements that are there, without a shape", error.message);
            return core::fail(std::move(error));
        }
        session.task().diagnostics.add(core::Severity::Error, stream.error());
        TRY_ASSIGN(core::TensorView flat, core::flatView(view));
        return core::ElementStream::make(std::move(flat), core::Order::Storage);
    }

    core::Result<void> write(Console& console, CommandSession& session, const core::TensorStore& store,
        const core::TensorTable& table, core::TensorId id, const core::Result<core::ElementStream>& stream,
        const core::Slice& slice)
    {
        std::optional<core::AtomicFile> file;
        if (!m_request.output.empty()) {
            TRY_ASSIGN(file, core::AtomicFile::create(m_request.output));
        }
        core::Result<void> sinkState;
        const core::TextSink sink = [&](std::string_view text) -> core::Result<void> {
            if (file)
                return file->write(asBytes(text));
            console.write(text);
            return {};
        };
        const std::stop_token stop = session.task().stop;
        if (m_request.form == "npy") {
            TRY_VOID(core::writeNpy(*file, *stream, slice, core::NpyWidening::Float32, stop));
            session.printProblems();
        } else if (m_request.form == "csv") {
            TRY_VOID(core::writeValuesCsv(*stream, slice, stop, sink));
            session.printProblems();
        } else if (m_request.form == "json") {
            core::JsonWriter json([&](std::string_view text) {
                if (sinkState)
                    sinkState = sink(text);
            });
            json.beginObject().key("tensor");
            core::writeRowJson(json, table, id.value(), core::TensorTable::listingColumns());
            json.key("values");
            if (stream)
                TRY_VOID(core::writeValuesJson(*stream, slice, stop, json));
            else
                json.null();
            writeProblems(json, session.problems());
            json.endObject();
            json.finish();
            TRY_VOID(sinkState);
        } else {
            TRY_VOID(writeText(console, session, store, table, id, stream, slice, sink));
        }
        return file ? file->commit() : core::Result<void> {};
    }

    core::Result<void> writeText(Console& console, CommandSession& session, const core::TensorStore& store,
        const core::TensorTable& table, core::TensorId id, const core::Result<core::ElementStream>& stream,
        const core::Slice& slice, const core::TextSink& sink)
    {
        std::string text;
        const auto field = [&](std::string_view name, const std::string& value) {
            text += std::string(name) + std::string(name.size() < 18 ? 18 - name.size() : 1, ' ')
                + core::printable(value) + '\n';
        };
        for (const int column : core::TensorTable::listingColumns()) {
            const core::Cell cell = table.cell(id.value(), column);
            if (!core::isNull(cell))
                field(table.columns()[static_cast<std::size_t>(column)].name, core::cellText(cell));
        }
        for (const auto& [name, value] : store.describe(id, session.task()))
            field(name.text(), value.text());
        TRY_VOID(sink(text));
        if (!stream) {
            session.printProblems();
            return {};
        }
        const std::uint64_t limit = m_request.output.empty() ? kTextLimit : 0;
        TRY_ASSIGN(const std::uint64_t count,
            core::writeValuesText(*stream, slice, limit, session.task().stop, sink));
        session.printProblems();
        if (count < slice.count()) {
            console.note("note: " + std::to_string(count) + " of " + std::to_string(slice.count())
                + " values shown; use --slice for a part or -o FILE for all");
        }
        return {};
    }
};

} // namespace

void register_show_command(CommandRegistry& registry)
{
    registry.add(std::make_unique<ShowCommand>());
}

} // namespace dumpscope::cli
