// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/report/suspicion_document.h"

namespace dumpscope::core {

namespace {

void writeRecomputed(JsonWriter& json, const std::optional<Recomputation>& recomputed)
{
    if (!recomputed) {
        json.null();
        return;
    }
    json.beginObject()
        .member("outcome", outcomeWord(recomputed->outcome))
        .member("pair", static_cast<std::uint64_t>(recomputed->row))
        .member("target_error", recomputed->targetError)
        .member("golden_error", recomputed->goldenError)
        .member("explained", recomputed->explained)
        .member("score", recomputed->score)
        .member("elements", recomputed->elements)
        .member("of", recomputed->count)
        .member("index", recomputed->index)
        .member("expected", recomputed->expected)
        .member("found", recomputed->found)
        .member("method", recomputed->method.text())
        .endObject();
}

void writeCounterfactual(JsonWriter& json, const std::optional<Counterfactual>& counterfactual)
{
    json.key("counterfactual");
    if (!counterfactual) {
        json.null();
        return;
    }
    const Counterfactual& one = *counterfactual;
    const auto known = [&](double value) { return one.row ? std::optional(value) : std::nullopt; };
    json.beginObject()
        .member("pair", one.row)
        .member("before", known(one.before))
        .member("after", known(one.after))
        .member("removed", known(one.removed()))
        .member("recomputed", one.recomputed)
        .member("text", one.text().text())
        .endObject();
}

void writeSuspect(JsonWriter& json, const Suspect& suspect)
{
    json.beginObject()
        .member("op_name", suspect.opName)
        .member("op_type", suspect.opType)
        .member("run", suspect.run.empty() ? std::nullopt : std::optional(suspect.run))
        .member("rank", suspect.rank);
    json.key("ranks").beginArray();
    for (const std::int64_t rank : suspect.ranks)
        json.value(rank);
    json.endArray()
        .member("step", suspect.step)
        .member("score", suspect.score)
        .member("own_error", suspect.ownError)
        .member("inherited_error", suspect.inheritedError)
        .member("errors_are_bounds", suspect.isOwnBound || suspect.isInheritedBound)
        .member("why", suspect.why.text());
    json.key("pairs").beginArray();
    for (const std::size_t row : suspect.pairs)
        json.value(static_cast<std::uint64_t>(row));
    json.endArray().key("recomputed");
    writeRecomputed(json, suspect.recomputed);
    writeCounterfactual(json, suspect.counterfactual);
    json.endObject();
}

} // namespace

void writeSuspicion(JsonWriter& json, const Suspicion& suspicion)
{
    json.key("suspects").beginArray();
    for (const Suspect& suspect : suspicion.suspects)
        writeSuspect(json, suspect);
    json.endArray();
    json.key("suspicion")
        .beginObject()
        .member("noise", suspicion.noise)
        .member("threshold", kSuspectScore)
        .member("judged", suspicion.judged);
    json.key("closest");
    if (suspicion.nearestName().empty())
        json.null();
    else
        json.value(suspicion.nearestName());
    json.member("closest_score", suspicion.nearestScore()).key("acquitted").beginArray();
    for (const Suspect& suspect : suspicion.cleared)
        writeSuspect(json, suspect);
    json.endArray().key("effects").beginArray();
    for (const KnownEffect& effect : suspicion.effects)
        json.beginObject()
            .member("pair", static_cast<std::uint64_t>(effect.row))
            .member("text", effect.text.text())
            .endObject();
    json.endArray().key("rounding");
    if (suspicion.rounding.empty())
        json.null();
    else
        json.value(suspicion.rounding);
    json.key("note");
    if (suspicion.note.empty())
        json.null();
    else
        json.value(suspicion.note.text());
    json.endObject();
}

} // namespace dumpscope::core
