// SPDX-License-Identifier: GPL-3.0-or-later
// How long the graph view keeps a user waiting: `bench_graph [NODES | MODEL]`, a transformer as an ONNX model
// that is written for it, or a file. One line per scene; see docs/benchmarks.md.
#include "graph/graph_canvas.h"
#include "protobuf_message.h"
#include "records/graph.h"
#include "window_scenes.h"

#include <QApplication>
#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <ctime>

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

/// What this thread has needed so far; other programs do not lengthen it.
double threadMs()
{
    timespec now {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
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

    /// What the first picture is made of, each counted from the beginning.
    void open(const QString& path)
    {
        QElapsedTimer clock;
        clock.start();
        const gui::OpenedRoot* const root = program.services.session.open(path);
        const auto report = [&clock](const char* name, const std::function<bool()>& isThere) {
            test::spinUntil(isThere);
            std::printf("%-34s %8.0f ms\n", name, test::since(clock));
        };
        report("open: file known", [&] { return root->index() != nullptr; });
        report("open: graph read, matched, folded", [&] { return shown.loaded() != nullptr; });
        report("open: laid out", [&] { return isReady(); });
        canvas->grab();
        report("open, first picture", [] { return true; });
    }

    void frames(const char* name, double zoom)
    {
        canvas->view().fit();
        if (zoom > 0)
            canvas->zoomBy(zoom / canvas->view().zoom());
        QImage image(canvas->size(), QImage::Format_RGB32);
        std::vector<double> times, computed;
        for (int i = 0; i < 60; ++i) {
            canvas->view().set(canvas->view().zoom() * (i % 2 == 0 ? 1.01 : 1 / 1.01),
                canvas->view().origin() + QPointF(7, 5) / canvas->view().zoom());
            QElapsedTimer clock;
            clock.start();
            const double before = threadMs();
            canvas->render(&image);
            computed.push_back(threadMs() - before);
            times.push_back(test::since(clock));
        }
        std::ranges::sort(times);
        std::ranges::sort(computed);
        std::printf("%-34s %8.1f ms median, %6.1f worst of 60; computing %.1f, %.1f; at %.1f %%\n", name,
            times[times.size() / 2], times.back(), computed[computed.size() / 2], computed.back(),
            canvas->view().zoom() * 100);
        std::fflush(stdout);
    }
};

void run(const QString& what)
{
    const QTemporaryDir folder;
    bool isNumber = false;
    const int nodes = what.toInt(&isNumber);
    const QString path = isNumber ? folder.filePath(QStringLiteral("transformer.onnx")) : what;
    if (isNumber)
        writeTransformer(path, nodes);
    Bench bench;
    bench.program.window.showArrangement("graph");
    bench.open(path);
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
    run(argc > 1 ? QString::fromLocal8Bit(argv[1]) : QStringLiteral("20000"));
    return 0;
}
