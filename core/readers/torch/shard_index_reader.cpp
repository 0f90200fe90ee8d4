// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/byte_text.h"
#include "io/json_cursor.h"
#include "readers/format_registry.h"

namespace dumpscope::core {

namespace {

/// `*.safetensors.index.json` and `pytorch_model.bin.index.json`: which shard of a model has which tensor
/// (docs/formats/llm-era.md 6.1). No tensors of its own.
class ShardIndexReader final : public Reader {
public:
    const ReaderInfo& info() const override
    {
        static const ReaderInfo kInfo {
            .id = "shard-index",
            .title = Form<0>("index of the shards of a model"),
            .patterns = {"*.index.json"},
            .can = {.index = true},
        };
        return kInfo;
    }

    Claim probe(const FileProbe& probe) const override
    {
        if (!probe.name.ends_with(".index.json"))
            return {0, phrase("not named %1", ".index.json")};
        const bool hasMap = asText(probe.head).find("\"weight_map\"") != std::string_view::npos;
        return {hasMap ? 90 : 0, hasMap ? phrase("has a weight_map") : phrase("no weight_map")};
    }

    Result<FileContents> read(const FileContext& file, TaskContext& task) const override
    {
        constexpr std::size_t kMaxTensors = 1'000'000;
        TRY_ASSIGN(const Bytes bytes, file.source.map());
        FileContents contents;
        JsonCursor cursor(asText(bytes.span()));
        std::string_view key;
        if (cursor.beginObject()) {
            while (cursor.member(key)) {
                if (key != "weight_map" || cursor.kind() != JsonCursor::Kind::Object) {
                    cursor.skip();
                    continue;
                }
                TRY_VOID(task.checkStop());
                readMap(cursor, contents, kMaxTensors);
            }
        }
        TRY_VOID(bytes.check());
        if (cursor.failed())
            contents.problems.push_back(
                {Severity::Error, cursor.error().code, cursor.error().place, cursor.error().message});
        return contents;
    }

private:
    static void readMap(JsonCursor& cursor, FileContents& contents, std::size_t most)
    {
        std::string_view key, value;
        if (!cursor.beginObject())
            return;
        while (cursor.member(key)) {
            std::string name(key);
            if (cursor.kind() != JsonCursor::Kind::String)
                cursor.skip();
            else if (cursor.string(value) && contents.shardTensors.size() < most)
                contents.shardTensors.emplace_back(std::move(name), value);
        }
    }
};

} // namespace

void register_shard_index_reader(FormatRegistry& registry)
{
    registry.add(std::make_unique<ShardIndexReader>());
}

} // namespace dumpscope::core
