// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/layout/assembly.h"
#include "msprobe_dump_writer.h"

#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::test {

inline DumpedTensor noise(const core::Shape& shape, unsigned seed)
{
    std::mt19937 random(seed);
    DumpedTensor made {shape, {}};
    std::size_t count = 1;
    for (const std::int64_t extent : shape)
        count *= static_cast<std::size_t>(extent);
    for (std::size_t i = 0; i < count; ++i)
        made.values.push_back(static_cast<float>(random() % 2001) / 1000 - 1);
    return made;
}

inline DumpedTensor rowsOf(const DumpedTensor& whole, const std::vector<std::int64_t>& rows)
{
    const std::int64_t width = whole.shape[1];
    DumpedTensor part {{static_cast<std::int64_t>(rows.size()), width}, {}};
    for (const std::int64_t row : rows) {
        const auto from = whole.values.begin() + row * width;
        part.values.insert(part.values.end(), from, from + width);
    }
    return part;
}

inline DumpedTensor turned(const DumpedTensor& whole)
{
    DumpedTensor made {{whole.shape[1], whole.shape[0]}, {}};
    for (std::int64_t column = 0; column < whole.shape[1]; ++column) {
        for (std::int64_t row = 0; row < whole.shape[0]; ++row)
            made.values.push_back(whole.values[static_cast<std::size_t>(row * whole.shape[1] + column)]);
    }
    return made;
}

/// Ranks of a target compared with golden of one process, by limits of the preset `precision`.
struct ComparedRanks {
    TemporaryFolder folder;
    std::optional<core::Comparison> comparison;
    std::string metrics;

    ComparedRanks(const std::vector<std::vector<DumpedOperator>>& ranks,
        const std::vector<DumpedOperator>& golden, bool findsAssemblies = true,
        MsprobeDumpWriter::Task dumped = MsprobeDumpWriter::Task::Tensor)
    {
        bool good = MsprobeDumpWriter::write(folder.at("golden"), golden, 0, dumped);
        for (std::size_t rank = 0; rank < ranks.size(); ++rank)
            good = MsprobeDumpWriter::write(folder.at("target"), ranks[rank], static_cast<int>(rank), dumped)
                && good;
        core::ComparisonOptions options;
        options.pairing.findsAssemblies = findsAssemblies;
        const bool isOfStatistics = dumped == MsprobeDumpWriter::Task::Statistics;
        metrics = isOfStatistics ? "l2norm_diff_relative" : "relative_euclidean_distance,max_absolute_error";
        auto done = compare(options, "target", "golden");
        if (good && done)
            comparison = std::move(*done);
    }

    /// The run of one process compared with the ranks as golden.
    [[nodiscard]] core::Result<core::Comparison> exchanged() const { return compare({}, "golden", "target"); }

    /// Of a tensor of golden: its row, or none.
    [[nodiscard]] const core::PairResult* row(
        const std::string& opName, core::Io io, std::int32_t slot = 0) const
    {
        const core::PairTable& pairs = *comparison->pairs;
        const core::DumpIndex& golden = *pairs.golden().index;
        for (std::size_t row = 0; row < pairs.rows(); ++row) {
            const core::TensorRow& tensor = golden.tensor(pairs.row(row).pair.golden);
            if (golden.text(tensor.opName) == opName && tensor.io == io && tensor.slot == slot)
                return &pairs.row(row);
        }
        return nullptr;
    }
    /// Of the weight of golden's product with this number.
    [[nodiscard]] const core::PairResult* weight(int number) const
    {
        return row("Functional.linear." + std::to_string(number) + ".forward", core::Io::Input, 1);
    }
    [[nodiscard]] std::optional<std::int64_t> rankOf(core::TensorId target) const
    {
        return comparison->pairs->target().index->factsOf(target).rank;
    }

private:
    [[nodiscard]] core::Result<core::Comparison> compare(
        core::ComparisonOptions options, const char* target, const char* golden) const
    {
        core::OwnedTask task;
        options.limits = core::presetLimits("precision").value();
        options.measure.top = 4;
        return compareFolders(folder.path(), metrics, options, task, {}, target, golden);
    }
};

/// None where the pair is of a tensor as it lies there.
inline const core::Assembly* assemblyOf(const core::PairResult* row)
{
    return row && core::isPutTogether(row->pair) ? row->pair.hint->assembly.get() : nullptr;
}

} // namespace dumpscope::test
