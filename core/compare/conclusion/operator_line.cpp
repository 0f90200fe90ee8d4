// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/conclusion/operator_line.h"

#include "graph/graph_catalog.h"
#include "io/byte_text.h"
#include "readers/msprobe/msprobe_structure.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace dumpscope::core {

namespace {

/// Files that are larger are not read for one line.
constexpr std::uint64_t kMostStackBytes = std::uint64_t {64} << 20U,
                        kMostGraphBytes = std::uint64_t {16} << 20U;

/// Lines of the framework stand in every stack and say nothing about the operator.
bool isOfFramework(std::string_view file)
{
    constexpr std::array<std::string_view, 6> kFrameworks {"-packages/torch/", "-packages/torch_npu/",
        "-packages/mindspore/", "-packages/msprobe/", "-packages/mindtorch/", "-packages/accelerate/"};
    return std::any_of(kFrameworks.begin(), kFrameworks.end(),
        [&](std::string_view part) { return file.find(part) != std::string_view::npos; });
}

/// Path of the folder whose files tell about a tensor.
std::string folderOfStacks(const DumpIndex& index, TensorId tensor)
{
    const FolderRow& folder = index.folder(index.file(index.tensor(tensor).file).folder);
    std::string path(index.text(folder.path));
    if (folder.facts.belongsToParent)
        path.erase(std::min(path.rfind('/'), path.size()));
    return path;
}

std::optional<OperatorLine> lineInStacks(const MsprobeStacks& stacks, std::string_view opName)
{
    for (const MsprobeStacks::Stack& stack : stacks.stacks) {
        if (std::find(stack.names.begin(), stack.names.end(), opName) == stack.names.end())
            continue;
        for (const MsprobeStacks::Frame& frame : stack.frames) {
            if (frame.line > 0 && !isOfFramework(frame.file))
                return OperatorLine {frame.file, frame.code, frame.line};
        }
        return std::nullopt;
    }
    return std::nullopt;
}

std::optional<OperatorLine> fromStacks(const DumpIndex& index, TensorId tensor, TaskContext& task)
{
    const std::string folder = folderOfStacks(index, tensor);
    for (std::uint32_t i = 0; i < index.fileCount(); ++i) {
        const FileId id(i);
        const FileRow& file = index.file(id);
        const Reader* const reader = index.readerOf(id);
        if (!reader || reader->info().id != "msprobe-stack" || file.size > kMostStackBytes
            || index.text(index.folder(file.folder).path) != folder)
            continue;
        const auto source = index.tree().open(index.filePath(id), file.size);
        const auto bytes = source ? source->map() : Result<Bytes>(fail(Code::NotFound, phrase("not there")));
        const auto stacks = bytes ? parseMsprobeStacks(asText(bytes->span()), task)
                                  : Result<MsprobeStacks>(fail(Code::NotFound, phrase("not there")));
        if (stacks && bytes->check())
            return lineInStacks(*stacks, index.text(index.tensor(tensor).opName));
    }
    return std::nullopt;
}

std::optional<OperatorLine> fromGraph(const DumpIndex& index, TensorId tensor, TaskContext& task)
{
    std::uint64_t bytes = 0;
    for (std::uint32_t i = 0; i < index.fileCount(); ++i) {
        const Reader* const reader = index.readerOf(FileId(i));
        if (reader && reader->info().can.graph && reader->info().id != "msprobe-construct")
            bytes += index.file(FileId(i)).size;
    }
    if (bytes == 0 || bytes > kMostGraphBytes)
        return std::nullopt;
    const auto ranked = readLikeliestGraph(index, &index, index.factsOf(tensor).rank, task);
    if (!ranked || !ranked->likeliest)
        return std::nullopt;
    const Graph& graph = entryGraph(ranked->document);
    for (std::uint32_t i = 0; i < graph.nodes().size(); ++i) {
        const auto tensors = ranked->match.tensorsOf(NodeId(i));
        if (!std::binary_search(tensors.begin(), tensors.end(), tensor))
            continue;
        for (const SourcePlace& place : graph.sources(graph.nodes()[i])) {
            const std::string_view file = graph.text(place.file);
            if (place.line > 0 && !isOfFramework(file))
                return OperatorLine {std::string(file), std::string(graph.text(place.code)), place.line};
        }
        return std::nullopt;
    }
    return std::nullopt;
}

} // namespace

std::string OperatorLine::text() const
{
    return fmt::format("{}:{}", std::string_view(file).substr(file.rfind('/') + 1), line);
}

std::optional<OperatorLine> operatorLineOf(const DumpIndex& index, TensorId tensor, TaskContext& task)
{
    if (!index.tensor(tensor).opName.isValid())
        return std::nullopt;
    // What is wrong with these files was reported when the folder was opened.
    Diagnostics told;
    Progress progress;
    TaskContext quiet {task.stop, progress, told, task.arena};
    auto line = fromStacks(index, tensor, quiet);
    return line ? line : fromGraph(index, tensor, quiet);
}

} // namespace dumpscope::core
