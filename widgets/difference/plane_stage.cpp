// SPDX-License-Identifier: GPL-3.0-or-later
#include "difference/plane_stage.h"

#include "common/fonts.h"
#include "common/spacing.h"
#include "common/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyle>

#include <algorithm>
#include <utility>

namespace dumpscope::gui {

namespace {

constexpr int kRoomForThree = 800;
constexpr int kBlinkMs = 250, kMostBlinks = 40;

constexpr int kDividerWidth = 7;

} // namespace

/// "T Target float16 NC1HWC0" above a picture.
class PlaneTitle : public QWidget {
public:
    PlaneTitle(State side, QWidget* parent)
        : QWidget(parent)
        , m_side(side)
    {
    }
    void setTexts(const QString& title, const QString& facts)
    {
        m_title = title;
        m_facts = facts;
        setAccessibleName(title + QLatin1Char(' ') + facts);
        setToolTip(facts);
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        const Theme& theme = Theme::of(this);
        int x = kLarge;
        if (m_side != State::None) {
            const int side = scaled(16);
            paintStateGlyph(painter, m_side, QRectF(x, (height() - side) / 2.0, side, side), theme);
            x += side + kMedium;
        }
        QFont bold = font();
        bold.setBold(true);
        painter.setFont(bold);
        painter.setPen(theme.color(m_side == State::TargetSide ? Token::Target
                : m_side == State::GoldenSide                  ? Token::Golden
                                                               : Token::Text));
        painter.drawText(QRect(x, 0, width() - x, height()), Qt::AlignVCenter | Qt::AlignLeft, m_title);
        x += QFontMetrics(bold).horizontalAdvance(m_title) + kLarge;
        painter.setFont(secondaryFont());
        painter.setPen(theme.color(Token::Secondary));
        const QFontMetrics metrics(painter.font());
        // Numbers are not cut: all of it or nothing.
        if (x + metrics.horizontalAdvance(m_facts) + kSmall <= width())
            painter.drawText(QRect(x, 0, width() - x, height()), Qt::AlignVCenter | Qt::AlignLeft, m_facts);
    }

private:
    State m_side;
    QString m_title, m_facts;
};

namespace {

/// The line of a swipe: dragged, or moved with the arrow keys.
class Divider : public QWidget {
public:
    explicit Divider(PlaneStage* stage)
        : QWidget(stage)
        , m_stage(stage)
    {
        setCursor(Qt::SplitHCursor);
        setFocusPolicy(Qt::TabFocus);
        setAccessibleName(PlaneStage::tr("Line between target and golden"));
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        const Theme& theme = Theme::of(this);
        painter.fillRect(
            QRect(width() / 2 - 1, 0, 3, height()), theme.color(hasFocus() ? Token::Accent : Token::Text));
        painter.fillRect(QRect(0, height() / 2 - 12, width(), 24), theme.color(Token::Accent));
    }
    void mouseMoveEvent(QMouseEvent* event) override
    {
        const double inView = mapTo(m_stage, event->position()).x() - m_stage->view(PlaneStage::Target)->x();
        m_stage->setDivision(inView / std::max(1, m_stage->view(PlaneStage::Target)->width()));
    }
    void keyPressEvent(QKeyEvent* event) override
    {
        if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)
            m_stage->setDivision(m_stage->division() + (event->key() == Qt::Key_Left ? -0.05 : 0.05));
        else
            QWidget::keyPressEvent(event);
    }

private:
    PlaneStage* m_stage;
};

} // namespace

PlaneStage::PlaneStage(QWidget* parent)
    : QWidget(parent)
{
    static constexpr std::array kSides {State::TargetSide, State::GoldenSide, State::None};
    for (int i = 0; i < PlaneCount; ++i) {
        const auto at = static_cast<std::size_t>(i);
        m_titles[at] = new PlaneTitle(kSides[at], this);
        m_views[at] = new HeatmapView(this);
        connect(m_views[at], &HeatmapView::viewportMoved, this, [this, i] { follow(static_cast<Plane>(i)); });
    }
    m_divider = new Divider(this);
    m_blinking.setInterval(kBlinkMs);
    connect(&m_blinking, &QTimer::timeout, this, &PlaneStage::blink);
    arrange();
}

void PlaneStage::setTitle(Plane plane, const QString& title, const QString& facts)
{
    m_titles[plane]->setTexts(title, facts);
    m_views[plane]->setAccessibleName(title);
}

bool PlaneStage::isNarrow() const
{
    return width() < scaled(kRoomForThree);
}

