// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "exit_code.h"
#include "row_output.h"
#include "session.h"

namespace dumpscope::cli {

namespace {

class LsCommand : public Command {
public:
    std::string_view name() const override { return "ls"; }
    std::string_view summary() const override
    {
        return "List the tensors of folders or files without reading their data";
    }
    std::string_view example() const override
    {
        return "dumpscope-cli ls resources/sample/target --filter 'op_type:Conv* io:output' --sort -bytes";
    }

    void define(CLI::App& app) override
    {
        m_common.define(app, true);
        m_selection.define(app);
        app.add_flag("--names-only", m_namesOnly, "Names and sizes only, without opening any file");
        m_raw.define(app);
        app.add_option("PATH", m_paths, "Folders or files")->required();
    }

    int run(Console& console) override
    {
        Session session(console, m_common);
        int code = kDone;
        const auto roots = session.open(m_paths, code, !m_namesOnly, m_raw);
        if (roots.empty())
            return code;
        const auto tables = makeTables(roots);
        const auto columns = m_selection.chooseColumns(
            tables.front(), core::TensorTable::listingColumns(), defaultTextColumns(), m_common);
        if (!columns) {
            console.error(columns.error());
            return kWrongUsage;
        }
        const auto rows = m_selection.chooseRows(tables, session.task());
        if (!rows) {
            console.error(rows.error());
            return rows.error().code == core::Code::Cancelled ? kInterrupted : kWrongUsage;
        }
        session.quiet();
        writeRows(console, session, m_common, tables, *rows, *columns, {});
        return session.exitCode();
    }

private:
    static std::vector<std::string_view> defaultTextColumns()
    {
        return {"root", "rank", "model", "step", "op_type", "op_name", "io", "slot", "occurrence", "dtype",
            "shape", "format", "bytes", "state"};
    }

    CommonOptions m_common;
    RawOptions m_raw;
    RowSelection m_selection;
    std::vector<std::string> m_paths;
    bool m_namesOnly = false;
};

} // namespace

void register_ls_command(CommandRegistry& registry)
{
    registry.add(std::make_unique<LsCommand>());
}

} // namespace dumpscope::cli
