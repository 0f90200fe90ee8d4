// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/tables/pair_table.h"
#include "model/tensor_store.h"
#include "tensor/element_stream.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace dumpscope::core {

/// One element in which two sides differ; valid while it is visited.
struct DifferingElement {
    std::uint64_t index = 0; ///< flat, in C order of the aligned tensors
    double target = 0, golden = 0;
    const ElementChunk& targetChunk;
    const ElementChunk& goldenChunk;
    std::size_t inChunk = 0; ///< position of the element in both chunks
};

/// The relative difference that rounding to the coarser of two types explains: two unit roundoffs; 0 where
/// they are the same or neither rounds.
[[nodiscard]] double roundingSlack(DType target, DType golden);

/// The elements of a pair, and those in which its sides differ. Equal are the same values, NaN and NaN, 0 and
/// -0; where the types differ also values within two unit roundoffs of the coarser one. Not thread-safe.
class DifferingElements {
public:
    /// Errors: a side cannot be read; Code::BadShape where the shapes cannot be aligned.
    [[nodiscard]] static Result<DifferingElements> open(
        const PairTable& pairs, std::size_t row, TaskContext& task);

    [[nodiscard]] const Shape& shape() const { return m_shape; }
    [[nodiscard]] std::uint64_t count() const;
    /// Whether values that differ by rounding only count as equal.
    [[nodiscard]] bool allowsRounding() const { return m_slack > 0; }
    /// In ascending order until `visitor` returns false. Errors: Code::ChangedWhileRead, Code::Cancelled.
    [[nodiscard]] Result<void> visit(
        const std::function<bool(const DifferingElement&)>& visitor, TaskContext& task) const;

    /// All elements of both sides, in pieces. Errors: those of `visit`.
    [[nodiscard]] Result<void> read(
        const std::function<void(std::span<const double> target, std::span<const double> golden)>& taker,
        TaskContext& task) const;

private:
    DifferingElements(ElementStream target, ElementStream golden, Bytes targetBytes, Bytes goldenBytes,
        Shape shape, double slack);
    bool visitPiece(std::uint64_t first, std::uint64_t count,
        const std::function<bool(const DifferingElement&)>& visitor) const;
    [[nodiscard]] bool isSame(double x, double y) const;

    ElementStream m_target, m_golden;
    Bytes m_targetBytes, m_goldenBytes;
    Shape m_shape;
    double m_slack = 0;
    mutable ElementStream::Scratch m_targetScratch, m_goldenScratch;
    mutable std::vector<double> m_x, m_y;
};

} // namespace dumpscope::core
