// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/path_number.h"
#include "readers/torch/torch_contents.h"

#include <algorithm>
#include <array>
#include <limits>

namespace dumpscope::core {

namespace {

constexpr std::string_view kPass = "Pass";
constexpr std::string_view kPassSuffix = ".pt";

std::optional<std::int64_t> passNumber(std::string_view name)
{
    if (!name.ends_with(kPassSuffix))
        return std::nullopt;
    return pathNumberAfter(name.substr(0, name.size() - kPassSuffix.size()), kPass);
}

/// Outputs of modules that SGLang's hook dumper saved, a file a pass (docs/formats/llm-era.md 4.2).
class SglangHookReader final : public TorchContentsReader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "sglang-hook",
            .title = Form<0>("SGLang hook dump"),
            .patterns = {"Pass*.pt"},
            .can = {.index = true, .values = true},
            .priority = 61,
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        const bool isPlaced = probe.folder != nullptr && probe.folder->layout == "sglang-hook";
        if (!isPlaced || !passNumber(probe.name))
            return {0, phrase("no Pass<n>.pt in a folder of SGLang's hook dumper")};
        if (!isTorchHead(probe.head))
            return {50, phrase("named like a pass of SGLang, but no file of torch.save")};
        return {96, phrase("a pass in a folder of SGLang's hook dumper")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext& task) const override
    {
        TRY_ASSIGN(FileContents contents, TorchContentsReader::read(file, task));
        const auto pass = passNumber(file.name);
        for (TensorRecord& record : contents.tensors)
            record.step = pass;
        markEndOfPassBefore(contents.tensors);
        // Once a folder.
        if (pass == 0)
            contents.problems.push_back({Severity::Hint, Code::Suspicious, {},
                phrase("each pass begins with the end of the pass before: what stands before the first layer "
                       "belongs to the pass before")});
        return contents;
    }

protected:
    void nameTensors(
        const FileContext&, const std::vector<TorchTensor>& tensors, FileContents& contents) const override
    {
        for (std::size_t i = 0; i < tensors.size(); ++i) {
            const TorchTensor& tensor = tensors[i];
            TensorRecord& record = contents.tensors[i];
            record.entry = tensor.key;
            record.slot = 0;
            record.position = static_cast<std::uint32_t>(i); // modules are saved as they end
            if (tensor.parts.empty()) {
                record.io = Io::Output;
                continue;
            }
            record.opName = tensor.key.substr(0, tensor.parts.front().end);
            record.io = isBatchInput(record.opName) ? Io::Input : Io::Output;
            if (tensor.parts.size() > 1 && tensor.parts.back().isPosition)
                record.slot = positionOf(tensor);
        }
    }

private:
    /// The file is written when the top module ends: what that gives is the first of the next file, and what
    /// runs behind it follows, until something inside the top module runs again.
    static void markEndOfPassBefore(std::vector<TensorRecord>& tensors)
    {
        if (tensors.empty() || tensors.front().opName.empty())
            return;
        const std::string inside = tensors.front().opName + '.';
        const auto next = std::ranges::find_if(
            tensors, [&](const TensorRecord& record) { return record.opName.starts_with(inside); });
        if (next == tensors.end())
            return;
        for (auto record = tensors.begin(); record != next; ++record)
            record->endsStepBefore = true;
    }

    /// `<top>.forward_batch_info.input_ids` and the like.
    static bool isBatchInput(std::string_view name)
    {
        constexpr auto kInputs = std::to_array<std::string_view>({"input_ids", "seq_lens", "positions"});
        const std::size_t dot = name.rfind('.');
        return dot != std::string_view::npos && name.substr(0, dot).ends_with(".forward_batch_info")
            && std::ranges::find(kInputs, name.substr(dot + 1)) != kInputs.end();
    }

    static std::int32_t positionOf(const TorchTensor& tensor)
    {
        const std::size_t begin = tensor.parts[tensor.parts.size() - 2].end + std::size_t {1};
        const auto number = pathNumber(std::string_view(tensor.key).substr(begin));
        return number && *number <= std::numeric_limits<std::int32_t>::max()
            ? static_cast<std::int32_t>(*number)
            : 0;
    }
};

} // namespace

void register_sglang_hook_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<SglangHookReader>());
}

} // namespace dumpscope::core
