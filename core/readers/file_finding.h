// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/reader.h"

#include <string>
#include <string_view>
#include <utility>

namespace dumpscope::core {

/// Limit of problems of one kind in one file that are listed; further ones are counted.
inline constexpr std::size_t kMaxProblems = 100;

/// Adds a remark to one record; it is no diagnostic, since nothing is lost.
inline void noteOn(TensorRecord& record, const Message& message)
{
    record.problem = record.problem.empty() ? message : phrase("%1; %2", record.problem, message);
}

/// A problem of one record, also reported as a diagnostic of the file.
inline void complain(FileContents& contents, TensorRecord& record, Severity severity, Code code,
    Message message, std::optional<std::uint64_t> offset = {})
{
    noteOn(record, message);
    Diagnostic diagnostic;
    diagnostic.severity = severity;
    diagnostic.code = code;
    diagnostic.place.offset = offset;
    diagnostic.message = std::move(message);
    contents.problems.push_back(std::move(diagnostic));
}

/// Contents of a file that cannot be read: one record with the reason.
[[nodiscard]] inline FileContents damagedFile(const FileContext& file, TensorState state, const Error& error)
{
    FileContents contents;
    TensorRecord record;
    record.hasShape = false;
    record.bytes = file.source.size();
    record.state = state;
    complain(contents, record, Severity::Error, error.code, error.message, error.place.offset);
    contents.tensors.push_back(std::move(record));
    return contents;
}

/// Reports that the last line of a text has no end, which all of these writers give it.
inline void reportUnfinishedLine(FileContents& contents, std::string_view text)
{
    if (!text.empty() && text.back() != '\n')
        contents.problems.push_back({Severity::Warning, Code::Truncated, {.offset = text.size()},
            phrase("the last line has no end; the file may be cut here")});
}

/// Error for a file of no bytes.
[[nodiscard]] inline Error emptyFileError()
{
    return makeError(Code::Truncated, phrase("the file is empty"));
}

} // namespace dumpscope::core
