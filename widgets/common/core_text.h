// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <string_view>

namespace dumpscope::gui {

/// Text of the core, which is UTF-8.
[[nodiscard]] inline QString fromCore(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// Bytes as the core takes them; `bytes` stays theirs.
[[nodiscard]] inline std::string_view asText(const QByteArray& bytes)
{
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

} // namespace dumpscope::gui
