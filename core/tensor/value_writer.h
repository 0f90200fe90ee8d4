// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_writer.h"
#include "tensor/element_stream.h"
#include "tensor/slice.h"

#include <functional>
#include <stop_token>
#include <string_view>

namespace dumpscope::core {

using TextSink = std::function<Result<void>(std::string_view)>;

// Errors of all three: those of readSlice and of the sink.

/// Nested brackets, one innermost vector per line, at most `limit` values (0 = all). Returns the number of
/// written values.
[[nodiscard]] Result<std::uint64_t> writeValuesText(const ElementStream& stream, const Slice& slice,
    std::uint64_t limit, std::stop_token stop, const TextSink& sink);

/// One line per innermost vector, cells separated by commas.
[[nodiscard]] Result<void> writeValuesCsv(
    const ElementStream& stream, const Slice& slice, std::stop_token stop, const TextSink& sink);

/// Nested arrays (a bare value for 0-d): numbers, true/false, non-finite numbers, complex numbers
/// ("1+2j") and raw codes ("0x…") as strings.
[[nodiscard]] Result<void> writeValuesJson(
    const ElementStream& stream, const Slice& slice, std::stop_token stop, JsonWriter& json);

} // namespace dumpscope::core
