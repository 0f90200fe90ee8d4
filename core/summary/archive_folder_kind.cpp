// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/dump_index.h"
#include "readers/format_registry.h"
#include "summary/kind_registry.h"

namespace dumpscope::core {

namespace {

/// A folder where dumps lie packed: each archive is opened by its own path.
class ArchiveFolderKind final : public DumpKind {
public:
    std::string_view id() const override { return "archive-folder"; }

    std::optional<KindFinding> recognise(const DumpIndex& index) const override
    {
        std::size_t archives = 0, claimed = 0;
        std::string first;
        for (std::size_t i = 0; i < index.fileCount(); ++i) {
            const Reader* reader = index.readerOf(FileId(i));
            claimed += reader ? 1U : 0U;
            if (!reader || reader->info().id != "archive")
                continue;
            if (++archives == 1)
                first = index.filePath(FileId(i));
        }
        if (archives == 0)
            return std::nullopt;
        KindFinding finding;
        finding.id = id();
        finding.title = phrase("Archives in a folder");
        finding.confidence = 0.6 * static_cast<double>(archives) / static_cast<double>(claimed);
        const Message files = claimed == 1 ? phrase("%1 of %2 recognised file", archives, claimed)
                                           : phrase("%1 of %2 recognised files", archives, claimed);
        finding.evidence = archives == 1
            ? phrase("%1 is an archive, not looked into; each opens by its own path, like %2", files, first)
            : phrase("%1 are an archive, not looked into; each opens by its own path, like %2", files, first);
        return finding;
    }
};

} // namespace

void register_archive_folder_kind(KindRegistry& registry)
{
    registry.add(std::make_unique<ArchiveFolderKind>());
}

} // namespace dumpscope::core
