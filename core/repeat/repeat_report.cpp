// SPDX-License-Identifier: GPL-3.0-or-later
#include "repeat/repeat_report.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

std::string_view originWord(RepeatResult::Origin origin)
{
    constexpr std::array<std::string_view, 7> kWords {"none", "inputs-equal", "inputs-partly", "input-only",
        "no-inputs", "inputs-statistics", "arguments-differ"};
    return kWords[static_cast<std::size_t>(origin)];
}

void writeRepeatedDifference(JsonWriter& json, const TrendRun& first, const RepeatedDifference& one)
{
    const TrendCube& cube = first.cube();
    const TrendCell& cell = cube.cells()[one.cell];
    const TrendRow& row = cube.rows()[cell.row];
    const auto text = [](const std::string& of) { return of.empty() ? std::nullopt : std::optional(of); };
    json.beginObject()
        .member("id", first.index().tensorId(TensorId(cell.tensor)))
        .member("rank", cube.ranks()[cell.rank])
        .member("step", cube.steps()[cell.step])
        .member("op_name", text(row.opName))
        .member("op_type", text(row.opType))
        .member("io", text(row.io))
        .member("slot", row.slot)
        .member("occurrence", row.occurrence)
        .member("item", row.item)
        .member("basis", repeatBasisWord(one.basis))
        .key("contents")
        .beginArray();
    for (const std::uint32_t content : one.contents)
        json.value(content);
    json.endArray().endObject();
}

void writeRepeatedBits(JsonWriter& json, const BitDifference& bits)
{
    json.beginObject()
        .member("elements", bits.elements)
        .member("differing", bits.differing)
        .member("flips", bits.flips)
        .member("one_bit_each", bits.isOneBitEach)
        .member("first", bits.first)
        .member("last", bits.last)
        .member("row", bits.row)
        .member("column", bits.column)
        .member("block_bytes", bits.block == 0 ? std::nullopt : std::optional(bits.block))
        .member("lane", bits.lane)
        .member("largest", bits.largest)
        .member("farthest", bits.farthest)
        .member("non_finite", bits.hasNonFinite)
        .key("bits")
        .beginObject();
    for (std::size_t bit = 0; bit < bits.byBit.size(); ++bit) {
        if (bits.byBit[bit] > 0)
            json.member(std::to_string(bit), bits.byBit[bit]);
    }
    json.endObject().member("text", bitDifferenceText(bits).text()).endObject();
}

void writeNumbers(JsonWriter& json, const std::set<std::int64_t>& numbers)
{
    json.beginArray();
    for (const std::int64_t number : numbers)
        json.value(number);
    json.endArray();
}

} // namespace

void writeRepeated(JsonWriter& json, const TrendRun& first, const RepeatResult& result, std::size_t limit)
{
    json.key("sentences").beginArray();
    for (const Message& sentence : repeatSentences(first, result))
        json.value(sentence.text());
    json.endArray()
        .member("runs", result.runs)
        .member("compared", result.compared)
        .member("largest_run", result.largest)
        .member("equal", result.equal)
        .member("differing", result.differences.size())
        .member("written_over", result.writtenOver)
        .member("unknown", result.unknown)
        .member("missing", result.missing)
        .member("repeated", result.repeated)
        .key("by_basis")
        .beginObject();
    for (const RepeatBasis basis : {RepeatBasis::Bits, RepeatBasis::Checksums, RepeatBasis::Statistics})
        json.member(repeatBasisWord(basis), result.byBasis[static_cast<std::size_t>(basis)]);
    json.endObject().key("first_difference");
    if (const RepeatedDifference* const one = result.first())
        writeRepeatedDifference(json, first, *one);
    else
        json.null();
    json.member("origin", originWord(result.origin))
        .member("order_known", first.isOrderKnown())
        .member("may_be_before", result.rivals)
        .key("ranks_first");
    writeNumbers(json, result.ranksFirst);
    json.key("ranks_later");
    writeNumbers(json, result.ranksLater);
    json.key("non_finite_runs");
    writeNumbers(json, result.nonFiniteRuns);
    json.member("odd_run", result.oddRun == 0 ? std::nullopt : std::optional(result.oddRun)).key("bits");
    if (result.bits)
        writeRepeatedBits(json, *result.bits);
    else
        json.null();
    json.key("other_calls").beginArray();
    for (std::size_t i = 0; i < std::min(limit, result.otherCalls.size()); ++i) {
        const UnsharedCall& call = result.otherCalls[i];
        json.beginObject()
            .member("op_name", call.name)
            .member("rank", call.rank)
            .member("step", call.step)
            .member("in_run", call.isOfFirst ? std::size_t {1} : call.run)
            .member("not_in_run", call.isOfFirst ? call.run : std::size_t {1})
            .endObject();
    }
    json.endArray().member("other_calls_total", result.otherCalls.size());
    json.member("cause", result.cause ? std::optional(repeatCauseWord(*result.cause)) : std::nullopt)
        .key("differences")
        .beginArray();
    for (std::size_t i = 0; i < std::min(limit, result.differences.size()); ++i)
        writeRepeatedDifference(json, first, result.differences[i]);
    json.endArray();
}

} // namespace dumpscope::core
