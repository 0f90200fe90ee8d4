// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/ascend/om_file.h"

#include "base/text.h"
#include "io/byte_reader.h"
#include "io/byte_text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace dumpscope::core {

namespace {

constexpr std::string_view kOmMagic = "IMOD";
constexpr std::uint32_t kSeveralModels = 0x20000000;
constexpr std::uint64_t kMostParts = 4096;

template<typename T> T omField(ByteSpan bytes, std::size_t offset)
{
    T value {};
    if (offset <= bytes.size() && bytes.size() - offset >= sizeof(T))
        std::memcpy(&value, bytes.data() + offset, sizeof(T));
    return value;
}

/// The parts of one model, at places in the file; `end` is behind the last one.
struct OmTable {
    std::vector<OmPart> parts;
    std::uint64_t end = 0;
    bool isWhole = true; ///< all parts are within the file and beside each other
    bool isCut = false;  ///< the table itself is not whole
};

/// Parts do not overlap and lie in the file, up to the end of the table that is given.
void judge(OmTable& table, std::uint64_t fileBytes)
{
    std::vector<OmPart> sorted = table.parts;
    std::ranges::sort(sorted, {}, &OmPart::offset);
    std::uint64_t last = 0;
    for (const OmPart& part : sorted) {
        std::uint64_t end = 0;
        const bool fits = checkedAdd(part.offset, part.size, end) && end <= fileBytes && part.offset >= last;
        table.isWhole = table.isWhole && fits;
        last = std::max(last, fits ? end : last);
    }
    table.end = last;
}

/// The table at `begin` with numbers of type `Number`; nothing if it cannot be one.
template<typename Number> std::optional<OmTable> tableAt(ByteSpan bytes, std::uint64_t begin)
{
    constexpr std::uint64_t kEntry = 3 * sizeof(Number), kFirst = sizeof(Number); // count, maybe padding
    if (begin > bytes.size() || bytes.size() - begin < kFirst)
        return std::nullopt;
    const std::uint64_t count = omField<std::uint32_t>(bytes, begin);
    if (count == 0 || count > kMostParts)
        return std::nullopt;
    const std::uint64_t base = begin + kFirst + count * kEntry;
    OmTable table;
    std::set<std::uint64_t> types;
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t at = begin + kFirst + i * kEntry;
        if (at + kEntry > bytes.size()) {
            table.isCut = true;
            break;
        }
        OmPart part;
        part.type = omField<std::uint32_t>(bytes, at);
        part.offset = omField<Number>(bytes, at + sizeof(Number));
        part.size = omField<Number>(bytes, at + 2 * sizeof(Number));
        if (!types.insert(part.type).second || (part.type == OmFile::kModelPart && part.offset != 0))
            return std::nullopt;
        if (!checkedAdd(part.offset, base, part.offset))
            table.isWhole = false;
        table.parts.push_back(part);
    }
    judge(table, bytes.size());
    return table;
}

/// The narrow form of older models and of mobile ones, or the wide one.
std::optional<OmTable> anyTableAt(ByteSpan bytes, std::uint64_t begin)
{
    // The numbers of a wide table may read as narrow ones of parts without a byte.
    const auto isFine = [](const std::optional<OmTable>& table) {
        return table && table->isWhole && !table->isCut
            && std::ranges::any_of(table->parts, [](const OmPart& part) { return part.size > 0; });
    };
    auto narrow = tableAt<std::uint32_t>(bytes, begin);
    if (isFine(narrow))
        return narrow;
    auto wide = tableAt<std::uint64_t>(bytes, begin);
    if (isFine(wide) || !narrow)
        return wide;
    return wide ? wide : narrow;
}

} // namespace

bool hasOmMagic(ByteSpan head)
{
    return asText(head).starts_with(kOmMagic);
}

std::string omPartName(std::uint64_t type)
{
    constexpr std::array<std::string_view, 8> kNames {"model", "weights", "tasks", "TBE kernels",
        "AI CPU kernels", "shared libraries", "flow model", "flow submodel"};
    return type < kNames.size() ? std::string(kNames[type]) : "part " + std::to_string(type);
}

Result<OmFile> OmFile::read(ByteSpan bytes)
{
    constexpr std::uint64_t kHeader = 256;
    if (!hasOmMagic(bytes))
        return fail(Code::BadHeader, phrase("no offline model: its magic is missing"));
    if (bytes.size() < kHeader)
        return fail(Code::Truncated, phrase("the file ends within its header"));
    OmFile file;
    const auto headerBytes = omField<std::uint32_t>(bytes, 4);
    file.version = omField<std::uint32_t>(bytes, 8);
    file.isEncrypted = omField<std::uint8_t>(bytes, 80) != 0;
    constexpr std::size_t kName = 84, kNameBytes = 32;
    const std::string_view name = asText(bytes.subspan(kName, kNameBytes));
    file.name = name.substr(0, name.find('\0'));
    file.irVersion = omField<std::uint32_t>(bytes, 152);
    if (file.version >= kSeveralModels)
        file.models = std::max(omField<std::uint32_t>(bytes, 156), 1U);
    if (file.isEncrypted) {
        file.problems.push_back({Severity::Warning, Code::Unsupported, {},
            phrase("the model is encrypted; nothing in it can be read")});
        return file;
    }
    std::uint64_t at = headerBytes == 0 ? kHeader : headerBytes;
    for (std::uint32_t model = 0; model < file.models && file.parts.size() < kMostParts; ++model) {
        const auto table = anyTableAt(bytes, at);
        if (!table) {
            file.problems.push_back({Severity::Error, Code::BadHeader, {.offset = at},
                phrase("there is no table of the parts of the model")});
            break;
        }
        file.parts.insert(file.parts.end(), table->parts.begin(), table->parts.end());
        if (table->isCut || !table->isWhole) {
            file.problems.push_back({Severity::Error, table->isCut ? Code::Truncated : Code::BadSize,
                {.offset = at}, phrase("parts of the model are beyond the end of the file, or overlap")});
            break;
        }
        at = table->end;
    }
    return file;
}

} // namespace dumpscope::core
