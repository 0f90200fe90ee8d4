// SPDX-License-Identifier: GPL-3.0-or-later
#include "trend/call_counts.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace dumpscope::core {

namespace {

/// "Functional.linear..forward" of "Functional.linear.3.forward"; modules have names of their own.
std::optional<std::string> numberedApi(std::string_view name)
{
    const std::size_t last = name.rfind('.');
    if (last == std::string_view::npos || last == 0 || name.starts_with("Module.")
        || name.starts_with("Cell."))
        return std::nullopt;
    const std::string_view phase = name.substr(last + 1);
    const std::size_t before = name.rfind('.', last - 1);
    if (before == std::string_view::npos || (phase != "forward" && phase != "backward"))
        return std::nullopt;
    const std::string_view number = name.substr(before + 1, last - before - 1);
    const bool isNumber
        = !number.empty() && std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; });
    return isNumber ? std::optional(std::string(name.substr(0, before + 1)).append(name.substr(last)))
                    : std::nullopt;
}

} // namespace

std::vector<std::uint32_t> callCounts(const TrendCube& cube)
{
    using Calls = std::map<std::string_view, std::vector<std::size_t>>; // rows by operator
    std::map<std::string, Calls> apis;
    for (std::size_t row = 0; row < cube.rows().size(); ++row) {
        const std::string& name = cube.rows()[row].opName;
        if (auto api = numberedApi(name))
            apis[cube.rows()[row].model + '\n' + *api][name].push_back(row);
    }
    const std::size_t steps = cube.steps().size();
    const auto place
        = [&](std::size_t cell) { return cube.cells()[cell].rank * steps + cube.cells()[cell].step; };
    std::vector<std::uint32_t> counts(cube.cells().size(), 0);
    for (const auto& [api, calls] : apis) {
        std::vector<std::uint32_t> ofPlace(cube.ranks().size() * steps, 0);
        for (const auto& [name, rows] : calls) {
            std::set<std::size_t> places;
            for (const std::size_t row : rows) {
                const TrendCube::Range cells = cube.cellsOf(row);
                for (std::size_t cell = cells.begin; cell < cells.end; ++cell)
                    places.insert(place(cell));
            }
            for (const std::size_t one : places)
                ++ofPlace[one];
        }
        for (const auto& [name, rows] : calls) {
            for (const std::size_t row : rows) {
                const TrendCube::Range cells = cube.cellsOf(row);
                for (std::size_t cell = cells.begin; cell < cells.end; ++cell)
                    counts[cell] = ofPlace[place(cell)];
            }
        }
    }
    return counts;
}

} // namespace dumpscope::core
