// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/layout/assembly.h"
#include "compare/tables/pair_table.h"
#include "memory_dump.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace dumpscope::test {

/// Pairs of a target of some ranks and a golden of one, both with the same operators; what the target has of
/// a pair is put together from ranks.
struct RankTable {
    RankTable(int ranks, const std::vector<std::string>& operators)
        : target(dump(ranks, operators))
        , golden(dump(1, operators))
    {
    }

    std::shared_ptr<const core::DumpIndex> target, golden;
    core::PairTable pairs {{target, {}}, {golden, {}}, std::make_shared<core::MetricSelection>()};

    /// Invalid where there is none.
    [[nodiscard]] static core::TensorId find(
        const core::DumpIndex& index, const std::string& name, std::int64_t rank)
    {
        for (std::uint32_t id = 0; id < index.tensorCount(); ++id) {
            const core::TensorId tensor(id);
            if (index.text(index.tensor(tensor).opName) == name && index.factsOf(tensor).rank == rank)
                return tensor;
        }
        return {};
    }
    [[nodiscard]] core::AssemblyPart partOf(const std::string& name, std::int64_t rank) const
    {
        return {find(*target, name, rank), {}, {}, {}};
    }
    void add(const std::string& name, core::Assembly assembly)
    {
        auto hint = std::make_shared<core::AlignmentHint>();
        core::PairResult result;
        result.pair.target = assembly.parts.front().id;
        result.pair.golden = find(*golden, name, 0);
        hint->assembly = std::make_shared<core::Assembly>(std::move(assembly));
        result.pair.hint = hint;
        pairs.add(result);
    }

private:
    static std::shared_ptr<const core::DumpIndex> dump(int ranks, const std::vector<std::string>& operators)
    {
        MemoryDump made;
        for (int rank = 0; rank < ranks; ++rank) {
            core::FolderFacts facts;
            facts.rank = rank;
            made.folder("rank_" + std::to_string(rank), facts);
            for (const std::string& name : operators)
                made.add({name, "Mul"});
        }
        return made.finish();
    }
};

} // namespace dumpscope::test
