// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/glyphs.h"

#include <QWidget>

#include <functional>

class QGridLayout;
class QLabel;

namespace dumpscope::gui {

/// A titled list of names and values; values are monospace and can be marked and copied. Numbers are
/// whole; what is too long for its place, paths and names, is cut in the middle.
class FactTable : public QWidget {
    Q_OBJECT
public:
    struct Fact {
        QString name, value;
        bool isAlarming = false; ///< bold, in the colour of failures
        QString remark = {};     ///< tooltip
        /// A link behind the value and what it does.
        QString link = {};
        std::function<void()> action = {};
    };
    FactTable(const QString& title, const QString& hint, QWidget* parent = nullptr);

    void setTitle(const QString& title, const QString& hint);
    void setFacts(const QList<Fact>& facts);
    /// The badge and colour of target or golden before the title.
    void setSide(State side);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QLabel* makeValue();
    void paintFacts();
    void paintSide();
    void elideNames();

    QLabel *m_badge, *m_title, *m_hint;
    State m_side = State::None;
    QString m_hintText;
    QGridLayout* m_grid;
    QList<QPair<QLabel*, QLabel*>> m_rows;
    QList<Fact> m_facts;
};

/// Tables in `page`, as many side by side as fit, scrolled when they are long; takes the tables over.
void layOutFactTables(QWidget* page, const QList<FactTable*>& tables, int firstShare = 1);

} // namespace dumpscope::gui
