// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/report/conclusion_document.h"

namespace dumpscope::core {

std::string firstDivergenceText(const Comparison& comparison)
{
    const ComparisonSummary& counts = comparison.summary;
    return comparison.firstDivergence                 ? comparison.firstDivergence->text()
        : !comparison.isOrderKnown && counts.fail > 0 ? "not known, the order of execution is not recorded"
        : counts.pass + counts.warn > 0 && counts.fail == 0 ? "none in what was compared"
                                                            : std::string();
}

void writeFirstDivergence(JsonWriter& json, const std::optional<FirstDivergence>& divergence)
{
    if (!divergence) {
        json.null();
        return;
    }
    json.beginObject()
        .member("index", divergence->index)
        .member("op_name", divergence->opName)
        .member("run", divergence->run.empty() ? std::nullopt : std::optional(divergence->run))
        .member("rank", divergence->rank)
        .member("step", divergence->step)
        .member("rule", divergence->rule)
        .member("inputs_clean", divergence->inputsClean)
        .endObject();
}

namespace {

void writePlace(
    JsonWriter& json, std::string_view name, std::string_view id, const std::optional<ConclusionPlace>& place)
{
    json.key(name);
    if (!place) {
        json.null();
        return;
    }
    const auto textOrNull = [&](std::string_view key, const std::string& text) {
        json.member(key, text.empty() ? std::nullopt : std::optional(text));
    };
    json.beginObject();
    textOrNull("op_name", place->opName);
    textOrNull("op_type", place->opType);
    textOrNull("scope", place->scope);
    textOrNull("run", place->run);
    json.member("rank", place->rank).member("step", place->step);
    textOrNull("io", place->io);
    json.member("slot", place->slot).member(id, place->tensor).key("source");
    if (place->source) {
        json.beginObject()
            .member("file", place->source->file)
            .member("line", std::uint64_t {place->source->line})
            .member("code", place->source->code)
            .endObject();
    } else {
        json.null();
    }
    if (name == "place")
        json.member("target_only", place->isTargetOnly);
    json.endObject();
}

void writeSide(JsonWriter& json, std::string_view key, const Coverage::Side& side)
{
    json.key(key)
        .beginObject()
        .member("tensors", side.tensors)
        .member("compared", side.compared)
        .member("not_asked_for", side.leftOut)
        .member("of_updates", side.ofUpdates)
        .endObject();
}

} // namespace

void writeConclusion(JsonWriter& json, const Conclusion& conclusion)
{
    json.key("conclusion")
        .beginObject()
        .member("kind", conclusionWord(conclusion.kind))
        .member("text", conclusion.text())
        .member("reason", conclusion.reason.empty() ? std::nullopt : std::optional(conclusion.reason.text()))
        .member("first_beyond_limits",
            conclusion.first.empty() ? std::nullopt : std::optional(conclusion.first.text()))
        .member("order_known", conclusion.isOrderKnown)
        .member("fault", conclusion.isFault);
    writePlace(json, "place", "target_id", conclusion.place);
    writePlace(json, "golden_only", "golden_id", conclusion.goldenOnly);
    json.key("index");
    if (conclusion.row)
        json.value(static_cast<std::uint64_t>(*conclusion.row));
    else
        json.null();
    const Coverage& coverage = conclusion.coverage;
    json.key("coverage")
        .beginObject()
        .member("text", coverage.text())
        .member("share", coverage.share())
        .member("pairs", coverage.pairs)
        .member("of", coverage.of)
        .member("by_statistics", coverage.byStatistics)
        .member("by_checksums", coverage.byChecksums)
        .member("suggested", coverage.suggested);
    writeSide(json, "target", coverage.target);
    writeSide(json, "golden", coverage.golden);
    json.endObject().endObject();
}

} // namespace dumpscope::core
