// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/axis_readings.h"

#include "tensor/device_geometry.h"
#include "tensor/format_axes.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

struct DefaultAxes {
    MemoryFormat format;
    std::array<std::string_view, 5> byRank;
};

// Axes the graph engine assumes when a tensor of lower rank gets a device format and nothing else
// is said; operators may ask for others, so every other choice is tried after them.
constexpr std::array<DefaultAxes, 8> kDefaults {{
    {MemoryFormat::NCHW, {"", "C", "CH", "CHW", ""}},
    {MemoryFormat::NHWC, {"", "C", "HW", "HWC", ""}},
    {MemoryFormat::HWCN, {"", "C", "CN", "WCN", ""}},
    {MemoryFormat::CHWN, {"", "C", "WN", "HWN", ""}},
    {MemoryFormat::NDHWC, {"", "C", "WC", "HWC", "DHWC"}},
    {MemoryFormat::NCDHW, {"", "C", "HW", "DHW", "CDHW"}},
    {MemoryFormat::DHWCN, {"", "C", "CN", "WCN", "HWCN"}},
    {MemoryFormat::DHWNC, {"", "C", "NC", "WNC", "HWNC"}},
}};

/// All ways to keep `rank` of the axes, in order.
std::vector<std::string> subsequences(std::string_view axes, std::size_t rank)
{
    std::vector<std::string> result;
    for (unsigned mask = (1U << axes.size()) - 1U; mask > 0; --mask) {
        std::string kept;
        for (std::size_t i = 0; i < axes.size(); ++i) {
            if ((mask >> (axes.size() - 1 - i) & 1U) != 0)
                kept += axes[i];
        }
        if (kept.size() == rank)
            result.push_back(std::move(kept));
    }
    return result;
}

} // namespace

std::vector<std::string> axisReadings(MemoryFormat format, MemoryFormat logicalFormat, std::size_t rank)
{
    if (isTiledMatrix(format))
        return {""};
    const std::string_view axes = axesOf(logicalFormat);
    if (axes.empty()) {
        // A matrix as FRACTAL_Z weight is [C, N] (docs/formats/ascend-dump-binary.md 5.1).
        const bool isWeight = format == MemoryFormat::FractalZ && rank == 2;
        return isWeight ? std::vector<std::string> {"CN"} : std::vector<std::string> {};
    }
    if (rank > axes.size())
        return {};
    if (rank == axes.size())
        return {std::string(axes)};
    std::vector<std::string> readings;
    for (const DefaultAxes& defaults : kDefaults) {
        if (defaults.format == logicalFormat)
            readings.emplace_back(defaults.byRank[rank]);
    }
    for (std::string& other : subsequences(axes, rank)) {
        if (std::find(readings.begin(), readings.end(), other) == readings.end())
            readings.push_back(std::move(other));
    }
    return readings;
}

} // namespace dumpscope::core
