// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "command_session.h"
#include "exit_code.h"

#include "readers/format_registry.h"
#include "request/program_requests.h"

#include <algorithm>

namespace dumpscope::cli {

namespace {

std::vector<std::string_view> abilities(const core::Capabilities& can)
{
    std::vector<std::string_view> words;
    const std::pair<bool, std::string_view> table[]
        = {{can.index, "index"}, {can.values, "values"}, {can.statistics, "statistics"}, {can.graph, "graph"},
            {can.overflow, "overflow"}, {can.write, "write"}};
    for (const auto& [able, word] : table) {
        if (able)
            words.push_back(word);
    }
    return words;
}

class FormatsCommand : public RequestCommand<core::FormatsRequest> {
public:
    FormatsCommand()
        : RequestCommand({.name = "formats",
            .summary = "List every format and what can be done with it",
            .example = "dumpscope-cli formats --json"})
    {
    }

    int run(Console& console) override
    {
        const auto formats = core::builtinFormats();
        std::vector<const core::ReaderInfo*> readers;
        for (const auto& reader : formats->readers())
            readers.push_back(&reader->info());
        std::ranges::sort(readers, {}, [](const core::ReaderInfo* info) { return info->id; });
        if (m_request.print.json || m_request.print.jsonl)
            writeJson(console, readers);
        else
            writeTable(console, readers);
        return kDone;
    }

private:
    void writeJson(Console& console, const std::vector<const core::ReaderInfo*>& readers) const
    {
        const auto writeOne = [](core::JsonWriter& json, const core::ReaderInfo& info) {
            json.beginObject().member("id", info.id).member("title", info.title.words());
            json.key("patterns").beginArray();
            for (const std::string& pattern : info.patterns)
                json.value(pattern);
            json.endArray().key("can").beginArray();
            for (const std::string_view word : abilities(info.can))
                json.value(word);
            json.endArray().endObject();
        };
        if (m_request.print.jsonl) {
            for (const core::ReaderInfo* info : readers) {
                core::JsonWriter json(consoleSink(console));
                writeOne(json, *info);
                json.finish();
            }
            return;
        }
        core::JsonWriter json(consoleSink(console), true);
        json.beginArray();
        for (const core::ReaderInfo* info : readers)
            writeOne(json, *info);
        json.endArray();
        json.finish();
    }

    void writeTable(Console& console, const std::vector<const core::ReaderInfo*>& readers) const
    {
        const std::string_view separator = m_request.print.csv ? "," : "  ";
        std::vector<std::array<std::string, 4>> rows = {{"id", "title", "patterns", "can"}};
        for (const core::ReaderInfo* info : readers) {
            std::string patterns, can;
            for (const std::string& pattern : info->patterns)
                patterns += (patterns.empty() ? "" : " ") + pattern;
            for (const std::string_view word : abilities(info->can))
                can += (can.empty() ? "" : " ") + std::string(word);
            rows.push_back({info->id, std::string(info->title.words()), patterns, can});
        }
        std::array<std::size_t, 4> widths {};
        for (const auto& row : rows) {
            for (std::size_t c = 0; c < row.size(); ++c)
                widths[c] = std::max(widths[c], row[c].size());
        }
        for (const auto& row : rows) {
            std::string line;
            for (std::size_t c = 0; c < row.size(); ++c) {
                if (c > 0)
                    line += separator;
                if (m_request.print.csv)
                    core::appendCsvField(line, row[c]);
                else
                    line
                        += c + 1 < row.size() ? row[c] + std::string(widths[c] - row[c].size(), ' ') : row[c];
            }
            console.writeLine(line);
        }
    }
};

} // namespace

void register_formats_command(CommandRegistry& registry)
{
    registry.add(std::make_unique<FormatsCommand>());
}

} // namespace dumpscope::cli
