// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "command_session.h"
#include "exit_code.h"
#include "option_error.h"
#include "overflow_output.h"

#include "base/diagnostics_json.h"
#include "overflow/overflow_document.h"
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
        auto found = ofOption(
            "--filter", core::chooseOverflows(index, {m_request.filter, m_request.first}, session.task()));
        if (!found) {
            session.quiet();
            console.error(found.error());
            return found.error().code == core::Code::Cancelled ? kInterrupted : kWrongUsage;
        }
        const auto records = found->listed();
        core::ValueScan& scan = found->scan;
        const auto object = [&](const auto& write) {
            core::JsonWriter json(consoleSink(console), false, m_request.print.nonFinite());
            write(json);
            json.finish();
        };
        core::ValueScanOptions options;
        options.limit = m_request.first;
        if (m_request.print.jsonl) {
            for (const core::OverflowEntry* entry : records)
                object(
                    [&](core::JsonWriter& json) { core::writeOverflowRecord(json, *index, *entry, true); });
            options.onFound = [&](const core::NonFiniteTensor& tensor) {
                object([&](core::JsonWriter& json) { core::writeNonFinite(json, *index, tensor, true); });
            };
        }
        const auto done = core::scanValues(index, found->chosen, options, session.task(), scan);
        session.quiet();
        if (!done && done.error().code != core::Code::Cancelled)
            session.task().diagnostics.add(core::Severity::Error, done.error());
        if (m_request.print.json)
            object([&](core::JsonWriter& json) {
                json.beginObject();
                core::writeOverflowMembers(json, *index, *found);
                core::writeProblems(json, session.problems());
                json.endObject();
            });
        else if (m_request.print.csv)
            writeOverflowCsv(console, *index, records, scan);
        else if (!m_request.print.jsonl)
            writeOverflowText(console, *index, records, found->records.size(), scan);
        else
            std::ranges::for_each(scan.masks, [&](const core::NonFiniteTensor& tensor) {
                object([&](core::JsonWriter& json) { core::writeNonFinite(json, *index, tensor, true); });
            });
        session.printProblems();
        return finish(session, *found);
    }

private:
    int finish(CommandSession& session, const core::OverflowSearch& found) const
    {
        const int code = session.exitCode();
        if (code == kInterrupted || m_request.failOn == "none")
            return code;
        return found.foundAny() ? kAnsweredNo : code;
    }
};

} // namespace

void register_overflow_command(CommandRegistry& registry)
{
    registry.add(std::make_unique<OverflowCommand>());
}

} // namespace dumpscope::cli
