// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/slice_bar.h"

#include "common/core_text.h"
#include "common/fonts.h"
#include "common/spacing.h"
#include "common/theme.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QDrag>
#include <QDragEnterEvent>
#include <QHBoxLayout>
#include <QInputMethodEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollArea>
#include <QSlider>
#include <QSpinBox>
#include <QTextCharFormat>

#include <algorithm>
#include <limits>

namespace dumpscope::gui {

namespace {

const QString kRoleMime = QStringLiteral("application/x-dumpscope-axis-role");

QFont monospace(const QWidget* widget)
{
    QFont font = monospaceFont();
    if (widget->font().pointSizeF() > 0)
        font.setPointSizeF(widget->font().pointSizeF());
    return font;
}

/// "rows" or "columns" on an accent plate, to be dragged to another axis.
class RoleChip : public QLabel {
public:
    RoleChip(bool rows, QWidget* parent)
        : QLabel(rows ? SliceBar::tr("rows") : SliceBar::tr("columns"), parent)
        , m_isRows(rows)
    {
        QFont bold = font();
        bold.setBold(true);
        setFont(bold);
        setContentsMargins(scaledMargins(6, 1, 6, 1));
        setCursor(Qt::OpenHandCursor);
        setToolTip(SliceBar::tr("Drag to another axis; V transposes"));
        setAccessibleName(text());
    }

protected:
    void paintEvent(QPaintEvent* event) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(Theme::of(this).color(Token::Selection));
        painter.drawRoundedRect(rect(), 4, 4);
        painter.end();
        QPalette ink = palette();
        ink.setColor(QPalette::WindowText, Theme::of(this).color(Token::Accent));
        if (ink != palette())
            setPalette(ink);
        QLabel::paintEvent(event);
    }
    void mouseMoveEvent(QMouseEvent* event) override
    {
        if (!event->buttons().testFlag(Qt::LeftButton))
            return;
        auto* const drag = new QDrag(this);
        auto* const role = new QMimeData;
        role->setData(kRoleMime, m_isRows ? "rows" : "columns");
        drag->setMimeData(role);
        drag->setPixmap(grab());
        drag->exec(Qt::MoveAction);
    }

private:
    bool m_isRows;
};

/// One axis: takes a chip dropped on it.
class AxisField : public QWidget {
public:
    AxisField(std::function<void(bool rows)> dropped, QWidget* parent)
        : QWidget(parent)
        , m_dropped(std::move(dropped))
    {
        setAcceptDrops(true);
    }

protected:
    void dragEnterEvent(QDragEnterEvent* event) override
    {
        if (!event->mimeData()->hasFormat(kRoleMime))
            return;
        event->acceptProposedAction();
        m_isTarget = true;
        update();
    }
    void dragLeaveEvent(QDragLeaveEvent*) override
    {
        m_isTarget = false;
        update();
    }
    void dropEvent(QDropEvent* event) override
    {
        const bool rows = event->mimeData()->data(kRoleMime) == "rows";
        event->acceptProposedAction();
        m_isTarget = false;
        // Later: the bar is rebuilt by it, and with it the chip that is still in its drag.
        QMetaObject::invokeMethod(
            window(), [dropped = m_dropped, rows] { dropped(rows); }, Qt::QueuedConnection);
    }
    void paintEvent(QPaintEvent*) override
    {
        if (!m_isTarget)
            return;
        QPainter painter(this);
        painter.setPen(QPen(Theme::of(this).color(Token::Accent), 2, Qt::DashLine));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }

private:
    std::function<void(bool)> m_dropped;
    bool m_isTarget = false;
};

} // namespace

