// SPDX-License-Identifier: GPL-3.0-or-later
#include "convert/output_names.h"

#include "base/digest.h"
#include "base/text.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

/// Bytes of the UTF-8 character at `at`; 0 where there is none.
std::size_t characterLength(std::string_view text, std::size_t at)
{
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t length = lead < 0x80U ? 1 : lead < 0xE0U ? 2 : lead < 0xF0U ? 3 : 4;
    const std::string_view character = text.substr(at, length);
    return character.size() == length && isUtf8(character) ? length : 0;
}

} // namespace

std::string safeComponent(std::string_view name)
{
    std::string result;
    for (std::size_t at = 0; at < name.size();) {
        const std::size_t length = characterLength(name, at);
        const bool isReplaced = name[at] == '/' || (length > 0 && controlLength(name, at) > 0);
        if (isReplaced)
            result += '_';
        else
            result += name.substr(at, std::max<std::size_t>(length, 1));
        at += std::max<std::size_t>(length, 1);
    }
    if (result.empty() || result == ".")
        return "_";
    return result == ".." ? "__" : result;
}

std::string safeRelativePath(std::string_view path)
{
    std::string result;
    for (std::size_t begin = 0; begin < path.size();) {
        const std::size_t end = std::min(path.find('/', begin), path.size());
        if (end > begin)
            result += (result.empty() ? "" : "/") + safeComponent(path.substr(begin, end - begin));
        begin = end + 1;
    }
    return result;
}

std::string shortenedName(std::string_view name, std::string_view extension)
{
    constexpr std::array<unsigned char, 16> kDnsSpace {
        0x6b, 0xa7, 0xb8, 0x10, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8};
    constexpr std::string_view kDigits = "0123456789abcdef";
    Digest md5(DigestKind::Md5);
    md5.update(std::as_bytes(std::span(kDnsSpace)));
    md5.update(std::as_bytes(std::span(name)));
    std::vector<std::byte> uuid = md5.bytes();
    uuid[6] = (uuid[6] & std::byte {0x0F}) | std::byte {0x30};
    uuid[8] = (uuid[8] & std::byte {0x3F}) | std::byte {0x80};
    std::string result;
    for (const std::byte value : uuid) {
        result += kDigits[std::to_integer<unsigned>(value) >> 4U];
        result += kDigits[std::to_integer<unsigned>(value) & 0xFU];
    }
    return result + std::string(extension);
}

std::string NameBook::take(const std::string& folder, const std::string& name, std::string_view extension)
{
    const auto isFree = [&](const std::string& candidate) {
        const std::string path = folder + '/' + candidate;
        return m_taken.insert(m_foldsCase ? asciiLower(path) : path).second;
    };
    if (isFree(name))
        return name;
    const std::string stem = name.substr(0, name.size() - extension.size());
    for (unsigned number = 2;; ++number) {
        std::string candidate = stem + '~' + std::to_string(number) + std::string(extension);
        if (isFree(candidate))
            return candidate;
    }
}

} // namespace dumpscope::core
