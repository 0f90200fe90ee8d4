// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/glyphs.h"

#include <QPlainTextEdit>

#include <map>
#include <vector>

namespace dumpscope::gui {

class SourceMargin;

/// What is shown beside a line of a program: the worst state of the operators it made, and how many.
struct SourceMark {
    State state = State::None;
    int operators = 0, tensors = 0;
};

/// A text to read with numbers and state glyphs left of its lines and counts right of them. A click on a
/// line, or Return on it, chooses it. GUI thread.
class SourceView : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit SourceView(QWidget* parent = nullptr);

    /// `numbers` of the lines where they are not 1, 2, 3 …
    void setSource(const QString& text, std::vector<int> numbers = {});
    /// By number of the line.
    void setMarks(std::map<int, SourceMark> marks);
    /// Marks the line with this number and scrolls to it.
    void showLine(int number);

    /// "first divergence, 2 operators, 9 tensors"; empty for a line that made nothing.
    [[nodiscard]] QString words(int number) const;
    [[nodiscard]] int numberOf(const QTextBlock& block) const;
    [[nodiscard]] const SourceMark& markOf(int number) const;

signals:
    void lineChosen(int number);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    friend SourceMargin;
    void arrange();
    void highlight();
    void chooseAt(double y);
    /// Of the text at this height; invalid below the last line.
    [[nodiscard]] QTextBlock blockAt(double y) const;

    std::vector<int> m_numbers;
    std::map<int, SourceMark> m_marks;
    int m_shown = 0; ///< number of the marked line
    QPoint m_pressed;
    SourceMargin *m_left, *m_right;
};

} // namespace dumpscope::gui
