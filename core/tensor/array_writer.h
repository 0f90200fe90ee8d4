// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"
#include "tensor/element_stream.h"
#include "tensor/npy_writer.h"

#include <stop_token>

namespace dumpscope::core {

/// Form of a written array.
enum class ArrayForm : std::uint8_t {
    Npy,
    Raw, ///< the elements, nothing else, little-endian
    Csv, ///< a line per innermost vector
    Txt, ///< a value a line, as numpy.savetxt writes a flat array
};

/// An array to be written to a file.
struct ConvertedArray {
    ElementStream elements;
    NpyWidening widening = NpyWidening::Float32; ///< of types NumPy does not have
    std::string formatName;                      ///< of the order the elements are written in
    Message note;                                ///< a remark for readers of the file, may be empty
};

/// Passes the whole file to `sink`, in pieces of about 1 MiB. Errors: those of `sink`; Code::Cancelled,
/// between pieces.
[[nodiscard]] Result<void> writeArray(
    const ConvertedArray& array, ArrayForm form, std::stop_token stop, const ByteSink& sink);

} // namespace dumpscope::core
