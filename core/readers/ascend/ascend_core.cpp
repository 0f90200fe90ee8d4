// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/ascend/ascend_core.h"

#include "base/text.h"
#include "io/byte_reader.h"
#include "io/byte_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kElfHeader = 64;
constexpr std::uint64_t kSectionHeader = 64;
constexpr std::uint16_t kCoreType = 4;
constexpr std::uint16_t kMachine = 0x1029;
constexpr std::uint64_t kGlobalRow = 232;
constexpr std::uint64_t kLocalRow = 24;
constexpr std::uint64_t kDeviceBytes = 40;
constexpr std::size_t kMaxCoreDims = 25;
constexpr std::size_t kMaxCoreText = 65536;
constexpr std::uint64_t kInvalidBit = 1ULL << 63U;
constexpr std::string_view kPrefix = ".ascend.";

/// sh_type counts from here.
enum SectionType : std::uint32_t {
    kFirst = 0x80000000U,
    kGlobal,
    kLocal,
    kRegisters,
    kDeviceTable,
    kGlobalTable,
    kLocalTable,
    kHostKernel,
    kFileKernel,
    kKernelJson,
    kKernelInfo,
};

struct Section {
    std::uint32_t name = 0, type = 0, link = 0, info = 0;
    std::uint64_t address = 0, offset = 0, size = 0, entrySize = 0;
};

