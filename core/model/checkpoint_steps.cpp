// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/checkpoint_steps.h"

#include "base/text.h"

#include <algorithm>

namespace dumpscope::core {

namespace {

constexpr std::int64_t kMostCheckpointSteps = 1'000'000'000;

std::optional<std::int64_t> countOf(std::string_view digits)
{
    const auto number = isDigits(digits) ? parseInt(digits) : std::nullopt;
    return number && *number > 0 && *number <= kMostCheckpointSteps ? number : std::nullopt;
}

} // namespace

std::optional<CheckpointName> checkpointName(std::string_view file)
{
    constexpr std::string_view kCheckpointSuffix = ".ckpt";
    if (!file.ends_with(kCheckpointSuffix))
        return std::nullopt;
    file.remove_suffix(kCheckpointSuffix.size());
    const std::size_t underscore = file.rfind('_');
    const std::size_t dash = file.rfind('-', underscore);
    if (underscore == std::string_view::npos || dash == std::string_view::npos || dash == 0)
        return std::nullopt;
    const auto epoch = countOf(file.substr(dash + 1, underscore - dash - 1));
    const auto step = countOf(file.substr(underscore + 1));
    if (!epoch || !step)
        return std::nullopt;
    return CheckpointName {file.substr(0, dash), *epoch, *step};
}

std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> checkpointSteps(
    std::span<const CheckpointName> checkpoints)
{
    std::map<std::int64_t, std::int64_t> lastOfEpoch;
    std::int64_t last = 0;
    for (const CheckpointName& one : checkpoints) {
        std::int64_t& known = lastOfEpoch[one.epoch];
        known = std::max(known, one.step);
        last = std::max(last, one.step);
    }
    const bool isFirstAlone = lastOfEpoch.empty() || lastOfEpoch.rbegin()->first == 1;
    bool isKnown = isFirstAlone;
    for (const auto& [epoch, step] : lastOfEpoch) {
        const auto next = lastOfEpoch.find(epoch + 1);
        isKnown = isKnown || (step == last && next != lastOfEpoch.end() && next->second == last);
    }
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> steps;
    for (const CheckpointName& one : checkpoints) {
        if (isKnown)
            steps[{one.epoch, one.step}] = (one.epoch - 1) * last + one.step;
    }
    return steps;
}

} // namespace dumpscope::core
