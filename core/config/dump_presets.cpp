// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/dump_presets.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

using Trigger = DumpRequest::Trigger;

constexpr std::array kPresets {
    DumpPreset {"statistics", Form<0>("Statistics of everything first"), false, Trigger::Always, false, true},
    DumpPreset {
        "operators", Form<0>("Full tensors of the chosen operators"), true, Trigger::Always, true, false},
    DumpPreset {"tensors", Form<0>("Full tensors of everything"), false, Trigger::Always, true, false},
    DumpPreset {"iterations", Form<0>("Full tensors of the failing iteration and the one before"), false,
        Trigger::Always, true, false, 1},
    DumpPreset {"overflow", Form<0>("Overflow only"), false, Trigger::Overflow, true, false},
    DumpPreset {"exception", Form<0>("Exceptions only"), false, Trigger::Exception, true, false},
};

} // namespace

std::span<const DumpPreset> dumpPresets()
{
    return kPresets;
}

const DumpPreset& dumpPreset(std::string_view id)
{
    return *std::ranges::find(kPresets, id, &DumpPreset::id);
}

DumpRequest presetRequest(
    const DumpPreset& preset, const DumpRequest& before, std::vector<std::string> operators)
{
    DumpRequest request;
    request.trigger = preset.trigger;
    request.folder = before.folder;
    request.steps = before.steps;
    request.devices = before.devices;
    request.models = before.models;
    request.singleOperators = before.singleOperators;
    request.tensors = preset.tensors;
    request.statistics = preset.statistics;
    if (preset.wantsOperators)
        request.names = std::move(operators);
    return request;
}

} // namespace dumpscope::core
