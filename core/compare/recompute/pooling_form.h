// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/recompute/recomputer.h"
#include "compare/recompute/spatial_window.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// What becomes of the elements of a window.
enum class Pooling : std::uint8_t { Largest, MeanOfWindow, MeanOfElements };

/// One way to pool: over which windows, and how.
struct PoolingForm {
    SpatialWindow window;
    Pooling pooling = Pooling::Largest;

    [[nodiscard]] Message text() const; ///< "maximum with stride [2,2], padding [1,1]"
};

/// Shapes [N, C, …] of what is pooled, every channel for itself, and of the result; extents are spatial.
struct PooledShapes {
    std::vector<std::int64_t> in, out;

    /// nullopt where these are no such shapes.
    [[nodiscard]] static std::optional<PooledShapes> make(const Shape& in, const Shape& out);
};

/// Every form that fits the shapes and what a call of the type (a forward operator's word) says; none where
/// it has more tensors than one.
[[nodiscard]] std::vector<PoolingForm> poolingForms(
    std::string_view type, const OperatorCall& call, const PooledShapes& shapes);

} // namespace dumpscope::core
