// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/undisturbed.h"

#include "base/digest.h"
#include "base/text.h"
#include "capture/program_log.h"
#include "io/byte_text.h"
#include "io/file_identity.h"
#include "io/posix_file.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <memory>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kSmallFile = 1U << 20;
constexpr std::size_t kPiece = 1U << 16;

/// A file piece by piece; stops with the task.
template<typename Take>
Result<void> readPieces(const std::string& path, const TaskContext& task, const Take& take)
{
    TRY_ASSIGN(const RegularFile file, openRegularFile(path, path));
    std::vector<std::byte> buffer(kPiece);
    for (std::uint64_t at = 0;;) {
        TRY_VOID(task.checkStop());
        TRY_ASSIGN(const std::size_t got, readAt(file.fd.get(), buffer, at, path));
        if (got == 0)
            return {};
        take(std::span<const std::byte>(buffer).first(got));
        at += got;
    }
}

Result<RunOutputs::File> readFile(
    const std::string& path, std::chrono::system_clock::time_point begun, const TaskContext& task)
{
    RunOutputs::File read;
    const auto opened = openRegularFile(path, path);
    if (!opened) {
        read.problem = opened.error().message;
        return read;
    }
    // File times are those of the last tick of the kernel's clock.
    const auto since = std::chrono::duration_cast<std::chrono::nanoseconds>(
        (begun - std::chrono::milliseconds(20)).time_since_epoch());
    read.isWritten = nanoseconds(opened->info.st_mtim) >= since.count();
    read.size = opened->size();
    Digest digest(DigestKind::Sha256);
    const auto done = readPieces(path, task, [&](std::span<const std::byte> bytes) {
        digest.update(bytes);
        if (read.size <= kSmallFile && read.beginning.size() + bytes.size() <= kSmallFile)
            read.beginning += asText(bytes);
    });
    if (!done && done.error().code == Code::Cancelled)
        return fail(done.error());
    if (!done)
        read.problem = done.error().message;
    read.digest = digest.hex();
    return read;
}

/// The matches of all patterns in one pass over the log.
Result<void> readLog(const std::string& path, const std::vector<std::string>& patterns,
    const TaskContext& task, std::vector<std::vector<std::string>>& matches)
{
    std::vector<std::unique_ptr<RE2>> regexes;
    regexes.reserve(patterns.size());
    for (const std::string& pattern : patterns)
        regexes.push_back(std::make_unique<RE2>(pattern, RE2::Quiet));
    matches.resize(patterns.size());
    std::string line;
    const auto endLine = [&] {
        for (std::size_t i = 0; i < regexes.size(); ++i) {
            re2::StringPiece match;
            if (matches[i].size() < RunOutputs::kMostMatches && regexes[i]->ok()
                && regexes[i]->Match(line, 0, line.size(), RE2::UNANCHORED, &match, 1))
                matches[i].emplace_back(match.data(), match.size());
        }
        line.clear();
    };
    TRY_VOID(readPieces(path, task, [&](std::span<const std::byte> bytes) {
        for (const char c : asText(bytes)) {
            if (c == '\n')
                endLine();
            else if (line.size() < ProgramLog::kLongestLine)
                line += c;
        }
    }));
    if (!line.empty())
        endLine();
    return {};
}

Message differenceText(const RunOutputs::File& with, const RunOutputs::File& without)
{
    if (!with.beginning.empty() && !without.beginning.empty()) {
        const auto [a, b] = std::mismatch(
            with.beginning.begin(), with.beginning.end(), without.beginning.begin(), without.beginning.end());
        const auto at = static_cast<std::uint64_t>(a - with.beginning.begin());
        if (isUtf8(with.beginning)) {
            const auto line = 1 + std::count(with.beginning.begin(), a, '\n');
            return phrase("differs from line %1 on", line);
        }
        return phrase("differs from byte %1 on", at);
    }
    if (with.size != without.size)
        return phrase("%1 bytes with a dump, %2 without", with.size, without.size);
    return phrase("its bytes differ");
}

UndisturbedReport::Output compareFiles(
    const std::string& name, const RunOutputs::File& with, const RunOutputs::File& without)
{
    UndisturbedReport::Output output {name, {}, {}};
    const auto isThere = [](const RunOutputs::File& file) { return file.problem.empty() && file.isWritten; };
    if (isThere(with) != isThere(without))
        output.equal = false;
    for (const auto* file : {&with, &without}) {
        const bool isWith = file == &with;
        if (!file->problem.empty())
            output.why = isWith ? phrase("after the run with a dump: %1", file->problem)
                                : phrase("after the run without: %1", file->problem);
        else if (!file->isWritten)
            output.why = isWith ? phrase("the run with a dump did not write it")
                                : phrase("the run without did not write it");
        if (!output.why.empty())
            return output;
    }
    output.equal = with.digest == without.digest && with.size == without.size;
    output.why = *output.equal ? phrase("the same %1 bytes", with.size) : differenceText(with, without);
    return output;
}

UndisturbedReport::Output compareMatches(
    const std::string& pattern, const std::vector<std::string>& with, const std::vector<std::string>& without)
{
    UndisturbedReport::Output output {pattern, {}, {}};
    const auto [a, b] = std::mismatch(with.begin(), with.end(), without.begin(), without.end());
    if (with.empty() && without.empty()) {
        output.why = phrase("no line of the log matches");
    } else if (a == with.end() && b == without.end()) {
        output.equal = true;
        output.why = phrase("the same %1 matches", with.size());
    } else {
        output.equal = false;
        const auto shown = [](auto at, auto end) {
            return at == end ? phrase("nothing") : Message('"' + printable(*at) + '"');
        };
        output.why = phrase("match %1 is %2 with a dump, %3 without", 1 + (a - with.begin()),
            shown(a, with.end()), shown(b, without.end()));
    }
    return output;
}

} // namespace

std::optional<bool> UndisturbedReport::equal() const
{
    const auto has = [this](std::optional<bool> wanted) {
        return std::ranges::find(outputs, wanted, &Output::equal) != outputs.end();
    };
    if (!end.isSuccess() || has(false))
        return false;
    return has(std::nullopt) ? std::nullopt : std::optional(true);
}

Message UndisturbedReport::words() const
{
    const std::optional<bool> same = equal();
    if (!same)
        return phrase("not compared");
    return *same ? phrase("the same") : phrase("not the same");
}

Result<RunOutputs> readOutputs(const UndisturbedOutputs& declared, const std::string& folder,
    const std::string& logFile, std::chrono::system_clock::time_point begun, const TaskContext& task)
{
    RunOutputs outputs;
    for (const std::string& name : declared.files) {
        std::string path = name;
        if (!name.starts_with('/') && !folder.empty())
            path.insert(0, folder + '/');
        TRY_ASSIGN(RunOutputs::File file, readFile(path, begun, task));
        outputs.files.push_back(std::move(file));
    }
    TRY_VOID(readLog(logFile, declared.log, task, outputs.log));
    return outputs;
}

std::vector<UndisturbedReport::Output> compareOutputs(
    const UndisturbedOutputs& declared, const RunOutputs& with, const RunOutputs& without)
{
    std::vector<UndisturbedReport::Output> outputs;
    for (std::size_t i = 0; i < declared.files.size(); ++i)
        outputs.push_back(compareFiles(declared.files[i], with.files[i], without.files[i]));
    for (std::size_t i = 0; i < declared.log.size(); ++i)
        outputs.push_back(compareMatches(declared.log[i], with.log[i], without.log[i]));
    return outputs;
}

} // namespace dumpscope::core
