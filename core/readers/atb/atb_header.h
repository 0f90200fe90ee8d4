// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/source.h"
#include "tensor/dtype.h"
#include "tensor/memory_format.h"
#include "tensor/shape.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// The text in front of the data of one tensor of ATB (docs/formats/llm-era.md 1.1). One file may hold
/// several, each with its data.
struct AtbHeader {
    std::vector<std::pair<std::string, std::string>> lines; ///< names and values as they are
    std::uint64_t dataOffset = 0;                           ///< in the file: behind the last line
    std::optional<std::uint64_t> count, length;             ///< `$Object.Count`, `$Object.Length`
    /// First `$Object.data`: offset behind the header, and bytes.
    std::optional<std::pair<std::uint64_t, std::uint64_t>> object;
    std::string valuesKey;                             ///< `data`: another file has the values
    int dtype = -1, format = -1;                       ///< codes
    std::optional<Shape> shape;                        ///< nothing for what is no list of numbers
    bool hasDims = false;                              ///< there is a line `dims`
    std::optional<std::string> max, min, mean, l2Norm; ///< statistics instead of data

    [[nodiscard]] bool isStatistic() const { return max || min || mean || l2Norm; }
};

/// Whether bytes begin such a header: by the version, or by lines that end in `$End`.
[[nodiscard]] bool beginsAtbHeader(std::string_view text);
/// The same, by the version alone: what follows a record in a file of several.
[[nodiscard]] bool beginsAtbRecord(std::string_view text);

/// The header at `offset`. At most 64 KiB are read. Errors: those of Source; Code::Truncated where the file
/// ends in it; Code::BadHeader for other text.
[[nodiscard]] Result<AtbHeader> readAtbHeader(const Source& source, std::uint64_t offset);

/// The same in a file that is mapped.
[[nodiscard]] Result<AtbHeader> readAtbHeader(ByteSpan file, std::uint64_t offset);

/// The data of one record within its file.
struct AtbExtent {
    std::uint64_t begin = 0;   ///< offset in the file
    std::uint64_t present = 0; ///< bytes that are there
    std::uint64_t stated = 0;  ///< bytes that the header says
    std::uint64_t end = 0;     ///< where another record would begin; behind the header
};
[[nodiscard]] AtbExtent atbExtent(const AtbHeader& header, std::uint64_t fileBytes);

/// Where the records of a file begin, for ParsedFiles.
class AtbRecords {
public:
    static constexpr std::size_t kMost = 100'000; ///< further ones are left out
    [[nodiscard]] static Result<AtbRecords> read(const Bytes& bytes);
    [[nodiscard]] AtbRecords withFile(const Bytes&) const { return *this; }
    [[nodiscard]] std::size_t members() const { return m_offsets.size(); }
    [[nodiscard]] std::uint64_t offset(std::size_t record) const { return m_offsets[record]; }

private:
    std::vector<std::uint64_t> m_offsets;
};

/// Element type of a code, and its name in texts of ATB (docs/formats/llm-era.md 1.2).
[[nodiscard]] std::optional<DType> dtypeFromAtb(int code);
[[nodiscard]] std::string atbDtypeText(int code); ///< `undefined(99)` for others
[[nodiscard]] std::optional<DType> dtypeFromAtbText(std::string_view text);
[[nodiscard]] MemoryFormat formatFromAtb(int code); ///< docs/formats/llm-era.md 1.3

} // namespace dumpscope::core
