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

// How the official converter rearranges layouts, its defects included (docs/formats/ascend-dump-binary.md
// 5.3, 5.4; docs/formats/comparison.md 8a).

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

/// A flat array and the axes it is read by, one for each dimension.
struct ArrangedElements {
    TensorView flat;
    std::vector<BlockedAxis> axes;

    [[nodiscard]] Shape shape() const;
};

/// Dense axes for reading the flat array in a shape; refuses where numpy.reshape fails, with `number`.
[[nodiscard]] OrRefusal<ArrangedElements> reshaped(
    TensorView flat, std::span<const std::int64_t> shape, int number);

struct MsaccucmpConversion {
    MemoryFormat from = MemoryFormat::ND;
    MemoryFormat to = MemoryFormat::ND;
    std::int64_t groups = 0;
    Shape stored; ///< shape of the array in `from`
    Shape target; ///< shape to get, empty = unknown
};
/// Converts between formats. `flat.shape` has one dimension.
[[nodiscard]] OrRefusal<ArrangedElements> convertFormat(
    const MsaccucmpConversion& conversion, TensorView flat);
/// Refuses a target shape whose FRACTAL_NZ shape is not the stored one.
[[nodiscard]] OrRefusal<void> checkTiledShape(
    std::span<const std::int64_t> stored, std::span<const std::int64_t> target);
/// Crops padding as the official converter does; false when it gives up.
[[nodiscard]] bool cropTo(std::span<const std::int64_t> target, ArrangedElements& elements);

/// "(2, 20, 3, 4)"
[[nodiscard]] std::string pythonShape(std::span<const std::int64_t> shape);

} // namespace dumpscope::core
