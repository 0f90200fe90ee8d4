// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/tables/target_matrix.h"
#include "model/tensor_table.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dumpscope::core {

/// Statistics or metrics of several targets and their golden over the order of execution: a chart per
/// statistic or metric, a curve per run, one place per golden tensor. Immutable once made.
struct RunCurves {
    enum class Edge : std::uint8_t { NaN, NegInf, PosInf };
    /// A number that has no place on the axis.
    struct Mark {
        std::uint32_t place = 0;
        Edge edge = Edge::NaN;
        bool operator==(const Mark&) const = default;
    };
    /// Finite numbers of neighbouring places.
    struct Span {
        bool isThere = false;
        double first = 0, last = 0, least = 0, most = 0;

        void add(double value);
        void add(const Span& later);
    };
    static constexpr std::size_t kBlock = 64;
    struct Curve {
        std::vector<double> values; ///< by place; NaN: there is no finite number
        std::vector<Span> blocks;   ///< of kBlock places each
        std::vector<Mark> marks;    ///< ascending
        std::size_t numbers = 0;    ///< places that have one, finite or not
        Span all;
        double leastMagnitude = 0; ///< of finite numbers other than zero; 0: there is none

        /// `columns` columns of pixels over the places [from, to). Where a column has very many places, one
        /// at its border may count for its neighbour.
        [[nodiscard]] std::vector<Span> columns(double from, double to, std::size_t columns) const;
    };
    struct Chart {
        std::string figure;
        std::optional<Curve> golden; ///< of statistics
        std::vector<Curve> targets;

        [[nodiscard]] std::size_t numbers() const;
    };
    std::shared_ptr<const TargetMatrix> matrix;
    std::vector<std::uint32_t> places; ///< tensors of the matrix, in the order of execution
    std::vector<Chart> charts;
    bool isOrderKnown = false; ///< the first place has a position in the order of execution

    [[nodiscard]] TensorId goldenAt(std::size_t place) const { return matrix->tensors[places[place]]; }
    [[nodiscard]] const TargetMatrix::Cell& cell(std::size_t place, std::size_t target) const
    {
        return matrix->cell(places[place], target);
    }
    /// The worst verdict of a place in a target; nullopt where nothing was paired.
    [[nodiscard]] std::optional<Verdict> verdict(std::size_t place, std::size_t target) const;
    /// Of a golden tensor; nullopt: it is not drawn.
    [[nodiscard]] std::optional<std::size_t> placeOf(TensorId golden) const;
};

struct RunCurvesRequest {
    std::shared_ptr<const TargetMatrix> matrix;
    /// Where statistics come from, recorded or computed by now: one per target, of its index; null: none.
    std::vector<std::shared_ptr<const TensorTable>> targets;
    std::shared_ptr<const TensorTable> golden;
    struct Figure {
        std::string column; ///< of tensor tables; a metric of pair tables
        bool isMetric = false;
    };
    std::vector<Figure> figures;
    std::size_t most = 4; ///< charts; figures of which there is no number have none
    /// A tensor of golden: only its rank and step are drawn; else all of them, one after another.
    std::optional<TensorId> at;
    bool outputsOnly = false;
};

/// Errors: Code::Cancelled.
[[nodiscard]] Result<RunCurves> makeRunCurves(const RunCurvesRequest& request, TaskContext& task);

} // namespace dumpscope::core
