// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pairing/pairing.h"
#include "compare/report/official_options.h"
#include "official/msprobe_keys.h"
#include "official/msprobe_verdict.h"
#include "official/official_cell.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace dumpscope::core {

/// The dump.json of both sides for one result.
struct MsprobeDumpPair {
    FileId target, golden;
    std::string place; ///< "rank0", "step1_rank0": identifies results of a run
};
/// The dumps of both sides, paired by step and rank in order. Errors: Code::Unsupported where a side has none
/// or their numbers differ.
[[nodiscard]] Result<std::vector<MsprobeDumpPair>> msprobeDumpPairs(
    const ComparisonSide& target, const ComparisonSide& golden);

/// The mapping files of msprobe among the rule files.
[[nodiscard]] Result<std::vector<MsprobeMapping>> msprobeMappings(const std::vector<std::string>& ruleFiles);

/// The table that `msprobe compare` writes (docs/formats/comparison.md 4.3), by its own rules of matching and
/// judging, independent of the run's. Not thread-safe. `make`: Code::Unsupported where the sides recorded
/// different kinds of data, those of MsprobeDocument.
class MsprobeResult {
public:
    [[nodiscard]] static Result<MsprobeResult> make(const ComparisonSide& target,
        const ComparisonSide& golden, const MsprobeDumpPair& files, std::span<const MsprobeMapping> mappings,
        PandasVersion pandas, TaskContext& task);

    [[nodiscard]] std::vector<std::string_view> header() const;
    /// In the order of the target's file; elements are measured meanwhile, in parallel; `use` is called on
    /// one thread at a time.
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
    PandasVersion m_pandas = PandasVersion::Two;
    std::vector<Match> m_matches;
    std::vector<std::array<StatisticRow, 2>> m_summaries; ///< as in the table
};

/// Passes every result of a run to `write`: for `path`, or, if there are several, for a file with its place
/// in the name each (placedPath).
[[nodiscard]] Result<void> writeMsprobeResults(const ComparisonSide& target, const ComparisonSide& golden,
    const std::vector<std::string>& ruleFiles, PandasVersion pandas, const std::string& path,
    const std::function<Result<void>(const MsprobeResult&, const std::string& path, TaskContext&)>& write,
    TaskContext& task);

} // namespace dumpscope::core
