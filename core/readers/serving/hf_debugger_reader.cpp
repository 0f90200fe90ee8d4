// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/byte_text.h"
#include "readers/file_finding.h"
#include "readers/format_registry.h"
#include "readers/serving/hf_debugger_tree.h"

namespace dumpscope::core {

namespace {

constexpr std::string_view kFullTree = "_debug_tree_FULL_TENSORS.json";
constexpr std::string_view kSummaryTree = "_debug_tree_SUMMARY.json";

/// Trees of modules of the debugger of Hugging Face transformers (docs/formats/llm-era.md 6.2).
class HfDebuggerReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "hf-debugger",
            .title = Form<0>("Hugging Face model debugger"),
            .patterns = {"*_debug_tree_FULL_TENSORS.json", "*_debug_tree_SUMMARY.json"},
            .can = {.index = true, .statistics = true},
            .priority = 55,
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        const bool isNamed = probe.name.ends_with(kFullTree) || probe.name.ends_with(kSummaryTree);
        if (!isNamed)
            return {0, phrase("not named *_debug_tree_*.json")};
        const bool hasPath = asText(probe.head).find("\"module_path\"") != std::string_view::npos;
        return {hasPath ? 95 : 50, phrase("a tree of modules by its name")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext& task) const override
    {
        if (file.source.size() == 0)
            return damagedFile(file, TensorState::Empty, emptyFileError());
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        TRY_ASSIGN(FileContents contents, parseHfDebuggerTree(asText(bytes.span()), task));
        TRY_VOID(bytes.check());
        if (!file.name.ends_with(kSummaryTree))
            return contents;
        // The other tree has the same rows and the files of the values.
        auto table = std::make_shared<StatisticTable>(*contents.statistics);
        table->preferredFile = std::string(file.name.substr(0, file.name.size() - kSummaryTree.size()))
            + std::string(kFullTree);
        contents.statistics = std::move(table);
        return contents;
    }
};

} // namespace

void register_hf_debugger_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<HfDebuggerReader>());
}

} // namespace dumpscope::core
