// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "model/dump_index.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// What a fact of a run is about; words of docs/contract.md 4 `environment_differences`.
enum class EnvironmentKind : std::uint8_t {
    Version,        ///< of an installed package
    Environment,    ///< variable
    Hyperparameter, ///< of the scripts or of the running program
    Random,         ///< how often a random operator was called, by rank
    Data,           ///< statistics of the input of a step, by rank
    Weights,        ///< statistics of a parameter before a step, by rank
};
[[nodiscard]] std::string_view environmentKindWord(EnvironmentKind kind);

/// What config_check of msprobe packed beside a run (docs/formats/llm-era.md 13): texts by kind and name.
struct RunEnvironment {
    std::string package;      ///< absolute path of the archive or folder
    std::size_t packages = 1; ///< how many there are; `package` is the first by name
    std::map<EnvironmentKind, std::map<std::string, std::string>> facts;
    /// Parts that cannot be read; what they hold is not compared.
    std::map<EnvironmentKind, Message> unreadable;
};

/// The package that a root is, holds as a folder, or has among its archives; nothing where there is none.
/// Errors: Code::Cancelled.
[[nodiscard]] Result<std::optional<RunEnvironment>> runEnvironmentOf(
    const DumpIndex& index, TaskContext& task);

/// The package at a path, an archive or a folder. Errors: Code::NotFound where there is nothing,
/// Code::NotRecognised for anything else, Code::Cancelled.
[[nodiscard]] Result<RunEnvironment> runEnvironmentAt(const std::string& path, TaskContext& task);

} // namespace dumpscope::core
