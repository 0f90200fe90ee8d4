// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/statistic_contradictions.h"

#include "base/text.h"
#include "readers/file_finding.h"
#include "tensor/shape.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace dumpscope::core {

namespace {

using Field = StatisticTable::Field;

constexpr double kRounded = 0.02; ///< share that types and their sums may be off by

class Contradictions {
public:
    explicit Contradictions(const StatisticTable& table)
        : m_table(table)
        , m_counts(table.strings.size(), kUnread)
    {
    }

    [[nodiscard]] std::optional<Message> of(std::size_t row)
    {
        const auto max = finite(Field::Max, row), min = finite(Field::Min, row);
        if (!max || !min || m_table.dtype[row] == DType::Bool)
            return std::nullopt;
        const double largest = std::max(std::fabs(*max), std::fabs(*min));
        if (*min > *max)
            return phrase("min %1 is above max %2", numberText(*min), numberText(*max));
        const auto mean = finite(Field::Mean, row), norm = finite(Field::L2Norm, row);
        if (mean && (*mean > *max + kRounded * largest || *mean < *min - kRounded * largest))
            return phrase("mean %1 is not between min %2 and max %3", numberText(*mean), numberText(*min),
                numberText(*max));
        if (!norm || *norm == 0) // or not computed
            return std::nullopt;
        // msprobe gives a number without axes as its own norm, with its sign.
        if (*norm == *max && *max == *min && countOf(row) == 1)
            return std::nullopt;
        if (*norm < (1 - kRounded) * largest)
            return phrase("norm %1 is below the largest element %2", numberText(*norm), numberText(largest));
        if (mean && *norm < (1 - kRounded) * std::fabs(*mean) * std::sqrt(countOf(row)))
            return phrase(
                "norm %1 is below what elements of mean %2 have", numberText(*norm), numberText(*mean));
        return std::nullopt;
    }

private:
    static constexpr double kUnread = -1;

    [[nodiscard]] std::optional<double> finite(Field field, std::size_t row) const
    {
        const auto value = m_table.value(field, row);
        return value && std::isfinite(*value) ? value : std::nullopt;
    }

    /// Elements; 0 where nobody says.
    [[nodiscard]] double countOf(std::size_t row)
    {
        double& count = m_counts[m_table.shapeText[row].value()];
        if (count == kUnread) {
            const auto shape = parseShape(m_table.strings.text(m_table.shapeText[row]));
            count = shape ? static_cast<double>(elementCount(*shape).value_or(0)) : 0;
        }
        return count;
    }

    const StatisticTable& m_table;
    std::vector<double> m_counts; ///< by text of the shape
};

} // namespace

void noteContradictions(StatisticTable& table, std::vector<Diagnostic>& problems)
{
    Contradictions contradictions(table);
    std::size_t found = 0;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const auto what = contradictions.of(row);
        if (!what)
            continue;
        const Message text = phrase("the statistics contradict themselves: %1", *what);
        const Message known = table.messages.message(table.problem[row]);
        table.problem[row] = table.messages.intern(known.empty() ? text : phrase("%1; %2", known, text));
        if (++found > kMaxProblems)
            continue;
        Place place;
        if (table.line[row] > 0)
            place.row = table.line[row];
        problems.push_back({Severity::Warning, Code::Suspicious, place,
            phrase("%1, in %2", text, printable(table.strings.text(table.opName[row])))});
    }
    if (found > kMaxProblems)
        problems.push_back({Severity::Warning, Code::Limit, {},
            phrase("%1 more rows with a problem", found - kMaxProblems)});
}

} // namespace dumpscope::core
