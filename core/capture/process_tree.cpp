// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/process_tree.h"

#include "base/text.h"
#include "io/posix_file.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

namespace dumpscope::core {

namespace {

/// Beginning of a file below /proc; empty when it is gone.
std::string readProc(const std::string& path, std::size_t most)
{
    const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    std::string text;
    std::array<char, 4096> buffer;
    while (file && text.size() < most) {
        const ::ssize_t got = ::read(file.get(), buffer.data(), buffer.size());
        if (got <= 0)
            break;
        text.append(buffer.data(), static_cast<std::size_t>(got));
    }
    return text;
}

/// proc(5): `pid (comm) state ppid … utime stime … rss`; comm may hold anything, also `)`.
bool parseStat(std::string_view text, ProgramProcess& process)
{
    const std::size_t open = text.find('('), close = text.rfind(')');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open)
        return false;
    process.name = printable(text.substr(open + 1, close - open - 1));
    std::vector<std::string_view> fields; // from field 3, the state
    for (std::string_view rest = text.substr(close + 1); !rest.empty();) {
        const std::size_t begin = std::min(rest.find_first_not_of(" \n"), rest.size());
        rest.remove_prefix(begin);
        const std::size_t end = std::min(rest.find_first_of(" \n"), rest.size());
        if (end > 0)
            fields.push_back(rest.substr(0, end));
        rest.remove_prefix(end);
    }
    constexpr std::size_t kParent = 1, kUserTime = 11, kSystemTime = 12, kResident = 21;
    if (fields.size() <= kResident)
        return false;
    if (fields[0] == "Z" || fields[0] == "X")
        return false; // has ended
    process.isPaused = fields[0] == "T";
    process.parent = static_cast<int>(parseInt(fields[kParent]).value_or(0));
    const double ticks = static_cast<double>(parseUnsigned(fields[kUserTime]).value_or(0))
        + static_cast<double>(parseUnsigned(fields[kSystemTime]).value_or(0));
    process.cpuSeconds = ticks / static_cast<double>(std::max(::sysconf(_SC_CLK_TCK), 1L));
    process.memory = parseUnsigned(fields[kResident]).value_or(0)
        * static_cast<std::uint64_t>(std::max(::sysconf(_SC_PAGESIZE), 1L));
    return true;
}

std::multimap<int, ProgramProcess> processesByParent()
{
    std::multimap<int, ProgramProcess> processes;
    const std::unique_ptr<DIR, int (*)(DIR*)> proc(::opendir("/proc"), &::closedir);
    while (const dirent* entry = proc ? ::readdir(proc.get()) : nullptr) {
        if (!isDigits(entry->d_name))
            continue;
        ProgramProcess process;
        process.pid = static_cast<int>(parseInt(entry->d_name).value_or(0));
        if (parseStat(readProc("/proc/" + std::string(entry->d_name) + "/stat", 4096), process))
            processes.emplace(process.parent, std::move(process));
    }
    return processes;
}

/// Launchers give a rank to their helpers, too, such as those that follow logs: the largest process stays.
void keepOneOfEachRank(std::vector<ProgramProcess>& processes)
{
    std::map<int, ProgramProcess*> largest;
    for (ProgramProcess& process : processes) {
        if (!process.rank)
            continue;
        const auto [place, isNew] = largest.try_emplace(*process.rank, &process);
        if (isNew)
            continue;
        ProgramProcess* const smaller = process.memory > place->second->memory ? place->second : &process;
        if (smaller != &process)
            place->second = &process;
        smaller->rank.reset();
    }
}

} // namespace

std::optional<int> rankOf(std::string_view environment)
{
    constexpr std::array<std::string_view, 7> kNames {
        "RANK_ID", "MS_NODE_ID", "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID", "RANK"};
    std::array<std::optional<int>, kNames.size()> ranks;
    while (!environment.empty()) {
        const std::size_t end = std::min(environment.find('\0'), environment.size());
        const std::string_view variable = environment.substr(0, end);
        environment.remove_prefix(std::min(end + 1, environment.size()));
        const std::size_t equals = std::min(variable.find('='), variable.size());
        const auto name = std::ranges::find(kNames, variable.substr(0, equals));
        if (name == kNames.end())
            continue;
        const auto value = parseInt(variable.substr(std::min(equals + 1, variable.size())));
        if (value && *value >= 0 && *value < 1'000'000)
            ranks[static_cast<std::size_t>(name - kNames.begin())] = static_cast<int>(*value);
    }
    const auto found = std::ranges::find_if(ranks, [](const auto& rank) { return rank.has_value(); });
    return found == ranks.end() ? std::nullopt : *found;
}

std::vector<ProgramProcess> descendantsOf(int pid)
{
    constexpr std::size_t kMostEnvironment = 1U << 20;
    const auto byParent = processesByParent();
    std::vector<ProgramProcess> found;
    std::map<int, std::optional<int>> rankOfPid; // of processes in `found`, inherited ones too
    const auto addChildren = [&](int parent) {
        const auto [begin, end] = byParent.equal_range(parent);
        for (auto child = begin; child != end; ++child)
            found.push_back(child->second);
    };
    addChildren(pid);
    for (std::size_t i = 0; i < found.size() && found.size() < byParent.size() + 1; ++i) {
        const int child = found[i].pid;
        const auto rank = rankOf(readProc("/proc/" + std::to_string(child) + "/environ", kMostEnvironment));
        rankOfPid[child] = rank;
        const auto above = rankOfPid.find(found[i].parent);
        if (above == rankOfPid.end() || above->second != rank)
            found[i].rank = rank;
        addChildren(child);
    }
    keepOneOfEachRank(found);
    return found;
}

std::uint64_t outOfMemoryKills()
{
    const std::string text = readProc("/proc/vmstat", 1U << 16);
    constexpr std::string_view kName = "\noom_kill ";
    const std::size_t at = text.find(kName);
    if (at == std::string::npos)
        return 0;
    const std::size_t begin = at + kName.size();
    return parseUnsigned(std::string_view(text).substr(begin, text.find('\n', begin) - begin)).value_or(0);
}

} // namespace dumpscope::core
