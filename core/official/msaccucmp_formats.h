// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/blocked_layout.h"
#include "tensor/memory_format.h"
#include "tensor/tensor_view.h"

#include <tl/expected.hpp>

#include <span>
#include <string>
#include <vector>

namespace dumpscope::core {

// What the official converter makes of layouts, its oddities included
// (docs/formats/ascend-dump-binary.md 5.3, 5.4; docs/formats/comparison.md 8a). Nothing here is better than
// that tool on purpose.

/// Why the official converter writes nothing, with its error number (docs/formats/ascend-dump-binary.md 8); 0
/// where it only prints a line, 1 where it ends with an exception.
struct MsaccucmpRefusal {
    int number = 0;
    Message reason;
};
template<typename T> using OrRefusal = tl::expected<T, MsaccucmpRefusal>;

[[nodiscard]] inline tl::unexpected<MsaccucmpRefusal> refuse(int number, Message reason)
{
    return tl::unexpected<MsaccucmpRefusal>({number, std::move(reason)});
}

/// A flat array and how its elements are seen: one axis per dimension.
struct ArrangedElements {
    TensorView flat;
    std::vector<BlockedAxis> axes;

    [[nodiscard]] Shape shape() const;
};

/// Dense axes of a shape the flat array is read in; fails like numpy.reshape, with `number`.
[[nodiscard]] OrRefusal<ArrangedElements> reshaped(
    TensorView flat, std::span<const std::int64_t> shape, int number);

struct MsaccucmpConversion {
    MemoryFormat from = MemoryFormat::ND;
    MemoryFormat to = MemoryFormat::ND;
    std::int64_t groups = 0;
    Shape stored; ///< shape the array has in `from`
    Shape target; ///< shape it should get, empty = unknown
};
/// From one format to another. `flat.shape` is the one-dimensional shape.
[[nodiscard]] OrRefusal<ArrangedElements> convertFormat(
    const MsaccucmpConversion& conversion, TensorView flat);
/// Refusal of a target shape that is no FRACTAL_NZ of the stored one, empty if there is none.
[[nodiscard]] OrRefusal<void> checkTiledShape(
    std::span<const std::int64_t> stored, std::span<const std::int64_t> target);
/// Cuts padding away the way the official converter does; false when it gives up.
[[nodiscard]] bool cropTo(std::span<const std::int64_t> target, ArrangedElements& elements);

/// "(2, 20, 3, 4)"
[[nodiscard]] std::string pythonShape(std::span<const std::int64_t> shape);

} // namespace dumpscope::core
