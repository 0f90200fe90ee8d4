// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/report/report_notes.h"

#include "compare/layout/assembly.h"

namespace dumpscope::core {

std::vector<std::vector<std::size_t>> rowsOfNotes(const PairTable& pairs, std::span<const ReportNote> notes)
{
    std::vector<std::vector<std::size_t>> rows(notes.size());
    std::multimap<std::pair<bool, TensorId>, std::size_t> wanted;
    for (std::size_t i = 0; i < notes.size(); ++i)
        wanted.emplace(std::pair(notes[i].isOfGolden, notes[i].tensor), i);
    if (wanted.empty())
        return rows;
    for (std::size_t row = 0; row < pairs.rows(); ++row) {
        const TensorPair& pair = pairs.row(row).pair;
        const auto note = [&](bool isOfGolden, TensorId tensor) {
            const auto [from, to] = wanted.equal_range({isOfGolden, tensor});
            for (auto found = from; found != to; ++found)
                rows[found->second].push_back(row);
        };
        for (const TensorId tensor : targetsOf(pair))
            note(false, tensor);
        for (const TensorId tensor : goldensOf(pair))
            note(true, tensor);
    }
    return rows;
}

std::map<std::size_t, std::string> notesByRow(const PairTable& pairs, std::span<const ReportNote> notes)
{
    std::map<std::size_t, std::string> texts;
    const auto rows = rowsOfNotes(pairs, notes);
    for (const bool isOfGolden : {false, true}) {
        for (std::size_t i = 0; i < notes.size(); ++i) {
            if (notes[i].isOfGolden != isOfGolden)
                continue;
            for (const std::size_t row : rows[i]) {
                std::string& text = texts[row];
                text.append(text.empty() ? "" : "\n").append(notes[i].text);
            }
        }
    }
    return texts;
}

void writeNotes(JsonWriter& json, const PairTable& pairs, std::span<const ReportNote> notes)
{
    const auto rows = rowsOfNotes(pairs, notes);
    json.key("notes").beginArray();
    for (std::size_t i = 0; i < notes.size(); ++i) {
        const DumpIndex& index = *(notes[i].isOfGolden ? pairs.golden() : pairs.target()).index;
        const TensorRow& tensor = index.tensor(notes[i].tensor);
        json.beginObject()
            .member("side", notes[i].isOfGolden ? "golden" : "target")
            .member("id", index.tensorId(notes[i].tensor))
            .member("op_name", tensor.opName.isValid() ? index.text(tensor.opName) : std::string_view())
            .member("text", notes[i].text);
        json.key("pairs").beginArray();
        for (const std::size_t row : rows[i])
            json.value(static_cast<std::uint64_t>(row));
        json.endArray().endObject();
    }
    json.endArray();
}

} // namespace dumpscope::core
