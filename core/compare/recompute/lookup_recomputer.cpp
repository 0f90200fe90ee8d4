// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/recomputer.h"

#include <cmath>
#include <limits>

namespace dumpscope::core {

namespace {

/// Rows of a table by their numbers: table [before…, rows, behind…], ids of any shape → [before…, ids…,
/// behind…].
struct RowLookup {
    const Operand* table;
    const Operand* ids;
    std::uint64_t rows, behind;

    ExactElement at(std::uint64_t index) const
    {
        const std::uint64_t inner = index % behind, id = index / behind % ids->count(),
                            outer = index / behind / ids->count();
        return found(*table, ids->at(id), outer, rows, behind, inner);
    }

    /// A row that is not there is no number.
    static ExactElement found(const Operand& table, double id, std::uint64_t outer, std::uint64_t rows,
        std::uint64_t behind, std::uint64_t inner)
    {
        const auto count = static_cast<double>(rows);
        const double row = id < 0 ? id + count : id;
        if (!(row >= 0 && row < count))
            return {std::numeric_limits<double>::quiet_NaN(), 0};
        const double value = table.at((outer * rows + static_cast<std::uint64_t>(row)) * behind + inner);
        return {value, std::fabs(value)};
    }
};

bool areNumbersOfRows(const Operand* ids)
{
    return ids != nullptr && ids->count() > 0 && dtypeInfo(ids->dtype()).kind != DTypeClass::Float;
}

/// embedding(ids, table), and gather(table, ids) along an axis.
class LookupRecomputer final : public Recomputer {
public:
    std::vector<std::string_view> types() const override
    {
        return {"embedding", "gather", "gatherv2", "gatherd", "gatherelements", "indexselect"};
    }
    std::vector<std::string_view> namedTensors() const override { return {"weight", "index"}; }

    std::vector<Reading> readings(const OperatorCall& call) const override
    {
        std::vector<Reading> readings;
        const Operand *first = call.tensor(0), *second = call.tensor(1, {"weight"});
        if (first == nullptr)
            return readings;
        if (call.type == "embedding") {
            if (areNumbersOfRows(first) && second != nullptr && second->shape().size() == 2)
                addRows(call, *second, *first, 0, readings);
            return readings;
        }
        // torch.gather(x, dim, index): the number stands between them.
        const Operand* const ids = second != nullptr ? second : call.tensor(2, {"index"});
        if (!areNumbersOfRows(ids))
            return readings;
        for (std::size_t axis = 0; axis < first->shape().size(); ++axis) {
            addRows(call, *first, *ids, axis, readings);
            addElements(call, *first, *ids, axis, readings);
        }
        return readings;
    }

private:
    static void addRows(const OperatorCall& call, const Operand& table, const Operand& ids, std::size_t axis,
        std::vector<Reading>& readings)
    {
        const Shape& shape = table.shape();
        Shape made(shape.begin(), shape.begin() + static_cast<std::ptrdiff_t>(axis));
        made.insert(made.end(), ids.shape().begin(), ids.shape().end());
        made.insert(made.end(), shape.begin() + static_cast<std::ptrdiff_t>(axis) + 1, shape.end());
        if (made != call.output || table.count() == 0)
            return;
        RowLookup lookup {&table, &ids, static_cast<std::uint64_t>(shape[axis]), 1};
        for (std::size_t i = axis + 1; i < shape.size(); ++i)
            lookup.behind *= static_cast<std::uint64_t>(shape[i]);
        Reading& reading = readings.emplace_back();
        reading.text = phrase("rows along axis %1", axis);
        reading.at = [lookup](std::uint64_t i) { return lookup.at(i); };
    }

    /// One element for each number; both have as many axes.
    static void addElements(const OperatorCall& call, const Operand& x, const Operand& ids, std::size_t axis,
        std::vector<Reading>& readings)
    {
        const Shape& shape = x.shape();
        if (ids.shape() != call.output || shape.size() != call.output.size() || x.count() == 0)
            return;
        for (std::size_t i = 0; i < shape.size(); ++i) {
            if (i != axis && shape[i] != call.output[i])
                return;
        }
        std::uint64_t behind = 1;
        for (std::size_t i = axis + 1; i < shape.size(); ++i)
            behind *= static_cast<std::uint64_t>(shape[i]);
        const auto rows = static_cast<std::uint64_t>(shape[axis]),
                   length = static_cast<std::uint64_t>(call.output[axis]);
        Reading& reading = readings.emplace_back();
        reading.text = phrase("elements along axis %1", axis);
        reading.at = [&x, &ids, rows, length, behind](std::uint64_t i) {
            return RowLookup::found(x, ids.at(i), i / behind / length, rows, behind, i % behind);
        };
    }
};

} // namespace

void register_lookup_recomputer(RecomputerRegistry& registry)
{
    registry.add(std::make_unique<LookupRecomputer>());
}

} // namespace dumpscope::core