SliceBar::SliceBar(TensorDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_row(new QHBoxLayout(this))
    , m_text(new QLineEdit(this))
    , m_sibling(new QSlider(Qt::Horizontal, this))
    , m_siblingLabel(new QLabel(this))
    , m_order(new QComboBox(this))
{
    setMinimumHeight(scaled(32));
    m_row->setContentsMargins(scaledMargins(8, 2, 8, 2));
    m_row->setSpacing(scaled(8));
    m_text->setFont(monospace(this));
    m_text->setAccessibleName(tr("Slice, or index of an element"));
    m_text->setToolTip(tr("Slice such as 0,12,:,: or index of an element"));
    m_sibling->setAccessibleName(tr("Step or rank of the same tensor"));
    m_sibling->setToolTip(m_sibling->accessibleName());
    m_sibling->setFixedWidth(fontMetrics().averageCharWidth() * 14);
    m_order->setAccessibleName(tr("Order of the elements"));
    m_row->addWidget(m_text);
    m_row->addWidget(m_sibling);
    m_row->addWidget(m_siblingLabel);
    m_row->addStretch(1);
    m_row->addWidget(m_order);
    connect(m_text, &QLineEdit::returnPressed, this, &SliceBar::acceptText);
    connect(m_text, &QLineEdit::textEdited, this, [this] { m_text->setToolTip({}); });
    connect(m_sibling, &QSlider::valueChanged, this, [this](int value) {
        const auto at = std::find_if(m_siblings.begin(), m_siblings.end(),
            [this](const SiblingTensor& sibling) { return sibling.tensor == m_document.tensor(); });
        m_document.stepSibling(value - static_cast<int>(at - m_siblings.begin()));
    });
    connect(m_order, &QComboBox::activated, this,
        [this](int index) { m_document.setOrder(index == 0 ? core::Order::Logical : core::Order::Storage); });
    connect(&document, &TensorDocument::stageChanged, this, &SliceBar::refresh);
    connect(&document, &TensorDocument::planeChanged, this, &SliceBar::refresh);
    refresh();
}

void SliceBar::refreshSiblings()
{
    m_siblings = m_document.siblings();
    const auto here = std::find_if(m_siblings.begin(), m_siblings.end(),
        [this](const SiblingTensor& sibling) { return sibling.tensor == m_document.tensor(); });
    const bool several = m_siblings.size() > 1 && here != m_siblings.end();
    m_hasSiblings = several;
    if (!several)
        return;
    const QSignalBlocker blocker(m_sibling);
    m_sibling->setRange(0, static_cast<int>(m_siblings.size()) - 1);
    m_sibling->setValue(static_cast<int>(here - m_siblings.begin()));
    m_siblingLabel->setText(here->label);
}

void SliceBar::refresh()
{
    // While another tensor is opened the one before stays in sight; the slider may go on to the next.
    const bool isLoading = m_axes && m_document.stage() == TensorDocument::Stage::Loading;
    if (m_axes)
        m_axes->setEnabled(!isLoading);
    m_text->setEnabled(!isLoading);
    m_order->setEnabled(!isLoading);
    if (isLoading)
        return;
    const bool isReady = m_document.isReady();
    m_text->setVisible(isReady);
    m_order->setVisible(isReady && m_document.canReorder());
    refreshSiblings();
    if (!isReady) {
        delete std::exchange(m_axes, nullptr);
        m_built.clear();
        fit();
        return;
    }
    const core::TensorView& view = m_document.opened()->view;
    m_order->clear();
    m_order->addItem(tr("Logical %1").arg(orderName(view, core::Order::Logical)));
    m_order->addItem(tr("Storage %1").arg(orderName(view, core::Order::Storage)));
    m_order->setCurrentIndex(m_document.order() == core::Order::Logical ? 0 : 1);
    const core::PlaneSpec& plane = m_document.plane();
    const QString wanted
        = QStringLiteral("%1 %2 %3 %4")
              .arg(fromCore(core::shapeText(m_document.shape())), m_document.axes().join(u' '))
              .arg(plane.rowAxis)
              .arg(plane.columnAxis);
    if (m_built != wanted) {
        m_built = wanted;
        rebuild();
    }
    const QList<QSpinBox*> fields = m_axes->findChildren<QSpinBox*>();
    for (QSpinBox* field : fields) {
        const QSignalBlocker blocker(field);
        const auto axis = static_cast<std::size_t>(field->property("axis").toInt());
        field->setValue(static_cast<int>(plane.fixedIndices[axis]));
    }
    const QString text = u'[' + planeText(m_document.shape().size(), plane) + u']';
    m_text->setText(text);
    m_text->setMinimumWidth(m_text->fontMetrics().horizontalAdvance(text) + scaled(20));
    m_text->setMaximumWidth(m_text->minimumWidth() + scaled(40));
    fit();
}

/// Nothing is crushed where room is short: what keys do as well goes first, then what the text says, too.
void SliceBar::fit()
{
    const bool isReady = m_axes && m_document.isReady();
    const auto wide = [this](const QWidget* part) {
        return std::max(part->minimumWidth(), part->sizeHint().width()) + m_row->spacing();
    };
    const QMargins margins = m_row->contentsMargins();
    int room = width() - margins.left() - margins.right()
        - (isReady ? m_text->minimumWidth() + m_row->spacing() : 0);
    if (isReady && m_document.canReorder())
        room -= m_order->minimumSizeHint().width() + m_row->spacing();
    const int axes = isReady ? m_axes->sizeHint().width() + m_row->spacing() : 0;
    const int siblings = m_hasSiblings ? wide(m_sibling) + wide(m_siblingLabel) : 0;
    const bool hasAxes = axes <= room;
    if (isReady)
        m_axes->setVisible(hasAxes);
    const bool hasSiblings = m_hasSiblings && (hasAxes ? axes : 0) + siblings <= room;
    m_sibling->setVisible(hasSiblings);
    m_siblingLabel->setVisible(hasSiblings);
}

void SliceBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

void SliceBar::rebuild()
{
    delete std::exchange(m_axes, nullptr);
    m_axes = new QWidget(this);
    auto* const row = new QHBoxLayout(m_axes);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(scaled(10));
    const core::PlaneSpec& plane = m_document.plane();
    const QStringList names = m_document.axes();
    for (std::size_t axis = 0; axis < m_document.shape().size(); ++axis) {
        auto* const field = new AxisField([this, axis](bool rows) { giveRole(rows, axis); }, m_axes);
        auto* const inner = new QHBoxLayout(field);
        inner->setContentsMargins(0, 0, 0, 0);
        inner->setSpacing(scaled(4));
        const QString name = names.value(static_cast<qsizetype>(axis));
        auto* const title = new QLabel(name.at(0).isDigit() ? tr("axis %1").arg(name) : name, field);
        QFont bold = title->font();
        bold.setBold(true);
        title->setFont(bold);
        inner->addWidget(title);
        const std::int64_t length = m_document.shape()[axis];
        const bool isRow = axis == plane.rowAxis && plane.rowAxis != plane.columnAxis;
        const bool isColumn = axis == plane.columnAxis;
        auto* const count = new QLabel(
            isRow || isColumn ? QString::number(length) : QStringLiteral("/ %1").arg(length), field);
        count->setForegroundRole(QPalette::PlaceholderText);
        if (!isRow && !isColumn) {
            auto* const spin = new QSpinBox(field);
            spin->setFont(monospace(this));
            spin->setProperty("axis", static_cast<int>(axis));
            spin->setRange(
                0, static_cast<int>(std::min<std::int64_t>(length - 1, std::numeric_limits<int>::max())));
            spin->setAccessibleName(tr("Index of %1").arg(m_document.axisTitle(axis)));
            connect(spin, &QSpinBox::valueChanged, this, [this, axis](int value) {
                core::PlaneSpec changed = m_document.plane();
                changed.fixedIndices[axis] = value;
                m_document.setSteppedAxis(axis);
                m_document.setPlane(std::move(changed));
            });
            inner->addWidget(spin);
        }
        inner->addWidget(count);
        if (isRow || isColumn)
            inner->addWidget(new RoleChip(isRow, field));
        row->addWidget(field);
    }
    m_row->insertWidget(0, m_axes);
}

void SliceBar::giveRole(bool rows, std::size_t axis)
{
    core::PlaneSpec plane = m_document.plane();
    std::size_t& role = rows ? plane.rowAxis : plane.columnAxis;
    std::size_t& other = rows ? plane.columnAxis : plane.rowAxis;
    if (axis == other)
        other = role;
    role = axis;
    m_document.setPlane(std::move(plane));
}

void SliceBar::acceptText()
{
    if (!m_document.isReady())
        return;
    PlaneRequestError error;
    const auto request = parsePlaneRequest(m_text->text(), m_document.shape(), m_document.plane(), error);
    if (!request) {
        refuse(error);
        return;
    }
    if (request->plane)
        m_document.setPlane(*request->plane);
    else
        m_document.setProbe(request->element);
    refresh();
}

/// The text stays as it is, underlined from the column on.
void SliceBar::refuse(const PlaneRequestError& error)
{
    m_text->setToolTip(error.text);
    QTextCharFormat wrong;
    wrong.setUnderlineStyle(QTextCharFormat::WaveUnderline);
    wrong.setUnderlineColor(Theme::of(this).color(Token::Fail));
    const int start = std::min(error.column, static_cast<int>(m_text->text().size()) - 1);
    const int length = static_cast<int>(m_text->text().size()) - start;
    QInputMethodEvent event(
        {}, {{QInputMethodEvent::TextFormat, start - m_text->cursorPosition(), length, wrong}});
    QCoreApplication::sendEvent(m_text, &event);
    emit m_document.noticed(error.text);
}

QWidget* SliceBar::field() const
{
    return m_text;
}

void SliceBar::editText()
{
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
}

} // namespace dumpscope::gui
