// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/launched_ranks.h"

#include "base/text.h"

#include <algorithm>
#include <span>

namespace dumpscope::core {

namespace {

constexpr std::int64_t kMostRanks = 1'000'000;

std::optional<std::uint64_t> rankCount(std::string_view text)
{
    const auto number = parseInt(text);
    return number && *number > 0 && *number <= kMostRanks ? std::optional(static_cast<std::uint64_t>(*number))
                                                          : std::nullopt;
}

/// The last path component.
std::string_view programName(std::string_view path)
{
    return path.substr(path.rfind('/') + 1);
}

/// Words of the command line up to the script that is started: what follows is the script's.
class LauncherOptions {
public:
    explicit LauncherOptions(const LaunchProfile& profile)
        : m_words(profile.arguments)
        , m_name(programName(profile.program))
    {
        // `python -m torch.distributed.run …`
        const bool isModule = m_words.size() > 1 && m_words[0] == "-m"
            && (m_words[1] == "torch.distributed.run" || m_words[1] == "torch.distributed.launch");
        if (isModule)
            m_name = "torchrun";
        const auto script = std::ranges::find_if(
            m_words, [](const std::string& word) { return word.ends_with(".py") || word.ends_with(".sh"); });
        m_words = m_words.first(static_cast<std::size_t>(script - m_words.begin()));
    }

    [[nodiscard]] std::string_view name() const { return m_name; }
    /// `--nproc_per_node 4`, `--nproc-per-node=4`.
    [[nodiscard]] std::optional<std::string> value(std::string_view option) const
    {
        const auto same = [](char a, char b) { return a == b || (a == '-' && b == '_'); };
        for (std::size_t i = 0; i < m_words.size(); ++i) {
            const std::string_view word = m_words[i];
            const std::string_view key = word.substr(0, word.find('='));
            if (!std::ranges::equal(key, option, same))
                continue;
            if (key.size() < word.size())
                return std::string(word.substr(key.size() + 1));
            return i + 1 < m_words.size() ? std::optional(m_words[i + 1]) : std::nullopt;
        }
        return std::nullopt;
    }

private:
    std::span<const std::string> m_words;
    std::string_view m_name;
};

std::optional<LaunchedRanks> ofTorchrun(const LauncherOptions& options)
{
    const auto perNode = options.value("--nproc_per_node"), nodes = options.value("--nnodes");
    const auto count = perNode ? rankCount(*perNode) : std::optional<std::uint64_t>(1);
    const auto many = nodes ? rankCount(*nodes) : std::optional<std::uint64_t>(1);
    if (!count || !many) // as many as there are devices, or a number of nodes that may change
        return std::nullopt;
    return LaunchedRanks {*count * *many, perNode ? "--nproc_per_node" : "torchrun"};
}

} // namespace

std::optional<LaunchedRanks> launchedRanks(const LaunchProfile& profile)
{
    const LauncherOptions options(profile);
    if (options.name() == "torchrun")
        return ofTorchrun(options);
    if (options.name() == "msrun") {
        const auto workers = options.value("--worker_num");
        const auto count = workers ? rankCount(*workers) : std::nullopt;
        return count ? std::optional(LaunchedRanks {*count, "--worker_num"}) : std::nullopt;
    }
    if (options.name() == "mpirun" || options.name() == "mpiexec") {
        for (const std::string_view option : {"-n", "-np", "--np"}) {
            const auto said = options.value(option);
            if (const auto count = said ? rankCount(*said) : std::nullopt)
                return LaunchedRanks {*count, std::string(option)};
        }
    }
    for (const std::string_view variable : {"WORLD_SIZE", "RANK_SIZE"}) {
        for (const auto& [name, value] : profile.environment) {
            const auto count = name == variable ? rankCount(value) : std::nullopt;
            if (count)
                return LaunchedRanks {*count, name};
        }
    }
    return std::nullopt;
}

std::vector<ConfigProblem> checkRanks(const LaunchProfile& profile, const DumpRequest& request)
{
    const auto launched = request.devices.empty() ? std::nullopt : launchedRanks(profile);
    if (!launched)
        return {};
    const auto isMissing = [&](std::uint64_t rank) { return rank >= launched->count; };
    const auto missing = std::ranges::find_if(request.devices, isMissing);
    if (missing == request.devices.end())
        return {};
    const bool isNone = std::ranges::all_of(request.devices, isMissing);
    const std::string key = request.keyOf(DumpAspect::Devices);
    return {{isNone ? Severity::Error : Severity::Warning, "ranks", key, 0, 0,
        isNone ? phrase(
            "none of the ranks of the configuration will run: it asks for rank %1, and by %2 there are %3",
            *missing, launched->from, launched->count)
               : phrase(
                   "rank %1 will not run: by %2 there are %3", *missing, launched->from, launched->count),
        phrase("ranks count from 0: choose them below %1", launched->count)}};
}

} // namespace dumpscope::core
