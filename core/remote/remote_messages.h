// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "remote/packed_bytes.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

// The messages of remote.proto as values. Numbers and names of the other side may be anything: their users
// check them. Thread-safe.
namespace dumpscope::core {

/// Sides of different major versions do not work together. A later minor version has kinds and fields that an
/// earlier one ignores; what it would misread is sent only to sides that know it.
inline constexpr std::uint32_t kRemoteMajor = 1, kRemoteMinor = 1;
/// The first minor version with compressed pieces and signs of life.
inline constexpr std::uint32_t kMinorWithPacking = 1, kMinorWithLife = 1;
/// What `serve` writes before its first message: a login shell may have printed something before.
inline constexpr std::string_view kRemoteMark = "\ndumpscope-serve\n";
/// Bytes of outputs under way before the reader has taken any, and of one piece.
inline constexpr std::uint64_t kRemoteWindow = 1U << 20;
inline constexpr std::size_t kRemotePiece = 1U << 16;
/// How often `serve` shows that it is there while a command runs, and after how long a silence nobody waits.
inline constexpr std::chrono::seconds kRemoteSign {15}, kRemotePatience {60};
/// All files together that are sent with a command.
inline constexpr std::uint64_t kMostInputBytes = 64U << 20;

struct RemoteHello {
    std::uint32_t major = kRemoteMajor, minor = kRemoteMinor;
    std::string programVersion;
    bool operator==(const RemoteHello&) const = default;
};

struct RemoteFile {
    std::string option; ///< Option::key
    std::uint32_t place = 0;
    std::string name;
    bool isOutput = false, isFolder = false;
    bool operator==(const RemoteFile&) const = default;
};

struct RemoteRun {
    std::uint32_t command = 0;
    std::vector<std::string> words; ///< after "dumpscope-cli"
    std::vector<RemoteFile> files;
    std::uint64_t window = kRemoteWindow;
    bool operator==(const RemoteRun&) const = default;
};

struct RemotePiece {
    std::uint32_t command = 0, file = 0;
    std::string name, bytes;
    bool isLast = false;
    bool operator==(const RemotePiece&) const = default;
};

struct RemoteTaken {
    std::uint32_t command = 0;
    std::uint64_t bytes = 0;
    bool operator==(const RemoteTaken&) const = default;
};

struct RemoteCancel {
    std::uint32_t command = 0;
    bool operator==(const RemoteCancel&) const = default;
};

struct RemoteOutput {
    std::uint32_t command = 0;
    bool isProblem = false;
    std::string bytes;
    bool operator==(const RemoteOutput&) const = default;
};

/// RemoteEnd::exitCode of a command that was ended by a signal, as `refusal` then says. No program's own.
inline constexpr int kEndedBySignal = -1;

struct RemoteEnd {
    std::uint32_t command = 0;
    int exitCode = 0;
    Message refusal;           ///< empty: it ran, and ended with `exitCode`
    std::uint64_t leftOut = 0; ///< files that it wrote and that were not sent whole, as it was cancelled
};

struct RemoteAlive {
    bool operator==(const RemoteAlive&) const = default;
};

/// A kind that this version does not have.
struct RemoteLater {
    bool operator==(const RemoteLater&) const = default;
};

using RemoteOrder = std::variant<RemoteLater, RemoteHello, RemoteRun, RemotePiece, RemoteTaken, RemoteCancel>;
using RemoteAnswer
    = std::variant<RemoteLater, RemoteHello, RemoteOutput, RemotePiece, RemoteEnd, RemoteAlive>;

/// With `packer`, which the other side must understand, bytes of files and outputs are compressed.
[[nodiscard]] std::string encodeRemoteOrder(const RemoteOrder& order, BytesPacker* packer = nullptr);
[[nodiscard]] std::string encodeRemoteAnswer(const RemoteAnswer& answer, BytesPacker* packer = nullptr);
/// Any bytes may be decoded; compressed ones come unpacked. Errors: Code::BadSyntax.
[[nodiscard]] Result<RemoteOrder> decodeRemoteOrder(std::string_view bytes);
[[nodiscard]] Result<RemoteAnswer> decodeRemoteAnswer(std::string_view bytes);

} // namespace dumpscope::core
