// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace dumpscope::core {

/// Asks the system to back a large block of memory with large pages, before it is filled. Only a
/// hint: it saves the time of tens of thousands of page faults and changes nothing else.
void preferLargePages(const void* begin, std::size_t bytes);

/// Reserves and asks for large pages.
template<typename T> void reserveLarge(std::vector<T>& vector, std::size_t count)
{
    if (count <= vector.capacity())
        return;
    vector.reserve(count);
    preferLargePages(vector.data(), vector.capacity() * sizeof(T));
}

} // namespace dumpscope::core
