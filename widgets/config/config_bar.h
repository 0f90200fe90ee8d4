// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QComboBox;
class QMenu;
class QToolButton;

namespace dumpscope::gui {

class CodeEdit;
class ProgramMenu;

/// The buttons above a configuration: its kind, presets, the program that reads it, undo and redo, which of
/// form and text is shown, files. GUI thread.
class ConfigBar : public QWidget {
    Q_OBJECT
public:
    /// What a file of a kind is usually called.
    [[nodiscard]] static QString fileName(const QString& kind);

    /// `text`: what undo and redo are about.
    ConfigBar(CodeEdit* text, QWidget* parent);

    void setKinds(const QStringList& offered, const QString& current);
    /// There is a line that makes the program read the file.
    void setHasUsage(bool hasUsage);
    [[nodiscard]] QMenu* presets() const;
    [[nodiscard]] ProgramMenu* program() const { return m_programMenu; }

    /// One of the halves is always there.
    [[nodiscard]] bool isFormShown() const;
    [[nodiscard]] bool isTextShown() const;
    void setFormShown(bool isShown);
    void setTextShown(bool isShown);

signals:
    void kindChosen(const QString& kind);
    void halvesChanged();
    void openRequested();
    void saveRequested();
    void copyRequested();

private:
    void retranslate();

    QComboBox* m_kind;
    QToolButton *m_presets, *m_program, *m_undo, *m_redo, *m_showForm, *m_showText, *m_open, *m_save, *m_copy;
    ProgramMenu* m_programMenu;
};

} // namespace dumpscope::gui
