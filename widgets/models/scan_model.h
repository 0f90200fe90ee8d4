// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "documents/session.h"
#include "overflow/value_scan.h"

#include <QAbstractTableModel>

namespace dumpscope::gui {

/// Tensors with NaN or infinities in execution order, as a scan finds them. GUI thread.
class ScanModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Tensor, Rank, Step, Nan, PosInf, NegInf, First, Origin, Why, kColumns };
    using QAbstractTableModel::QAbstractTableModel;

    void clear();
    void append(OpenedRoot* root, const std::vector<core::NonFiniteTensor>& found);
    /// Exactly these tensors, with what is known of them.
    void setTensors(OpenedRoot* root, std::vector<core::NonFiniteTensor> tensors);
    [[nodiscard]] TensorRef tensorAt(int row) const;
    /// -1 when the scan did not report it.
    [[nodiscard]] int rowOf(const TensorRef& tensor) const;
    [[nodiscard]] const core::NonFiniteTensor& at(int row) const
    {
        return m_rows[static_cast<std::size_t>(row)].found;
    }
    [[nodiscard]] QString copyText(int row) const;
    /// "born here"
    [[nodiscard]] static QString originWord(core::ValueOrigin origin);
    /// "Torch.log.0.forward output 0", with rank and step where it has them.
    [[nodiscard]] static QString placeText(const TensorRef& tensor);
    /// Rows are of several ranks (steps), or `column` is another one: it tells something.
    [[nodiscard]] bool hasColumn(int column) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        QPointer<OpenedRoot> root;
        core::NonFiniteTensor found;
    };
    [[nodiscard]] QVariant text(const Row& row, int column) const;

    std::vector<Row> m_rows;
    int m_firstBorn = -1;
};

} // namespace dumpscope::gui