void PlaneStage::setMode(Mode mode)
{
    m_mode = mode;
    m_blinks = 0;
    m_showsGolden = false;
    m_blinking.stop();
    if (mode == Mode::Blink) {
        // Where the desktop wants no motion, each press shows the other side and it stays.
        if (style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) > 0)
            m_blinking.start();
        m_showsGolden = true;
    }
    arrange();
    emit modeChanged();
}

void PlaneStage::blink()
{
    m_showsGolden = !m_showsGolden;
    if (++m_blinks >= kMostBlinks) {
        setMode(Mode::Beside);
        return;
    }
    arrange();
}

void PlaneStage::setLinked(bool linked)
{
    m_isLinked = linked;
    if (linked)
        follow(m_chosen);
    emit modeChanged();
}

void PlaneStage::choose(Plane plane)
{
    m_chosen = plane;
    arrange();
    if (m_views[plane]->isVisible())
        m_views[plane]->setFocus(Qt::ShortcutFocusReason);
    emit chosenChanged();
}

void PlaneStage::setDivision(double share)
{
    m_division = std::clamp(share, 0.0, 1.0);
    arrange();
}

QJsonObject PlaneStage::save() const
{
    // A blink ends by itself: nothing to come back to.
    return {{QStringLiteral("swipe"), m_mode == Mode::Swipe}, {QStringLiteral("linked"), m_isLinked},
        {QStringLiteral("division"), m_division}, {QStringLiteral("chosen"), m_chosen}};
}

void PlaneStage::restore(const QJsonObject& saved)
{
    m_isLinked = saved[QStringLiteral("linked")].toBool(true);
    m_division = std::clamp(saved[QStringLiteral("division")].toDouble(0.5), 0.0, 1.0);
    m_chosen = static_cast<Plane>(
        std::clamp(saved[QStringLiteral("chosen")].toInt(Difference), 0, PlaneCount - 1));
    setMode(saved[QStringLiteral("swipe")].toBool() ? Mode::Swipe : Mode::Beside);
}

void PlaneStage::follow(Plane moved)
{
    if (!m_isLinked)
        return;
    for (HeatmapView* view : m_views) {
        if (view != m_views[moved])
            view->setViewport(m_views[moved]->viewport());
    }
}

void PlaneStage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
    if (std::exchange(m_wasNarrow, isNarrow()) != isNarrow())
        emit narrowChanged();
}

/// Every picture has the same size, so that one zoom means the same part of each.
void PlaneStage::arrange()
{
    const int titleHeight = fontMetrics().height() + 2 * kSmall;
    const bool isShared = m_mode != Mode::Beside, isOne = isNarrow();
    const int places = isOne ? 1 : isShared ? 2 : 3;
    const int width = (this->width() - (places - 1) * kSmall) / places;
    std::array<int, PlaneCount> place {0, 1, 2};
    if (isOne)
        place = {0, 0, 0};
    else if (isShared)
        place = {0, 0, 1};
    const bool showsSides = !isOne || isShared || m_chosen != Difference;
    const std::array<bool, PlaneCount> isShown {
        showsSides && (!isOne || isShared || m_chosen == Target) && !(m_mode == Mode::Blink && m_showsGolden),
        showsSides && (!isOne || isShared || m_chosen == Golden)
            && !(m_mode == Mode::Blink && !m_showsGolden),
        !isOne || (!isShared && m_chosen == Difference)};
    for (std::size_t i = 0; i < PlaneCount; ++i) {
        const int left = place[i] * (width + kSmall);
        m_titles[i]->setGeometry(left, 0, width, titleHeight);
        m_views[i]->setGeometry(left, titleHeight, width, std::max(1, height() - titleHeight));
        m_titles[i]->setVisible(isShown[i]);
        m_views[i]->setVisible(isShown[i]);
        m_views[i]->clearMask();
    }
    m_divider->setVisible(m_mode == Mode::Swipe);
    if (m_mode != Mode::Swipe)
        return;
    // Golden lies over the target, from the line on.
    const int line = static_cast<int>(m_division * width);
    m_views[Golden]->setMask(QRegion(line, 0, std::max(1, width - line), height()));
    m_views[Golden]->raise();
    m_titles[Target]->setGeometry(0, 0, width / 2, titleHeight);
    m_titles[Golden]->setGeometry(width / 2, 0, width - width / 2, titleHeight);
    m_divider->setGeometry(line - kDividerWidth / 2, titleHeight, kDividerWidth, height() - titleHeight);
    m_divider->raise();
}

} // namespace dumpscope::gui
