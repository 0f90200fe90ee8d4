// SPDX-License-Identifier: GPL-3.0-or-later
#include "interrupt.h"

#include "exit_code.h"

#include <csignal>

#include <unistd.h>

namespace dumpscope::cli {

namespace {

/// Wakes the watch at its end, which then need not look up from time to time.
int wakeSignal()
{
    return SIGRTMIN;
}

sigset_t watchedSignals()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, wakeSignal());
    return set;
}

} // namespace

void blockInterrupt()
{
    const sigset_t set = watchedSignals();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

InterruptWatch::InterruptWatch(std::stop_source source)
    : m_thread([this, source](const std::stop_token& stop) mutable {
        const sigset_t set = watchedSignals();
        while (!stop.stop_requested()) {
            const int signal = sigwaitinfo(&set, nullptr);
            if (signal != SIGINT && signal != SIGTERM)
                continue;
            if (m_interrupted.exchange(true))
                ::_exit(kInterrupted);
            source.request_stop();
        }
    })
{
}

InterruptWatch::~InterruptWatch()
{
    m_thread.request_stop();
    pthread_kill(m_thread.native_handle(), wakeSignal());
}

} // namespace dumpscope::cli
