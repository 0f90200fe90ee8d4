// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "command_session.h"
#include "exit_code.h"
#include "option_error.h"
#include "overflow_output.h"

#include "model/row_statistics.h"
#include "query/row_set.h"
#include "request/overflow_request.h"

#include <algorithm>

namespace dumpscope::cli {

namespace {

class OverflowCommand : public RequestCommand<core::OverflowRequest> {
public:
    OverflowCommand()
        : RequestCommand({.name = "overflow",
            .summary = "Decode overflow records of the device and find where NaN and Inf are born",
            .example = "dumpscope-cli overflow resources/sample/target --first 5"})
    {
    }

    int run(Console& console) override
    {
        CommandSession session(console, m_request.print);
        int code = kDone;
        const auto roots = session.open({m_request.path}, code);
        if (roots.empty())
            return code;
        const std::shared_ptr<const core::DumpIndex>& index = roots.front();
        if (index->overflows().empty() && session.lacksTensors(*index))
            return kCannotRead;
        const core::Result<std::vector<core::TensorId>> chosen = chooseTensors(index, session.task());
        if (!chosen) {
            session.quiet();
            console.error(chosen.error());
            return chosen.error().code == core::Code::Cancelled ? kInterrupted : kWrongUsage;
        }
        const Records allRecords = chooseRecords(*index, *chosen);
        Records records = allRecords;
        records.resize(std::min<std::uint64_t>(records.size(), m_request.first));
        const auto object = [&](const auto& write) {
            core::JsonWriter json(consoleSink(console), false, m_request.print.nonFinite());
            write(json);
            json.finish();
        };
        core::ValueScanOptions options;
        options.limit = m_request.first;
        if (m_request.print.jsonl) {
            for (const core::OverflowEntry* entry : records)
                object([&](core::JsonWriter& json) { writeOverflowRecord(json, *index, *entry, true); });
            options.onFound = [&](const core::NonFiniteTensor& tensor) {
                object([&](core::JsonWriter& json) { writeNonFinite(json, *index, tensor, true); });
            };
        }
        core::ValueScan scan;
        const auto done = core::scanValues(index, *chosen, options, session.task(), scan);
        session.quiet();
        if (!done && done.error().code != core::Code::Cancelled)
            session.task().diagnostics.add(core::Severity::Error, done.error());
        if (m_request.print.json)
            object([&](core::JsonWriter& json) {
                writeDocument(json, session, *index, records, allRecords.size(), scan);
            });
        else if (m_request.print.csv)
            writeOverflowCsv(console, *index, records, scan);
        else if (!m_request.print.jsonl)
            writeOverflowText(console, *index, records, allRecords.size(), scan);
        else
            std::ranges::for_each(scan.masks, [&](const core::NonFiniteTensor& tensor) {
                object([&](core::JsonWriter& json) { writeNonFinite(json, *index, tensor, true); });
            });
        session.printProblems();
        return finish(session, allRecords, scan);
    }

private:
    using Records = std::vector<const core::OverflowEntry*>;

    core::Result<std::vector<core::TensorId>> chooseTensors(
        const std::shared_ptr<const core::DumpIndex>& index, core::TaskContext& task) const
    {
        core::TensorTable table(index);
        TRY_ASSIGN(const core::FilterExpression filter,
            ofOption("--filter", core::FilterExpression::parse(m_request.filter, table)));
        if (core::needsStatistics(filter))
            TRY_VOID(measureAllRows(task, table));
        TRY_ASSIGN(
            const std::vector<std::uint32_t> rows, core::buildRowSet(table, table.rows(), filter, {}, task));
        std::vector<core::TensorId> chosen;
        chosen.reserve(rows.size());
        for (const std::uint32_t row : rows)
            chosen.push_back(core::TensorId(row));
        return chosen;
    }

    /// With a filter, records that name a tensor it matches.
    Records chooseRecords(const core::DumpIndex& index, const std::vector<core::TensorId>& chosen) const
    {
        const auto isChosen = [&](core::TensorId id) { return std::ranges::binary_search(chosen, id); };
        Records records;
        for (const core::OverflowEntry& entry : index.overflows()) {
            const bool named = std::ranges::any_of(entry.operators, [&](const core::OverflowOperator& one) {
                return std::ranges::any_of(one.tensors, isChosen);
            });
            if (m_request.filter.empty() || named)
                records.push_back(&entry);
        }
        return records;
    }

    static void writeDocument(core::JsonWriter& json, CommandSession& session, const core::DumpIndex& index,
        const Records& records, std::size_t allRecords, const core::ValueScan& scan)
    {
        json.beginObject().key("first_born");
        if (const core::NonFiniteTensor* born = scan.firstBorn())
            writeNonFinite(json, index, *born, false);
        else
            json.null();
        json.key("records").beginArray();
        for (const core::OverflowEntry* entry : records)
            writeOverflowRecord(json, index, *entry, false);
        json.endArray().key("value_scan").beginArray();
        for (const core::NonFiniteTensor& tensor : scan.found)
            writeNonFinite(json, index, tensor, false);
        json.endArray().key("masks").beginArray();
        for (const core::NonFiniteTensor& tensor : scan.masks)
            writeNonFinite(json, index, tensor, false);
        json.endArray()
            .member("births", scan.births)
            .member("records_total", static_cast<std::uint64_t>(allRecords))
            .member("value_scan_total", scan.allSelected)
            .member("non_finite_total", scan.all)
            .member("selected", scan.selected)
            .member("scanned", scan.scanned)
            .member("skipped", scan.skipped)
            .member("unread", scan.unreadable)
            .member("checksums_only", scan.checksumsOnly);
        writeProblems(json, session.problems());
        json.endObject();
    }

    int finish(CommandSession& session, const Records& records, const core::ValueScan& scan) const
    {
        const int code = session.exitCode();
        if (code == kInterrupted || m_request.failOn == "none")
            return code;
        const bool any = !scan.found.empty()
            || std::ranges::any_of(
                records, [](const core::OverflowEntry* entry) { return entry->record.isOverflow(); });
        return any ? kAnsweredNo : code;
    }
};

} // namespace

void register_overflow_command(CommandRegistry& registry)
{
    registry.add(std::make_unique<OverflowCommand>());
}

} // namespace dumpscope::cli
