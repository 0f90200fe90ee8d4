// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/pairing/place_matching.h"

#include "base/text.h"
#include "model/recorded_order.h"
#include "tensor/element_text.h"

#include <algorithm>
#include <array>
#include <compare>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace dumpscope::core {

namespace {

using Number = std::optional<std::int64_t>;

struct PlaceKey {
    Number rank, step;
    std::string run, model;
    Number modelId, graphId;
    std::size_t process = 0; ///< of several without a rank: place by their numbers
    auto operator<=>(const PlaceKey&) const = default;
};

/// How finely tensors are told apart by where they lie.
struct PlaceGrain {
    bool wide = false;    ///< by rank and step alone
    bool anyRank = false; ///< not by rank
};

PlaceKey keyOf(const FolderFacts& facts, PlaceGrain grain)
{
    PlaceKey key;
    if (!grain.anyRank)
        key.rank = facts.rank ? facts.rank : facts.deviceId;
    key.step = facts.step;
    if (!grain.wide) {
        key.run = facts.run;
        key.model = facts.model;
        key.modelId = facts.modelId;
        key.graphId = facts.graphId;
    }
    return key;
}

using PlaceMap = std::map<PlaceKey, std::vector<TensorId>>;

PlaceMap placesOf(const DumpIndex& index, const std::vector<TensorId>& tensors, PlaceGrain grain)
{
    std::vector<PlaceKey> keys; ///< per folder
    keys.reserve(index.folderCount());
    std::map<PlaceKey, std::set<Number>> processes;
    for (std::size_t i = 0; i < index.folderCount(); ++i) {
        const FolderFacts& facts = index.folder(FolderId(i)).facts;
        keys.push_back(keyOf(facts, grain));
        if (facts.process)
            processes[keys.back()].insert(facts.process);
    }
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const FolderFacts& facts = index.folder(FolderId(i)).facts;
        if (!facts.process)
            continue;
        const std::set<Number>& here = processes.at(keys[i]);
        keys[i].process = static_cast<std::size_t>(std::distance(here.begin(), here.find(facts.process)));
    }
    std::vector<std::vector<TensorId>*> lists(keys.size(), nullptr);
    PlaceMap places;
    for (const TensorId id : tensors) {
        const TensorRow& row = index.tensor(id);
        const PlaceKey& key = keys[row.folder.value()];
        if (row.endsStepBefore) {
            PlaceKey before = key;
            before.step = executedStep(index, id);
            places[before].push_back(id);
            continue;
        }
        auto& list = lists[row.folder.value()];
        if (list == nullptr)
            list = &places[key];
        list->push_back(id);
    }
    for (auto& [key, list] : places)
        std::ranges::sort(list);
    return places;
}

Message valueText(const std::string& value)
{
    return value.empty() ? phrase("none") : Message(value);
}
Message valueText(const Number& value)
{
    return value ? Message(std::to_string(*value)) : phrase("none");
}

/// What a value of one part of the place (a step, a rank…) is compared with.
template<typename T> struct Translation {
    std::map<T, std::vector<T>> to;
    std::map<T, Message> note; ///< why, when not equal
};

/// `against`: how a note calls the parts; none: nothing is noted. `anyCount`: match by position even when the
/// numbers of values differ.
template<typename T>
Translation<T> translate(
    const std::set<T>& target, const std::set<T>& golden, std::optional<Form<2>> against, bool anyCount)
{
    Translation<T> result;
    const T unknown {};
    bool anyEqual = false;
    for (const T& value : target) {
        if (golden.contains(value)) {
            result.to[value] = {value};
            anyEqual = true;
        }
    }
    const bool byPosition = !anyEqual && (anyCount || target.size() == golden.size());
    auto position = golden.begin();
    for (const T& value : target) {
        if (result.to.contains(value))
            continue;
        const bool goldenUnknown = golden.size() == 1 && *golden.begin() == unknown;
        const bool targetUnknown = target.size() == 1 && value == unknown;
        if (byPosition && position != golden.end())
            result.to[value] = {*position++};
        else if ((goldenUnknown || targetUnknown) && !golden.empty())
            result.to[value] = {*golden.begin()};
        else
            continue;
        if (against)
            result.note[value] = phraseOf(*against, valueText(value), valueText(result.to[value].front()));
    }
    return result;
}

