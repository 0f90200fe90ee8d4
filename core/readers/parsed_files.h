// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/mapped_file.h"

#include <algorithm>
#include <cstddef>
#include <list>
#include <mutex>
#include <optional>

namespace dumpscope::core {

/// Cache of the last few parsed files, for formats with a table of contents that would otherwise be read
/// again for each tensor. `Parsed` is cheap to copy, and has
///   static Result<Parsed> read(Bytes);  unless it is given to `read`
///   Parsed withFile(Bytes) const;      the same contents for other bytes of the same file
///   std::size_t members() const;       its size
/// Cached values have no bytes, so no file stays open. Thread-safe.
template<typename Parsed> class ParsedFiles {
public:
    /// `most`: limit of the members of all cached files; the one parsed last is always cached.
    explicit ParsedFiles(std::size_t most = 1'000'000)
        : m_most(most)
    {
    }

    /// Errors are not cached.
    Result<Parsed> read(const Bytes& bytes)
    {
        return read(bytes, [&] { return Parsed::read(bytes); });
    }
    /// `parse` gives the contents of the file that `bytes` are, where they are not cached.
    template<typename Parse> Result<Parsed> read(const Bytes& bytes, const Parse& parse)
    {
        ByteIdentity identity = identityOf(bytes);
        if (const auto known = find(identity))
            return known->withFile(bytes);
        TRY_ASSIGN(Parsed parsed, parse());
        keep(std::move(identity), parsed.withFile({}));
        return parsed;
    }

private:
    struct Kept {
        ByteIdentity identity;
        Parsed parsed;
    };

    std::optional<Parsed> find(const ByteIdentity& identity)
    {
        const std::lock_guard lock(m_mutex);
        const auto place
            = std::ranges::find_if(m_kept, [&](const Kept& one) { return one.identity.isSame(identity); });
        if (place == m_kept.end())
            return std::nullopt;
        m_kept.splice(m_kept.begin(), m_kept, place);
        return place->parsed;
    }

    void keep(ByteIdentity identity, Parsed parsed)
    {
        constexpr std::size_t kMostFiles = 16;
        const std::lock_guard lock(m_mutex);
        // Of a file that was written again, the older contents are of no use.
        m_kept.remove_if([&](const Kept& one) {
            return one.identity.isSame(identity)
                || (!identity.path.empty() && one.identity.path == identity.path
                    && one.identity.offset == identity.offset);
        });
        m_kept.push_front({std::move(identity), std::move(parsed)});
        std::size_t members = 0, files = 0;
        for (auto one = m_kept.begin(); one != m_kept.end(); ++files) {
            members += one->parsed.members();
            one = files > 0 && (files >= kMostFiles || members > m_most) ? m_kept.erase(one) : std::next(one);
        }
    }

    std::size_t m_most;
    std::mutex m_mutex;
    std::list<Kept> m_kept; ///< the last one used first
};

} // namespace dumpscope::core
