// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

// Core files of kernels that failed (docs/formats/ascend-dump-binary.md 7.3): ELF64 with device memory,
// core-local memory and registers in sections of their own types.

/// Whether a file begins like such a core file.
[[nodiscard]] bool isAscendCore(ByteSpan head);

enum class CoreBlockKind : std::uint8_t { Global, Local, Registers };

/// One section with data, and its row in the table of blocks.
struct CoreBlock {
    CoreBlockKind kind = CoreBlockKind::Global;
    std::uint32_t section = 0;
    std::string name; ///< without ".ascend.": "global", "local.12"
    std::uint64_t offset = 0;
    std::uint64_t size = 0;              ///< of the section
    std::uint64_t present = 0;           ///< bytes of it that the file has
    std::uint64_t address = 0;           ///< on the device
    std::optional<std::uint32_t> type;   ///< global: input_type of 1.2; local: kind of memory
    std::optional<std::uint64_t> core;   ///< as numbered in the file
    std::optional<std::uint32_t> global; ///< caches: section they are a copy of
    std::vector<std::uint64_t> dims;     ///< of a global block that is a tensor
    bool isInvalid = false;              ///< the device memory could not be read: zeros
    std::uint64_t entrySize = 0;         ///< registers: 32 or 48
    Message problem;                     ///< a contradiction in the file, else empty
};

struct CoreRegister {
    std::uint64_t address = 0;
    bool isValid = false;
    std::uint8_t size = 0; ///< significant bytes
    std::string value;     ///< 0x…, most significant digit first
};

struct CoreDevice {
    std::uint64_t aicStalled[2] = {}, aivStalled[2] = {}; ///< a bit per stalled core
    std::uint32_t id = 0, type = 0;
};

struct CoreFile {
    std::uint32_t sections = 0;
    std::vector<CoreBlock> blocks; ///< in the file's order
    std::optional<CoreDevice> device;
    std::string kernel;
    /// Files inside the core file: kind ("host_kernel_object", …) and size in bytes; for JSON also the text.
    struct Attachment {
        std::string kind;
        std::uint64_t size = 0;
        std::string text;
    };
    std::vector<Attachment> attachments;
    std::vector<Message> problems;
};

/// Reads the headers and tables; block data are not touched. Errors: Code::BadHeader, Code::Truncated where
/// the sections cannot be found.
[[nodiscard]] Result<CoreFile> parseAscendCore(ByteSpan file);

/// The registers of a block of that kind, at most `limit`.
[[nodiscard]] std::vector<CoreRegister> coreRegisters(
    ByteSpan file, const CoreBlock& block, std::size_t limit);

[[nodiscard]] std::string_view localMemoryName(std::uint32_t type); ///< "UB"; empty if unknown

} // namespace dumpscope::core