/// Rank or step.
struct NumberedPart {
    Form<0> word;
    Form<2> against;
};

Translation<Number> translateNumbers(const std::set<Number>& target, const std::set<Number>& golden,
    const std::vector<std::pair<std::int64_t, std::int64_t>>& equations, const NumberedPart& part,
    const std::array<std::set<Number>, 2>& dumped, std::vector<Diagnostic>& problems)
{
    if (equations.empty())
        return translate(target, golden, std::optional(part.against), false);
    Translation<Number> result;
    for (const auto& [t, g] : equations) {
        for (const auto& [side, value, values, all] : {std::tuple(Form<0>("target"), t, &target, &dumped[0]),
                 std::tuple(Form<0>("golden"), g, &golden, &dumped[1])}) {
            if (!values->contains(Number(value)))
                problems.push_back({Severity::Warning, Code::NotFound,
                    {.file = "--pair-" + std::string(part.word.words()) + ' ' + std::to_string(t) + '='
                            + std::to_string(g)},
                    all->contains(Number(value))
                        ? phrase("%1 %2 of %3 was not asked for", part.word, value, side)
                        : phrase("%1 has no %2 %3", side, part.word, value)});
        }
        result.to[t].push_back(g);
        if (t != g)
            result.note[t] = phraseOf(part.against, t, g);
    }
    // What no equation speaks of keeps its number.
    for (const Number& value : target) {
        if (golden.contains(value) && !result.to.contains(value))
            result.to[value] = {value};
    }
    return result;
}

template<typename T> std::set<T> valuesOf(const PlaceMap& places, T PlaceKey::*part)
{
    std::set<T> values;
    for (const auto& [key, list] : places)
        values.insert(key.*part);
    return values;
}

/// Of all folders, whatever was asked for.
std::set<Number> dumpedValues(const DumpIndex& index, Number PlaceKey::*part)
{
    std::set<Number> values;
    for (std::size_t i = 0; i < index.folderCount(); ++i)
        values.insert(keyOf(index.folder(FolderId(i)).facts, {.wide = true}).*part);
    return values;
}

/// Which process is which is not known where none has recorded its rank.
void reportProcesses(const PlaceMap& targets, const PlaceMap& goldens, std::vector<Diagnostic>& problems)
{
    const std::size_t target = valuesOf(targets, &PlaceKey::process).size(),
                      golden = valuesOf(goldens, &PlaceKey::process).size();
    if (target > 1 || golden > 1)
        problems.push_back({Severity::Warning, Code::Suspicious, {},
            phrase("no rank is recorded of %1 processes of the target and %2 of golden: they are paired in "
                   "the order of their numbers, which need not be that of the ranks",
                target, golden)});
}

template<typename T> std::vector<T> partnersOf(const Translation<T>& translation, const T& value)
{
    const auto found = translation.to.find(value);
    return found == translation.to.end() ? std::vector<T> {} : found->second;
}

template<typename T> void addNote(Message& note, const Translation<T>& translation, const T& value)
{
    const auto found = translation.note.find(value);
    if (found != translation.note.end())
        note = joined(std::array {std::move(note), found->second}, "%1, %2");
}

/// Of each run of a side: in which places it has how many tensors.
std::map<std::string, std::map<PlaceKey, std::size_t>> runsOf(
    const DumpIndex& index, const std::vector<TensorId>& tensors)
{
    std::map<std::string, std::map<PlaceKey, std::size_t>> runs;
    for (const TensorId id : tensors) {
        PlaceKey key = keyOf(index.factsOf(id), {});
        const std::string run = std::exchange(key.run, {});
        ++runs[run][key];
    }
    return runs;
}

