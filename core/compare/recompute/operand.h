// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/element_stream.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace dumpscope::core {

/// The elements of a dumped tensor as float64, in C order of the logical shape, with random access: pages of
/// the file are decoded on demand and a few of them cached, so memory is bounded for any size. Cheap to copy;
/// copies share their pages. Not thread-safe.
class Operand {
public:
    /// Errors: Code::Unsupported where elements are no real numbers; those of ElementStream where the bytes
    /// do not hold the shape.
    [[nodiscard]] static Result<Operand> make(TensorView view);

    [[nodiscard]] const Shape& shape() const;
    [[nodiscard]] DType dtype() const;
    [[nodiscard]] std::uint64_t count() const; ///< elements
    [[nodiscard]] double at(std::uint64_t index) const;
    /// `count` elements at first, first + step, …
    void gather(std::uint64_t first, std::uint64_t step, std::uint64_t count, double* out) const;
    /// As Bytes::check.
    [[nodiscard]] Result<void> check() const;

private:
    struct Pages;
    std::shared_ptr<Pages> m_pages;
};

/// Significand bits that some of the elements need: fewer than the type has where they were rounded to a
/// shorter one.
[[nodiscard]] int neededBits(const Operand& operand);

} // namespace dumpscope::core
