// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison over N machines, played on this one: what each would do runs alone, one after the other, with
// all cores, and the records wait in memory. bench_machines TARGET GOLDEN [N...]
#include "compare/comparison.h"
#include "compare/limits/limits.h"
#include "compare/measuring/pair_sharing.h"
#include "metrics/metric_registry.h"
#include "model/dump_folder.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <mutex>

namespace {

using namespace dumpscope::core;

ComparisonOptions usualOptions(PairSharing* sharing)
{
    const auto registry = builtinMetrics();
    ComparisonOptions options;
    options.measure.profile = registry->findProfile("dumpscope");
    options.measure.metrics = std::make_shared<const MetricSelection>(*selectMetrics(*registry, "quick"));
    options.limits = *presetLimits("precision");
    options.sharing = sharing;
    return options;
}

struct Seconds {
    double wall = 0, processor = 0;
};

template<typename Work> Seconds secondsOf(const Work& work)
{
    const auto begin = std::chrono::steady_clock::now();
    const std::clock_t used = std::clock();
    work();
    return {std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(),
        static_cast<double>(std::clock() - used) / CLOCKS_PER_SEC};
}

struct Sent {
    std::mutex mutex;
    std::map<std::size_t, std::string> records;
    std::vector<Diagnostic> problems;
    std::size_t bytes = 0;
};

class PlayedMachine : public PairSharing {
public:
    PlayedMachine(std::size_t machine, std::size_t machines, Sent& sent)
        : m_machine(machine)
        , m_machines(machines)
        , m_sent(sent)
    {
    }
    std::size_t process() const override { return m_machine; }
    std::size_t processes() const override { return m_machines; }
    Result<void> send(std::size_t pair, std::string record) override
    {
        const std::lock_guard lock(m_sent.mutex);
        m_sent.bytes += record.size();
        m_sent.records[pair] = std::move(record);
        return {};
    }
    Result<void> finish(const std::vector<Diagnostic>& problems) override
    {
        m_sent.problems.insert(m_sent.problems.end(), problems.begin(), problems.end());
        return {};
    }
    Result<std::string> receive(std::size_t pair, std::stop_token) override
    {
        const std::lock_guard lock(m_sent.mutex);
        return std::move(m_sent.records.at(pair));
    }
    Result<std::vector<Diagnostic>> problems(std::stop_token) override { return m_sent.problems; }

private:
    std::size_t m_machine, m_machines;
    Sent& m_sent;
};

void stop(const Error& error)
{
    std::fprintf(stderr, "%s\n", error.text().c_str());
    std::exit(1);
}

void playMachines(
    const ComparisonSide& target, const ComparisonSide& golden, std::size_t machines, Seconds open)
{
    Sent sent;
    Seconds slowest, all;
    for (std::size_t machine = machines - 1; machine > 0; --machine) {
        const Seconds one = secondsOf([&] {
            PlayedMachine played(machine, machines, sent);
            OwnedTask task;
            if (const auto done = measureShare(target, golden, usualOptions(&played), task); !done)
                stop(done.error());
        });
        slowest = {std::max(slowest.wall, one.wall), std::max(slowest.processor, one.processor)};
        all.processor += one.processor;
    }
    std::size_t pairs = 0;
    const Seconds first = secondsOf([&] {
        PlayedMachine played(0, machines, sent);
        OwnedTask task;
        const auto comparison
            = compareSides(target, golden, usualOptions(machines > 1 ? &played : nullptr), {}, task);
        if (!comparison)
            stop(comparison.error());
        pairs = comparison->pairs->rows();
    });
    std::printf(
        "%zu machines, %zu pairs: opening %.2f s (%.2f of CPU), slowest of the others %.2f (%.2f), first "
        "%.2f (%.2f); received %.1f MB\n",
        machines, pairs, open.wall, open.processor, slowest.wall, slowest.processor, first.wall,
        first.processor, static_cast<double>(sent.bytes) / 1e6);
    std::printf("    together %.2f s, of CPU %.2f on all\n", open.wall + std::max(slowest.wall, first.wall),
        open.processor * static_cast<double>(machines) + all.processor + first.processor);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 3) {
        std::fprintf(stderr, "bench_machines TARGET GOLDEN [N...]\n");
        return 2;
    }
    std::shared_ptr<const DumpIndex> sides[2];
    const Seconds open = secondsOf([&] {
        for (int i = 0; i < 2; ++i) {
            OwnedTask task;
            auto index = openDump(argv[i + 1], builtinFormats(), {}, task);
            if (!index)
                stop(index.error());
            sides[i] = *index;
        }
    });
    std::vector<std::size_t> counts;
    for (int i = 3; i < argc; ++i)
        counts.push_back(static_cast<std::size_t>(std::max(1, std::atoi(argv[i]))));
    if (counts.empty())
        counts = {1, 2, 4, 16};
    for (const std::size_t machines : counts)
        playMachines({sides[0], {}}, {sides[1], {}}, machines, open);
    return 0;
}