bool hasRuns(const DumpIndex& index)
{
    for (std::size_t i = 1; i < index.folderCount(); ++i) {
        if (index.folder(FolderId(i)).facts.run != index.folder(FolderId(i - 1)).facts.run)
            return true;
    }
    return false;
}

/// Where a side has several runs that hold the same rank and step, and the other has one: the tensors of the
/// run that has most in common with that one, of equal ones that of its folder's name. Else all of them.
std::vector<TensorId> ofOneRun(const DumpIndex& index, const std::vector<TensorId>& tensors,
    const DumpIndex& other, const std::vector<TensorId>& otherTensors)
{
    if (!hasRuns(index))
        return tensors;
    const auto runs = runsOf(index, tensors), others = runsOf(other, otherTensors);
    std::map<PlaceKey, std::size_t> holders;
    bool isSamePlace = false;
    for (const auto& [run, places] : runs) {
        for (const auto& [key, count] : places)
            isSamePlace |= ++holders[key] > 1;
    }
    if (!isSamePlace || others.size() != 1)
        return tensors;
    const std::map<PlaceKey, std::size_t>& wanted = others.begin()->second;
    std::tuple<std::size_t, bool> best;
    const std::string* chosen = nullptr;
    for (const auto& [run, places] : runs) {
        std::size_t common = 0;
        for (const auto& [key, count] : places) {
            const auto same = wanted.find(key);
            common += same == wanted.end() ? 0 : std::min(count, same->second);
        }
        const std::tuple likeness(common, !run.empty() && other.root().ends_with('/' + run));
        if (!chosen || likeness > best) {
            best = likeness;
            chosen = &run;
        }
    }
    std::vector<TensorId> kept;
    std::ranges::copy_if(
        tensors, std::back_inserter(kept), [&](TensorId id) { return index.factsOf(id).run == *chosen; });
    return kept;
}

/// Which ranks have an operator, by its name.
std::map<std::string, std::set<Number>> ranksByName(
    const DumpIndex& index, const std::vector<TensorId>& tensors)
{
    std::map<std::string, std::set<Number>> ranks;
    for (const TensorId id : tensors) {
        const StringId name = index.tensor(id).opName;
        ranks[name.isValid() ? std::string(index.text(name)) : std::string()].insert(
            keyOf(index.factsOf(id), {}).rank);
    }
    return ranks;
}

/// The first part of a name that is a number: 3 of `model.layers.3.mlp`. The last part counts calls.
std::optional<std::int64_t> numberedPart(std::string_view name)
{
    while (!name.empty()) {
        const std::size_t end = std::min(name.find_first_of("./"), name.size());
        if (end < name.size() && isDigits(name.substr(0, end)))
            return parseInt(name.substr(0, end));
        name.remove_prefix(std::min(end + 1, name.size()));
    }
    return std::nullopt;
}

/// Whether the ranks of a run are stages of a pipeline that number their layers through: each has layers of
/// its own, and next to no operator is in two of them.
bool areStages(const DumpIndex& index, const std::vector<TensorId>& tensors)
{
    constexpr std::size_t kFew = 20; // one in so many
    std::size_t names = 0, shared = 0;
    std::set<Number> all, layered;
    std::map<std::int64_t, Number> layers;
    for (const auto& [name, ranks] : ranksByName(index, tensors)) {
        all.insert(ranks.begin(), ranks.end());
        ++names;
        shared += ranks.size() > 1 ? 1 : 0;
        const auto layer = numberedPart(name);
        if (!layer || ranks.size() > 1)
            continue;
        layered.insert(*ranks.begin());
        if (layers.try_emplace(*layer, *ranks.begin()).first->second != *ranks.begin())
            return false;
    }
    return !all.contains(std::nullopt) && layered == all && kFew * shared <= names;
}

