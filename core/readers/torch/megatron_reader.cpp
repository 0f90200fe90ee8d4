// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "readers/format_registry.h"
#include "readers/torch/torch_contents.h"

namespace dumpscope::core {

namespace {

constexpr std::string_view kCheckpointFile = "model_optim_rng.pt";

/// Checkpoints of Megatron-LM (docs/formats/llm-era.md 7.1): weights below `model` or, by virtual
/// stage, `model0`, `model1`, …; beside them the state of the optimizer and of random numbers.
class MegatronReader final : public TorchContentsReader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "megatron",
            .title = Form<0>("Megatron checkpoint"),
            .patterns = {std::string(kCheckpointFile)},
            .can = {.index = true, .values = true},
            .priority = 61,
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        if (probe.name != kCheckpointFile)
            return {0, phrase("not named %1", kCheckpointFile)};
        if (!isTorchHead(probe.head))
            return {0, phrase("no file of torch.save")};
        return {96, phrase("a file of torch.save with the name that Megatron gives")};
    }

protected:
    void nameTensors(
        const FileContext&, const std::vector<TorchTensor>& tensors, FileContents& contents) const override
    {
        for (std::size_t i = 0; i < tensors.size(); ++i) {
            const TorchTensor& tensor = tensors[i];
            TensorRecord& record = contents.tensors[i];
            record.entry = record.opName = tensor.key;
            record.io = Io::Buffer;
            record.slot = 0;
            const std::string_view first = firstPart(tensor);
            if (!first.starts_with("model") || tensor.parts.size() < 2 || tensor.parts.front().isPosition)
                continue;
            const std::string_view stage = first.substr(std::string_view("model").size());
            if (!stage.empty() && !isDigits(stage))
                continue;
            record.io = Io::Parameter;
            if (stage.empty())
                record.opName = tensor.key.substr(first.size() + 1);
        }
    }

    void describeFile(const TorchFile& torch, FileContents& contents) const override
    {
        for (const auto& [name, size] : torch.parallelSizes())
            contents.properties.emplace_back("megatron." + name, std::to_string(size));
        addSavedNumbers(torch.savedNumbers(), contents);
    }

private:
    static std::string_view firstPart(const TorchTensor& tensor)
    {
        return tensor.parts.empty() ? std::string_view()
                                    : std::string_view(tensor.key).substr(0, tensor.parts.front().end);
    }
};

} // namespace

void register_megatron_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<MegatronReader>());
}

} // namespace dumpscope::core
