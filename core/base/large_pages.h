// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace dumpscope::core {

/// Asks the system to back a large block of memory with large pages, before it is filled. Only a
/// hint: it saves the time of tens of thousands of page faults and changes nothing else.
void preferLargePages(const void* begin, std::size_t bytes);

/// Reserves on large pages.
template<typename T> void reserveLarge(std::vector<T>& vector, std::size_t count)
{
    if (count <= vector.capacity())
        return;
    vector.reserve(count);
    preferLargePages(vector.data(), vector.capacity() * sizeof(T));
}

/// Elements without initial values, on large pages. The system clears memory when it is first touched, so
/// setting them from all threads shares that work, too.
template<typename T> class LargeArray {
public:
    static_assert(std::is_trivial_v<T>);

    explicit LargeArray(std::size_t count)
        : m_elements(std::make_unique_for_overwrite<T[]>(count))
        , m_count(count)
    {
        preferLargePages(m_elements.get(), count * sizeof(T));
    }
    [[nodiscard]] std::span<T> span() const { return {m_elements.get(), m_count}; }

private:
    std::unique_ptr<T[]> m_elements;
    std::size_t m_count;
};

} // namespace dumpscope::core
