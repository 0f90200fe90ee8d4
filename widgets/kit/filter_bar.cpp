// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit/filter_bar.h"

#include "common/core_sentences.h"
#include "common/fonts.h"
#include "common/icons.h"
#include "common/numbers.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "common/widget_changes.h"
#include "documents/selection.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QPainterPath>
#include <QStringListModel>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace dumpscope::gui {

namespace {
constexpr int kHistory = 20;
constexpr int kPlaceMost = 140; ///< px of its name
} // namespace

void ExpressionLine::setErrorAt(int character)
{
    m_errorAt = character;
    update();
}

void ExpressionLine::paintEvent(QPaintEvent* event)
{
    QLineEdit::paintEvent(event);
    if (m_errorAt < 0)
        return;
    // Where the cursor would stand tells where a character is, also when the line is scrolled.
    const QFontMetrics metrics(font());
    const int atCursor = cursorRect().center().x();
    const auto x = [&](int character) {
        return atCursor + metrics.horizontalAdvance(text().left(character))
            - metrics.horizontalAdvance(text().left(cursorPosition()));
    };
    int end = m_errorAt;
    while (end < text().size() && !text().at(end).isSpace())
        ++end;
    const int from = x(m_errorAt);
    const int to = std::max(x(end), from + scaled(6));
    const int y = cursorRect().bottom() - 1;
    QPainterPath wave(QPointF(from, y));
    for (int i = from, up = 1; i < to; i += 3, up = 1 - up)
        wave.lineTo(std::min(i + 3, to), y - 2 * up);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Theme::of(this).color(Token::Fail), 1.2));
    painter.drawPath(wave);
}

void YieldingWords::setText(const QString& text)
{
    if (m_text == text)
        return;
    m_text = text;
    updateGeometry();
    update();
}

QSize YieldingWords::sizeHint() const
{
    const int wanted = m_text.isEmpty() ? 0 : fontMetrics().horizontalAdvance(m_text) + 1;
    return {parentWidget() ? std::min(wanted, parentWidget()->width() / 2) : wanted, fontMetrics().height()};
}

void YieldingWords::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(
        rect(), Qt::AlignVCenter | Qt::AlignLeft, fontMetrics().elidedText(m_text, Qt::ElideRight, width()));
}

FilterBar::FilterBar(QWidget* parent)
    : QWidget(parent)
    , m_line(new ExpressionLine(this))
    , m_hits(new YieldingWords(this))
    , m_menuButton(new QToolButton(this))
    , m_place(new QToolButton(this))
    , m_completer(new QCompleter(this))
    , m_candidates(new QStringListModel(this))
{
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(scaledMargins(kSmall, kTiny, kSmall, kTiny));
    layout->setSpacing(scaled(kMedium));
    layout->addWidget(m_line, 1);
    layout->addWidget(m_place);
    layout->addWidget(m_hits);
    layout->addWidget(m_menuButton);
    setProperty("help", QStringLiteral("filter"));
    m_line->setFont(monospaceFont());
    m_line->addAction(icon("filter"), QLineEdit::LeadingPosition);
    m_line->setClearButtonEnabled(true);
    m_line->installEventFilter(this);
    m_hits->setFont(secondaryFont());
    m_hits->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    m_place->setObjectName(QStringLiteral("place"));
    m_place->setFont(secondaryFont());
    m_place->setFocusPolicy(Qt::TabFocus);
    m_place->hide();
    m_menuButton->setIcon(icon("chevron"));
    m_menuButton->setAutoRaise(true);
    m_menuButton->setPopupMode(QToolButton::InstantPopup);
    m_menuButton->setMenu(new QMenu(m_menuButton));
    connect(m_menuButton->menu(), &QMenu::aboutToShow, this, &FilterBar::fillMenu);
    m_completer->setModel(m_candidates);
    m_completer->setWidget(m_line);
    m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    m_completer->popup()->setFont(monospaceFont());
    connect(
        m_completer, qOverload<const QString&>(&QCompleter::activated), this, &FilterBar::insertCompletion);
    connect(m_line, &QLineEdit::textChanged, this, &FilterBar::check);
    connect(m_line, &QLineEdit::textEdited, this, [this] {
        m_isTyping = true;
        complete();
    });
    connect(m_line, &QLineEdit::editingFinished, this, [this] {
        if (!m_completer->popup()->isVisible()) // else a word is being chosen
            remember();
    });
    keepTranslated(this, &FilterBar::retranslate);
}

/// The line loses the focus while it is destroyed, and that ends an edit.
FilterBar::~FilterBar()
{
    disconnect(m_line, nullptr, this, nullptr);
}

