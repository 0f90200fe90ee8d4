// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/graph_canvas.h"
#include "window_program.h"

namespace dumpscope::test {

/// The window with the graph of a dump, that of the bundled sample unless told.
struct GraphWindow : WindowProgram {
    explicit GraphWindow(const QString& path = QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/target"))
    {
        services.session.open(path);
        window.showArrangement("graph");
        canvas = window.dock("graph")->panel()->findChild<gui::GraphCanvas*>(QStringLiteral("graph"));
    }
    [[nodiscard]] bool isReady() const
    {
        return services.session.isSettled() && shown().loaded() && shown().isSettled() && canvas->picture()
            && !canvas->isLayingOut();
    }
    [[nodiscard]] gui::ShownGraph& shown() const { return const_cast<gui::ShownGraph&>(services.graph); }
    [[nodiscard]] gui::ShownGraph::Item node(const char* name) const
    {
        return {false, shown().graph().find(name).value()};
    }
    [[nodiscard]] QPointF corner(const gui::ShownGraph::Item& item) const
    {
        return canvas->screenRect(canvas->picture()->ownPlace(item)).topLeft();
    }
    /// Pixels of the canvas that have just this colour.
    [[nodiscard]] int pixels(gui::Token token) const
    {
        const QImage image = canvas->grab().toImage();
        const QRgb wanted = gui::Theme::of(canvas).color(token).rgb();
        int count = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                count += image.pixel(x, y) == wanted ? 1 : 0;
        }
        return count;
    }
    gui::GraphCanvas* canvas = nullptr;
};

inline constexpr char kConv[] = "Default/network-WithLossCell/_backbone-LeNet/conv1-Conv2d/Conv2D-op0";
inline constexpr char kMatMul[] = "Default/network-WithLossCell/_backbone-LeNet/fc1-Dense/MatMul-op0";
inline constexpr char kBiasAdd[] = "Default/network-WithLossCell/_backbone-LeNet/fc1-Dense/BiasAdd-op0";

/// The same with the sample compared.
struct ComparedWindow : GraphWindow {
    ComparedWindow()
        : target(services.session.roots().first())
        , golden(services.session.open(QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/golden")))
    {
    }
    /// Needs the roots to be there.
    void compare() { comparison = services.comparisons.compare({{target}, {golden}}); }
    [[nodiscard]] bool isCompared() const { return comparison->isOver() && isReady() && window.isSettled(); }
    [[nodiscard]] gui::TensorRef output(const char* name) const
    {
        const auto found = target->index()->findTensor(std::string(name) + ":output:0");
        return found ? gui::TensorRef {target, *found} : gui::TensorRef();
    }
    template<typename T> [[nodiscard]] T* shownIn(const char* panel)
    {
        window.showTab(QString::fromLatin1(panel));
        return find<T>(panel);
    }
    gui::OpenedRoot *target, *golden;
    gui::ComparisonDocument* comparison = nullptr;
};

} // namespace dumpscope::test
