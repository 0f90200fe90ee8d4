// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace dumpscope::gui {

/// The path of a folder, typed or chosen.
class FolderField : public QWidget {
    Q_OBJECT
public:
    explicit FolderField(QWidget* parent = nullptr);

    [[nodiscard]] QLineEdit& edit() { return *m_edit; }
    /// As typed, without blanks around it.
    [[nodiscard]] QString path() const;
    void setPath(const QString& path);
    /// Becomes what `label` is for, and has its text as its name; to be called again in another language.
    void nameAfter(QLabel* label);

signals:
    void changed();

private:
    void choose();

    QLineEdit* m_edit;
    QToolButton* m_browse;
};

} // namespace dumpscope::gui
