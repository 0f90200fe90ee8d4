// SPDX-License-Identifier: GPL-3.0-or-later
// Members of a zip file are moved, repeated, renamed, removed and changed; the file around them is written
// anew, with checksums, sizes and places that are right but for one in sixteen.
#include "mutator.h"

#include <vector>

namespace {

using namespace dumpscope::fuzz;

#ifdef DUMPSCOPE_ZIP_AFTER_BYTES
constexpr std::size_t kPrefix = DUMPSCOPE_ZIP_AFTER_BYTES;
#else
constexpr std::size_t kPrefix = 0;
#endif
constexpr std::size_t kLocalHeader = 30;
constexpr std::uint32_t kLocalMagic = 0x04034B50;

struct Member {
    std::string name;
    std::string body; // as it lies in the file
    std::uint32_t method = 0;
    std::uint32_t checksum = 0;
    std::uint32_t size = 0; // unpacked
};

std::uint32_t number(std::string_view bytes, std::size_t at, std::size_t width)
{
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < width; ++i)
        value |= std::uint32_t {static_cast<std::uint8_t>(bytes[at + i])} << (8 * i);
    return value;
}

void append(std::string& to, std::uint32_t value, std::size_t width)
{
    for (std::size_t i = 0; i < width; ++i)
        to.push_back(static_cast<char>(value >> (8 * i)));
}

std::uint32_t crc32(std::string_view bytes)
{
    std::uint32_t crc = 0xFFFFFFFF;
    for (const char c : bytes) {
        crc ^= static_cast<std::uint8_t>(c);
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
    }
    return ~crc;
}

/// Members one after the other, as writers without a second pass leave them.
std::vector<Member> membersOf(std::string_view file)
{
    std::vector<Member> members;
    for (std::size_t at = 0; file.size() - at >= kLocalHeader && number(file, at, 4) == kLocalMagic;) {
        const std::size_t name = number(file, at + 26, 2);
        const std::size_t body = at + kLocalHeader + name + number(file, at + 28, 2);
        std::size_t packed = number(file, at + 18, 4);
        if (body > file.size())
            break;
        // A size of 0 may stand behind the body, where this flag is set: up to the next header then.
        if (packed == 0 && (number(file, at + 6, 2) & 8U) != 0)
            packed = std::min(file.find("PK", body), file.size()) - body;
        if (packed > file.size() - body)
            break;
        members.push_back(
            {std::string(file.substr(at + kLocalHeader, name)), std::string(file.substr(body, packed)),
                number(file, at + 8, 2), number(file, at + 14, 4), number(file, at + 22, 4)});
        at = std::min(file.find("PK\x03\x04", body + packed), file.size());
    }
    return members;
}

std::string written(const std::vector<Member>& members, Random& random)
{
    const std::size_t wrong = below(random, 16) == 0 ? below(random, members.size() * 5) : members.size() * 5;
    std::string file;
    std::string directory;
    for (std::size_t i = 0; i < members.size(); ++i) {
        const Member& member = members[i];
        std::uint32_t fields[] = {member.checksum, static_cast<std::uint32_t>(member.body.size()),
            member.size, member.method, static_cast<std::uint32_t>(file.size())};
        if (wrong / 5 == i)
            fields[wrong % 5] = random();
        std::string common;
        append(common, 20, 2);
        append(common, 0, 2);
        append(common, fields[3], 2);
        append(common, 0x00210000, 4); // 1980-01-01
        for (int f = 0; f < 3; ++f)
            append(common, fields[f], 4);
        append(common, static_cast<std::uint32_t>(member.name.size()), 2);
        append(common, 0, 2);
        append(directory, 0x02014B50, 4);
        append(directory, 20, 2);
        directory += common;
        directory.append(10, '\0');
        append(directory, fields[4], 4);
        directory += member.name;
        append(file, kLocalMagic, 4);
        file += common;
        file += member.name;
        file += member.body;
    }
    const auto start = static_cast<std::uint32_t>(file.size());
    file += directory;
    append(file, 0x06054B50, 4);
    append(file, 0, 4);
    append(file, static_cast<std::uint32_t>(members.size()), 2);
    append(file, static_cast<std::uint32_t>(members.size()), 2);
    append(file, static_cast<std::uint32_t>(directory.size()), 4);
    append(file, start, 4);
    append(file, 0, 2);
    return file;
}

void rename(Member& member, const std::vector<Member>& members, Random& random)
{
    constexpr std::string_view kNames[]
        = {"../x", "/etc/x", "a/../../b", "", "arr_0.npy", "archive/data.pkl", "archive/data/0",
            "archive/byteorder", "archive/version", "archive/.data/serialization_id", "dump.json"};
    switch (below(random, 3)) {
    case 0:
        member.name = kNames[below(random, std::size(kNames))];
        break;
    case 1:
        member.name = members[below(random, members.size())].name;
        break;
    default:
        member.name = bytesMutated(std::move(member.name), 8);
    }
    member.name.resize(std::min<std::size_t>(member.name.size(), 0xFFFF));
}

std::string mutated(std::string_view file, Random& random)
{
    std::vector<Member> members = membersOf(file);
    if (members.empty())
        return {};
    Member& chosen = members[below(random, members.size())];
    const Member other = members[below(random, members.size())];
    switch (below(random, 8)) {
    case 0:
        rename(chosen, members, random);
        break;
    case 1:
        members.push_back(other);
        break;
    case 2:
        if (members.size() > 1)
            std::swap(chosen, members.back());
        if (members.size() > 1)
            members.pop_back();
        break;
    case 3: {
        const std::string name = chosen.name;
        chosen = other;
        chosen.name = name;
        break;
    }
    default:
        chosen.body = bytesMutated(std::move(chosen.body), 256);
        if (chosen.method == 0) {
            chosen.size = static_cast<std::uint32_t>(chosen.body.size());
            chosen.checksum = crc32(chosen.body);
        }
    }
    return written(members, random);
}

} // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(
    std::uint8_t* data, std::size_t size, std::size_t maxSize, unsigned seed)
{
    Random random(seed);
    if (size <= kPrefix || below(random, 5) == 0)
        return LLVMFuzzerMutate(data, size, maxSize);
    const std::string prefix(textOf(data, kPrefix));
    const std::string result = mutated(textOf(data + kPrefix, size - kPrefix), random);
    return give(result.empty() ? result : prefix + result, data, size, maxSize);
}
