// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>

namespace dumpscope::core {

/// Where `ssh` connects to, in its own words. Hosts of its configuration are hosts.
struct RemoteHost {
    std::string user, host, port; ///< empty: as configured
    bool operator==(const RemoteHost&) const = default;

    /// [user@]host[:port], as it is typed and shown.
    [[nodiscard]] std::string text() const;
};

struct RemotePath {
    RemoteHost host;
    std::string path; ///< on that host: absolute, or relative to the home folder
};

inline constexpr std::string_view kRemoteScheme = "ssh://";
/// Whether the text begins as a path on another machine.
[[nodiscard]] bool isRemote(std::string_view text);
/// ssh://[user@]host[:port]/path. The path is taken as it is, nothing in it is decoded; `/~/` begins one in
/// the home folder. Errors: Code::Usage, also for what a program could take for an option.
[[nodiscard]] Result<RemotePath> parseRemotePath(std::string_view text);
/// [user@]host[:port] alone.
[[nodiscard]] Result<RemoteHost> parseRemoteHost(std::string_view text);

} // namespace dumpscope::core
