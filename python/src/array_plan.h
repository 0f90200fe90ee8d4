// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory_buffer.h"

#include "tensor/element_stream.h"
#include "tensor/slice.h"

#include <pybind11/pybind11.h>

#include <optional>
#include <string>
#include <vector>

namespace dumpscope::python {

/// How the elements of a tensor, or of a slice of it, become an array of NumPy: over the bytes of the file
/// where they lie as NumPy wants them, else copied one by one.
class ArrayPlan {
public:
    struct Request {
        core::Order order = core::Order::Logical;
        std::string slice;      ///< as `show --slice`; empty: all
        bool isPartial = false; ///< of a truncated tensor the elements that are left, as a vector
        /// Elements keep a type that NumPy lacks, for who has a name for it; else they are widened as in npy
        /// files (core::NpyWidening::Float32).
        bool keepsType = false;
    };
    /// Errors: those of core::ElementStream and core::parseSlice.
    [[nodiscard]] static ArrayPlan make(const core::TensorView& view, const Request& request);

    /// Type as in an npy file; empty: elements are `width` bytes of a type that NumPy lacks.
    [[nodiscard]] const std::string& descr() const { return m_descr; }
    [[nodiscard]] std::size_t width() const { return m_width; } ///< bytes of an element
    [[nodiscard]] core::Shape shape() const { return m_slice.shape(); }
    /// Bytes between elements of each axis, from `offset` in `buffer` on; nothing: they are to be copied.
    [[nodiscard]] const std::optional<std::vector<std::int64_t>>& strides() const { return m_strides; }
    [[nodiscard]] std::int64_t offset() const { return m_offset; }
    [[nodiscard]] MemoryBuffer buffer() const;

    /// Copies the elements one after another. Errors: Code::Usage for another size, Code::ChangedWhileRead.
    void copyInto(const pybind11::buffer& array) const;

private:
    explicit ArrayPlan(core::ElementStream stream)
        : m_stream(std::move(stream))
    {
    }
    void layOver(const std::vector<std::int64_t>& elementStrides);

    core::ElementStream m_stream;
    core::Slice m_slice;
    std::string m_descr;
    std::size_t m_width = 0;
    std::optional<std::vector<std::int64_t>> m_strides;
    std::int64_t m_offset = 0;
};

void defineArrayPlan(pybind11::module_& module);

} // namespace dumpscope::python
