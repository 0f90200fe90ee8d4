// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "difference/difference_document.h"
#include "difference/worst_element_model.h"
#include "kit/simple_table.h"

class QLabel;
class QStackedLayout;

namespace dumpscope::gui {

class MessagePage;

/// The worst elements of the pair with a title; choosing one goes there, pointing at one shows where it is.
class WorstElements : public QWidget {
    Q_OBJECT
public:
    explicit WorstElements(DifferenceDocument& document, QWidget* parent = nullptr);

    [[nodiscard]] SimpleTable* table() const { return m_table; }
    /// Takes the errors of the document.
    void refresh();
    /// The row of the probed element is the current one, where there is such a row.
    void followProbe();
    /// Goes to the element `by` rows from the current one.
    void step(int by) { jump(m_table->currentIndex().row() + by); }
    void jump(int row);
    /// Marked rows (else the current one) with the names of the columns, separated by tabs.
    [[nodiscard]] QString markedText() const;
    void retranslate();

    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void jumped();

private:
    void giveRoom();
    void sayWhyEmpty();
    DifferenceDocument& m_document;
    WorstElementModel* m_model;
    SimpleTable* m_table;
    MessagePage* m_message;
    QStackedLayout* m_pages;
    int m_indexNeeds = 0; ///< width of the longest index
    QLabel *m_title, *m_hint;
};

/// A bold title, something secondary at the right, and the body below.
[[nodiscard]] QLabel* addTitle(QWidget* box, QLabel* hint, QWidget* body);

} // namespace dumpscope::gui
