// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/value_range.h"

#include "tensor/element_values.h"

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kRun = 256, kMostRuns = 4096;

/// Where run `i` begins: one in each of `runs` equal parts, at another place in each, so that no column of a
/// regular shape is looked at more than others.
std::uint64_t runBegin(std::uint64_t i, std::uint64_t runs, std::uint64_t count)
{
    constexpr double kGolden = 0.6180339887498949;
    const std::uint64_t part = count / runs;
    if (part <= kRun)
        return i * kRun;
    const double turn = static_cast<double>(i) * kGolden;
    return i * part
        + static_cast<std::uint64_t>((turn - std::floor(turn)) * static_cast<double>(part - kRun));
}

} // namespace

std::pair<double, double> percentileRange(std::vector<double>& values)
{
    const auto pick = [&values](double percent) {
        const auto at = static_cast<std::ptrdiff_t>(
            std::llround(percent / 100 * static_cast<double>(values.size() - 1)));
        std::nth_element(values.begin(), values.begin() + at, values.end());
        return values[static_cast<std::size_t>(at)];
    };
    const double low = pick(kLowPercentile);
    return {low, pick(kHighPercentile)};
}

Result<std::optional<std::pair<double, double>>> percentileRange(
    const ElementStream& stream, const PaddingMask* padding, TaskContext& task)
{
    const std::uint64_t count = stream.count();
    const std::uint64_t runs = std::min(kMostRuns, (count + kRun - 1) / kRun);
    ElementStream::Scratch scratch;
    std::vector<double> values, run;
    for (std::uint64_t i = 0; i < runs; ++i) {
        TRY_VOID(task.checkStop());
        const std::uint64_t first = runBegin(i, runs, count);
        run.resize(static_cast<std::size_t>(std::min(kRun, count - first)));
        toMagnitudes(stream.read(first, run.size(), scratch), run.data());
        for (std::size_t k = 0; k < run.size(); ++k) {
            if (std::isfinite(run[k]) && !(padding && padding->isPadding(first + k)))
                values.push_back(run[k]);
        }
    }
    TRY_VOID(stream.view().bytes.check());
    if (values.empty())
        return std::optional<std::pair<double, double>>();
    return std::optional(percentileRange(values));
}

} // namespace dumpscope::core