void FilterBar::retranslate()
{
    m_line->setAccessibleName(tr("Filter"));
    m_line->setAccessibleDescription(tr("Words and conditions on columns; only rows that match are shown."));
    m_menuButton->setToolTip(tr("Saved and recent filters"));
    m_menuButton->setAccessibleName(m_menuButton->toolTip());
    m_hits->setAccessibleName(tr("Matching rows"));
    if (m_line->placeholderText().isEmpty())
        setPlaceholder(tr("name, op_type:Conv*, has:nan"));
    if (const auto [shown, total, ms, undecided] = m_counted; total >= 0)
        setHits(shown, total, ms, undecided);
}

void FilterBar::showPlaceOf(Selection& selection)
{
    const auto show
        = [this, &selection] { showPlace(selection.scope().rows ? selection.scope().title : QString()); };
    connect(&selection, &Selection::scopeChanged, this, show);
    connect(m_place, &QToolButton::clicked, &selection, [&selection] {
        selection.setScope({selection.scope().root, nullptr});
    });
    onChange(this, {QEvent::LanguageChange}, show);
    show();
}

void FilterBar::showPlace(const QString& title)
{
    m_place->setVisible(!title.isEmpty());
    m_place->setText(
        fontMetrics().elidedText(title, Qt::ElideMiddle, scaled(kPlaceMost)) + QStringLiteral(" ✕"));
    m_place->setToolTip(tr("Only %1, as chosen in Dumps. A click shows the whole dump.").arg(title));
    m_place->setAccessibleName(m_place->toolTip());
}

void FilterBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_hits->updateGeometry(); // it has a part of the width
}

void FilterBar::setTable(std::shared_ptr<const core::FilterTable> table)
{
    const bool isOther = !m_table || !table || m_table->columns().data() != table->columns().data();
    m_table = std::move(table);
    if (!isOther)
        return;
    // Compiled for columns that are gone; it may say nothing of these.
    m_filter = {};
    check();
}

void FilterBar::setPlaceholder(const QString& text)
{
    m_line->setPlaceholderText(text);
}

QString FilterBar::text() const
{
    return m_line->text();
}

void FilterBar::setText(const QString& text)
{
    m_line->setText(text);
    remember();
}

void FilterBar::clear()
{
    remember();
    m_line->clear();
}

void FilterBar::addTerm(const QString& term)
{
    const QString before = text().trimmed();
    if (before.isEmpty())
        return setText(term);
    const bool hasAlternatives = before.contains(QLatin1String(" or "));
    setText(
        (hasAlternatives ? QLatin1Char('(') + before + QLatin1Char(')') : before) + QLatin1Char(' ') + term);
}

void FilterBar::check()
{
    if (!m_table)
        return;
    auto parsed = core::FilterExpression::parse(text().toStdString(), *m_table);
    if (!parsed)
        return showError(parsed.error());
    const bool wasWrong = !std::exchange(m_error, {}).isEmpty();
    m_line->setErrorAt(-1);
    m_line->setToolTip({});
    const bool isSame = m_lastGood == text() && !m_lastGood.isNull();
    m_filter = std::move(*parsed);
    m_lastGood = text().isNull() ? QString::fromLatin1("") : text();
    if (!isSame || text().isEmpty())
        emit filterChanged();
    if (wasWrong)
        emit errorChanged();
}

void FilterBar::showError(const core::Error& error)
{
    const auto column = static_cast<int>(error.place.column.value_or(1));
    m_error = tr("Character %1: %2").arg(column).arg(coreWords(error.message));
    m_line->setErrorAt(std::clamp(column - 1, 0, static_cast<int>(text().size())));
    m_line->setToolTip(m_error);
    m_lastGood = QString();
    showWords(m_error);
    emit errorChanged();
}

void FilterBar::complete()
{
    if (!m_table || !m_line->hasFocus())
        return;
    const QString typed = text();
    const QByteArray before = typed.left(m_line->cursorPosition()).toUtf8();
    const core::FilterCompletion completion
        = core::completeFilter(typed.toStdString(), static_cast<std::size_t>(before.size()), *m_table);
    m_completeFrom = static_cast<int>(
        QString::fromUtf8(typed.toUtf8().left(static_cast<qsizetype>(completion.from))).size());
    m_completeTo = m_line->cursorPosition();
    QStringList candidates;
    const QString piece = typed.mid(m_completeFrom, m_completeTo - m_completeFrom);
    for (const std::string& candidate : completion.candidates) {
        // Return takes the first: what is a whole word already stays.
        const QString word = QString::fromStdString(candidate);
        candidates.insert(word == piece ? 0 : candidates.size(), word);
    }
    m_candidates->setStringList(candidates);
    if (candidates.isEmpty() || piece.isEmpty() || candidates == QStringList(piece)) {
        m_completer->popup()->hide();
        return;
    }
    QRect place = m_line->cursorRect();
    place.setBottom(m_line->height()); // below the field, not over its edge
    place.setWidth(m_completer->popup()->sizeHintForColumn(0) + scaled(24));
    m_completer->complete(place);
}

