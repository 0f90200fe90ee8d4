// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/atomic_file.h"
#include "tensor/element_stream.h"
#include "tensor/slice.h"

namespace dumpscope::core {

/// How to write element types without a NumPy descr (bfloat16, fp8, hifloat8, int4, uint1).
enum class NpyWidening : std::uint8_t {
    Float32, ///< floats become <f4, int4/uint1 become |i1/|u1
    RawBits, ///< unsigned integers of the stored width
};

/// Header bytes of a version 1.0 (2.0 when needed) .npy, padded to 64 as NumPy does.
[[nodiscard]] std::string npyHeader(
    std::string_view descr, bool fortranOrder, std::span<const std::int64_t> shape);
/// descr of the file for a dtype.
[[nodiscard]] std::string_view npyDescr(DType dtype, NpyWidening widening);

/// Whether elements are written unchanged, without `npyElements`.
[[nodiscard]] bool isNpyVerbatim(DType dtype, NpyWidening widening);
/// A chunk's elements in the type of `npyDescr`; valid while `chunk` and `scratch` are.
[[nodiscard]] ByteSpan npyElements(
    const ElementChunk& chunk, NpyWidening widening, std::vector<std::byte>& scratch);

/// Streams the slice of the elements into the file; the caller commits. Errors: those of readSlice and
/// AtomicFile.
[[nodiscard]] Result<void> writeNpy(AtomicFile& file, const ElementStream& stream, const Slice& slice,
    NpyWidening widening, std::stop_token stop);

} // namespace dumpscope::core
