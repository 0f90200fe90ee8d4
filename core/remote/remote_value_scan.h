// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"
#include "io/piece_file.h"
#include "overflow/value_scan.h"

namespace dumpscope::core {

/// scanValues of all tensors of a dump, on the machine where it lies: of one that openRemoteDump has opened
/// no values are brought, and unreadable tensors are counted without a diagnostic. Errors: those of
/// scanValues and RemoteLink::run; Code::ChangedWhileRead where the dump there has other tensors by now.
[[nodiscard]] Result<void> scanWhereItLies(
    const std::shared_ptr<const DumpIndex>& index, TaskContext& task, ValueScan& into);

/// A scan of the dump as bytes for a program of the same build on another machine. Errors: those of the sink.
[[nodiscard]] Result<void> writeValueScan(
    const ValueScan& scan, const DumpIndex& index, const ByteSink& sink);
/// Any bytes may be read. Errors: Code::BadSyntax for what is no scan, Code::ChangedWhileRead for one of
/// tensors that the index does not have.
[[nodiscard]] Result<ValueScan> readValueScan(ByteSpan bytes, const DumpIndex& index);

} // namespace dumpscope::core
