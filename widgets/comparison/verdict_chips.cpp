// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/verdict_chips.h"

#include "common/core_text.h"
#include "common/numbers.h"
#include "common/spacing.h"
#include "comparison/verdict_words.h"

#include <QAbstractButton>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPainter>
#include <QRegularExpression>

namespace dumpscope::gui {

namespace {

constexpr std::array kChipOrder {
    core::Verdict::Fail, core::Verdict::Warn, core::Verdict::Pass, core::Verdict::NotComparable};

class Chip : public QAbstractButton {
public:
    Chip(core::Verdict verdict, QWidget* parent)
        : QAbstractButton(parent)
        , m_verdict(verdict)
    {
        setCheckable(true);
        setFocusPolicy(Qt::StrongFocus);
    }
    void setTexts(qint64 count, bool isShort)
    {
        const QString number = groupedNumber(count);
        setText(isShort ? number : QStringLiteral("%1 %2").arg(number, verdictText(m_verdict)));
        setAccessibleName(QStringLiteral("%1 %2").arg(number, verdictText(m_verdict)));
        setToolTip(accessibleName());
        updateGeometry();
        update();
    }
    QSize sizeHint() const override
    {
        return {QFontMetrics(bold()).horizontalAdvance(text()) + scaled(12 + 8 + 8 + 6), scaled(22)};
    }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Theme& theme = Theme::of(this);
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const QRectF box = QRectF(rect()).adjusted(1, 1, -1, -1);
        painter.setBrush(theme.color(fillOf(m_verdict)));
        painter.setPen(isChecked() ? QPen(theme.color(tokenOf(m_verdict)), 1.5)
                : underMouse()     ? QPen(theme.color(Token::Border), 1)
                                   : QPen(Qt::NoPen));
        painter.drawRoundedRect(box, 4, 4);
        if (hasFocus()) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(theme.color(Token::Accent), 2));
            painter.drawRoundedRect(box, 4, 4);
        }
        const int side = scaled(12);
        paintStateGlyph(
            painter, stateOf(m_verdict), QRectF(scaled(8), (height() - side) / 2.0, side, side), theme);
        painter.setFont(bold());
        painter.setPen(theme.color(tokenOf(m_verdict)));
        painter.drawText(rect().adjusted(scaled(8 + 6) + side, 0, 0, 0), Qt::AlignVCenter, text());
    }

private:
    [[nodiscard]] QFont bold() const
    {
        QFont made = font();
        made.setBold(true);
        return made;
    }
    core::Verdict m_verdict;
};

} // namespace

VerdictChips::VerdictChips(QWidget* parent)
    : QWidget(parent)
{
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(scaled(kMedium));
    for (std::size_t i = 0; i < kChipOrder.size(); ++i) {
        m_chips[i] = new Chip(kChipOrder[i], this);
        layout->addWidget(m_chips[i]);
        connect(m_chips[i], &QAbstractButton::clicked, this, [this, i] { click(i); });
    }
    retranslate();
}

void VerdictChips::setCounts(const Counts& counts)
{
    m_counts = counts;
    retranslate();
}

void VerdictChips::setShort(bool isShort)
{
    if (property("short").toBool() == isShort)
        return;
    setProperty("short", isShort);
    retranslate();
}

void VerdictChips::retranslate()
{
    const bool isShort = property("short").toBool();
    for (std::size_t i = 0; i < kChipOrder.size(); ++i)
        static_cast<Chip*>(m_chips[i])->setTexts(m_counts[static_cast<std::size_t>(kChipOrder[i])], isShort);
}

void VerdictChips::setChosen(const std::vector<core::Verdict>& verdicts)
{
    for (std::size_t i = 0; i < kChipOrder.size(); ++i)
        m_chips[i]->setChecked(std::find(verdicts.begin(), verdicts.end(), kChipOrder[i]) != verdicts.end());
}

void VerdictChips::click(std::size_t chip)
{
    const bool adds = QGuiApplication::keyboardModifiers().testFlag(Qt::ControlModifier);
    std::vector<core::Verdict> verdicts;
    for (std::size_t i = 0; i < kChipOrder.size(); ++i) {
        if (m_chips[i]->isChecked() && (adds || i == chip))
            verdicts.push_back(kChipOrder[i]);
    }
    setChosen(verdicts);
    emit chosen(verdicts);
}

void VerdictChips::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

QString verdictTerm(const std::vector<core::Verdict>& verdicts)
{
    QStringList terms;
    for (const core::Verdict verdict : verdicts)
        terms.append(QStringLiteral("verdict:") + fromCore(core::verdictWord(verdict)));
    const QString text = terms.join(QLatin1String(" or "));
    return terms.size() > 1 ? QLatin1Char('(') + text + QLatin1Char(')') : text;
}

std::pair<QString, std::vector<core::Verdict>> splitVerdictTerm(const QString& filter)
{
    static const QRegularExpression term(QStringLiteral(
        R"((?:^|(?<=\s))(?:\((verdict:[\w-]+(?: or verdict:[\w-]+)+)\)|(verdict:[\w-]+))(?=\s|$))"));
    const QRegularExpressionMatch match = term.match(filter);
    std::vector<core::Verdict> verdicts;
    // Within alternatives of the user's own, the term is not ours to take.
    if (!match.hasMatch()
        || QString(filter)
               .remove(match.capturedStart(), match.capturedLength())
               .contains(QLatin1String(" or ")))
        return {filter, verdicts};
    for (const core::Verdict verdict : kChipOrder) {
        const QString word = QStringLiteral("verdict:") + fromCore(core::verdictWord(verdict));
        if (match.captured(0)
                .remove(QLatin1Char('('))
                .remove(QLatin1Char(')'))
                .split(QLatin1String(" or "))
                .contains(word))
            verdicts.push_back(verdict);
    }
    QString rest = filter;
    rest.remove(match.capturedStart(), match.capturedLength());
    return {rest.simplified(), verdicts};
}

} // namespace dumpscope::gui
