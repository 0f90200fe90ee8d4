// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/bytes.h"

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>

namespace dumpscope::core {

/// What was brought from other machines, by keys: what was used last is held, and what is asked for again
/// while it comes is waited for. Thread-safe.
class HeldContent {
public:
    /// Larger contents are in files without a name (SpoolFile), smaller ones in memory.
    static constexpr std::uint64_t kMostInMemory = 64U << 20;

    /// Of each sort, so many bytes are held; the last content of each in any case.
    HeldContent(std::uint64_t memoryBytes, std::uint64_t diskBytes)
        : m_memoryBytes(memoryBytes)
        , m_diskBytes(diskBytes)
    {
    }

    /// The held bytes, or those that `bring` gives, which is called without a lock. Errors: those of `bring`,
    /// which nobody else is given; Code::Cancelled.
    [[nodiscard]] Result<Bytes> get(
        const std::string& key, const std::stop_token& stop, const std::function<Result<Bytes>()>& bring);
    /// Nothing where it is not held.
    [[nodiscard]] std::optional<Bytes> find(const std::string& key);

private:
    struct Held {
        std::string key;
        Bytes bytes;
    };

    const Bytes* use(const std::string& key);
    void hold(const std::string& key, const Bytes& bytes);

    std::uint64_t m_memoryBytes, m_diskBytes;
    std::mutex m_mutex;
    std::condition_variable m_arrived;
    std::list<Held> m_held; ///< the last one used first
    std::set<std::string> m_underWay;
};

} // namespace dumpscope::core
