// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/layout/fitted_faults.h"

#include "base/text.h"

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace dumpscope::core {

namespace {

using OperatorClass = std::tuple<std::string, Io, std::int32_t>;

/// Operators of golden that differ in their number alone, and the slot.
OperatorClass classOf(const DumpIndex& index, TensorId golden)
{
    const TensorRow& row = index.tensor(golden);
    std::string name = row.opName.isValid() ? std::string(index.text(row.opName)) : std::string();
    std::erase_if(name, isDigit);
    return {std::move(name), row.io, row.slot};
}

Shape recordedShape(const DumpIndex& index, TensorId id)
{
    const auto shape = index.shape(index.tensor(id).shape);
    return {shape.begin(), shape.end()};
}

/// Free search undoes a fault as well: another order that no other tensor of its class has, nor many of
/// other classes, is no layout. Queues of experts are of different lengths.
void dropWhatHoldsOnce(std::map<TensorId, Assembly>& found, const DumpIndex& golden)
{
    constexpr std::size_t kClasses = 3;
    using Order = std::vector<std::vector<std::int32_t>>;
    std::map<Order, std::map<OperatorClass, std::size_t>> held;
    std::map<std::pair<OperatorClass, Shape>, std::size_t> members;
    const auto orderOf = [](const Assembly& assembly) {
        Order order;
        for (const AssemblyPart& part : assembly.parts)
            order.push_back(part.places);
        return order;
    };
    for (const auto& [id, assembly] : found) {
        ++held[orderOf(assembly)][classOf(golden, id)];
        ++members[{classOf(golden, id), recordedShape(golden, id)}];
    }
    std::erase_if(found, [&](const auto& entry) {
        const auto& [id, assembly] = entry;
        const bool isOrdered = assembly.kind == AssemblyKind::Permute
            || assembly.kind == AssemblyKind::Interleaved || assembly.kind == AssemblyKind::Tokens;
        if (!isOrdered)
            return false;
        const auto& classes = held.at(orderOf(assembly));
        const std::size_t same = classes.at(classOf(golden, id));
        return same < 2
            && (members.at({classOf(golden, id), recordedShape(golden, id)}) > 1
                || classes.size() < kClasses);
    });
}

/// Parameters of operators of one class stand in golden's order in each rank: exchanged ones are a fault.
void dropWhatGoesBack(std::map<TensorId, Assembly>& found, const DumpIndex& target, const DumpIndex& golden)
{
    std::map<std::tuple<std::string, Io, std::int32_t, std::optional<std::int64_t>>,
        std::vector<std::pair<TensorId, TensorId>>>
        rows; // golden, target
    for (const auto& [id, assembly] : found) {
        const auto [name, io, slot] = classOf(golden, id);
        if (assembly.parts.size() == 1 && (io == Io::Parameter || (io == Io::Input && slot > 0)))
            rows[{name, io, slot, target.factsOf(assembly.parts.front().id).rank}].emplace_back(
                id, assembly.parts.front().id);
    }
    for (const auto& [where, pairs] : rows) {
        for (const auto& own : pairs) {
            const bool goesBack = std::ranges::any_of(pairs, [&](const auto& other) {
                return (other.first < own.first) != (other.second < own.second) && other.second != own.second
                    && other.first != own.first;
            });
            if (goesBack)
                found.erase(own.first);
        }
    }
}

} // namespace

void dropFittedFaults(std::map<TensorId, Assembly>& found, const DumpIndex& target, const DumpIndex& golden)
{
    dropWhatHoldsOnce(found, golden);
    dropWhatGoesBack(found, target, golden);
}

} // namespace dumpscope::core
