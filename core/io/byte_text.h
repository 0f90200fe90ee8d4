// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"

#include <string_view>

namespace dumpscope::core {

/// The bytes as text, unchanged and not checked; valid as long as the bytes are.
[[nodiscard]] inline std::string_view asText(ByteSpan bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Without the mark that editors and spreadsheets put before UTF-8.
[[nodiscard]] inline std::string_view withoutByteOrderMark(std::string_view text)
{
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

} // namespace dumpscope::core
