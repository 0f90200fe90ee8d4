// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/element_stream.h"
#include "tensor/element_values.h"

#include <algorithm>
#include <utility>

namespace dumpscope::core {

/// Two tensors for passes side by side, in logical order. Immutable, thread-safe.
class StreamPair {
public:
    struct Scratch {
        ElementStream::Scratch target, golden;
        /// As ElementStream::Scratch::ofThread.
        [[nodiscard]] static Scratch& ofThread();
    };
    struct Chunks {
        ElementChunk target, golden;
    };

    [[nodiscard]] static Result<StreamPair> make(const TensorView& target, const TensorView& golden)
    {
        TRY_ASSIGN(const ElementStream x, ElementStream::make(target, Order::Logical));
        TRY_ASSIGN(const ElementStream y, ElementStream::make(golden, Order::Logical));
        return StreamPair(x.forPass(), y.forPass());
    }

    [[nodiscard]] DType targetType() const { return m_target.dtype(); }
    [[nodiscard]] DType goldenType() const { return m_golden.dtype(); }
    /// Elements of the shorter side.
    [[nodiscard]] std::uint64_t count() const { return std::min(m_target.count(), m_golden.count()); }
    /// Valid until the scratch is used again.
    [[nodiscard]] Chunks read(std::uint64_t first, std::uint64_t count, Scratch& scratch) const
    {
        return {m_target.read(first, count, scratch.target), m_golden.read(first, count, scratch.golden)};
    }
    /// Calls `body(target, golden)` for runs of at most `length` elements of what was read.
    template<typename Body> static void overRuns(const Chunks& chunks, std::uint64_t length, const Body& body)
    {
        for (std::uint64_t first = 0; first < chunks.target.count; first += length) {
            const std::uint64_t count = std::min(length, chunks.target.count - first);
            body(subChunk(chunks.target, first, count), subChunk(chunks.golden, first, count));
        }
    }
    /// Number of blocks of `blockElements` elements in about one MiB, the work between two checks of the stop
    /// token; at least 1.
    [[nodiscard]] std::size_t piecesOf(std::uint64_t blockElements) const;

private:
    StreamPair(ElementStream target, ElementStream golden)
        : m_target(std::move(target))
        , m_golden(std::move(golden))
    {
    }

    ElementStream m_target, m_golden;
};

} // namespace dumpscope::core
