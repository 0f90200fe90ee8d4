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
    Crc32, ///< eight hex digits, called md5 for history
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

/// The checksum of the elements in C order, little-endian, as it would be recorded. Code::Unsupported
/// where the stored bytes are not that.
[[nodiscard]] Result<std::string> checksumOf(const TensorView& view, ChecksumKind kind, TaskContext& task);

/// One side of a pair: what was recorded of it, and its elements where there are any.
struct ChecksumSide {
    std::vector<std::string> recorded;
    const TensorView* view = nullptr;
    DType dtype = DType::Unknown;
};

/// What checksums say of two sides.
struct ChecksumFinding {
    std::optional<bool> equal; ///< absent: nothing
    PairState state = PairState::NotComputed;
    Message text; ///< what was compared, or why nothing could be; empty: a side has no checksum
};

/// Recorded against recorded, or against what is computed from the elements of the other side. Types that
/// differ have other bytes for the same values, so nothing is said of them. Errors: cancelled, out of memory.
[[nodiscard]] Result<ChecksumFinding> compareChecksums(
    const ChecksumSide& target, const ChecksumSide& golden, TaskContext& task);

} // namespace dumpscope::core