void FilterBar::insertCompletion(const QString& candidate)
{
    QString typed = text();
    typed.replace(m_completeFrom, m_completeTo - m_completeFrom, candidate);
    m_line->setText(typed);
    m_line->setCursorPosition(m_completeFrom + static_cast<int>(candidate.size()));
}

QString FilterBar::nothingLeft(qint64 total, qint64 undecided)
{
    if (undecided == 0)
        return tr("No row matches. Clear the filter to see %1 rows.").arg(groupedNumber(total));
    return tr("No row is known to match: what the filter looks at was not measured for %1 of %2 rows.")
        .arg(groupedNumber(undecided), groupedNumber(total));
}

void FilterBar::setHits(qint64 shown, qint64 total, qint64 ms, qint64 undecided)
{
    m_counted = {shown, total, ms, undecided};
    if (!m_error.isEmpty())
        return;
    QString words = shown != total ? tr("%1 of %2").arg(groupedNumber(shown), groupedNumber(total))
        : total == 1               ? tr("1 row")
                                   : tr("%1 rows").arg(groupedNumber(total));
    if (undecided > 0)
        words = tr("%1, not measured for %2").arg(words, groupedNumber(undecided));
    showWords(text().isEmpty() || ms < 0 ? words : tr("%1 · %2 ms").arg(words).arg(ms));
}

QString FilterBar::hits() const
{
    return m_hits->text();
}

void FilterBar::setStatus(const QString& words)
{
    m_counted.total = -1;
    showWords(words);
}

void FilterBar::showWords(const QString& words)
{
    const bool isError = !m_error.isEmpty();
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, Theme::of(this).color(isError ? Token::Fail : Token::Secondary));
    m_hits->setPalette(colours);
    m_hits->setText(words);
    m_hits->setAccessibleDescription(words);
}

bool FilterBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_line && event->type() == QEvent::KeyPress) {
        const auto* const key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Escape && !text().isEmpty() && !m_completer->popup()->isVisible()) {
            m_line->clear();
            return true;
        }
        if (key->key() == Qt::Key_Down && key->modifiers() == Qt::ControlModifier) {
            m_menuButton->showMenu();
            return true;
        }
        const bool isReturn = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (key->key() == Qt::Key_Down || isReturn) {
            remember();
            // Whoever typed may go on: letters mean something else in the rows.
            if (!isReturn || !std::exchange(m_isTyping, false))
                emit left();
            return true;
        }
    }
    if (watched == m_line && event->type() == QEvent::FocusOut) {
        // What completes a word takes the focus as well, and gives it back.
        const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
        if (reason == Qt::MouseFocusReason || reason == Qt::TabFocusReason
            || reason == Qt::BacktabFocusReason)
            m_isTyping = false;
    }
    return QWidget::eventFilter(watched, event);
}

void FilterBar::remember()
{
    const QString good = text().trimmed();
    if (good.isEmpty() || !m_error.isEmpty())
        return;
    // What was a word of it a moment ago is no filter of its own.
    if (!m_history.isEmpty() && good.startsWith(m_history.first()))
        m_history.removeFirst();
    m_history.removeAll(good);
    m_history.prepend(good);
    while (m_history.size() > kHistory)
        m_history.removeLast();
}

void FilterBar::fillMenu()
{
    QMenu* const menu = m_menuButton->menu();
    menu->clear();
    const QString now = text().trimmed();
    const bool isSaved = m_saved.contains(now);
    QAction* const save = isSaved
        ? menu->addAction(tr("Forget this filter"), this, [this, now] { m_saved.removeAll(now); })
        : menu->addAction(tr("Save this filter"), this, [this, now] { m_saved.append(now); });
    save->setEnabled(!now.isEmpty() && m_error.isEmpty());
    menu->addAction(tr("Clear the filter"), m_line, &QLineEdit::clear)->setEnabled(!now.isEmpty());
    const auto list = [&](const QString& heading, const QStringList& filters) {
        if (filters.isEmpty())
            return;
        menu->addSection(heading);
        for (const QString& filter : filters)
            menu->addAction(menuText(filter), this, [this, filter] { setText(filter); });
    };
    list(tr("Saved"), m_saved);
    list(tr("Recent"), m_history);
}

QJsonObject FilterBar::saveView() const
{
    QJsonObject view;
    if (!text().isEmpty())
        view.insert(QStringLiteral("text"), text());
    if (!m_saved.isEmpty())
        view.insert(QStringLiteral("saved"), QJsonArray::fromStringList(m_saved));
    return view;
}

void FilterBar::restoreView(const QJsonObject& view)
{
    m_saved.clear();
    for (const QJsonValue& filter : view.value(QStringLiteral("saved")).toArray())
        m_saved.append(filter.toString());
    setText(view.value(QStringLiteral("text")).toString());
}

} // namespace dumpscope::gui
