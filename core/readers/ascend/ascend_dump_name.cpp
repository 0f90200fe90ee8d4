// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/dump_file_name.h"
#include "readers/format_registry.h"

namespace dumpscope::core {

namespace {

/// Names the runtime gives to dump files, all generations: `T.O[.n].task[.stream].time[…]`,
/// exception, callback, custom and nano names, and their statistics (`.csv`, `.bin`)
/// (docs/formats/ascend-dump-binary.md 2.1, 2.2).
class AscendDumpName final : public NameGrammar {
public:
    std::string_view id() const override { return "ascend-dump"; }
    int priority() const override { return 40; }

    std::optional<NameFacts> parse(std::string_view name, const FolderFacts&) const override
    {
        std::string_view stem = name;
        const std::string_view extension = takeLastPart(stem);
        const bool statistics = extension == "csv" || extension == "bin";
        auto facts = parseDumpFileName(statistics ? stem : name);
        if (facts && statistics && facts->suffix.empty())
            facts->suffix = extension;
        return facts;
    }
};

} // namespace

void register_ascend_dump_name(FormatRegistry& registry)
{
    registry.add(std::make_unique<AscendDumpName>());
}

} // namespace dumpscope::core
