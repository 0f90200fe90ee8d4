// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/difference_map.h"
#include "graph/edge_note.h"
#include "graph_window.h"
#include "heatmap/heatmap_view.h"
#include "protobuf_message.h"
#include "temporary_folder.h"

#include <QTableView>
#include <QTest>

#include <cmath>
#include <filesystem>

using namespace dumpscope;
using namespace dumpscope::gui;
using namespace dumpscope::test;
namespace fs = std::filesystem;

namespace {

constexpr int kPatience = 20'000;
constexpr char kGolden[] = DUMPSCOPE_SAMPLE_DATA "/golden";
constexpr char kGraph[] = DUMPSCOPE_SAMPLE_DATA "/target/rank_0/graphs/ms_output_trace_code_graph_0.ir";
constexpr char kGraphPb[] = DUMPSCOPE_SAMPLE_DATA "/target/rank_0/graphs/ms_output_trace_code_graph_0.pb";
constexpr std::string_view kBackbone = "Default/network-WithLossCell/_backbone-LeNet/",
                           kFeatures = "features/";

/// The sample's target and another golden, compared and beside each other.
struct BesideWindow : test::GraphWindow {
    explicit BesideWindow(const std::string& golden)
        : target(services.session.roots().first())
        , other(services.session.open(QString::fromStdString(golden)))
        , panel(window.dock("graph")->panel())
        , beside(panel->findChild<GraphCanvas*>(QStringLiteral("golden-graph")))
    {
    }
    void compare()
    {
        comparison = services.comparisons.compare({{target}, {other}});
        QTRY_VERIFY_WITH_TIMEOUT(comparison->isOver() && isReady(), kPatience);
        QVERIFY(panel->showTab(QStringLiteral("both graphs")));
        QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled() && beside->picture() && beside->isVisible(), kPatience);
    }
    void choose(const char* name)
    {
        shown().choose(node(name));
        shown().reveal(node(name));
        QTRY_VERIFY_WITH_TIMEOUT(
            panel->isSettled() && beside->currentPlace() != core::ScopeTree::kNone, kPatience);
    }
    /// Places of what is chosen, seen in the window.
    [[nodiscard]] QPoint chosenAt(const GraphCanvas& on) const
    {
        return on.screenRect(on.currentPlace()).topLeft();
    }
    OpenedRoot *target, *other;
    ComparisonDocument* comparison = nullptr;
    Panel* panel;
    GraphCanvas* beside;
};

/// The backbone of the sample as an ONNX model of its own names, without loads and monads.
QByteArray onnxBackbone(const core::Graph& graph)
{
    const auto isOurs = [&graph](const core::GraphNode& node) {
        return node.kind == core::NodeKind::Operator && graph.text(node.name).starts_with(kBackbone)
            && graph.text(node.opType) != "Load" && graph.text(node.opType) != "UpdateState"
            && graph.text(node.opType) != "MakeTuple";
    };
    const auto nameOf = [&graph](const core::GraphNode& node) {
        return QByteArray::fromStdString(
            std::string(kFeatures) + std::string(graph.text(node.name).substr(kBackbone.size())));
    };
    ProtobufMessage made;
    for (const core::GraphNode& node : graph.nodes()) {
        if (!isOurs(node))
            continue;
        ProtobufMessage message;
        int inputs = 0;
        for (const core::GraphInput& input : graph.inputs(node)) {
            const bool isKnown = input.from.isValid() && isOurs(graph.node(input.from));
            inputs += isKnown ? 1 : 0;
            if (isKnown)
                message.bytes(1, nameOf(graph.node(input.from)));
        }
        if (inputs == 0)
            message.bytes(1, "x");
        made.message(1,
            message.bytes(2, nameOf(node))
                .bytes(3, nameOf(node))
                .bytes(4, QByteArray::fromStdString(std::string(graph.text(node.opType)))));
    }
    made.bytes(2, "net").message(11, ProtobufMessage().bytes(1, "x"));
    return ProtobufMessage().varint(1, 8).message(7, made).message(8, ProtobufMessage().varint(2, 17)).data();
}

void replace(std::string& text, std::string_view from, std::string_view to)
{
    if (const auto at = text.find(from); at != std::string::npos)
        text.replace(at, from.size(), to);
}

} // namespace

class GraphPairsTest : public QObject {
    Q_OBJECT
private slots:
    void theOtherHasAnotherForm();
    void theOtherHasOtherNames();
    void whatOneSideLacksIsMarked();
    void bothGraphsGoTogether();
    void theFirstDivergenceLeads();
    void verdictsCanBeSwitchedOff();
    void portsShowTheirDifference();
};

