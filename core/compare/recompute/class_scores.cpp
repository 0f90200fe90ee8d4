// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/class_scores.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dumpscope::core {

namespace {

constexpr ExactElement kNoNumber {std::numeric_limits<double>::quiet_NaN(), 0};

} // namespace

std::optional<ClassScores> ClassScores::make(const Operand* scores, const Operand* classes)
{
    if (scores == nullptr || classes == nullptr || scores->shape().empty() || scores->count() == 0
        || dtypeInfo(classes->dtype()).kind == DTypeClass::Float)
        return std::nullopt;
    Shape expected = scores->shape();
    const std::size_t axis = expected.size() == 1 ? 0 : 1;
    ClassScores made;
    made.m_scores = scores;
    made.m_classes = classes;
    made.m_count = static_cast<std::uint64_t>(expected[axis]);
    expected.erase(expected.begin() + static_cast<std::ptrdiff_t>(axis));
    for (std::size_t i = axis; i < expected.size(); ++i)
        made.m_plane *= static_cast<std::uint64_t>(expected[i]);
    return classes->shape() == expected ? std::optional(made) : std::nullopt;
}

void ClassScores::tell(double ignored, double smoothing, bool areLogarithms)
{
    m_ignored = ignored;
    m_smoothing = smoothing;
    m_areLogarithms = areLogarithms;
}

std::uint64_t ClassScores::counted() const
{
    std::uint64_t count = 0;
    for (std::uint64_t i = 0; i < samples(); ++i)
        count += m_classes->at(i) == m_ignored ? 0 : 1;
    return count;
}

std::uint64_t ClassScores::sampleOf(std::uint64_t index) const
{
    return index / (m_count * m_plane) * m_plane + index % m_plane;
}

ClassScores::Line ClassScores::lineOf(std::uint64_t sample) const
{
    Line line;
    line.scores.resize(m_count);
    m_scores->gather(
        sample / m_plane * m_count * m_plane + sample % m_plane, m_plane, m_count, line.scores.data());
    if (m_areLogarithms)
        return line;
    line.most = *std::ranges::max_element(line.scores);
    double sum = 0;
    for (const double score : line.scores)
        sum += std::exp(score - line.most);
    line.logOfSum = std::log(sum);
    return line;
}

std::optional<ExactElement> ClassScores::loss(std::uint64_t sample) const
{
    const double number = m_classes->at(sample);
    if (number == m_ignored)
        return std::nullopt;
    if (!(number >= 0 && number < static_cast<double>(m_count)))
        return kNoNumber;
    const Line line = lineOf(sample);
    double mean = 0;
    for (const double score : line.scores)
        mean += (line.most + line.logOfSum - score) / static_cast<double>(m_count);
    const double chosen = line.scores[static_cast<std::uint64_t>(number)];
    const double value = (1 - m_smoothing) * (line.most + line.logOfSum - chosen) + m_smoothing * mean;
    return ExactElement {value, std::max({std::fabs(value), std::fabs(line.most), std::fabs(chosen)})};
}

ExactElement ClassScores::gradient(std::uint64_t index) const
{
    const std::uint64_t sample = sampleOf(index), own = index / m_plane % m_count;
    const double number = m_classes->at(sample);
    if (number == m_ignored)
        return {};
    if (!(number >= 0 && number < static_cast<double>(m_count)))
        return kNoNumber;
    const double wanted = (number == static_cast<double>(own) ? 1 - m_smoothing : 0)
        + m_smoothing / static_cast<double>(m_count);
    if (m_areLogarithms)
        return {-wanted, wanted};
    const Line line = lineOf(sample);
    const double share = std::exp(line.scores[own] - line.most - line.logOfSum);
    return {share - wanted, std::max(share, wanted)};
}

} // namespace dumpscope::core
