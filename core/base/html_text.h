// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace dumpscope::core {

/// What is shown letter by letter in a page, within an element or an attribute in double quotes.
[[nodiscard]] std::string htmlText(std::string_view text);

} // namespace dumpscope::core
