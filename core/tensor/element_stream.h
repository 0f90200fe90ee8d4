// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/blocked_layout.h"
#include "tensor/tensor_view.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace dumpscope::core {

class ForwardReading;

/// Consecutive elements in C order: native byte order, unpacked (see unpackedBytes), aligned for
/// their type or not (use memcpy or unaligned loads).
struct ElementChunk {
    DType dtype = DType::Unknown;
    std::uint64_t first = 0;
    std::uint64_t count = 0;
    const std::byte* data = nullptr;
};

/// Random access to the elements of a view in logical or storage order, chunk by chunk, with
/// bounded memory whatever the layout. Immutable and thread-safe; each thread brings its scratch.
/// Dense native tensors are handed out straight from the mapping.
class ElementStream {
public:
    /// Fails with Code::Truncated when the bytes do not hold the shape, Code::BadShape when the
    /// layout does not fit. A truncated payload can still be read with `allowShort`: then `count`
    /// is the number of elements that are really there (storage order only).
    [[nodiscard]] static Result<ElementStream> make(TensorView view, Order order, bool allowShort = false);
    /// Elements of a dense view in an order of the caller's own: a new array of `shape`, whose element
    /// i is element `layout(i)` of the view. Fails when the layout and the shape differ in size or the
    /// layout leaves the view.
    [[nodiscard]] static Result<ElementStream> arranged(TensorView dense, Shape shape, BlockedLayout layout);

    [[nodiscard]] const TensorView& view() const { return m_view; }
    [[nodiscard]] DType dtype() const { return m_view.dtype; }
    [[nodiscard]] const Shape& shape() const; ///< in the chosen order
    [[nodiscard]] std::uint64_t count() const { return m_count; }
    [[nodiscard]] bool isDirect() const; ///< no gathering, swapping or unpacking needed

    /// The same elements for a pass over all of them: what would be handed out straight from a large mapping
    /// is read into the scratch instead, which is faster and keeps memory flat however long the pass.
    [[nodiscard]] ElementStream forPass() const;

    /// Where elements are put that are not handed out straight from the mapping.
    class Scratch {
    public:
        /// One that stays with the calling thread, so that the system need not clear memory for every piece
        /// of a pass. Only one read of it can be in use.
        [[nodiscard]] static Scratch& ofThread();
        /// Aligned for vectors, its contents undefined; valid until the next call.
        [[nodiscard]] std::byte* room(std::size_t bytes);

    private:
        std::unique_ptr<std::byte[]> m_bytes;
        std::size_t m_size = 0;
    };
    /// Elements [first, first + count); the chunk is valid until the scratch is reused.
    [[nodiscard]] ElementChunk read(std::uint64_t first, std::uint64_t count, Scratch& scratch) const;
    /// Elements with a constant distance: flat indices first, first + step, … (`count` of them).
    [[nodiscard]] ElementChunk readStrided(
        std::uint64_t first, std::int64_t step, std::uint64_t count, Scratch& scratch) const;

    /// Byte offset of a flat element index inside the payload (probe, properties); for sub-byte
    /// types the byte that holds it.
    [[nodiscard]] std::uint64_t byteOffset(std::uint64_t index) const;

    struct Plan;

private:
    ElementStream() = default;
    TensorView m_view;
    Order m_order = Order::Logical;
    std::uint64_t m_count = 0;
    std::shared_ptr<const Plan> m_plan;
    std::shared_ptr<const ForwardReading> m_file;
};

} // namespace dumpscope::core
