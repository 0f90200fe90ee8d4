// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"

#include <cstdint>
#include <string>

namespace dumpscope::core {

/// The same bytes with an owner whose `check` compares them with a CRC-32, once, on the thread that asks
/// first. Errors of that: Code::BadSize, which names `name`.
[[nodiscard]] Bytes checkedBytes(Bytes bytes, std::uint32_t crc, std::string name);

} // namespace dumpscope::core
