// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/metric_values.h"

#include "base/text.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace dumpscope::core {

namespace {

constexpr std::size_t kWordBits = 64, kStateBits = 4, kStates = kWordBits / kStateBits;
static_assert(static_cast<unsigned>(PairState::NotComputed) < 1U << kStateBits);

std::string usualText(const std::optional<double>& number, PairState state)
{
    return number ? numberText(*number) : std::string(pairStateWord(state));
}

/// `scratch` is memory that many numbers share.
bool isUsual(const MetricValue& value, std::string& scratch)
{
    if (!value.value)
        return value.text == pairStateWord(value.state);
    scratch.clear();
    appendNumber(scratch, *value.value);
    return value.text == scratch;
}

/// Most pairs of a run that is right have the same few numbers, zeros of statistics above all: neighbours
/// that a thread measures share them.
std::shared_ptr<const std::uint64_t[]> sharedWords(const std::vector<std::uint64_t>& words)
{
    constexpr std::size_t kMost = 64; // what threads hold on to stays small
    struct Last {
        std::shared_ptr<const std::uint64_t[]> words;
        std::size_t count = 0;
    };
    thread_local Last last;
    if (last.count == words.size() && std::equal(words.begin(), words.end(), last.words.get()))
        return last.words;
    const auto made = std::make_shared_for_overwrite<std::uint64_t[]>(words.size());
    std::ranges::copy(words, made.get());
    if (words.size() <= kMost)
        last = {made, words.size()};
    return made;
}

} // namespace

MetricValues::MetricValues(std::span<const MetricValue> values)
    : m_size(static_cast<std::uint16_t>(values.size()))
{
    if (values.empty())
        return;
    const auto other = std::ranges::find_if(values, [](const MetricValue& value) { return !value.value; });
    if (other != values.end())
        m_otherState = other->state;
    std::string texts, scratch;                              // of those that are not usual
    std::vector<std::pair<std::size_t, std::uint32_t>> ends; // the metric, and where its text ends
    for (std::size_t i = 0; i < values.size(); ++i) {
        const MetricValue& value = values[i];
        m_numbers = static_cast<std::uint16_t>(m_numbers + (value.value ? 1 : 0));
        m_hasOneState = m_hasOneState && value.state == (value.value ? PairState::Ok : m_otherState);
        if (!isUsual(value, scratch)) {
            texts += value.text;
            ends.emplace_back(i, static_cast<std::uint32_t>(texts.size()));
        }
    }
    m_texts = static_cast<std::uint16_t>(ends.size());
    const std::size_t head = numbersAt() + m_numbers, endBytes = ends.size() * sizeof(std::uint32_t);
    std::vector<std::uint64_t> made(
        head + (endBytes + texts.size() + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t));
    std::uint64_t* const words = made.data();
    std::size_t number = numbersAt();
    for (std::size_t i = 0; i < values.size(); ++i) {
        const MetricValue& value = values[i];
        if (!m_hasOneState)
            words[statesAt() + i / kStates] |= static_cast<std::uint64_t>(value.state)
                << (kStateBits * (i % kStates));
        if (value.value) {
            words[i / kWordBits] |= std::uint64_t {1} << (i % kWordBits);
            words[number++] = std::bit_cast<std::uint64_t>(*value.value);
        }
    }
    auto* bytes = reinterpret_cast<char*>(words + head);
    std::ranges::copy(texts, bytes + endBytes);
    for (const auto& [metric, end] : ends) {
        words[maskWords() + metric / kWordBits] |= std::uint64_t {1} << (metric % kWordBits);
        std::memcpy(bytes, &end, sizeof end);
        bytes += sizeof end;
    }
    m_words = sharedWords(made);
}

MetricValues::Bit MetricValues::bitOf(std::size_t mask, std::size_t metric) const
{
    const std::uint64_t* const words = m_words.get() + mask * maskWords();
    const std::uint64_t bit = std::uint64_t {1} << (metric % kWordBits);
    auto before = static_cast<std::size_t>(std::popcount(words[metric / kWordBits] & (bit - 1)));
    for (std::size_t word = 0; word < metric / kWordBits; ++word)
        before += static_cast<std::size_t>(std::popcount(words[word]));
    return {(words[metric / kWordBits] & bit) != 0, before};
}

std::optional<double> MetricValues::number(std::size_t metric) const
{
    const Bit bit = bitOf(0, metric);
    return bit.isSet ? std::optional(std::bit_cast<double>(m_words.get()[numbersAt() + bit.before]))
                     : std::nullopt;
}

PairState MetricValues::state(std::size_t metric) const
{
    constexpr std::uint64_t kMask = (1U << kStateBits) - 1;
    if (m_hasOneState)
        return number(metric) ? PairState::Ok : m_otherState;
    return static_cast<PairState>(
        m_words.get()[statesAt() + metric / kStates] >> (kStateBits * (metric % kStates)) & kMask);
}

std::string MetricValues::text(std::size_t metric) const
{
    const Bit bit = m_texts > 0 ? bitOf(1, metric) : Bit();
    if (!bit.isSet)
        return usualText(number(metric), state(metric));
    const auto* const ends = reinterpret_cast<const char*>(m_words.get() + numbersAt() + m_numbers);
    std::uint32_t begin = 0, end = 0;
    if (bit.before > 0)
        std::memcpy(&begin, ends + (bit.before - 1) * sizeof begin, sizeof begin);
    std::memcpy(&end, ends + bit.before * sizeof end, sizeof end);
    return {ends + m_texts * sizeof end + begin, end - begin};
}

MetricValue MetricValues::operator[](std::size_t metric) const
{
    return {number(metric), state(metric), text(metric)};
}

std::vector<MetricValue> MetricValues::all() const
{
    std::vector<MetricValue> values;
    values.reserve(m_size);
    for (std::size_t i = 0; i < m_size; ++i)
        values.push_back((*this)[i]);
    return values;
}

} // namespace dumpscope::core
