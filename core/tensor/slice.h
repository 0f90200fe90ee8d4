// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "tensor/element_stream.h"
#include "tensor/shape.h"

#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// A basic NumPy index (`2,:,10:20:2,-1`, `...`, `::-1`) resolved against a shape.
struct Slice {
    struct Axis {
        std::int64_t start = 0;
        std::int64_t step = 1;
        std::int64_t count = 0;
        bool dropped = false; ///< integer index: axis disappears from the result
    };
    std::vector<Axis> axes; ///< one per dimension of the sliced array

    [[nodiscard]] Shape shape() const; ///< of the result
    [[nodiscard]] std::uint64_t count() const;
};

/// Errors: Code::Usage with the column (from 1) and what was expected.
[[nodiscard]] Result<Slice> parseSlice(std::string_view text, std::span<const std::int64_t> shape);
[[nodiscard]] Slice fullSlice(std::span<const std::int64_t> shape);

} // namespace dumpscope::core
