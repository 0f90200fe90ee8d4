// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "metrics/metric.h"
#include "tensor/tensor_view.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// What dumps record about the bytes of a tensor (docs/formats/comparison.md 1.4,
/// docs/formats/msprobe-dump.md 3.1).
enum class ChecksumKind : std::uint8_t {
    Crc32, ///< eight hex digits; in msprobe's files under the key md5
    Md5,
    Sha1,
    Sha256,
    Xor64, ///< `0x` and sixteen hex digits: all 64-bit words, the last one filled up with zeros
    Value, ///< a number: what msprobe records of a single value instead of its XOR
};
[[nodiscard]] std::string_view checksumKindName(ChecksumKind kind); ///< for people
/// By the form of the text; nullopt if it is none of them.
[[nodiscard]] std::optional<ChecksumKind> checksumKindOf(std::string_view text);

/// The value of ChecksumKind::Value; true is 1. Nullopt for all other kinds.
[[nodiscard]] std::optional<double> recordedValue(std::string_view text);

/// The checksum of the elements in C order, little-endian, as it would be recorded. Errors: Code::Unsupported
/// where the stored bytes are not in that order, and for ChecksumKind::Value; Code::Cancelled.
[[nodiscard]] Result<std::string> checksumOf(const TensorView& view, ChecksumKind kind, TaskContext& task);

/// One side of a pair: what was recorded of it, and its elements where there are any.
struct ChecksumSide {
    std::vector<std::string> recorded;
    const TensorView* view = nullptr; ///< not owned; null: no elements
    DType dtype = DType::Unknown;
};

/// Result of comparing checksums.
struct ChecksumFinding {
    std::optional<bool> equal; ///< absent: not known
    PairState state = PairState::NotComputed;
    Message text; ///< what was compared, or why nothing could be; empty: a side has no checksum
};

/// Recorded against recorded, or against the checksum computed from the elements of the other side. Different
/// types have different bytes for the same values, so they are not compared. Errors: Code::Cancelled,
/// Code::OutOfMemory.
[[nodiscard]] Result<ChecksumFinding> compareChecksums(
    const ChecksumSide& target, const ChecksumSide& golden, TaskContext& task);

} // namespace dumpscope::core
