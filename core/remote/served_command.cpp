// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/served_command.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dumpscope::core {

namespace {

namespace fs = std::filesystem;

/// Of one command, so that the other side cannot make this one keep what it likes.
constexpr std::size_t kMostFiles = 1000;
constexpr std::uint64_t kLargestWindow = 4U << 20;

constexpr std::string_view kFolderBegin = "dumpscope-serve-";

Result<void> writeWhole(int fd, std::string_view bytes, const std::string& path)
{
    while (!bytes.empty()) {
        const ::ssize_t written = ::write(fd, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return fail(systemError(errno, phrase("write"), {path}));
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

} // namespace

void removeLeftFolders(const std::string& temporaryFolder)
{
    std::error_code failed;
    std::vector<fs::path> left;
    for (const fs::directory_entry& entry : fs::directory_iterator(temporaryFolder, failed)) {
        if (!entry.path().filename().string().starts_with(kFolderBegin))
            continue;
        const UniqueFd folder = openAt(AT_FDCWD, entry.path().string(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
        struct stat info = {};
        if (folder && ::fstat(folder.get(), &info) == 0 && info.st_uid == ::geteuid()
            && ::flock(folder.get(), LOCK_EX | LOCK_NB) == 0)
            left.push_back(entry.path());
    }
    for (const fs::path& path : left)
        fs::remove_all(path, failed);
}

Result<std::unique_ptr<ServedCommand>> ServedCommand::make(
    const RemoteServing& serving, RemoteRun run, std::uint32_t minor)
{
    if (run.files.size() > kMostFiles)
        return fail(Code::Limit, phrase("a command with %1 files is too large", run.files.size()));
    run.window = std::clamp<std::uint64_t>(run.window, kRemotePiece, kLargestWindow);
    TRY_ASSIGN(ServedRequest request, readServedRequest(run, serving.home));
    std::unique_ptr<ServedCommand> made(new ServedCommand(serving, std::move(run), std::move(request)));
    if (minor >= kMinorWithPacking)
        made->m_packer.emplace();
    TRY_VOID(made->makeFolder());
    if (made->m_inputs.empty())
        TRY_VOID(made->start());
    return made;
}

ServedCommand::ServedCommand(const RemoteServing& serving, RemoteRun run, ServedRequest request)
    : m_serving(serving)
    , m_run(std::move(run))
    , m_request(std::move(request))
{
}

ServedCommand::~ServedCommand()
{
    m_child.endGroup();
    m_child.wait();
    if (!m_folder.empty()) {
        std::error_code ignored;
        fs::remove_all(m_folder, ignored);
    }
}

Result<void> ServedCommand::makeFolder()
{
    if (m_run.files.empty())
        return {};
    std::string folder = m_serving.temporaryFolder + '/' + std::string(kFolderBegin) + "XXXXXX";
    if (::mkdtemp(folder.data()) == nullptr)
        return fail(systemError(errno, phrase("make a folder for the command's files"), {folder}));
    m_folder = folder;
    // Held until this process has ended, however it ends (removeLeftFolders).
    m_lock = openAt(AT_FDCWD, m_folder, O_RDONLY | O_DIRECTORY);
    if (m_lock)
        ::flock(m_lock.get(), LOCK_EX | LOCK_NB);
    for (std::size_t i = 0; i < m_run.files.size(); ++i) {
        const fs::path path = fs::path(m_folder) / m_request.files[i];
        std::error_code failed;
        fs::create_directories(path.parent_path(), failed);
        if (failed)
            return fail(systemError(failed.value(), phrase("make a folder for the command's files"), {path}));
        if (m_run.files[i].isOutput)
            continue;
        UniqueFd input(
            ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR));
        if (!input)
            return fail(systemError(errno, phrase("write a file of the command"), {path}));
        m_inputs.emplace(static_cast<std::uint32_t>(i), std::move(input));
    }
    return {};
}

Result<void> ServedCommand::addInput(const RemotePiece& piece)
{
    const auto input = m_inputs.find(piece.file);
    if (input == m_inputs.end())
        return fail(Code::Usage, phrase("there comes a file that the command does not have"));
    m_inputBytes += piece.bytes.size();
    if (m_inputBytes > kMostInputBytes)
        return fail(Code::Limit, phrase("the files of a command have at most %1 bytes", kMostInputBytes));
    TRY_VOID(writeWhole(input->second.get(), piece.bytes, m_request.files[piece.file]));
    if (piece.isLast)
        m_inputs.erase(input);
    return m_inputs.empty() ? start() : Result<void>();
}

Result<void> ServedCommand::start()
{
    TRY_ASSIGN(m_output, Pipe::make());
    TRY_ASSIGN(m_problems, Pipe::make());
    ChildStart start;
    start.words = commandWords(m_request.request);
    start.words.insert(start.words.begin(), m_serving.program);
    start.environment = m_serving.environment;
    // It computes for nobody where this process is killed.
    start.environment.push_back(std::string(kServedVariable) + '=' + std::to_string(::getpid()));
    start.output = m_output.writing.get();
    start.error = m_problems.writing.get();
    // Its files have relative names, as they are what its messages show.
    const std::string& folder = m_folder.empty() ? m_serving.home : m_folder;
    if (::chdir(folder.c_str()) != 0)
        return fail(systemError(errno, phrase("go to the folder of the command"), {folder}));
    const int failed = m_child.start(start);
    static_cast<void>(::chdir(m_serving.home.c_str()));
    if (failed != 0)
        return fail(systemError(failed, phrase("start the program"), {m_serving.program}));
    for (Pipe* pipe : {&m_output, &m_problems}) {
        pipe->writing.reset();
        ::fcntl(pipe->reading.get(), F_SETFL, ::fcntl(pipe->reading.get(), F_GETFL) | O_NONBLOCK);
    }
    m_isStarted = true;
    if (m_isCancelled)
        m_child.signal(SIGINT);
    return {};
}

void ServedCommand::cancel()
{
    // The second time it ends at once.
    m_isCancelled = true;
    if (!m_status) {
        if (m_isStarted)
            m_child.signal(SIGINT);
        return;
    }
    m_leftOut += m_outputs.size();
    m_outputs.clear();
    m_sent.reset();
}

void ServedCommand::taken(std::uint64_t bytes)
{
    m_underWay -= std::min(bytes, m_underWay);
}

void ServedCommand::addWaits(std::vector<pollfd>& waits) const
{
    if (!maySend())
        return;
    for (const Pipe* pipe : {&m_output, &m_problems}) {
        if (pipe->reading)
            waits.push_back({pipe->reading.get(), POLLIN, 0});
    }
}

int ServedCommand::patience() const
{
    const bool hasMore = !m_outputs.empty() && maySend();
    const bool isLeaving = m_isStarted && !m_output.reading && !m_problems.reading && !m_status;
    return hasMore ? 0 : isLeaving ? 2 : 100;
}

void ServedCommand::passOn(Pipe& pipe, bool isProblem, MessageStream& stream)
{
    // Asked first: what it wrote before its end is there then. Who else holds the pipe is not waited for.
    const bool hasEnded = m_child.hasEnded();
    std::array<char, kRemotePiece> buffer;
    while (pipe.reading && maySend()) {
        const ::ssize_t got = ::read(pipe.reading.get(), buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) && !hasEnded)
            return;
        if (got <= 0) {
            pipe.reading.reset();
            return;
        }
        stream.send(encodeRemoteAnswer(RemoteOutput {m_run.command, isProblem,
                                           std::string(buffer.data(), static_cast<std::size_t>(got))},
            packer()));
        m_underWay += static_cast<std::uint64_t>(got);
    }
}

void ServedCommand::findOutputs()
{
    for (std::size_t i = 0; i < m_run.files.size(); ++i) {
        if (!m_run.files[i].isOutput)
            continue;
        const fs::path path = fs::path(m_folder) / m_request.files[i];
        const auto place = static_cast<std::uint32_t>(i);
        std::error_code ignored;
        if (!m_run.files[i].isFolder) {
            if (fs::is_regular_file(fs::symlink_status(path, ignored)))
                m_outputs.push_back({place, {}, path});
            continue;
        }
        std::vector<Output> found;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path, ignored)) {
            if (entry.is_regular_file(ignored) && !entry.is_symlink(ignored))
                found.push_back({place, entry.path().lexically_relative(path), entry.path()});
        }
        std::ranges::sort(found, {}, &Output::name);
        std::ranges::move(found, std::back_inserter(m_outputs));
    }
}

void ServedCommand::sendOutputs(MessageStream& stream)
{
    std::array<char, kRemotePiece> buffer;
    while (!m_outputs.empty() && maySend()) {
        const Output& output = m_outputs.front();
        if (!m_sent) {
            m_sent = openAt(AT_FDCWD, output.path, O_RDONLY | O_NOFOLLOW);
            m_offset = 0;
        }
        const ::ssize_t got = m_sent ? ::read(m_sent.get(), buffer.data(), buffer.size()) : -1;
        if (got < 0) {
            end(stream, 0,
                systemError(errno, phrase("read a file that the command wrote"), {output.name}).inFull());
            return;
        }
        const bool isLast = got == 0;
        stream.send(encodeRemoteAnswer(RemotePiece {m_run.command, output.file, output.name,
                                           std::string(buffer.data(), static_cast<std::size_t>(got)), isLast},
            packer()));
        m_underWay += static_cast<std::uint64_t>(got);
        if (isLast) {
            ::unlink(output.path.c_str()); // room for what follows
            m_sent.reset();
            m_outputs.pop_front();
        }
    }
}

void ServedCommand::end(MessageStream& stream, int exitCode, Message refusal)
{
    stream.send(encodeRemoteAnswer(RemoteEnd {m_run.command, exitCode, std::move(refusal), m_leftOut}));
    m_isOver = true;
}

void ServedCommand::advance(MessageStream& stream)
{
    if (m_isOver || !m_isStarted)
        return;
    if (!m_status) {
        passOn(m_output, false, stream);
        passOn(m_problems, true, stream);
        if (m_output.reading || m_problems.reading || !m_child.hasEnded())
            return;
        m_child.endGroup(); // what it left behind
        m_status = m_child.wait();
        findOutputs();
    }
    sendOutputs(stream);
    if (m_isOver || !m_outputs.empty())
        return;
    if (m_leftOut > 0) {
        constexpr int kInterrupted = 130; // docs/contract.md 1
        stream.send(encodeRemoteAnswer(RemoteOutput {m_run.command, true,
            "error: interrupted; files that had not arrived whole are left out (cancelled)\n"}));
        return end(stream, kInterrupted, {});
    }
    if (WIFEXITED(*m_status))
        end(stream, WEXITSTATUS(*m_status), {});
    else
        end(stream, kEndedBySignal, phrase("the command was ended by signal %1", WTERMSIG(*m_status)));
}

} // namespace dumpscope::core
