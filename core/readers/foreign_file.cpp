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

/// What packs one file, and the command that unpacks it.
struct PackedForm {
    std::string_view magic, title, command;
};

constexpr auto kPacked = std::to_array<PackedForm>({
    {"\x1F\x8B", "gzip", "gunzip"},
    {"\x28\xB5\x2F\xFD", "zstd", "unzstd"},
    {"\xFD\x37zXZ\0"sv, "xz", "unxz"},
    {"BZh", "bzip2", "bunzip2"},
});

std::string_view beginOf(ByteSpan head)
{
    return {reinterpret_cast<const char*>(head.data()), head.size()};
}

constexpr std::size_t kFewestZeros = 64;

bool isPlainText(std::string_view begin)
{
    return !begin.empty() && std::ranges::none_of(begin, [](char c) {
        const auto code = static_cast<unsigned char>(c);
        return (code < 0x20 && c != '\n' && c != '\r' && c != '\t') || code == 0x7F;
    });
}

} // namespace

Message unknownText(ByteSpan head)
{
    const std::string_view begin = beginOf(head);
    if (!isPlainText(begin))
        return {};
    const std::size_t first = begin.find_first_not_of(" \t\r\n");
    const char c = first == std::string_view::npos ? ' ' : begin[first];
    if (c == '{' || c == '[')
        return phrase("it looks like JSON with keys of none of the known formats");
    if (c == '<')
        return phrase("it looks like a web page or XML, as a download that failed leaves it");
    return phrase("it looks like text of none of the known formats");
}

Message standIn(ByteSpan head)
{
    return beginOf(head).starts_with("version https://git-lfs.github.com/spec/")
        ? phrase("it is not the file but a pointer that Git LFS left in its place; `git lfs pull` fetches it")
        : Message();
}

Message unknownContent(ByteSpan head)
{
    const std::string_view begin = beginOf(head);
    const auto packed
        = std::ranges::find_if(kPacked, [&](const PackedForm& one) { return begin.starts_with(one.magic); });
    if (packed != kPacked.end())
        return phrase("it is packed by %1; unpack it first: %2", packed->title, packed->command);
    if (begin.starts_with("PK\3\4"))
        return phrase("it is a zip file; named .zip it is opened like a folder");
    const auto foreign = std::ranges::find_if(kForeign, [&](const ForeignFormat& known) {
        return begin.size() > known.at && begin.substr(known.at).starts_with(known.magic);
    });
    if (foreign != kForeign.end())
        return phrase("it looks like %1, which is not a format Dumpscope reads", foreign->title);
    constexpr char kNewestPickle = 5;
    if (begin.size() > 2 && begin[0] == '\x80' && begin[1] >= 2 && begin[1] <= kNewestPickle)
        return phrase("it looks like a pickle of Python, but not of torch.save; arrays that it holds are "
                      "read when saved by numpy.save, numpy.savez or torch.save");
    if (begin.starts_with("\x7F"
                          "ELF"))
        return phrase("it is a program or library");
    if (begin.size() >= kFewestZeros && std::ranges::all_of(begin, [](char c) { return c == '\0'; }))
        return phrase("it begins with %1 zero bytes, as a copy that was broken off may", begin.size());
    return {};
}

std::string_view foreignFormat(std::string_view name, ByteSpan head)
{
    // Databases of msprobe have readers of their own.
    if (name.ends_with(".trend.db") || name.ends_with(".vis.db"))
        return {};
    const std::string_view begin = beginOf(head);
    const auto found = std::ranges::find_if(kForeign, [&](const ForeignFormat& known) {
        return name.size() >= known.extension.size()
            && equalsIgnoreCase(name.substr(name.size() - known.extension.size()), known.extension)
            && begin.size() > known.at && begin.substr(known.at).starts_with(known.magic);
    });
    return found == kForeign.end() ? std::string_view() : found->title;
}

} // namespace dumpscope::core
