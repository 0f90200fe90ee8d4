// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit/recent_list.h"

#include "common/fonts.h"
#include "common/icons.h"
#include "common/language.h"
#include "common/spacing.h"
#include "common/theme.h"

#include <QDir>
#include <QFileInfo>
#include <QKeySequence>
#include <QLocale>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyledItemDelegate>

namespace dumpscope::gui {

namespace {

enum RecentRole { EntryRole = Qt::UserRole + 1, KeyRole };

QString shortPath(const QString& path)
{
    const QString home = QDir::homePath();
    return home.size() > 1 && path.startsWith(home + QLatin1Char('/'))
        ? QLatin1Char('~') + path.mid(home.size())
        : path;
}

/// "5 minutes ago", "today 09:12", "yesterday", "19 Nov".
QString agoText(const QDateTime& when)
{
    if (!when.isValid())
        return {};
    const QDateTime now = QDateTime::currentDateTime();
    const qint64 minutes = when.secsTo(now) / 60;
    if (minutes >= 0 && minutes < 60)
        return RecentList::tr("%n minutes ago", nullptr, static_cast<int>(minutes));
    if (when.date() == now.date())
        return RecentList::tr("today %1").arg(when.toString(QStringLiteral("HH:mm")));
    if (when.date().daysTo(now.date()) == 1)
        return RecentList::tr("yesterday");
    //: Format of a date as of QDate::toString().
    const QString format = RecentList::tr("d MMM");
    return QLocale(currentLanguage()).toString(when.date(), format);
}

/// Two lines: what it was, and what came of it.
class RecentDelegate : public QStyledItemDelegate {
public:
    RecentDelegate(const QList<RecentEntry>& entries, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_entries(entries)
    {
    }
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override
    {
        return {scaled(200), scaled(50)};
    }
    void paint(
        QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    const QList<RecentEntry>& m_entries;
};

void RecentDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const RecentEntry& entry = m_entries[index.data(EntryRole).toInt()];
    const Theme& theme = Theme::of(option.widget);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    painter->save();
    if (selected || option.state.testFlag(QStyle::State_MouseOver))
        painter->fillRect(option.rect, theme.color(selected ? Token::Selection : Token::Hover));
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1),
        theme.color(Token::Separator));
    QRect room = option.rect.adjusted(scaled(kWide), scaled(kMedium), -scaled(kVast), -scaled(kMedium));
    const int side = scaled(18);
    icon(entry.paths.size() > 1 ? "compare" : "folder")
        .paint(painter, QRect(room.left(), room.center().y() - side / 2, side, side));
    room.setLeft(room.left() + side + scaled(kVast));
    const QRect upper(room.left(), room.top(), room.width(), room.height() / 2);
    const QRect lower = upper.translated(0, room.height() / 2);
    const QFont small = secondaryFont();
    const QColor quiet = theme.color(selected ? Token::Text : Token::Secondary);
    painter->setFont(small);
    painter->setPen(quiet);
    painter->drawText(upper, Qt::AlignRight | Qt::AlignVCenter, agoText(entry.when));
    painter->drawText(lower, Qt::AlignRight | Qt::AlignVCenter, index.data(KeyRole).toString());

    QFont bold = option.font;
    bold.setBold(true);
    painter->setFont(bold);
    painter->setPen(theme.color(entry.isReachable || selected ? Token::Text : Token::Dim));
    int x = upper.left();
    for (qsizetype i = 0; i < entry.paths.size(); ++i) {
        const int badge = scaled(14);
        if (entry.paths.size() > 1) {
            paintStateGlyph(*painter, i == 0 ? State::TargetSide : State::GoldenSide,
                QRectF(x, upper.center().y() - badge / 2.0 + 1, badge, badge), theme);
            x += badge + scaled(kMedium);
        }
        const QString name = QFileInfo(entry.paths[i]).fileName();
        painter->drawText(
            QRect(x, upper.top(), upper.right() - x, upper.height()), Qt::AlignLeft | Qt::AlignVCenter, name);
        x += QFontMetrics(bold).horizontalAdvance(name) + scaled(kWide);
    }
    painter->setFont(small);
    painter->setPen(quiet);
    int left = lower.left();
    const State state = entry.isReachable ? entry.state : State::NotComparable;
    if (state != State::None) {
        const int glyph = scaled(12);
        paintStateGlyph(
            *painter, state, QRectF(left, lower.center().y() - glyph / 2.0 + 1, glyph, glyph), theme);
        left += glyph + scaled(kMedium);
    }
    QStringList facts {shortPath(QFileInfo(entry.paths.first()).path())};
    if (!entry.facts.isEmpty())
        facts.append(entry.facts);
    if (!entry.isReachable)
        facts.append(RecentList::tr("not reachable now"));
    const QRect line(left, lower.top(), lower.right() - left - scaled(90), lower.height());
    painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetrics(small).elidedText(facts.join(QStringLiteral(" · ")), Qt::ElideMiddle, line.width()));
    painter->restore();
}

} // namespace

RecentList::RecentList(QWidget* parent)
    : QListView(parent)
    , m_model(new QStandardItemModel(this))
{
    setModel(m_model);
    setItemDelegate(new RecentDelegate(m_entries, this));
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setMouseTracking(true);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    const auto choose = [this](const QModelIndex& index) {
        // The entries may be others before the last one who listens has read the paths.
        const QStringList paths = m_entries[index.data(EntryRole).toInt()].paths;
        emit chosen(paths);
    };
    connect(this, &QListView::activated, this, choose);
    connect(this, &QListView::clicked, this, choose);
}

void RecentList::setEntries(const QList<RecentEntry>& entries, bool showsKeys)
{
    m_model->clear();
    m_entries = entries;
    m_showsKeys = showsKeys;
    fill();
}

void RecentList::setFilter(const QString& text)
{
    m_filter = text;
    fill();
}

void RecentList::fill()
{
    m_model->clear();
    for (int i = 0; i < m_entries.size(); ++i) {
        const RecentEntry& entry = m_entries[i];
        const QString searched
            = entry.paths.join(QLatin1Char(' ')) + QLatin1Char(' ') + entry.facts + stateWord(entry.state);
        if (!m_filter.isEmpty() && !searched.contains(m_filter, Qt::CaseInsensitive))
            continue;
        auto* const item = new QStandardItem(entry.paths.join(QStringLiteral(" · ")));
        item->setData(i, EntryRole);
        item->setToolTip(entry.paths.join(QLatin1Char('\n')));
        if (m_showsKeys && i < 9)
            item->setData(
                QKeySequence(QStringLiteral("Ctrl+Alt+%1").arg(i + 1)).toString(QKeySequence::NativeText),
                KeyRole);
        m_model->appendRow(item);
    }
}

} // namespace dumpscope::gui
