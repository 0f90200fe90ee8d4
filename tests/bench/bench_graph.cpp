// SPDX-License-Identifier: GPL-3.0-or-later
// How long the graph view keeps a user waiting: `bench_graph [NODES]`, a transformer as an ONNX model that is
// written for it. One line per scene; see docs/benchmarks.md.
#include "graph/graph_canvas.h"
#include "model/graph.h"
#include "protobuf_message.h"
#include "window_scenes.h"

#include <QApplication>
#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>

namespace {

using namespace dumpscope;

/// Layers of attention and feed-forward with residuals: 20 operators, 2 weights each.
void writeTransformer(const QString& path, int nodes)
{
    constexpr int kPerLayer = 20;
    ProtobufMessage graph;
    const auto tensorName = [](int i) { return QByteArray("t") + QByteArray::number(i); };
    for (int i = 0; i < nodes; ++i) {
        const int layer = i / kPerLayer, inner = i % kPerLayer;
        const bool isMatMul = inner % 5 == 0;
        const QByteArray name = "/model/layers." + QByteArray::number(layer)
            + (inner < kPerLayer / 2 ? "/attention/" : "/mlp/") + (isMatMul ? "matmul_" : "op_")
            + QByteArray::number(i);
        ProtobufMessage node;
        node.bytes(1, i == 0 ? QByteArray("x") : tensorName(i - 1));
        if (isMatMul)
            node.bytes(1, "w" + QByteArray::number(i));
        else if (inner == kPerLayer / 2 - 1 || inner == kPerLayer - 1) // residual
            node.bytes(1, i < kPerLayer ? QByteArray("x") : tensorName(i - kPerLayer / 2));
        node.bytes(2, tensorName(i))
            .bytes(3, name)
            .bytes(4,
                isMatMul             ? "MatMul"
                    : inner % 2 == 0 ? "Add"
                                     : "Mul");
        graph.message(1, node);
        if (isMatMul)
            graph.message(5,
                ProtobufMessage()
                    .varint(1, 2)
                    .varint(1, 2)
                    .varint(2, 1)
                    .bytes(8, "w" + QByteArray::number(i))
                    .bytes(9, QByteArray(16, '\0')));
    }
    graph.bytes(2, "transformer");
    graph.message(11, ProtobufMessage().bytes(1, "x"));
    graph.message(12, ProtobufMessage().bytes(1, tensorName(nodes - 1)));
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(ProtobufMessage()
                       .varint(1, 8)
                       .message(7, graph)
                       .message(8, ProtobufMessage().varint(2, 17))
                       .data());
}

struct Bench {
    test::WindowProgram program;
    gui::GraphCanvas* canvas
        = program.window.dock("graph")->panel()->findChild<gui::GraphCanvas*>(QStringLiteral("graph"));
    gui::ShownGraph& shown = program.services.graph;

    [[nodiscard]] bool isReady() const
    {
        return shown.loaded() && canvas->picture() && !canvas->isLayingOut();
    }

    double untilReady(const std::function<void()>& act)
    {
        QElapsedTimer clock;
        clock.start();
        act();
        test::spinUntil([this] { return isReady(); });
        canvas->grab();
        return test::since(clock);
    }

    void frames(const char* name, double zoom)
    {
        canvas->fit();
        if (zoom > 0)
            canvas->zoomBy(zoom / canvas->zoom());
        QImage image(canvas->size(), QImage::Format_RGB32);
        std::vector<double> times;
        for (int i = 0; i < 60; ++i) {
            canvas->setView(canvas->zoom() * (i % 2 == 0 ? 1.01 : 1 / 1.01),
                canvas->origin() + QPointF(7, 5) / canvas->zoom());
            QElapsedTimer clock;
            clock.start();
            canvas->render(&image);
            times.push_back(test::since(clock));
        }
        std::ranges::sort(times);
        std::printf("%-34s %8.1f ms median, %6.1f worst of 60, at %.1f %%\n", name, times[times.size() / 2],
            times.back(), canvas->zoom() * 100);
        std::fflush(stdout);
    }
};

void run(int nodes)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("transformer.onnx"));
    writeTransformer(path, nodes);
    Bench bench;
    bench.program.window.showArrangement("graph");
    std::printf("%-34s %8.0f ms\n", "open, first picture",
        bench.untilReady([&] { bench.program.services.session.open(path); }));
    std::printf("%zu nodes, %zu scopes, %zu seen\n", bench.shown.graph().nodes().size(),
        bench.shown.tree().scopes().size(), bench.canvas->picture()->places.size() - 1);
    // From the top down, as a user clicks.
    const core::ScopeTree& tree = bench.shown.tree();
    std::vector<double> unfolds;
    for (std::uint32_t scope = 1; scope < tree.scopes().size() && unfolds.size() < 30; ++scope) {
        if (!bench.shown.isOpen(scope) && bench.shown.isOpen(tree.scope(scope).parent))
            unfolds.push_back(bench.untilReady([&] { bench.shown.setOpen(scope, true); }));
    }
    std::ranges::sort(unfolds);
    if (!unfolds.empty())
        std::printf("%-34s %8.0f ms median, %6.0f worst of %zu\n", "unfold a scope",
            unfolds[unfolds.size() / 2], unfolds.back(), unfolds.size());
    const auto scenes = [&] {
        std::printf("%zu seen\n", bench.canvas->picture()->places.size() - 1);
        bench.frames("frame, everything", 0);
        bench.frames("frame", 0.1);
        bench.frames("frame", 0.26);
        bench.frames("frame", 0.4);
        bench.frames("frame", 0.65);
        bench.frames("frame", 1);
        bench.frames("frame", 1.6);
    };
    scenes();
    core::GraphFold all = bench.shown.fold();
    all.isOpen.assign(all.isOpen.size(), true);
    std::printf("%-34s %8.0f ms\n", "unfold everything",
        bench.untilReady([&] { bench.shown.setFold(all, std::nullopt); }));
    scenes();
    std::printf("%-34s %8.0f ms\n", "fold everything", bench.untilReady([&] { bench.shown.foldAll(); }));
}

} // namespace

int main(int argc, char** argv)
{
    const QApplication application(argc, argv);
    run(argc > 1 ? QString::fromLocal8Bit(argv[1]).toInt() : 20'000);
    return 0;
}
