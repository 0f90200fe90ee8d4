// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>

class QLineEdit;
class QListView;
class QStringListModel;

namespace dumpscope::gui {

/// Chooses some of the operators of a graph or dump.
class OperatorPicker : public QDialog {
    Q_OBJECT
public:
    /// `source`: where the names come from, in words; `chosen` are marked to begin with.
    OperatorPicker(
        const QStringList& names, const QStringList& chosen, const QString& source, QWidget* parent);
    /// In the order of the names.
    [[nodiscard]] QStringList chosen() const;

private:
    QLineEdit* m_filter;
    QListView* m_list;
    QStringListModel* m_names;
};

} // namespace dumpscope::gui
