// SPDX-License-Identifier: GPL-3.0-or-later
#include "layout_output.h"

#include "base/text.h"
#include "layout/layout_words.h"

#include <string>

namespace dumpscope::cli {

namespace {

using Ranks = core::RunLayout::Ranks;

void writeRanks(core::JsonWriter& json, std::string_view key, const Ranks& ranks)
{
    json.key(key).beginArray();
    for (const std::int64_t rank : ranks)
        json.value(rank);
    json.endArray();
}

void writeSentences(core::JsonWriter& json, std::string_view key, const std::vector<core::Message>& sentences)
{
    json.key(key).beginArray();
    for (const core::Message& sentence : sentences)
        json.value(sentence.text());
    json.endArray();
}

} // namespace

void writeLayout(core::JsonWriter& json, const core::DumpIndex& index, const core::RunLayout& layout)
{
    json.key("layout").beginObject();
    json.key("axes").beginArray();
    for (const core::RunLayout::Axis& axis : layout.axes) {
        json.beginObject().key("name");
        axis.name.empty() ? json.null() : json.value(axis.name);
        json.member("size", axis.size).key("groups").beginArray();
        for (const Ranks& ranks : axis.groups) {
            json.beginArray();
            for (const std::int64_t rank : ranks)
                json.value(rank);
            json.endArray();
        }
        json.endArray();
        writeSentences(json, "evidence", axis.evidence);
        json.endObject();
    }
    json.endArray().key("ranks").beginArray();
    for (const std::int64_t rank : layout.ranks) {
        json.beginObject().member("rank", rank).key("coordinates").beginArray();
        for (const core::RunLayout::Axis& axis : layout.axes) {
            const auto place = core::RunLayout::coordinate(axis, rank);
            place ? json.value(*place) : json.null();
        }
        json.endArray().endObject();
    }
    json.endArray().key("process_groups").beginArray();
    for (const core::RunLayout::Group& group : layout.groups) {
        json.beginObject();
        writeRanks(json, "ranks", group.ranks);
        json.key("calls").beginObject();
        for (const auto& [kind, count] : group.calls)
            json.member(kind, count);
        json.endObject().endObject();
    }
    json.endArray().key("disagreements").beginArray();
    for (const core::RunLayout::Disagreement& found : layout.disagreements) {
        json.beginObject().member("id", index.tensorId(found.tensor));
        writeRanks(json, "ranks", found.ranks);
        writeRanks(json, "differing", found.others);
        json.member("reason", found.reason.text()).endObject();
    }
    json.endArray();
    writeSentences(json, "unknown", layout.unknown);
    json.endObject();
}

void writeLayout(Console& console, const core::DumpIndex& index, const core::RunLayout& layout)
{
    const auto line = [&](std::string_view label, const std::string& value) {
        console.writeLine(std::string(label) + std::string(12 - label.size(), ' ') + core::printable(value));
    };
    for (const core::RunLayout::Axis& axis : layout.axes)
        line("layout", core::axisText(axis).text());
    for (const std::int64_t rank : layout.ranks) {
        std::string places;
        for (const core::RunLayout::Axis& axis : layout.axes) {
            const auto place = core::RunLayout::coordinate(axis, rank);
            places += (places.empty() ? "" : ", ") + core::axisTitle(axis).text() + " "
                + (place ? std::to_string(*place) : std::string("-"));
        }
        if (!places.empty())
            line("", "rank " + std::to_string(rank) + ": " + places);
    }
    for (const core::RunLayout::Group& group : layout.groups)
        line("group", core::groupText(group).text());
    for (const core::RunLayout::Disagreement& found : layout.disagreements)
        line("disagree", core::disagreementText(found, index).text());
    for (const core::Message& sentence : layout.unknown)
        line("not known", sentence.text());
}

} // namespace dumpscope::cli
