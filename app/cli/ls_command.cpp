// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "command_session.h"
#include "exit_code.h"

#include "base/text.h"
#include "request/ls_request.h"
#include "row_output.h"

#include <algorithm>

namespace dumpscope::cli {

namespace {

class LsCommand : public RequestCommand<core::LsRequest> {
public:
    LsCommand()
        : RequestCommand({.name = "ls",
            .summary = "List the tensors of folders or files without reading their data",
            .example
            = "dumpscope-cli ls resources/sample/target --filter 'op_type:Conv* io:output' --sort -bytes"})
    {
    }

    int run(Console& console) override
    {
        CommandSession session(console, m_request.print);
        int code = kDone;
        const auto roots = session.openEach(m_request.paths, code, !m_request.namesOnly, m_request.raw);
        if (roots.empty())
            return code;
        auto tables = makeTables(session, roots);
        const auto columns = chooseColumns(m_request.rows, tables.front(),
            core::TensorTable::listingColumns(), readableColumns(roots), m_request.print);
        if (!columns) {
            console.error(columns.error());
            return kWrongUsage;
        }
        const auto needed = needsWatched(m_request.rows, *columns, tables.front());
        if (!needed) {
            console.error(needed.error());
            return kWrongUsage;
        }
        if (*needed && !compareWatched(tables, roots, session.task()))
            return kInterrupted;
        const auto rows = chooseRows(m_request.rows, tables, session.task());
        if (!rows) {
            console.error(rows.error());
            return rows.error().code == core::Code::Cancelled ? kInterrupted : kWrongUsage;
        }
        session.quiet();
        writeRows(console, session, m_request.print, tables, *rows, *columns, {},
            m_request.namesOnly      ? "files"
                : holdTensors(roots) ? "tensors"
                                     : "rows");
        for (const auto& index : roots) {
            if (index->tensorCount() == 0 && index->fileCount() > 0)
                console.note("note: " + core::printable(index->root())
                    + " holds no tensor that is known; `dumpscope-cli info` says what is there");
        }
        return session.exitCode();
    }

private:
    using Roots = std::vector<std::shared_ptr<const core::DumpIndex>>;
    static bool holdTensors(const Roots& roots)
    {
        return std::ranges::any_of(roots, [](const auto& index) { return index->holdsTensors(); });
    }

    std::vector<std::string_view> readableColumns(const Roots& roots) const
    {
        if (!holdTensors(roots)) // runs of operators, or other rows that say themselves what they are
            return {"root", "rank", "step", "op_type", "op_name", "occurrence", "task_id", "stream_id",
                "start_us", "duration_us", "task_type", "block_dim", "problem"};
        std::vector<std::string_view> columns {"root", "rank", "model", "step", "op_type", "op_name", "io",
            "slot", "occurrence", "dtype", "shape", "format", "bytes"};
        if (!m_request.namesOnly)
            columns.push_back("state");
        return columns;
    }
};

} // namespace

void register_ls_command(CommandRegistry& registry)
{
    registry.add(std::make_unique<LsCommand>());
}

} // namespace dumpscope::cli
