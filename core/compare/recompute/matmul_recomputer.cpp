// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/recomputer.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace dumpscope::core {

namespace {

/// A batch of matrices, one of them perhaps the other way round.
struct Factor {
    const Operand* tensor = nullptr;
    bool transposed = false;
    std::uint64_t outer = 0, inner = 0; ///< lengths: what stays and what is summed over
    std::uint64_t outerStride = 0, innerStride = 0;
    std::vector<std::uint64_t> batchStrides; ///< in terms of the output's batch
};

/// `outerFirst`: the outer axis is the one but last unless transposed.
std::optional<Factor> factorOf(const Operand& tensor, bool transposed, bool outerFirst, const Shape& batch)
{
    const Shape& shape = tensor.shape();
    if (shape.size() < 2)
        return std::nullopt;
    Factor factor {&tensor, transposed, 0, 0, 0, 0, {}};
    const auto rows = static_cast<std::uint64_t>(shape[shape.size() - 2]);
    const auto columns = static_cast<std::uint64_t>(shape.back());
    const bool outerIsRows = outerFirst != transposed;
    factor.outer = outerIsRows ? rows : columns;
    factor.inner = outerIsRows ? columns : rows;
    factor.outerStride = outerIsRows ? columns : 1;
    factor.innerStride = outerIsRows ? 1 : columns;
    auto strides = broadcastStrides(Shape(shape.begin(), shape.end() - 2), batch);
    if (!strides)
        return std::nullopt;
    factor.batchStrides = std::move(*strides);
    for (std::uint64_t& stride : factor.batchStrides)
        stride *= rows * columns;
    return factor;
}

/// The first factor of a product of matrices as so many rows: MindSpore dumps it in the shape it had before
/// it was made a matrix.
std::optional<Factor> rowsOf(const Operand& tensor, std::int64_t rows)
{
    if (rows < 1 || tensor.count() % static_cast<std::uint64_t>(rows) != 0)
        return std::nullopt;
    const auto outer = static_cast<std::uint64_t>(rows);
    return Factor {&tensor, false, outer, tensor.count() / outer, tensor.count() / outer, 1, {}};
}

/// A line of a factor that was read last.
struct MatrixLine {
    std::uint64_t first = ~std::uint64_t {0};
    std::vector<double> values;

    void read(const Factor& factor, std::uint64_t from)
    {
        if (from == first)
            return;
        values.resize(factor.inner);
        factor.tensor->gather(from, factor.innerStride, factor.inner, values.data());
        first = from;
    }
};

struct Product {
    Factor a, b;
    Shape batch;
    const Operand* added = nullptr; ///< bias or third matrix
    std::vector<std::uint64_t> addedStrides;
    double alpha = 1, beta = 1;
    MatrixLine row, column;

    ExactElement at(std::uint64_t index, const Shape& output)
    {
        const std::uint64_t matrix = a.outer * b.outer;
        const std::uint64_t inMatrix = index % matrix;
        row.read(a, placeIn(index / matrix, batch, a.batchStrides) + inMatrix / b.outer * a.outerStride);
        column.read(b, placeIn(index / matrix, batch, b.batchStrides) + inMatrix % b.outer * b.outerStride);
        double sum = 0, largest = 0, squares = 0;
        for (std::uint64_t k = 0; k < a.inner; ++k) {
            const double term = row.values[k] * column.values[k];
            sum += term;
            squares += term * term;
            largest = std::max(largest, std::fabs(sum));
        }
        ExactElement element {alpha * sum, std::fabs(alpha) * std::max(largest, std::sqrt(squares))};
        if (added != nullptr) {
            const double bias = beta * added->at(placeIn(index, output, addedStrides));
            element.value += bias;
            element.magnitude = std::max(element.magnitude, std::fabs(bias));
        }
        return element;
    }
};

/// Whether an attribute allows the factor to be transposed, or not.
bool allows(const OperatorCall& call, std::initializer_list<std::string_view> names, bool transposed)
{
    const auto said = call.number(names);
    return !said || (*said != 0) == transposed;
}

class MatmulRecomputer final : public Recomputer {
public:
    std::vector<std::string_view> types() const override
    {
        return {"matmul", "matmulv2", "matmulv3", "batchmatmul", "batchmatmulv2", "mm", "bmm", "rmatmul",
            "gemm", "addmm", "baddbmm", "linear", "dense"};
    }

    std::vector<Reading> readings(const OperatorCall& call) const override
    {
        const bool addsFirst = call.type == "addmm" || call.type == "baddbmm";
        const std::size_t first = addsFirst ? 1 : 0;
        const Operand *a = call.tensor(first), *b = call.tensor(first + 1);
        const Operand* added = call.tensor(addsFirst ? 0 : 2);
        std::vector<Reading> readings;
        if (a == nullptr || b == nullptr || (addsFirst && added == nullptr) || !call.endsAt(3))
            return readings;
        if (call.type == "linear" || call.type == "dense") {
            addReading(call, *a, *b, false, true, added, readings);
            return readings;
        }
        for (const bool transposeA : {false, true}) {
            for (const bool transposeB : {false, true}) {
                if (allows(call, {"transpose_a", "transpose_x1", "transA", "adj_x1"}, transposeA)
                    && allows(call, {"transpose_b", "transpose_x2", "transB", "adj_x2"}, transposeB))
                    addReading(call, *a, *b, transposeA, transposeB, added, readings);
            }
        }
        return readings;
    }

private:
    static void addReading(const OperatorCall& call, const Operand& a, const Operand& b, bool transposeA,
        bool transposeB, const Operand* added, std::vector<Reading>& readings)
    {
        const Shape& output = call.output;
        if (output.size() < 2)
            return;
        Product product;
        product.batch.assign(output.begin(), output.end() - 2);
        const bool isFlattened = !transposeA && output.size() == 2 && a.shape().size() > 2;
        auto left = isFlattened ? rowsOf(a, output.front()) : factorOf(a, transposeA, true, product.batch);
        auto right = factorOf(b, transposeB, false, product.batch);
        if (!left || !right || left->inner != right->inner || left->inner == 0
            || left->outer != static_cast<std::uint64_t>(output[output.size() - 2])
            || right->outer != static_cast<std::uint64_t>(output.back()))
            return;
        product.a = std::move(*left);
        product.b = std::move(*right);
        if (added != nullptr) {
            auto strides = broadcastStrides(added->shape(), output);
            if (!strides)
                return;
            product.added = added;
            product.addedStrides = std::move(*strides);
        }
        product.alpha = call.number({"alpha"}).value_or(1);
        product.beta = call.number({"beta"}).value_or(1);
        Reading& reading = readings.emplace_back();
        reading.text = std::string(transposeA ? "xᵀ"
                               : isFlattened  ? "rows of x"
                                              : "x")
            + (transposeB ? " · yᵀ" : " · y") + (added != nullptr ? " + z" : "");
        reading.terms = reading.cost = static_cast<double>(product.a.inner);
        reading.isProduct = true;
        reading.at = [kept = std::make_shared<Product>(std::move(product)), &call](
                         std::uint64_t i) { return kept->at(i, call.output); };
    }
};

} // namespace

void register_matmul_recomputer(RecomputerRegistry& registry)
{
    registry.add(std::make_unique<MatmulRecomputer>());
}

} // namespace dumpscope::core
