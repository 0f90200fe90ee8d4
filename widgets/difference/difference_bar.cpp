// SPDX-License-Identifier: GPL-3.0-or-later
#include "difference/difference_bar.h"

#include "common/icons.h"
#include "common/spacing.h"
#include "kit/cut_label.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include <algorithm>

namespace dumpscope::gui {

namespace {

QToolButton* makeChoice(QWidget* parent, const char* iconName = nullptr)
{
    auto* const button = new QToolButton(parent);
    button->setCheckable(true);
    button->setAutoRaise(true);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::TabFocus);
    if (iconName)
        button->setIcon(icon(iconName));
    return button;
}

QToolButton* makeCommand(QWidget* parent, const char* iconName)
{
    QToolButton* const button = makeChoice(parent, iconName);
    button->setCheckable(false);
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    return button;
}

} // namespace

DifferenceBar::DifferenceBar(DifferenceDocument& document, PlaneStage& stage, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_stage(stage)
    , m_kinds(new QButtonGroup(this))
{
    setMinimumHeight(scaled(32));
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(scaledMargins(kLarge, kTiny, kLarge, kTiny));
    row->setSpacing(scaled(kMedium));
    for (auto& button : m_chosen) {
        button = makeChoice(this);
        row->addWidget(button);
    }
    for (int kind = 0; kind < kKinds; ++kind) {
        QToolButton* const button = makeChoice(this);
        m_kinds->addButton(button, kind);
        row->addWidget(button);
    }
    m_kinds->button(0)->setChecked(true);
    m_range = new QComboBox(this);
    m_range->addItems({QString(), QString()});
    row->addWidget(m_range);
    m_linked = makeChoice(this, "link");
    m_swipe = makeChoice(this, "swipe");
    m_blink = makeChoice(this, "blink");
    for (QToolButton* button : {m_linked, m_swipe, m_blink})
        row->addWidget(button);
    buildGridTools();
    m_alignment = new CutLabel(this);
    m_alignment->setForegroundRole(QPalette::PlaceholderText);
    m_alignment->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_alignment->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row->addWidget(m_alignment, 1);
    m_fit = makeCommand(this, "fit");
    m_fill = makeCommand(this, "fill");
    m_copy = makeCommand(this, "copy");
    m_export = makeCommand(this, "export");
    for (QToolButton* button : {m_fit, m_fill, m_copy, m_export})
        row->addWidget(button);
    wire();
    retranslate();
}

void DifferenceBar::buildGridTools()
{
    m_style = new QComboBox(this);
    m_style->addItems(QStringList(kNumberStyles, QString()));
    m_digits = new QComboBox(this);
    for (int digits = 0; digits <= 17; ++digits)
        m_digits->addItem(QString(), digits);
    m_digits->setCurrentIndex(6);
    m_digits->setEnabled(false);
    m_tint = makeChoice(this);
    m_tint->setChecked(true);
    for (QWidget* widget : std::initializer_list<QWidget*> {m_style, m_digits, m_tint})
        layout()->addWidget(widget);
}

void DifferenceBar::wire()
{
    connect(m_kinds, &QButtonGroup::idClicked, this,
        [this](int kind) { m_document.setKind(static_cast<core::DifferenceKind>(kind)); });
    connect(m_range, &QComboBox::activated, this, [this](int index) { m_document.setOwnRanges(index == 1); });
    for (int i = 0; i < PlaneStage::PlaneCount; ++i)
        connect(m_chosen[static_cast<std::size_t>(i)], &QToolButton::clicked, this,
            [this, i] { m_stage.choose(static_cast<PlaneStage::Plane>(i)); });
    connect(m_linked, &QToolButton::clicked, &m_stage, &PlaneStage::setLinked);
    const auto mode = [this](PlaneStage::Mode wanted) {
        return [this, wanted](bool on) { m_stage.setMode(on ? wanted : PlaneStage::Mode::Beside); };
    };
    connect(m_swipe, &QToolButton::clicked, this, mode(PlaneStage::Mode::Swipe));
    connect(m_blink, &QToolButton::clicked, this, mode(PlaneStage::Mode::Blink));
    for (QComboBox* box : {m_style, m_digits})
        connect(box, &QComboBox::currentIndexChanged, this, [this] {
            const auto style = static_cast<NumberStyle>(m_style->currentIndex());
            m_digits->setEnabled(style == NumberStyle::Fixed || style == NumberStyle::Scientific);
            emit gridChanged();
        });
    connect(m_tint, &QToolButton::toggled, this, &DifferenceBar::gridChanged);
    connect(m_fit, &QToolButton::clicked, this, &DifferenceBar::fitWanted);
    connect(m_fill, &QToolButton::clicked, this, &DifferenceBar::fillWanted);
    connect(m_copy, &QToolButton::clicked, this, &DifferenceBar::copyWanted);
    connect(m_export, &QToolButton::clicked, this, &DifferenceBar::exportWanted);
    connect(&m_stage, &PlaneStage::modeChanged, this, &DifferenceBar::refresh);
    connect(&m_stage, &PlaneStage::chosenChanged, this, &DifferenceBar::refresh);
    connect(&m_document, &DifferenceDocument::kindChanged, this, &DifferenceBar::refresh);
    connect(&m_document, &DifferenceDocument::toleranceChanged, this, &DifferenceBar::refreshTools);
    connect(&m_document, &DifferenceDocument::rangesChanged, this,
        [this] { m_range->setCurrentIndex(m_document.hasOwnRanges() ? 1 : 0); });
}

QString DifferenceBar::kindName(core::DifferenceKind kind)
{
    switch (kind) {
    case core::DifferenceKind::Signed:
        return tr("Signed");
    case core::DifferenceKind::Absolute:
        return tr("Absolute");
    case core::DifferenceKind::Relative:
        return tr("Relative");
    case core::DifferenceKind::Ulp:
        return QStringLiteral("ULP");
    case core::DifferenceKind::Mismatch:
        break;
    }
    return tr("Mismatch");
}

void DifferenceBar::showFor(For view)
{
    m_for = view;
    refresh();
}

void DifferenceBar::refresh()
{
    m_kinds->button(static_cast<int>(m_document.kind()))->setChecked(true);
    m_linked->setChecked(m_stage.isLinked());
    m_swipe->setChecked(m_stage.mode() == PlaneStage::Mode::Swipe);
    m_blink->setChecked(m_stage.mode() == PlaneStage::Mode::Blink);
    m_range->setCurrentIndex(m_document.hasOwnRanges() ? 1 : 0);
    const bool isPlanes = m_for == For::Planes, isNarrow = m_stage.isNarrow();
    for (int i = 0; i < PlaneStage::PlaneCount; ++i) {
        QToolButton* const button = m_chosen[static_cast<std::size_t>(i)];
        button->setVisible(isPlanes && isNarrow);
        button->setChecked(m_stage.chosen() == i);
    }
    m_range->setVisible(isPlanes && !isNarrow);
    m_linked->setVisible(isPlanes && !isNarrow);
    m_swipe->setVisible(isPlanes);
    m_blink->setVisible(isPlanes);
    m_fit->setVisible(isPlanes);
    m_fill->setVisible(isPlanes);
    for (QWidget* widget : std::initializer_list<QWidget*> {m_style, m_digits, m_tint})
        widget->setVisible(!isPlanes);
    const bool hasTexts = width() >= scaled(820);
    for (QToolButton* button : {m_linked, m_swipe, m_blink})
        button->setToolButtonStyle(hasTexts ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    refreshTools();
}

void DifferenceBar::refreshTools()
{
    const MismatchTolerance& tolerance = m_document.tolerance();
    const QString counted = tr("Where %1, and where only one side is a number").arg(tolerance.condition());
    m_kinds->button(4)->setToolTip(counted + QLatin1Char('\n') + tolerance.origin());
    QString words;
    if (m_document.isReady() && !m_document.alignment().isEmpty())
        words = tr("Aligned: %1.").arg(m_document.alignment());
    // The limit is part of the picture where it decides what is marked.
    if (m_document.kind() == core::DifferenceKind::Mismatch)
        words = tolerance.condition() + QStringLiteral(" · ") + tolerance.origin()
            + (words.isEmpty() ? QString() : QStringLiteral(" · ") + words);
    m_alignment->setText(words);
    m_alignment->setToolTip(words);
}

void DifferenceBar::retranslate()
{
    for (int kind = 0; kind < kKinds; ++kind)
        m_kinds->button(kind)->setText(kindName(static_cast<core::DifferenceKind>(kind)));
    m_kinds->button(0)->setToolTip(tr("target − golden, centred at zero"));
    m_kinds->button(1)->setToolTip(tr("|target − golden|"));
    m_kinds->button(2)->setToolTip(tr("|target − golden| / |golden|"));
    m_kinds->button(3)->setToolTip(tr("Representable numbers between the two, of the coarser type"));
    m_range->setItemText(0, tr("One range for both"));
    m_range->setItemText(1, tr("Own ranges"));
    m_range->setAccessibleName(tr("Range of the colours of target and golden"));
    const std::pair<QWidget*, const char*> keyed[]
        = {{m_linked, "plane.linked"}, {m_swipe, "plane.swipe"}, {m_blink, "plane.blink"},
            {m_fit, "plane.fit"}, {m_fill, "plane.fill"}, {m_copy, "edit.copy"}, {m_export, "file.export"}};
    for (const auto& [button, action] : keyed)
        button->setProperty("action", QByteArray(action));
    for (QAbstractButton* kind : m_kinds->buttons())
        kind->setProperty("action", QByteArray("plane.difference_kind"));
    m_linked->setText(tr("Linked"));
    m_linked->setToolTip(tr("Zoom and move all pictures together"));
    m_swipe->setText(tr("Swipe"));
    m_swipe->setToolTip(tr("Target and golden in one place, with a line to drag between them"));
    m_blink->setText(tr("Blink"));
    m_blink->setToolTip(tr("Target and golden in turn in one place"));
    const QString styles[] = {tr("Shortest"), tr("Fixed"), tr("Scientific"), tr("Hex"), tr("Bits")};
    for (int i = 0; i < kNumberStyles; ++i)
        m_style->setItemText(i, styles[i]);
    for (int i = 0; i < m_digits->count(); ++i)
        m_digits->setItemText(i, tr("Digits: %1").arg(i));
    m_style->setAccessibleName(tr("Number format"));
    m_digits->setAccessibleName(tr("Digits after the decimal point"));
    m_tint->setText(tr("Tint cells"));
    m_tint->setToolTip(tr("Colour cells by their difference"));
    m_fit->setToolTip(tr("Show all of the plane"));
    m_fill->setToolTip(tr("Fill: cells as wide and as high as there is room"));
    m_copy->setToolTip(tr("Copy what is marked, or the cell"));
    m_export->setToolTip(tr("Export the difference or its pictures"));
    const QString names[] = {tr("Show the target"), tr("Show the golden"), tr("Show the difference")};
    static constexpr std::array kKeys {u"T  5", u"G  6", u"Δ  7"};
    for (std::size_t i = 0; i < m_chosen.size(); ++i) {
        m_chosen[i]->setText(QString::fromUtf16(kKeys[i]));
        m_chosen[i]->setToolTip(names[i]);
    }
    for (QToolButton* button : {m_chosen[0], m_chosen[1], m_chosen[2], m_fit, m_fill, m_copy, m_export})
        button->setAccessibleName(button->toolTip());
    refresh();
}

void DifferenceBar::toggleSwipe()
{
    m_swipe->click();
}

void DifferenceBar::toggleBlink()
{
    m_blink->click();
}

NumberFormat DifferenceBar::numberFormat() const
{
    return {static_cast<NumberStyle>(m_style->currentIndex()), m_digits->currentData().toInt()};
}

void DifferenceBar::nextNumberFormat()
{
    m_style->setCurrentIndex((m_style->currentIndex() + 1) % kNumberStyles);
}

bool DifferenceBar::hasTint() const
{
    return m_tint->isChecked();
}

QJsonObject DifferenceBar::save() const
{
    return {{QStringLiteral("style"), m_style->currentIndex()},
        {QStringLiteral("digits"), m_digits->currentIndex()}, {QStringLiteral("tint"), m_tint->isChecked()}};
}

void DifferenceBar::restore(const QJsonObject& saved)
{
    m_style->setCurrentIndex(std::clamp(saved[QStringLiteral("style")].toInt(), 0, kNumberStyles - 1));
    m_digits->setCurrentIndex(std::clamp(saved[QStringLiteral("digits")].toInt(6), 0, 17));
    m_tint->setChecked(saved[QStringLiteral("tint")].toBool(true));
    refresh();
}

} // namespace dumpscope::gui
