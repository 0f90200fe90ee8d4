// SPDX-License-Identifier: GPL-3.0-or-later
#include "interrupt.h"

#include "exit_code.h"

#include <csignal>
#include <ctime>

#include <unistd.h>

namespace dumpscope::cli {

namespace {

sigset_t interruptSignals()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    return set;
}

} // namespace

void blockInterrupt()
{
    const sigset_t set = interruptSignals();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

InterruptWatch::InterruptWatch(std::stop_source source)
    : m_thread([this, source](const std::stop_token& stop) mutable {
        const sigset_t set = interruptSignals();
        const timespec interval {0, 20'000'000};
        while (!stop.stop_requested()) {
            if (sigtimedwait(&set, nullptr, &interval) < 0)
                continue;
            if (m_interrupted.exchange(true))
                ::_exit(kInterrupted);
            source.request_stop();
        }
    })
{
}

InterruptWatch::~InterruptWatch() = default;

} // namespace dumpscope::cli
