// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/torch/torch_contents.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

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

protected:
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
