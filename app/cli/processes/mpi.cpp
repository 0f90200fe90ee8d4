// SPDX-License-Identifier: GPL-3.0-or-later
#include "exit_code.h"
#include "process_group.h"

#include <fmt/format.h>
#include <mpi.h>

#include <array>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <thread>

namespace dumpscope::cli {

namespace {

constexpr int kRecordTag = 1;
constexpr int kFinishedTag = 2;
/// MPI's own waiting keeps a core busy; this does not.
constexpr auto kPollEvery = std::chrono::microseconds(500);

/// Calls of MPI come from one thread at a time: in process 0 from the receiver, in the others from whoever
/// holds the lock.
class MpiSharing : public core::PairSharing {
public:
    MpiSharing()
    {
        int provided = 0;
        MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
        MPI_Comm_rank(MPI_COMM_WORLD, &m_process);
        MPI_Comm_size(MPI_COMM_WORLD, &m_processes);
        if (provided < MPI_THREAD_SERIALIZED)
            MPI_Abort(MPI_COMM_WORLD, kCannotRead);
        if (m_process == 0)
            m_receiver = std::jthread([this](const std::stop_token& stop) { receiveAll(stop); });
    }
    ~MpiSharing() override
    {
        if (m_receiver.joinable()) {
            m_receiver.request_stop();
            m_receiver.join();
        }
        if (m_complete)
            MPI_Finalize();
        else
            MPI_Abort(MPI_COMM_WORLD, kCannotRead);
    }

    [[nodiscard]] std::size_t process() const override { return static_cast<std::size_t>(m_process); }
    [[nodiscard]] std::size_t processes() const override { return static_cast<std::size_t>(m_processes); }

    core::Result<void> send(std::size_t pair, std::string record) override
    {
        const std::uint64_t number = pair;
        std::string message(sizeof number, '\0');
        std::memcpy(message.data(), &number, sizeof number);
        return sendTagged(kRecordTag, message + record);
    }
    core::Result<void> finish(const std::vector<core::Diagnostic>& problems) override
    {
        TRY_VOID(sendTagged(kFinishedTag, core::encodeDiagnostics(problems)));
        m_complete = true;
        return {};
    }

    core::Result<std::string> receive(std::size_t pair, std::stop_token stop) override
    {
        std::unique_lock lock(m_mutex);
        m_arrived.wait(lock, stop, [&] { return m_records.contains(pair) || ended(); });
        if (const auto found = m_records.find(pair); found != m_records.end()) {
            std::string record = std::move(found->second);
            m_records.erase(found);
            return record;
        }
        return core::fail(ended() ? whyEnded(fmt::format("pair {} was measured by no process", pair))
                                  : core::makeError(core::Code::Cancelled, core::phrase("cancelled")));
    }
    core::Result<std::vector<core::Diagnostic>> problems(std::stop_token stop) override
    {
        std::unique_lock lock(m_mutex);
        m_arrived.wait(lock, stop, [&] { return ended(); });
        if (!ended())
            return core::fail(core::Code::Cancelled, core::phrase("cancelled"));
        if (m_failed)
            return core::fail(*m_failed);
        m_complete = true;
        return m_problems;
    }

private:
    [[nodiscard]] bool ended() const { return m_failed || m_finished == m_processes - 1; }
    [[nodiscard]] core::Error whyEnded(std::string message) const
    {
        return m_failed ? *m_failed : core::makeError(core::Code::Internal, std::move(message));
    }

    core::Result<void> sendTagged(int tag, const std::string& message)
    {
        const std::lock_guard lock(m_mutex);
        if (MPI_Send(message.data(), static_cast<int>(message.size()), MPI_BYTE, 0, tag, MPI_COMM_WORLD)
            != MPI_SUCCESS)
            return core::fail(core::Code::Io, core::phrase("process 0 takes no records any more"));
        return {};
    }

    void receiveAll(const std::stop_token& stop)
    {
        for (int left = m_processes - 1; left > 0 && !stop.stop_requested();) {
            int there = 0;
            MPI_Status status;
            MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
            if (there == 0) {
                std::this_thread::sleep_for(kPollEvery);
                continue;
            }
            int size = 0;
            MPI_Get_count(&status, MPI_BYTE, &size);
            std::string message(static_cast<std::size_t>(size), '\0');
            MPI_Recv(message.data(), size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
                MPI_STATUS_IGNORE);
            left -= status.MPI_TAG == kFinishedTag ? 1 : 0;
            take(status.MPI_TAG, std::move(message));
        }
    }

    void take(int tag, std::string message)
    {
        const std::lock_guard lock(m_mutex);
        if (tag == kFinishedTag) {
            auto problems = core::decodeDiagnostics(message);
            if (problems)
                m_problems.insert(m_problems.end(), problems->begin(), problems->end());
            else
                m_failed = problems.error();
            ++m_finished;
        } else {
            std::uint64_t number = 0;
            std::memcpy(&number, message.data(), std::min(message.size(), sizeof number));
            m_records[number] = message.substr(std::min(message.size(), sizeof number));
        }
        m_arrived.notify_all();
    }

    int m_process = 0, m_processes = 1;
    bool m_complete = false;
    std::mutex m_mutex;
    std::condition_variable_any m_arrived;
    std::map<std::size_t, std::string> m_records;
    std::vector<core::Diagnostic> m_problems;
    std::optional<core::Error> m_failed;
    int m_finished = 0;
    std::jthread m_receiver;
};

} // namespace

bool startedTogether()
{
    for (const char* const name : std::array {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
        const char* const text = std::getenv(name);
        int size = 0;
        if (text && std::from_chars(text, text + std::strlen(text), size).ec == std::errc() && size > 1)
            return true;
    }
    return false;
}

std::unique_ptr<core::PairSharing> joinProcesses()
{
    return startedTogether() ? std::make_unique<MpiSharing>() : nullptr;
}

} // namespace dumpscope::cli
