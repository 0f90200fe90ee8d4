// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "metrics/metric.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dumpscope::core {

/// The values of all metrics of one pair, in the order of the table: in one piece of memory that holds the
/// numbers and texts there are, since tables have very many pairs of which few metrics are measured.
/// Immutable; copies share it in O(1). Thread-safe. Nothing checks bounds.
class MetricValues {
public:
    MetricValues() = default;
    MetricValues(
        std::span<const MetricValue> values); // NOLINT(google-explicit-constructor): as a list is made
    MetricValues(const std::vector<MetricValue>& values) // NOLINT(google-explicit-constructor)
        : MetricValues(std::span(values))
    {
    }
    MetricValues(std::initializer_list<MetricValue> values)
        : MetricValues(std::span(values.begin(), values.size()))
    {
    }

    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] std::optional<double> number(std::size_t metric) const;
    [[nodiscard]] PairState state(std::size_t metric) const;
    [[nodiscard]] std::string text(std::size_t metric) const;
    [[nodiscard]] MetricValue operator[](std::size_t metric) const;
    [[nodiscard]] std::vector<MetricValue> all() const;

private:
    [[nodiscard]] std::size_t maskWords() const { return (std::size_t {m_size} + 63) / 64; }
    [[nodiscard]] std::size_t statesAt() const { return maskWords() * (m_texts > 0 ? 2 : 1); }
    [[nodiscard]] std::size_t numbersAt() const
    {
        return statesAt() + (m_hasOneState ? 0 : (std::size_t {m_size} + 15) / 16);
    }
    /// Whether a bit of a mask is set, and how many are before it.
    struct Bit {
        bool isSet = false;
        std::size_t before = 0;
    };
    [[nodiscard]] Bit bitOf(std::size_t mask, std::size_t metric) const;

    /// A mask of the numbers that are there; where there are such, one of the texts that do not follow from
    /// number and state; states of four bits, unless m_hasOneState; the numbers; the ends of the texts (32
    /// bits each) and their characters.
    std::shared_ptr<const std::uint64_t[]> m_words;
    std::uint16_t m_size = 0, m_numbers = 0, m_texts = 0;
    bool m_hasOneState = true; ///< what has a number is Ok, and what has none is in m_otherState
    PairState m_otherState = PairState::NotComputed;
};

} // namespace dumpscope::core
