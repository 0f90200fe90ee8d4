// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/report/recorded_suspicion.h"

#include "io/json_message.h"
#include "io/json_reader.h"

#include <algorithm>
#include <string_view>

namespace dumpscope::core {

namespace {

constexpr int kLastMeasure = static_cast<int>(ErrorMeasure::Norm);
constexpr int kLastReason = static_cast<int>(SuspectReason::Fault);

bool flagAt(const JsonValue& object, std::string_view key)
{
    const JsonValue* const value = object.find(key);
    return value && value->boolean;
}

std::optional<int> placeAt(const JsonValue& object, std::string_view key, int last)
{
    const JsonValue* const value = object.find(key);
    const auto number = value ? value->integer() : std::nullopt;
    return number && *number >= 0 && *number <= last ? std::optional(static_cast<int>(*number))
                                                     : std::nullopt;
}

std::optional<std::size_t> placeOf(std::span<const std::size_t> rows, std::size_t row)
{
    const auto found = std::ranges::find(rows, row);
    return found == rows.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - rows.begin()));
}

void writeFigure(JsonWriter& json, const std::optional<SuspectFigure>& figure)
{
    if (!figure) {
        json.null();
        return;
    }
    json.beginObject()
        .member("measure", static_cast<int>(figure->measure))
        .member("error", figure->error)
        .member("is_bound", figure->isBound)
        .member("is_input", figure->isInput)
        .member("inherited", figure->inherited)
        .endObject();
}

std::optional<SuspectFigure> readFigure(const JsonValue& object)
{
    const auto measure = object.isObject() ? placeAt(object, "measure", kLastMeasure) : std::nullopt;
    if (!measure)
        return std::nullopt;
    return SuspectFigure {static_cast<ErrorMeasure>(*measure), object.numberAt("error").value_or(0),
        flagAt(object, "is_bound"), flagAt(object, "is_input"), object.numberAt("inherited")};
}

void writeSuspect(JsonWriter& json, const Suspect& suspect, std::span<const std::size_t> rows)
{
    json.beginObject().key("pairs").beginArray();
    for (const std::size_t row : suspect.pairs) {
        if (const auto place = placeOf(rows, row))
            json.value(static_cast<std::uint64_t>(*place));
    }
    json.endArray()
        .member("op_name", suspect.opName)
        .member("op_type", suspect.opType)
        .member("run", suspect.run)
        .member("rank", suspect.rank)
        .member("step", suspect.step)
        .member("order", suspect.order)
        .member("reason", static_cast<int>(suspect.reason))
        .member("score", suspect.score)
        .member("own_error", suspect.ownError)
        .member("inherited_error", suspect.inheritedError)
        .member("is_own_bound", suspect.isOwnBound)
        .member("is_inherited_bound", suspect.isInheritedBound);
    json.key("ranks").beginArray();
    for (const std::int64_t rank : suspect.ranks)
        json.value(rank);
    json.endArray();
    writeFigure(json.key("figure"), suspect.figure);
    writeMessage(json.key("why"), suspect.why);
    json.endObject();
}

std::optional<Suspect> readSuspect(const JsonValue& object)
{
    Suspect suspect;
    const JsonValue* const pairs = object.isObject() ? object.find("pairs") : nullptr;
    const auto reason = pairs ? placeAt(object, "reason", kLastReason) : std::nullopt;
    if (!reason || !pairs->isArray())
        return std::nullopt;
    for (const JsonValue& pair : pairs->items) {
        if (const auto place = pair.integer(); place && *place >= 0)
            suspect.pairs.push_back(static_cast<std::size_t>(*place));
    }
    suspect.reason = static_cast<SuspectReason>(*reason);
    suspect.opName = object.textAt("op_name");
    suspect.opType = object.textAt("op_type");
    suspect.run = object.textAt("run");
    suspect.rank = object.integerAt("rank");
    suspect.step = object.integerAt("step");
    suspect.order = static_cast<std::uint64_t>(object.integerAt("order").value_or(0));
    suspect.score = object.numberAt("score").value_or(0);
    suspect.ownError = object.numberAt("own_error");
    suspect.inheritedError = object.numberAt("inherited_error");
    suspect.isOwnBound = flagAt(object, "is_own_bound");
    suspect.isInheritedBound = flagAt(object, "is_inherited_bound");
    if (const JsonValue* const ranks = object.find("ranks")) {
        for (const JsonValue& rank : ranks->items) {
            if (const auto number = rank.integer())
                suspect.ranks.push_back(*number);
        }
    }
    if (const JsonValue* const figure = object.find("figure"))
        suspect.figure = readFigure(*figure);
    suspect.why = messageAt(object, "why");
    return suspect.why.empty() ? std::nullopt : std::optional(std::move(suspect));
}

} // namespace

