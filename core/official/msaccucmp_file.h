// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/source.h"
#include "official/msaccucmp_formats.h"
#include "readers/ascend/ascend_container.h"
#include "tensor/array_writer.h"

#include <optional>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// An array as the official converter saves it.
struct MsaccucmpArray {
    ConvertedArray array;
    Shape namedShape;         ///< in the name of its file
    std::string dtypeName;    ///< in the name of its file
    std::uint64_t format = 0; ///< number of the format in the name
};

/// A dump file as the official converter reads it (docs/formats/ascend-dump-binary.md 1.1 size rules, 1.7,
/// 4): stricter than this library in some cases and less strict in others. Immutable, thread-safe.
class MsaccucmpFile {
public:
    /// `name` is the file's name as on disk. A refusal concerns the whole file.
    [[nodiscard]] static OrRefusal<MsaccucmpFile> read(const Source& source, std::string_view name);

    /// The tensor with this ordinal of the container reader; null after the first container.
    [[nodiscard]] const StoredTensor* tensor(std::uint32_t ordinal) const;
    [[nodiscard]] std::string_view opName() const { return m_header.opName; }
    [[nodiscard]] Result<Bytes> payload(const StoredTensor& tensor) const;

    /// The tensor in storage order.
    [[nodiscard]] OrRefusal<MsaccucmpArray> plain(const StoredTensor& tensor) const;
    /// The tensor in another format; `target` replaces the original shape.
    [[nodiscard]] OrRefusal<MsaccucmpArray> inFormat(
        const StoredTensor& tensor, MemoryFormat format, const std::optional<Shape>& target) const;

private:
    [[nodiscard]] OrRefusal<void> place(std::uint64_t start);
    [[nodiscard]] OrRefusal<void> readSlices(std::string_view name);
    [[nodiscard]] OrRefusal<TensorView> flatArray(const StoredTensor& tensor) const;
    [[nodiscard]] OrRefusal<MsaccucmpArray> finish(
        const StoredTensor& tensor, ArrangedElements elements) const;

    DumpHeader m_header;
    Bytes m_all;
    /// Shapes of a thread's slices (automatic FFTS+), by list; they replace the stored ones.
    std::optional<std::vector<Shape>> m_inputSlices, m_outputSlices;
    std::optional<MsaccucmpRefusal> m_sliceProblem; ///< concerns plain files only
};

} // namespace dumpscope::core
