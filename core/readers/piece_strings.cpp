// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/piece_strings.h"

#include "records/string_pool.h"

#include <utility>

namespace dumpscope::core {

PieceStrings::PieceStrings()
    : m_places(1024, 0)
{
    m_texts.emplace_back();
    m_hashes.push_back(StringPool::hashOf({}));
}

std::size_t PieceStrings::findPlace(std::string_view text, std::size_t hash) const
{
    const std::size_t mask = m_places.size() - 1;
    std::size_t place = hash & mask;
    while (m_places[place] != 0) {
        const std::uint32_t number = m_places[place] - 1;
        if (m_hashes[number] == hash && m_texts[number] == text)
            break;
        place = (place + 1) & mask;
    }
    return place;
}

std::uint32_t PieceStrings::insert(std::string_view text, std::size_t hash, std::size_t place)
{
    const auto number = static_cast<std::uint32_t>(m_texts.size());
    m_texts.push_back(text);
    m_hashes.push_back(hash);
    m_places[place] = number + 1;
    if (++m_placed * 2 > m_places.size())
        grow();
    return number;
}

std::uint32_t PieceStrings::intern(std::string_view text)
{
    if (text.empty())
        return 0;
    const std::size_t hash = StringPool::hashOf(text);
    const std::size_t place = findPlace(text, hash);
    return m_places[place] != 0 ? m_places[place] - 1 : insert(text, hash, place);
}

std::uint32_t PieceStrings::append(std::string_view text)
{
    if (text.empty())
        return 0;
    m_texts.push_back(text);
    m_hashes.push_back(StringPool::hashOf(text));
    return static_cast<std::uint32_t>(m_texts.size() - 1);
}

std::uint32_t PieceStrings::internOwned(std::string text)
{
    if (text.empty())
        return 0;
    const std::size_t hash = StringPool::hashOf(text);
    const std::size_t place = findPlace(text, hash);
    if (m_places[place] != 0)
        return m_places[place] - 1;
    m_owned.push_back(std::move(text));
    return insert(m_owned.back(), hash, place);
}

void PieceStrings::grow()
{
    std::vector<std::uint32_t> places(m_places.size() * 2, 0);
    const std::size_t mask = places.size() - 1;
    for (const std::uint32_t used : m_places) {
        if (used == 0)
            continue;
        std::size_t place = m_hashes[used - 1] & mask;
        while (places[place] != 0)
            place = (place + 1) & mask;
        places[place] = used;
    }
    m_places.swap(places);
}

} // namespace dumpscope::core
