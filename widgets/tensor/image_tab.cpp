// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "common/theme.h"
#include "heatmap/plane_renderer.h"
#include "tensor/element_text.h"
#include "tensor/tensor_tab.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace dumpscope::gui {

namespace {

/// Where a tensor keeps a picture: rows, columns and, if there is one, the axis of its channels.
struct PictureAxes {
    std::size_t rows = 0, columns = 0;
    std::optional<std::size_t> channels;
};

std::optional<PictureAxes> pictureAxes(const TensorDocument& document)
{
    const core::Shape& shape = document.shape();
    const std::size_t rank = shape.size();
    if (rank < 2 || rank > 4)
        return std::nullopt;
    const auto isColour
        = [&](std::size_t axis) { return shape[axis] == 3 || shape[axis] == 4 || shape[axis] == 1; };
    const auto isLarge = [&](std::size_t axis) { return shape[axis] >= 8; };
    const bool isChannelsLast = rank >= 3 && isColour(rank - 1) && isLarge(rank - 2) && isLarge(rank - 3);
    if (isChannelsLast)
        return PictureAxes {rank - 3, rank - 2, rank - 1};
    if (!isLarge(rank - 1) || !isLarge(rank - 2))
        return std::nullopt;
    if (rank == 2)
        return PictureAxes {0, 1, std::nullopt};
    return PictureAxes {rank - 2, rank - 1, rank - 3};
}

bool isFixed(const core::PlaneSpec& plane, std::size_t axis)
{
    return axis != plane.rowAxis && axis != plane.columnAxis;
}

struct Picture {
    QImage image;
    double low = 0, high = 1;
};

/// Planes of the channels over one range; where anything is not finite it shows as in the heatmap.
core::Result<Picture> readPicture(const core::ElementStream& stream, const PictureAxes& axes,
    const ElementIndex& at, const std::vector<std::int64_t>& channels, core::TaskContext& task)
{
    std::vector<PlaneData> planes;
    Picture picture {
        QImage(), std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (const std::int64_t channel : channels) {
        core::PlaneSpec plane {axes.rows, axes.columns, at};
        if (axes.channels)
            plane.fixedIndices[*axes.channels] = channel;
        TRY_ASSIGN(PlaneData data, loadPlane(stream, plane, Reduction::Mean, nullptr, task));
        if (data.extent) {
            picture.low = std::min(picture.low, data.extent->first);
            picture.high = std::max(picture.high, data.extent->second);
        }
        planes.push_back(std::move(data));
    }
    // Bytes and shares are what they are; everything else fills the range.
    if (picture.low >= 0 && picture.high <= 1)
        picture = {QImage(), 0, 1};
    else if (picture.low >= 0 && picture.high <= 255 && picture.high > 1)
        picture = {QImage(), 0, 255};
    const PlaneTile& first = planes.front().overview;
    picture.image
        = QImage(static_cast<int>(first.columns), static_cast<int>(first.rows), QImage::Format_ARGB32);
    const ValueScale scale(ScaleKind::Linear, picture.low, picture.high);
    for (std::uint64_t row = 0; row < first.rows; ++row) {
        for (std::uint64_t column = 0; column < first.columns; ++column) {
            std::array<int, 3> rgb {};
            std::uint8_t flags = 0;
            for (std::size_t i = 0; i < 3; ++i) {
                const PlaneTile& tile = planes[std::min(i, planes.size() - 1)].overview;
                const std::size_t cell = tile.at(row, column);
                flags |= tile.flags[cell];
                if (std::isfinite(tile.values[cell]))
                    rgb[i] = static_cast<int>(
                        std::lround(255 * std::clamp(scale.position(tile.values[cell]), 0.0, 1.0)));
            }
            picture.image.setPixel(static_cast<int>(column), static_cast<int>(row),
                flags != 0 ? nonFinitePixel(flags, 1, 1, 1) : qRgb(rgb[0], rgb[1], rgb[2]));
        }
    }
    return picture;
}

/// Whole pixels only, as large as fits.
class PictureView : public QWidget {
public:
    using QWidget::QWidget;
    void setPicture(const QImage& image)
    {
        m_image = image;
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.fillRect(rect(), Theme::of(this).color(Token::Base));
        if (m_image.isNull())
            return;
        const double dpr = devicePixelRatioF();
        double factor = std::min(width() * dpr / m_image.width(), height() * dpr / m_image.height());
        if (factor >= 1)
            factor = std::floor(factor);
        const QSizeF size(m_image.width() * factor / dpr, m_image.height() * factor / dpr);
        const QPointF corner(std::floor((width() - size.width()) / 2 * dpr) / dpr,
            std::floor((height() - size.height()) / 2 * dpr) / dpr);
        painter.drawImage(QRectF(corner, size), m_image);
    }

private:
    QImage m_image;
};

} // namespace

/// Tensors that look like pictures, as pictures.
class ImageTab : public ReadingTab {
    Q_OBJECT
public:
    explicit ImageTab(TensorDocument& document);
    [[nodiscard]] static bool fits(const TensorDocument& document)
    {
        return pictureAxes(document).has_value();
    }

protected:
    void load() override;

private:
    void chooseChannel();
    void refreshChannels(const PictureAxes& axes);

