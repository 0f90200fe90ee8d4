// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/custom_plot.h"
#include "common/theme.h"
#include "tensor/tensor_tab.h"

#include <QComboBox>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <limits>

namespace dumpscope::gui {

namespace {

/// One line: values along an axis through the probed element.
struct Line {
    QString label;
    std::vector<double> places, values; ///< NaN makes a gap
};

constexpr std::uint64_t kMostPoints = 200'000; ///< beyond, every n-th pair of extremes
constexpr std::size_t kMostOverlays = 8;

core::Result<Line> readLine(
    const core::ElementStream& stream, const ElementIndex& at, std::size_t axis, core::TaskContext& task)
{
    Line line;
    core::PlaneSpec plane;
    plane.rowAxis = plane.columnAxis = axis;
    plane.fixedIndices = at;
    const auto count = static_cast<std::uint64_t>(stream.shape().empty() ? 1 : stream.shape()[axis]);
    if (count <= kMostPoints) {
        TRY_ASSIGN(line.values, core::readPlaneWindow(stream, plane, 0, 1, 0, count));
        line.places.resize(line.values.size());
        for (std::size_t i = 0; i < line.places.size(); ++i)
            line.places[i] = static_cast<double>(i);
    } else {
        const std::uint64_t block = (count * 2 + kMostPoints - 1) / kMostPoints;
        TRY_ASSIGN(const core::PlaneBlocks blocks,
            core::reducePlaneWindow(stream, plane, {0, 0, 1, count}, 1, block, task));
        for (std::size_t i = 0; i < blocks.mean.size(); ++i) {
            for (const float value : {blocks.min[i], blocks.max[i]}) {
                line.places.push_back((static_cast<double>(i) + 0.5) * static_cast<double>(block));
                line.values.push_back(blocks.flags[i] != 0 ? std::numeric_limits<double>::quiet_NaN()
                                                           : static_cast<double>(value));
            }
        }
    }
    for (double& value : line.values) {
        if (!std::isfinite(value))
            value = std::numeric_limits<double>::quiet_NaN();
    }
    return line;
}

/// The same tensor of another step or rank.
struct Other {
    std::shared_ptr<const core::TensorStore> store;
    core::TensorId id;
    QString label;
};

/// Fails for tensors of another shape and those that cannot be read.
core::Result<Line> readOther(const Other& other, core::Order order, const core::Shape& shape,
    const ElementIndex& at, std::size_t axis, core::TaskContext& task)
{
    TRY_ASSIGN(core::TensorView view, other.store->open(other.id, task));
    if (view.shapeIn(order) != shape)
        return core::fail(core::Code::BadShape, "another shape");
    TRY_ASSIGN(const core::ElementStream stream, core::ElementStream::make(std::move(view), order));
    TRY_ASSIGN(Line line, readLine(stream, at, axis, task));
    TRY_VOID(stream.view().bytes.check());
    line.label = other.label;
    return line;
}

} // namespace

/// Values along an axis through the probed element, also of the same tensor in other steps and ranks.
class ProfileTab : public ReadingTab {
    Q_OBJECT
public:
    explicit ProfileTab(TensorDocument& document);

protected:
    void load() override;
    void changeEvent(QEvent* event) override;

private:
    void refreshAxes();
    void moveProbe(const QPointF& position);
    void plot(const std::vector<Line>& lines);
    void restyle();

    QComboBox* m_axis;
    QToolButton* m_overlay;
    QLabel* m_absent;
    Plot* m_plot;
    QCPItemStraightLine* m_mark;
};

ProfileTab::ProfileTab(TensorDocument& document)
    : ReadingTab(document)
    , m_plot(new Plot(this))
    , m_mark(new QCPItemStraightLine(m_plot))
{
    setObjectName(QStringLiteral("profile"));
    QHBoxLayout* const bar = addViewBar(this);
    m_axis = new QComboBox(bar->parentWidget());
    m_axis->setAccessibleName(tr("Axis of the profile"));
    m_overlay = new QToolButton(bar->parentWidget());
    m_overlay->setText(tr("Other steps and ranks"));
    m_overlay->setCheckable(true);
    bar->addWidget(m_axis);
    m_absent = new QLabel(bar->parentWidget());
    m_absent->setForegroundRole(QPalette::PlaceholderText);
    bar->addWidget(m_overlay);
    bar->addWidget(m_absent);
    bar->addStretch(1);
    m_plot->setAccessibleName(tr("Profile"));
    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->setNoAntialiasingOnDrag(true);
    qobject_cast<QVBoxLayout*>(layout())->addWidget(m_plot, 1);
    connect(m_axis, &QComboBox::activated, this, &ProfileTab::readSoon);
    connect(m_overlay, &QToolButton::toggled, this, &ProfileTab::readSoon);
    connect(&document, &TensorDocument::probeChanged, this, &ProfileTab::readSoon);
    connect(m_plot, &QCustomPlot::mouseDoubleClick, this, [this] {
        m_plot->rescaleAxes();
        m_plot->replot();
    });
    connect(m_plot, &QCustomPlot::mousePress, this, [this](QMouseEvent* event) {
        if (event->modifiers().testFlag(Qt::ControlModifier))
            moveProbe(event->position());
    });
    restyle();
}

/// To the place of the profile under the mouse.
void ProfileTab::moveProbe(const QPointF& position)
{
    const double place = std::round(m_plot->xAxis->pixelToCoord(position.x()));
    const auto axis = static_cast<std::size_t>(std::max(0, m_axis->currentIndex()));
    if (!document().probe() || axis >= document().probe()->size())
        return;
    ElementIndex moved = *document().probe();
    moved[axis] = static_cast<std::int64_t>(std::max(0.0, place));
    document().setProbe(moved);
}

void ProfileTab::refreshAxes()
{
    const std::size_t rank = document().shape().size();
    const int chosen = m_axis->count() == static_cast<int>(rank)
        ? m_axis->currentIndex()
        : static_cast<int>(document().plane().columnAxis);
    m_axis->clear();
    for (std::size_t axis = 0; axis < rank; ++axis)
        m_axis->addItem(document().axisTitle(axis));
    m_axis->setCurrentIndex(std::min(chosen, m_axis->count() - 1));
}

void ProfileTab::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) {
        restyle();
        readSoon();
    }
    TensorTab::changeEvent(event);
}

