// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/comparisons.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace dumpscope::gui {

class EnvironmentField;

/// Chooses what is compared with what: two dumps or files, or two steps, ranks or tensors of one. Not modal.
class CompareDialog : public QDialog {
    Q_OBJECT
public:
    /// Begins with the tensor chosen in the window as the target's place.
    CompareDialog(Session& session, Selection& selection, Comparisons& comparisons, QWidget* parent);

    /// What is chosen now; roots may be null.
    [[nodiscard]] ComparisonSetup setup() const;

signals:
    /// A comparison was started.
    void started();

private:
    struct Side {
        QComboBox *root = nullptr, *run = nullptr, *rank = nullptr, *step = nullptr;
        QLineEdit* tensor = nullptr;
        EnvironmentField* environment = nullptr;
    };
    [[nodiscard]] QWidget* makeSide(Side& side, const QString& title, bool isTarget);
    void fillRoots();
    void fillPlaces(const Side& side);
    void browse(const Side& side, bool isFile);
    void guess();
    void refresh();
    void compare();
    [[nodiscard]] OpenedRoot* rootOf(const Side& side) const;
    [[nodiscard]] ComparisonSetup::Side sideOf(const Side& side) const;

    Session& m_session;
    Selection& m_selection;
    Comparisons& m_comparisons;
    Side m_target, m_golden;
    QLabel* m_remark;
    QPushButton* m_compare;
};

} // namespace dumpscope::gui