/// The same graph, on one side as text and on the other as protobuf.
void GraphPairsTest::theOtherHasAnotherForm()
{
    const test::TemporaryFolder folder;
    fs::copy(kGolden, folder.at("golden"), fs::copy_options::recursive);
    fs::create_directories(folder.at("golden/rank_0/graphs"));
    fs::copy_file(kGraphPb, folder.at("golden/rank_0/graphs/ms_output_trace_code_graph_0.pb"));
    BesideWindow program(folder.at("golden"));
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    program.compare();
    program.choose(kMatMul);
    QVERIFY2(program.beside->spokenCurrent().startsWith(QLatin1String("MatMul")),
        qPrintable(program.beside->spokenCurrent()));
    // What the other form does not write down is not missing.
    for (const NodeMark& mark : program.shown().marks())
        QVERIFY(!mark.isMissing);
}

void GraphPairsTest::theOtherHasOtherNames()
{
    const test::TemporaryFolder folder;
    fs::copy(kGolden, folder.at("golden"), fs::copy_options::recursive);
    fs::remove_all(folder.at("golden/rank_0/execution_order"));
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder.at("golden/rank_0/LeNet")))
        files.push_back(entry.path());
    for (const fs::path& file : files) {
        std::string name = file.filename().string();
        const bool isOurs = name.find(".Default_network-WithLossCell__backbone-LeNet_") != std::string::npos;
        replace(name, "Default_network-WithLossCell__backbone-LeNet_", "features_");
        if (isOurs)
            fs::rename(file, file.parent_path() / name);
        else if (file.extension() == ".npy")
            fs::remove(file);
    }
    BesideWindow* program = nullptr;
    {
        test::GraphWindow source;
        QTRY_VERIFY_WITH_TIMEOUT(source.isReady(), kPatience);
        QVERIFY(test::writeFile(
            folder.at("golden/rank_0/net.onnx"), onnxBackbone(source.shown().graph()).toStdString()));
    }
    const auto made = std::make_unique<BesideWindow>(folder.at("golden"));
    program = made.get();
    QTRY_VERIFY_WITH_TIMEOUT(program->isReady(), kPatience);
    program->compare();
    QVERIFY(program->comparison->pairs()->rows() > 0);
    program->shown().foldAll();
    QTRY_VERIFY_WITH_TIMEOUT(program->panel->isSettled(), kPatience);
    program->choose(kMatMul);
    const QString words = program->beside->spokenCurrent();
    QVERIFY2(words.startsWith(QLatin1String("MatMul-op0")), qPrintable(words));
    // It is seen itself, in a scope that was unfolded with ours, and at the same place of the window.
    const core::GraphPicture& picture = *program->beside->picture();
    const auto& place = picture.places[program->beside->currentPlace()];
    QVERIFY(!place.item.isScope);
    QVERIFY(picture.places[place.parent].isOpen && place.parent != 0);
    program->canvas->zoomBy(1.1);
    QVERIFY(
        (program->chosenAt(*program->beside) - program->chosenAt(*program->canvas)).manhattanLength() <= 4);
    // Folding goes along though no path is the same.
    const std::uint32_t scope = program->shown().tree().scopeOf(program->node(kMatMul).node());
    program->shown().setOpen(scope, false);
    QTRY_VERIFY_WITH_TIMEOUT(program->panel->isSettled()
            && program->beside->picture()->places[program->beside->currentPlace()].item.isScope,
        kPatience);
}

