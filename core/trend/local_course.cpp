// SPDX-License-Identifier: GPL-3.0-or-later
#include "trend/local_course.h"

#include "trend/series_statistics.h"

#include <algorithm>
#include <vector>

namespace dumpscope::core {

LocalCourse localCourse(std::span<const double> values)
{
    constexpr std::size_t kSteps = 16, kLatest = 5;
    constexpr double kLeastDeviation = 0.02;
    const auto latest = values.last(std::min(values.size(), kSteps));
    std::vector<double> slopes, rests;
    for (std::size_t i = 0; i < latest.size(); ++i) {
        for (std::size_t j = i + 1; j < latest.size(); ++j)
            slopes.push_back((latest[j] - latest[i]) / static_cast<double>(j - i));
    }
    const double slope = medianOf(slopes);
    for (std::size_t i = 0; i < latest.size(); ++i)
        rests.push_back(latest[i] - slope * static_cast<double>(i));
    std::vector<double> sorted = rests;
    const double start = medianOf(sorted);
    const auto end = latest.last(std::min(latest.size(), kLatest));
    std::vector<double> level(end.begin(), end.end());
    LocalCourse course;
    course.steps = latest.size();
    // A fall that flattens out must not be expected to go on.
    course.expected = std::max(start + slope * static_cast<double>(latest.size()), medianOf(level));
    course.deviation = std::max(robustDeviation(rests, start), kLeastDeviation);
    course.farthest = std::max(0.0, std::ranges::max(rests) - start);
    return course;
}

} // namespace dumpscope::core
