// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "remote/file_digest.h"
#include "remote/held_content.h"
#include "remote/remote_link.h"
#include "remote/remote_statistics.h"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace dumpscope::core {

/// Files of a dump on another machine, by paths relative to it. What is brought is held in `content`.
/// Thread-safe.
class RemoteFiles {
public:
    /// What is known of a file.
    struct Known {
        FileDigest digest;
        /// The same bytes of a file on this machine; null: there is none. An error: it is one no longer.
        std::function<Result<Bytes>()> here = {};
    };

    RemoteFiles(std::shared_ptr<RemoteLink> link, std::string path, std::shared_ptr<HeldContent> content);

    /// The whole file; `size` 0: nobody knows it. Errors: Code::Limit for a file of more than
    /// kMostRemoteFile, of which no equal one is here; those of RemoteLink::run.
    [[nodiscard]] Result<Bytes> whole(
        const std::string& file, std::uint64_t size, const std::stop_token& stop);
    /// Bytes of the file, fewer at its end. Errors: those of RemoteLink::run.
    [[nodiscard]] Result<Bytes> part(
        const std::string& file, std::uint64_t from, std::uint64_t count, const std::stop_token& stop);
    /// Computed there, all in one request. Errors: those of RemoteLink::run, Code::BadSyntax.
    [[nodiscard]] Result<std::vector<FileDigest>> digests(
        const std::vector<std::string>& files, TaskContext& task);

    /// Of tensors of the dump by their ids, computed there. Errors: as above.
    [[nodiscard]] Result<AskedStatistics> statistics(const std::vector<std::string>& ids, TaskContext& task);

    /// The bytes of a scan of the whole dump (remote_value_scan.h), which has `tensors`. Errors: as above.
    [[nodiscard]] Result<Bytes> valueScan(std::size_t tensors, TaskContext& task);

    /// From now on, equal contents are one, wherever they come from.
    void know(const std::string& file, Known known);
    /// Of a file that somebody has made known; else of nothing.
    [[nodiscard]] FileDigest digest(const std::string& file) const;
    [[nodiscard]] const RemoteHost& host() const { return m_link->host(); }
    /// Bytes of files that came so far.
    [[nodiscard]] std::uint64_t broughtBytes() const { return m_broughtBytes; }

private:
    [[nodiscard]] std::optional<Known> known(const std::string& file) const;
    [[nodiscard]] std::string keyOf(const std::string& file, const std::optional<Known>& known) const;
    Result<Bytes> bring(
        const std::string& file, std::uint64_t from, std::uint64_t count, const std::stop_token& stop);

    std::shared_ptr<RemoteLink> m_link;
    std::string m_path; ///< of the dump, there
    std::shared_ptr<HeldContent> m_content;
    std::atomic<std::uint64_t> m_broughtBytes {0};
    mutable std::mutex m_mutex;
    std::unordered_map<std::string, Known> m_known; ///< by file
};

} // namespace dumpscope::core
