// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/format_registry.h"
#include "readers/torch_contents.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

/// The first file in a zip of torch.save is `<stem>/data.pkl`.
bool startsWithPickle(ByteSpan head)
{
    constexpr std::size_t kLocalName = 30;
    constexpr std::size_t kLookedAt = 512;
    const std::string_view text(reinterpret_cast<const char*>(head.data()), std::min(head.size(), kLookedAt));
    return text.size() > kLocalName && text.substr(kLocalName).find("/data.pkl") != std::string_view::npos;
}

/// Tensors saved by torch.save: `.pt` of msprobe and of users (docs/formats/msprobe-dump.md 9).
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
            if (startsWithPickle(probe.head))
                return {85, phrase("a zip file that begins with data.pkl")};
            return {0, phrase("a zip file, but not of torch.save")};
        }
        if (named)
            return {45,
                probe.size == 0 ? phrase("named .pt, empty")
                                : phrase("named .pt, but neither a zip nor a pickle")};
        return {0, phrase("no file of torch.save")};
    }
};

} // namespace

void register_torch_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<TorchReader>());
}

} // namespace dumpscope::core
