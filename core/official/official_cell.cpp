// SPDX-License-Identifier: GPL-3.0-or-later
#include "official/official_cell.h"

namespace dumpscope::core {

std::string officialCsvLine(std::span<const std::string_view> cells, std::string_view lineEnd)
{
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i > 0)
            line += ',';
        if (cells[i].find_first_of(",\"\r\n") == std::string_view::npos) {
            line += cells[i];
            continue;
        }
        line += '"';
        for (const char c : cells[i])
            line.append(c == '"' ? 2 : 1, c);
        line += '"';
    }
    return line.append(lineEnd);
}

std::string placedPath(const std::string& path, std::string_view place)
{
    const auto name = path.rfind('/') == std::string::npos ? 0 : path.rfind('/') + 1;
    const auto dot = path.rfind('.');
    std::string result = path;
    return result.insert(
        dot == std::string::npos || dot <= name ? path.size() : dot, '_' + std::string(place));
}

} // namespace dumpscope::core
