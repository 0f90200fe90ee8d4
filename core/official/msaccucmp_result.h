// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "metrics/measure.h"
#include "metrics/metric_registry.h"
#include "official/msaccucmp_jobs.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dumpscope::core {

/// The table that `msaccucmp compare` writes (docs/formats/comparison.md 4.1, 8a), by its own rules of
/// pairing and aligning, independent of the run's pairing: device dump against device dump, or, with the
/// fusion rule file of the target, against npy, pb, or a device dump of the model without fusion.
class MsaccucmpResult {
public:
    /// `ruleFiles`: fusion rule files among them are used, the target's first. Errors: Code::Unsupported
    /// where msaccucmp cannot compare the sides; Code::Usage for options that need a rule file.
    [[nodiscard]] static Result<MsaccucmpResult> make(const ComparisonSide& target,
        const ComparisonSide& golden, const std::vector<std::string>& ruleFiles,
        const MetricSelection& metrics, const OfficialOptions& options = {});

    [[nodiscard]] std::vector<std::string_view> header() const;
    using Row = std::vector<std::string>;
    /// All rows in order; none where the official run stops at some operator. Tensors are measured meanwhile,
    /// in parallel; `use` is called on one thread at a time. Errors: those of `use`, Code::Cancelled,
    /// Code::OutOfMemory.
    [[nodiscard]] Result<void> forEachRow(
        const std::function<Result<void>(const Row&)>& use, TaskContext& task) const;

    /// The lines before anything is measured. Errors: Code::Cancelled.
    [[nodiscard]] Result<std::vector<MsaccucmpJob>> jobs(TaskContext& task) const;
    struct OpenPair {
        TensorView target, golden; ///< as they are measured
        std::string shape;         ///< as in the table
        std::string reason;        ///< not empty: they cannot be measured
    };
    /// The tensors of a job that has a pair. Errors: Code::Cancelled, Code::OutOfMemory.
    [[nodiscard]] Result<OpenPair> open(const MsaccucmpJob& job, TaskContext& task) const;

private:
    MsaccucmpResult() = default;
    [[nodiscard]] Result<Row> cells(
        const MsaccucmpJob& job, const MeasureOptions& options, TaskContext& task) const;

    std::optional<MsaccucmpDump> m_target, m_golden;
    ComparisonSide m_targetSide, m_goldenSide;
    std::optional<FusionGraph> m_fusion, m_unfused;
    MetricSelection m_metrics;
    OfficialOptions m_options;
};

} // namespace dumpscope::core
