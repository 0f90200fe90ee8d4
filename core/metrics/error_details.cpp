// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/error_details.h"

#include "metrics/pair_kernel.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace dumpscope::core {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool isWorse(const WorstElement& a, const WorstElement& b)
{
    if (a.absError != b.absError)
        return a.absError > b.absError;
    // Both are finite: infinite errors have no exact ones.
    if (a.exactAbsError || b.exactAbsError) {
        const auto exact = [](const WorstElement& element) {
            return element.exactAbsError.value_or(static_cast<WideInteger>(element.absError));
        };
        if (exact(a) != exact(b))
            return exact(a) > exact(b);
    }
    return a.index < b.index;
}

double relativeError(double d, double y)
{
    if (d == 0)
        return 0;
    return std::fabs(d) / std::fabs(y);
}

} // namespace

std::size_t ComparedRun::countBefore(std::uint64_t index) const
{
    if (places.empty())
        return static_cast<std::size_t>(std::min<std::uint64_t>(d.size(), index - first));
    const auto end = std::ranges::lower_bound(places, index - first);
    return static_cast<std::size_t>(end - places.begin());
}

double WorstElements::threshold() const
{
    const double shared = m_threshold != nullptr ? m_threshold->load(std::memory_order_relaxed) : 0;
    return m_elements.size() == m_top && m_top > 0 ? std::max(shared, m_elements.front().absError) : shared;
}

void WorstElements::push(const WorstElement& element)
{
    // A heap with the mildest element in front.
    if (m_elements.size() == m_top) {
        if (!isWorse(element, m_elements.front()))
            return;
        std::pop_heap(m_elements.begin(), m_elements.end(), isWorse);
        m_elements.back() = element;
    } else {
        m_elements.push_back(element);
    }
    std::push_heap(m_elements.begin(), m_elements.end(), isWorse);
}

void WorstElements::add(const ComparedRun& run, double maxAbsolute,
    const std::function<void(std::size_t, WorstElement&)>& describe)
{
    if (m_top == 0 || maxAbsolute == 0 || maxAbsolute < threshold())
        return;
    for (std::size_t i = 0; i < run.d.size(); ++i) {
        const double error = std::fabs(run.d[i]);
        if (error == 0 || error < threshold())
            continue;
        WorstElement element;
        element.index = run.indexOf(i);
        element.target = run.x[i];
        element.golden = run.y[i];
        element.absError = error;
        element.relError = relativeError(error, run.y[i]);
        describe(i, element);
        push(element);
    }
}

void WorstElements::addConflict(WorstElement element)
{
    if (m_top == 0)
        return;
    element.absError = element.relError = kInfinity;
    push(element);
}

void WorstElements::merge(WorstElements&& later)
{
    for (const WorstElement& element : later.m_elements)
        push(element);
}

std::vector<WorstElement> WorstElements::finish() &&
{
    std::sort(m_elements.begin(), m_elements.end(), isWorse);
    return std::move(m_elements);
}

ErrorMap::ErrorMap(std::uint64_t count, std::size_t blocks, std::uint64_t first)
    : m_count(count)
    , m_blockSize(blocks == 0 ? 0 : std::max<std::uint64_t>(1, count / blocks + (count % blocks != 0)))
{
    if (m_blockSize != 0 && count > 0)
        m_blocks.push_back(makeBlock(first / m_blockSize));
}

ErrorBlock ErrorMap::makeBlock(std::uint64_t number) const
{
    const std::uint64_t first = number * m_blockSize;
    return {first, std::min(m_blockSize, m_count - first), 0, 0, 0};
}

ErrorBlock& ErrorMap::blockOf(std::uint64_t index)
{
    const std::uint64_t number = index / m_blockSize;
    while (m_blocks.back().first / m_blockSize < number)
        m_blocks.push_back(makeBlock(m_blocks.back().first / m_blockSize + 1));
    return m_blocks[number - m_blocks.front().first / m_blockSize];
}

void ErrorMap::add(const ComparedRun& run, double atol, double rtol)
{
    if (m_blockSize == 0)
        return;
    const kernel::PairKernels& kernels = kernel::vectorPairKernels();
    for (std::size_t i = 0; i < run.d.size();) {
        ErrorBlock& block = blockOf(run.indexOf(i));
        const std::size_t count = run.countBefore(block.first + block.count) - i;
        kernel::ErrorSums errors;
        kernels.errors(run.d.data() + i, count, 1, errors);
        block.maxAbsolute = std::max(block.maxAbsolute, errors.maxAbsolute);
        block.sumSquares += kernel::totalOf(errors.dd);
        block.mismatches += kernels.mismatches(run.d.data() + i, run.y.data() + i, count, atol, rtol);
        i += count;
    }
}

void ErrorMap::addConflict(std::uint64_t index)
{
    if (m_blockSize != 0)
        ++blockOf(index).mismatches;
}

void ErrorMap::merge(const ErrorMap& later)
{
    for (const ErrorBlock& part : later.m_blocks) {
        ErrorBlock& block = blockOf(part.first);
        block.maxAbsolute = std::max(block.maxAbsolute, part.maxAbsolute);
        block.sumSquares += part.sumSquares;
        block.mismatches += part.mismatches;
    }
}

std::vector<ErrorBlock> ErrorMap::finish() &&
{
    if (!m_blocks.empty())
        blockOf(m_count - 1);
    return std::move(m_blocks);
}

void ErrorCounts::add(const ComparedRun& run)
{
    constexpr std::size_t kExponents = 1024 - kLowest;
    constexpr std::uint64_t kSpecial = 0x7FF; // infinite
    constexpr int kBias = 1023;
    m_counts.resize(kExponents);
    for (const double d : run.d) {
        const std::uint64_t exponent = std::bit_cast<std::uint64_t>(d) >> 52U & kSpecial;
        if (exponent != 0 && exponent != kSpecial)
            ++m_counts[static_cast<std::size_t>(static_cast<int>(exponent) - kBias - kLowest)];
        else if (exponent == kSpecial)
            ++m_counts.back();
        else if (d == 0)
            ++m_zero;
        else
            ++m_counts[static_cast<std::size_t>(std::ilogb(d) - kLowest)];
    }
}

void ErrorCounts::merge(const ErrorCounts& later)
{
    m_counts.resize(std::max(m_counts.size(), later.m_counts.size()));
    for (std::size_t i = 0; i < later.m_counts.size(); ++i)
        m_counts[i] += later.m_counts[i];
    m_zero += later.m_zero;
    m_conflicts += later.m_conflicts;
}

ErrorHistogram ErrorCounts::finish() const
{
    ErrorHistogram result;
    result.zero = m_zero;
    result.conflicts = m_conflicts;
    const auto isUsed = [](std::uint64_t count) { return count > 0; };
    const auto first = std::find_if(m_counts.begin(), m_counts.end(), isUsed);
    if (first == m_counts.end())
        return result;
    const auto last = std::find_if(m_counts.rbegin(), m_counts.rend(), isUsed).base();
    result.lowest = static_cast<int>(first - m_counts.begin()) + kLowest;
    result.counts.assign(first, last);
    return result;
}

} // namespace dumpscope::core
