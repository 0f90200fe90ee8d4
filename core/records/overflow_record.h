// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/diagnostics.h"
#include "base/json_writer.h"
#include "io/bytes.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

// Overflow records of the device (docs/formats/ascend-dump-binary.md 3, docs/formats/mindspore-dump.md 3.7).
// Plain values; texts are literals unless noted otherwise.

/// The part of the chip that raised it; words of contract `overflow` units.
enum class OverflowUnit : std::uint8_t { AiCore, AiVec, AiCpu, Sdma, DhaAtomicAdd, L2AtomicAdd };
[[nodiscard]] std::string_view overflowUnitWord(OverflowUnit unit); ///< "aicore", "dha-atomic-add", …

/// One number of a record under its official name.
struct OverflowField {
    std::string_view name;
    std::array<std::uint64_t, 4> values {};
    std::uint8_t count = 1; ///< more than one only for the status list of version 1
    bool isHex = false;     ///< addresses and codes: the official JSON writes the text "0x…"
    bool isList = false;    ///< the official JSON writes an array
};

/// A set status bit, or a code that fills a field of bits.
struct OverflowBit {
    OverflowUnit unit = OverflowUnit::AiCore;
    std::uint8_t word = 0;   ///< of a status list
    std::uint8_t bit = 0;    ///< lowest bit
    std::uint64_t mask = 0;  ///< of the bit or the whole field
    std::uint64_t value = 1; ///< of the field
    std::string_view name;   ///< "float-compute"; "unknown" where no table knows the bit
    Form<0> meaning = "unknown";
};

/// The report of one unit; an old record has three of them, a new one has one.
struct OverflowBlock {
    OverflowUnit unit = OverflowUnit::AiCore;
    std::vector<OverflowField> fields; ///< in the official order

    [[nodiscard]] std::optional<std::uint64_t> value(std::string_view name) const;
    /// Like `value`, but absent also for 65535, which means "does not apply".
    [[nodiscard]] std::optional<std::uint64_t> applicable(std::string_view name) const;
    /// Status words: one, in version 1 four; empty when the data could not be decoded.
    [[nodiscard]] std::span<const std::uint64_t> status() const;
    /// Whether the unit reports something. A status list of version 1 always does, as in the official
    /// tool.
    [[nodiscard]] bool isSet() const;
    /// Every set bit in words, lowest first (docs/formats/ascend-dump-binary.md 3.3).
    [[nodiscard]] std::vector<OverflowBit> bits() const;
    bool hasBitTable = false; ///< the old layout's units; bits of the new layout are not documented
};

enum class OverflowLayout : std::uint8_t { Unknown, Old, New };

struct OverflowProblem {
    Severity severity = Severity::Error;
    Code code = Code::BadSize;
    Message message;
};

/// One decoded record. A record that could not be decoded has no blocks and a problem.
struct OverflowRecord {
    OverflowLayout layout = OverflowLayout::Unknown;
    // Head of the new layout.
    std::uint32_t magic = 0, version = 0, valid = 0, accType = 0, rsv = 0, dataLength = 0;
    /// Old: DHA Atomic Add, L2 Atomic Add, AI Core. New: one, or none for an unknown acc_type.
    std::vector<OverflowBlock> blocks;
    std::vector<OverflowProblem> problems;

    /// Blocks that report something, the one that names the operator first: AI Core, else DHA, else L2.
    [[nodiscard]] std::vector<const OverflowBlock*> setBlocks() const;
    [[nodiscard]] bool isOverflow() const { return !setBlocks().empty(); }
};

/// Decodes the bytes of output 0 of an Opdebug dump. Never fails: faults are in `problems`.
[[nodiscard]] OverflowRecord decodeOverflowRecord(ByteSpan payload);

/// Reads a record that a converter wrote as JSON, keys in any order. Errors: those of parseJson, and for
/// other documents.
[[nodiscard]] Result<OverflowRecord> parseOverflowJson(std::string_view text);

/// Writes the record with the official names into an open document, as the converter of the official tool
/// does. That tool's file `<dump name>.output.<slot>.json` is this object as Python's json.dump(…, indent=4)
/// spells it: key order as given here, four blanks per level, `"key": value`, arrays one element per line, no
/// newline at the end, numbers in decimal, `"0x…"` in lower case for pc_start, para_base, kernel_code,
/// src_addr, dst_addr and magic (officialOverflowJson). For a record without blocks the known fields of its
/// head are written; the official tool refuses such records.
void writeOverflowJson(JsonWriter& json, const OverflowRecord& record);

/// Content of the official file.
[[nodiscard]] std::string officialOverflowJson(const OverflowRecord& record);

} // namespace dumpscope::core
