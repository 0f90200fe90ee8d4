// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dump.h"

#include "compare/comparison.h"
#include "compare/report/report.h"
#include "request/compare_request.h"

namespace dumpscope::python {

/// A finished comparison, and how it was made.
class FinishedComparison {
public:
    /// What callbacks get: rows of pairs as the document has them, in order, on the calling thread.
    struct Callbacks {
        py::object row = py::none(), progress = py::none();
    };
    /// `request`: options as core::readRequest takes them. `rules`: pairing files as texts, by name.
    /// `truth`: null where there is none. `partnersBy`: a word of partnersByOf. `onnxRuntimes`: libraries of
    /// ONNX Runtime for nodes of models.
    [[nodiscard]] static FinishedComparison make(const OpenedDump& target, const OpenedDump& golden,
        const OpenedDump* truth, const std::string& request,
        const std::vector<std::pair<std::string, std::string>>& rules, const std::string& partnersBy,
        std::vector<std::string> onnxRuntimes, const Callbacks& callbacks);

    [[nodiscard]] Table allPairs() const { return Table::ofPairs(m_comparison->pairs); }
    /// Those that the filter of the request selects.
    [[nodiscard]] Table pairs() const { return m_shown; }
    /// All of the document but the pairs.
    [[nodiscard]] py::object document() const;
    [[nodiscard]] py::object pair(std::size_t row) const;
    /// The sentence of each suspect as (form, arguments), in the order of the document.
    [[nodiscard]] py::list suspectMessages() const;
    [[nodiscard]] py::object explain(std::size_t row) const;
    [[nodiscard]] py::object worst(std::size_t row, std::size_t count) const;
    [[nodiscard]] std::string json() const;
    /// `report`: core::ComparisonReport::option. Measures again what the report shows and was not measured.
    void writeReport(const std::string& report, const std::string& path, const py::object& progress);
    void writeBundle(
        const std::string& path, const std::vector<std::size_t>& rows, const py::object& progress) const;
    [[nodiscard]] std::string command() const;
    /// core::answerOf: "agree", "differ", "nothing-compared" or "too-little".
    [[nodiscard]] std::string answer(const std::vector<std::string>& failOn) const;
    /// Whether there are pairs that cannot be compared, and all of them are of tensors without elements and
    /// of equal shapes, which are equal.
    [[nodiscard]] bool lacksOnlyElements() const;

private:
    FinishedComparison() = default;
    /// Errors: the filter names what neither tensors nor pairs have, or is none.
    void checkFilter() const;
    void take(core::Comparison comparison);
    void checkRow(std::size_t row) const;
    [[nodiscard]] core::ReportFacts facts() const;
    [[nodiscard]] core::Result<core::Comparison> compared(const core::ComparisonOptions& options,
        const core::ComparisonObserver& observer, core::TaskContext& task) const;

    core::CompareRequest m_request;
    core::ComparisonOptions m_options;
    core::ComparisonSide m_target, m_golden;
    std::optional<core::ComparisonSide> m_truth;
    std::shared_ptr<const core::Comparison> m_comparison;
    Table m_shown;
    bool m_hasElements = false; ///< worst elements and error maps were measured
};

void defineComparison(py::module_& module);

} // namespace dumpscope::python
