// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/recompute/attention_weights.h"
#include "compare/recompute/exact_sum.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace dumpscope::core {

namespace {

/// Gradients of one line of scores, and what they are made of.
struct ScoreGradients {
    std::vector<double> weights;   ///< of the keys
    std::vector<double> gradients; ///< of their scores, with the scale
    std::vector<double> sizes;     ///< of the terms of these, which may cancel
};

/// A sum of products, in which the size of one factor is not its magnitude.
struct SizedSum {
    ExactSum sum;
    double squares = 0;

    void add(double gradient, double size, double factor)
    {
        sum.add(gradient * factor);
        squares += size * factor * size * factor;
    }
    [[nodiscard]] ExactElement element() const
    {
        ExactElement element = sum.element();
        element.magnitude = std::max(element.magnitude, std::sqrt(squares));
        return element;
    }
};

/// g [B…, H, L, E] of attention(q, k, v).
class AttentionGradient {
public:
    AttentionGradient(AttentionWeights form, const Operand* g)
        : m_form(std::move(form))
        , m_g(g)
    {
    }

    ExactElement ofQuery(std::uint64_t index)
    {
        const std::uint64_t line = index / m_form.depth;
        if (line != m_line) {
            m_ofLine = gradientsOf(line);
            m_line = line;
        }
        std::vector<double> column(m_form.keys);
        m_form.k->gather(
            m_form.sharedHead(line / m_form.queries) * m_form.keys * m_form.depth + index % m_form.depth,
            m_form.depth, m_form.keys, column.data());
        SizedSum sum;
        for (std::uint64_t s = 0; s < m_form.keys; ++s)
            sum.add(m_ofLine.gradients[s], m_ofLine.sizes[s], column[s]);
        return sum.element();
    }

    ExactElement ofKey(std::uint64_t index)
    {
        const std::uint64_t place = index / m_form.depth, key = place % m_form.keys;
        readHead(place / m_form.keys);
        SizedSum sum;
        for (std::uint64_t i = 0; i < m_lines.size(); ++i)
            sum.add(m_lines[i].gradients[key], m_lines[i].sizes[key],
                m_form.q->at((m_firstLine + i) * m_form.depth + index % m_form.depth));
        return sum.element();
    }

    ExactElement ofValue(std::uint64_t index)
    {
        const std::uint64_t place = index / m_form.values, key = place % m_form.keys;
        readHead(place / m_form.keys);
        ExactSum sum;
        for (std::uint64_t i = 0; i < m_lines.size(); ++i)
            sum.add(
                m_lines[i].weights[key] * m_g->at((m_firstLine + i) * m_form.values + index % m_form.values));
        return sum.element();
    }

private:
    [[nodiscard]] ScoreGradients gradientsOf(std::uint64_t line) const
    {
        ScoreGradients made {
            m_form.of(line), std::vector<double>(m_form.keys), std::vector<double>(m_form.keys)};
        std::vector<double> given(m_form.values), row(m_form.values);
        m_g->gather(line * m_form.values, 1, m_form.values, given.data());
        const std::uint64_t first = m_form.sharedHead(line / m_form.queries) * m_form.keys;
        double mean = 0;
        for (std::uint64_t s = 0; s < m_form.keys; ++s) {
            m_form.v->gather((first + s) * m_form.values, 1, m_form.values, row.data());
            for (std::uint64_t e = 0; e < m_form.values; ++e)
                made.gradients[s] += given[e] * row[e];
            mean += made.weights[s] * made.gradients[s];
        }
        for (std::uint64_t s = 0; s < m_form.keys; ++s) {
            const double factor = made.weights[s] * m_form.scale;
            made.sizes[s] = std::fabs(factor) * (std::fabs(made.gradients[s]) + std::fabs(mean));
            made.gradients[s] = factor * (made.gradients[s] - mean);
        }
        return made;
    }

    /// All lines of the heads of queries that share one of keys.
    void readHead(std::uint64_t shared)
    {
        if (shared == m_head)
            return;
        m_head = shared;
        const std::uint64_t ofKeys = m_form.heads / m_form.share;
        const std::uint64_t first = shared / ofKeys * m_form.heads + shared % ofKeys * m_form.share;
        m_firstLine = first * m_form.queries;
        m_lines.resize(m_form.share * m_form.queries);
        for (std::uint64_t i = 0; i < m_lines.size(); ++i)
            m_lines[i] = gradientsOf(m_firstLine + i);
    }

    static constexpr std::uint64_t kNone = ~std::uint64_t {0};
    AttentionWeights m_form;
    const Operand* m_g;
    std::uint64_t m_line = kNone, m_head = kNone, m_firstLine = 0;
    ScoreGradients m_ofLine = {};
    std::vector<ScoreGradients> m_lines = {};
};

/// Gradients of scaled dot-product attention by queries, keys and values.
class AttentionGradientRecomputer final : public Recomputer {
public:
    std::vector<std::string_view> types() const override
    {
        return {"scaleddotproductattentionbackward", "flashattentionbackward", "npufusionattentionbackward"};
    }

    std::vector<Reading> readings(const OperatorCall& call) const override
    {
        std::vector<Reading> readings;
        const Operand* const g = call.tensor(0);
        if (g == nullptr || !call.forward || g->count() == 0 || elementCount(call.output).value_or(0) == 0)
            return readings;
        for (const AttentionWeights& form : AttentionWeights::of(*call.forward, g->shape())) {
            const auto lines = static_cast<double>(form.share * form.queries);
            const auto ofLine = static_cast<double>(form.keys * (form.depth + form.values));
            const auto addOne = [&](Message text, double terms, double cost, auto element) {
                Reading& reading = readings.emplace_back();
                reading.text = std::move(text);
                reading.terms = terms;
                reading.cost = cost;
                reading.roundings = 6;
                reading.isProduct = true;
                reading.at = [kept = std::make_shared<AttentionGradient>(form, g), element](
                                 std::uint64_t i) { return element(*kept, i); };
            };
            const double sums = static_cast<double>(form.depth + form.values);
            if (call.output == form.q->shape())
                addOne(phrase("gradient of the queries, %1", form.text()),
                    static_cast<double>(form.keys) + sums, ofLine,
                    [](AttentionGradient& one, std::uint64_t i) { return one.ofQuery(i); });
            // Each element needs all weights of its head.
            if (call.output == form.k->shape())
                addOne(phrase("gradient of the keys, %1", form.text()), lines + sums, lines * ofLine,
                    [](AttentionGradient& one, std::uint64_t i) { return one.ofKey(i); });
            if (call.output == form.v->shape())
                addOne(phrase("gradient of the values, %1", form.text()), lines + sums, lines * ofLine,
                    [](AttentionGradient& one, std::uint64_t i) { return one.ofValue(i); });
        }
        return readings;
    }
};

} // namespace

void register_attention_gradient_recomputer(RecomputerRegistry& registry)
{
    registry.add(std::make_unique<AttentionGradientRecomputer>());
}

} // namespace dumpscope::core
