// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/dump_index.h"
#include "readers/format_registry.h"
#include "summary/kind_registry.h"

namespace dumpscope::core {

namespace {

/// What the runtime leaves when an operator fails: arguments, inputs and outputs, or a core file
/// (docs/formats/ascend-dump-binary.md 7).
class AscendExceptionKind final : public DumpKind {
public:
    std::string_view id() const override { return "ascend-exception"; }

    std::optional<KindFinding> recognise(const DumpIndex& index) const override
    {
        std::size_t containers = 0;
        std::size_t brief = 0;
        std::size_t cores = 0;
        bool isPlaced = false;
        for (std::size_t i = 0; i < index.fileCount(); ++i) {
            const FileRow& file = index.file(FileId(i));
            const Reader* reader = index.readerOf(FileId(i));
            if (reader == nullptr)
                continue;
            const bool isBrief = index.text(file.name).starts_with("exception_info.");
            const bool isHere = index.folder(file.folder).facts.layout == "ascend-exception";
            isPlaced = isPlaced || isHere;
            if (reader->info().id == "ascend-core")
                ++cores;
            else if (reader->info().id == "ascend-bin" && isBrief)
                ++brief;
            else if (reader->info().id == "ascend-bin" && isHere)
                ++containers;
        }
        if (containers + brief + cores == 0)
            return std::nullopt;
        KindFinding finding;
        finding.id = id();
        finding.config = "acl";
        finding.title = phrase("Ascend exception dump");
        finding.confidence = isPlaced ? 0.95 : 0.75;
        finding.evidence = cores == 1
            ? phrase(
                "%1 with kernel arguments (brief), %2 with tensors, %3 core file", brief, containers, cores)
            : phrase(
                "%1 with kernel arguments (brief), %2 with tensors, %3 core files", brief, containers, cores);
        if (isPlaced)
            finding.evidence = phrase("%1, in %2", finding.evidence, "extra-info/data-dump");
        return finding;
    }
};

} // namespace

void register_ascend_exception_kind(KindRegistry& registry)
{
    registry.add(std::make_unique<AscendExceptionKind>());
}

} // namespace dumpscope::core
