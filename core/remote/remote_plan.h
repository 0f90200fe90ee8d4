// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/remote_messages.h"
#include "remote/remote_place.h"
#include "request/any_request.h"

#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

/// A command that runs where its dumps are.
struct RemotePlan {
    /// A file or folder of this machine that the command reads or writes.
    struct LocalFile {
        RemoteFile file;
        std::string path; ///< as it was typed
    };

    RemoteHost host;
    AnyRequest request; ///< its paths are that machine's
    std::vector<LocalFile> files;
    bool replaces = false; ///< of output folders: files that are there and differ (`--force`)
};

/// What to run where, for a request with ssh:// paths; nothing where it has none, or is a comparison that
/// runs here (comparison_place.h). Looks at the local files that the request names. Errors: Code::Usage for
/// what cannot be done with paths on other machines.
[[nodiscard]] Result<std::optional<RemotePlan>> planRemote(const AnyRequest& request);

/// The other side's view of the same: the request that the words mean, with the paths of `run.files` replaced
/// by relative ones in a folder for them. Errors: Code::Usage for words that are no command about dumps, and
/// for files that no option of it names.
struct ServedRequest {
    AnyRequest request;
    std::vector<std::string> files; ///< relative paths, one for each of `run.files`
};
/// `home`: what relative paths of dumps are relative to.
[[nodiscard]] Result<ServedRequest> readServedRequest(const RemoteRun& run, const std::string& home);

/// Whether the name is relative and plain: no part of it is empty, `.` or `..`, none is longer than a file's
/// name may be.
[[nodiscard]] bool isPlainRelative(std::string_view name);

} // namespace dumpscope::core
