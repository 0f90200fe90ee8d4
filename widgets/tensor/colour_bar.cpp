// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/colour_bar.h"
#include "tensor/element_text.h"

#include "base/text.h"
#include "common/fonts.h"
#include "common/spacing.h"
#include "common/theme.h"
#include "heatmap/colour_map.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QStyleOptionComboBox>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace dumpscope::gui {

/// Large enough for every scale.
QIcon mapIcon(QByteArrayView id, bool dark)
{
    constexpr QSize size(96, 48);
    QPixmap pixmap(size);
    QPainter painter(&pixmap);
    const ColourMap& map = colourMap(id, dark);
    for (int x = 0; x < size.width(); ++x)
        painter.fillRect(
            x, 0, 1, size.height(), QColor::fromRgb(map.at(static_cast<double>(x) / (size.width() - 1))));
    return QIcon(pixmap);
}

ColourBar::ColourBar(TensorDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_map(new QComboBox(this))
    , m_scale(new QComboBox(this))
    , m_low(new QLineEdit(this))
    , m_high(new QLineEdit(this))
    , m_automatic(new QToolButton(this))
    , m_symmetric(new QToolButton(this))
{
    m_map->setIconSize({scaled(24), scaled(12)});
    m_map->setAccessibleName(tr("Colours"));
    for (const ColourMap& map : colourMaps(Theme::of(this).isDark()))
        m_map->addItem(mapIcon(map.id, Theme::of(this).isDark()),
            QCoreApplication::translate("ColourMaps", map.name), QByteArray(map.id));
    m_scale->addItems({tr("Linear"), tr("Log"), tr("Signed log")});
    m_scale->setAccessibleName(tr("Scale"));
    for (QLineEdit* field : {m_low, m_high}) {
        field->setFont(monospaceFont());
        field->setAccessibleName(field == m_low ? tr("Lowest value") : tr("Highest value"));
        field->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
        connect(field, &QLineEdit::editingFinished, this, &ColourBar::acceptRange);
    }
    m_automatic->setProperty("action", QByteArray("plane.range_auto"));
    m_symmetric->setProperty("action", QByteArray("plane.range_symmetric"));
    m_automatic->setText(tr("Auto"));
    m_automatic->setToolTip(tr("Range of the finite values from the 0.1 to the 99.9 percentile"));
    m_symmetric->setText(tr("Symmetric"));
    m_symmetric->setToolTip(tr("As far below zero as above"));
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(scaled(6));
    auto* const colours = new QLabel(tr("Colours"), this);
    colours->setForegroundRole(QPalette::PlaceholderText);
    auto* const range = new QLabel(tr("Range"), this);
    range->setForegroundRole(QPalette::PlaceholderText);
    m_words = {colours, range};
    parent->installEventFilter(this);
    for (QWidget* widget :
        {static_cast<QWidget*>(colours), static_cast<QWidget*>(m_map), static_cast<QWidget*>(m_scale),
            static_cast<QWidget*>(range), static_cast<QWidget*>(m_low), static_cast<QWidget*>(m_high)})
        row->addWidget(widget);
    for (QToolButton* button : {m_automatic, m_symmetric}) {
        button->setCheckable(true);
        row->addWidget(button);
    }
    connect(m_map, &QComboBox::activated, this,
        [this] { apply([this](ColourChoice& choice) { choice.map = m_map->currentData().toByteArray(); }); });
    connect(m_scale, &QComboBox::activated, this, [this](int kind) {
        apply([kind](ColourChoice& choice) { choice.kind = static_cast<ScaleKind>(kind); });
    });
    connect(m_automatic, &QToolButton::clicked, this, [this](bool on) {
        const ValueScale scale = m_document.scale();
        apply([&](ColourChoice& choice) {
            choice.isAutomatic = on;
            choice.low = scale.low();
            choice.high = scale.high();
        });
    });
    connect(m_symmetric, &QToolButton::clicked, this, &ColourBar::toggleSymmetric);
    connect(&document, &TensorDocument::coloursChanged, this, &ColourBar::refresh);
    connect(&document, &TensorDocument::planeLoaded, this, &ColourBar::refresh);
    refresh();
}

void ColourBar::apply(const std::function<void(ColourChoice&)>& change)
{
    ColourChoice colours = m_document.colours();
    change(colours);
    m_document.setColours(colours);
    refresh();
}

void ColourBar::refresh()
{
    const ColourChoice& colours = m_document.colours();
    m_map->setCurrentIndex(m_map->findData(colours.map));
    m_scale->setCurrentIndex(static_cast<int>(colours.kind));
    m_automatic->setChecked(colours.isAutomatic);
    m_symmetric->setChecked(colours.isSymmetric);
    const ValueScale scale = m_document.scale();
    m_lowText = valueText(scale.low());
    m_highText = valueText(scale.high());
    if (!m_low->hasFocus())
        m_low->setText(m_lowText);
    if (!m_high->hasFocus())
        m_high->setText(m_highText);
    for (QLineEdit* field : {m_low, m_high}) {
        // A number is never cut: the field is as wide as its text and frame ask for.
        const QFontMetrics metrics(field->font());
        const int least = metrics.horizontalAdvance(QStringLiteral("-0.00000e+00"));
        field->setFixedWidth(
            std::max(least, metrics.horizontalAdvance(field->text())) + 2 * metrics.averageCharWidth());
        field->setCursorPosition(0);
    }
    fitIntoBar();
}

/// Numbers are never cut, so everything else makes room for them.
void ColourBar::fitIntoBar()
{
    const QWidget* const bar = parentWidget();
    const QLayout* const row = bar->layout();
    if (!row || !isVisible())
        return;
    int others = row->contentsMargins().left() + row->contentsMargins().right();
    for (const QWidget* sibling : bar->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (sibling != this && !sibling->isHidden())
            others += sibling->sizeHint().width() + row->spacing();
    }
    const int room = bar->width() - others;
    // No letter of the name beside the icon: half a word is worse than none.
    QStyleOptionComboBox box;
    box.initFrom(m_map);
    const int frame = m_map->width()
        - m_map->style()
              ->subControlRect(QStyle::CC_ComboBox, &box, QStyle::SC_ComboBoxEditField, m_map)
              .width();
    enum Step { Everything, NoWords, OnlyIcon, NoSymmetric, NoScale, NoMap, kSteps };
    for (int step = Everything; step < kSteps; ++step) {
        for (QLabel* word : std::as_const(m_words))
            word->setVisible(step < NoWords);
        m_map->setMaximumWidth(
            step < OnlyIcon ? QWIDGETSIZE_MAX : m_map->iconSize().width() + frame + kSmall);
        m_symmetric->setVisible(step < NoSymmetric);
        m_scale->setVisible(step < NoScale);
        m_map->setVisible(step < NoMap);
        if (layout()->sizeHint().width() <= room)
            return;
    }
}

void ColourBar::changeEvent(QEvent* event)
{
    // Once everything has its new size.
    if (event->type() == QEvent::FontChange)
        QMetaObject::invokeMethod(this, &ColourBar::refresh, Qt::QueuedConnection);
    if (event->type() == QEvent::PaletteChange) {
        for (int i = 0; i < m_map->count(); ++i)
            m_map->setItemIcon(i, mapIcon(m_map->itemData(i).toByteArray(), Theme::of(this).isDark()));
    }
    QWidget::changeEvent(event);
}

bool ColourBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize)
        fitIntoBar();
    return QWidget::eventFilter(watched, event);
}

