// SPDX-License-Identifier: GPL-3.0-or-later
#include "trends/trend_bar.h"

#include "base/text.h"
#include "common/core_sentences.h"
#include "common/core_text.h"
#include "common/plain_text.h"
#include "common/spacing.h"
#include "common/widget_changes.h"
#include "heatmap/value_scale.h"
#include "kit/cut_label.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>

#include <algorithm>

namespace dumpscope::gui {

namespace {

constexpr int kSliderLeast = 90, kAtLeast = 60;
constexpr const char* kFigures[]
    = {"l2norm", "max", "min", "mean", "std", "abs_max", "nan_count", "zero_count"};

} // namespace

TrendBar::TrendBar(QWidget* parent)
    : QWidget(parent)
    , m_figure(new QComboBox(this))
    , m_axes(new QComboBox(this))
    , m_scale(new QComboBox(this))
    , m_at(new QSlider(Qt::Horizontal, this))
    , m_atLabel(new CutLabel(this, CutLabel::Of::Name))
    , m_range(new QLabel(this))
{
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(scaledMargins(kLarge, kTiny, kSmall, kTiny));
    row->setSpacing(scaled(kMedium));
    for (const char* figure : kFigures)
        m_figure->addItem(QLatin1String(figure), QLatin1String(figure));
    for (int i = 0; i < 3; ++i) {
        m_axes->addItem(QString());
        m_scale->addItem(QString());
    }
    m_scale->setCurrentIndex(static_cast<int>(ScaleKind::Log));
    m_at->setMinimumWidth(scaled(kSliderLeast));
    m_at->setPageStep(1);
    m_atLabel->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_atLabel->setMinimumWidth(scaled(kAtLeast));
    for (QLabel* const label : {m_atLabel, m_range})
        label->setTextFormat(Qt::PlainText);
    row->addWidget(m_figure);
    row->addWidget(m_axes);
    row->addWidget(m_scale);
    row->addWidget(m_at);
    // Last of what is chosen, in the room that is left: whatever it says moves nothing.
    row->addWidget(m_atLabel, 1);
    row->addWidget(m_range);
    connect(m_figure, &QComboBox::activated, this, &TrendBar::figureChosen);
    connect(m_axes, &QComboBox::activated, this, [this] {
        m_hasChosenAxes = true;
        emit axesChosen();
    });
    connect(m_scale, &QComboBox::activated, this, &TrendBar::viewChanged);
    connect(m_at, &QSlider::valueChanged, this, &TrendBar::viewChanged);
    keepTranslated(this, &TrendBar::retranslate);
}

void TrendBar::retranslate()
{
    m_axes->setItemText(0, tr("Tensor × step"));
    m_axes->setItemText(1, tr("Tensor × rank"));
    m_axes->setItemText(2, tr("Rank × step"));
    m_scale->setItemText(0, tr("Linear"));
    m_scale->setItemText(1, tr("Logarithmic"));
    m_scale->setItemText(2, tr("± Logarithmic"));
    m_figure->setAccessibleName(tr("Figure"));
    m_axes->setAccessibleName(tr("Axes"));
    m_scale->setAccessibleName(tr("Scale"));
    m_at->setAccessibleName(tr("Place on the third axis"));
    m_range->setToolTip(tipText(tr("Colours from dark to bright; the lowest and highest 2 % have those of "
                                   "the ends. NaN and Inf have a colour of their own.")));
}

std::string TrendBar::figure() const
{
    return m_figure->currentData().toString().toStdString();
}

core::TrendAxes TrendBar::axes() const
{
    return static_cast<core::TrendAxes>(m_axes->currentIndex());
}

ScaleKind TrendBar::scale() const
{
    return static_cast<ScaleKind>(m_scale->currentIndex());
}

std::size_t TrendBar::at() const
{
    return static_cast<std::size_t>(m_at->value());
}

void TrendBar::suggestAxes(const core::TrendCube& cube)
{
    if (m_hasChosenAxes)
        return;
    const bool isOneStep = cube.steps().size() == 1 && cube.ranks().size() > 1;
    m_axes->setCurrentIndex(
        static_cast<int>(isOneStep ? core::TrendAxes::RowRank : core::TrendAxes::RowStep));
}

void TrendBar::fit(const core::TrendCube& cube, std::optional<std::size_t> chosen)
{
    const std::size_t sizes[] = {cube.ranks().size(), cube.steps().size(), cube.rows().size()};
    const QSignalBlocker quiet(m_at);
    m_at->setRange(0, static_cast<int>(sizes[m_axes->currentIndex()]) - 1);
    if (chosen) {
        const core::TrendCell& cell = cube.cells()[*chosen];
        const std::uint32_t places[] = {cell.rank, cell.step, cell.row};
        m_at->setValue(static_cast<int>(places[m_axes->currentIndex()]));
    }
}

void TrendBar::describe(const TrendPicture& picture)
{
    const core::TrendCube& cube = picture.run->cube();
    const auto number
        = [](const core::TrendCube::Number& of) { return of ? QString::number(*of) : QStringLiteral("–"); };
    switch (picture.plane.axes) {
    case core::TrendAxes::RowStep:
        m_atLabel->setText(tr("rank %1").arg(number(cube.ranks()[picture.plane.at])));
        break;
    case core::TrendAxes::RowRank:
        m_atLabel->setText(tr("step %1").arg(number(cube.steps()[picture.plane.at])));
        break;
    case core::TrendAxes::RankStep:
        m_atLabel->setText(coreWords(cube.rows()[picture.plane.at].words()));
        break;
    }
    m_atLabel->setToolTip(tipText(m_atLabel->text()));
    m_range->setText(rangeText(picture));
}

QString TrendBar::rangeText(const TrendPicture& picture) const
{
    // Extremes are elements of tensors, which have all their digits.
    const std::string figure = this->figure();
    const bool isElement = figure == "max" || figure == "min" || figure == "abs_max";
    const auto text = [isElement](double value) {
        return isElement ? valueText(value) : fromCore(core::streamText(value, 3));
    };
    if (picture.figure->knownCount() == 0)
        return tr("%1 was not recorded").arg(m_figure->currentText());
    if (!picture.range)
        return tr("no finite numbers here");
    const auto [lowest, highest] = *picture.range;
    const double low = picture.colours.scale.low(), high = picture.colours.scale.high();
    if (lowest >= low && highest <= high)
        return tr("%1 to %2").arg(text(lowest), text(highest));
    return tr("%1 to %2; colours from %3 to %4").arg(text(lowest), text(highest), text(low), text(high));
}

QJsonObject TrendBar::saveView() const
{
    return {{QStringLiteral("figure"), m_figure->currentData().toString()},
        {QStringLiteral("axes"), m_axes->currentIndex()}, {QStringLiteral("scale"), m_scale->currentIndex()}};
}

void TrendBar::restoreView(const QJsonObject& view)
{
    const int figure = m_figure->findData(view.value(QStringLiteral("figure")).toString());
    if (figure >= 0)
        m_figure->setCurrentIndex(figure);
    m_axes->setCurrentIndex(std::clamp(view.value(QStringLiteral("axes")).toInt(), 0, 2));
    m_hasChosenAxes = m_axes->currentIndex() != static_cast<int>(core::TrendAxes::RowStep);
    m_scale->setCurrentIndex(std::clamp(view.value(QStringLiteral("scale")).toInt(1), 0, 2));
}

} // namespace dumpscope::gui
