// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/child_process.h"
#include "io/posix_file.h"
#include "remote/message_stream.h"
#include "remote/remote_messages.h"
#include "remote/remote_plan.h"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <poll.h>

namespace dumpscope::core {

/// What commands for another machine are run with.
struct RemoteServing {
    std::string program;                  ///< dumpscope-cli itself
    std::vector<std::string> environment; ///< NAME=VALUE
    std::string home;                     ///< absolute; relative paths of dumps begin there
    std::string temporaryFolder;          ///< where a folder for files of a command is made, and removed
    std::chrono::milliseconds sign = kRemoteSign; ///< how often it shows that it is there
};

/// Names the process that a command runs for; where that ends, so does the command, however it ended.
inline constexpr std::string_view kServedVariable = "DUMPSCOPE_SERVED_BY";

/// Removes folders of commands whose server was killed.
void removeLeftFolders(const std::string& temporaryFolder);

/// One command for another machine: a child process whose output is passed on, then the files it wrote. Never
/// waits; not thread-safe. The destructor ends the child and removes its folder.
class ServedCommand {
public:
    /// `minor`: of the other side. Errors: Code::Usage for what must not be run, the system's reason.
    [[nodiscard]] static Result<std::unique_ptr<ServedCommand>> make(
        const RemoteServing& serving, RemoteRun run, std::uint32_t minor);
    ~ServedCommand();
    ServedCommand(const ServedCommand&) = delete;
    ServedCommand& operator=(const ServedCommand&) = delete;

    /// A piece of an input. Errors: Code::Usage for one that was not announced, Code::Limit.
    [[nodiscard]] Result<void> addInput(const RemotePiece& piece);
    void cancel();
    void taken(std::uint64_t bytes);
    /// What there is to wait for; nothing while the reader has to take something first.
    void addWaits(std::vector<pollfd>& waits) const;
    /// How long it may wait, in ms.
    [[nodiscard]] int patience() const;
    /// Passes on what there is.
    void advance(MessageStream& stream);
    [[nodiscard]] bool isOver() const { return m_isOver; }

private:
    struct Output {
        std::uint32_t file = 0;
        std::string name, path;
    };

    ServedCommand(const RemoteServing& serving, RemoteRun run, ServedRequest request);
    Result<void> makeFolder();
    Result<void> start();
    [[nodiscard]] bool maySend() const { return m_underWay < m_run.window; }
    [[nodiscard]] BytesPacker* packer() { return m_packer ? &*m_packer : nullptr; }
    void passOn(Pipe& pipe, bool isProblem, MessageStream& stream);
    void findOutputs();
    void sendOutputs(MessageStream& stream);
    void end(MessageStream& stream, int exitCode, Message refusal);

    const RemoteServing& m_serving;
    RemoteRun m_run;
    ServedRequest m_request;
    std::string m_folder;                       ///< empty: it needs none
    UniqueFd m_lock;                            ///< of the folder
    std::map<std::uint32_t, UniqueFd> m_inputs; ///< that are not complete
    std::uint64_t m_inputBytes = 0, m_underWay = 0;
    ChildProcess m_child;
    Pipe m_output, m_problems;
    std::optional<Message> m_failure; ///< why it could not be started
    std::optional<int> m_status;      ///< of waitpid
    std::deque<Output> m_outputs;
    UniqueFd m_sent; ///< the first of m_outputs
    std::uint64_t m_offset = 0;
    std::optional<BytesPacker> m_packer; ///< nothing: the other side does not know it
    bool m_isStarted = false, m_isCancelled = false, m_isOver = false;
    std::size_t m_leftOut = 0; ///< of its files, when it was cancelled while they were sent
};

} // namespace dumpscope::core
