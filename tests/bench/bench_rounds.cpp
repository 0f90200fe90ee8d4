// SPDX-License-Identifier: GPL-3.0-or-later
// Opens two dumps, compares them and lets go of everything, again and again, and prints the memory in
// between, which must stay where it is.  bench_rounds TARGET GOLDEN [ROUNDS]
#include "compare/comparison.h"
#include "model/dump_folder.h"

#include "memory_use.h"

#include <cstdio>
#include <cstdlib>

namespace {

using namespace dumpscope::core;

/// Number of pairs; 0 when something failed.
std::size_t compareOnce(const char* target, const char* golden)
{
    OwnedTask task;
    const auto targetDump = openDump(target, builtinFormats(), {}, task);
    const auto goldenDump = openDump(golden, builtinFormats(), {}, task);
    if (!targetDump || !goldenDump)
        return 0;
    ComparisonOptions options;
    const auto metrics = builtinMetrics();
    options.measure.profile = metrics->findProfile("dumpscope");
    options.measure.metrics = std::make_shared<const MetricSelection>(*selectMetrics(*metrics, "all"));
    options.limits = *presetLimits("precision");
    const auto comparison = compareSides({*targetDump, {}}, {*goldenDump, {}}, options, {}, task);
    return comparison ? comparison->pairs->rows() : 0;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 3) {
        std::fprintf(stderr, "usage: bench_rounds TARGET GOLDEN [ROUNDS]\n");
        return 2;
    }
    const long rounds = argc > 3 ? std::atol(argv[3]) : 2000;
    for (long round = 1; round <= rounds; ++round) {
        const std::size_t pairs = compareOnce(argv[1], argv[2]);
        if (pairs == 0)
            return 1;
        if (round == 1 || round == 10 || round == 100 || round % 500 == 0) {
            std::printf("round %ld: %zu pairs, %.1f MB\n", round, pairs, dumpscope::test::ownMegabytes());
            std::fflush(stdout);
        }
    }
    return 0;
}
