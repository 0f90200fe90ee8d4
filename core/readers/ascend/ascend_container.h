// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/diagnostics.h"
#include "io/source.h"
#include "records/tensor_record.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dumpscope::core {

// Contents of a dump file of the Ascend runtime (docs/formats/ascend-dump-binary.md 1) as stored, before
// interpretation (ascend_tensor.h). Texts are views into bytes that AscendFile keeps.

enum class ContainerKind : std::uint8_t {
    Standard,   ///< length, protobuf, payload (1.1)
    Legacy,     ///< the whole file is one protobuf (1.3)
    Nano,       ///< length, TLV head, payload (1.4)
    JsonHeader, ///< length, JSON, payload: msaccucmp's own writer (1.5)
};
[[nodiscard]] Form<0> containerKindName(ContainerKind kind);

/// Dimensions as stored. Negative ones arrive as 2^64-k.
struct StoredShape {
    Shape dims;
    bool complete = true; ///< false: more dimensions than are kept

    [[nodiscard]] bool hasNegative() const;
};

/// OriginalOp of an output, or the origin of a nano output.
struct OriginalOp {
    std::string_view name;
    std::uint64_t outputIndex = 0;
    std::int64_t dataType = 0; ///< ge::DataType number (1.6)
    std::uint64_t format = 0;
};

struct StoredTensor {
    enum class Placement : std::uint8_t {
        Whole,
        Cut,     ///< the file ends before the payload does
        LeftOut, ///< address 0: the writer left the bytes out but recorded their size (1.1)
    };

    Io io = Io::Unknown;
    std::uint32_t slot = 0; ///< index in its list
    std::int64_t dataType = 0;
    bool geNumbering = false; ///< dataType counts as ge::DataType, not as OutputDataType
    std::uint64_t format = 0; ///< may be packed (1.6)
    std::int64_t subFormat = 0;
    StoredShape shape;
    StoredShape originalShape;
    std::uint64_t size = 0; ///< bytes as recorded in the header; of legacy files the bytes that are there
    std::optional<OriginalOp> originalOp;
    std::uint64_t address = 0;
    std::optional<std::uint64_t> offset, argIndex, inputType, addressType, bufferType;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> dimRanges;

    std::uint64_t payloadOffset = 0; ///< in the file
    std::uint64_t payloadBytes = 0;  ///< that are there
    Placement placement = Placement::Whole;
};

/// The header's fields. Tensors: inputs, outputs, buffers, spaces, as in the payload.
struct DumpHeader {
    std::string_view version, opName, dfxMessage;
    std::uint64_t dumpTime = 0; ///< microseconds since 1970
    std::vector<std::pair<std::string_view, std::string_view>> attributes;
    std::vector<StoredTensor> tensors;
    bool plausible = true; ///< no known field has an unexpected wire type
    bool hasData = false;  ///< tensor bytes are inside the message (legacy)
    bool cut = false;      ///< the message ends too early (only where that is allowed)
};

struct ContainerFinding {
    Severity severity = Severity::Warning;
    Code code = Code::Suspicious;
    Message message;
    std::uint64_t offset = 0; ///< in the file
};

struct AscendContainer {
    ContainerKind kind = ContainerKind::Standard;
    std::uint64_t offset = 0;       ///< in the file
    std::uint64_t headerLength = 0; ///< N
    std::uint64_t version = 0;      ///< version_id of nano
    DumpHeader header;
    std::vector<ContainerFinding> findings;
};

struct AscendFile {
    std::vector<AscendContainer> containers; ///< at least one
    std::vector<Bytes> kept;                 ///< bytes that texts point into
    std::vector<std::unique_ptr<std::string>> texts;
};

/// Longest header that is read; writers stay below (1.1).
inline constexpr std::uint64_t kMaxHeaderBytes = 128ULL << 20U;
/// Tensors of one container; more are refused.
inline constexpr std::size_t kMaxContainerTensors = 1U << 14U;

/// Which container a file with this start would be; nullopt if none. `certain` is false when the
/// start is not long enough to be sure.
struct ContainerGuess {
    ContainerKind kind = ContainerKind::Standard;
    bool certain = false;
};
[[nodiscard]] std::optional<ContainerGuess> guessContainer(ByteSpan head, std::uint64_t fileSize);

/// Reads headers and places payloads; payload bytes are not touched. `head` may be empty or the start of the
/// file. Damaged payloads are findings and placements. Errors, where no header could be read:
/// Code::Truncated, Code::BadHeader, Code::Limit, those of Source.
[[nodiscard]] Result<AscendFile> readAscendFile(const Source& source, ByteSpan head);

// The parts, for readAscendFile and tests.

/// DumpData (1.2). `base`: offset in the file. With `wholeFile`, `base` is 0 and tensor bytes inside count as
/// payload; a truncated end is then allowed. Unknown fields are ignored.
[[nodiscard]] Result<DumpHeader> parseDumpData(ByteSpan message, std::uint64_t base, bool wholeFile);
/// Head of a nano file after its length: magic, version, TLVs (1.4).
[[nodiscard]] Result<DumpHeader> parseNanoHead(ByteSpan head, std::uint64_t base, std::uint64_t& version);

} // namespace dumpscope::core
