// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "io/record.h"

namespace dumpscope::core {

/// Form and arguments, for records sent to another process and stored results.
void putMessage(RecordWriter& out, const Message& message);
/// Any bytes are accepted; too deep nesting makes the reader fail.
[[nodiscard]] Message getMessage(RecordReader& in);

} // namespace dumpscope::core
