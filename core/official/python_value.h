// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/json_reader.h"

#include <span>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// Python's `repr` of a text: in single quotes unless only those occur inside.
[[nodiscard]] std::string pythonQuoted(std::string_view text);
/// `str` of a list of texts: ['a', 'b'].
[[nodiscard]] std::string pythonList(std::span<const std::string> texts);
/// Python's `str` of the value after `json.load`: 1, 0.5, True, None, [1, 2], {'a': 'b'}; texts without
/// quotes.
[[nodiscard]] std::string pythonText(const JsonValue& value);
/// Name of the Python class of that value: int, float, bool, str, list, dict, NoneType.
[[nodiscard]] std::string_view pythonClass(const JsonValue& value);

} // namespace dumpscope::core
