// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/dump_request.h"

#include "config/json_edit.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

constexpr std::array kFigures {
    DumpFigure {"max", "Max", "max", "max"},
    DumpFigure {"min", "Min", "min", "min"},
    DumpFigure {"mean", "Avg", "avg", "mean"},
    DumpFigure {"l2norm", "L2norm", "l2norm", "l2norm"},
    DumpFigure {"nan", "Nan", "nan count", "nan count"},
    DumpFigure {"negative-inf", "Negative Inf", "negative inf count", "negative inf count"},
    DumpFigure {"positive-inf", "Positive Inf", "positive inf count", "positive inf count"},
    DumpFigure {"count", "", "count", "count"},
    DumpFigure {"zero", "", "zero count", "zero count"},
    DumpFigure {"negative", "", "negative zero count", "negative zero count"},
    DumpFigure {"positive", "", "positive zero count", "positive zero count"},
    DumpFigure {"md5", "", "md5", "md5"},
    DumpFigure {"sha1", "", "hash", "hash"},
};

/// What is said when a kind has no words for an aspect.
struct AspectWords {
    DumpAspect aspect;
    Form<0> lost;
};
constexpr std::array kLost {
    AspectWords {DumpAspect::Trigger, Form<0>("it always captures, not only on overflows or exceptions")},
    AspectWords {DumpAspect::Content, Form<0>("what is kept of a tensor cannot be chosen")},
    AspectWords {DumpAspect::Sides, Form<0>("inputs and outputs cannot be chosen")},
    AspectWords {DumpAspect::Figures, Form<0>("figures cannot be chosen: the usual ones are written")},
    AspectWords {DumpAspect::Steps, Form<0>("steps cannot be chosen: every step is captured")},
    AspectWords {DumpAspect::Devices, Form<0>("devices and ranks cannot be chosen: every one captures")},
    AspectWords {DumpAspect::Models, Form<0>("models cannot be chosen: every model is captured")},
    AspectWords {DumpAspect::Names, Form<0>("operators cannot be chosen by name")},
    AspectWords {DumpAspect::Types, Form<0>("operators cannot be chosen by type")},
    AspectWords {DumpAspect::Patterns, Form<0>("operators cannot be chosen by a pattern")},
    AspectWords {DumpAspect::Ranges, Form<0>("operators cannot be chosen from a first to a last")},
    AspectWords {
        DumpAspect::SingleOperators, Form<0>("operators that run outside of a model are not captured")},
};

} // namespace

bool DumpRequest::asks(DumpAspect aspect) const
{
    switch (aspect) {
    case DumpAspect::None:
        return false;
    case DumpAspect::Folder:
        return !folder.empty();
    case DumpAspect::Trigger:
        return trigger != Trigger::Always;
    case DumpAspect::Content:
        return statistics;
    case DumpAspect::Sides:
        return !inputs || !outputs;
    case DumpAspect::Figures:
        return !figures.empty();
    case DumpAspect::Steps:
        return !steps.empty();
    case DumpAspect::Devices:
        return !devices.empty();
    case DumpAspect::Models:
        return !models.empty();
    case DumpAspect::Names:
        return !names.empty();
    case DumpAspect::Types:
        return !types.empty();
    case DumpAspect::Patterns:
        return !patterns.empty();
    case DumpAspect::Ranges:
        return !ranges.empty();
    case DumpAspect::SingleOperators:
        return keys.contains(aspect) && singleOperators;
    }
    return false;
}

std::string DumpRequest::keyOf(DumpAspect aspect) const
{
    const auto found = keys.find(aspect);
    return found == keys.end() ? std::string() : found->second;
}

std::vector<std::string> figureIds(std::span<const std::string> words, std::string_view DumpFigure::*kind)
{
    std::vector<std::string> ids;
    for (const std::string& word : words) {
        const auto found
            = std::ranges::find_if(kFigures, [&](const DumpFigure& figure) { return figure.*kind == word; });
        if (found != kFigures.end())
            ids.emplace_back(found->id);
    }
    return ids;
}

std::vector<std::string> figureWords(
    const DumpRequest& request, std::string_view DumpFigure::*kind, ConfigDraft& draft)
{
    std::vector<std::string> words;
    for (const std::string& id : request.figures) {
        const auto figure = std::ranges::find(kFigures, id, &DumpFigure::id);
        if (figure != kFigures.end() && !((*figure).*kind).empty())
            words.emplace_back((*figure).*kind);
        else
            draft.lost.push_back({request.keyOf(DumpAspect::Figures),
                phrase("the figure \"%1\" is not among those it knows", id)});
    }
    return words;
}

void noteMeanings(const JsonValue& document, std::span<const ConfigMeaning> meanings, DumpRequest& request)
{
    for (const ConfigMeaning& meaning : meanings) {
        visitValues(document, meaning.key, [&](const JsonValue& value, const std::string& path) {
            if (meaning.aspect != DumpAspect::None)
                request.keys.try_emplace(meaning.aspect, path);
            else if (meaning.lost && compactJson(value) != meaning.harmless)
                request.lost.push_back({path, *meaning.lost});
        });
    }
}

void reportUnwritten(const DumpRequest& request, std::span<const DumpAspect> written, ConfigDraft& draft)
{
    for (const AspectWords& words : kLost) {
        const bool isWritten = std::ranges::find(written, words.aspect) != written.end();
        // what an original leaves to its defaults nobody asked for
        const bool isMeant = request.keys.empty() || request.keys.contains(words.aspect);
        if (!isWritten && isMeant && request.asks(words.aspect))
            draft.lost.push_back({request.keyOf(words.aspect), words.lost});
    }
}

std::string stepsText(const DumpRequest& request)
{
    std::string text;
    for (const auto& [first, last] : request.steps) {
        text += text.empty() ? "" : "|";
        text += first == last ? std::to_string(first) : std::to_string(first) + '-' + std::to_string(last);
    }
    return text;
}

} // namespace dumpscope::core