void writeRecordedSuspicion(JsonWriter& json, const Suspicion& suspicion, std::span<const std::size_t> rows)
{
    json.key("suspects").beginArray();
    for (const Suspect& suspect : suspicion.suspects) {
        if (!suspect.pairs.empty() && placeOf(rows, suspect.pairs.front()))
            writeSuspect(json, suspect, rows);
    }
    json.endArray().key("outputs").beginArray();
    for (std::size_t place = 0; place < rows.size(); ++place) {
        const auto output = std::ranges::lower_bound(suspicion.outputs, rows[place], {}, &JudgedOutput::row);
        if (output == suspicion.outputs.end() || output->row != rows[place])
            continue;
        json.beginObject()
            .member("pair", static_cast<std::uint64_t>(place))
            .member("measure", static_cast<int>(output->measure))
            .member("error", output->error)
            .member("explained", output->explained)
            .member("inherited", output->inherited)
            .member("has_inputs", output->hasInputs)
            .member("knows_inputs", output->knowsInputs)
            .member("are_integers_unseen", output->areIntegersUnseen)
            .member("gated", output->gated)
            .endObject();
    }
    json.endArray().member("noise", suspicion.noise);
}

std::optional<RecordedSuspicion> readRecordedSuspicion(const JsonValue& object)
{
    const JsonValue* const suspects = object.find("suspects");
    const JsonValue* const outputs = object.find("outputs");
    if (!suspects || !outputs)
        return std::nullopt;
    RecordedSuspicion recorded;
    recorded.noise = object.numberAt("noise").value_or(0);
    for (const JsonValue& one : suspects->items) {
        if (auto suspect = readSuspect(one))
            recorded.suspects.push_back(std::move(*suspect));
    }
    for (const JsonValue& one : outputs->items) {
        const auto measure = one.isObject() ? placeAt(one, "measure", kLastMeasure) : std::nullopt;
        const auto place = one.isObject() ? one.integerAt("pair") : std::nullopt;
        if (measure && place && *place >= 0)
            recorded.outputs.push_back({static_cast<std::size_t>(*place), static_cast<ErrorMeasure>(*measure),
                one.numberAt("error").value_or(0), one.numberAt("explained").value_or(0),
                one.numberAt("inherited").value_or(0), flagAt(one, "has_inputs"), flagAt(one, "knows_inputs"),
                flagAt(one, "are_integers_unseen"), one.numberAt("gated").value_or(0)});
    }
    return recorded;
}

void takeRecordedSuspicion(Suspicion& suspicion, const RecordedSuspicion& recorded,
    const std::function<std::optional<std::size_t>(std::size_t)>& rowOf)
{
    std::vector<Suspect> suspects;
    for (Suspect suspect : recorded.suspects) {
        std::vector<std::size_t> rows;
        for (const std::size_t place : suspect.pairs) {
            if (const auto row = rowOf(place))
                rows.push_back(*row);
        }
        if (rows.empty())
            continue;
        const auto again = std::ranges::find_if(suspicion.suspects, [&](const Suspect& found) {
            return !found.pairs.empty() && found.pairs.front() == rows.front();
        });
        if (again != suspicion.suspects.end()) {
            suspect.counterfactual = again->counterfactual;
            suspect.recomputed = again->recomputed;
        }
        suspect.pairs = std::move(rows);
        suspects.push_back(std::move(suspect));
    }
    suspicion.suspects = std::move(suspects);
    suspicion.near.clear();
    suspicion.byChance.clear();
    suspicion.noise = recorded.noise;
    std::vector<JudgedOutput> outputs;
    for (JudgedOutput output : recorded.outputs) {
        if (const auto row = rowOf(output.row)) {
            output.row = *row;
            outputs.push_back(output);
        }
    }
    std::ranges::sort(outputs, {}, &JudgedOutput::row);
    suspicion.outputs = std::move(outputs);
}

} // namespace dumpscope::core
