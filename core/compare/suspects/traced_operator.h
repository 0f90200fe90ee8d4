// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/suspects/loss_scale.h"
#include "compare/suspects/operator_nature.h"
#include "compare/suspects/scalar_arguments.h"
#include "compare/suspects/tensor_error.h"

#include <list>
#include <map>
#include <memory>
#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace dumpscope::core {

/// One execution of an operator with its compared tensors. Texts live as long as the pair table.
struct TracedOperator {
    explicit TracedOperator(std::pmr::memory_resource* memory)
        : tensors(memory)
    {
    }

    std::string_view name, type;
    OperatorNature nature = OperatorNature::Smooth;
    std::uint32_t occurrence = 0;
    std::string_view run; ///< as FolderFacts::run
    std::optional<std::int64_t> rank, step;
    std::optional<std::int64_t> lane; ///< operators of one follow each other: the rank; none of stages
    std::uint64_t order = 0;          ///< place within its run, rank and step, or golden's (settleOrder)
    TensorId target, golden;          ///< of its first row
    bool isModule = false;            ///< encloses other operators
    bool keepsCache = false;          ///< attention: it may be given what earlier steps computed, unseen
    bool isGradientList = false;      ///< gradients of parameters, which the whole backward run adds to
    /// Nothing was compared of the data it was given, at most its parameters (settleInputs).
    bool lacksData = false;
    std::string_view modulePath;
    std::string forward; ///< of a backward operator: beginning of the name of its forward operator
    /// Arguments that are no tensors; null where none differs, as in nearly all.
    std::unique_ptr<const ScalarDifference> otherScalars;
    std::unique_ptr<const ScalarDifference> lossFactor; ///< the same where it is what scales the loss
    std::pmr::vector<TensorError> tensors;

    [[nodiscard]] const ScalarDifference& scalars() const;
};

/// In the memory of one resource they stand side by side; a deque gives each of them a block of its own.
using TracedOperators = std::pmr::list<TracedOperator>;

/// Groups rows that arrive in the table's order into operators. The table must outlive it. Not thread-safe.
class OperatorTrace {
public:
    explicit OperatorTrace(const PairTable& pairs);
    void add(std::size_t row);
    /// Gives the last operator its tensors; goes before everything below.
    void settle();
    /// Where tensors are put together a rank shows some operators alone: their order is golden's, or, where
    /// that recorded none, that of the target's ranks, which run the same. Stages of a pipeline that number
    /// their layers through follow each other: no operator is in two of them.
    void settleOrder();
    /// Whether ranks are such stages, once the order is settled.
    [[nodiscard]] bool isPipeline() const { return m_isPipeline; }
    /// Decides from the products of matrices so far whether a coarser type is one the run was meant to have.
    /// Where tensors are put together of ranks, more of a type's last digits are explained: sums end
    /// otherwise.
    void settlePrecision();
    /// Decides of which tensors a checksum that differs says nothing, since an operator writes over them
    /// while it is computed.
    void settleChecksums();
    /// Statistics of a parameter that nothing has moved yet and whose extremes are farther from golden's than
    /// any rounding brings them hold other elements, however near their norms are: that is its error. To be
    /// called once all rows were added.
    void settleParameters();
    /// Decides, where runs are cut otherwise, of which operators no data was compared that they were given.
    void settleInputs();
    /// Takes a factor of all gradients out of their errors where the loss was scaled (LossScale). Returns the
    /// ranks and steps where it was.
    std::vector<LossScale> settleLossScales();
    [[nodiscard]] const PairTable& pairs() const { return m_pairs; }
    [[nodiscard]] const TracedOperators& operators() const { return m_operators; }

private:
    void begin(std::size_t row);
    void settleNarrowing();
    void allowForOtherSums();
    void putStagesInLine();
    [[nodiscard]] bool isOrdered(const DumpIndex& index, TensorId TracedOperator::*tensor) const;
    void takePlaces(const DumpIndex& index, TensorId TracedOperator::*tensor);

    /// Run, step, rank.
    using Place = std::tuple<std::string_view, std::optional<std::int64_t>, std::optional<std::int64_t>>;

    const PairTable& m_pairs;
    std::unordered_set<StringId> m_callers; ///< of the target
    std::vector<TensorError> m_last; ///< tensors of the last operator: how many it has is not known yet
    std::map<Place, std::uint64_t> m_counts;
    std::unique_ptr<std::pmr::monotonic_buffer_resource> m_memory
        = std::make_unique<std::pmr::monotonic_buffer_resource>(); ///< of operators: in few pieces
    TracedOperators m_operators {m_memory.get()};
    std::unordered_map<std::string_view, OperatorNature> m_natures; ///< by type, of which there are few
    ScalarArguments m_targetScalars, m_goldenScalars;
    std::size_t m_products = 0, m_narrowProducts = 0; ///< outputs; of the second: coarser than golden's
    bool m_hasNarrow = false, m_hasBitsOnly = false, m_hasParts = false, m_isPipeline = false,
         m_hasOtherShapes = false;
};

} // namespace dumpscope::core
