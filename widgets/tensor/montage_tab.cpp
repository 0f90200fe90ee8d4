// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/fonts.h"
#include "common/theme.h"
#include "common/widget_changes.h"
#include "documents/probed_value.h"
#include "tensor/cell_text.h"
#include "tensor/colour_bar.h"
#include "tensor/slice_gallery_model.h"
#include "tensor/tensor_tab.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dumpscope::gui {

namespace {

constexpr int kGap = 6;

/// Where pictures lie in their tiles.
class GalleryTiles {
public:
    explicit GalleryTiles(const SliceGalleryModel& model)
        : m_model(model)
    {
    }
    [[nodiscard]] static QSize tileSize(const QSizeF& picture, const QFontMetrics& words, int letters)
    {
        const double width = std::max<double>(picture.width(), words.averageCharWidth() * (letters + 1));
        return {static_cast<int>(std::ceil(width)) + 2 * kGap,
            static_cast<int>(std::ceil(picture.height())) + 2 * kGap + words.height()};
    }
    /// On whole device pixels.
    [[nodiscard]] QRectF picturePlace(const QRect& tile, const QFontMetrics& words, qreal ratio) const
    {
        const QRect room = tile.adjusted(kGap, kGap, -kGap, -kGap - words.height());
        const QSizeF size = QSizeF(m_model.pictureSize()) / ratio;
        return {QPointF(room.left() + std::floor((room.width() - size.width()) / 2 * ratio) / ratio,
                    room.top() + std::floor((room.height() - size.height()) / 2 * ratio) / ratio),
            size};
    }

private:
    const SliceGalleryModel& m_model;
};

/// A picture with a border that says where the plane ends, its index below, a ring around the slice that
/// everything else shows.
class GalleryDelegate : public QStyledItemDelegate {
public:
    GalleryDelegate(const SliceGalleryModel& model, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_model(model)
    {
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override
    {
        const qreal ratio = option.widget ? option.widget->devicePixelRatioF() : 1;
        return GalleryTiles::tileSize(
            QSizeF(m_model.pictureSize()) / ratio, indexMetrics(), m_model.longestText(m_model.axis()));
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Theme& theme = Theme::of(option.widget);
        const auto picture = index.data(Qt::DecorationRole).value<QImage>();
        const bool isCurrent = option.state.testFlag(QStyle::State_Selected);
        painter->save();
        if (isCurrent)
            painter->fillRect(option.rect, theme.color(Token::Selection));
        const QRectF place = GalleryTiles(m_model).picturePlace(
            option.rect, indexMetrics(), painter->device()->devicePixelRatioF());
        if (!picture.isNull())
            painter->drawImage(place, picture);
        painter->setPen(
            isCurrent ? QPen(theme.color(Token::Accent), 2) : QPen(theme.color(Token::Border), 1));
        painter->drawRect(isCurrent ? place.adjusted(-1, -1, 1, 1) : place.adjusted(-0.5, -0.5, 0.5, 0.5));
        painter->setPen(theme.color(Token::Text));
        painter->setFont(indexFont());
        painter->drawText(
            option.rect.adjusted(0, 0, 0, -2), Qt::AlignHCenter | Qt::AlignBottom, index.data().toString());
        painter->restore();
    }

    [[nodiscard]] static QFont indexFont() { return monospaceFont(secondaryFont()); }
    [[nodiscard]] static QFontMetrics indexMetrics() { return QFontMetrics(indexFont()); }

private:
    const SliceGalleryModel& m_model;
};

} // namespace

/// All slices along an axis at once, in one range: that of the whole tensor, unless one was typed.
class MontageTab : public ReadingTab {
    Q_OBJECT
public:
    explicit MontageTab(TensorDocument& document);
    [[nodiscard]] bool isSettled() const override
    {
        return !document().isReady() || !document().hasValues()
            || (m_isShown && ReadingTab::isSettled() && m_model->isSettled());
    }
    bool eventFilter(QObject* watched, QEvent* event) override;

protected:
    void load() override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    [[nodiscard]] QString contentKey() const;
    void point(const QPoint& place, const QPoint& onScreen);
    void stopPointing();
    void refreshAxes();
    void showAgain();
    void followSlice();
    void wantVisible();
    [[nodiscard]] int fittingSide() const;

