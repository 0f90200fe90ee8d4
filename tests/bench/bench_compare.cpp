// SPDX-License-Identifier: GPL-3.0-or-later
// Seconds of pairing and of judging N tensors against N. bench_compare [N]
#include "compare/comparison.h"
#include "memory_dump.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace {

using namespace dumpscope::core;
using dumpscope::test::MemoryDump;

/// How the second dump spells what the first one holds.
enum class Golden { Same, Separators, Renumbered, Reordered, Other };

std::string nameOf(std::size_t op, Golden golden)
{
    constexpr const char* kTypes[] {"Conv2D", "MatMul", "BatchNorm", "ReLU", "Add", "Cast", "Softmax", "Mul"};
    const char separator = golden == Golden::Separators ? '_' : '/';
    const std::size_t number = op + (golden == Golden::Renumbered ? 7 : 0);
    std::string name = golden == Golden::Other ? "Model" : "Default";
    for (const std::string& part : {std::string("network"), "layer" + std::to_string(op / 40 % 96),
             std::string(kTypes[op % 8]) + "-op" + std::to_string(number)})
        name += separator + part;
    return name;
}

std::shared_ptr<const DumpIndex> dumpOf(std::size_t tensors, Golden golden)
{
    MemoryDump dump;
    const std::size_t operators = tensors / 2;
    for (std::size_t i = 0; i < operators; ++i) {
        const std::size_t op = golden == Golden::Reordered ? (i * 7919 + 5) % operators : i;
        const Shape shape {8, static_cast<std::int64_t>(op % 8 * 16 + 16)};
        dump.add({nameOf(op, golden), "Op" + std::to_string(op % 8), Io::Input, 0, shape});
        dump.add({nameOf(op, golden), "Op" + std::to_string(op % 8), Io::Output, 0, shape});
    }
    return dump.finish();
}

/// Of the clock, and of all processors together: on a busy machine only the second one says much.
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

void benchPairing(std::size_t tensors)
{
    const ComparisonSide target {dumpOf(tensors, Golden::Same), {}};
    for (const auto& [golden, title] :
        {std::pair(Golden::Same, "same names"), std::pair(Golden::Separators, "other separators"),
            std::pair(Golden::Renumbered, "other numbers"), std::pair(Golden::Reordered, "another order"),
            std::pair(Golden::Other, "other scopes")}) {
        const ComparisonSide side {dumpOf(tensors, golden), {}};
        OwnedTask task;
        std::size_t pairs = 0;
        const Seconds seconds = secondsOf([&] {
            const auto pairing = pairSides(target, side, {}, task);
            pairs = pairing ? pairing->pairs.size() : 0;
        });
        std::printf("pairing %zu x %zu, %s: %.3f s, %.3f s of CPU, %zu pairs\n", tensors, tensors, title,
            seconds.wall, seconds.processor, pairs);
    }
}

void benchJudging(std::size_t rows)
{
    const auto registry = builtinMetrics();
    const auto metrics = std::make_shared<const MetricSelection>(*selectMetrics(*registry, "all"));
    const ComparisonSide side {dumpOf(rows, Golden::Same), {}};
    Comparison comparison;
    comparison.pairs = std::make_shared<PairTable>(side, side, metrics);
    for (std::size_t i = 0; i < rows; ++i) {
        PairResult result;
        result.pair = {TensorId(i), TensorId(i), PairOrigin::Exact, 1, {}, nullptr};
        result.state = PairState::Ok;
        result.values = std::vector<MetricValue>(
            metrics->size(), {static_cast<double>(i % 1000) * 1e-5, PairState::Ok, {}});
        comparison.pairs->add(std::move(result));
    }
    for (const LimitPreset& preset : limitPresets()) {
        const auto limits = presetLimits(preset.name);
        OwnedTask task;
        const Seconds seconds = secondsOf([&] { static_cast<void>(judgeAgain(comparison, *limits, task)); });
        std::printf("judging %zu rows, %s: %.3f s, %.3f s of CPU, %llu fail\n", rows,
            std::string(preset.name).c_str(), seconds.wall, seconds.processor,
            static_cast<unsigned long long>(comparison.summary.fail));
    }
}

} // namespace

int main(int argc, char** argv)
{
    const std::size_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100'000;
    benchPairing(count);
    benchJudging(count);
    return 0;
}
