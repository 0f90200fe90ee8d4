// SPDX-License-Identifier: GPL-3.0-or-later
#include "command.h"
#include "command_session.h"
#include "exit_code.h"
#include "layout_output.h"

#include "base/diagnostics_json.h"
#include "base/text.h"
#include "layout/run_layout.h"
#include "readers/reader.h"
#include "request/info_request.h"
#include "summary/dump_summary.h"
#include "summary/summary_document.h"
#include "summary/watched_outputs.h"

#include <cmath>
#include <optional>
#include <set>
#include <string>

namespace dumpscope::cli {

namespace {

using Watched = std::vector<core::WatchedOutput>;

void writeJson(core::JsonWriter& json, const core::DumpIndex& index, const core::DumpSummary& summary,
    const Watched& watched, const std::optional<core::RunLayout>& layout)
{
    json.beginObject();
    core::writeSummary(json, index, summary);
    core::writeWatched(json, index, watched);
    if (layout)
        writeLayout(json, index, *layout);
    core::writeProblems(json, index.problems());
    json.endObject();
}

/// "0-3, 7": runs of numbers are shortened.
std::string rangesText(const std::vector<std::int64_t>& numbers)
{
    std::string text;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t end = i;
        while (end + 1 < numbers.size() && numbers[end + 1] == numbers[end] + 1)
            ++end;
        text += (text.empty() ? "" : ", ") + std::to_string(numbers[i]);
        if (end > i)
            text += (end == i + 1 ? ", " : "-") + std::to_string(numbers[end]);
        i = end + 1;
    }
    return text;
}

/// Titles of the formats that files of no known dump are read as, each once.
std::string readFormats(const core::DumpIndex& index)
{
    std::set<std::string> titles;
    for (std::size_t i = 0; i < index.fileCount(); ++i) {
        if (const core::Reader* const reader = index.readerOf(core::FileId(i)))
            titles.insert(core::Message(reader->info().title).text());
    }
    std::string text;
    for (const std::string& title : titles)
        text += (text.empty() ? "" : ", ") + title;
    return text;
}

void writeText(
    Console& console, const core::DumpIndex& index, const core::DumpSummary& summary, const Watched& watched)
{
    const auto line = [&](std::string_view label, const std::string& value) {
        if (!value.empty())
            console.writeLine(
                std::string(label) + std::string(12 - label.size(), ' ') + core::printable(value));
    };
    line("root", index.root());
    for (const core::KindFinding& kind : summary.kinds) {
        const auto percent = static_cast<int>(std::lround(kind.confidence * 100));
        line("kind",
            kind.title.text() + " (" + kind.id + ", " + std::to_string(percent)
                + " %): " + kind.evidence.text());
    }
    if (summary.kinds.empty()) {
        const std::string formats = readFormats(index);
        line("kind",
            formats.empty() ? "nothing we know; `dumpscope-cli formats` lists what can be opened"
                            : "no kind of dump; files are read as: " + formats);
    }
    line("generation", summary.generation);
    line("producer", summary.producer);
    line("ranks", rangesText(summary.ranks));
    std::string models;
    for (const std::string& model : summary.models)
        models += (models.empty() ? "" : ", ") + model;
    line("models", models);
    line("steps", rangesText(summary.steps));
    line("files", std::to_string(summary.counts.files) + " (" + core::byteSizeText(summary.bytes) + ")");
    line("tensors", std::to_string(summary.counts.tensors));
    const auto count = [&](std::string_view label, std::uint64_t value) {
        if (value > 0)
            line(label, std::to_string(value));
    };
    count("other rows", summary.counts.otherRows);
    count("statistics", summary.counts.statisticRows);
    if (summary.counts.checksumRows > 0)
        line("checksums", std::to_string(summary.counts.checksumRows) + " (without statistics)");
    count("overflows", summary.counts.overflowRecords);
    count("graphs", summary.counts.graphs);
    count("unknown", summary.counts.unrecognised);
    // Those of many files are long lists.
    constexpr std::size_t kMostLines = 12;
    std::size_t written = 0;
    for (const auto& [fact, files] : summary.facts) {
        if (++written <= kMostLines)
            line(written == 1 ? "facts" : "",
                fact.first + ": " + (fact.second.empty() ? "-" : fact.second)
                    + (files > 1 ? " (each of " + std::to_string(files) + " files)" : ""));
    }
    if (written > kMostLines)
        line("", std::to_string(written - kMostLines) + " more (--json lists all)");
    for (const core::WatchedOutput& output : watched) {
        const core::FolderFacts& facts = index.folder(output.folder).facts;
        line("watched",
            (facts.rank ? "rank " + std::to_string(*facts.rank) + ", " : std::string())
                + (facts.step ? "step " + std::to_string(*facts.step) + ": " : std::string())
                + output.text().text());
    }
    if (summary.problems.all() > 0)
        line("problems", summary.problems.text().text());
}

class InfoCommand : public RequestCommand<core::InfoRequest> {
public:
    InfoCommand()
        : RequestCommand({.name = "info",
            .summary = "Say what a folder or file is, and what shows it",
            .example = "dumpscope-cli info resources/sample/target"})
    {
    }

    int run(Console& console) override
    {
        CommandSession session(console, m_request.print);
        int code = kDone;
        const auto roots = session.openEach(m_request.paths, code, true, m_request.raw);
        if (roots.empty())
            return code;
        std::vector<Watched> watched;
        std::vector<std::optional<core::RunLayout>> layouts(roots.size());
        for (const auto& index : roots) {
            auto outputs = core::watchedOutputs(index, session.task());
            if (!outputs) {
                session.quiet();
                console.note("interrupted before the watched outputs were compared");
                return kInterrupted;
            }
            watched.push_back(std::move(*outputs));
        }
        for (std::size_t i = 0; m_request.layout && i < roots.size(); ++i) {
            auto layout = core::findRunLayout(roots[i], session.task());
            if (!layout) {
                session.quiet();
                console.note("interrupted before the ranks were compared");
                return kInterrupted;
            }
            layouts[i] = std::move(*layout);
        }
        session.quiet();
        if (m_request.print.json) {
            core::JsonWriter json(consoleSink(console), true);
            const bool areSeveral = m_request.paths.size() > 1;
            if (areSeveral)
                json.beginObject().key("roots").beginArray();
            for (std::size_t i = 0; i < roots.size(); ++i)
                writeJson(json, *roots[i], core::summarise(*roots[i]), watched[i], layouts[i]);
            if (areSeveral) {
                json.endArray();
                writeProblems(json, session.unopened());
                json.endObject();
            }
            json.finish();
        } else {
            for (std::size_t i = 0; i < roots.size(); ++i) {
                if (i > 0)
                    console.writeLine("");
                writeText(console, *roots[i], core::summarise(*roots[i]), watched[i]);
                if (layouts[i])
                    writeLayout(console, *roots[i], *layouts[i]);
            }
        }
        session.printProblems();
        return session.exitCode();
    }
};

} // namespace

void register_info_command(CommandRegistry& registry)
{
    registry.add(std::make_unique<InfoCommand>());
}

} // namespace dumpscope::cli
