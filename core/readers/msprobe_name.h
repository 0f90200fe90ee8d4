// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "records/tensor_record.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace dumpscope::core {

/// Name of an entry of dump.json (docs/formats/msprobe-dump.md 4). Views point into the name.
struct MsprobeEntryName {
    enum class Kind : std::uint8_t { Api, Module, Gradient, Debug };

    Kind kind = Kind::Api;
    bool isBackward = false;
    std::string_view prefix; ///< Functional, Module, …; empty for what the user named
    std::string_view path;   ///< of a module inside the net, or the name of an API; may have dots
    std::string_view type;   ///< class of a module, API without its path: what the operator is
    std::int64_t count = 0;
};
/// Read from the right: APIs have their count before the direction, modules behind it.
[[nodiscard]] std::optional<MsprobeEntryName> parseMsprobeEntry(std::string_view name);

/// Name of a tensor: entry, then what it is of it. `key` is what a number alone does not say: the
/// name of a keyword, parameter or gradient, the way into nested lists ("input.1.0"), what a user saved.
struct MsprobeTensorName {
    std::string_view entry;
    MsprobeEntryName parts;
    Io io = Io::Unknown;
    std::optional<std::int32_t> slot;
    std::string_view key;
};
/// `name` without an extension of files.
[[nodiscard]] std::optional<MsprobeTensorName> parseMsprobeTensor(std::string_view name);

} // namespace dumpscope::core
