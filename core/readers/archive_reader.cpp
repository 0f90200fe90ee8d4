// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/archive_kind.h"
#include "io/zip_directory.h"
#include "readers/format_registry.h"
#include "readers/msprobe/config_check_package.h"

namespace dumpscope::core {

namespace {

/// An archive that lies among the files of a dump. It may hold anything, other dumps included, so it is
/// reported and left alone: no tensor is known of it.
class ArchiveReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "archive",
            .title = Form<0>("Archive, opened like a folder when it is named itself"),
            .patterns = {"*.zip", "*.tar", "*.tar.gz", "*.tar.zst", "*.tar.xz", "*.tar.bz2"},
            .can = {.index = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        switch (archiveKind(probe.name, probe.head)) {
        case ArchiveKind::Zip:
            return {90, phrase("a zip file by name and mark")};
        case ArchiveKind::Tar:
            return {90, phrase("a tar file by name and header")};
        case ArchiveKind::CompressedTar:
            return {90, phrase("a compressed tar file by name and mark")};
        case ArchiveKind::None:
            break;
        }
        return {0, phrase("no archive")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext&) const override
    {
        FileContents contents;
        // A comparison reads it as what was around the run; tensors are not in it.
        if (isConfigCheckPackage(file))
            return contents;
        contents.problems.push_back({Severity::Hint, Code::Unsupported, {},
            phrase("an archive, which is not looked into from outside; open it by its own path")});
        return contents;
    }

private:
    static bool isConfigCheckPackage(const FileContext& file)
    {
        if (!file.name.ends_with(".zip") || file.source.size() > kMostPackageBytes)
            return false;
        auto bytes = file.source.map();
        if (!bytes)
            return false;
        const auto directory = ZipDirectory::read(std::move(*bytes));
        if (!directory)
            return false;
        std::vector<std::string> names;
        for (const ZipEntry& entry : directory->entries())
            names.push_back(entry.name);
        return !configCheckPackages(names).empty();
    }
};

} // namespace

void register_archive_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<ArchiveReader>());
}

} // namespace dumpscope::core
