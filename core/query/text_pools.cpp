// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/text_pools.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace dumpscope::core {

TextPlace placeOf(const TextView& view)
{
    TextPlace place;
    std::memcpy(&place, view.inside.data() + TextView::kPrefix, sizeof place);
    return place;
}

void setPlace(TextView& view, TextPlace place)
{
    std::memcpy(view.inside.data() + TextView::kPrefix, &place, sizeof place);
}

Result<TextView> TextPools::add(std::string_view text)
{
    constexpr std::size_t kFirst = std::size_t {64} << 10, kLargest = std::size_t {8} << 20;
    if (text.size() > std::size_t {std::numeric_limits<std::int32_t>::max()})
        return fail(Code::Unsupported, phrase("a text of %1 bytes is too long for a column", text.size()));
    TextView view;
    view.size = static_cast<std::int32_t>(text.size());
    if (text.size() <= TextView::kMostInside) {
        std::ranges::copy(text, view.inside.begin());
        return view;
    }
    if (m_pools.empty() || text.size() > m_pools.back().capacity() - m_pools.back().size()) {
        const std::size_t next = m_pools.empty() ? kFirst : std::min(m_pools.back().capacity() * 2, kLargest);
        m_pools.emplace_back().reserve(std::max(next, text.size()));
    }
    std::string& pool = m_pools.back();
    std::copy_n(text.begin(), TextView::kPrefix, view.inside.begin());
    setPlace(view, {static_cast<std::int32_t>(m_pools.size() - 1), static_cast<std::int32_t>(pool.size())});
    pool += text;
    return view;
}

std::string_view ColumnData::text(std::size_t row) const
{
    const TextView& view = views[row];
    const auto size = static_cast<std::size_t>(view.size);
    if (size <= TextView::kMostInside)
        return {view.inside.data(), size};
    const TextPlace place = placeOf(view);
    return std::string_view(pools[static_cast<std::size_t>(place.pool)])
        .substr(static_cast<std::size_t>(place.offset), size);
}

} // namespace dumpscope::core
