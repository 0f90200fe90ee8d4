// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/fonts.h"
#include "common/theme.h"
#include "kit/cell_delegate.h"
#include "tensor/plane_table_model.h"
#include "tensor/tensor_tab.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QSlider>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace dumpscope::gui {

namespace {

/// A ring around the focused cell, and everything else as all tables have it.
class GridDelegate : public CellDelegate {
public:
    using CellDelegate::CellDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        CellDelegate::paint(painter, option, index);
        const auto* const view = qobject_cast<const QTableView*>(option.widget);
        if (!view || view->currentIndex() != index)
            return;
        painter->save();
        painter->setPen(QPen(Theme::of(view).color(Token::Accent), 2));
        painter->drawRect(QRectF(option.rect).adjusted(1, 1, -1, -1));
        painter->restore();
    }
};

} // namespace

class GridTab : public TensorTab {
    Q_OBJECT
public:
    explicit GridTab(TensorDocument& document);
    [[nodiscard]] std::optional<core::PlaneWindow> marked() const override;
    [[nodiscard]] bool isSettled() const override { return m_model->isSettled(); }
    bool perform(QByteArrayView action) override;
    [[nodiscard]] QJsonObject save() const override;
    void restore(const QJsonObject& saved) override;

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void buildBar(QHBoxLayout* bar);
    void followProbe();
    void fitColumns(int characters);
    void applyFormat();
    void applyTint();
    void wantRange();
    void jump(int place);

    PlaneTableModel* m_model;
    QTableView* m_view;
    QComboBox* m_style;
    QComboBox* m_digits;
    QToolButton* m_tint;
    QSlider* m_jump; ///< through rows beyond the window
    bool m_isFollowing = false;
};

GridTab::GridTab(TensorDocument& document)
    : TensorTab(document)
    , m_model(new PlaneTableModel(document, this))
    , m_view(new QTableView(this))
{
    setObjectName(QStringLiteral("grid"));
    buildBar(addViewBar(this));
    m_view->setModel(m_model);
    m_view->setItemDelegate(new GridDelegate(m_view));
    m_view->setFont(monospaceFont());
    m_view->setAccessibleName(tr("Values"));
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setCornerButtonEnabled(false);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setWordWrap(false);
    for (QHeaderView* header : {m_view->horizontalHeader(), m_view->verticalHeader()}) {
        header->setSectionResizeMode(QHeaderView::Fixed);
        header->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
        // Asking for every row whether all of it is selected takes long.
        header->setHighlightSections(false);
        header->setSectionsClickable(false);
    }
    m_view->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    m_view->verticalHeader()->setMinimumWidth(fontMetrics().averageCharWidth() * 6);
    fitColumns(6);
    auto* const column = qobject_cast<QVBoxLayout*>(layout());
    auto* const body = new QHBoxLayout;
    body->setSpacing(0);
    m_jump = new QSlider(Qt::Vertical, this);
    m_jump->setInvertedAppearance(true);
    m_jump->setInvertedControls(true);
    m_jump->setRange(0, 1000);
    m_jump->setToolTip(tr("Jump through all rows"));
    m_jump->setAccessibleName(m_jump->toolTip());
    body->addWidget(m_view, 1);
    body->addWidget(m_jump);
    column->addLayout(body, 1);

    connect(m_jump, &QSlider::valueChanged, this, &GridTab::jump);
    connect(m_model, &PlaneTableModel::widened, this, &GridTab::fitColumns);
    connect(m_model, &QAbstractItemModel::modelReset, this, &GridTab::followProbe);
    connect(&document, &TensorDocument::probeChanged, this, &GridTab::followProbe);
    connect(&document, &TensorDocument::stageChanged, this, [this] {
        m_jump->setVisible(this->document().isReady() && this->document().rows() > PlaneTableModel::kWindow);
    });
    connect(&document, &TensorDocument::planeChanged, this, [this] {
        m_jump->setVisible(this->document().rows() > PlaneTableModel::kWindow);
        wantRange();
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
        [this](const QModelIndex& current) {
            if (current.isValid() && !m_isFollowing)
                this->document().setProbeCell(m_model->firstRow() + static_cast<std::uint64_t>(current.row()),
                    m_model->firstColumn() + static_cast<std::uint64_t>(current.column()));
        });
    m_jump->setVisible(false);
}

void GridTab::buildBar(QHBoxLayout* bar)
{
    QWidget* const parent = bar->parentWidget();
    m_style = new QComboBox(parent);
    m_style->addItems({tr("Shortest"), tr("Fixed"), tr("Scientific"), tr("Hex"), tr("Bits")});
    m_style->setAccessibleName(tr("Number format"));
    m_digits = new QComboBox(parent);
    for (int digits = 0; digits <= 17; ++digits)
        m_digits->addItem(tr("Digits: %1").arg(digits), digits);
    m_digits->setCurrentIndex(6);
    m_digits->setEnabled(false);
    m_digits->setAccessibleName(tr("Digits after the decimal point"));
    m_tint = new QToolButton(parent);
    m_tint->setText(tr("Tint cells"));
    m_tint->setCheckable(true);
    m_tint->setChecked(true);
    auto* const label = new QLabel(tr("Number"), parent);
    label->setBuddy(m_style);
    bar->addWidget(label);
    bar->addWidget(m_style);
    bar->addWidget(m_digits);
    bar->addWidget(m_tint);
    bar->addStretch(1);
    addOutputButtons(bar);
    connect(m_style, &QComboBox::currentIndexChanged, this, &GridTab::applyFormat);
    connect(m_digits, &QComboBox::currentIndexChanged, this, &GridTab::applyFormat);
    connect(m_tint, &QToolButton::toggled, this, &GridTab::applyTint);
    applyTint();
}

/// Tints need the range of the plane; of a huge one they are not worth reading all of it.
void GridTab::wantRange()
{
    constexpr std::uint64_t kMostCells = 1U << 24;
    if (isVisible() && document().isReady() && document().rows() <= kMostCells / document().columns())
        document().wantPlane();
}

void GridTab::applyTint()
{
    m_model->setTint(m_tint->isChecked() ? Theme::of(this).color(Token::Accent) : QColor());
}

void GridTab::applyFormat()
{
    const auto style = static_cast<NumberStyle>(m_style->currentIndex());
    m_digits->setEnabled(style == NumberStyle::Fixed || style == NumberStyle::Scientific);
    m_model->setFormat({style, m_digits->currentData().toInt()});
    fitColumns(4);
}

void GridTab::fitColumns(int characters)
{
    const QFontMetrics metrics(m_view->font());
    const int wanted = std::max(66, metrics.horizontalAdvance(QString(characters + 2, u'0')));
    QHeaderView* const header = m_view->horizontalHeader();
    if (characters == 4 || wanted > header->defaultSectionSize())
        header->setDefaultSectionSize(wanted);
}

void GridTab::followProbe()
{
    const auto cell = document().probeCell();
    if (!cell || m_isFollowing)
        return;
    m_isFollowing = true;
    m_model->moveTo(cell->first, cell->second);
    const QModelIndex index = m_model->indexOf(cell->first, cell->second);
    if (index.isValid() && index != m_view->currentIndex()) {
        m_view->setCurrentIndex(index);
        m_view->scrollTo(index);
    }
    if (m_jump->isVisible()) {
        const QSignalBlocker blocker(m_jump);
        m_jump->setValue(
            static_cast<int>(cell->first * 1000 / std::max<std::uint64_t>(1, document().rows())));
    }
    m_isFollowing = false;
}

void GridTab::jump(int place)
{
    if (!document().isReady())
        return;
    const std::uint64_t row = (document().rows() - 1) / 1000 * static_cast<std::uint64_t>(place);
    const auto cell = document().probeCell();
    document().setProbeCell(place == 1000 ? document().rows() - 1 : row, cell ? cell->second : 0);
}

void GridTab::showEvent(QShowEvent* event)
{
    TensorTab::showEvent(event);
    wantRange();
    followProbe();
}

void GridTab::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        m_view->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    if (event->type() == QEvent::PaletteChange)
        applyTint();
    TensorTab::changeEvent(event);
}

