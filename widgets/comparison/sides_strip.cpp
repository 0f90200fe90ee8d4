// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/sides_strip.h"

#include "common/actions.h"
#include "common/core_text.h"
#include "common/dropped_paths.h"
#include "common/fonts.h"
#include "common/glyphs.h"
#include "common/icons.h"
#include "common/numbers.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "common/theme.h"

#include <QDropEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

namespace dumpscope::gui {

namespace {

constexpr int kFactsFrom = 1150; ///< narrower strips leave the facts out, then show the last folder only

} // namespace

/// One side: strip in its colour, letter, word, path, facts.
class SideLabel : public QWidget {
    Q_OBJECT
public:
    SideLabel(OpenedRoot::Side side, QWidget* parent)
        : QWidget(parent)
        , m_side(side)
    {
        setAcceptDrops(true);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        setMinimumWidth(scaled(120));
    }
    void setTexts(const QString& word, const QString& path, const QString& shortPath, const QString& facts)
    {
        m_word = word;
        m_path = path;
        m_shortPath = shortPath;
        m_facts = facts;
        setAccessibleName(QStringLiteral("%1: %2, %3").arg(word, path, facts));
        setToolTip(QStringLiteral("%1: %2\n%3").arg(word, path, facts));
        update();
    }
    QSize sizeHint() const override { return {scaled(320), scaled(26)}; }

signals:
    void dropped(const QString& path);

protected:
    void paintEvent(QPaintEvent*) override
    {
        const bool isTarget = m_side == OpenedRoot::Side::Target;
        const Theme& theme = Theme::of(this);
        const QColor colour = theme.color(isTarget ? Token::Target : Token::Golden);
        QPainter painter(this);
        painter.fillRect(rect(), theme.color(isTarget ? Token::TargetFill : Token::GoldenFill));
        painter.fillRect(QRect(0, 0, 3, height()), colour);
        const int side = scaled(14);
        paintStateGlyph(painter, isTarget ? State::TargetSide : State::GoldenSide,
            QRectF(scaled(kWide), (height() - side) / 2.0, side, side), theme);
        QRect room = rect().adjusted(scaled(kWide) + side + scaled(kMedium), 0, -scaled(kWide), 0);
        QFont bold = font();
        bold.setBold(true);
        const bool isWide = window()->width() >= scaled(kFactsFrom);
        if (isWide) {
            painter.setFont(bold);
            painter.setPen(colour);
            painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft, m_word);
            room.setLeft(room.left() + QFontMetrics(bold).horizontalAdvance(m_word) + scaled(kVast));
        }
        const QFont small = secondaryFont();
        const int facts = QFontMetrics(small).horizontalAdvance(m_facts);
        const QFont mono = monospaceFont();
        const QFontMetrics metrics(mono);
        const QString& path
            = isWide && metrics.horizontalAdvance(m_path) <= room.width() ? m_path : m_shortPath;
        if (isWide && metrics.horizontalAdvance(path) + scaled(kHuge) + facts <= room.width()) {
            painter.setFont(small);
            painter.setPen(theme.color(Token::Secondary));
            painter.drawText(room, Qt::AlignVCenter | Qt::AlignRight, m_facts);
        }
        painter.setFont(mono);
        painter.setPen(theme.color(Token::Text));
        painter.drawText(
            room, Qt::AlignVCenter | Qt::AlignLeft, metrics.elidedText(path, Qt::ElideMiddle, room.width()));
        if (m_isTargeted) {
            painter.setPen(QPen(theme.color(Token::Accent), 2, Qt::DashLine));
            painter.drawRect(rect().adjusted(1, 1, -1, -1));
        }
    }
    void dragEnterEvent(QDragEnterEvent* event) override
    {
        if (droppedPaths(event->mimeData()).size() != 1)
            return;
        m_isTargeted = true;
        event->acceptProposedAction();
        update();
    }
    void dragLeaveEvent(QDragLeaveEvent*) override
    {
        m_isTargeted = false;
        update();
    }
    void dropEvent(QDropEvent* event) override
    {
        m_isTargeted = false;
        update();
        event->acceptProposedAction();
        emit dropped(droppedPaths(event->mimeData()).value(0));
    }

private:
    OpenedRoot::Side m_side;
    QString m_word, m_path, m_shortPath, m_facts;
    bool m_isTargeted = false;
};

QString placeText(const core::SideRestriction& restriction)
{
    const auto list = [](const std::vector<std::int64_t>& numbers) {
        QStringList texts;
        for (const std::int64_t number : numbers)
            texts.append(QString::number(number));
        return texts.join(QLatin1String(", "));
    };
    QStringList words;
    if (!restriction.run.empty())
        words.append(SidesStrip::tr("run %1").arg(shownName(restriction.run)));
    if (!restriction.ranks.empty())
        words.append(SidesStrip::tr("rank %1").arg(list(restriction.ranks)));
    if (!restriction.steps.empty())
        words.append(SidesStrip::tr("step %1").arg(list(restriction.steps)));
    if (!restriction.tensor.empty())
        words.append(fromCore(restriction.tensor));
    if (!restriction.filter.empty())
        words.append(fromCore(restriction.filter));
    return words.join(QStringLiteral(" · "));
}

