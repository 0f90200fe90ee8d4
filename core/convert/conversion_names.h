// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "convert/conversion.h"

namespace dumpscope::core {

/// Whether the file is a container as the device writes it.
[[nodiscard]] bool isDumpFile(const DumpIndex& index, TensorId id);
/// Whether the file is an overflow record, which becomes JSON.
[[nodiscard]] bool isOverflowDump(const DumpIndex& index, TensorId id);
/// L1 buffers and workspaces of dump files: bytes without a type, always written raw.
[[nodiscard]] bool isUntypedDump(const DumpIndex& index, TensorId id);

/// Name of a tensor's file in front of what depends on its values' form: `<dump file>.<io>.<slot>` or
/// `<op_name>.<io>.<slot>`. A safe component; not unique. `dumpFile` replaces the file's own name.
[[nodiscard]] std::string baseName(
    const DumpIndex& index, TensorId id, ConversionOptions::Names names, std::string_view dumpFile = {});

/// What stands between the base and the extension, with its dot.
struct NameDetails {
    const Shape& shape;
    std::string_view dtype;
    std::string_view format;
};
[[nodiscard]] std::string detailsSuffix(const ConversionOptions& options, const NameDetails& details);

/// ".npy", ".bin", ".csv"
[[nodiscard]] std::string_view extensionOf(ArrayForm form);

} // namespace dumpscope::core