void ProfileTab::load()
{
    if (!document().isReady() || !document().probe() || !document().hasValues())
        return;
    refreshAxes();
    const auto axis = static_cast<std::size_t>(std::max(0, m_axis->currentIndex()));
    std::vector<Other> others;
    QString own;
    const std::vector<TensorDocument::Sibling> siblings = document().siblings();
    m_overlay->setVisible(siblings.size() > 1);
    for (const TensorDocument::Sibling& sibling : siblings) {
        if (sibling.tensor == document().tensor())
            own = sibling.label;
        else if (m_overlay->isChecked() && others.size() < kMostOverlays)
            others.push_back({sibling.tensor.root->store(), sibling.tensor.id, sibling.label});
    }
    const auto count = static_cast<int>(siblings.size()) - 1;
    document().read<std::vector<Line>>(
        loading(), Lane::Interactive, tr("Reading a profile"),
        [stream = document().stream(), order = document().order(), at = *document().probe(), axis, others,
            own](core::TaskContext& task) -> core::Result<std::vector<Line>> {
            std::vector<Line> lines;
            TRY_ASSIGN(Line first, readLine(stream, at, axis, task));
            first.label = own;
            lines.push_back(std::move(first));
            for (const Other& other : others) {
                auto line = readOther(other, order, stream.shape(), at, axis, task);
                if (line)
                    lines.push_back(std::move(*line));
            }
            return lines;
        },
        [this, count](const std::vector<Line>& lines) {
            const auto shown = static_cast<int>(lines.size()) - 1;
            m_absent->setVisible(m_overlay->isChecked() && shown < count);
            m_absent->setText(tr("%1 of %2 shown; at most %3, and none of another shape")
                                  .arg(shown)
                                  .arg(count)
                                  .arg(kMostOverlays));
            plot(lines);
        });
}

void ProfileTab::plot(const std::vector<Line>& lines)
{
    const Theme& theme = Theme::of(this);
    const Token colours[] = {Token::Accent, Token::Golden, Token::Target, Token::Pass};
    const Qt::PenStyle styles[] = {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};
    const QCPScatterStyle::ScatterShape shapes[] = {QCPScatterStyle::ssCircle, QCPScatterStyle::ssSquare,
        QCPScatterStyle::ssTriangle, QCPScatterStyle::ssDiamond};
    m_plot->clearGraphs();
    for (std::size_t i = 0; i < lines.size(); ++i) {
        QCPGraph* const graph = m_plot->addGraph();
        const QColor colour = theme.color(colours[i % 4]);
        graph->setPen(QPen(colour, 1.5, styles[i % 4]));
        if (lines[i].values.size() <= 128)
            graph->setScatterStyle(QCPScatterStyle(shapes[i % 4], colour, colour, 5));
        graph->setName(lines[i].label);
        graph->setData(QVector<double>(lines[i].places.begin(), lines[i].places.end()),
            QVector<double>(lines[i].values.begin(), lines[i].values.end()), true);
    }
    m_plot->legend->setVisible(lines.size() > 1);
    const auto axis = static_cast<std::size_t>(std::max(0, m_axis->currentIndex()));
    const auto& probe = document().probe();
    QString place = indexText(probe.value_or(ElementIndex {}));
    if (probe && axis < probe->size()) {
        const auto here = static_cast<double>((*probe)[axis]);
        m_mark->point1->setCoords(here, 0);
        m_mark->point2->setCoords(here, 1);
        QStringList parts;
        for (std::size_t i = 0; i < probe->size(); ++i)
            parts.append(i == axis ? QStringLiteral(":") : QString::number((*probe)[i]));
        place = u'[' + parts.join(u',') + u']';
    }
    m_mark->setVisible(probe && !probe->empty());
    m_plot->xAxis->setLabel(tr("%1 at %2").arg(document().axisTitle(axis), place));
    m_plot->rescaleAxes();
    m_plot->xAxis->scaleRange(1.02);
    m_plot->yAxis->scaleRange(1.08);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void ProfileTab::restyle()
{
    const Theme& theme = Theme::of(this);
    m_plot->applyTheme();
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis})
        axis->setNumberFormat(QStringLiteral("gb"));
    m_mark->setPen(QPen(theme.color(Token::Warn), 1, Qt::DashLine));
    m_plot->legend->setBrush(theme.color(Token::Base));
    m_plot->legend->setBorderPen(QPen(theme.color(Token::Border)));
    m_plot->legend->setTextColor(theme.color(Token::Text));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void register_profile_tab(TensorTabRegistry& registry)
{
    registry.add({"profile", QT_TRANSLATE_NOOP("TensorTabs", "Profile"), "profile", 40,
        [](const TensorDocument& document) {
            return document.hasValues() && !document.shape().empty() ? 15 : 0;
        },
        [](TensorDocument& document) -> TensorTab* { return new ProfileTab(document); }});
}

} // namespace dumpscope::gui

#include "profile_tab.moc"
