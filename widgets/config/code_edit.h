// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/diagnostics.h"

#include <QPlainTextEdit>

#include <vector>

namespace dumpscope::gui {

/// A small text of JSON or Python with line numbers; words of the language are coloured, what is wrong is
/// underlined and says why under the mouse. GUI thread.
class CodeEdit : public QPlainTextEdit {
    Q_OBJECT
public:
    enum class Language : std::uint8_t { Json, Python };
    struct Mark {
        core::Severity severity = core::Severity::Error;
        int line = 0, column = 0; ///< from 1; columns in bytes of UTF-8
        QString tip;
    };

    explicit CodeEdit(QWidget* parent = nullptr);
    void setLanguage(Language language);
    /// Replaces the text as one step of undo that touches only what differs.
    void replaceText(const QString& text);
    void setMarks(std::vector<Mark> marks);
    [[nodiscard]] const std::vector<Mark>& marks() const { return m_marks; }
    /// Puts the cursor there and takes the focus.
    void goTo(int line, int column);
    /// What the mark at a place says; empty if there is none.
    [[nodiscard]] QString tipAt(const QTextCursor& cursor) const;

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    class Margin;
    class Highlighter;
    [[nodiscard]] int marginWidth() const;
    [[nodiscard]] QTextCursor cursorAt(int line, int column) const;
    void paintMargin(QPaintEvent* event);
    void layOut();
    void underline();

    Margin* m_margin;
    Highlighter* m_highlighter;
    std::vector<Mark> m_marks;
};

} // namespace dumpscope::gui
