// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/difference_map.h"

#include "common/core_sentences.h"
#include "common/fonts.h"
#include "common/spacing.h"
#include "common/theme.h"
#include "common/widget_changes.h"
#include "heatmap/colour_map.h"
#include "heatmap/heatmap_view.h"
#include "tensor/element_text.h"
#include "tensor/tensor_layout.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace dumpscope::gui {

namespace {

constexpr int kHeight = 90;
constexpr char kMap[] = "tide"; ///< as the difference panel has it

/// A plane, or why there is none.
struct SmallDifference {
    std::shared_ptr<const PlaneData> plane;
    QString note;
};

/// Moves the plane to the element that is farthest off; false: one plane is all, or nothing differs.
core::Result<bool> slicedAt(const OpenedPair& opened, core::PlaneSpec& spec, core::TaskContext& task)
{
    const core::Shape& shape = opened.target.logical->shape();
    if (shape.size() <= 2)
        return false;
    TRY_ASSIGN(const PairErrors errors,
        measurePair(*opened.target.logical, *opened.golden.logical, {}, opened.counterparts.get(), task));
    if (errors.worst.empty())
        return false;
    spec.fixedIndices = errors.worst.front().index;
    for (const std::size_t axis : {spec.rowAxis, spec.columnAxis})
        spec.fixedIndices[axis] = 0;
    return true;
}

core::Result<SmallDifference> readDifference(const core::TensorStore& target, const core::TensorStore& golden,
    const core::TensorPair& pair, std::string_view profile, core::TaskContext& task)
{
    TRY_ASSIGN(const OpenedPair opened, openPair(target, golden, pair, profile, task));
    SmallDifference small {nullptr, coreSentence(opened.mismatch)};
    if (!small.note.isEmpty() || !opened.target.logical || !opened.golden.logical)
        return small;
    core::PlaneSpec spec = defaultPlane(opened.target.logical->shape().size());
    if (const auto worst = slicedAt(opened, spec, task);
        !worst && worst.error().code == core::Code::Cancelled)
        return core::fail(worst.error());
    else if (worst && *worst)
        small.note = DifferenceMap::tr("Slice [%1], which holds the largest difference")
                         .arg(planeText(spec.fixedIndices.size(), spec));
    TRY_ASSIGN(PlaneData plane,
        (DifferencePlane {*opened.target.logical, *opened.golden.logical, spec, core::DifferenceKind::Signed,
             {}, opened.counterparts})
            .load(task));
    small.plane = std::make_shared<const PlaneData>(std::move(plane));
    return small;
}

} // namespace

DifferenceMap::DifferenceMap(TaskRunner& tasks, QWidget* parent)
    : QWidget(parent)
    , m_tasks(tasks)
    , m_title(new QLabel(this))
    , m_note(new QLabel(this))
    , m_view(new HeatmapView(this))
{
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    for (QLabel* label : {m_title, m_note}) {
        label->setTextFormat(Qt::PlainText);
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        label->setContentsMargins(scaledMargins(kLarge, kSmall, kLarge, 0));
    }
    m_note->setFont(secondaryFont());
    m_note->setWordWrap(true);
    m_view->setCompact(true);
    m_view->setFixedHeight(scaled(kHeight));
    m_view->installEventFilter(this);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(scaled(kTiny));
    layout->addWidget(m_title);
    layout->addWidget(m_note);
    layout->addWidget(m_view);
    hide();
    onChange(this, {QEvent::PaletteChange}, [this] { colour(); });
}

void DifferenceMap::showPair(
    ComparisonDocument* comparison, std::optional<std::size_t> row, const QString& port)
{
    const bool hasPair = comparison && row && comparison->pairs() && *row < comparison->pairs()->rows();
    const TensorRef target = hasPair ? comparison->targetOf(*row) : TensorRef();
    const TensorRef golden = hasPair ? comparison->goldenOf(*row) : TensorRef();
    const bool hasElements = target.isValid() && golden.isValid()
        && comparison->pairs()->row(*row).basis == core::PairBasis::Elements;
    setVisible(hasElements);
    m_title->setText(tr("Target − golden, %1").arg(port));
    m_view->setAccessibleName(m_title->text());
    if (!hasElements) {
        m_reading.cancel();
        m_target = m_golden = {};
        return m_view->setPlane(nullptr);
    }
    if (target == m_target && golden == m_golden)
        return;
    m_target = target;
    m_golden = golden;
    m_reading.start<SmallDifference>(
        m_tasks, Lane::Interactive, tr("Difference of %1").arg(target.opName()), this,
        [x = target.root->store(), y = golden.root->store(), pair = comparison->pairs()->row(*row).pair,
            profile = comparison->setup().profile.toStdString()](core::TaskContext& task,
            const TaskRunner::Post&) { return readDifference(*x, *y, pair, profile, task); },
        [this, target, golden](core::Result<SmallDifference> read) {
            if (target != m_target || golden != m_golden)
                return;
            if (read)
                take(read->plane, read->note);
            else
                take(nullptr, coreWords(read.error().message));
        });
}

void DifferenceMap::take(std::shared_ptr<const PlaneData> plane, const QString& note)
{
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
    m_view->setVisible(plane != nullptr);
    m_view->setPlane(plane);
    if (!plane)
        return;
    m_view->setCellText([plane](std::uint64_t row, std::uint64_t column) {
        const PlaneTile& tile = plane->overview;
        return tile.isExact() && row < tile.rows && column < tile.columns
                && !std::isnan(tile.values[tile.at(row, column)])
            ? valueText(tile.values[tile.at(row, column)])
            : QString();
    });
    colour();
}

void DifferenceMap::colour()
{
    double largest = 0;
    if (const auto& plane = m_view->plane(); plane && plane->extent)
        largest = std::max(std::fabs(plane->extent->first), std::fabs(plane->extent->second));
    if (!(largest > 0))
        largest = 1;
    m_view->setColours(colourMap(kMap, Theme::of(this).isDark()), {ScaleKind::Linear, -largest, largest});
}

bool DifferenceMap::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonDblClick) {
        emit opened();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace dumpscope::gui
