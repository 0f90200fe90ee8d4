// SPDX-License-Identifier: GPL-3.0-or-later
#include "records/recorded_verdict.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

constexpr std::string_view kVerdictKey = "verdict";
constexpr std::string_view kOverflowKey = "overflow";
constexpr std::string_view kRecorderKey = "verdicts_by";
constexpr std::array<std::string_view, 5> kVerdictWords {"", "pass", "warning", "error", "unmatched"};
constexpr std::array<std::string_view, 3> kOverflowWords {"", "present", "born"};

/// Nothing is the first of the words.
template<typename Value, std::size_t Count>
Value valueOfWord(const std::array<std::string_view, Count>& words, std::string_view word)
{
    const auto found = std::ranges::find(words, word);
    return found == words.end() ? Value {} : static_cast<Value>(found - words.begin());
}

} // namespace

std::string_view recordedVerdictWord(RecordedVerdict verdict)
{
    return kVerdictWords[static_cast<std::size_t>(verdict)];
}

void addRecorded(GraphBuilder& builder, RecordedVerdict verdict)
{
    if (verdict != RecordedVerdict::None)
        builder.addAttribute(kVerdictKey, recordedVerdictWord(verdict), AttributeOrigin::Note);
}

void addRecorded(GraphBuilder& builder, RecordedOverflow overflow)
{
    if (overflow != RecordedOverflow::None)
        builder.addAttribute(
            kOverflowKey, kOverflowWords[static_cast<std::size_t>(overflow)], AttributeOrigin::Note);
}

void addRecorder(GraphBuilder& builder, std::string_view program)
{
    builder.graph().attributes.emplace_back(kRecorderKey, program);
}

std::vector<RecordedNotes> recordedNotes(const Graph& graph)
{
    const bool isRecorded = std::ranges::any_of(
        graph.attributes, [](const auto& attribute) { return attribute.first == kRecorderKey; });
    if (!isRecorded)
        return {};
    std::vector<RecordedNotes> notes(graph.nodes().size());
    for (std::size_t node = 0; node < notes.size(); ++node) {
        for (const GraphAttribute& attribute : graph.attributesOf(graph.nodes()[node])) {
            if (attribute.origin != AttributeOrigin::Note)
                continue;
            const std::string_view key = graph.text(attribute.key);
            if (key == kVerdictKey)
                notes[node].verdict
                    = valueOfWord<RecordedVerdict>(kVerdictWords, graph.text(attribute.value));
            else if (key == kOverflowKey)
                notes[node].overflow
                    = valueOfWord<RecordedOverflow>(kOverflowWords, graph.text(attribute.value));
        }
    }
    return notes;
}

} // namespace dumpscope::core
