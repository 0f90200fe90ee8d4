// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/dump_index.h"
#include "readers/format_registry.h"
#include "summary/kind_registry.h"

#include <set>

namespace dumpscope::core {

namespace {

/// Dumps of msprobe (docs/formats/msprobe-dump.md 1): a dump.json per rank and step.
class MsprobeKind final : public DumpKind {
public:
    std::string_view id() const override { return "msprobe"; }

    std::optional<KindFinding> recognise(const DumpIndex& index) const override
    {
        std::size_t dumps = 0;
        for (std::size_t i = 0; i < index.fileCount(); ++i) {
            const Reader* reader = index.readerOf(FileId(i));
            dumps += reader != nullptr && reader->info().id == "msprobe" ? 1U : 0U;
        }
        if (dumps == 0)
            return std::nullopt;
        std::set<std::string> frameworks, modes;
        std::string task;
        std::size_t entries = 0;
        for (const FileProperty& property : index.properties()) {
            if (property.key == "msprobe.task")
                task = property.value;
            else if (property.key == "msprobe.level")
                modes.insert(task + "/" + property.value);
            else if (property.key == "msprobe.framework")
                frameworks.insert(property.value);
            else if (property.key == "msprobe.entries")
                entries += std::stoull(property.value);
        }
        const auto joined = [](const std::set<std::string>& words) {
            std::string text;
            for (const std::string& word : words)
                text += (text.empty() ? "" : ", ") + word;
            return text;
        };
        KindFinding finding;
        finding.id = id();
        finding.config = "msprobe";
        finding.title = phrase("msprobe dump");
        finding.confidence = 0.95;
        const Message files = dumps == 1 ? phrase("%1 dump file of msprobe", dumps)
                                         : phrase("%1 dump files of msprobe", dumps);
        finding.evidence = modes.empty() ? phrase("%1 with %2 entries", files, entries)
                                         : phrase("%1 (%2) with %3 entries", files, joined(modes), entries);
        finding.producer = frameworks.empty() ? "msprobe" : "msprobe on " + joined(frameworks);
        return finding;
    }
};

} // namespace

void register_msprobe_kind(KindRegistry& registry)
{
    registry.add(std::make_unique<MsprobeKind>());
}

} // namespace dumpscope::core