template<typename T> T loadAt(ByteSpan bytes, std::uint64_t offset)
{
    T value {};
    if (offset <= bytes.size() && sizeof value <= bytes.size() - offset)
        std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

/// What of the section lies inside the file.
ByteSpan dataOf(ByteSpan file, const Section& section)
{
    if (section.offset >= file.size())
        return {};
    return file.subspan(section.offset, std::min<std::uint64_t>(section.size, file.size() - section.offset));
}

Section sectionAt(ByteSpan file, std::uint64_t offset)
{
    Section section;
    section.name = loadAt<std::uint32_t>(file, offset);
    section.type = loadAt<std::uint32_t>(file, offset + 4);
    section.address = loadAt<std::uint64_t>(file, offset + 16);
    section.offset = loadAt<std::uint64_t>(file, offset + 24);
    section.size = loadAt<std::uint64_t>(file, offset + 32);
    section.link = loadAt<std::uint32_t>(file, offset + 40);
    section.info = loadAt<std::uint32_t>(file, offset + 44);
    section.entrySize = loadAt<std::uint64_t>(file, offset + 56);
    return section;
}

/// The section headers; bounded by the file, as each takes 64 bytes of it.
Result<std::vector<Section>> readSections(ByteSpan file)
{
    if (file.size() < kElfHeader)
        return fail(Code::Truncated, phrase("truncated: no room for an ELF header"));
    const auto table = loadAt<std::uint64_t>(file, 40);
    const auto entrySize = loadAt<std::uint16_t>(file, 58);
    std::uint64_t count = loadAt<std::uint16_t>(file, 60);
    if (table == 0)
        return fail(Code::BadHeader, phrase("the ELF header names no section header table"));
    if (table >= file.size())
        return fail(Code::Truncated, phrase("section header table lies behind the end of the file"),
            {.offset = table});
    if (entrySize != kSectionHeader)
        return fail(Code::BadHeader, phrase("section headers of %1 bytes, not %2", entrySize, kSectionHeader),
            {.offset = 58});
    if (count == 0) // more than 16 bits hold: the number stands in section 0
        count = sectionAt(file, table).size;
    const std::uint64_t room = (file.size() - table) / kSectionHeader;
    if (count > room)
        return fail(Code::Truncated,
            phrase("the section header table has %1 entries, %2 are there", count, room), {.offset = table});
    std::vector<Section> sections;
    sections.reserve(count);
    for (std::uint64_t i = 0; i < count; ++i)
        sections.push_back(sectionAt(file, table + i * kSectionHeader));
    return sections;
}

class CoreParser {
public:
    CoreParser(ByteSpan file, std::vector<Section> sections)
        : m_file(file)
        , m_sections(std::move(sections))
    {
    }

    CoreFile parse()
    {
        m_core.sections = static_cast<std::uint32_t>(m_sections.size());
        for (std::uint32_t i = 0; i < m_sections.size(); ++i)
            take(i, m_sections[i]);
        return std::move(m_core);
    }

private:
    void take(std::uint32_t number, const Section& section)
    {
        const ByteSpan data = dataOf(m_file, section);
        switch (section.type) {
        case kGlobal:
            return addGlobal(blockOf(number, section, CoreBlockKind::Global), section);
        case kLocal:
            return addLocal(blockOf(number, section, CoreBlockKind::Local), section);
        case kRegisters:
            return addRegisters(blockOf(number, section, CoreBlockKind::Registers), section);
        case kDeviceTable:
            return readDevice(data);
        case kHostKernel:
        case kFileKernel:
        case kKernelJson:
            return attach(number, section, data);
        case kKernelInfo:
            return readKernel(data);
        default:
            return;
        }
    }

    void complain(std::uint32_t number, const Message& what)
    {
        m_core.problems.push_back(phrase("section %1: %2", number, what));
    }

    std::string nameOf(const Section& section) const
    {
        const auto strings = loadAt<std::uint16_t>(m_file, 62);
        if (strings >= m_sections.size())
            return {};
        const std::string_view all = asText(dataOf(m_file, m_sections[strings]));
        if (section.name >= all.size())
            return {};
        std::string_view name = all.substr(section.name, 256);
        name = name.substr(0, name.find('\0'));
        if (name.starts_with(kPrefix))
            name.remove_prefix(kPrefix.size());
        return printable(name);
    }

    CoreBlock blockOf(std::uint32_t number, const Section& section, CoreBlockKind kind) const
    {
        CoreBlock block;
        block.kind = kind;
        block.section = number;
        block.name = nameOf(section);
        block.offset = section.offset;
        block.size = section.size;
        block.present = dataOf(m_file, section).size();
        block.address = section.address;
        block.entrySize = section.entrySize;
        if (const auto dot = block.name.rfind('.'); dot != std::string::npos)
            block.core = parseUnsigned(std::string_view(block.name).substr(dot + 1));
        return block;
    }

    /// Row `info` of the table in section `link`; empty if it is not there.
    ByteSpan rowOf(const Section& section, std::uint32_t tableType, std::uint64_t rowSize) const
    {
        if (section.link >= m_sections.size() || m_sections[section.link].type != tableType)
            return {};
        const ByteSpan table = dataOf(m_file, m_sections[section.link]);
        std::uint64_t begin = 0;
        if (!checkedMul(section.info, rowSize, begin) || begin > table.size()
            || rowSize > table.size() - begin)
            return {};
        return table.subspan(begin, rowSize);
    }

    static void addProblem(CoreBlock& block, const Message& message)
    {
        block.problem = joined(std::array {block.problem, message});
    }

    void addGlobal(CoreBlock block, const Section& section)
    {
        const ByteSpan row = rowOf(section, kGlobalTable, kGlobalRow);
        if (row.empty()) {
            addProblem(block, phrase("no row in the table of memory blocks"));
            m_core.blocks.push_back(std::move(block));
            return;
        }
        const auto address = loadAt<std::uint64_t>(row, 0);
        const auto size = loadAt<std::uint64_t>(row, 8);
        block.isInvalid = (size & kInvalidBit) != 0;
        block.type = loadAt<std::uint16_t>(row, 20);
        if (loadAt<std::uint32_t>(row, 16) != block.section)
            addProblem(
                block, phrase("its row in the table belongs to section %1", loadAt<std::uint32_t>(row, 16)));
        if ((size & ~kInvalidBit) != block.size)
            addProblem(block,
                phrase("the table says %1 bytes, the section has %2", size & ~kInvalidBit, block.size));
        if (address != block.address)
            addProblem(block,
                phrase("the table says address %1, the section %2", fmt::format("{:#x}", address),
                    fmt::format("{:#x}", block.address)));
        constexpr std::uint32_t kStack = 102;
        constexpr std::uint32_t kSimtStack = 104;
        if (block.type == kStack || block.type == kSimtStack) {
            block.core = loadAt<std::uint16_t>(row, 24);
        } else if (const auto rank = loadAt<std::uint32_t>(row, 24); rank > kMaxCoreDims) {
            addProblem(block, phrase("%1 dimensions", rank));
        } else {
            for (std::uint32_t i = 0; i < rank; ++i)
                block.dims.push_back(loadAt<std::uint64_t>(row, 32 + i * sizeof(std::uint64_t)));
        }
        m_core.blocks.push_back(std::move(block));
    }

    void addLocal(CoreBlock block, const Section& section)
    {
        const ByteSpan row = rowOf(section, kLocalTable, kLocalRow);
        if (row.empty()) {
            addProblem(block, phrase("no row in the table of local memory"));
        } else {
            block.type = loadAt<std::uint32_t>(row, 16);
            if (const auto global = loadAt<std::uint32_t>(row, 12); global != 0)
                block.global = global;
            if (loadAt<std::uint64_t>(row, 0) != block.size)
                addProblem(block,
                    phrase("the table says %1 bytes, the section has %2", loadAt<std::uint64_t>(row, 0),
                        block.size));
        }
        m_core.blocks.push_back(std::move(block));
    }

    void addRegisters(CoreBlock block, const Section& section)
    {
        if (section.entrySize != 32 && section.entrySize != 48)
            addProblem(block, phrase("register entries of %1 bytes, neither 32 nor 48", section.entrySize));
        else if (section.size % section.entrySize != 0)
            addProblem(block, phrase("the section ends inside a register"));
        m_core.blocks.push_back(std::move(block));
    }

    void readDevice(ByteSpan data)
    {
        if (data.size() < kDeviceBytes) {
            m_core.problems.push_back(phrase("the device table is too short"));
            return;
        }
        CoreDevice device;
        for (std::size_t i = 0; i < 2; ++i) {
            device.aicStalled[i] = loadAt<std::uint64_t>(data, 8 * i);
            device.aivStalled[i] = loadAt<std::uint64_t>(data, 16 + 8 * i);
        }
        device.id = loadAt<std::uint32_t>(data, 32);
        device.type = loadAt<std::uint32_t>(data, 36);
        m_core.device = device;
    }

    void attach(std::uint32_t number, const Section& section, ByteSpan data)
    {
        CoreFile::Attachment attachment {nameOf(section), section.size, {}};
        if (section.type == kKernelJson)
            attachment.text = printable(asText(data.first(std::min(data.size(), kMaxCoreText))));
        if (data.size() < section.size)
            complain(number, phrase("lies behind the end of the file"));
        m_core.attachments.push_back(std::move(attachment));
    }

    void readKernel(ByteSpan data)
    {
        const auto length = loadAt<std::uint32_t>(data, 0);
        if (data.size() < sizeof length || length > data.size() - sizeof length) {
            m_core.problems.push_back(phrase("the kernel's name is cut"));
            return;
        }
        m_core.kernel
            = printable(asText(data.subspan(sizeof length, std::min<std::size_t>(length, kMaxCoreText))));
    }

    ByteSpan m_file;
    std::vector<Section> m_sections;
    CoreFile m_core;
};

} // namespace

