// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QGridLayout;
class QLabel;

namespace dumpscope::gui {

/// A titled list of names and values; values are monospace, whole, and can be marked and copied.
class FactTable : public QWidget {
    Q_OBJECT
public:
    struct Fact {
        QString name, value;
        bool isAlarming = false; ///< bold, in the colour of failures
        QString remark = {};     ///< tooltip
    };
    FactTable(const QString& title, const QString& hint, QWidget* parent = nullptr);

    void setTitle(const QString& title, const QString& hint);
    void setFacts(const QList<Fact>& facts);

protected:
    void changeEvent(QEvent* event) override;

private:
    void paintFacts();

    QLabel *m_title, *m_hint;
    QGridLayout* m_grid;
    QList<QPair<QLabel*, QLabel*>> m_rows;
    QList<Fact> m_facts;
};

} // namespace dumpscope::gui
