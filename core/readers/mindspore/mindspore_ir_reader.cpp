// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "io/byte_text.h"
#include "readers/file_finding.h"
#include "readers/format_registry.h"
#include "readers/mindspore/mindspore_ir_parser.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

constexpr std::string_view kDumpStem = "ms_output_trace_code_graph_";

/// Textual IR of MindSpore, of the dump or of save_graphs (docs/formats/mindspore-dump.md 6).
class MindsporeIrReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "mindspore-ir",
            .title = Form<0>("MindSpore graph (text)"),
            .patterns = {"ms_output_trace_code_graph_*.ir", "*.ir"},
            .can = {.index = true, .graph = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        const std::string_view head = asText(probe.head);
        if (head.starts_with("#IR entry") || head.starts_with("# IR entry"))
            return {95, phrase("the entry line of a graph")};
        if (probe.name.ends_with(".ir"))
            return {
                probe.name.starts_with(kDumpStem) ? 60 : 40, phrase("named like a graph, but no entry line")};
        return {0, phrase("no entry line of a graph")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext&) const override
    {
        FileContents contents;
        Bytes own;
        std::string_view head = asText(file.head);
        if (file.head.empty()) {
            TRY_ASSIGN(own, file.source.read(0, kProbeBytes));
            head = asText(own.span());
        }
        const std::string_view first = head.substr(0, head.find('\n'));
        const auto at = first.find('@');
        if (head.empty())
            contents.problems.push_back({Severity::Warning, Code::Truncated, {}, emptyFileError().message});
        else if (at == std::string_view::npos || !asciiLower(first).starts_with("#")
            || first.find("IR entry") == std::string_view::npos)
            contents.problems.push_back({Severity::Warning, Code::BadHeader, Place {.row = 1},
                phrase("the first line does not name the graph where it begins")});
        else
            contents.properties.emplace_back("entry graph", printable(first.substr(at + 1)));
        return contents;
    }

    Result<GraphDocument> readGraph(const FileContext& file, TaskContext& task) const override
    {
        if (file.source.size() == 0)
            return fail(emptyFileError());
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        TRY_ASSIGN(GraphDocument document, parseMindsporeIr(bytes, task));
        TRY_VOID(bytes.check());
        return document;
    }
};

} // namespace

void register_mindspore_ir_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<MindsporeIrReader>());
}

} // namespace dumpscope::core
