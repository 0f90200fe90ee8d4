// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/recomputer.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace dumpscope::core {

namespace {

/// Elements of an operand one behind another: the first and the distance between them.
struct OperandLine {
    std::uint64_t first = 0, step = 1;
};

/// For each element the product of two lines of the same length.
struct LineProduct {
    const Operand *a, *b;
    std::uint64_t length;
    std::function<OperandLine(std::uint64_t index)> lineOfA, lineOfB;
    std::vector<double> x = {}, y = {};

    ExactElement at(std::uint64_t index)
    {
        x.resize(length);
        y.resize(length);
        const OperandLine left = lineOfA(index), right = lineOfB(index);
        a->gather(left.first, left.step, length, x.data());
        b->gather(right.first, right.step, length, y.data());
        double sum = 0, largest = 0, squares = 0;
        for (std::uint64_t k = 0; k < length; ++k) {
            const double term = x[k] * y[k];
            sum += term;
            squares += term * term;
            largest = std::max(largest, std::fabs(sum));
        }
        return {sum, std::max(largest, std::sqrt(squares))};
    }
};

void addProduct(std::vector<Reading>& readings, LineProduct product, Message text)
{
    Reading& reading = readings.emplace_back();
    reading.text = std::move(text);
    reading.terms = static_cast<double>(product.length);
    reading.cost = static_cast<double>(product.length) * 2;
    reading.isProduct = true;
    reading.at
        = [kept = std::make_shared<LineProduct>(std::move(product))](std::uint64_t i) { return kept->at(i); };
}

std::uint64_t fromEnd(const Shape& shape, std::size_t axis)
{
    return static_cast<std::uint64_t>(shape[shape.size() - axis]);
}

/// Gradients of linear, matmul and the like from that of their output.
class ProductGradientRecomputer final : public Recomputer {
public:
    std::vector<std::string_view> types() const override
    {
        return {"linearbackward", "matmulbackward", "mmbackward", "bmmbackward"};
    }

    std::vector<Reading> readings(const OperatorCall& call) const override
    {
        std::vector<Reading> readings;
        const Operand* const g = call.tensor(0);
        if (g == nullptr || g->count() == 0 || !call.forward || g->shape().empty())
            return readings;
        const Operand *a = call.forward->tensor(0), *b = call.forward->tensor(1, {"weight"});
        if (a == nullptr || b == nullptr || a->count() == 0 || b->count() == 0)
            return readings;
        if (call.type == "linearbackward")
            addLinear(call, *g, *a, *b, readings);
        else
            addMatmul(call, *g, *a, *b, readings);
        return readings;
    }

private:
    /// g [P, out] of x [P, in] and weight [out, in].
    static void addLinear(const OperatorCall& call, const Operand& g, const Operand& x, const Operand& weight,
        std::vector<Reading>& readings)
    {
        if (weight.shape().size() != 2 || x.shape().empty())
            return;
        const std::uint64_t out = fromEnd(weight.shape(), 2), in = fromEnd(weight.shape(), 1);
        const std::uint64_t rows = g.count() / out;
        if (fromEnd(g.shape(), 1) != out || fromEnd(x.shape(), 1) != in || x.count() != rows * in)
            return;
        if (call.output == x.shape())
            addProduct(readings,
                {&g, &weight, out,
                    [=](std::uint64_t i) {
                        return OperandLine {i / in * out, 1};
                    },
                    [=](std::uint64_t i) {
                        return OperandLine {i % in, in};
                    }},
                phrase("gradient of the input"));
        if (call.output == weight.shape())
            addProduct(readings,
                {&g, &x, rows,
                    [=](std::uint64_t i) {
                        return OperandLine {i / in, out};
                    },
                    [=](std::uint64_t i) {
                        return OperandLine {i % in, in};
                    }},
                phrase("gradient of the weight"));
        // PyTorch multiplies by the transposed weight, and that is what a hook may see.
        if (call.output == Shape {static_cast<std::int64_t>(in), static_cast<std::int64_t>(out)})
            addProduct(readings,
                {&x, &g, rows,
                    [=](std::uint64_t i) {
                        return OperandLine {i / out, in};
                    },
                    [=](std::uint64_t i) {
                        return OperandLine {i % out, out};
                    }},
                phrase("gradient of the transposed weight"));
        if (call.output == Shape {static_cast<std::int64_t>(out)}) {
            Reading& reading = readings.emplace_back();
            reading.text = phrase("gradient of the bias");
            reading.terms = reading.cost = static_cast<double>(rows);
            reading.at = [&g, out, rows](std::uint64_t i) {
                std::vector<double> line(rows);
                g.gather(i, out, rows, line.data());
                double sum = 0, largest = 0, squares = 0;
                for (const double value : line) {
                    sum += value;
                    squares += value * value;
                    largest = std::max(largest, std::fabs(sum));
                }
                return ExactElement {sum, std::max(largest, std::sqrt(squares))};
            };
        }
    }

    /// g [B, M, N] of a [B, M, K] and b [B, K, N], or of one matrix b [K, N] for all of them.
    static void addMatmul(const OperatorCall& call, const Operand& g, const Operand& a, const Operand& b,
        std::vector<Reading>& readings)
    {
        if (a.shape().size() < 2 || b.shape().size() < 2 || g.shape().size() < 2)
            return;
        const std::uint64_t m = fromEnd(a.shape(), 2), k = fromEnd(a.shape(), 1), n = fromEnd(b.shape(), 1);
        const std::uint64_t batch = a.count() / (m * k);
        const bool isOne = b.count() == k * n;
        if (fromEnd(b.shape(), 2) != k || fromEnd(g.shape(), 2) != m || fromEnd(g.shape(), 1) != n
            || g.count() != batch * m * n || (!isOne && b.count() != batch * k * n))
            return;
        const std::uint64_t matrix = isOne ? 0 : k * n;
        if (call.output == a.shape())
            addProduct(readings,
                {&g, &b, n,
                    [=](std::uint64_t i) {
                        return OperandLine {i / k * n, 1};
                    },
                    [=](std::uint64_t i) {
                        return OperandLine {i / k / m * matrix + i % k * n, 1};
                    }},
                phrase("gradient of the first factor"));
        if (call.output != b.shape())
            return;
        // All matrices of a and g one below the other where they share one b.
        const std::uint64_t rows = isOne ? batch * m : m;
        addProduct(readings,
            {&a, &g, rows,
                [=](std::uint64_t i) {
                    return OperandLine {i / (k * n) * m * k + i % (k * n) / n, k};
                },
                [=](std::uint64_t i) {
                    return OperandLine {i / (k * n) * m * n + i % n, n};
                }},
            phrase("gradient of the second factor"));
    }
};

} // namespace

void register_product_gradient_recomputer(RecomputerRegistry& registry)
{
    registry.add(std::make_unique<ProductGradientRecomputer>());
}

} // namespace dumpscope::core
