// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/dump_index.h"
#include "readers/format_registry.h"
#include "summary/kind_registry.h"

namespace dumpscope::core {

namespace {

/// Arrays that belong to no dump tree: reference data, converted dumps, files of one's own.
class NpyFolderKind final : public DumpKind {
public:
    std::string_view id() const override { return "npy-folder"; }

    std::optional<KindFinding> recognise(const DumpIndex& index) const override
    {
        std::size_t arrays = 0;
        std::size_t claimed = 0;
        for (std::size_t i = 0; i < index.fileCount(); ++i) {
            const FileId id(i);
            const Reader* reader = index.readerOf(id);
            if (reader == nullptr)
                continue;
            ++claimed;
            if (reader->info().id == "npy" && !isOfTool(index.folder(index.file(id).folder).facts))
                ++arrays;
        }
        if (arrays == 0)
            return std::nullopt;
        KindFinding finding;
        finding.id = id();
        finding.title
            = index.tree().isSingleFile() ? phrase("NumPy array") : phrase("Folder of NumPy arrays");
        finding.confidence = 0.7 * static_cast<double>(arrays) / static_cast<double>(claimed);
        const Message files = claimed == 1 ? phrase("%1 of %2 recognised file", arrays, claimed)
                                           : phrase("%1 of %2 recognised files", arrays, claimed);
        finding.evidence = arrays == 1 ? phrase("%1 is .npy outside of any dump tree", files)
                                       : phrase("%1 are .npy outside of any dump tree", files);
        return finding;
    }

private:
    /// The trees of MindSpore 1.0 to 1.2 hold no arrays, and a folder of a rank by itself none of later
    /// ones: other programs number iterations and ranks, too.
    static bool isOfTool(const FolderFacts& facts)
    {
        if (facts.layout == "mindspore-rank")
            return facts.graphId || facts.step;
        return !facts.layout.empty() && facts.layout != "mindspore-g0" && facts.layout != "rank-step"
            && facts.layout != "rank" && facts.layout != "megatron";
    }
};

} // namespace

void register_npy_folder_kind(KindRegistry& registry)
{
    registry.add(std::make_unique<NpyFolderKind>());
}

} // namespace dumpscope::core
