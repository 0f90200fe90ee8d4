// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "comparison/comparisons.h"
#include "kit/recent_list.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace dumpscope::gui {

class DroppedPathLine;
class EnvironmentField;
class SideSentence;

/// The one sheet that starts comparisons: two dumps or files, or two steps, ranks or tensors of one, side by
/// side, each with what it is; a third run as the truth, and what was compared before, below them. Says what
/// stands in the way before it starts. Dumps can be dropped on either side, two at once on both. Not modal.
class CompareDialog : public QDialog {
    Q_OBJECT
public:
    /// Begins with the tensor chosen in the window as the target's place.
    CompareDialog(
        TaskRunner& tasks, Session& session, Selection& selection, Comparisons& comparisons, QWidget* parent);

    /// Opens the target, and golden where there are two.
    void setPaths(const QStringList& paths);
    /// Another golden for this target.
    void chooseTarget(const QString& path);
    /// What was open before, newest first; choosing one fills both sides, or the one that is empty.
    void setRecent(const QList<RecentEntry>& entries);

    /// What is chosen now; roots may be null.
    [[nodiscard]] ComparisonSetup setup() const;

signals:
    /// A comparison was started.
    void started();

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    struct Side {
        QComboBox *root = nullptr, *run = nullptr, *rank = nullptr, *step = nullptr;
        DroppedPathLine* path = nullptr; ///< of `root`
        QLineEdit* tensor = nullptr;
        EnvironmentField* environment = nullptr;
        SideSentence* sentence = nullptr;
    };
    [[nodiscard]] QWidget* makeSide(Side& side, const QString& title, bool isTarget);
    void fillRoots();
    void fillPlaces(const Side& side);
    void browse(const Side& side);
    void browseTruth();
    void choose(const Side& side, const QString& path);
    void openTyped(const Side& side);
    void swap();
    void guess();
    [[nodiscard]] QString problem(const ComparisonSetup& now) const;
    void refresh();
    void compare();
    [[nodiscard]] QString typedPath(const Side& side) const;
    [[nodiscard]] OpenedRoot* rootOf(const Side& side) const;
    [[nodiscard]] ComparisonSetup::Side sideOf(const Side& side) const;

    TaskRunner& m_tasks;
    Session& m_session;
    Selection& m_selection;
    Comparisons& m_comparisons;
    Side m_target, m_golden;
    DroppedPathLine* m_truth = nullptr;
    QLabel *m_recentTitle = nullptr, *m_remark = nullptr;
    RecentList* m_recent = nullptr;
    QPushButton* m_compare = nullptr;
};

} // namespace dumpscope::gui
