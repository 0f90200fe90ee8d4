// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/pair_table.h"
#include "io/byte_reader.h"

#include <string>

namespace dumpscope::core {

/// The figures of a pair as bytes, for the result store: everything of PairResult but pair and verdict.
[[nodiscard]] std::string encodeResult(const PairResult& result);
/// Fails on bytes that encodeResult did not write; every length is checked against what is there.
[[nodiscard]] Result<PairResult> decodeResult(ByteSpan bytes);

} // namespace dumpscope::core