std::optional<core::PlaneWindow> GridTab::marked() const
{
    const QItemSelection selection = m_view->selectionModel()->selection();
    if (selection.isEmpty())
        return std::nullopt;
    QRect bounds;
    for (const QItemSelectionRange& range : selection)
        bounds |= QRect(QPoint(range.left(), range.top()), QPoint(range.right(), range.bottom()));
    return core::PlaneWindow {m_model->firstRow() + static_cast<std::uint64_t>(bounds.top()),
        m_model->firstColumn() + static_cast<std::uint64_t>(bounds.left()),
        static_cast<std::uint64_t>(bounds.height()), static_cast<std::uint64_t>(bounds.width())};
}

bool GridTab::perform(QByteArrayView action)
{
    if (action == "plane.number_format")
        m_style->setCurrentIndex((m_style->currentIndex() + 1) % kNumberStyles);
    else if (action == "edit.select_all")
        m_view->selectAll();
    else
        return false;
    return true;
}

QJsonObject GridTab::save() const
{
    return {{QStringLiteral("style"), m_style->currentIndex()},
        {QStringLiteral("digits"), m_digits->currentIndex()}, {QStringLiteral("tint"), m_tint->isChecked()}};
}

void GridTab::restore(const QJsonObject& saved)
{
    m_style->setCurrentIndex(std::clamp(saved[QStringLiteral("style")].toInt(), 0, kNumberStyles - 1));
    m_digits->setCurrentIndex(std::clamp(saved[QStringLiteral("digits")].toInt(6), 0, 17));
    m_tint->setChecked(saved[QStringLiteral("tint")].toBool(true));
}

void register_grid_tab(TensorTabRegistry& registry)
{
    registry.add({"grid", QT_TRANSLATE_NOOP("TensorTabs", "Grid"), "tensor", 10,
        [](const TensorDocument& document) {
            // Vectors, scalars and small tables are read as numbers.
            const bool isLine = document.rows() == 1;
            return isLine || !document.hasValues()           ? 60
                : document.rows() * document.columns() <= 64 ? 55
                                                             : 40;
        },
        [](TensorDocument& document) -> TensorTab* { return new GridTab(document); }});
}

} // namespace dumpscope::gui

#include "grid_tab.moc"
