// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/glyphs.h"

#include <QWidget>

namespace dumpscope::gui {

/// Head of a numbered step: its state, number and title, and a fact at the right.
class StepHeader : public QWidget {
    Q_OBJECT
public:
    explicit StepHeader(int number, QWidget* parent = nullptr);
    void setTexts(const QString& title, const QString& fact);
    void setState(State state, const QString& why);
    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void name();

    int m_number;
    QString m_title, m_fact, m_why;
    State m_state = State::Unpaired;
};

/// A glyph with a sentence beside it that may be long.
class StateSentence : public QWidget {
    Q_OBJECT
public:
    explicit StateSentence(QWidget* parent = nullptr);
    void set(State state, const QString& sentence);
    [[nodiscard]] const QString& sentence() const { return m_sentence; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QRect textRoom(int width) const;

    State m_state = State::None;
    QString m_sentence;
};

} // namespace dumpscope::gui
