// SPDX-License-Identifier: GPL-3.0-or-later
// Measures two raw files as flat tensors and prints the texts of the metrics.
// bench_measure PROFILE METRICS DTYPE TARGET GOLDEN
#include "io/mapped_file.h"
#include "metrics/metric_registry.h"

#include <chrono>
#include <cstdio>

namespace {

using namespace dumpscope::core;

Result<TensorView> rawView(const char* path, DType dtype)
{
    TRY_ASSIGN(Bytes bytes, mapFile(path, path));
    const auto count = static_cast<std::int64_t>(bytes.size() * 8 / dtypeInfo(dtype).bits);
    return makeDenseView(dtype, {count}, std::move(bytes));
}

Result<Measurement> measureFiles(char** arguments)
{
    const auto registry = builtinMetrics();
    MeasureOptions options;
    options.profile = registry->findProfile(arguments[1]);
    TRY_ASSIGN(MetricSelection selection, selectMetrics(*registry, arguments[2]));
    options.metrics = std::make_shared<MetricSelection>(std::move(selection));
    const auto dtype = dtypeFromName(arguments[3]);
    if (!options.profile || !dtype)
        return fail(Code::Usage, Message("no such profile or type"));
    TRY_ASSIGN(const TensorView target, rawView(arguments[4], *dtype));
    TRY_ASSIGN(const TensorView golden, rawView(arguments[5], *dtype));
    OwnedTask task;
    return measureTensors(target, golden, options, task);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 6) {
        std::fprintf(stderr, "usage: bench_measure PROFILE METRICS DTYPE TARGET GOLDEN\n");
        return 2;
    }
    const auto begin = std::chrono::steady_clock::now();
    const auto result = measureFiles(argv);
    if (!result) {
        std::fprintf(stderr, "%s\n", result.error().text().c_str());
        return 3;
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    for (const MetricValue& value : result->values)
        std::printf("%s ", value.text.c_str());
    std::printf("in %.3f s\n", seconds.count());
    return 0;
}
