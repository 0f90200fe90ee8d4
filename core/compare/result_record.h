// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/tables/pair_table.h"
#include "io/byte_reader.h"

#include <string>

namespace dumpscope::core {

/// The figures of a pair as bytes, for ResultStore and PairSharing: everything of PairResult but pair and
/// verdict.
[[nodiscard]] std::string encodeResult(const PairResult& result);
/// Any bytes may be decoded. Errors: Code::BadHeader.
[[nodiscard]] Result<PairResult> decodeResult(ByteSpan bytes);

} // namespace dumpscope::core
