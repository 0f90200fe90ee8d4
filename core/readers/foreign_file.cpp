// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/foreign_file.h"

#include "base/text.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

using namespace std::string_view_literals;

struct ForeignFormat {
    std::string_view extension, magic, title;
    std::size_t at = 0; ///< place of the magic
};

constexpr auto kForeign = std::to_array<ForeignFormat>({
    {".gguf", "GGUF", "GGUF"},
    {".h5", "\x89HDF\r\n\x1A\n", "HDF5"},
    {".hdf5", "\x89HDF\r\n\x1A\n", "HDF5"},
    {".parquet", "PAR1", "Parquet"},
    {".arrow", "ARROW1", "Arrow"},
    {".feather", "ARROW1", "Arrow"},
    {".tflite", "TFL3", "TensorFlow Lite", 4},
    {".sqlite", "SQLite format 3\0"sv, "SQLite"},
    {".sqlite3", "SQLite format 3\0"sv, "SQLite"},
    {".db", "SQLite format 3\0"sv, "SQLite"},
    {".xlsx", "PK\3\4", "Excel"},
    {".pdf", "%PDF-", "PDF"},
    {".png", "\x89PNG\r\n\x1A\n", "PNG"},
    {".jpg", "\xFF\xD8\xFF", "JPEG"},
    {".jpeg", "\xFF\xD8\xFF", "JPEG"},
});

} // namespace

std::string_view foreignFormat(std::string_view name, ByteSpan head)
{
    // Databases of msprobe have readers of their own.
    if (name.ends_with(".trend.db") || name.ends_with(".vis.db"))
        return {};
    const std::string_view begin(reinterpret_cast<const char*>(head.data()), head.size());
    const auto found = std::ranges::find_if(kForeign, [&](const ForeignFormat& known) {
        return name.size() >= known.extension.size()
            && equalsIgnoreCase(name.substr(name.size() - known.extension.size()), known.extension)
            && begin.size() > known.at && begin.substr(known.at).starts_with(known.magic);
    });
    return found == kForeign.end() ? std::string_view() : found->title;
}

} // namespace dumpscope::core
