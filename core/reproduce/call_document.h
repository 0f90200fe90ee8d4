// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json_writer.h"
#include "reproduce/recorded_call.h"

namespace dumpscope::core {

/// Members `positional` and `keywords`, parameters among them, of one side in call.json: tensors by key,
/// plain values as text with their type, lists nested.
void writeArguments(const std::vector<RecordedArgument>& arguments, JsonWriter& json);

} // namespace dumpscope::core
