// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/config_kind.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// A second run without a dump, and the outputs that must be equal.
struct UndisturbedOutputs {
    bool isWanted = false;          ///< also where nothing is declared: how it ends and how long it takes
    std::vector<std::string> files; ///< that the program writes; relative to its folder
    std::vector<std::string>
        log; ///< regular expressions (RE2): the first match in every line of the log, in order

    [[nodiscard]] bool isEmpty() const { return !isWanted && files.empty() && log.empty(); }
    bool operator==(const UndisturbedOutputs&) const = default;
};

/// A program to start, the dump it shall write, and what is done with it: the options of `capture run` by
/// their long names, as a JSON file. Paths in the file are relative to its folder, so that it can be shared.
///
/// `{config}` and `{output}` in arguments and values of variables stand for the configuration's file and the
/// dump's folder; `{n}` in `output` is the first number from 1 for which there is no such folder yet.
struct LaunchProfile {
    static constexpr std::string_view kAnyCommand = "command"; ///< a program that gets no configuration

    std::string kind {kAnyCommand}; ///< id of a ConfigKind: how the program gets its configuration
    std::string program;            ///< a path, or a name to be found in PATH
    std::vector<std::string> arguments;
    std::string folder;                                           ///< where it runs; empty: the current one
    std::vector<std::pair<std::string, std::string>> environment; ///< over what is inherited, in order
    std::string configPath;         ///< key `dump`: the configuration's file …
    std::string configText;         ///< key `dump_text`: … or the configuration itself
    std::string configPlace;        ///< key `dump_place`: a file the program requires; restored afterwards
    std::string output;             ///< folder that gets the dump; replaces the one in the configuration
    std::string golden;             ///< dump to compare with afterwards; empty: none
    std::string limits;             ///< file or preset for that; empty: the usual ones
    UndisturbedOutputs undisturbed; ///< empty: no second run
    std::uint64_t keepFree = 1ULL << 30; ///< free bytes of the disk below which the program is paused

    [[nodiscard]] bool needsConfig() const { return kind != kAnyCommand; }
    bool operator==(const LaunchProfile&) const = default;
};

struct LaunchProfileReport {
    LaunchProfile profile; ///< as far as it could be read
    std::vector<ConfigProblem> problems;
    [[nodiscard]] bool isValid() const;
};

/// Whether a profile starts a program (and is no profile of a device capture).
[[nodiscard]] bool isLaunchProfile(std::string_view json);
/// Reads a profile; problems have key, line, column and a fix. Any text is accepted.
[[nodiscard]] LaunchProfileReport parseLaunchProfile(std::string_view json);
/// What is wrong with a profile beyond its syntax, as far as it can be known without looking at the disk.
[[nodiscard]] std::vector<ConfigProblem> checkLaunchProfile(const LaunchProfile& profile);
/// The text of a profile; parsing gives the same profile, and writing that the same bytes.
[[nodiscard]] std::string launchProfileText(const LaunchProfile& profile);

/// The same profile with paths made absolute as seen from `folder` (absolute), or, where they lie in it,
/// relative to it.
[[nodiscard]] LaunchProfile withAbsolutePaths(LaunchProfile profile, const std::string& folder);
[[nodiscard]] LaunchProfile withRelativePaths(LaunchProfile profile, const std::string& folder);

/// Read with paths made absolute, saved with those in the file's folder made relative. A report with problems
/// is no error. Errors: a file that cannot be read; Code::Limit above 16 MiB; Code::BadEncoding for values
/// that are not UTF-8; Code::Usage where `path` is a file that the profile reads or lies in its dump.
[[nodiscard]] Result<LaunchProfileReport> loadLaunchProfile(const std::string& path);
[[nodiscard]] Result<void> saveLaunchProfile(const std::string& path, const LaunchProfile& profile);

} // namespace dumpscope::core
