// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/dump_index.h"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace dumpscope::core {

/// One run of one operator: its tensors in row order.
struct SequenceOperator {
    StringId name, type;
    std::uint32_t occurrence = 0;
    std::uint32_t first = 0, count = 0; ///< tensors, places in the sequence
};

/// Tensors of one place of a dump (a rank, model, graph, step) as a sequence of operators in the order
/// of rows. Remembers which tensors are taken (have a partner); copies share everything else. The index must
/// outlive it. Not thread-safe.
class OperatorSequence {
public:
    OperatorSequence() = default;
    OperatorSequence(const DumpIndex& index, std::span<const TensorId> ascending);

    [[nodiscard]] const DumpIndex& index() const { return *m_index; }
    [[nodiscard]] std::span<const SequenceOperator> operators() const { return m_order->operators; }
    [[nodiscard]] std::string_view text(StringId id) const { return m_index->text(id); }
    [[nodiscard]] std::string_view name(const SequenceOperator& op) const { return text(op.name); }

    [[nodiscard]] std::size_t size() const { return m_order->tensors.size(); }
    [[nodiscard]] TensorId id(std::size_t place) const { return m_order->tensors[place]; }
    [[nodiscard]] const TensorRow& row(std::size_t place) const { return m_index->tensor(id(place)); }
    [[nodiscard]] bool isTaken(std::size_t place) const { return m_taken[place] != 0; }
    void take(std::size_t place)
    {
        m_free -= m_taken[place] == 0 ? 1 : 0;
        m_taken[place] = 1;
    }
    [[nodiscard]] bool isAllTaken() const { return m_free == 0; }
    void takeTensor(TensorId id);                                ///< if it is here
    [[nodiscard]] bool holds(TensorId id) const;                 ///< it is here, taken or not
    [[nodiscard]] bool isFree(const SequenceOperator& op) const; ///< no tensor of it is taken
    [[nodiscard]] bool isDone(const SequenceOperator& op) const; ///< all tensors of it are taken

private:
    struct Order {
        std::vector<TensorId> tensors; ///< by operator
        std::vector<SequenceOperator> operators;
        bool isAscending = false; ///< tensors are, as mostly
    };
    const DumpIndex* m_index = nullptr;
    std::shared_ptr<const Order> m_order = std::make_shared<const Order>();
    [[nodiscard]] std::optional<std::size_t> placeOf(TensorId id) const;

    std::vector<std::uint8_t> m_taken;
    std::size_t m_free = 0; ///< tensors without a partner
};

/// Whether the sequence is in the order of execution: names that are sorted are in no order that could match.
[[nodiscard]] bool isInExecutionOrder(const OperatorSequence& sequence);

} // namespace dumpscope::core
