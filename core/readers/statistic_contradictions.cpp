// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/statistic_contradictions.h"

#include "base/text.h"
#include "readers/file_finding.h"
#include "tensor/shape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace dumpscope::core {

namespace {

using Field = StatisticTable::Field;

constexpr double kRounded = 0.02; ///< share that types and their sums may be off by

/// Rows of which each has a sentence with its own numbers. A file in which all contradict themselves would
/// have a million; the columns of the rows show the numbers, too.
constexpr std::size_t kMostSentences = 10'000;

/// What contradicts what.
enum class Conflict : std::uint8_t { None, Extremes, Mean, Largest, Norm };
constexpr std::size_t kConflicts = 5;

/// A column as numbers; absent cells are NaN, which no conflict looks at.
class Numbers {
public:
    Numbers(const StatisticTable& table, Field field)
        : m_values(table.values[static_cast<std::size_t>(field)])
        , m_isNull(table.isNull[static_cast<std::size_t>(field)])
    {
    }
    [[nodiscard]] double at(std::size_t row) const
    {
        const bool isAbsent = m_values.empty() || (!m_isNull.empty() && m_isNull[row]);
        return isAbsent ? std::numeric_limits<double>::quiet_NaN() : m_values[row];
    }

private:
    const std::vector<double>& m_values;
    const std::vector<bool>& m_isNull;
};

class Contradictions {
public:
    explicit Contradictions(const StatisticTable& table)
        : m_table(table)
        , m_max(table, Field::Max)
        , m_min(table, Field::Min)
        , m_mean(table, Field::Mean)
        , m_norm(table, Field::L2Norm)
        , m_roots(table.strings.size(), kUnread)
    {
    }

    [[nodiscard]] Conflict of(std::size_t row)
    {
        const double max = m_max.at(row), min = m_min.at(row);
        if (!std::isfinite(max) || !std::isfinite(min) || m_table.dtype[row] == DType::Bool)
            return Conflict::None;
        const double largest = largestOf(row);
        if (min > max)
            return Conflict::Extremes;
        const double mean = m_mean.at(row), norm = m_norm.at(row);
        const bool hasMean = std::isfinite(mean);
        if (hasMean && (mean > max + kRounded * largest || mean < min - kRounded * largest))
            return Conflict::Mean;
        if (!std::isfinite(norm) || norm == 0) // or not computed
            return Conflict::None;
        // msprobe gives a number without axes as its own norm, with its sign.
        if (norm == max && max == min && rootOf(row) == 1)
            return Conflict::None;
        // Squares below the smallest normal number of float32 are rounded to a few bits, or to zero.
        constexpr double kLostRoot = 0x1p-63;
        if (norm < (1 - kRounded) * largest - kLostRoot)
            return Conflict::Largest;
        return hasMean && norm < ((1 - kRounded) * std::fabs(mean) - kLostRoot) * rootOf(row)
            ? Conflict::Norm
            : Conflict::None;
    }

    [[nodiscard]] Message sentence(Conflict conflict, std::size_t row) const
    {
        const auto text = [row](const Numbers& numbers) { return numberText(numbers.at(row)); };
        switch (conflict) {
        case Conflict::Extremes:
            return phrase("min %1 is above max %2", text(m_min), text(m_max));
        case Conflict::Mean:
            return phrase("mean %1 is not between min %2 and max %3", text(m_mean), text(m_min), text(m_max));
        case Conflict::Largest:
            return phrase(
                "norm %1 is below the largest element %2", text(m_norm), numberText(largestOf(row)));
        case Conflict::Norm:
            return phrase("norm %1 is below what elements of mean %2 have", text(m_norm), text(m_mean));
        case Conflict::None:
            break;
        }
        return {};
    }

    /// The same without numbers.
    [[nodiscard]] static Message sentence(Conflict conflict)
    {
        switch (conflict) {
        case Conflict::Extremes:
            return phrase("min is above max");
        case Conflict::Mean:
            return phrase("the mean is not between min and max");
        case Conflict::Largest:
            return phrase("the norm is below the largest element");
        case Conflict::Norm:
            return phrase("the norm is below what elements of that mean have");
        case Conflict::None:
            break;
        }
        return {};
    }

private:
    static constexpr double kUnread = -1;

    [[nodiscard]] double largestOf(std::size_t row) const
    {
        return std::max(std::fabs(m_max.at(row)), std::fabs(m_min.at(row)));
    }

    /// Root of the number of elements; 0 where nobody says.
    [[nodiscard]] double rootOf(std::size_t row)
    {
        double& root = m_roots[m_table.shapeText[row].value()];
        if (root == kUnread) {
            const auto shape = parseShape(m_table.strings.text(m_table.shapeText[row]));
            root = shape ? std::sqrt(static_cast<double>(elementCount(*shape).value_or(0))) : 0;
        }
        return root;
    }

    const StatisticTable& m_table;
    Numbers m_max, m_min, m_mean, m_norm;
    std::vector<double> m_roots; ///< by text of the shape
};

Message contradiction(const Message& what)
{
    return phrase("the statistics contradict themselves: %1", what);
}

} // namespace

void noteContradictions(StatisticTable& table, std::vector<Diagnostic>& problems)
{
    Contradictions contradictions(table);
    std::array<std::optional<MessageId>, kConflicts> withoutNumbers;
    std::size_t found = 0;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const Conflict conflict = contradictions.of(row);
        if (conflict == Conflict::None)
            continue;
        const bool hasOther = table.problem[row] != MessageId {0U};
        if (++found > kMostSentences && !hasOther) {
            auto& known = withoutNumbers[static_cast<std::size_t>(conflict)];
            if (!known)
                known = table.messages.intern(contradiction(Contradictions::sentence(conflict)));
            table.problem[row] = *known;
            continue;
        }
        const Message text = contradiction(found > kMostSentences ? Contradictions::sentence(conflict)
                                                                  : contradictions.sentence(conflict, row));
        table.problem[row] = table.messages.intern(
            hasOther ? phrase("%1; %2", table.messages.message(table.problem[row]), text) : text);
        if (found > kMaxProblems)
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
