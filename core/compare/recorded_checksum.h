// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "tensor/tensor_view.h"

#include <optional>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// What dumps record about the bytes of a tensor (comparison 1.4, msprobe-dump 3.1).
enum class ChecksumKind : std::uint8_t {
    Crc32, ///< eight hex digits, called md5 for history
    Md5,
    Sha1,
    Sha256,
    Xor64, ///< `0x` and sixteen hex digits: all 64-bit words, the last one filled up with zeros
};
[[nodiscard]] std::string_view checksumKindName(ChecksumKind kind); ///< for people
/// By the form of the text; nullopt if it is none of them.
[[nodiscard]] std::optional<ChecksumKind> checksumKindOf(std::string_view text);

/// The checksum of the elements in C order, little-endian, as it would be recorded. Code::Unsupported
/// where the stored bytes are not that.
[[nodiscard]] Result<std::string> checksumOf(const TensorView& view, ChecksumKind kind, TaskContext& task);

} // namespace dumpscope::core
