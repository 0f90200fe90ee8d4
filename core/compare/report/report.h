// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_writer.h"
#include "compare/comparison.h"
#include "compare/report/official_options.h"
#include "compare/report/report_notes.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// What a report contains besides the rows.
struct ReportFacts {
    std::string command; ///< equivalent command line
    std::string profile;
    std::string limits; ///< name of the limits
    std::string programVersion;
    std::vector<std::string> ruleFiles;            ///< as in PairingOptions
    std::vector<Diagnostic> problems;              ///< of both roots, pairing and measuring
    std::vector<ReportNote> notes;                 ///< of tensors of both sides
    OfficialOptions official;                      ///< for the official result files
    NonFiniteForm nonFinite = NonFiniteForm::Text; ///< in JSON
};

/// One way of writing a finished comparison to a file. A file `foo_report.cpp` in core/compare or
/// core/official defines `void register_foo_report(ReportRegistry&)`. Stateless; thread-safe.
class ComparisonReport {
public:
    virtual ~ComparisonReport() = default;
    /// Name of the command's option without dashes ("csv-out"); identifies the report.
    [[nodiscard]] virtual std::string_view option() const = 0;
    [[nodiscard]] virtual Message title() const = 0; ///< to choose it by: "HTML page"
    [[nodiscard]] virtual Message help() const = 0;
    /// Whether the report shows the worst elements and error maps, so that they must be computed.
    [[nodiscard]] virtual bool needsElements() const { return false; }
    /// Whether the notes are in it.
    [[nodiscard]] virtual bool hasNotes() const { return false; }
    /// Written to a sibling and renamed. Errors: the system's reason with the path, Code::Cancelled.
    [[nodiscard]] virtual Result<void> write(const Comparison& comparison, const ReportFacts& facts,
        const std::string& path, TaskContext& task) const = 0;
};

/// Adds what reports that need elements show: worst elements, error maps, errors by powers of two.
void measureElements(MeasureOptions& options);

class ReportRegistry {
public:
    void add(std::unique_ptr<const ComparisonReport> report) { m_reports.push_back(std::move(report)); }
    [[nodiscard]] const std::vector<std::unique_ptr<const ComparisonReport>>& reports() const
    {
        return m_reports;
    }

private:
    std::vector<std::unique_ptr<const ComparisonReport>> m_reports;
};

/// Generated: calls every register_* function.
void registerBuiltinReports(ReportRegistry& registry);
[[nodiscard]] std::shared_ptr<const ReportRegistry> builtinReports();

} // namespace dumpscope::core