bool isAscendCore(ByteSpan head)
{
    constexpr unsigned char kMagic[] = {0x7F, 'E', 'L', 'F', 2, 1};
    return head.size() >= 20 && std::memcmp(head.data(), kMagic, sizeof kMagic) == 0
        && loadAt<std::uint16_t>(head, 16) == kCoreType && loadAt<std::uint16_t>(head, 18) == kMachine;
}

Result<CoreFile> parseAscendCore(ByteSpan file)
{
    if (!isAscendCore(file))
        return fail(Code::BadHeader, phrase("no ELF core file of an Ascend device"));
    TRY_ASSIGN(std::vector<Section> sections, readSections(file));
    return CoreParser(file, std::move(sections)).parse();
}

std::vector<CoreRegister> coreRegisters(ByteSpan file, const CoreBlock& block, std::size_t limit)
{
    std::vector<CoreRegister> registers;
    if (block.entrySize != 32 && block.entrySize != 48)
        return registers;
    const std::size_t width = block.entrySize - 16;
    for (std::uint64_t at = 0; at + block.entrySize <= block.present && registers.size() < limit;
         at += block.entrySize) {
        const ByteSpan entry = file.subspan(block.offset + at, block.entrySize);
        CoreRegister one;
        one.address = loadAt<std::uint64_t>(entry, 0);
        one.isValid = loadAt<std::uint8_t>(entry, 8) == 0;
        one.size = loadAt<std::uint8_t>(entry, 15);
        std::string digits;
        for (std::size_t i = std::min<std::size_t>(one.size, width); i-- > 0;)
            digits += fmt::format("{:02x}", loadAt<std::uint8_t>(entry, 16 + i));
        digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
        one.value = "0x" + (digits.empty() ? "0" : digits);
        registers.push_back(std::move(one));
    }
    return registers;
}

std::string_view localMemoryName(std::uint32_t type)
{
    switch (type) {
    case 1:
        return "L0A";
    case 2:
        return "L0B";
    case 3:
        return "L0C";
    case 4:
        return "UB";
    case 5:
        return "L1";
    case 10:
        return "D-cache";
    case 11:
        return "I-cache";
    case 101:
        return "register";
    case 102:
        return "register direct";
    default:
        return {};
    }
}

} // namespace dumpscope::core
