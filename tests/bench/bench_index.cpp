// SPDX-License-Identifier: GPL-3.0-or-later
// Opens a dump and prints what cannot be seen from outside: when the first batch of names arrived
// and how much memory a row of the index takes.  bench_index PATH
#include "model/dump_folder.h"

#include <chrono>
#include <cstdio>

int main(int argc, char** argv)
{
    using namespace dumpscope::core;
    using Clock = std::chrono::steady_clock;
    if (argc != 2) {
        std::fprintf(stderr, "usage: bench_index PATH\n");
        return 2;
    }
    OwnedTask task;
    const auto begin = Clock::now();
    const auto since = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
    double firstBatch = -1;
    std::size_t firstSize = 0;
    OpenOptions options;
    options.onNames = [&](std::vector<NamedFile>&& names) {
        if (firstBatch < 0) {
            firstBatch = since();
            firstSize = names.size();
        }
    };
    const auto index = openDump(argv[1], builtinFormats(), options, task);
    if (!index) {
        std::fprintf(stderr, "%s\n", index.error().text().c_str());
        return 3;
    }
    const double total = since();
    const double perTensor
        = static_cast<double>((*index)->memoryBytes()) / static_cast<double>((*index)->tensorCount());
    std::printf("first batch (%zu names) after %.3f s, all after %.3f s, %zu tensors, %.0f bytes of index "
                "per tensor\n",
        firstSize, firstBatch, total, (*index)->tensorCount(), perTensor);
    return 0;
}
