// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/dump_index.h"
#include "readers/format_registry.h"
#include "summary/kind_registry.h"

#include <set>

namespace dumpscope::core {

namespace {

struct Counts {
    std::size_t placed = 0; ///< dump files in the offline tree
    std::size_t loose = 0;  ///< dump files in folders of no known layout
    std::set<std::string> runs, models;
    std::set<std::int64_t> devices;
};

Counts count(const DumpIndex& index)
{
    Counts counts;
    for (std::size_t i = 0; i < index.fileCount(); ++i) {
        const FileId id(i);
        const Reader* reader = index.readerOf(id);
        if (reader == nullptr || reader->info().id != "ascend-bin")
            continue;
        const FolderFacts& facts = index.folder(index.file(id).folder).facts;
        if (facts.layout.empty())
            ++counts.loose;
        if (facts.layout != "ascend-offline")
            continue;
        ++counts.placed;
        counts.runs.insert(facts.run);
        if (!facts.model.empty())
            counts.models.insert(facts.model);
        if (facts.deviceId)
            counts.devices.insert(*facts.deviceId);
    }
    return counts;
}

/// Dumps of models and single operators the runtime wrote itself (docs/formats/ascend-dump-binary.md 1, 2.1).
class AscendOfflineKind final : public DumpKind {
public:
    std::string_view id() const override { return "ascend-offline"; }

    std::optional<KindFinding> recognise(const DumpIndex& index) const override
    {
        const Counts counts = count(index);
        if (counts.placed + counts.loose == 0)
            return std::nullopt;
        KindFinding finding;
        finding.id = id();
        finding.config = "acl";
        if (counts.placed == 0) {
            finding.title = counts.loose == 1 ? phrase("Ascend dump file") : phrase("Ascend dump files");
            finding.confidence = 0.6;
            finding.evidence = counts.loose == 1
                ? phrase("%1 file with a dump header, no known folder names", counts.loose)
                : phrase("%1 files with a dump header, no known folder names", counts.loose);
            return finding;
        }
        finding.title = counts.models.empty() ? phrase("Ascend single-operator dump")
                                              : phrase("Ascend offline model dump");
        finding.confidence = 0.9;
        const std::size_t files = counts.placed, runs = counts.runs.size(), devices = counts.devices.size(),
                          models = counts.models.size();
        const Message dumped = files == 1 ? phrase("%1 dump file", files) : phrase("%1 dump files", files);
        const Message placed = runs == 1 ? phrase("%1 in %2 time folder", dumped, runs)
                                         : phrase("%1 in %2 time folders", dumped, runs);
        finding.evidence = devices == 1 ? phrase("%1, %2 device", placed, devices)
                                        : phrase("%1, %2 devices", placed, devices);
        if (models > 0)
            finding.evidence = models == 1 ? phrase("%1, %2 model", finding.evidence, models)
                                           : phrase("%1, %2 models", finding.evidence, models);
        return finding;
    }
};

} // namespace

void register_ascend_offline_kind(KindRegistry& registry)
{
    registry.add(std::make_unique<AscendOfflineKind>());
}

} // namespace dumpscope::core
