// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/blocked_layout.h"
#include "tensor/tensor_view.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace dumpscope::core {

class ForwardReading;

/// Consecutive elements in C order: native byte order, unpacked (see unpackedBytes), perhaps not aligned for
/// their type (use memcpy or unaligned loads).
struct ElementChunk {
    DType dtype = DType::Unknown;
    std::uint64_t first = 0;         ///< flat index of the first element
    std::uint64_t count = 0;         ///< elements
    const std::byte* data = nullptr; ///< not owned
};

/// Random access to the elements of a view in logical or storage order, chunk by chunk, with bounded memory
/// for any layout. Immutable and thread-safe; each thread uses its own scratch. Chunks of dense native
/// tensors point into the mapping. Keeps the bytes of the view alive; the caller calls Bytes::check after the
/// last read.
class ElementStream {
public:
    /// Errors: Code::Truncated when the bytes do not hold the shape, Code::BadShape when the layout does not
    /// match it. A truncated payload can still be read with `allowShort`: then `count` is the number of
    /// elements that are present (storage order only).
    [[nodiscard]] static Result<ElementStream> make(TensorView view, Order order, bool allowShort = false);
    /// Elements of a dense view in any order: a new array of `shape`, whose element i is element `layout(i)`
    /// of the view. Errors: Code::BadShape when the layout and the shape differ in size or the layout leaves
    /// the view; those of `make`.
    [[nodiscard]] static Result<ElementStream> arranged(TensorView dense, Shape shape, BlockedLayout layout);

    [[nodiscard]] const TensorView& view() const { return m_view; }
    [[nodiscard]] DType dtype() const { return m_view.dtype; }
    [[nodiscard]] const Shape& shape() const; ///< in the chosen order
    [[nodiscard]] std::uint64_t count() const { return m_count; }
    [[nodiscard]] bool isDirect() const; ///< no gathering, swapping or unpacking needed

    /// The same elements for a pass over all of them: elements of a large mapping are read into the scratch
    /// instead, which is faster and keeps memory constant.
    [[nodiscard]] ElementStream forPass() const;

    /// Buffer for elements that are gathered, converted or read. For one thread at a time.
    class Scratch {
    public:
        /// The scratch of the calling thread, so that the system need not clear memory for every piece of a
        /// pass. Only one chunk read with it is valid at a time.
        [[nodiscard]] static Scratch& ofThread();
        /// Memory of at least `bytes`, aligned for vectors, uninitialised; valid until the next call.
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

    /// Byte offset of a flat element index in the payload (probe, properties); for sub-byte types that of the
    /// byte that holds it.
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
