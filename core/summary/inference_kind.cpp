// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/dump_index.h"
#include "readers/format_registry.h"
#include "summary/kind_registry.h"

#include <algorithm>
#include <array>
#include <utility>

namespace dumpscope::core {

namespace {

/// How a tool is recognised: by readers of its files, or by its folders.
struct ToolTraits {
    std::string_view id, producer;
    Form<0> title;
    Form<1> evidence;                           ///< %1 files
    Form<1> evidenceOfOne;                      ///< %1 file
    std::array<std::string_view, 4> readers {}; ///< unused ones are empty
    std::string_view layout;
    double confidence = 0.9;
};

const ToolTraits kTools[] {
    {"atb", "ATB", Form<0>("ATB or MindIE dump"),
        Form<1>("%1 files are tensors, statistics, parameters or graphs of ATB operators"),
        Form<1>("%1 file is a tensor, statistics, parameters or a graph of ATB operators"),
        {"atb", "atb-statistic", "atb-graph", "atb-parameters"}, {}, 0.95},
    {"torchair-fx", "TorchAir", Form<0>("TorchAir dump of FX operators"),
        Form<1>("%1 files in folders of a rank, an FX graph and a step"),
        Form<1>("%1 file in a folder of a rank, an FX graph and a step"), {}, "torchair-fx", 0.95},
    {"torchair-graph", "TorchAir", Form<0>("TorchAir graphs"),
        Form<1>("%1 files are GE graphs that TorchAir wrote"),
        Form<1>("%1 file is a GE graph that TorchAir wrote"), {"torchair-graph"}, {}, 0.85},
    {"single-save", "msprobe", Form<0>("SingleSave of msprobe"),
        Form<1>("%1 files in folders of a key, a step and a rank"),
        Form<1>("%1 file in a folder of a key, a step and a rank"), {}, "single-save", 0.9},
    {"om", "GE", Form<0>("Offline model of GE"), Form<1>("%1 files begin with the magic of offline models"),
        Form<1>("%1 file begins with the magic of offline models"), {"om"}, {}, 0.9},
    {"trend-db", "msprobe", Form<0>("Trends of the monitor of msprobe"),
        Form<1>("%1 databases with tables of trends"), Form<1>("%1 database with tables of trends"),
        {"trend-db"}, {}, 0.9},
    {"vis-db", "msprobe", Form<0>("Graph database of msprobe"), Form<1>("%1 databases named .vis.db"),
        Form<1>("%1 database named .vis.db"), {"vis-db"}, {}, 0.85},
    {"config-check", "msprobe", Form<0>("Package of config_check of msprobe"),
        Form<1>("%1 files with statistics of parameters or input data by step and rank"),
        Form<1>("%1 file with statistics of parameters or input data by step and rank"), {"config-check"}, {},
        0.9},
    {"fusion-result", "GE", Form<0>("Fusion passes of GE that took effect"),
        Form<1>("%1 files list passes by session and graph"),
        Form<1>("%1 file lists passes by session and graph"), {"fusion-result"}, {}, 0.6},
    {"op-summary", "msprof", Form<0>("Times of operators of a profiler"),
        Form<1>("%1 tables with names, tasks and durations of operators"),
        Form<1>("%1 table with names, tasks and durations of operators"), {"op-summary"}, {}, 0.6},
};

/// Dumps of tools around inference, each told by one kind of file or folder (docs/formats/llm-era.md 1 and
/// the following).
class InferenceKind final : public DumpKind {
public:
    explicit InferenceKind(const ToolTraits& traits)
        : m_traits(traits)
    {
    }
    std::string_view id() const override { return m_traits.id; }

    std::optional<KindFinding> recognise(const DumpIndex& index) const override
    {
        std::size_t files = 0;
        for (std::size_t i = 0; i < index.fileCount(); ++i)
            files += isOf(index, FileId(i)) ? 1U : 0U;
        if (files == 0)
            return std::nullopt;
        KindFinding finding;
        finding.id = m_traits.id;
        finding.title = m_traits.title;
        finding.producer = m_traits.producer;
        finding.confidence = m_traits.confidence;
        finding.evidence
            = files == 1 ? phraseOf(m_traits.evidenceOfOne, files) : phraseOf(m_traits.evidence, files);
        return finding;
    }

private:
    [[nodiscard]] bool isOf(const DumpIndex& index, FileId id) const
    {
        // Folders named after a key hold its files; others may be called so by chance.
        const FolderFacts& facts = index.folder(index.file(id).folder).facts;
        if (!m_traits.layout.empty() && facts.layout == m_traits.layout)
            return index.text(index.file(id).name).starts_with(facts.opName);
        const Reader* const reader = index.readerOf(id);
        return reader != nullptr
            && std::ranges::find(m_traits.readers, reader->info().id) != m_traits.readers.end();
    }

    const ToolTraits& m_traits;
};

} // namespace

void register_inference_kind(KindRegistry& registry)
{
    for (const ToolTraits& traits : kTools)
        registry.add(std::make_unique<InferenceKind>(traits));
}

} // namespace dumpscope::core
