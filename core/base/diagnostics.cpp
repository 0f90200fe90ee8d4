// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/diagnostics.h"

#include "base/text.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace dumpscope::core {

namespace {

std::strong_ordering compare(const Diagnostic& a, const Diagnostic& b)
{
    if (a.place.file != b.place.file)
        return naturalCompare(a.place.file, b.place.file);
    const auto rest = [](const Diagnostic& d) {
        return std::tie(d.place.offset, d.place.row, d.place.column, d.code, d.message, d.severity);
    };
    return rest(a) <=> rest(b);
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
    // Items are large, so places are sorted and each item moves once.
    std::vector<std::size_t> order(items.size());
    std::iota(order.begin(), order.end(), std::size_t {0});
    std::sort(order.begin(), order.end(), [&items](std::size_t a, std::size_t b) {
        return compare(items[a].diagnostic, items[b].diagnostic) < 0;
    });
    std::vector<Item> kept;
    kept.reserve(std::min(items.size(), kLimit));
    for (const std::size_t index : order) {
        Item& item = items[index];
        if (!kept.empty() && compare(kept.back().diagnostic, item.diagnostic) == 0)
            kept.back().times += item.times;
        else if (kept.size() < kLimit)
            kept.push_back(std::move(item));
        else
            dropped += item.times;
    }
    items = std::move(kept);
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
    add({severity, error.code, error.place, error.withCauses()});
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
        result.push_back({Severity::Warning, Code::Limit, {},
            dropped == 1 ? phrase("%1 more problem is not listed", dropped)
                         : phrase("%1 more problems are not listed", dropped)});
    }
    return result;
}

} // namespace dumpscope::core
