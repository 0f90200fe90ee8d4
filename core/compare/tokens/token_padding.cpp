// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/tokens/token_padding.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>

namespace dumpscope::core {

namespace {

constexpr std::int64_t kIgnoredLabel = -100; // of PyTorch's cross entropy

/// How often the first element is repeated from there on.
template<typename Iterator> std::size_t runOf(Iterator first, Iterator last)
{
    return static_cast<std::size_t>(
        std::distance(first, std::find_if(first, last, [one = *first](auto other) { return other != one; })));
}

/// Repetitions of the id at one end of a sequence.
std::size_t endRun(std::span<const std::int64_t> sequence, bool isBehind)
{
    return isBehind ? runOf(sequence.rbegin(), sequence.rend()) : runOf(sequence.begin(), sequence.end());
}

void markRun(std::vector<bool>& marked, std::size_t first, std::size_t length, std::size_t run, bool isBehind)
{
    for (std::size_t k = 0; k < run; ++k)
        marked[isBehind ? first + length - 1 - k : first + k] = true;
}

/// Whether all that is hidden is at ends of its sequence, something is left, and not just the last token of
/// each is hidden.
bool isAtEnds(const std::vector<bool>& hidden, std::size_t length)
{
    bool isLeft = false, isLastOfEach = true;
    for (std::size_t first = 0; first < hidden.size(); first += length) {
        const auto begin = hidden.begin() + static_cast<std::ptrdiff_t>(first);
        const auto end = begin + static_cast<std::ptrdiff_t>(length);
        const auto shown = std::find(begin, end, false);
        const auto hiddenAgain = std::find(shown, end, true);
        if (std::find(hiddenAgain, end, false) != end)
            return false;
        isLeft = isLeft || shown != end;
        isLastOfEach = isLastOfEach && shown == begin && std::distance(hiddenAgain, end) == 1;
    }
    return isLeft && !isLastOfEach;
}

bool isOneId(const std::vector<bool>& hidden, std::span<const std::int64_t> ids)
{
    std::optional<std::int64_t> one;
    for (std::size_t i = 0; i < std::min(hidden.size(), ids.size()); ++i) {
        if (hidden[i] && one.value_or(ids[i]) != ids[i])
            return false;
        if (hidden[i])
            one = ids[i];
    }
    return true;
}

} // namespace

std::vector<bool> paddingByIds(std::span<const std::int64_t> ids, std::size_t length)
{
    constexpr std::size_t kSeveral = 2;
    if (length < kSeveral || ids.size() < kSeveral * length || ids.size() % length != 0)
        return {};
    for (const bool isBehind : {true, false}) {
        std::map<std::int64_t, std::vector<std::size_t>> runs; // by id, of the sequences that end in it
        for (std::size_t first = 0; first < ids.size(); first += length) {
            const auto sequence = ids.subspan(first, length);
            runs[isBehind ? sequence.back() : sequence.front()].push_back(endRun(sequence, isBehind));
        }
        for (const auto& [id, lengths] : runs) {
            std::size_t inRuns = 0;
            for (const std::size_t run : lengths)
                inRuns += run;
            const auto [shortest, longest] = std::minmax_element(lengths.begin(), lengths.end());
            const auto all = static_cast<std::size_t>(std::count(ids.begin(), ids.end(), id));
            if (*shortest < kSeveral || *shortest == *longest || *longest == length || all != inRuns)
                continue;
            std::vector<bool> isPadding(ids.size(), false);
            for (std::size_t first = 0; first < ids.size(); first += length) {
                const auto sequence = ids.subspan(first, length);
                if ((isBehind ? sequence.back() : sequence.front()) == id)
                    markRun(isPadding, first, length, endRun(sequence, isBehind), isBehind);
            }
            return isPadding;
        }
    }
    return {};
}

std::vector<bool> paddingByMask(
    std::span<const std::int64_t> mask, std::span<const std::int64_t> ids, std::size_t length)
{
    if (length == 0 || mask.empty() || mask.size() % length != 0)
        return {};
    const bool isOfBits
        = std::all_of(mask.begin(), mask.end(), [](std::int64_t value) { return value == 0 || value == 1; });
    const std::int64_t hides = isOfBits ? 0 : kIgnoredLabel;
    std::vector<bool> hidden(mask.size());
    std::transform(
        mask.begin(), mask.end(), hidden.begin(), [&](std::int64_t value) { return value == hides; });
    const bool isAny = std::find(hidden.begin(), hidden.end(), true) != hidden.end();
    return isAny && isAtEnds(hidden, length) && isOneId(hidden, ids) ? hidden : std::vector<bool>();
}

} // namespace dumpscope::core
