// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/crash_report.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dumpscope::core {

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

// The handler may not allocate; everything it needs is written down when it is installed.
constexpr std::size_t kMaxText = 4096, kMaxFrames = 64;
std::array<char, kMaxText> reportFolder, reportHeader;
std::array<char, 64 * 1024> handlerStack;
struct sigaction previousActions[NSIG];
volatile std::sig_atomic_t isHandling = 0;

struct SignalName {
    int number;
    const char* name;
};
constexpr SignalName kSignals[] = {
    {SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"}, {SIGFPE, "SIGFPE"}, {SIGILL, "SIGILL"}, {SIGABRT, "SIGABRT"}};

/// Text of a fixed size that never allocates; what does not fit is cut.
class SignalText {
public:
    SignalText& operator<<(const char* text)
    {
        while (*text != '\0' && m_size + 1 < m_text.size())
            m_text[m_size++] = *text++;
        return *this;
    }
    SignalText& number(std::uint64_t value, unsigned base)
    {
        std::array<char, 21> digits {};
        std::size_t at = digits.size() - 1;
        do {
            digits[--at] = "0123456789abcdef"[value % base];
            value /= base;
        } while (value != 0);
        return *this << &digits[at];
    }
    [[nodiscard]] const char* text() const { return m_text.data(); }
    void writeTo(int fd) const
    {
        std::size_t done = 0;
        while (done < m_size) {
            const ssize_t written = ::write(fd, m_text.data() + done, m_size - done);
            if (written <= 0)
                return;
            done += static_cast<std::size_t>(written);
        }
    }

private:
    std::array<char, kMaxText> m_text {};
    std::size_t m_size = 0;
};

const char* baseName(const char* path)
{
    const char* const slash = std::strrchr(path, '/');
    return slash != nullptr ? slash + 1 : path;
}

void writeFrames(int fd)
{
    std::array<void*, kMaxFrames> frames {};
    const int count = ::backtrace(frames.data(), static_cast<int>(frames.size()));
    for (int i = 0; i < count; ++i) {
        void* const address = frames[static_cast<std::size_t>(i)];
        SignalText line;
        Dl_info module {};
        if (::dladdr(address, &module) != 0 && module.dli_fname != nullptr) {
            line << baseName(module.dli_fname) << "+0x";
            line.number(reinterpret_cast<std::uintptr_t>(address)
                    - reinterpret_cast<std::uintptr_t>(module.dli_fbase),
                16);
            if (module.dli_sname != nullptr)
                line << " " << module.dli_sname;
        } else {
            line << "?";
        }
        line << "\n";
        line.writeTo(fd);
    }
}

void makeFolders()
{
    std::array<char, kMaxText> path = reportFolder;
    for (std::size_t i = 1; path[i] != '\0'; ++i) {
        if (path[i] != '/')
            continue;
        path[i] = '\0';
        ::mkdir(path.data(), 0700);
        path[i] = '/';
    }
    ::mkdir(path.data(), 0700);
}

void writeReport(const char* signalName)
{
    makeFolders();
    SignalText path;
    path << reportFolder.data() << "/crash-";
    path.number(static_cast<std::uint64_t>(std::time(nullptr)), 10) << "-";
    path.number(static_cast<std::uint64_t>(::getpid()), 10) << ".txt";
    const int fd = ::open(path.text(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return;
    SignalText head;
    head << reportHeader.data() << "\nended by " << signalName << "\n\n";
    head.writeTo(fd);
    writeFrames(fd);
    ::close(fd);
    SignalText note;
    note << "\nThe program crashed (" << signalName << "). A report without personal data: " << path.text()
         << "\n";
    note.writeTo(STDERR_FILENO);
}

void handle(int number, siginfo_t*, void*)
{
    if (isHandling == 0) { // a fault inside the handler ends the process at once
        isHandling = 1;
        for (const SignalName& signal : kSignals) {
            if (signal.number == number)
                writeReport(signal.name);
        }
    }
    ::sigaction(number, &previousActions[number], nullptr);
    ::raise(number);
}

void copyText(std::array<char, kMaxText>& to, std::string_view text)
{
    const std::size_t size = std::min(text.size(), to.size() - 1);
    std::memcpy(to.data(), text.data(), size);
    to[size] = '\0';
}

} // namespace

std::string crashFolder(const char* stateHome, const char* home)
{
    if (stateHome != nullptr && *stateHome == '/')
        return std::string(stateHome) + "/dumpscope";
    if (home != nullptr && *home == '/')
        return std::string(home) + "/.local/state/dumpscope";
    return {};
}

void installCrashReports(const std::string& folder, std::string_view header)
{
    if (kSanitized || folder.empty() || folder.size() >= kMaxText / 2)
        return;
    copyText(reportFolder, folder);
    copyText(reportHeader, header);
    // The first call loads a library, which a handler may not do.
    std::array<void*, 1> frame {};
    ::backtrace(frame.data(), 1);
    const stack_t stack {handlerStack.data(), 0, handlerStack.size()};
    ::sigaltstack(&stack, nullptr); // a stack that overflowed cannot hold the handler
    struct sigaction action { };
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (const SignalName& signal : kSignals)
        ::sigaction(signal.number, &action, &previousActions[signal.number]);
}

} // namespace dumpscope::core
