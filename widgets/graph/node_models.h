// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/shown_graph.h"

#include <QAbstractTableModel>

namespace dumpscope::gui {

/// Inputs and outputs of the chosen node: where from, type, and what the dump knows of them. GUI thread.
class PortModel : public QAbstractTableModel {
    Q_OBJECT
public:
    /// First and Second: metrics of the comparison where there is one, else minimum and maximum.
    enum Column { Port, Type, First, Second, Other, kColumns };

    explicit PortModel(const ShownGraph& shown, QObject* parent = nullptr);

    [[nodiscard]] bool isInput(int row) const { return m_rows[static_cast<std::size_t>(row)].isInput; }
    /// Invalid when the dump does not have it.
    [[nodiscard]] TensorRef tensorAt(int row) const;
    [[nodiscard]] int rowOf(const TensorRef& tensor) const; ///< -1: none
    /// Row of the comparison's table; nothing when it is not compared.
    [[nodiscard]] std::optional<std::size_t> pairAt(int row) const
    {
        return m_rows[static_cast<std::size_t>(row)].pair;
    }
    /// Node at the other end of an input; invalid for others.
    [[nodiscard]] core::NodeId producerAt(int row) const
    {
        return m_rows[static_cast<std::size_t>(row)].producer;
    }

    /// After another rank or step of the node is looked at.
    void rebuild();

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        bool isInput = false;
        QString name, type, other; ///< "input 0", "float32 [2,6]", the node it comes from
        core::NodeId producer;
        core::TensorId tensor;           ///< invalid: the dump does not have it
        std::optional<std::size_t> pair; ///< row of `m_pairs`
    };
    void addTensors(core::NodeId node);
    void findPairs();
    [[nodiscard]] std::string_view metricOf(int column) const;
    [[nodiscard]] QString cellText(const Row& row, int column) const;
    [[nodiscard]] QString sourceText(const Row& row) const;
    [[nodiscard]] State stateOf(const Row& row) const;

    const ShownGraph& m_shown;
    std::shared_ptr<const core::PairTable> m_pairs;
    bool m_isRecorded = false; ///< what is paired here was compared by its statistics alone
    std::vector<Row> m_rows;
};

/// What the graph says of the chosen node or scope, as name and value. GUI thread.
class AttributeModel : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit AttributeModel(const ShownGraph& shown, QObject* parent = nullptr);

    /// "name<TAB>value" lines.
    [[nodiscard]] QString copyText(const QList<int>& rows) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void rebuild();
    void addNode(core::NodeId id);
    void addScope(std::uint32_t number);
    void add(const QString& name, const QString& value) { m_rows.append({name, value}); }

    const ShownGraph& m_shown;
    QList<QPair<QString, QString>> m_rows;
};

} // namespace dumpscope::gui