void GraphPairsTest::whatOneSideLacksIsMarked()
{
    const test::TemporaryFolder folder;
    fs::copy(kGolden, folder.at("golden"), fs::copy_options::recursive);
    // One operator of the other side has another name; its tensors do not help.
    std::string text = test::readFile(kGraph);
    constexpr std::string_view kOwn = "fc1-Dense/BiasAdd-op0";
    while (text.find(kOwn) != std::string::npos)
        replace(text, kOwn, "fc1-Dense/Elsewhere-op0");
    fs::create_directories(folder.at("golden/rank_0/graphs"));
    QVERIFY(test::writeFile(folder.at("golden/rank_0/graphs/ms_output_trace_code_graph_0.ir"), text));
    for (const auto& entry : fs::directory_iterator(folder.at("golden/rank_0/LeNet/0/1"))) {
        if (entry.path().filename().string().find("fc1-Dense_BiasAdd-op0") != std::string::npos)
            fs::remove(entry.path());
    }
    BesideWindow program(folder.at("golden"));
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    program.compare();
    const auto missing = [](const ShownGraph& shown) {
        QStringList names;
        for (std::size_t i = 0; i < shown.marks().size(); ++i) {
            if (shown.marks()[i].isMissing)
                names += shown.nameOf({false, static_cast<std::uint32_t>(i)});
        }
        return names;
    };
    QTRY_COMPARE_WITH_TIMEOUT(
        missing(program.shown()), QStringList {QStringLiteral("BiasAdd-op0")}, kPatience);
    const ShownGraph::Item own
        = program.node("Default/network-WithLossCell/_backbone-LeNet/fc1-Dense/BiasAdd-op0");
    program.shown().choose(own);
    program.shown().reveal(own);
    QTRY_VERIFY_WITH_TIMEOUT(program.panel->isSettled(), kPatience);
    QVERIFY2(program.canvas->spokenCurrent().contains(QLatin1String("only on this side")),
        qPrintable(program.canvas->spokenCurrent()));
    bool isAdded = false; // what is on the other side alone says so, too
    for (const std::uint32_t place : program.beside->reading()) {
        const QString words = program.beside->spoken(place);
        isAdded = isAdded
            || (words.startsWith(QLatin1String("Elsewhere-op0"))
                && words.contains(QLatin1String("only on this side")));
    }
    QVERIFY(isAdded);
    // Splitting the window leaves in sight what is chosen.
    for (const bool isBoth : {false, true}) {
        QVERIFY(
            program.panel->showTab(isBoth ? QStringLiteral("both graphs") : QStringLiteral("target graph")));
        QTRY_VERIFY_WITH_TIMEOUT(program.panel->isSettled()
                && program.canvas->rect().contains(
                    program.canvas->screenRect(program.canvas->currentPlace())),
            kPatience);
    }
}

void GraphPairsTest::bothGraphsGoTogether()
{
    GraphWindow program;
    OpenedRoot* const target = program.services.session.roots().first();
    OpenedRoot* const golden = program.services.session.open(QStringLiteral(DUMPSCOPE_SAMPLE_DATA "/golden"));
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    Panel* const panel = program.window.dock("graph")->panel();
    QVERIFY(!panel->showTab(QStringLiteral("both graphs"))); // with what?
    ComparisonDocument* const comparison = program.services.comparisons.compare({{target}, {golden}});
    QTRY_VERIFY_WITH_TIMEOUT(comparison->isOver(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady() && panel->isSettled(), kPatience);
    // The first divergence of the comparison is that of the graph.
    QVERIFY(comparison->firstDivergence());
    const core::NodeId first = program.shown().graph().find(comparison->firstDivergence()->opName);
    QVERIFY(first.isValid());
    QCOMPARE(program.shown().markOf(first).state, State::FirstDivergence);
    QCOMPARE(program.shown().stateOf({true, 0}), State::DivergenceInside);

    QVERIFY(panel->showTab(QStringLiteral("both graphs")));
    auto* const other = panel->findChild<GraphCanvas*>(QStringLiteral("golden-graph"));
    QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled() && other->picture() && other->isVisible(), kPatience);
    program.shown().choose(program.node(kMatMul));
    program.shown().reveal(program.node(kMatMul));
    QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled(), kPatience);
    QVERIFY(other->spoken(other->currentPlace()).startsWith(QLatin1String("MatMul-op0")));
    QCOMPARE(program.services.selection.tensor().root.data(), target);
    program.shown().foldAll();
    QTRY_VERIFY_WITH_TIMEOUT(panel->isSettled(), kPatience);
    for (const GraphCanvas* canvas : {program.canvas, other}) {
        const auto& places = canvas->picture()->places;
        QVERIFY(places.size() > 1);
        QVERIFY(
            std::none_of(places.begin() + 1, places.end(), [](const auto& place) { return place.isOpen; }));
    }
    program.canvas->zoomBy(2);
    QCOMPARE(other->view().zoom(), program.canvas->view().zoom());
    other->zoomBy(0.5);
    QCOMPARE(program.canvas->view().zoom(), other->view().zoom());
    program.services.session.close(golden);
    QTRY_VERIFY_WITH_TIMEOUT(!other->isVisible() && panel->isSettled(), kPatience);
    QVERIFY(program.canvas->picture());
}

