// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "io/record.h"

namespace dumpscope::core {

/// Form and arguments, as records of another process and kept results hold them.
void putMessage(RecordWriter& out, const Message& message);
/// Any bytes are accepted: what is nested too deep fails the reader.
[[nodiscard]] Message getMessage(RecordReader& in);

} // namespace dumpscope::core
