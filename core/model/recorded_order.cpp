// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/recorded_order.h"

#include <algorithm>
#include <map>

namespace dumpscope::core {

bool hasRecordedOrder(const TensorRow& row)
{
    return row.execIndex != TensorRow::kNone || row.timestamp != 0;
}

std::optional<std::int64_t> executedStep(const DumpIndex& index, TensorId id)
{
    const auto& step = index.factsOf(id).step;
    return step && index.tensor(id).endsStepBefore ? *step - 1 : step;
}

std::uint32_t executionNumber(const DumpIndex& index, TensorId id)
{
    const TensorRow& row = index.tensor(id);
    return row.fixedOccurrence && index.factsOf(id).occurrencesAreMembers ? 0 : row.occurrence;
}

bool isInExecutionOrder(const DumpIndex& index, std::span<const TensorId> tensors)
{
    const auto rowOf = [&](TensorId id) -> const TensorRow& { return index.tensor(id); };
    if (tensors.empty() || std::ranges::any_of(tensors, hasRecordedOrder, rowOf))
        return true;
    const auto isNumbered = [&](TensorId id) {
        const StringId name = rowOf(id).opName;
        const std::string_view text = name.isValid() ? index.text(name) : std::string_view();
        return !text.empty() && text.front() >= '0' && text.front() <= '9';
    };
    const StringId first = rowOf(tensors.front()).opName;
    return std::ranges::all_of(tensors, [&](TensorId id) { return rowOf(id).opName == first; })
        || std::ranges::all_of(tensors, isNumbered);
}

bool isNamedWithin(std::string_view inner, std::string_view outer, std::string_view marks)
{
    return !outer.empty() && inner.size() > outer.size() + 1 && inner.starts_with(outer)
        && marks.find(inner[outer.size()]) != std::string_view::npos;
}

namespace {

/// Consecutive tensors of one operator, and all turns of a loop where no order tells them apart.
struct Call {
    std::size_t begin = 0, end = 0;
};

bool isSamePlace(const FolderFacts& a, const FolderFacts& b)
{
    return a.rank == b.rank && a.step == b.step && a.run == b.run && a.model == b.model
        && a.graphId == b.graphId;
}

bool isCalledBy(const DumpIndex& index, TensorId inner, TensorId outer)
{
    const TensorRow &caller = index.tensor(outer), &called = index.tensor(inner);
    const FolderFacts& facts = index.factsOf(outer);
    return caller.opName.isValid() && called.opName.isValid() && isSamePlace(facts, index.factsOf(inner))
        && isNamedWithin(index.text(called.opName), index.text(caller.opName), pathMarks(facts));
}

} // namespace

std::vector<std::uint32_t> executionPlaces(const DumpIndex& index, std::span<const TensorId> tensors)
{
    std::vector<std::uint32_t> places(tensors.size());
    std::uint32_t place = 0;
    std::vector<Call> open; // the innermost last
    const auto put = [&](const Call& call) {
        for (std::size_t i = call.begin; i < call.end; ++i)
            places[i] = place++;
    };
    const auto closeUntil = [&](auto isOpen) {
        while (!open.empty() && !isOpen(open.back())) {
            put(open.back());
            open.pop_back();
        }
    };
    for (Call call; call.begin < tensors.size(); call.begin = call.end) {
        const TensorId first = tensors[call.begin];
        const auto isSame = [&](TensorId id) {
            return index.tensor(id).opName == index.tensor(first).opName
                && isSamePlace(index.factsOf(first), index.factsOf(id));
        };
        for (call.end = call.begin + 1; call.end < tensors.size() && isSame(tensors[call.end]);)
            ++call.end;
        closeUntil([&](const Call& outer) { return isCalledBy(index, first, tensors[outer.begin]); });
        if (hasRecordedOrder(index.tensor(first)))
            put(call);
        else
            open.push_back(call);
    }
    closeUntil([](const Call&) { return false; });
    return places;
}

std::vector<std::uint32_t> executionPlaces(const DumpIndex& index)
{
    std::vector<TensorId> all(index.tensorCount());
    for (std::uint32_t i = 0; i < all.size(); ++i)
        all[i] = TensorId(i);
    return executionPlaces(index, all);
}

std::unordered_set<StringId> callersOf(const DumpIndex& index)
{
    std::unordered_set<StringId> operators;
    std::map<StringId, std::string_view> marks;
    for (std::uint32_t i = 0; i < index.tensorCount(); ++i) {
        const TensorRow& row = index.tensor(TensorId(i));
        if (row.opName.isValid() && (row.io == Io::Input || row.io == Io::Output)
            && operators.insert(row.opName).second)
            marks.emplace(row.opName, pathMarks(index.factsOf(TensorId(i))));
    }
    std::unordered_set<StringId> callers;
    const StringId model = index.findString(kModelItself);
    for (const auto& [name, between] : marks) {
        const std::string_view text = index.text(name);
        if (text.find('.') != std::string_view::npos && model.isValid() && operators.contains(model))
            callers.insert(model);
        for (std::size_t at = text.find_first_of(between, 1); at < text.size();
             at = text.find_first_of(between, at + 1)) {
            const StringId outer = index.findString(text.substr(0, at));
            if (outer.isValid() && operators.contains(outer))
                callers.insert(outer);
        }
    }
    return callers;
}

TensorId lastBefore(const DumpIndex& index, TensorId output)
{
    const TensorRow& row = index.tensor(output);
    const FolderFacts& facts = index.factsOf(output);
    if (row.io != Io::Output || facts.operatorLevels == 0 || hasRecordedOrder(row))
        return output;
    const std::string_view name = index.text(row.opName);
    const auto isInside = [&](TensorId id) {
        const FolderFacts& other = index.factsOf(id);
        const std::string_view inner = index.text(index.tensor(id).opName);
        return other.rank == facts.rank && other.step == facts.step && other.run == facts.run
            && (inner == name || isNamedWithin(inner, name, pathMarks(facts)));
    };
    std::uint32_t last = output.value();
    while (last + 1 < index.tensorCount() && isInside(TensorId(last + 1)))
        ++last;
    return TensorId(last);
}

} // namespace dumpscope::core