/// Graphs open where it is; what only inherits an error, or was written after the step, looks otherwise. The
/// sample's README names the planted fault: only fc1's BiasAdd is wrong by itself.
void GraphPairsTest::theFirstDivergenceLeads()
{
    ComparedWindow program;
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    program.compare();
    QTRY_VERIFY_WITH_TIMEOUT(program.isCompared(), kPatience);
    const ShownGraph& shown = program.shown();
    const ShownGraph::Item first = program.node(kBiasAdd);
    QTRY_VERIFY_WITH_TIMEOUT(shown.stateOf(first) == State::FirstDivergence && program.isReady(), kPatience);
    for (std::uint32_t scope = shown.tree().parentOf(first); scope != 0;
         scope = shown.tree().scope(scope).parent) {
        QVERIFY(shown.isOpen(scope));
        QCOMPARE(shown.stateOf({true, scope}), State::DivergenceInside);
    }
    QVERIFY(program.canvas->rect().intersects(
        program.canvas->screenRect(program.canvas->picture()->ownPlace(first))));
    for (const char* name : {"fc1.bias", "fc1.weight", "fc2.weight", "conv1.weight"})
        QCOMPARE(shown.stateOf(program.node(name)), State::AfterStep);
    for (std::size_t node = 0; node < shown.marks().size(); ++node) {
        const NodeMark& mark = shown.marks()[node];
        QVERIFY2(
            mark.state != State::Fail, qPrintable(shown.nameOf({false, static_cast<std::uint32_t>(node)})));
        QVERIFY(mark.state != State::AfterStep || !mark.isBad());
    }
    QCOMPARE(shown.stateOf(
                 {true, shown.tree().parentOf(program.node("Default/optimizer-Momentum/ApplyMomentum-op0"))}),
        State::Inherited);
    // The edge says what BiasAdd read, the sample's README: 4 too much in one column; not what the step made
    // of it later.
    core::Strand read;
    read.producer = program.node("fc1.bias").node();
    read.consumer = first.node();
    read.isControl = false;
    QCOMPARE(readNote(shown, read), std::optional<QString>(QStringLiteral("Δ 4")));
    QVERIFY(shown.markOf(read.producer).note != QStringLiteral("Δ 4"));
    read.producer = program.node(kMatMul).node();
    QCOMPARE(readNote(shown, read), std::optional<QString>(QStringLiteral("Δ 0")));
    program.canvas->setMapVisible(false);
    QVERIFY(program.pixels(Token::Inherited) > 50);
    // What somebody folds stays folded.
    program.shown().foldAll();
    emit program.comparison->divergenceChanged();
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    QVERIFY(program.canvas->picture()->ownPlace(first) == core::ScopeTree::kNone);
    const std::uint32_t around = program.canvas->picture()->placeFor(shown.tree(), first);
    QVERIFY(program.canvas->spoken(around).contains(stateWord(State::DivergenceInside)));
}

void GraphPairsTest::verdictsCanBeSwitchedOff()
{
    ComparedWindow program;
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    program.compare();
    program.shown().choose(program.node(kBiasAdd));
    QTRY_VERIFY_WITH_TIMEOUT(program.isCompared(), kPatience);
    program.shown().reveal(program.node(kBiasAdd));
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    program.canvas->setMapVisible(false);
    QVERIFY(program.pixels(Token::Fail) > 50);
    program.canvas->setColours(NodeColours::None);
    QCOMPARE(program.pixels(Token::Fail), 0);
}

void GraphPairsTest::portsShowTheirDifference()
{
    ComparedWindow program;
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    program.compare();
    QTRY_VERIFY_WITH_TIMEOUT(program.isCompared(), kPatience);
    auto* const map = program.shownIn<DifferenceMap>("operator");
    program.services.selection.select(program.output(kBiasAdd));
    QTRY_VERIFY_WITH_TIMEOUT(map->isVisible() && map->isSettled() && map->view()->plane(), kPatience);
    // Names of ports are short and whole, with their marks.
    const auto* const table = program.shownIn<QTableView>("operator");
    for (int row = 0; row < table->model()->rowCount(); ++row)
        QVERIFY(table->columnWidth(0) >= table->sizeHintForIndex(table->model()->index(row, 0)).width());
    // 2 x 6 results, column 3 of which got 4 too much (the bias of the target is wrong there).
    const PlaneData& plane = *map->view()->plane();
    QCOMPARE(plane.rows, std::uint64_t {2});
    QCOMPARE(plane.columns, std::uint64_t {6});
    for (std::uint64_t row = 0; row < 2; ++row) {
        for (std::uint64_t column = 0; column < 6; ++column)
            QVERIFY(std::fabs(plane.overview.values[plane.overview.at(row, column)] - (column == 3 ? 4 : 0))
                < 1e-6);
    }
    program.services.session.close(program.golden);
    QTRY_VERIFY_WITH_TIMEOUT(!map->isVisible(), kPatience);
}

QTEST_MAIN(GraphPairsTest)
#include "tst_graph_pairs.moc"