/// Whether one side is one process, and the other the stages of a pipeline: then their ranks say nothing.
bool isPipelineOfOne(const DumpIndex& target, const std::vector<TensorId>& targetTensors,
    const DumpIndex& golden, const std::vector<TensorId>& goldenTensors)
{
    const auto ranksOf = [](const DumpIndex& index, const std::vector<TensorId>& tensors) {
        std::set<Number> ranks;
        for (const TensorId id : tensors)
            ranks.insert(keyOf(index.factsOf(id), {}).rank);
        return ranks.size();
    };
    const std::size_t ours = ranksOf(target, targetTensors), theirs = ranksOf(golden, goldenTensors);
    return (ours > 1 && theirs == 1 && areStages(target, targetTensors))
        || (ours == 1 && theirs > 1 && areStages(golden, goldenTensors));
}

} // namespace

std::vector<MatchedPlaces> matchPlaces(const DumpIndex& target, const std::vector<TensorId>& targetTensors,
    const DumpIndex& golden, const std::vector<TensorId>& goldenTensors, const PairingOptions& options,
    bool wide, std::vector<Diagnostic>& problems)
{
    const std::vector<TensorId> ours = ofOneRun(target, targetTensors, golden, goldenTensors),
                                theirs = ofOneRun(golden, goldenTensors, target, targetTensors);
    const PlaceGrain grain {
        .wide = wide, .anyRank = options.ranks.empty() && isPipelineOfOne(target, ours, golden, theirs)};
    const PlaceMap targets = placesOf(target, ours, grain);
    const PlaceMap goldens = placesOf(golden, theirs, grain);
    const auto numbers = [&](Number PlaceKey::*part, const auto& equations, const NumberedPart& words) {
        return translateNumbers(valuesOf(targets, part), valuesOf(goldens, part), equations, words,
            {dumpedValues(target, part), dumpedValues(golden, part)}, problems);
    };
    const auto rest = [&](auto PlaceKey::*part, std::optional<Form<2>> against) {
        return translate(valuesOf(targets, part), valuesOf(goldens, part), against, true);
    };
    const auto ranks
        = numbers(&PlaceKey::rank, options.ranks, {Form<0>("rank"), Form<2>("rank %1 against %2")});
    const auto steps
        = numbers(&PlaceKey::step, options.steps, {Form<0>("step"), Form<2>("step %1 against %2")});
    const auto runs = rest(&PlaceKey::run, std::nullopt);
    const auto models = rest(&PlaceKey::model, Form<2>("model %1 against %2"));
    const auto modelIds = rest(&PlaceKey::modelId, std::nullopt);
    const auto graphIds = rest(&PlaceKey::graphId, Form<2>("graph %1 against %2"));
    reportProcesses(targets, goldens, problems);

    std::vector<MatchedPlaces> matched;
    for (const auto& [key, tensors] : targets) {
        Message note;
        addNote(note, ranks, key.rank);
        addNote(note, steps, key.step);
        addNote(note, models, key.model);
        addNote(note, graphIds, key.graphId);
        for (const Number& rank : partnersOf(ranks, key.rank)) {
            for (const Number& step : partnersOf(steps, key.step)) {
                const auto first = [](const auto& values) {
                    return values.empty() ? typename std::decay_t<decltype(values)>::value_type {}
                                          : values.front();
                };
                const PlaceKey wanted {rank, step, first(partnersOf(runs, key.run)),
                    first(partnersOf(models, key.model)), first(partnersOf(modelIds, key.modelId)),
                    first(partnersOf(graphIds, key.graphId)), key.process};
                const auto found = goldens.find(wanted);
                if (found != goldens.end())
                    matched.push_back({tensors, found->second, note});
            }
        }
    }
    std::ranges::stable_sort(matched, {}, [](const MatchedPlaces& m) { return m.target.front(); });
    return matched;
}

} // namespace dumpscope::core
