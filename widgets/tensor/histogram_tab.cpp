// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/colour_bar.h"
#include "tensor/histogram_box.h"
#include "tensor/tensor_tab.h"

#include <QHBoxLayout>

namespace dumpscope::gui {

namespace {

class HistogramTab : public TensorTab {
public:
    explicit HistogramTab(TensorDocument& document)
        : TensorTab(document)
        , m_box(new HistogramBox(document, true, this))
    {
        setObjectName(QStringLiteral("histogram"));
        QHBoxLayout* const bar = addViewBar(this);
        bar->addWidget(new ColourBar(document, bar->parentWidget()));
        bar->addStretch(1);
        addOutputButtons(bar);
        qobject_cast<QVBoxLayout*>(layout())->addWidget(m_box, 1);
    }
    [[nodiscard]] bool isSettled() const override { return m_box->isSettled(); }
    [[nodiscard]] std::optional<TabDrawing> drawing() const override { return m_box->drawing(); }

protected:
    void showEvent(QShowEvent* event) override
    {
        TensorTab::showEvent(event);
        document().wantPlane();
    }

private:
    HistogramBox* m_box;
};

} // namespace

void register_histogram_tab(TensorTabRegistry& registry)
{
    registry.add({"histogram", QT_TRANSLATE_NOOP("TensorTabs", "Histogram"), "hist", 30,
        [](const TensorDocument& document) { return document.hasValues() ? 20 : 0; },
        [](TensorDocument& document) -> TensorTab* { return new HistogramTab(document); }});
}

} // namespace dumpscope::gui
