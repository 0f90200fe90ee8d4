// SPDX-License-Identifier: GPL-3.0-or-later
#include "layout/collective_calls.h"

#include "base/text.h"
#include "io/byte_text.h"
#include "io/json_cursor.h"
#include "readers/msprobe/msprobe_name.h"

#include <algorithm>
#include <set>

namespace dumpscope::core {

namespace {

using Kind = JsonCursor::Kind;

constexpr int kMaxDepth = 64;
constexpr std::size_t kMaxGroup = 1'000'000;

/// Walks one entry for its process group and its peer.
class CallReader {
public:
    CallReader(std::string_view text, CollectiveCall& call)
        : m_cursor(text)
        , m_call(call)
        , m_hasPeer(call.kind.ends_with("send") || call.kind.ends_with("recv"))
    {
    }

    void run() { value({}, 0); }

private:
    std::optional<std::int64_t> number()
    {
        std::string_view text;
        if (m_cursor.kind() != Kind::Number) {
            m_cursor.skip();
            return std::nullopt;
        }
        return m_cursor.number(text) ? parseInt(text) : std::nullopt;
    }

    void group()
    {
        std::vector<std::int64_t> ranks;
        if (m_cursor.kind() != Kind::Array) {
            m_cursor.skip();
            return;
        }
        if (!m_cursor.beginArray())
            return;
        while (m_cursor.item()) {
            const auto rank = number();
            if (rank && ranks.size() < kMaxGroup)
                ranks.push_back(*rank);
        }
        if (m_call.ranks.empty())
            m_call.ranks = std::move(ranks);
    }

    void value(std::string_view name, int depth)
    {
        const Kind kind = m_cursor.kind();
        if (depth > kMaxDepth || (kind != Kind::Object && kind != Kind::Array)) {
            m_cursor.skip();
        } else if (kind == Kind::Array) {
            if (!m_cursor.beginArray())
                return;
            for (std::size_t i = 0; m_cursor.item(); ++i)
                value(name == "input_args" && i == 1 ? "dst" : "", depth + 1);
        } else if (m_cursor.beginObject()) {
            std::string_view key;
            while (m_cursor.member(key)) {
                const bool isPeer = m_hasPeer && (name == "dst" || name == "src" || name == "peer");
                if (key == "group_ranks")
                    group();
                else if (isPeer && key == "value" && !m_call.peer)
                    m_call.peer = number();
                else
                    value(std::string(key), depth + 1);
            }
        }
    }

    JsonCursor m_cursor;
    CollectiveCall& m_call;
    bool m_hasPeer;
};

} // namespace

Result<std::vector<CollectiveCall>> readCollectiveCalls(std::string_view text, TaskContext& task)
{
    constexpr std::size_t kBetweenChecks = 1024;
    std::vector<CollectiveCall> calls;
    JsonCursor cursor(text);
    std::string_view key;
    if (cursor.kind() != Kind::Object || !cursor.beginObject())
        return calls;
    while (cursor.member(key)) {
        if (key != "data" || cursor.kind() != Kind::Object) {
            cursor.skip();
            continue;
        }
        if (!cursor.beginObject())
            break;
        for (std::size_t seen = 0; cursor.member(key); ++seen) {
            if (seen % kBetweenChecks == 0)
                TRY_VOID(task.checkStop());
            const std::string entry(key);
            std::string_view raw;
            if (!cursor.skip(&raw))
                break;
            const auto name = parseMsprobeEntry(entry);
            if (!name || name->prefix != "Distributed")
                continue;
            CollectiveCall call;
            call.name = entry;
            call.kind = std::string(name->path);
            call.isBackward = name->isBackward;
            CallReader(raw, call).run();
            calls.push_back(std::move(call));
        }
    }
    return calls;
}

Result<CallsOfRanks> callsOfRanks(
    const DumpIndex& index, std::optional<std::int64_t> step, std::size_t most, TaskContext& task)
{
    CallsOfRanks calls;
    for (std::size_t i = 0; i < index.statisticTables().size() && calls.size() < most; ++i) {
        const FileId id = index.statisticFile(i);
        const FileRow& file = index.file(id);
        const FolderFacts& facts = index.folder(file.folder).facts;
        const Reader* const reader = index.readerOf(id);
        if (!facts.rank || facts.step != step || !reader || reader->info().id != "msprobe")
            continue;
        const auto source = index.tree().open(index.filePath(id), file.size);
        const auto bytes = source->map();
        if (!bytes)
            continue; // a problem of the index already
        TRY_ASSIGN(calls[*facts.rank], readCollectiveCalls(asText(bytes->span()), task));
    }
    return calls;
}

Result<std::vector<std::int64_t>> ranksWithoutDump(const DumpIndex& index, TaskContext& task)
{
    constexpr std::size_t kFew = 4; // whose groups name the others
    std::optional<std::int64_t> first;
    for (std::size_t i = 0; i < index.statisticTables().size(); ++i) {
        const auto step = index.folder(index.file(index.statisticFile(i)).folder).facts.step;
        first = i == 0 ? step : std::min(first, step);
    }
    TRY_ASSIGN(const CallsOfRanks calls, callsOfRanks(index, first, kFew, task));
    std::set<std::int64_t> ranks;
    for (const auto& [rank, own] : calls) {
        for (const CollectiveCall& call : own) {
            ranks.insert(call.ranks.begin(), call.ranks.end());
            if (call.peer)
                ranks.insert(*call.peer);
        }
    }
    const std::vector<std::int64_t> dumped = index.ranks();
    std::erase_if(ranks, [&](std::int64_t rank) { return std::ranges::binary_search(dumped, rank); });
    return std::vector<std::int64_t>(ranks.begin(), ranks.end());
}

} // namespace dumpscope::core
