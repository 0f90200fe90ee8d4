// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "query/filter_expression.h"

#include <QJsonObject>
#include <QLineEdit>
#include <QStringList>
#include <QWidget>

#include <memory>
#include <optional>

class QCompleter;
class QStringListModel;
class QToolButton;

namespace dumpscope::gui {

class Selection;

/// Words beside a field that give way: they ask for no room, get at most half of it, and end in an ellipsis
/// where that is not enough.
class YieldingWords : public QWidget {
public:
    using QWidget::QWidget;
    void setText(const QString& text);
    [[nodiscard]] const QString& text() const { return m_text; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, 0}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
};

/// A line that underlines what is wrong with it.
class ExpressionLine : public QLineEdit {
    Q_OBJECT
public:
    using QLineEdit::cursorRect;
    using QLineEdit::QLineEdit;
    /// Character from which on the text is wrong; -1: nothing is.
    void setErrorAt(int character);
    [[nodiscard]] int errorAt() const { return m_errorAt; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int m_errorAt = -1;
};

/// The filter of a table: one line with completion from the table's columns, the place of a mistake,
/// how many rows match, saved and recent filters. Says `filterChanged` while the text is right.
class FilterBar : public QWidget {
    Q_OBJECT
public:
    explicit FilterBar(QWidget* parent = nullptr);
    ~FilterBar() override;

    /// Against whose columns the text is checked. The text stays.
    void setTable(std::shared_ptr<const core::FilterTable> table);
    void setPlaceholder(const QString& text);
    [[nodiscard]] QString text() const;
    /// As if typed.
    void setText(const QString& text);
    /// Everything is shown; what was there is one of the recent filters.
    void clear();
    /// Another term, and it must hold as well.
    void addTerm(const QString& term);
    [[nodiscard]] QLineEdit* field() const { return m_line; }
    /// Empty while the text is right; else what is wrong and what may have been meant.
    [[nodiscard]] QString error() const { return m_error; }
    [[nodiscard]] const core::FilterExpression& filter() const { return m_filter; }
    /// "61 of 2 368 · 12 ms". `undecided`: rows of which the filter cannot be decided.
    void setHits(qint64 shown, qint64 total, qint64 ms, qint64 undecided = 0);
    /// What stands where no row is left of `total`.
    [[nodiscard]] static QString nothingLeft(qint64 total, qint64 undecided);
    [[nodiscard]] QString hits() const;
    /// Words instead of hits.
    void setStatus(const QString& words);
    /// Names the place to which the tree restricts the rows, "step 0 ✕"; a click leaves it.
    void showPlaceOf(Selection& selection);

    [[nodiscard]] QJsonObject saveView() const;
    void restoreView(const QJsonObject& view);

signals:
    void filterChanged();
    /// The text is wrong, or no longer, or in another way.
    void errorChanged();
    /// Down or Return: the table takes over.
    void left();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void showPlace(const QString& title);
    void check();
    void showError(const core::Error& error);
    void complete();
    void insertCompletion(const QString& candidate);
    void fillMenu();
    void remember();
    void retranslate();
    void showWords(const QString& words);

    ExpressionLine* m_line;
    YieldingWords* m_hits;
    QToolButton *m_menuButton, *m_place;
    QCompleter* m_completer;
    QStringListModel* m_candidates;
    std::shared_ptr<const core::FilterTable> m_table;
    core::FilterExpression m_filter;
    QString m_error, m_lastGood;
    /// As last set, to be said again in another language; total -1: other words stand there.
    struct {
        qint64 shown = 0, total = -1, ms = -1, undecided = 0;
    } m_counted;
    int m_completeFrom = 0, m_completeTo = 0;
    QStringList m_history, m_saved;
    bool m_isTyping = false; ///< since somebody came here, or since Return
};

} // namespace dumpscope::gui
