// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/named_role.h"
#include "readers/torch/torch_contents.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

/// Whether no writer of dumps gives such names: then the keys of a dictionary are the names of its tensors.
bool isNamedFreely(const FileContext& file)
{
    return file.facts.grammar.empty() || file.facts.grammar == "plain";
}

bool isInDictionary(const TorchTensor& tensor)
{
    return !tensor.parts.empty() && !tensor.parts.front().isPosition;
}

/// Key without the member that a training program keeps its state_dict in.
std::string_view nameInStateDict(const TorchTensor& tensor)
{
    constexpr std::array<std::string_view, 3> kMembers {"state_dict", "model_state_dict", "model"};
    const std::string_view key = tensor.key, first = key.substr(0, tensor.parts.front().end);
    const bool isMember = tensor.parts.size() > 1 && std::ranges::find(kMembers, first) != kMembers.end();
    return isMember ? key.substr(first.size() + 1) : key;
}

/// Tensors saved by torch.save: `.pt` of msprobe and of users (docs/formats/msprobe-dump.md 9), state_dicts
/// (docs/formats/llm-era.md 6.1).
class TorchReader final : public TorchContentsReader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "pt",
            .title = Form<0>("PyTorch tensors"),
            .patterns = {"*.pt", "*.pth"},
            .can = {.index = true, .values = true},
            .priority = 60,
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        const bool named = isTorchFileName(probe.name);
        if (TorchFile::hasLegacyMagic(probe.head))
            return {95, phrase("magic of torch.save before 1.6")};
        if (hasZipMagic(probe.head)) {
            if (named)
                return {90, phrase("a zip file named .pt")};
            if (isTorchZip(probe.head))
                return {85, phrase("a zip file that begins with data.pkl")};
            return {0, phrase("a zip file, but not of torch.save")};
        }
        if (named)
            return {45,
                probe.size == 0 ? phrase("named .pt, empty")
                                : phrase("named .pt, but neither a zip nor a pickle")};
        return {0, phrase("no file of torch.save")};
    }

protected:
    void nameTensors(const FileContext& file, const std::vector<TorchTensor>& tensors,
        FileContents& contents) const override
    {
        TorchContentsReader::nameTensors(file, tensors, contents);
        if (!isNamedFreely(file) || !std::ranges::all_of(tensors, isInDictionary))
            return;
        // Hooks save what modules are given and give; a state_dict has weights as well.
        if (std::ranges::all_of(
                tensors, [](const TorchTensor& tensor) { return roleInName(tensor.key).has_value(); })) {
            for (std::size_t i = 0; i < tensors.size(); ++i)
                setRole(*roleInName(tensors[i].key), contents.tensors[i]);
            return;
        }
        const bool holdsWeights = std::ranges::any_of(
            tensors, [](const TorchTensor& tensor) { return tensor.key.ends_with(".weight"); });
        for (std::size_t i = 0; i < tensors.size(); ++i) {
            TensorRecord& record = contents.tensors[i];
            record.opName = nameInStateDict(tensors[i]);
            if (!holdsWeights)
                continue;
            // As in checkpoints of Megatron: what stands beside the weights is kept for training.
            const bool isWeight = record.opName != tensors[i].key || !hasMember(tensors);
            record.io = isWeight ? Io::Parameter : Io::Buffer;
            record.slot = 0;
        }
    }

    void describeFile(const TorchFile& torch, FileContents& contents) const override
    {
        addSavedNumbers(torch.savedNumbers(), contents);
    }

private:
    static bool hasMember(const std::vector<TorchTensor>& tensors)
    {
        return std::ranges::any_of(
            tensors, [](const TorchTensor& tensor) { return nameInStateDict(tensor) != tensor.key; });
    }
};

} // namespace

void register_torch_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<TorchReader>());
}

} // namespace dumpscope::core
