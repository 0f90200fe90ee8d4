// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/diagnostics.h"

#include "base/text.h"

#include <algorithm>
#include <tuple>

namespace dumpscope::core {

namespace {

std::strong_ordering compare(const Diagnostic& a, const Diagnostic& b)
{
    if (const auto files = naturalCompare(a.place.file, b.place.file); files != 0)
        return files;
    const auto rest = [](const Diagnostic& d) {
        return std::tie(d.place.offset, d.place.row, d.place.column, d.code, d.message, d.severity);
    };
    const auto left = rest(a);
    const auto right = rest(b);
    if (left == right)
        return std::strong_ordering::equal;
    return left < right ? std::strong_ordering::less : std::strong_ordering::greater;
}

} // namespace

std::string_view severityWord(Severity severity)
{
    switch (severity) {
    case Severity::Hint:
        return "hint";
    case Severity::Warning:
        return "warning";
    case Severity::Error:
        return "error";
    }
    return "error";
}

// Keeps the kLimit smallest distinct items. An item dropped here has kLimit smaller ones, so it can
// never belong to the result: what is kept, and the number dropped, do not depend on arrival.
void Diagnostics::compact(std::vector<Item>& items, std::size_t& dropped)
{
    std::sort(items.begin(), items.end(),
        [](const Item& a, const Item& b) { return compare(a.diagnostic, b.diagnostic) < 0; });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (kept > 0 && compare(items[kept - 1].diagnostic, items[i].diagnostic) == 0) {
            items[kept - 1].times += items[i].times;
            continue;
        }
        if (kept != i)
            items[kept] = std::move(items[i]);
        ++kept;
    }
    items.resize(kept);
    if (kept > kLimit) {
        for (std::size_t i = kLimit; i < kept; ++i)
            dropped += items[i].times;
        items.resize(kLimit);
    }
}

void Diagnostics::add(Diagnostic diagnostic)
{
    const std::lock_guard lock(m_mutex);
    ++m_count;
    m_items.push_back({std::move(diagnostic), 1});
    if (m_items.size() >= 2 * kLimit)
        compact(m_items, m_dropped);
}

void Diagnostics::add(Severity severity, const Error& error)
{
    Error withoutPlace = error;
    withoutPlace.place = {};
    add({severity, error.code, error.place, withoutPlace.text()});
}

std::size_t Diagnostics::count() const
{
    const std::lock_guard lock(m_mutex);
    return m_count;
}

std::vector<Diagnostic> Diagnostics::sorted() const
{
    std::vector<Item> items;
    std::size_t dropped = 0;
    {
        const std::lock_guard lock(m_mutex);
        items = m_items;
        dropped = m_dropped;
    }
    compact(items, dropped);
    std::vector<Diagnostic> result;
    result.reserve(items.size() + 1);
    for (Item& item : items)
        result.push_back(std::move(item.diagnostic));
    if (dropped > 0) {
        std::string message;
        appendNumber(message, static_cast<std::uint64_t>(dropped));
        message += dropped == 1 ? " more problem is not listed" : " more problems are not listed";
        result.push_back({Severity::Warning, Code::Limit, {}, std::move(message)});
    }
    return result;
}

} // namespace dumpscope::core
