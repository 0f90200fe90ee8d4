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
    std::string_view fileName; ///< the programs' usual one
    std::string_view pathKey;  ///< path of the key that says where the dump goes
    std::span<const std::pair<std::string_view, std::string_view>> variables;
    /// A configuration that captures nothing, for programs that insist on one.
    std::string_view nothing;
};

/// Of a kind; null for any command.
[[nodiscard]] const LaunchWay* findLaunchWay(std::string_view kind);

/// The configuration with another folder for the dump; the rest stays as it was written.
[[nodiscard]] Result<std::string> configWithOutput(
    const LaunchWay& way, std::string_view text, const std::string& output);

/// `{config}` and `{output}` replaced.
[[nodiscard]] std::string filledIn(
    std::string_view text, const std::string& config, const std::string& output);

/// All a program of this profile gets: what is inherited, what its kind needs, what the profile says. Without
/// `isDumping`, nothing that switches a dump on.
[[nodiscard]] std::vector<std::string> programEnvironment(const LaunchProfile& profile,
    std::span<const std::string> inherited, const std::string& config, const std::string& output,
    bool isDumping);

/// A configuration in a place that a program insists on, for as long as this object lives. What was there is
/// put aside and given back; after a crash, by the next one.
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
