// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/glyphs.h"

#include <QScrollArea>

#include <functional>
#include <vector>

class QLabel;
class QVBoxLayout;

namespace dumpscope::gui {

/// One sentence with its mark; `link` stands behind it and runs `action`.
struct Sentence {
    State state = State::None; ///< None: a small i
    QString text = {};
    QString link = {};
    std::function<void()> action = {};
};

/// A heading, sentences below it, and the command that says the same. Texts can be chosen and copied.
class SentenceList : public QScrollArea {
    Q_OBJECT
public:
    explicit SentenceList(QWidget* parent = nullptr);
    void setHeading(const QString& heading);
    void setSentences(std::vector<Sentence> sentences);
    /// As high as its sentences at its width, up to this; to be called when either changes.
    void fitHeight(int most);
    /// Empty: none is shown.
    void setCommand(const QString& caption, const QString& command);
    /// Everything as lines of text, for copies and tests.
    [[nodiscard]] QString plainText() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void rebuild();

    QWidget* m_page;
    QLabel *m_heading, *m_caption, *m_command;
    QVBoxLayout* m_lines;
    std::vector<Sentence> m_sentences;
};

} // namespace dumpscope::gui
