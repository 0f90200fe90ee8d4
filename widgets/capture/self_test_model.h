// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/message.h"
#include "common/glyphs.h"

#include <QAbstractTableModel>
#include <QList>

namespace dumpscope::gui {

/// What a look at the machine found: a row per check, with what to do about it.
class SelfTestModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Check, Found, Remedy, kColumns };
    struct Row {
        QString id; ///< of `dumpscope-cli doctor`
        State state = State::None;
        core::Message found, remedy;
    };
    using QAbstractTableModel::QAbstractTableModel;

    void setRows(const QList<Row>& rows);
    [[nodiscard]] const QList<Row>& rows() const { return m_rows; }
    /// The output of `dumpscope-cli self-test`; empty for anything else.
    [[nodiscard]] static QList<Row> rowsOf(const QByteArray& output);
    void retranslate();

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QList<Row> m_rows;
};

} // namespace dumpscope::gui
