// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/torch/pickle.h"
#include "readers/torch/torch_file.h"

#include <cstdint>
#include <optional>

namespace dumpscope::core {

/// What a file says of a tensor that ranks share, torch's DTensor: each saves what it holds itself
/// (docs/formats/llm-era.md 7.4).
struct SharedTensor {
    std::uint32_t local = 0;          ///< node of the tensor that was saved
    std::optional<std::int64_t> rank; ///< that saved it
    std::optional<SavedSlice> slice;  ///< absent: not known
    Message placement;                ///< how ranks share the whole, and where the local one stands; in words
};

/// `arguments`: of `_rebuild_wrapper_subclass`; `state`: of the object. nullopt: it is no DTensor, or one
/// without its local tensor.
[[nodiscard]] std::optional<SharedTensor> sharedTensor(
    const Pickle& pickle, const Pickle::Node& arguments, const Pickle::Node& state);

} // namespace dumpscope::core
