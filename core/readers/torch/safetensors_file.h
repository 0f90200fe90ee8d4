// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor_view.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// One entry of the header of a safetensors file.
struct SafetensorsEntry {
    std::string name;
    std::string dtypeText; ///< as spelled: BF16
    DType dtype = DType::Unknown;
    Shape shape;
    bool hasShape = false;
    std::uint64_t begin = 0, end = 0; ///< bytes of the file
    Code code = Code::Unsupported;    ///< of `problem`
    Message problem;                  ///< why it has no values; empty if it has
    Message note;                     ///< a remark that leaves the values alone
};

/// The header of a safetensors file (docs/formats/llm-era.md 6.1). Immutable; thread-safe.
class SafetensorsFile {
public:
    /// Errors: Code::Truncated, Code::BadHeader, Code::Limit, and those of JsonCursor for a header that is
    /// not JSON. An entry that is wrong is none.
    [[nodiscard]] static Result<SafetensorsFile> read(Bytes file);
    /// The same contents for another mapping of the same bytes.
    [[nodiscard]] SafetensorsFile withFile(Bytes file) const;

    [[nodiscard]] const std::vector<SafetensorsEntry>& entries() const { return m_contents->entries; }
    [[nodiscard]] std::size_t members() const { return m_contents->entries.size(); }
    /// Texts of `__metadata__`, in order.
    [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& metadata() const
    {
        return m_contents->metadata;
    }
    /// Keys that stand in the header more than once; the first one counts.
    [[nodiscard]] const std::vector<std::string>& repeated() const { return m_contents->repeated; }
    /// Bytes behind the last tensor; nothing belongs there.
    [[nodiscard]] std::uint64_t rest() const { return m_contents->rest; }
    /// As much as the file has of the bytes of an entry.
    [[nodiscard]] std::uint64_t available(const SafetensorsEntry& entry) const;
    /// A view into the file. Errors: the problem of the entry.
    [[nodiscard]] Result<TensorView> open(const SafetensorsEntry& entry) const;

private:
    struct Contents {
        std::vector<SafetensorsEntry> entries;
        std::vector<std::pair<std::string, std::string>> metadata;
        std::vector<std::string> repeated;
        std::uint64_t rest = 0;
    };

    Bytes m_file;
    std::uint64_t m_size = 0;
    std::shared_ptr<const Contents> m_contents;
};

/// Whether the first bytes are those of a safetensors file: a length, then an object with tensors.
[[nodiscard]] bool looksLikeSafetensors(ByteSpan head, std::uint64_t size);

} // namespace dumpscope::core
