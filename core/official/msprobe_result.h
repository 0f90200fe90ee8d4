// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing.h"
#include "official/msprobe_keys.h"
#include "official/msprobe_verdict.h"
#include "official/official_cell.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace dumpscope::core {

/// dump.json of both sides that one result is made of.
struct MsprobeDumpPair {
    FileId target, golden;
    std::string place; ///< "rank0", "step1_rank0": tells results of a run apart
};
/// The dumps of both sides, paired by step and rank in order. Code::Unsupported where a side has none or
/// the numbers differ.
[[nodiscard]] Result<std::vector<MsprobeDumpPair>> msprobeDumpPairs(
    const ComparisonSide& target, const ComparisonSide& golden);

/// The mapping files of msprobe among the rule files.
[[nodiscard]] Result<std::vector<MsprobeMapping>> msprobeMappings(const std::vector<std::string>& ruleFiles);

/// The table that `msprobe compare` writes (docs/formats/comparison.md 4.3), by its own rules of matching and
/// judging, whatever the run's are. Not thread-safe.
class MsprobeResult {
public:
    [[nodiscard]] static Result<MsprobeResult> make(const ComparisonSide& target,
        const ComparisonSide& golden, const MsprobeDumpPair& files, std::span<const MsprobeMapping> mappings,
        TaskContext& task);

    [[nodiscard]] std::vector<std::string_view> header() const;
    /// In the order of the target's file; elements are measured on the way, in parallel.
    [[nodiscard]] Result<void> forEachRow(
        const std::function<Result<void>(std::span<const OfficialCell>)>& use, TaskContext& task) const;

private:
    using Files = std::map<std::string, TensorId, std::less<>>;
    struct Match {
        const MsprobeLine* target = nullptr;
        const MsprobeLine* golden = nullptr;
    };

    MsprobeResult() = default;
    void match(std::span<const MsprobeMapping> mappings);
    void unifyNumbers(bool isGolden);
    [[nodiscard]] Result<MsprobeResultRow> measured(
        std::size_t number, const MeasureOptions& options, TaskContext& task) const;
    [[nodiscard]] Result<std::vector<MetricValue>> elements(
        const Match& pair, const MeasureOptions& options, TaskContext& task) const;
    [[nodiscard]] std::vector<OfficialCell> cells(const MsprobeResultRow& row, bool isFirst) const;

    ComparisonSide m_targetSide, m_goldenSide;
    std::unique_ptr<MsprobeDocument> m_target, m_golden; ///< rows point into them
    Files m_targetFiles, m_goldenFiles;
    MsprobeMode m_mode = MsprobeMode::Statistics;
    std::vector<Match> m_matches;
    std::vector<std::array<StatisticRow, 2>> m_summaries; ///< as in the table
};

/// Every result of a run through `write`: to `path`, or, of several, each to a file with its place in the
/// name.
[[nodiscard]] Result<void> writeMsprobeResults(const ComparisonSide& target, const ComparisonSide& golden,
    const std::vector<std::string>& ruleFiles, const std::string& path,
    const std::function<Result<void>(const MsprobeResult&, const std::string& path, TaskContext&)>& write,
    TaskContext& task);

} // namespace dumpscope::core
