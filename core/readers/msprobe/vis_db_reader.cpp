// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "readers/format_registry.h"
#include "readers/msprobe/sqlite_file.h"
#include "readers/msprobe/vis_db_graph.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

/// Graph databases of msprobe, `*.vis.db` (docs/formats/msprobe-dump.md 13): what they are of, and their
/// graphs. Their figures are those of the dumps they were made from.
class VisDbReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "vis-db",
            .title = Form<0>("Graph database of msprobe"),
            .patterns = {"*.vis.db"},
            .can = {.index = true, .graph = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        if (!probe.name.ends_with(".vis.db"))
            return {0, phrase("not named .vis.db")};
        return {hasSqliteMagic(probe.head) ? 92 : 45, phrase("a database named .vis.db")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext& task) const override
    {
        FileContents contents;
        const auto database = SqliteFile::open(file, contents.problems);
        if (!database) {
            contents.problems.push_back(
                {Severity::Error, database.error().code, {}, database.error().message});
            return contents;
        }
        if (database->isCut())
            contents.problems.push_back({Severity::Error, Code::Truncated, {},
                phrase("pages of the database are missing at its end")});
        const auto columns = database->columns("tb_config");
        if (columns.empty())
            contents.problems.push_back(
                {Severity::Error, Code::BadHeader, {}, phrase("the database has no tables of graphs")});
        for (const std::string_view key : {"graph_type", "task", "rank_list", "step_list"}) {
            if (std::ranges::find(columns, key) != columns.end())
                TRY_VOID(readProperty(*database, key, contents, task));
        }
        return contents;
    }

    Result<GraphDocument> readGraph(const FileContext& file, TaskContext& task) const override
    {
        std::vector<Diagnostic> problems;
        TRY_ASSIGN(const SqliteFile database, SqliteFile::open(file, problems));
        TRY_ASSIGN(GraphDocument document, readVisGraphs(database, task));
        document.format = info().id;
        document.problems.insert(document.problems.begin(), problems.begin(), problems.end());
        return document;
    }

private:
    /// Of the first row: there is one.
    static Result<void> readProperty(
        const SqliteFile& database, std::string_view key, FileContents& contents, TaskContext& task)
    {
        const auto take = [&](const SqliteRow& row) {
            contents.properties.emplace_back("vis." + std::string(key), printable(row.text(0)));
            return false;
        };
        const auto read = database.forRows("tb_config", {std::string(key)}, task, take);
        if (!read && read.error().code == Code::Cancelled)
            return fail(read.error());
        if (!read)
            contents.problems.push_back({Severity::Warning, read.error().code, {}, read.error().message});
        return {};
    }
};

} // namespace

void register_vis_db_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<VisDbReader>());
}

} // namespace dumpscope::core
