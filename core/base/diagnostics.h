// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <mutex>
#include <string>
#include <vector>

namespace dumpscope::core {

enum class Severity : std::uint8_t { Hint, Warning, Error };

[[nodiscard]] std::string_view severityWord(Severity severity);

/// One bad item among many. `place.file` is relative to the opened root when it lies inside it.
struct Diagnostic {
    Severity severity = Severity::Warning;
    Code code = Code::Suspicious;
    Place place;
    Message message;
};

/// Collects per-item problems of a task. Thread-safe. Order of arrival does not matter: `sorted`
/// gives the same sequence for any number of threads. At most `kLimit` are kept in full; the rest
/// is counted and appears as one closing diagnostic of code `limit`.
class Diagnostics {
public:
    static constexpr std::size_t kLimit = 100'000;

    void add(Diagnostic diagnostic);
    void add(Severity severity, const Error& error);
    [[nodiscard]] std::size_t count() const; ///< of all that were added, duplicates and dropped ones too
    /// By place, then code, then message; duplicates removed.
    [[nodiscard]] std::vector<Diagnostic> sorted() const;

private:
    struct Item {
        Diagnostic diagnostic;
        std::size_t times = 1; ///< equal ones that arrived
    };
    static void compact(std::vector<Item>& items, std::size_t& dropped);

    mutable std::mutex m_mutex;
    std::vector<Item> m_items;
    std::size_t m_count = 0;
    std::size_t m_dropped = 0;
};

} // namespace dumpscope::core
