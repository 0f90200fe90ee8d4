// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kit/panel.h"

#include <QFrame>

class QLabel;
class QLineEdit;
class QListView;
class QStandardItemModel;

namespace dumpscope::gui {

/// Finds actions, operators and tensors of everything open by a few letters. Lies over the window;
/// tensors are searched off the GUI thread, the newest request wins.
class CommandPalette : public QFrame {
    Q_OBJECT
public:
    enum class Scope : std::uint8_t { Everything, Tensors };

    CommandPalette(const Workbench& workbench, QWidget* window);
    void open(Scope scope);
    /// What is listed, best first, for tests: ids of actions and of tensors.
    [[nodiscard]] QStringList shown() const;
    [[nodiscard]] bool isSettled() const;

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Hit;
    void search();
    void searchTensors(const QString& pattern);
    void addHits(const std::vector<Hit>& hits);
    void activate();
    void place();
    void retranslate();

    Workbench m_workbench;
    Scope m_scope = Scope::Everything;
    LatestOnly m_search;
    QLineEdit* m_field;
    QListView* m_list;
    QLabel* m_empty;
    QStandardItemModel* m_model;
    QPointer<QWidget> m_focusBefore;
};

} // namespace dumpscope::gui
