// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// Stable problem codes. Their words (codeWord) are part of docs/contract.md 1.
enum class Code : std::uint8_t {
    // What is wrong with input.
    Truncated,
    BadHeader,
    BadSize,
    BadDtype,
    BadShape,
    BadFormat,
    BadName,
    BadEncoding,
    BadSyntax,
    NotRecognised,
    Duplicate,
    Permission,
    NotFound,
    Vanished,
    ChangedWhileRead,
    Limit,
    Cycle,
    Mapping,
    Ambiguous,
    Unsupported,
    Suspicious,
    // What the operating system or the program could not do.
    Io,
    NoSpace,
    OutOfMemory,
    Usage,
    Cancelled,
    Internal,
};

struct CodeInfo {
    Code code;
    std::string_view word; ///< stable, lower case with '-'
    Form<0> meaning;       ///< one sentence for people
    Form<0> advice;        ///< what to try
};

/// The one table of problem codes, in enum order; `help problems` prints it.
[[nodiscard]] std::span<const CodeInfo> codeTable();
[[nodiscard]] std::string_view codeWord(Code code);

/// Where something is wrong. Offsets are bytes from the start of the file; rows and columns count
/// from 1 (text files).
struct Place {
    std::string file = {};
    std::optional<std::uint64_t> offset = std::nullopt;
    std::optional<std::uint64_t> row = std::nullopt;
    std::optional<std::uint64_t> column = std::nullopt;

    /// `file`, `file@offset`, `file:row` or `file:row:column`; `column N` for a place in a text of one line.
    [[nodiscard]] std::string text() const;
};

/// A failure as a value. The message says what and why, without the place.
struct Error {
    Code code = Code::Internal;
    Message message;
    Place place;
    std::shared_ptr<const Error> cause;

    /// "place: message" followed by the causes, in English.
    [[nodiscard]] std::string text() const;
    /// The same as a message.
    [[nodiscard]] Message inFull() const;
    /// `inFull` without the place of this error itself; those of its causes stay.
    [[nodiscard]] Message withCauses() const;
};

[[nodiscard]] Error makeError(Code code, Message message, Place place = {});
/// The error of parsing a file's content: `file` becomes the place where there is none, and Code::Usage
/// becomes Code::BadSyntax, since nobody typed it as an option.
[[nodiscard]] Error ofFile(Error error, const std::string& file);
/// Wraps `cause`, whose code and place the new error has too.
[[nodiscard]] Error wrapError(Message message, Error cause);
/// "whatWasTried: why" for a failed system call; maps ENOENT, EACCES, ENOSPC, ENOMEM… to codes.
[[nodiscard]] Error systemError(int errnoValue, Message whatWasTried, Place place = {});

} // namespace dumpscope::core
