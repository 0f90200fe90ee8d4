// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "convert/conversion.h"

namespace dumpscope::core {

/// Whether the tensor's file is a container as the device writes it.
[[nodiscard]] bool isDumpFile(const DumpIndex& index, TensorId id);
/// Whether the tensor's file is an overflow record, which is converted to JSON.
[[nodiscard]] bool isOverflowDump(const DumpIndex& index, TensorId id);
/// Whether it is an L1 buffer or workspace of a dump file: bytes without a type, always written raw.
[[nodiscard]] bool isUntypedDump(const DumpIndex& index, TensorId id);

/// First part of the name of a tensor's file, before detailsSuffix: `<dump file>.<io>.<slot>` or
/// `<op_name>.<io>.<slot>`. A safe component (safeComponent); not unique. `dumpFile` replaces the file's own
/// name.
[[nodiscard]] std::string baseName(
    const DumpIndex& index, TensorId id, ConversionOptions::Names names, std::string_view dumpFile = {});

/// What the part of a name between base and extension is made of.
struct NameDetails {
    const Shape& shape;
    std::string_view dtype;
    std::string_view format;
};
[[nodiscard]] std::string detailsSuffix(const ConversionOptions& options, const NameDetails& details);

/// ".npy", ".bin", ".csv"
[[nodiscard]] std::string_view extensionOf(ArrayForm form);

} // namespace dumpscope::core
