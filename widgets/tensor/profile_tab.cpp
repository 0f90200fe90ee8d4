// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/core_text.h"
#include "common/theme.h"
#include "common/widget_changes.h"
#include "tensor/profile_plot.h"
#include "tensor/tensor_copy.h"
#include "tensor/tensor_tab.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace dumpscope::gui {

namespace {

constexpr std::size_t kMostOverlays = 8;

} // namespace

/// Values along an axis through the probed element, also of the same tensor in other steps and ranks.
class ProfileTab : public ReadingTab {
    Q_OBJECT
public:
    explicit ProfileTab(TensorDocument& document);
    [[nodiscard]] std::optional<TabDrawing> drawing() const override;

protected:
    void load() override;

private:
    void refreshAxes();
    void moveProbe(const QPointF& position);
    void plot(std::vector<ProfileLine> lines);
    [[nodiscard]] std::size_t axis() const
    {
        return static_cast<std::size_t>(std::max(0, m_axis->currentIndex()));
    }
    [[nodiscard]] QString lineText() const;

    QComboBox* m_axis;
    QToolButton* m_overlay;
    QLabel* m_absent;
    ProfilePlot* m_plot;
    std::optional<ProfileRequest> m_shown;
};

ProfileTab::ProfileTab(TensorDocument& document)
    : ReadingTab(document)
    , m_plot(new ProfilePlot(this))
{
    setObjectName(QStringLiteral("profile"));
    QHBoxLayout* const bar = addViewBar(this);
    m_axis = new QComboBox(bar->parentWidget());
    m_axis->setSizeAdjustPolicy(QComboBox::AdjustToContents);
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
    addOutputButtons(bar);
    m_plot->setAccessibleName(tr("Profile"));
    qobject_cast<QVBoxLayout*>(layout())->addWidget(m_plot, 1);
    connect(m_axis, &QComboBox::activated, this, &ProfileTab::readSoon);
    connect(m_overlay, &QToolButton::toggled, this, &ProfileTab::readSoon);
    connect(&document, &TensorDocument::probeChanged, this, &ProfileTab::readSoon);
    connect(m_plot, &QCustomPlot::mousePress, this, [this](QMouseEvent* event) {
        if (event->modifiers().testFlag(Qt::ControlModifier))
            moveProbe(event->position());
    });
    onChange(this, {QEvent::PaletteChange}, [this] { m_plot->restyle(); });
}

/// To the place of the profile under the mouse.
void ProfileTab::moveProbe(const QPointF& position)
{
    const double place = std::round(m_plot->xAxis->pixelToCoord(position.x()));
    if (!document().probe() || axis() >= document().probe()->size())
        return;
    ElementIndex moved = *document().probe();
    moved[axis()] = static_cast<std::int64_t>(std::max(0.0, place));
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

void ProfileTab::load()
{
    if (!document().isReady() || !document().probe() || !document().hasValues())
        return;
    refreshAxes();
    ProfileRequest request {
        document().stream(), document().order(), *document().probe(), axis(), QString(), {}};
    const std::vector<SiblingTensor> siblings = document().siblings();
    m_overlay->setVisible(siblings.size() > 1);
    for (const SiblingTensor& sibling : siblings) {
        if (sibling.tensor == document().tensor())
            request.label = sibling.label;
        else if (m_overlay->isChecked() && request.others.size() < kMostOverlays)
            request.others.push_back({sibling.tensor.root->store(), sibling.tensor.id, sibling.label});
    }
    const auto count = static_cast<int>(siblings.size()) - 1;
    document().read<std::vector<ProfileLine>>(
        loading(), Lane::Interactive, tr("Reading a profile"),
        [request](core::TaskContext& task) { return readProfile(request, task); },
        [this, count, request](std::vector<ProfileLine> lines) {
            const auto shown = static_cast<int>(lines.size()) - 1;
            m_absent->setVisible(m_overlay->isChecked() && shown < count);
            m_absent->setText(tr("%1 of %2 shown; at most %3, and none of another shape")
                                  .arg(shown)
                                  .arg(count)
                                  .arg(kMostOverlays));
            m_shown = request;
            plot(std::move(lines));
        });
}

/// The profile as an index: "0,12,:,13".
QString ProfileTab::lineText() const
{
    const ElementIndex probe = document().probe().value_or(ElementIndex {});
    QStringList parts;
    for (std::size_t i = 0; i < probe.size(); ++i)
        parts.append(i == axis() ? QStringLiteral(":") : QString::number(probe[i]));
    return parts.join(u',');
}

void ProfileTab::plot(std::vector<ProfileLine> lines)
{
    auto content = std::make_shared<ProfilePlot::Content>();
    content->lines = std::move(lines);
    const auto& probe = document().probe();
    if (probe && axis() < probe->size())
        content->mark = static_cast<double>((*probe)[axis()]);
    content->axisTitle = tr("%1 at %2").arg(document().axisTitle(axis()), u'[' + lineText() + u']');
    m_plot->setContent(std::move(content));
}

std::optional<TabDrawing> ProfileTab::drawing() const
{
    if (!m_shown || !m_plot->content() || !document().isReady())
        return std::nullopt;
    TabDrawing drawing;
    drawing.title = tr("%1, profile %2").arg(document().tensor().opName(), u'[' + lineText() + u']');
    drawing.paint = [content = m_plot->content()](QPainter& painter, const QRect& area) {
        ProfilePlot plot;
        plot.setPalette(Theme::light().palette());
        plot.restyle();
        plot.setContent(content);
        plot.paintTo(painter, area);
    };
    drawing.write = [request = *m_shown](char separator, const core::TextSink& sink,
                        core::TaskContext& task) { return writeProfile(request, separator, sink, task); };
    if (auto request = showRequest(document())) {
        request->slice = lineText().toStdString();
        drawing.command = fromCore(core::commandText(*request));
    }
    drawing.numpy = numpyText(document(), lineText());
    return drawing;
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
