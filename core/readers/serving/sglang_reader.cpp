// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/serving/sglang_name.h"
#include "readers/torch/torch_contents.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

constexpr std::string_view kSglangProperty = "sglang.";

/// Values that SGLang's dumper saved (docs/formats/llm-era.md 4.1): a value, or since 0.5.9 a
/// dictionary of `value` and `meta`. What the tensors are called stands in the name of the file.
class SglangReader final : public TorchContentsReader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "sglang",
            .title = Form<0>("SGLang dump"),
            .patterns = {"*rank=*___dump_index=*.pt"},
            .can = {.index = true, .values = true},
            .priority = 61,
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        if (probe.facts == nullptr || probe.facts->grammar != "sglang")
            return {0, phrase("no tags of SGLang's dumper in the name")};
        if (!isTorchHead(probe.head))
            return {50, phrase("named like a dump of SGLang, but no file of torch.save")};
        return {96, phrase("a file of torch.save with the tags of SGLang's dumper in its name")};
    }

    /// All files of a rank say the same: the first alone has it as properties.
    Result<FileContents> read(const FileContext& file, TaskContext& task) const override
    {
        auto contents = TorchContentsReader::read(file, task);
        const auto name = parseSglangName(file.name);
        if (contents && !(name && name->dumpIndex <= 1))
            std::erase_if(contents->properties,
                [](const auto& property) { return property.first.starts_with(kSglangProperty); });
        return contents;
    }

protected:
    void describeFile(const TorchFile& torch, FileContents& contents) const override
    {
        for (const auto& [name, number] : torch.parallelSizes())
            contents.properties.emplace_back(std::string(kSglangProperty) + name, std::to_string(number));
    }

    void nameTensors(
        const FileContext&, const std::vector<TorchTensor>& tensors, FileContents& contents) const override
    {
        // Only a dictionary has keys at the root.
        const bool isNewForm
            = std::ranges::any_of(tensors, [](const TorchTensor& one) { return isBelowKey(one, "value"); });
        std::int32_t position = 0;
        for (std::size_t i = 0; i < tensors.size(); ++i) {
            const TorchTensor& tensor = tensors[i];
            const std::size_t above = isNewForm ? 1 : 0;
            const bool isValue = !isNewForm || isBelowKey(tensor, "value");
            const bool isInList = std::ranges::all_of(
                tensor.parts.begin() + static_cast<std::ptrdiff_t>(std::min(above, tensor.parts.size())),
                tensor.parts.end(), [](const TorchKeyPart& part) { return part.isPosition; });
            TensorRecord& record = contents.tensors[i];
            if (!isValue || !isInList) {
                record.ordinal = kDropped;
                continue;
            }
            if (tensor.parts.size() > above)
                record.slot = position++;
        }
        std::erase_if(
            contents.tensors, [](const TensorRecord& record) { return record.ordinal == kDropped; });
    }

private:
    static constexpr std::uint32_t kDropped = 0xFFFFFFFFU;

    static bool isBelowKey(const TorchTensor& tensor, std::string_view key)
    {
        return !tensor.parts.empty() && !tensor.parts.front().isPosition
            && std::string_view(tensor.key).substr(0, tensor.parts.front().end) == key;
    }
};

} // namespace

void register_sglang_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<SglangReader>());
}

} // namespace dumpscope::core
