// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/byte_text.h"
#include "readers/format_registry.h"
#include "readers/path_number.h"
#include "readers/torch/torch_contents.h"

#include <limits>

namespace dumpscope::core {

namespace {

/// `<base>_<n>.pt`; the number rises over all names of a process.
struct AclSaveName {
    std::string_view base;
    std::uint32_t number = 0;
};

std::optional<AclSaveName> parseAclSaveName(std::string_view name)
{
    constexpr std::string_view kSuffix = ".pt";
    if (!name.ends_with(kSuffix))
        return std::nullopt;
    const std::string_view stem = name.substr(0, name.size() - kSuffix.size());
    const std::size_t underscore = stem.rfind('_');
    if (underscore == std::string_view::npos || underscore == 0)
        return std::nullopt;
    const auto number = pathNumber(stem.substr(underscore + 1));
    if (!number || *number >= std::numeric_limits<std::uint32_t>::max())
        return std::nullopt;
    return AclSaveName {stem.substr(0, underscore), static_cast<std::uint32_t>(*number)};
}

/// C++ writes the storage first; torch.save of Python begins with data.pkl.
bool isWrittenByCpp(ByteSpan head)
{
    constexpr std::size_t kLocalName = 30;
    const std::string_view text = asText(head);
    return text.size() > kLocalName && text.substr(kLocalName).starts_with("archive/data/");
}

/// Tensors that msprobe's acl_save wrote out of a graph (docs/formats/llm-era.md 3.2).
class AclSaveReader final : public TorchContentsReader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "acl-save",
            .title = Form<0>("acl_save tensors of msprobe"),
            .patterns = {"*_<n>.pt"},
            .can = {.index = true, .values = true},
            .priority = 61,
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        const bool isFree
            = probe.facts == nullptr || probe.facts->grammar.empty() || probe.facts->grammar == "plain";
        if (!isFree || !parseAclSaveName(probe.name) || !isTorchHead(probe.head)
            || !isWrittenByCpp(probe.head))
            return {0, phrase("not named <base>_<n>.pt, or not written by C++")};
        return {93, phrase("named <base>_<n>.pt and written by the pickle of C++")};
    }

protected:
    void nameTensors(const FileContext& file, const std::vector<TorchTensor>& tensors,
        FileContents& contents) const override
    {
        const auto name = parseAclSaveName(file.name);
        for (std::size_t i = 0; i < tensors.size() && name; ++i) {
            TensorRecord& record = contents.tensors[i];
            record.entry = tensors[i].key;
            record.opName = name->base;
            record.position = name->number;
        }
    }
};

} // namespace

void register_acl_save_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<AclSaveReader>());
}

} // namespace dumpscope::core
