// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "records/tensor_record.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// Name of an entry of dump.json (docs/formats/msprobe-dump.md 4). Views point into the name.
struct MsprobeEntryName {
    enum class Kind : std::uint8_t { Api, Module, Gradient, Debug };

    Kind kind = Kind::Api;
    bool isBackward = false;
    std::string_view prefix; ///< Functional, Module, …; empty for names of the user
    std::string_view path;   ///< of a module in the network, or the name of an API; may have dots
    std::string_view type;   ///< operator type: class of a module, API without its path
    std::int64_t count = 0;
};
/// Parsed from the right: APIs have their count before the direction, modules after it.
[[nodiscard]] std::optional<MsprobeEntryName> parseMsprobeEntry(std::string_view name);

/// The entry of the forward operator of a backward one: "Torch.mul.0.backward" → "Torch.mul.0.forward". Empty
/// for other names.
[[nodiscard]] std::string msprobeForwardEntry(std::string_view name);

/// Name of a tensor: entry, then its role. `key` is set where the slot does not identify it: the name of a
/// keyword, parameter or gradient, the path in nested lists ("input.1.0"), a name of the user.
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
