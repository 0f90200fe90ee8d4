// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>
#include <thread>

namespace dumpscope::core {

/// Calls a function again and again on a thread of its own, until this object goes or the function throws.
/// Without a thread to be had it never does.
class Ticker {
public:
    Ticker(std::chrono::milliseconds every, std::function<void()> tick);

private:
    std::jthread m_thread; ///< stopped and waited for
};

} // namespace dumpscope::core