void ColourBar::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    fitIntoBar();
}

void ColourBar::acceptRange()
{
    // Left as they were they are the numbers themselves, not what their texts read back to.
    if (m_low->text() == m_lowText && m_high->text() == m_highText)
        return;
    const auto low = core::parseDouble(m_low->text().trimmed().toStdString());
    const auto high = core::parseDouble(m_high->text().trimmed().toStdString());
    const bool isValid = low && high && std::isfinite(*low) && std::isfinite(*high) && *low <= *high;
    if (!isValid) {
        m_low->setToolTip(tr("Two numbers in ascending order."));
        refresh();
        return;
    }
    apply([&](ColourChoice& choice) {
        choice.isAutomatic = false;
        choice.isSymmetric = choice.isSymmetric && *low == -*high;
        choice.low = *low;
        choice.high = *high;
    });
}

void ColourBar::toggleSymmetric()
{
    apply([](ColourChoice& choice) { choice.isSymmetric = !choice.isSymmetric; });
}

void ColourBar::nextScale()
{
    apply([](ColourChoice& choice) {
        choice.kind = static_cast<ScaleKind>((static_cast<int>(choice.kind) + 1) % 3);
    });
}

void ColourBar::makeAutomatic()
{
    apply([](ColourChoice& choice) { choice.isAutomatic = true; });
}

} // namespace dumpscope::gui
