// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/array_writer.h"
#include "tensor/tensor_view.h"

#include <stop_token>

namespace dumpscope::core {

/// The tensor in logical or storage order. Reads no elements.
[[nodiscard]] Result<ConvertedArray> arrangeArray(TensorView view, Order order, NpyWidening widening);

/// The tensor in any format: its own storage format, its logical format or ND, an order of the same axes, or
/// a device format made from the logical order with zeros as padding. Device formats are made in memory (the
/// size of the result); everything else streams. Arrays without a format of their own count as NCHW or NCDHW
/// where they have as many axes, else as ND; the note says so. Errors: Code::Unsupported or Code::BadShape
/// where there is no such conversion, Code::Limit for excessive padding, Code::Cancelled.
[[nodiscard]] Result<ConvertedArray> changeFormat(
    TensorView view, MemoryFormat target, NpyWidening widening, std::stop_token stop);

} // namespace dumpscope::core
