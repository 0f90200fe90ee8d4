// SPDX-License-Identifier: GPL-3.0-or-later
#include "exit_code.h"
#include "process_group.h"

#include <fmt/format.h>
#include <mpi.h>
#include <sched.h>

#include <charconv>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

namespace dumpscope::cli {

namespace {

constexpr int kRecordTag = 1;
constexpr int kFinishedTag = 2;
/// MPI's own waiting keeps a core busy; this does not.
constexpr auto kPollEvery = std::chrono::microseconds(500);

/// Opening and pairing cost memory and time that do not shrink, whoever does it: of the processes on one
/// machine the first does all of the work, with the cores of all of them.
class Machine {
public:
    Machine()
    {
        int rank = 0;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        if (std::getenv("DUMPSCOPE_MPI_ALL"))
            MPI_Comm_dup(MPI_COMM_SELF, &m_processes);
        else
            MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &m_processes);
        int here = 0;
        MPI_Comm_rank(m_processes, &here);
        m_isFirst = here == 0;
        gatherCores();
    }

    [[nodiscard]] bool isFirst() const { return m_isFirst; }
    /// Ends in all processes of the machine when the first one calls it.
    void finish()
    {
        MPI_Request request;
        MPI_Ibarrier(m_processes, &request);
        for (int done = 0; done == 0;) {
            MPI_Test(&request, &done, MPI_STATUS_IGNORE);
            if (done == 0)
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
    }

private:
    /// Must come before the first use of an arena: it asks once how many cores there are.
    void gatherCores() const
    {
        cpu_set_t own;
        CPU_ZERO(&own);
        ::sched_getaffinity(0, sizeof own, &own);
        int count = 0;
        MPI_Comm_size(m_processes, &count);
        std::vector<cpu_set_t> sets(static_cast<std::size_t>(count));
        MPI_Gather(&own, sizeof own, MPI_BYTE, sets.data(), sizeof own, MPI_BYTE, 0, m_processes);
        if (!m_isFirst)
            return;
        for (const cpu_set_t& set : sets)
            CPU_OR(&own, &own, &set);
        // Where the system allows no more, the cores of this process are used.
        ::sched_setaffinity(0, sizeof own, &own);
    }

    MPI_Comm m_processes = MPI_COMM_NULL;
    bool m_isFirst = true;
};

/// The first processes of all machines. Calls of MPI come from one thread at a time: in process 0 from the
/// receiver, in the others from whoever holds the lock.
class MpiSharing : public core::PairSharing {
public:
    explicit MpiSharing(Machine machine, MPI_Comm group)
        : m_machine(machine)
        , m_group(group)
    {
        MPI_Comm_rank(m_group, &m_process);
        MPI_Comm_size(m_group, &m_processes);
        if (m_process == 0)
            m_receiver = std::jthread([this](const std::stop_token& stop) { receiveAll(stop); });
    }
    ~MpiSharing() override
    {
        if (m_receiver.joinable()) {
            m_receiver.request_stop();
            m_receiver.join();
        }
        if (!m_complete)
            MPI_Abort(MPI_COMM_WORLD, kCannotRead);
        m_machine.finish();
        MPI_Finalize();
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
        if (MPI_Send(message.data(), static_cast<int>(message.size()), MPI_BYTE, 0, tag, m_group)
            != MPI_SUCCESS)
            return core::fail(core::Code::Io, core::phrase("process 0 takes no records any more"));
        return {};
    }

    void receiveAll(const std::stop_token& stop)
    {
        for (int left = m_processes - 1; left > 0 && !stop.stop_requested();) {
            int there = 0;
            MPI_Status status;
            MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, m_group, &there, &status);
            if (there == 0) {
                std::this_thread::sleep_for(kPollEvery);
                continue;
            }
            int size = 0;
            MPI_Get_count(&status, MPI_BYTE, &size);
            std::string message(static_cast<std::size_t>(size), '\0');
            MPI_Recv(message.data(), size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, m_group,
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

    Machine m_machine;
    MPI_Comm m_group;
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
    const auto more = [](const char* name) {
        const char* const text = std::getenv(name);
        int size = 0;
        return text && std::from_chars(text, text + std::strlen(text), size).ec == std::errc() && size > 1;
    };
    // The last one is also set in a shell that Slurm started; only its tasks have a rank.
    return more("OMPI_COMM_WORLD_SIZE") || more("PMI_SIZE")
        || (std::getenv("PMIX_RANK") && more("SLURM_STEP_NUM_TASKS"));
}

JoinedProcesses joinProcesses()
{
    if (!startedTogether())
        return {};
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, kCannotRead);
    Machine machine;
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm group = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, machine.isFirst() ? 0 : MPI_UNDEFINED, rank, &group);
    if (machine.isFirst())
        return {std::make_unique<MpiSharing>(machine, group), true};
    machine.finish();
    MPI_Finalize();
    return {nullptr, false};
}

} // namespace dumpscope::cli
