// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/glyphs.h"
#include "common/theme.h"

#include <QFont>
#include <QWidget>

#include <vector>

class QFontMetrics;
class QToolButton;

namespace dumpscope::gui {

class ActionRegistry;

/// One line with the conclusion of a comparison, or where the runs part so far, and the key that goes there.
class DivergenceLine : public QWidget {
    Q_OBJECT
public:
    explicit DivergenceLine(ActionRegistry& actions, QWidget* parent = nullptr);
    struct Texts {
        State state = State::None;
        QString title;  ///< "Most likely at fault"
        QString place;  ///< "#29"
        QString opName; ///< and where it stands
        QString before, name,
            behind; ///< parts of that to draw: the name is elided by segments, the others whole
        QString why;
        QString limit; ///< what is shown where there is room for more than a line
        bool canGo = false;
    };
    void setTexts(Texts texts);
    [[nodiscard]] const Texts& texts() const { return m_texts; }
    /// What is drawn, left to right, cut to the room there is.
    [[nodiscard]] QStringList shownTexts() const;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    struct Piece {
        QString text;
        QFont font;
        Token token;
        int left;
    };
    [[nodiscard]] std::vector<Piece> pieces() const;
    [[nodiscard]] QString nameFor(const QFontMetrics& metrics, int room) const;
    /// That the operator and its layer need at least.
    [[nodiscard]] int placeRoom() const;

    ActionRegistry& m_actions;
    QToolButton* m_go;
    Texts m_texts;
};

} // namespace dumpscope::gui
