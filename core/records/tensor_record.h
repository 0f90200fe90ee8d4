// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/dtype.h"
#include "tensor/memory_format.h"
#include "tensor/shape.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// Role of a tensor; words of docs/contract.md 3 `io`.
enum class Io : std::uint8_t { Unknown, Input, Output, Buffer, Workspace, Parameter, Gradient, Argument };
/// In the order of Io, without Unknown.
inline constexpr std::array<std::string_view, 7> kIoWords
    = {"input", "output", "buffer", "workspace", "parameter", "gradient", "argument"};
[[nodiscard]] std::string_view ioWord(Io io);            ///< empty for Unknown
[[nodiscard]] Message ioPlace(Io io, std::int32_t slot); ///< "output 0"; "output" for a negative slot
[[nodiscard]] std::optional<Io> ioFromWord(std::string_view word); ///< case-insensitive; `space` = Workspace

/// Words of docs/contract.md 3 `state`.
enum class TensorState : std::uint8_t { Ok, Truncated, Unreadable, Empty, StatisticsOnly, Unsupported };
[[nodiscard]] std::string_view stateWord(TensorState state);

/// One tensor as a reader found it in a file, before it becomes a row of the index. Empty texts and
/// absent numbers are filled from the file's name and folder.
struct TensorRecord {
    std::uint32_t ordinal = 0; ///< the reader's own number of the tensor in its file; passed to open()
    std::string entry;         ///< name inside the file where io and slot are not unique (JSON key, member)
    std::string opName;        ///< un-sanitised where the file has it
    bool hasEmptyName = false; ///< the file calls it so: it has not the name of the file
    std::string opType;
    Io io = Io::Unknown;
    std::optional<std::int32_t> slot;
    DType dtype = DType::Unknown;
    std::string dtypeText; ///< as spelled, when it is no known DType
    Shape shape;           ///< as stored (device shape)
    bool hasShape = true;
    std::optional<Shape> originalShape;
    MemoryFormat format = MemoryFormat::Unspecified;
    MemoryFormat originalFormat = MemoryFormat::Unspecified;
    std::uint64_t bytes = 0;   ///< stored bytes that are present
    std::uint64_t address = 0; ///< on the device; 0: not recorded
    std::optional<std::uint32_t> task, stream, context, thread;
    std::optional<std::uint64_t> timestamp;  ///< as recorded; mostly microseconds since 1970
    std::optional<std::int64_t> step, rank;  ///< where they differ from those of name and folder
    bool endsStepBefore = false;             ///< made at the end of the step before the one it is saved in
    std::optional<std::uint32_t> position;   ///< in the order of execution
    std::optional<std::uint32_t> occurrence; ///< where it is recorded and not to be counted
    TensorState state = TensorState::Ok;
    Message problem;
};

} // namespace dumpscope::core