    QComboBox* m_channel;
    QLabel* m_range;
    PictureView* m_view;
};

ImageTab::ImageTab(TensorDocument& document)
    : ReadingTab(document)
    , m_view(new PictureView(this))
{
    QHBoxLayout* const bar = addViewBar(this);
    m_channel = new QComboBox(bar->parentWidget());
    m_channel->setAccessibleName(tr("Channels"));
    m_channel->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_range = new QLabel(bar->parentWidget());
    m_range->setForegroundRole(QPalette::PlaceholderText);
    bar->addWidget(m_channel);
    bar->addWidget(m_range);
    bar->addStretch(1);
    m_view->setAccessibleName(tr("Image"));
    qobject_cast<QVBoxLayout*>(layout())->addWidget(m_view, 1);
    connect(m_channel, &QComboBox::activated, this, &ImageTab::chooseChannel);
}

/// A single channel is the slice that everything else shows, too.
void ImageTab::chooseChannel()
{
    const auto axes = document().isReady() ? pictureAxes(document()) : std::nullopt;
    const int channel = m_channel->currentData().toInt();
    if (axes && axes->channels && channel >= 0 && isFixed(document().plane(), *axes->channels)) {
        core::PlaneSpec plane = document().plane();
        plane.fixedIndices[*axes->channels] = channel;
        document().setPlane(std::move(plane));
    }
    readSoon();
}

void ImageTab::refreshChannels(const PictureAxes& axes)
{
    const std::int64_t channels = axes.channels ? document().shape()[*axes.channels] : 1;
    const int wanted
        = static_cast<int>(std::min<std::int64_t>(channels, 4096)) + (channels == 3 || channels == 4 ? 1 : 0);
    if (m_channel->count() != wanted) {
        m_channel->clear();
        if (channels == 3 || channels == 4)
            m_channel->addItem(tr("Red, green, blue"), -1);
        for (int i = 0; i < static_cast<int>(std::min<std::int64_t>(channels, 4096)); ++i)
            m_channel->addItem(tr("Channel %1").arg(i), i);
    }
    m_channel->setVisible(channels > 1);
    // The channel of the slice, where single ones are looked at.
    if (axes.channels && m_channel->currentData().toInt() >= 0 && isFixed(document().plane(), *axes.channels))
        m_channel->setCurrentIndex(
            m_channel->findData(static_cast<int>(document().plane().fixedIndices[*axes.channels])));
}

void ImageTab::load()
{
    const auto axes = document().isReady() ? pictureAxes(document()) : std::nullopt;
    if (!axes || !document().hasValues())
        return;
    refreshChannels(*axes);
    const int channel = m_channel->currentData().toInt();
    const std::vector<std::int64_t> channels
        = channel < 0 ? std::vector<std::int64_t> {0, 1, 2} : std::vector<std::int64_t> {channel};
    document().read<Picture>(
        loading(), Lane::Interactive, tr("Reading a picture"),
        [stream = document().stream(), axes = *axes, at = document().plane().fixedIndices, channels](
            core::TaskContext& task) { return readPicture(stream, axes, at, channels, task); },
        [this](const Picture& picture) {
            m_view->setPicture(picture.image);
            m_range->setText(tr("black %1, white %2").arg(valueText(picture.low), valueText(picture.high)));
        },
        TensorDocument::Scope::Plane, [this](const core::Error&) { m_view->setPicture({}); });
}

void register_image_tab(TensorTabRegistry& registry)
{
    registry.add({"image", QT_TRANSLATE_NOOP("TensorTabs", "Image"), "image", 50,
        [](const TensorDocument& document) {
            return document.hasValues() && ImageTab::fits(document) ? 18 : 0;
        },
        [](TensorDocument& document) -> TensorTab* { return new ImageTab(document); }});
}

} // namespace dumpscope::gui

#include "image_tab.moc"
