// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dumpscope::core {

class ConfigView;
struct ConfigSection;

/// One setting of a configuration as a form shows it. Made from the tables that the validator reads.
struct ConfigField {
    enum class Type : std::uint8_t {
        Flag,
        Number,
        Text,
        Choice,  ///< one of `words`
        Choices, ///< some of `words`
        Texts,
        Numbers,
        Json,
        Item ///< an element of a list of objects: its fields follow; without a value it can be added
    };
    std::string path;    ///< "dump.dump_list[0].layer", for ConfigKind::withValue and of ConfigProblem::key
    std::string name;    ///< label of the field
    std::string section; ///< heading; empty: of the whole file
    Type type = Type::Json;
    bool isRequired = false;
    std::vector<std::string> words;
    std::int64_t least = 0, most = std::numeric_limits<std::int64_t>::max();
    std::vector<std::pair<std::int64_t, Message>> meanings; ///< of numbers
    Message hint;                                           ///< what to write; empty where the words say it
    bool namesOperators = false;                            ///< its texts are operators of a graph
    std::optional<std::string> value;                       ///< compact JSON; nullopt: not set
};

/// Fields of every key that this release reads on this device and in this mode. `operatorKeys`: paths of keys
/// that name operators.
[[nodiscard]] std::vector<ConfigField> formOf(const ConfigView& view, std::span<const ConfigSection> sections,
    std::span<const std::string_view> operatorKeys);

} // namespace dumpscope::core
