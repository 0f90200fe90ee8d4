// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/element_stream.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace dumpscope::core {

/// The elements of a dumped tensor as float64, in C order of the logical shape, at any place: pages of the
/// file are decoded as they are asked for and a few of them kept, so memory is bounded whatever the size. A
/// cheap value whose copies share their pages. Not thread-safe.
class Operand {
public:
    /// Fails where the bytes do not hold the shape, or elements are no real numbers.
    [[nodiscard]] static Result<Operand> make(TensorView view);

    [[nodiscard]] const Shape& shape() const;
    [[nodiscard]] DType dtype() const;
    [[nodiscard]] std::uint64_t count() const;
    [[nodiscard]] double at(std::uint64_t index) const;
    /// `count` elements from `first` on, each `step` behind the one before.
    void gather(std::uint64_t first, std::uint64_t step, std::uint64_t count, double* out) const;
    /// Whether the bytes stayed as they were while they were read.
    [[nodiscard]] Result<void> check() const;

private:
    struct Pages;
    std::shared_ptr<Pages> m_pages;
};

} // namespace dumpscope::core
