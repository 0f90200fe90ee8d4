// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/fonts.h"
#include "common/theme.h"
#include "common/widget_changes.h"
#include "tensor/colour_bar.h"
#include "tensor/slice_gallery_model.h"
#include "tensor/tensor_tab.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>

#include <algorithm>
#include <cmath>

namespace dumpscope::gui {

namespace {

constexpr int kGap = 6;

/// A picture on whole device pixels, its index below, a ring around the slice that everything else shows.
class GalleryDelegate : public QStyledItemDelegate {
public:
    GalleryDelegate(const SliceGalleryModel& model, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_model(model)
    {
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override
    {
        const int side = m_model.side() + 2 * kGap;
        return {side, side + option.fontMetrics.height()};
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Theme& theme = Theme::of(option.widget);
        const QRect room = option.rect.adjusted(kGap, kGap, -kGap, -kGap - option.fontMetrics.height());
        const auto picture = index.data(Qt::DecorationRole).value<QImage>();
        const bool isCurrent = option.state.testFlag(QStyle::State_Selected);
        painter->save();
        if (isCurrent)
            painter->fillRect(option.rect, theme.color(Token::Selection));
        QRectF place(room);
        if (!picture.isNull()) {
            const qreal ratio = painter->device()->devicePixelRatioF();
            const QSizeF size(picture.width() / ratio, picture.height() / ratio);
            place
                = QRectF(QPointF(room.left() + std::floor((room.width() - size.width()) / 2 * ratio) / ratio,
                             room.top() + std::floor((room.height() - size.height()) / 2 * ratio) / ratio),
                    size);
            painter->drawImage(place, picture);
        }
        if (isCurrent) {
            painter->setPen(QPen(theme.color(Token::Accent), 2));
            painter->drawRect(place.adjusted(-1, -1, 1, 1));
        } else if (picture.isNull()) {
            painter->setPen(QPen(theme.color(Token::Border), 1));
            painter->drawRect(place.adjusted(0.5, 0.5, -0.5, -0.5));
        }
        painter->setPen(theme.color(isCurrent ? Token::Text : Token::Secondary));
        painter->setFont(monospaceFont(secondaryFont()));
        painter->drawText(
            option.rect.adjusted(0, 0, 0, -2), Qt::AlignHCenter | Qt::AlignBottom, index.data().toString());
        painter->restore();
    }

private:
    const SliceGalleryModel& m_model;
};

} // namespace

/// All slices along an axis at once, in one range.
class MontageTab : public ReadingTab {
    Q_OBJECT
public:
    explicit MontageTab(TensorDocument& document);
    [[nodiscard]] bool isSettled() const override
    {
        return !document().isReady() || !document().hasValues() || !document().planeFailure().isEmpty()
            || (m_isShown && ReadingTab::isSettled() && m_model->isSettled());
    }

protected:
    void load() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QString contentKey() const;
    void refreshAxes();
    void showAgain();
    void followSlice();
    void wantVisible();
    [[nodiscard]] int fittingSide() const;

    QComboBox* m_axis;
    QLabel* m_count;
    QListView* m_view;
    SliceGalleryModel* m_model;
    QString m_shown; ///< what the pictures were made of
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
    connect(&document, &TensorDocument::coloursChanged, this, &MontageTab::showAgain);
    connect(&document, &TensorDocument::planeLoaded, this, &MontageTab::readSoon);
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
    return QStringLiteral("%1 %2 %3 %4")
        .arg(document().tensor().tensorId(), planeText(document().shape().size(), plane))
        .arg(axis)
        .arg(static_cast<int>(document().order()));
}

void MontageTab::load()
{
    const auto axis = document().isReady() ? document().steppedAxis() : std::nullopt;
    if (!axis || !document().hasValues()) {
        m_model->clear();
        m_shown.clear();
        return;
    }
    document().wantPlane();
    refreshAxes();
    // The range is that of the slice in front when they appear; it stays while one walks through them.
    if (const QString key = contentKey(); document().planeData() && key != m_shown) {
        m_shown = key;
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
    m_model->show(*axis, {map.table(kColours), document().scale()}, fittingSide(), devicePixelRatioF());
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
    constexpr int kStep = 32;
    const auto axis = document().isReady() ? document().steppedAxis() : std::nullopt;
    if (!axis)
        return SliceGalleryModel::kLeastSide;
    const auto count = static_cast<double>(std::max<std::int64_t>(1, document().shape()[*axis]));
    const QSize room(width(), height() - m_view->y()); // its layout follows later
    const int words = fontMetrics().height();
    int side = SliceGalleryModel::kLeastSide;
    for (int wider = side + kStep; wider <= SliceGalleryModel::kMostSide; wider += kStep) {
        const int across = room.width() / (wider + 2 * kGap),
                  down = room.height() / (wider + 2 * kGap + words);
        if (static_cast<double>(across) * down < count)
            break;
        side = wider;
    }
    return side;
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
