// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/exact_sum.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

namespace dumpscope::core {

namespace {

/// Which ids name each row of a table: those of row r are places[begins[r]] … places[begins[r + 1] - 1].
struct UsesOfRows {
    std::vector<std::uint64_t> begins, places;
    std::uint64_t most = 0; ///< of one row

    /// nullopt where one is no row, or there are too many to look through.
    static std::optional<UsesOfRows> make(const Operand& ids, std::uint64_t rows)
    {
        constexpr std::uint64_t kMostIds = 1U << 22, kMostRows = 1U << 24;
        if (ids.count() > kMostIds || rows > kMostRows)
            return std::nullopt;
        UsesOfRows uses {std::vector<std::uint64_t>(rows + 1), std::vector<std::uint64_t>(ids.count())};
        for (std::uint64_t i = 0; i < ids.count(); ++i) {
            const double id = ids.at(i);
            if (!(id >= 0 && id < static_cast<double>(rows)))
                return std::nullopt;
            ++uses.begins[static_cast<std::uint64_t>(id) + 1];
        }
        for (std::uint64_t row = 0; row < rows; ++row) {
            uses.most = std::max(uses.most, uses.begins[row + 1]);
            uses.begins[row + 1] += uses.begins[row];
        }
        std::vector<std::uint64_t> next(uses.begins.begin(), uses.begins.end() - 1);
        for (std::uint64_t i = 0; i < ids.count(); ++i)
            uses.places[next[static_cast<std::uint64_t>(ids.at(i))]++] = i;
        return uses;
    }
};

/// Gradient of a table [before…, rows, behind…], of which ids took whole rows.
struct RowGradient {
    const Operand* g;
    UsesOfRows uses;
    std::uint64_t rows, behind;
    std::optional<std::uint64_t> padding; ///< a row that gets none

    ExactElement at(std::uint64_t index) const
    {
        const std::uint64_t inner = index % behind, row = index / behind % rows,
                            outer = index / behind / rows;
        ExactSum sum;
        for (std::uint64_t i = uses.begins[row]; row != padding && i < uses.begins[row + 1]; ++i)
            sum.add(g->at((outer * uses.places.size() + uses.places[i]) * behind + inner));
        return sum.element();
    }
};

struct AxisExtents {
    std::uint64_t rows, behind = 1;

    AxisExtents(const Shape& shape, std::size_t axis)
        : rows(static_cast<std::uint64_t>(shape[axis]))
    {
        for (std::size_t i = axis + 1; i < shape.size(); ++i)
            behind *= static_cast<std::uint64_t>(shape[i]);
    }
};

/// Gradients of tables and tensors of which rows or elements were taken by their numbers.
class LookupGradientRecomputer final : public Recomputer {
public:
    std::vector<std::string_view> types() const override
    {
        return {"embeddingbackward", "indexselectbackward", "gatherbackward"};
    }

    std::vector<Reading> readings(const OperatorCall& call) const override
    {
        std::vector<Reading> readings;
        const Operand* const g = call.tensor(0);
        const bool isEmbedding = call.type == "embeddingbackward";
        const Operand* const ids = !call.forward ? nullptr
            : isEmbedding                        ? call.forward->tensor(0)
                                                 : call.forward->tensor(2, {"index"});
        if (g == nullptr || ids == nullptr || g->count() == 0 || elementCount(call.output).value_or(0) == 0
            || dtypeInfo(ids->dtype()).kind == DTypeClass::Float)
            return readings;
        if (isEmbedding) {
            addEmbedding(call, *g, *ids, readings);
            return readings;
        }
        for (std::size_t axis = 0; axis < call.output.size(); ++axis) {
            if (call.type == "gatherbackward")
                addElements(call, *g, *ids, axis, readings);
            else
                addRows(call, *g, *ids, axis, {}, readings);
        }
        return readings;
    }

private:
    static void addEmbedding(
        const OperatorCall& call, const Operand& g, const Operand& ids, std::vector<Reading>& readings)
    {
        constexpr std::size_t kOfPadding = 2, kOfScaling = 5;
        const auto scaled = call.forward->numbers(kOfScaling, {"scale_grad_by_freq"});
        const auto padding = call.forward->numbers(kOfPadding, {"padding_idx"});
        if (call.output.size() != 2 || (!scaled.empty() && scaled.front() != 0))
            return;
        std::optional<std::uint64_t> left;
        if (!padding.empty()) {
            const double row = padding.front() < 0 ? padding.front() + static_cast<double>(call.output[0])
                                                   : padding.front();
            left = row >= 0 ? std::optional(static_cast<std::uint64_t>(row)) : std::nullopt;
        }
        addRows(call, g, ids, 0, left, readings);
    }

    static void addRows(const OperatorCall& call, const Operand& g, const Operand& ids, std::size_t axis,
        std::optional<std::uint64_t> padding, std::vector<Reading>& readings)
    {
        const auto begin = call.output.begin(), at = begin + static_cast<std::ptrdiff_t>(axis);
        Shape taken(begin, at);
        taken.insert(taken.end(), ids.shape().begin(), ids.shape().end());
        taken.insert(taken.end(), at + 1, call.output.end());
        const AxisExtents extents(call.output, axis);
        auto uses = taken == g.shape() ? UsesOfRows::make(ids, extents.rows) : std::nullopt;
        if (!uses)
            return;
        const auto most = static_cast<double>(std::max<std::uint64_t>(uses->most, 1));
        Reading& reading = readings.emplace_back();
        reading.text = phrase("gradients of rows along axis %1, added up", axis);
        reading.terms = reading.cost = most;
        reading.at = [kept = std::make_shared<const RowGradient>(RowGradient {&g, std::move(*uses),
                          extents.rows, extents.behind, padding})](std::uint64_t i) { return kept->at(i); };
    }

    /// One number for each element that was taken; all have as many axes.
    static void addElements(const OperatorCall& call, const Operand& g, const Operand& ids, std::size_t axis,
        std::vector<Reading>& readings)
    {
        const Shape& taken = ids.shape();
        if (g.shape() != taken || taken.size() != call.output.size())
            return;
        for (std::size_t i = 0; i < taken.size(); ++i) {
            if (i != axis && taken[i] != call.output[i])
                return;
        }
        const AxisExtents extents(call.output, axis);
        const auto length = static_cast<std::uint64_t>(taken[axis]);
        Reading& reading = readings.emplace_back();
        reading.text = phrase("gradients of elements along axis %1, added up", axis);
        reading.terms = reading.cost = static_cast<double>(length);
        reading.at = [&g, &ids, length, rows = extents.rows, behind = extents.behind](std::uint64_t index) {
            const auto row = static_cast<double>(index / behind % rows);
            ExactSum sum;
            for (std::uint64_t i = 0; i < length; ++i) {
                const std::uint64_t from = (index / behind / rows * length + i) * behind + index % behind;
                if (ids.at(from) == row)
                    sum.add(g.at(from));
            }
            return sum.element();
        };
    }
};

} // namespace

void register_lookup_gradient_recomputer(RecomputerRegistry& registry)
{
    registry.add(std::make_unique<LookupGradientRecomputer>());
}

} // namespace dumpscope::core