QString placeText(const core::DumpIndex& index, const std::optional<std::int64_t>& rank,
    const std::optional<std::int64_t>& step, const std::string& run)
{
    core::SideRestriction place;
    place.run = run;
    if (rank && index.ranks().size() > 1)
        place.ranks = {*rank};
    if (step && index.steps().size() > 1)
        place.steps = {*step};
    return placeText(place);
}

SidesStrip::SidesStrip(Comparisons& comparisons, ActionRegistry& actions, QWidget* parent)
    : QToolBar(parent)
    , m_comparisons(comparisons)
    , m_target(new SideLabel(OpenedRoot::Side::Target, this))
    , m_golden(new SideLabel(OpenedRoot::Side::Golden, this))
    , m_swap(new QToolButton(this))
    , m_choose(new QToolButton(this))
{
    setObjectName(QStringLiteral("sides"));
    setMovable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    auto* const line = new QWidget(this);
    auto* const layout = new QHBoxLayout(line);
    line->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(scaled(kMedium));
    layout->addWidget(m_target, 1);
    layout->addWidget(m_swap);
    layout->addWidget(m_golden, 1);
    layout->addWidget(m_choose);
    addWidget(line);
    m_swap->setDefaultAction(actions.action("compare.swap_sides"));
    m_swap->setToolButtonStyle(Qt::ToolButtonIconOnly);
    m_swap->setAutoRaise(true);
    m_choose->setAutoRaise(true);
    m_choose->setIcon(icon("chevron"));
    m_choose->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_choose->setPopupMode(QToolButton::InstantPopup);
    m_choose->setMenu(new QMenu(m_choose));
    connect(m_choose->menu(), &QMenu::aboutToShow, this, &SidesStrip::fillMenu);
    connect(m_target, &SideLabel::dropped, this,
        [this](const QString& path) { emit replaced(OpenedRoot::Side::Target, path); });
    connect(m_golden, &SideLabel::dropped, this,
        [this](const QString& path) { emit replaced(OpenedRoot::Side::Golden, path); });
    connect(&comparisons, &Comparisons::added, this, &SidesStrip::update);
    connect(&comparisons, &Comparisons::removed, this, &SidesStrip::update);
    connect(&comparisons, &Comparisons::currentChanged, this, &SidesStrip::update);
    retranslate();
}

void SidesStrip::update()
{
    ComparisonDocument* const current = m_comparisons.current();
    if (m_watched != current) {
        if (m_watched)
            m_watched->disconnect(this);
        m_watched = current;
        if (current)
            connect(current, &ComparisonDocument::stateChanged, this, &SidesStrip::update);
    }
    m_choose->setVisible(m_comparisons.all().size() > 1);
    m_choose->setText(QString::number(m_comparisons.all().size()));
    if (!current)
        return;
    const auto show = [](SideLabel* label, const QString& word, const ComparisonSetup::Side& side) {
        if (!side.root)
            return;
        const QString place = placeText(side.restriction);
        const QString tail = place.isEmpty() ? QString() : QStringLiteral("  ") + place;
        const auto& index = side.root->index();
        const qint64 count = !index ? -1
            : index->holdsTensors() ? static_cast<qint64>(index->tensorCount())
                                    : 0;
        const QString facts = count < 0 ? QString()
            : count == 1                ? tr("1 tensor")
                                        : tr("%1 tensors").arg(groupedNumber(count));
        label->setTexts(word, side.root->path() + tail, side.root->title() + tail, facts);
    };
    show(m_target, tr("Target"), current->setup().target);
    show(m_golden, tr("Golden"), current->setup().golden);
}

void SidesStrip::fillMenu()
{
    QMenu* const menu = m_choose->menu();
    menu->clear();
    for (ComparisonDocument* document : m_comparisons.all()) {
        QAction* const choice
            = menu->addAction(menuText(document->title()), this, [this, document = QPointer(document)] {
                  if (document)
                      m_comparisons.setCurrent(document);
              });
        choice->setCheckable(true);
        choice->setChecked(document == m_comparisons.current());
    }
    menu->addSeparator();
    menu->addAction(tr("Close this comparison"), this, [this] {
        if (m_comparisons.current())
            m_comparisons.close(m_comparisons.current());
    });
}

void SidesStrip::retranslate()
{
    setWindowTitle(tr("Sides of the comparison"));
    m_choose->setToolTip(tr("Open comparisons"));
    m_choose->setAccessibleName(m_choose->toolTip());
    update();
}

void SidesStrip::changeEvent(QEvent* event)
{
    QToolBar::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace dumpscope::gui

#include "sides_strip.moc"
