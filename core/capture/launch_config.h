// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/launch_profile.h"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dumpscope::core {

/// How programs of one kind get their configuration. Values may have `{config}` and `{output}`.
struct LaunchWay {
    std::string_view kind;     ///< id of the ConfigKind
    std::string_view fileName; ///< usual name of the configuration's file
    std::string_view pathKey;  ///< path of the key that holds the folder of the dump
    std::span<const std::pair<std::string_view, std::string_view>> variables;
    /// A configuration that captures nothing, for programs that require one.
    std::string_view nothing;
};

/// The entry of a static table for a kind; null for LaunchProfile::kAnyCommand and unknown kinds.
[[nodiscard]] const LaunchWay* findLaunchWay(std::string_view kind);

/// The configuration with another folder for the dump; the rest stays byte for byte. Errors: Code::BadSyntax
/// where there is no place for it.
[[nodiscard]] Result<std::string> configWithOutput(
    const LaunchWay& way, std::string_view text, const std::string& output);

/// `{config}` and `{output}` replaced.
[[nodiscard]] std::string filledIn(
    std::string_view text, const std::string& config, const std::string& output);

/// The whole environment of a program, NAME=VALUE sorted by name: `inherited`, variables of its kind, those
/// of the profile; later ones win. Without `isDumping` the variables of its kind are removed.
[[nodiscard]] std::vector<std::string> programEnvironment(const LaunchProfile& profile,
    std::span<const std::string> inherited, const std::string& config, const std::string& output,
    bool isDumping);

/// A configuration at a path that a program requires, for as long as this object lives. A file that was there
/// is renamed and restored at the end; after a crash, by the next PlacedConfig of the same path.
class PlacedConfig {
public:
    [[nodiscard]] static Result<PlacedConfig> put(const std::string& path, std::string_view text);
    PlacedConfig(PlacedConfig&& other) noexcept
        : m_path(std::exchange(other.m_path, {}))
    {
    }
    PlacedConfig& operator=(PlacedConfig&&) = delete;
    ~PlacedConfig();

private:
    explicit PlacedConfig(std::string path)
        : m_path(std::move(path))
    {
    }
    std::string m_path;
};

} // namespace dumpscope::core
