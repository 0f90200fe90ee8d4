// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/shared_list.h"
#include "compare/limits/limits.h"
#include "compare/pairing/pairing.h"
#include "metrics/measure.h"
#include "metrics/metric_registry.h"
#include "metrics/metric_values.h"
#include "query/filter_expression.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace dumpscope::core {

struct TruthErrors;

/// What was compared of the two sides.
enum class PairBasis : std::uint8_t { Elements, Statistics, Checksums };

/// What few pairs have, or only where it is requested.
struct PairDetails {
    SharedList<Message> alignment; ///< steps that aligned the shapes
    Message note;                  ///< why something could not be measured; empty if all was
    SharedList<WorstElement> worst;
    SharedList<ErrorBlock> blocks;           ///< where the error is
    std::optional<ErrorHistogram> histogram; ///< of errors
};

/// The result of one pair (docs/contract.md 4 PAIR). Copies share what was measured. Small members stand side
/// by side: a table has very many of these.
struct PairResult {
    TensorPair pair;
    PairBasis basis = PairBasis::Elements;
    PairState state = PairState::NotComputed;
    /// Whether recorded checksums agree, where elements were not compared; absent: not known.
    std::optional<bool> sameChecksum;
    Verdict verdict = Verdict::NotComparable;
    bool explained = false;             ///< passes because the noise of the run or a known effect explains it
    bool isWithheld = false;            ///< its numbers are not those that were compared; see withhold()
    MetricValues values;                ///< one for each metric of the table, in its order
    std::optional<PairFigures> figures; ///< for the ranking of suspects; absent where nothing aligns
    Message reason;                     ///< of the verdict

    [[nodiscard]] const PairDetails& details() const;
    [[nodiscard]] PairState shownState() const { return isWithheld ? PairState::NotComputed : state; }
    void setDetails(PairDetails details);
    void setDetails(std::shared_ptr<const PairDetails> details) { m_details = std::move(details); }

private:
    std::shared_ptr<const PairDetails> m_details; ///< null: none
};

/// `equal`, `differs`; empty where it is not known.
[[nodiscard]] std::string_view checksumWord(const std::optional<bool>& same);

/// The pairs of a comparison with their metrics as a table for filters, sorting and every output: columns of
/// docs/contract.md 4 PAIR, then one per metric. Reading is thread-safe; adding and judging are not. A copy
/// shares the rows until one of the tables judges them again, so it is a cheap snapshot of a growing table.
class PairTable : public FilterTable {
public:
    PairTable(ComparisonSide target, ComparisonSide golden, std::shared_ptr<const MetricSelection> metrics);

    [[nodiscard]] const ComparisonSide& target() const { return m_target; }
    [[nodiscard]] const ComparisonSide& golden() const { return m_golden; }
    /// How many ranks of one side stand beside one of the other; 0: no whole number.
    [[nodiscard]] std::size_t ranksBesideOne() const { return m_ranksBesideOne; }
    [[nodiscard]] const MetricSelection& metrics() const { return *m_metrics; }
    [[nodiscard]] std::size_t rows() const { return m_rows.size(); }
    [[nodiscard]] const PairResult& row(std::size_t row) const { return *m_rows[row]; }

    /// Room for as many rows in all.
    void reserve(std::size_t rows) { m_rows.reserve(rows); }
    void add(PairResult result) { m_rows.push_back(std::make_shared<PairResult>(std::move(result))); }
    /// Adds a row of another table with the same columns; judging it again in one table does not change the
    /// other.
    void share(const PairTable& other, std::size_t row);
    /// Judges rows [from, rows()) again; numbers are not computed again.
    void judge(const CompiledLimits& limits, std::size_t from = 0);
    /// Notes that the last row has a verdict by these limits already.
    void keepVerdict(const CompiledLimits& limits) { noteLimits(limits, rows() - 1); }
    /// Replaces a verdict by one that depends on more than the limits of the pair; `judge` undoes it.
    void settle(std::size_t row, Verdict verdict, Message reason);
    /// Not comparable, and cells show none of the numbers; `judge` undoes it.
    void withhold(std::size_t row, Message reason);
    /// Adds the columns `truth_target`, `truth_golden` and `truth_ratio` before those of metrics, for good;
    /// their cells are empty while it is null.
    void setTruth(std::shared_ptr<const TruthErrors> truth);
    /// Null without a truth, and until it has been measured (compare/truth_errors.h).
    [[nodiscard]] const std::shared_ptr<const TruthErrors>& truth() const { return m_truth; }
    /// Whether all verdicts are by these limits.
    [[nodiscard]] bool isJudgedBy(const CompiledLimits& limits) const;

    [[nodiscard]] std::span<const Column> columns() const override { return m_schema->columns; }
    [[nodiscard]] int columnByName(std::string_view name) const override;
    /// A metric over the elements that are left where NaN or infinities of the two sides disagree is no
    /// number of the pair: null.
    [[nodiscard]] Cell cell(std::size_t row, int column) const override;
    /// The number in the cell of a metric; NaN where there is none since NaN or infinities disagree.
    [[nodiscard]] std::optional<double> metricNumber(std::size_t row, int column) const;
    /// Of a metric by its place in metrics(), as it was measured.
    [[nodiscard]] MetricValue metricValue(std::size_t row, std::size_t metric) const;
    [[nodiscard]] int nameColumn() const override;
    [[nodiscard]] bool has(std::size_t row, Property property) const override;
    /// Of metrics: how far metricNumber() is on its bad side, by its magnitude where it has none.
    [[nodiscard]] bool hasBadness(int column) const override;
    [[nodiscard]] std::optional<double> badness(std::size_t row, int column) const override;

    /// The element type that limits the precision of the pair: the coarser of the two, `checksum` where only
    /// checksums were recorded, `untyped` for statistics without types.
    [[nodiscard]] std::string_view precision(std::size_t row) const;

private:
    void judgeRows(const CompiledLimits& limits, std::size_t from, std::size_t to, Message last);
    [[nodiscard]] CompiledLimits::Outcome judged(const CompiledLimits& limits, std::size_t row) const;
    void judgeWithoutNorm(
        const CompiledLimits& limits, std::size_t row, CompiledLimits::Outcome& outcome) const;
    void setVerdict(
        std::size_t row, Verdict verdict, Message reason, bool explained, bool isWithheld = false);
    /// Rows from there on are judged by these.
    void noteLimits(const CompiledLimits& limits, std::size_t from);

    void makeColumns(bool hasTruth);
    [[nodiscard]] std::size_t firstMetric() const { return m_schema->columns.size() - m_metrics->size(); }

    ComparisonSide m_target, m_golden;
    std::size_t m_ranksBesideOne = 0;
    std::shared_ptr<const MetricSelection> m_metrics;
    std::shared_ptr<const TruthErrors> m_truth;
    std::vector<std::shared_ptr<PairResult>> m_rows;
    std::shared_ptr<const std::string> m_limits; ///< all rows were judged by; null: by several
    struct Schema {
        std::vector<Column> columns;
        std::map<std::string, int, std::less<>> byName;
    };
    std::shared_ptr<const Schema> m_schema; ///< copies have the same columns, also by address
};

} // namespace dumpscope::core
