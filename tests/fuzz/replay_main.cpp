// SPDX-License-Identifier: GPL-3.0-or-later
// Runs one fuzz target without libFuzzer: over the files of folders, the members of *.zip, and single files.
#include "io/file_tree.h"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;
using namespace dumpscope::core;

void runOne(const Source& source, const Bytes& bytes)
{
    // Named before it runs: after a crash the last line is the culprit.
    std::fprintf(stderr, "%s\n", source.displayPath().c_str());
    // An allocation of exactly the input's size, so that the address sanitizer sees every overrun.
    const auto* const data = reinterpret_cast<const std::uint8_t*>(bytes.data());
    const std::vector<std::uint8_t> exactly(data, data + bytes.size());
    LLVMFuzzerTestOneInput(exactly.data(), exactly.size());
}

Result<std::size_t> replayTree(const std::string& path, TaskContext& task)
{
    TRY_ASSIGN(const auto tree, openFileTree(path));
    std::vector<std::unique_ptr<Source>> sources; // not run on the way: reading on may reuse what it holds
    TRY_VOID(tree->walk(false, task, [&](WalkedBatch&& batch) -> Result<void> {
        const std::string folder = batch.directory.empty() ? "" : batch.directory + '/';
        for (const WalkedFile& file : batch.files)
            sources.push_back(tree->open(folder + file.name, file.size));
        return {};
    }));
    for (const auto& source : sources) {
        TRY_ASSIGN(const Bytes bytes, source->map());
        runOne(*source, bytes);
    }
    return sources.size();
}

Result<std::size_t> replay(const std::string& path, TaskContext& task)
{
    if (fs::is_directory(path) || fs::path(path).extension() == ".zip")
        return replayTree(path, task);
    const auto source = makeFileSource(fs::absolute(path), path, fs::file_size(path));
    TRY_ASSIGN(const Bytes bytes, source->map());
    runOne(*source, bytes);
    return 1;
}

} // namespace

int main(int argc, char** argv)
{
    std::size_t count = 0;
    LLVMFuzzerTestOneInput(nullptr, 0);
    OwnedTask task;
    for (int i = 1; i < argc; ++i) {
        if (!fs::exists(argv[i])) {
            std::fprintf(stderr, "no such corpus: %s\n", argv[i]);
            return 1;
        }
        const auto replayed = replay(argv[i], task);
        if (!replayed || *replayed == 0) {
            std::fprintf(
                stderr, "%s: %s\n", argv[i], replayed ? "no input" : replayed.error().text().c_str());
            return 1;
        }
        count += *replayed;
    }
    std::fprintf(stderr, "%zu inputs\n", count);
    return count > 0 ? 0 : 1;
}
