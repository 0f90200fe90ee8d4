// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <thread>

namespace dumpscope::test {

/// Looks every millisecond whether `condition()` holds; false: not within the limit. Needs no event loop, so
/// that threads at work can wait like this, too.
template<typename Condition>
bool eventually(const Condition& condition, std::chrono::milliseconds limit = std::chrono::minutes(1))
{
    using Clock = std::chrono::steady_clock;
    const auto deadline = Clock::now() + limit;
    while (!condition()) {
        if (Clock::now() > deadline)
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
}

} // namespace dumpscope::test
