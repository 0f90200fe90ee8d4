// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/layout/assembly.h"
#include "compare/layout/model_parameters.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

/// How one side holds parameters that stand together in one tensor on some side, or a single parameter.
struct HeldGroup {
    /// One that holds all, or one for each.
    std::vector<const HeldParameters*> held;
    bool isFused = false, isByGroup = false;
    std::vector<Shape> shapes;       ///< of each parameter, in one rank
    std::vector<std::int64_t> ranks; ///< ascending

    [[nodiscard]] std::vector<const HeldParameter*> tensors() const;
    /// Place of a rank among those that have it.
    [[nodiscard]] std::int64_t placeOf(std::int64_t rank) const;
};

/// Parameters that both sides have, of one layer: `q_proj`, `k_proj` and `v_proj` where a side has them in
/// one tensor, or one alone.
struct ParameterGroup {
    std::string name;                     ///< common name, of what holds them all
    std::vector<std::string> parts;       ///< common names
    std::optional<std::int64_t> headNorm; ///< elements of the norm of a head, in its layer
    HeldGroup target, golden;

    /// Equal for all layers that are held alike on both sides.
    [[nodiscard]] std::string kind() const;
};

/// All that both sides have. Keeps pointers into both.
[[nodiscard]] std::vector<ParameterGroup> parameterGroups(
    const ModelParameters& target, const ModelParameters& golden);

/// How ranks share a parameter: each has all, or a piece along an axis, which several may have alike.
struct ParameterCut {
    std::optional<std::size_t> axis;
    std::int64_t pieces = 1;
    bool areCopiesNeighbours = true; ///< ranks 0 and 1 have the first piece, not ranks 0 and 2

    friend bool operator==(const ParameterCut&, const ParameterCut&) = default;
};

/// One way in which names and shapes say how golden is put together.
struct ParameterReading {
    std::vector<ParameterCut> target, golden; ///< of each part
    std::optional<std::int64_t> headSize;     ///< where rows of a group of heads stand together
    bool isSaid = false;                      ///< nothing says otherwise: no other size of a head, no copies
};

struct HeadSize {
    std::optional<std::int64_t> size;
    bool isSure = false; ///< others are not looked at
};

/// All ways that give different assemblies, the plainer ones first.
[[nodiscard]] std::vector<ParameterReading> parameterReadings(
    const ParameterGroup& group, const HeadSize& head);

/// Golden's tensor, one of the group, from the target's; not measured. nullopt: the target has not all of it.
[[nodiscard]] std::optional<Assembly> assemblyOf(
    const HeldParameter& golden, const ParameterGroup& group, const ParameterReading& reading);

} // namespace dumpscope::core
