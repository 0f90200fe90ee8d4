// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/dump_index.h"
#include "summary/kind_registry.h"

namespace dumpscope::core {

namespace {

/// Files of elements and nothing else, whose type their names or the user say.
class RawKind final : public DumpKind {
public:
    std::string_view id() const override { return "raw"; }

    std::optional<KindFinding> recognise(const DumpIndex& index) const override
    {
        std::size_t raw = 0, claimed = 0;
        for (std::size_t i = 0; i < index.fileCount(); ++i) {
            const Reader* reader = index.readerOf(FileId(i));
            claimed += reader ? 1U : 0U;
            raw += reader && reader->info().id == "raw" ? 1U : 0U;
        }
        if (raw == 0)
            return std::nullopt;
        KindFinding finding;
        finding.id = id();
        finding.title = phrase("Elements without a header");
        finding.confidence = 0.5 * static_cast<double>(raw) / static_cast<double>(claimed);
        const Message files = claimed == 1 ? phrase("%1 of %2 recognised file", raw, claimed)
                                           : phrase("%1 of %2 recognised files", raw, claimed);
        finding.evidence = raw == 1
            ? phrase("%1 holds nothing but elements; the type comes from the name or was given", files)
            : phrase("%1 hold nothing but elements; the type comes from the name or was given", files);
        return finding;
    }
};

} // namespace

void register_raw_kind(KindRegistry& registry)
{
    registry.add(std::make_unique<RawKind>());
}

} // namespace dumpscope::core
