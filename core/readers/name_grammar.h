// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "records/folder_facts.h"
#include "records/tensor_record.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// Facts from a file name. Views point into the parsed name, or into the facts of its folder.
struct NameFacts {
    std::string_view grammar; ///< id of the grammar, empty if no grammar matched
    std::string_view opType;
    std::string_view opName; ///< as spelled (sanitised)
    Io io = Io::Unknown;
    std::optional<std::int32_t> slot;
    std::optional<std::uint32_t> task, stream, context, thread, device, taskType, dumpNumber;
    std::optional<std::uint64_t> timestamp; ///< as in the name; mostly microseconds since 1970
    std::string_view format;                ///< token, e.g. DefaultFormat
    std::string_view dtype;                 ///< token, e.g. Float32
    std::string_view shape;                 ///< token, e.g. 2x3 or 2_3
    std::string fullName; ///< operator name where the file spells it in another way, else empty
    std::optional<std::int64_t> step, rank;  ///< where they are in the name, not in the folders
    std::optional<std::uint32_t> position;   ///< in the order of execution
    std::optional<std::uint32_t> occurrence; ///< where the name counts the writes of a tensor
    std::string_view key;        ///< where a slot is not enough: keyword, parameter, path in a nested list
    std::string_view suffix;     ///< the rest after the parsed part
    bool holdsArguments = false; ///< of any type: what is no number is no tensor
    bool rolesUncertain = false; ///< aclnn names: op_type and op_name may be swapped
    bool ambiguous = false;      ///< another reading of the name exists (docs/formats/readings.md 1)
};

/// One way of naming dump files. Stateless; thread-safe; must be fast (called for every file).
class NameGrammar {
public:
    virtual ~NameGrammar() = default;
    [[nodiscard]] virtual std::string_view id() const = 0;
    /// Higher is asked first; more specific grammars have higher values (0-100).
    [[nodiscard]] virtual int priority() const = 0;
    [[nodiscard]] virtual std::optional<NameFacts> parse(
        std::string_view name, const FolderFacts& folder) const = 0;
};

} // namespace dumpscope::core