    QComboBox* m_axis;
    QLabel* m_count;
    QListView* m_view;
    SliceGalleryModel* m_model;
    QString m_shown;        ///< what the pictures were made of
    PlaneColours m_colours; ///< in which they are
    ElementIndex m_pointed; ///< under the mouse; empty: none
    LatestOnly m_pointing;
    bool m_isShown = false;
};

MontageTab::MontageTab(TensorDocument& document)
    : ReadingTab(document)
    , m_view(new QListView(this))
    , m_model(new SliceGalleryModel(document, this))
{
    setObjectName(QStringLiteral("montage"));
    QHBoxLayout* const bar = addViewBar(this);
    QWidget* const parent = bar->parentWidget();
    m_axis = new QComboBox(parent);
    m_axis->setAccessibleName(tr("Axis of the slices"));
    m_axis->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_count = new QLabel(parent);
    m_count->setForegroundRole(QPalette::PlaceholderText);
    bar->addWidget(new ColourBar(document, parent));
    bar->addWidget(m_axis);
    bar->addWidget(m_count);
    bar->addStretch(1);
    m_view->setModel(m_model);
    m_view->setItemDelegate(new GalleryDelegate(*m_model, m_view));
    m_view->setViewMode(QListView::IconMode);
    m_view->setResizeMode(QListView::Adjust);
    m_view->setMovement(QListView::Static);
    m_view->setUniformItemSizes(true);
    m_view->setLayoutMode(QListView::Batched);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setAccessibleName(tr("Slices"));
    qobject_cast<QVBoxLayout*>(layout())->addWidget(m_view, 1);
    setFocusProxy(m_view);
    connect(m_axis, &QComboBox::activated, this, [this] {
        this->document().setSteppedAxis(static_cast<std::size_t>(m_axis->currentData().toInt()));
        readSoon();
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
        [this](const QModelIndex& current) {
            if (!current.isValid() || current.row() == m_model->currentRow())
                return;
            core::PlaneSpec plane = this->document().plane();
            plane.fixedIndices[m_model->axis()] = current.row();
            this->document().setPlane(std::move(plane));
        });
    connect(m_view->verticalScrollBar(), &QScrollBar::valueChanged, this, &MontageTab::wantVisible);
    connect(m_view->verticalScrollBar(), &QScrollBar::rangeChanged, this, &MontageTab::wantVisible);
    m_view->viewport()->setMouseTracking(true);
    m_view->viewport()->installEventFilter(this);
    connect(&document, &TensorDocument::coloursChanged, this, [this] {
        showAgain();
        readSoon();
    });
    onChange(this, {QEvent::PaletteChange}, [this] { showAgain(); });
}

void MontageTab::refreshAxes()
{
    const core::PlaneSpec& plane = document().plane();
    const auto stepped = document().steppedAxis();
    m_axis->clear();
    for (std::size_t axis = 0; axis < document().shape().size(); ++axis) {
        if (axis != plane.rowAxis && axis != plane.columnAxis)
            m_axis->addItem(document().axisTitle(axis), static_cast<int>(axis));
    }
    if (stepped)
        m_axis->setCurrentIndex(m_axis->findData(static_cast<int>(*stepped)));
    m_axis->setVisible(m_axis->count() > 1);
}

/// Another slice along the axis shows the same pictures.
QString MontageTab::contentKey() const
{
    core::PlaneSpec plane = document().plane();
    const std::size_t axis = document().steppedAxis().value_or(0);
    if (axis < plane.fixedIndices.size())
        plane.fixedIndices[axis] = 0;
    return QStringLiteral("%1 %2 %3 %4 %5")
        .arg(document().tensor().tensorId(), planeText(document().shape().size(), plane))
        .arg(axis)
        .arg(static_cast<int>(document().order()))
        .arg(document().padding() ? 1 : 0);
}

void MontageTab::load()
{
    const auto axis = document().isReady() ? document().steppedAxis() : std::nullopt;
    if (!axis || !document().hasValues()) {
        m_model->clear();
        m_shown.clear();
        return;
    }
    document().wantTensorRange();
    refreshAxes();
    if (const QString key = contentKey(); document().isTensorRangeRead() && key != m_shown) {
        m_shown = key;
        m_colours = {};
        showAgain();
    }
    followSlice();
}

void MontageTab::showAgain()
{
    const auto axis = document().isReady() ? document().steppedAxis() : std::nullopt;
    if (!axis || !isVisible() || m_shown.isEmpty())
        return;
    const ColourMap& map = colourMap(document().colours().map, Theme::of(this).isDark());
    PlaneColours colours {map.table(kColours), document().scale()};
    const int side = fittingSide();
    if (colours == m_colours && side == m_model->side())
        return;
    m_colours = std::move(colours);
    m_model->show(*axis, m_colours, side, devicePixelRatioF());
    m_count->setText(tr("Slices: %1").arg(m_model->rowCount()));
    m_isShown = true;
    followSlice();
    wantVisible();
}

void MontageTab::followSlice()
{
    const QModelIndex current = m_model->index(m_model->currentRow());
    if (current.isValid() && current != m_view->currentIndex())
        m_view->setCurrentIndex(current);
}

void MontageTab::wantVisible()
{
    const QRect seen = m_view->viewport()->rect();
    const QSize cell = m_view->sizeHintForIndex(m_model->index(0));
    if (m_model->rowCount() == 0 || cell.isEmpty())
        return;
    // Cells lie in rows that fill the width.
    const int across = std::max(1, seen.width() / (cell.width() + m_view->spacing()));
    const int top = m_view->verticalScrollBar()->value() / std::max(1, cell.height());
    const int rows = seen.height() / cell.height() + 2;
    m_model->want(top * across, (top + rows) * across - 1);
}

/// As large as all slices are seen at once, in steps, so that not every pixel of a drag asks for pictures
/// anew.
int MontageTab::fittingSide() const
{
    constexpr int kStep = 16;
    const auto axis = document().isReady() ? document().steppedAxis() : std::nullopt;
    if (!axis)
        return SliceGalleryModel::kLeastSide;
    const auto count = static_cast<double>(std::max<std::int64_t>(1, document().shape()[*axis]));
    // Its layout follows later.
    const QSize room(width() - m_view->verticalScrollBar()->sizeHint().width(), height() - m_view->y());
    const QFontMetrics words = GalleryDelegate::indexMetrics();
    const qreal ratio = devicePixelRatioF();
    int side = SliceGalleryModel::kLeastSide;
    for (int wider = side + kStep; wider <= SliceGalleryModel::kMostSide; wider += kStep) {
        const QSize picture = SliceGalleryModel::pictureSize(
            document().rows(), document().columns(), static_cast<int>(std::lround(wider * ratio)));
        const QSize tile
            = GalleryTiles::tileSize(QSizeF(picture) / ratio, words, m_model->longestText(*axis));
        const int across = room.width() / tile.width(), down = room.height() / tile.height();
        if (static_cast<double>(across) * down < count)
            break;
        side = wider;
    }
    return side;
}

/// The element under the mouse, in the status bar and beside the mouse.
void MontageTab::point(const QPoint& place, const QPoint& onScreen)
{
    const QModelIndex index = m_view->indexAt(place);
    if (!index.isValid() || !document().isReady() || m_model->rowCount() == 0)
        return stopPointing();
    const QRectF picture = GalleryTiles(*m_model).picturePlace(
        m_view->visualRect(index), GalleryDelegate::indexMetrics(), devicePixelRatioF());
    if (!picture.contains(place))
        return stopPointing();
    const auto cell = [](double at, double length, std::uint64_t count) {
        return std::min(count - 1, static_cast<std::uint64_t>(at / length * static_cast<double>(count)));
    };
    const core::PlaneSpec plane = m_model->planeOf(index.row());
    const std::uint64_t row = cell(place.y() - picture.top(), picture.height(), document().rows()),
                        column = cell(place.x() - picture.left(), picture.width(), document().columns());
    ElementIndex element = plane.fixedIndices;
    element[plane.rowAxis] = static_cast<std::int64_t>(row);
    element[plane.columnAxis] = static_cast<std::int64_t>(column);
    if (element == m_pointed)
        return;
    m_pointed = element;
    document().read<CellBlock>(
        m_pointing, Lane::Interactive, tr("Reading one element"),
        [stream = document().stream(), plane, row, column, padding = document().padding()](
            core::TaskContext& task) {
            return loadCells(stream, plane, {row, column, 1, 1}, {}, padding.get(), task.stop);
        },
        [this, element, onScreen](const CellBlock& cells) {
            if (element != m_pointed || cells.texts.empty())
                return;
            const bool isPadding = (cells.flags.front() & kIsPadding) != 0;
            const QString words = isPadding ? tr("padding") : QStringLiteral("= ") + cells.texts.front();
            Selection& selection = document().workbench().selection;
            if (selection.tensor() == document().tensor())
                ProbedValue::of(selection).point(element, words);
            QToolTip::showText(onScreen, indexText(element) + u' ' + words, m_view->viewport());
        },
        TensorDocument::Scope::Tensor);
}

void MontageTab::stopPointing()
{
    if (std::exchange(m_pointed, {}).empty())
        return;
    m_pointing.cancel();
    ProbedValue::of(document().workbench().selection).point({}, {});
    QToolTip::hideText();
}

bool MontageTab::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseMove) {
        const auto* const mouse = static_cast<QMouseEvent*>(event);
        point(mouse->position().toPoint(), mouse->globalPosition().toPoint());
    } else if (event->type() == QEvent::Leave) {
        stopPointing();
    }
    return ReadingTab::eventFilter(watched, event);
}

void MontageTab::showEvent(QShowEvent* event)
{
    document().setRangeOfTensor(true);
    ReadingTab::showEvent(event);
}

void MontageTab::hideEvent(QHideEvent* event)
{
    stopPointing();
    document().setRangeOfTensor(false);
    ReadingTab::hideEvent(event);
}

void MontageTab::resizeEvent(QResizeEvent* event)
{
    ReadingTab::resizeEvent(event);
    if (m_isShown && fittingSide() != m_model->side())
        showAgain();
    wantVisible();
}

void register_montage_tab(TensorTabRegistry& registry)
{
    registry.add({"montage", QT_TRANSLATE_NOOP("TensorTabs", "Montage"), "explore", 25,
        [](const TensorDocument& document) {
            const auto axis = document.isReady() ? document.steppedAxis() : std::nullopt;
            return document.hasValues() && axis && document.shape()[*axis] > 1 && document.rows() > 1 ? 5 : 0;
        },
        [](TensorDocument& document) -> TensorTab* { return new MontageTab(document); }});
}

} // namespace dumpscope::gui

#include "montage_tab.moc"
