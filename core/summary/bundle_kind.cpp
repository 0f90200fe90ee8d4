// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/dump_index.h"
#include "summary/kind_registry.h"

namespace dumpscope::core {

namespace {

/// Pairs of a comparison that somebody packed (docs/contract.md 4 bundle): tensors of two dumps side by side.
class BundleKind final : public DumpKind {
public:
    std::string_view id() const override { return "bundle"; }

    std::optional<KindFinding> recognise(const DumpIndex& index) const override
    {
        std::size_t found = 0;
        for (std::size_t i = 0; i < index.fileCount(); ++i) {
            const FileId id(i);
            const std::string_view name = index.text(index.file(id).name);
            found += (name == "bundle.json" || name == "pairing.json") && index.filePath(id) == name ? 1 : 0;
        }
        if (found < 2)
            return std::nullopt;
        KindFinding finding;
        finding.id = id();
        finding.title = phrase("Bundle of a comparison");
        finding.confidence = 1;
        finding.evidence
            = phrase("tensors of a target and of golden; the window opens it as the comparison it was");
        return finding;
    }
};

} // namespace

void register_bundle_kind(KindRegistry& registry)
{
    registry.add(std::make_unique<BundleKind>());
}

} // namespace dumpscope::core
