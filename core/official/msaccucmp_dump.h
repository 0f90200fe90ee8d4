// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "compare/pairing/pairing.h"
#include "tensor/dtype.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// One tensor of a side as msaccucmp reads it.
struct MsaccucmpTensor {
    TensorId id;
    std::string dtype;         ///< float16; empty if it has no values for the tool
    std::int64_t dataType = 0; ///< number in the header
    Shape shape;               ///< device shape
    std::uint64_t address = 0;
    MemoryFormat format = MemoryFormat::Unspecified;
};

/// A file of a dump: one operator, or one tensor of it (npy, pb).
struct MsaccucmpDumpFile {
    FileId file;
    std::string opType;          ///< of device files
    std::uint64_t timestamp = 0; ///< as in the name
    bool hasTail = false;        ///< the name ends in task type, context, thread and device
};

/// The files of a side that msaccucmp recognises by name (docs/formats/comparison.md 3.1), the latest of each
/// operator. Immutable; thread-safe.
class MsaccucmpDump {
public:
    enum class Kind : std::uint8_t { Device, Npy, Protobuf };

    /// Errors: Code::Unsupported when there are none or several kinds.
    [[nodiscard]] static Result<MsaccucmpDump> list(const ComparisonSide& side);

    [[nodiscard]] Kind kind() const { return m_kind; }
    [[nodiscard]] const DumpIndex& index() const { return *m_side.index; }
    /// Names as in the files, in the tool's order: those with a tail first, then by time.
    [[nodiscard]] const std::vector<std::string>& operators() const { return m_order; }
    /// By name of the operator (`name.index` of npy and pb), `/` and `.` as `_`; null: no file.
    [[nodiscard]] const MsaccucmpDumpFile* find(std::string_view name) const;
    [[nodiscard]] std::string path(const MsaccucmpDumpFile& file) const; ///< absolute

    struct Tensors {
        std::vector<MsaccucmpTensor> inputs, outputs;
    };
    /// The tensors of one file. Errors: Code::Truncated for an incomplete one, those of reading the file.
    [[nodiscard]] Result<Tensors> tensors(const MsaccucmpDumpFile& file) const;

private:
    ComparisonSide m_side;
    Kind m_kind = Kind::Device;
    std::vector<std::string> m_order;
    std::map<std::string, MsaccucmpDumpFile, std::less<>> m_files;
};

} // namespace dumpscope::core
