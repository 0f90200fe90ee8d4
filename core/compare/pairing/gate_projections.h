// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace dumpscope::core {

enum class ActivationKind : std::uint8_t {
    Unknown,
    Gated, ///< is given both halves of a gate and multiplies them, as `SiluAndMul`
    Plain, ///< of each element by itself
};

/// What the projections of its module show of an activation of which only the output was dumped: one that
/// gives both halves in one tensor, `gate_up_proj`, is twice as wide as a gated activation; a `gate_proj` by
/// itself is as wide as a plain one. The index must outlive it. Not thread-safe.
class GateProjections {
public:
    explicit GateProjections(const DumpIndex& index);

    [[nodiscard]] ActivationKind kindOf(TensorId activation);

private:
    using Number = std::optional<std::int64_t>;
    /// Rank, step, run, call, module around.
    using Module = std::tuple<Number, Number, std::string, std::string, std::string>;
    struct Output {
        std::string path;
        TensorId id;
    };

    [[nodiscard]] std::optional<std::pair<Module, std::string>> placeOf(TensorId id) const;
    void collect();

    const DumpIndex& m_index;
    bool m_isCollected = false;
    std::map<Module, std::vector<Output>> m_outputs;
};

} // namespace dumpscope::core
