// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/file_finding.h"
#include "readers/format_registry.h"
#include "readers/mapping_csv.h"

namespace dumpscope::core {

namespace {

/// Claims mapping.csv so that it is not an unrecognised file, and tells what is wrong in it. The
/// names themselves are applied while a folder is opened, before any name is parsed.
class MappingReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo info {"mapping", Form<0>("Map of long file names"), {"mapping.csv"},
            {.index = true,
                .values = false,
                .statistics = false,
                .graph = false,
                .overflow = false,
                .write = false},
            90};
        return info;
    }

    Claim probe(const FileProbe& probe) const override
    {
        if (probe.name == "mapping.csv")
            return {100, phrase("named mapping.csv")};
        return {0, phrase("not named %1", "mapping.csv")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext&) const override
    {
        FileContents contents;
        if (file.source.size() == 0) {
            contents.problems.push_back({Severity::Hint, Code::Truncated, {}, emptyFileError().message});
            return contents;
        }
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        const auto names
            = parseMappingCsv({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, contents.problems);
        TRY_VOID(bytes.check());
        contents.properties.emplace_back("mapped names", std::to_string(names.size()));
        return contents;
    }
};

} // namespace

void register_mapping_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<MappingReader>());
}

} // namespace dumpscope::core
