// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/category_tint.h"
#include "graph/duration_heat.h"
#include "graph/heat_legend.h"
#include "graph/legend_bar.h"
#include "graph/node_models.h"
#include "graph_window.h"
#include "msprobe_dump_writer.h"
#include "overflow/origin_tracker.h"
#include "panel_dock.h"
#include "protobuf_message.h"
#include "temporary_folder.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>
#include <set>

using namespace dumpscope;
using namespace dumpscope::gui;

namespace {

constexpr int kPatience = 20'000;

/// Names of nodes with a mark that fits, short and sorted.
QStringList marked(const ShownGraph& shown, bool (*fits)(const NodeMark&))
{
    QStringList names;
    for (std::size_t node = 0; node < shown.marks().size(); ++node) {
        if (fits(shown.marks()[node]))
            names += shown.nameOf({false, static_cast<std::uint32_t>(node)});
    }
    names.sort();
    return names;
}

bool isBorn(const NodeMark& mark)
{
    return mark.isBorn && mark.state == State::BornHere && mark.hasNan;
}
bool isPassedOn(const NodeMark& mark)
{
    return !mark.isBorn && mark.state == State::Inherited && mark.hasNan;
}
bool isOverflow(const NodeMark& mark)
{
    // Values are looked at meanwhile; an infinity weighs more, but does not hide the record.
    return mark.hasOverflow && worseOf(mark.state, State::Warn) == mark.state;
}

/// The statistics of NanNet with its graph. Its second iteration takes the logarithm of numbers that became
/// negative.
class NanDump {
public:
    NanDump()
    {
        const std::filesystem::path data(DUMPSCOPE_TEST_DATA);
        std::filesystem::copy(data / "mindspore/nan-ms270-statistic", m_folder.path(),
            std::filesystem::copy_options::recursive);
        std::filesystem::create_directory(m_folder.at("rank_0/graphs"));
        std::filesystem::copy_file(data / "mindspore/save-graphs/ms270_nan_trace_code.ir",
            m_folder.at("rank_0/graphs/ms_output_trace_code_graph_0.ir"));
    }
    [[nodiscard]] QString path() const { return QString::fromStdString(m_folder.path()); }
    /// Lines of an iteration that `edit` keeps, as it makes them.
    void write(int iteration, const std::function<QByteArray(const QByteArray&)>& edit, int from = 1) const
    {
        const auto file = [this](int number) {
            return m_folder.at("rank_0/NanNet/0/" + std::to_string(number) + "/statistic.csv");
        };
        QByteArray content;
        for (const QByteArray& line : QByteArray::fromStdString(test::readFile(file(from))).split('\n')) {
            const QByteArray made = line.isEmpty() || line.startsWith("Op Type") ? line : edit(line);
            if (!made.isEmpty())
                content += made + '\n';
        }
        QVERIFY(test::writeFile(file(iteration), content.toStdString()));
    }

private:
    test::TemporaryFolder m_folder;
};

} // namespace

class GraphMarksTest : public QObject {
    Q_OBJECT
private slots:
    void nanIsBornOnce_data();
    void nanIsBornOnce();
    void birthsAreThoseOfTheScan();
    void aScanSaysWhereTheyComeFrom();
    void theStarIsWhereItBegan();
    void overflowsStandAtTheirOperators();
    void durationsStandAtTheirOperators();
    void coloursByDuration();
    void inkIsLegible();
    void nanIsThatOfTheStepLookedAt();
    void differencesSayTheirStep();
    void aPartnerOfTheInputAlone();
    void verdictsOfTheFile();
    void birthsOfTheFile();
};

void GraphMarksTest::nanIsBornOnce_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("as dumped") << 0;
    QTest::newRow("outputs only") << 1;
    QTest::newRow("weights of the next iteration are no origin") << 2;
}

void GraphMarksTest::nanIsBornOnce()
{
    QFETCH(int, kind);
    const NanDump dump;
    if (kind == 1) {
        for (const int iteration : {0, 1})
            dump.write(
                iteration,
                [](const QByteArray& line) { return line.contains(",output,") ? line : QByteArray(); },
                iteration);
    } else if (kind == 2) {
        // Only parameters are dumped there, so that nothing before this one is not finite.
        dump.write(2, [](QByteArray line) {
            if (!line.startsWith("Parameter,"))
                return QByteArray();
            if (line.startsWith("Parameter,fc_weight"))
                line = line.left(line.lastIndexOf('"') + 1) + ",nan,nan,nan,";
            return line;
        });
    }
    test::GraphWindow program(dump.path());
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    const ShownGraph& shown = program.shown();
    QTRY_COMPARE_WITH_TIMEOUT(marked(shown, isBorn), QStringList {QStringLiteral("Log-op0")}, kPatience);
    // The weight that is not finite is one of another iteration.
    const QStringList passedOn {"Add-op1", "Exp-op0", "Mul-op1", "ReduceMean-op0", "Tanh-op0"};
    QCOMPARE(marked(shown, isPassedOn), passedOn);
    QCOMPARE(marked(shown, [](const NodeMark& mark) { return mark.state != State::None; }).size(),
        passedOn.size() + 1);
    QCOMPARE(shown.stateOf({true, 0}), State::BornInside);
    // Colour, words for those who do not see it, and an explanation.
    const ShownGraph::Item log = program.node("Default/Log-op0");
    program.shown().choose(log);
    program.shown().reveal(log);
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    QVERIFY(program.canvas->spokenCurrent().contains(QLatin1String("born here, NaN")));
    QVERIFY(program.pixels(Token::Fail) > 50);
    QVERIFY(program.pixels(Token::FailFill) > 500);
    QCOMPARE(program.canvas->legend().rows().front(),
        std::pair(State::BornHere, QStringLiteral("NaN or Inf born here")));
    // Below the picture, so that it covers nothing of it.
    auto* const line = program.window.findChild<LegendBar*>();
    QVERIFY(line && line->isVisible());
    QCOMPARE(line->rows(), program.canvas->legend().rows());
    QVERIFY(line->mapToGlobal(QPoint(0, 0)).y()
        >= program.canvas->mapToGlobal(QPoint(0, program.canvas->height())).y());
    program.canvas->setColours(NodeColours::None);
    QCOMPARE(program.pixels(Token::Fail), 0);
    QVERIFY(line->rows().empty());
    // Tints are there without verdicts, and so is what they mean.
    QVERIFY(line->isVisible());
    using core::OperatorCategory;
    QVERIFY(std::ranges::find(line->categories(), OperatorCategory::Reduction) != line->categories().end());
    QVERIFY(line->accessibleDescription().contains(categoryWord(OperatorCategory::Activation))); // Tanh
    QVERIFY(std::ranges::find(line->categories(), OperatorCategory::Other) == line->categories().end());
}

/// Outputs only, and not of the operator that made NaN: finite numbers nearest above in the graph prove
/// nothing.
void GraphMarksTest::birthsAreThoseOfTheScan()
{
    const NanDump dump;
    for (const int iteration : {0, 1}) {
        dump.write(
            iteration,
            [](const QByteArray& line) {
                return line.contains(",output,") && !line.startsWith("Log,") ? line : QByteArray();
            },
            iteration);
    }
    test::GraphWindow program(dump.path());
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    const ShownGraph& shown = program.shown();
    const core::DumpIndex& index = *shown.loaded()->index;
    core::OriginTracker tracker(index);
    for (std::uint32_t i = 0; i < index.tensorCount(); ++i)
        tracker.add(core::measuredByStatistics(index, core::TensorId(i)));
    const auto found = tracker.finish({});
    QVERIFY(found && !found->empty());
    std::set<std::uint32_t> births;
    for (const core::NonFiniteTensor& tensor : *found) {
        if (tensor.origin == core::ValueOrigin::Born)
            births.insert(shown.loaded()->places[tensor.id.value()].node.value());
    }
    QTRY_VERIFY_WITH_TIMEOUT(!marked(shown, isPassedOn).isEmpty(), kPatience);
    for (std::uint32_t node = 0; node < shown.marks().size(); ++node)
        QCOMPARE(shown.marks()[node].isBorn, births.contains(node));
}

/// Tree and tables have what the scan said; statistics alone would call the logarithm's output born.
void GraphMarksTest::aScanSaysWhereTheyComeFrom()
{
    const NanDump dump;
    test::GraphWindow program(dump.path());
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    const ShownGraph& shown = program.shown();
    QTRY_VERIFY_WITH_TIMEOUT(!marked(shown, isBorn).isEmpty(), kPatience);
    FirstNonFinite& store = FirstNonFinite::of(program.services.session);
    QTRY_VERIFY_WITH_TIMEOUT(store.isSettled(), kPatience);
    OpenedRoot* const root = program.services.session.roots().first();
    core::ValueScan scan;
    for (const quint32 id : store.originsIn(root).keys()) {
        core::NonFiniteTensor tensor;
        tensor.id = core::TensorId(id);
        tensor.origin = core::ValueOrigin::Inherited;
        scan.found.push_back(tensor);
    }
    QVERIFY(!scan.found.empty());
    store.report(root, scan);
    QTRY_VERIFY_WITH_TIMEOUT(marked(shown, isBorn).isEmpty() && shown.isSettled(), kPatience);
    QVERIFY(!marked(shown, isPassedOn).isEmpty());
}

/// As in the tree and the tables: what is born later, of an operator with finite inputs, fails by itself.
void GraphMarksTest::theStarIsWhereItBegan()
{
    test::GraphWindow program(QStringLiteral(DUMPSCOPE_TEST_DATA "/mindspore/nan-ms210-full"));
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    const ShownGraph& shown = program.shown();
    QTRY_COMPARE_WITH_TIMEOUT(shown.stateOf(program.node("Default/Log-op0")), State::BornHere, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(
        std::ranges::count(shown.marks(), State::BornHere, &NodeMark::state) == 1, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(shown.stateOf(program.node("Default/Exp-op0")), State::Fail, kPatience);
}

void GraphMarksTest::overflowsStandAtTheirOperators()
{
    // Which operators the records of the dump are about is told by who made them.
    constexpr char kRun[] = "dump/20260301101112";
    const QByteArray text
        = QByteArray::fromStdString(test::readFile(DUMPSCOPE_TEST_DATA "/overflow/facts.json"));
    const QJsonObject facts = QJsonDocument::fromJson(text).object();
    QStringList expected;
    for (const QJsonValue& record : facts["records"].toArray()) {
        for (const char* key : {"pairs_with", "also_pairs_with"}) {
            const QString name = record[QLatin1String(key)]["op_name"].toString();
            if (record["path"].toString().startsWith(QLatin1String(kRun)) && !name.isEmpty())
                expected += name;
        }
    }
    expected.removeDuplicates();
    expected.sort();
    QVERIFY(expected.size() > 20);
    // Its operators in a row as a model, and one that is not dumped.
    const test::TemporaryFolder folder;
    std::filesystem::copy(std::string(DUMPSCOPE_TEST_DATA "/overflow/") + kRun, folder.at("dump"),
        std::filesystem::copy_options::recursive);
    ProtobufMessage graph;
    QByteArray last = "x";
    QStringList known;
    QJsonArray operators = facts["ops"].toArray();
    operators.append(QJsonObject {{"path", kRun}, {"op_name", "net/block/quiet"}, {"op_type", "Relu"}});
    for (const QJsonValue& op : operators) {
        const QString name = op["op_name"].toString();
        if (!op["path"].toString().startsWith(QLatin1String(kRun)) || known.contains(name))
            continue;
        known += name;
        graph.message(1,
            ProtobufMessage()
                .bytes(1, last)
                .bytes(2, name.toUtf8())
                .bytes(3, name.toUtf8())
                .bytes(4, op["op_type"].toString().toUtf8()));
        last = name.toUtf8();
    }
    graph.bytes(2, "net")
        .message(11, ProtobufMessage().bytes(1, "x"))
        .message(12, ProtobufMessage().bytes(1, last));
    const ProtobufMessage model
        = ProtobufMessage().varint(1, 8).message(7, graph).message(8, ProtobufMessage().varint(2, 17));
    QVERIFY(test::writeFile(folder.at("dump/net.onnx"), model.data().toStdString()));

    test::GraphWindow program(QString::fromStdString(folder.path()));
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    const ShownGraph& shown = program.shown();
    const auto inFile = std::ranges::count_if(shown.graph().nodes(),
        [](const core::GraphNode& node) { return node.kind != core::NodeKind::Result; });
    QCOMPARE(inFile, static_cast<std::ptrdiff_t>(known.size() + 1)); // and the input
    const auto found = [&shown] {
        QStringList names;
        for (std::size_t node = 0; node < shown.marks().size(); ++node) {
            if (!isOverflow(shown.marks()[node]))
                continue;
            const std::string_view name = shown.graph().text(shown.graph().nodes()[node].name);
            const QString whole = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
            names += whole;
        }
        names.sort();
        return names;
    };
    QTRY_COMPARE_WITH_TIMEOUT(found(), expected, kPatience);
    const ShownGraph::Item core = program.node("net/block/core_op");
    program.shown().choose(core);
    program.shown().reveal(core);
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    QVERIFY(program.canvas->spokenCurrent().contains(QLatin1String("overflow")));
    QVERIFY(program.pixels(Token::Warn) > 20);
    const auto legend = program.canvas->legend().rows();
    QVERIFY(std::ranges::find(legend, std::pair(State::Warn, QStringLiteral("overflow"))) != legend.end());
    QCOMPARE(worseOf(shown.stateOf({true, 0}), State::Warn), shown.stateOf({true, 0}));
}

/// As a profiler timed them; of three runs and two steps nobody knows which is which. Notes of nodes and
/// edges are those of verdicts.
void GraphMarksTest::durationsStandAtTheirOperators()
{
    const NanDump dump;
    std::string lines = "Op Name,OP Type,Task ID,Task Start Time(us),Task Duration(us)\n";
    for (const char* rest : {",MatMul,1,100,4\n", ",MatMul,2,200,1\n", ",MatMul,3,300,2\n"})
        lines += std::string("Default/fc-Dense/MatMul-op0") + rest;
    QVERIFY(test::writeFile(dump.path().toStdString() + "/op_summary_1.csv", lines));
    test::GraphWindow program(dump.path());
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    const ShownGraph& shown = program.shown();
    QStringList timed;
    for (std::uint32_t node = 0; node < shown.graph().nodes().size(); ++node) {
        if (durationWords(shown, {false, node}).startsWith(QStringLiteral("Σ 7 µs")))
            timed += shown.nameOf({false, node});
    }
    QCOMPARE(timed, QStringList {QStringLiteral("MatMul-op0")});
    QCOMPARE(marked(shown, [](const NodeMark& mark) { return mark.note.contains(QStringLiteral("µs")); }),
        QStringList());
}

/// The choice is there where durations are; scopes have the sum, what has none stays neutral and is counted.
void GraphMarksTest::coloursByDuration()
{
    const NanDump plain;
    const auto button = [](test::GraphWindow& program) {
        for (QToolButton* one : program.window.dock("graph")->panel()->findChildren<QToolButton*>()) {
            if (one->text() == QLatin1String("Durations"))
                return one;
        }
        return static_cast<QToolButton*>(nullptr);
    };
    {
        test::GraphWindow program(plain.path());
        QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
        QVERIFY(!button(program)->isVisible());
        program.canvas->setColours(NodeColours::Durations); // of a workspace
        QCOMPARE(program.canvas->colours(), NodeColours::Verdicts);
    }
    const NanDump dump;
    QVERIFY(test::writeFile(dump.path().toStdString() + "/op_summary_1.csv",
        "Op Name,OP Type,Task ID,Task Start Time(us),Task Duration(us)\n"
        "Default/fc-Dense/MatMul-op0,MatMul,1,100,75\nDefault/fc-Dense/BiasAdd-op0,BiasAdd,2,300,25\n"));
    test::GraphWindow program(dump.path());
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    auto* const legend = program.window.dock("graph")->panel()->findChild<HeatLegend*>();
    QVERIFY(legend->isHidden());
    QTRY_VERIFY(button(program)->isVisible());
    button(program)->click();
    QCOMPARE(program.canvas->colours(), NodeColours::Durations);
    QCOMPARE(legend->sentences().size(), 1);
    QVERIFY2(legend->sentences()[0].startsWith(QStringLiteral("100 % is 100 µs · ")),
        qPrintable(legend->sentences()[0]));
    QVERIFY(!legend->isHidden());
    // The operator, and the scope around it.
    const ShownGraph& shown = program.shown();
    const auto words = [&shown](const char* name) {
        for (std::uint32_t node = 0; node < shown.graph().nodes().size(); ++node) {
            if (shown.nameOf({false, node}) == QLatin1String(name))
                return durationWords(shown, {false, node});
        }
        return QString();
    };
    QCOMPARE(words("MatMul-op0"), QStringLiteral("75 µs, 75.0 % of what is timed in this graph"));
    QCOMPARE(durationWords(shown, {true, 0}),
        QStringLiteral("100 µs, 100.0 % of what is timed in this graph (2 operators inside are timed)"));
    const QRgb heat = heatFill(heatPosition(0.75), Theme::of(program.canvas)).rgb();
    const auto hasHeat = [&program, heat] {
        const QImage image = program.canvas->grab().toImage();
        int count = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                count += image.pixel(x, y) == heat ? 1 : 0;
        }
        return count > 20;
    };
    program.shown().unfoldAll();
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    program.canvas->view().fit();
    QTRY_VERIFY_WITH_TIMEOUT(hasHeat(), kPatience);
    const QJsonObject kept = program.window.dock("graph")->panel()->saveView();
    button(program)->click();
    QCOMPARE(program.canvas->colours(), NodeColours::Verdicts);
    QVERIFY(!hasHeat() && legend->isHidden());
    program.window.dock("graph")->panel()->restoreView(kept);
    QCOMPARE(program.canvas->colours(), NodeColours::Durations);
}

/// By the formula of WCAG 2; the ramp goes one way in lightness.
void GraphMarksTest::inkIsLegible()
{
    const auto luminance = [](const QColor& color) {
        const auto linear = [](double part) {
            return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
        };
        return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF())
            + 0.0722 * linear(color.blueF());
    };
    for (const Theme* theme : {&Theme::light(), &Theme::dark()}) {
        double before = theme->isDark() ? -1 : 2;
        for (int i = 0; i <= 100; ++i) {
            const QColor fill = heatFill(i / 100.0, *theme);
            const double a = luminance(fill), b = luminance(inkOn(fill));
            QVERIFY2((std::max(a, b) + 0.05) / (std::min(a, b) + 0.05) >= 4.5, qPrintable(fill.name()));
            QVERIFY(theme->isDark() ? a > before : a < before);
            before = a;
        }
    }
    QCOMPARE(heatPosition(1), 1.0);
    QCOMPARE(heatPosition(0.01), 0.5);
    QCOMPARE(heatPosition(1e-9), 0.0);
    QCOMPARE(shareText(0.312), QStringLiteral("31.2 %"));
    QCOMPARE(shareText(1e-5), QStringLiteral("< 0.1 %"));
}

/// The verdict of a node and its error are those of the step that is looked at, as those of its rows in all
/// panels. What is NaN on one side is no number.
/// NanNet is finite in its first iteration.
void GraphMarksTest::nanIsThatOfTheStepLookedAt()
{
    const NanDump dump;
    test::GraphWindow program(dump.path());
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    const core::DumpIndex& index = *program.shown().loaded()->index;
    const auto markOf = [&](const char* name) { return program.shown().markOf(program.node(name).node()); };
    for (const std::int64_t step : {0, 1, 0}) {
        std::uint32_t id = 0;
        while (index.factsOf(core::TensorId(id)).step != step)
            ++id;
        program.services.selection.select({program.shown().root(), core::TensorId(id)});
        QTRY_COMPARE_WITH_TIMEOUT(
            markOf("Default/Log-op0").state, step == 0 ? State::None : State::BornHere, kPatience);
        QCOMPARE(markOf("Default/Log-op0").hasNan, step == 1);
        QCOMPARE(markOf("Default/Log-op0").elsewhere, QString(step == 0 ? "NaN · step 1" : ""));
        QCOMPARE(markOf("Default/Exp-op0").state, step == 0 ? State::None : State::Inherited);
        QCOMPARE(program.shown().stateOf({true, 0}), step == 0 ? State::None : State::BornInside);
    }
}

void GraphMarksTest::differencesSayTheirStep()
{
    const test::TemporaryFolder folder;
    const auto write = [&](const char* side, int step, float off, float first) {
        const std::string made = folder.at("made");
        const std::vector<test::DumpedOperator> operators {
            {"Torch.neg.0.forward", {test::DumpedTensor {{2}, {1, 2}}}, {{2}, {-1, -2 - off}}},
            {"Torch.log.0.forward", {test::DumpedTensor {{2}, {-1, -2 - off}}}, {{2}, {first, 3}}}};
        QVERIFY(test::MsprobeDumpWriter::write(made, operators));
        QVERIFY(test::writeFile(made + "/step0/rank0/construct.json",
            R"({"Torch.neg.0.forward":null,"Torch.log.0.forward":null})"));
        std::filesystem::create_directories(folder.at(side));
        std::filesystem::rename(
            made + "/step0", folder.at(std::string(side) + "/step" + std::to_string(step)));
    };
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (const int step : {0, 1}) {
        write("golden", step, 0, 4);
        write("target", step, step == 1 ? 0.5F : 0.25F, step == 1 ? nan : 4);
    }
    test::GraphWindow program(QString::fromStdString(folder.at("golden")));
    OpenedRoot* const target = program.services.session.open(QString::fromStdString(folder.at("target")));
    QTRY_VERIFY_WITH_TIMEOUT(program.services.session.isSettled(), kPatience);
    const ComparisonDocument* const comparison
        = program.services.comparisons.compare({{target}, {program.services.session.roots().first()}});
    program.shown().holdTo(program.services.session.roots().first(), true);
    QTRY_VERIFY_WITH_TIMEOUT(comparison->isOver() && program.isReady(), kPatience);
    const auto markOf = [&](const char* name) { return program.shown().markOf(program.node(name).node()); };
    const auto noteOf = [&](const char* name) { return markOf(name).note; };
    OpenedRoot* const golden = program.services.session.roots().first();
    // Of the step that is looked at, as the ports beside it; elsewhere it is larger.
    for (const int step : {0, 1, 0}) {
        const auto output = golden->index()->findTensor(
            "step" + std::to_string(step) + "/rank0/dump_tensor_data/Torch.neg.0.forward.output.0.npy");
        QVERIFY(output);
        program.services.selection.select({golden, *output});
        // The ports beside the graph are those of the step, too.
        const auto* const ports = program.window.dock("operator")->panel()->findChild<PortModel*>();
        QVERIFY(ports);
        QTRY_VERIFY_WITH_TIMEOUT(ports->rowOf({golden, *output}) >= 0, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(
            noteOf("Torch.neg.0.forward"), QString(step == 0 ? "Δ 0.25" : "Δ 0.5"), kPatience);
        QCOMPARE(markOf("Torch.neg.0.forward").elsewhere,
            QString(step == 0 ? "Δ 0.5 · step 1" : "first divergence · step 0"));
        QCOMPARE(noteOf("Torch.log.0.forward"), QString(step == 0 ? "Δ 0" : "Δ NaN"));
        QCOMPARE(markOf("Torch.log.0.forward").elsewhere, QString(step == 0 ? "Δ NaN · step 1" : ""));
        // Its output is golden's in the first step, and follows from a wrong input in both.
        QCOMPARE(markOf("Torch.log.0.forward").state, step == 0 ? State::Pass : State::Inherited);
        // In the first step it begins; of the second nothing is said twice.
        QCOMPARE(markOf("Torch.neg.0.forward").state, step == 0 ? State::FirstDivergence : State::Fail);
    }
}

/// Another function stands in its place: the input has a counterpart, the output has none.
void GraphMarksTest::aPartnerOfTheInputAlone()
{
    const test::TemporaryFolder folder;
    const auto write = [&](const char* side, const char* name, float made) {
        const std::vector<test::DumpedOperator> operators {
            {"Torch.neg.0.forward", {test::DumpedTensor {{2}, {1, 2}}}, {{2}, {-1, -2}}},
            {name, {test::DumpedTensor {{2}, {-1, -2}}}, {{2}, {made, 3}}},
            {"Torch.log.0.forward", {test::DumpedTensor {{2}, {made, 3}}}, {{2}, {made, 5}}}};
        QVERIFY(test::MsprobeDumpWriter::write(folder.at(side), operators));
        QVERIFY(test::writeFile(folder.at(side) + "/step0/rank0/construct.json",
            std::string(R"({"Torch.neg.0.forward":null,")") + name
                + R"(":null,"Torch.log.0.forward":null})"));
    };
    write("golden", "Functional.silu.0.forward", 4);
    write("target", "Functional.gelu.0.forward", 7);
    test::GraphWindow program(QString::fromStdString(folder.at("golden")));
    OpenedRoot* const target = program.services.session.open(QString::fromStdString(folder.at("target")));
    QTRY_VERIFY_WITH_TIMEOUT(program.services.session.isSettled(), kPatience);
    const ComparisonDocument* const comparison
        = program.services.comparisons.compare({{target}, {program.services.session.roots().first()}});
    program.shown().holdTo(program.services.session.roots().first(), true);
    QTRY_VERIFY_WITH_TIMEOUT(comparison->isOver() && program.isReady(), kPatience);
    const auto stateOf
        = [&](const char* name) { return program.shown().markOf(program.node(name).node()).state; };
    QCOMPARE(stateOf("Torch.neg.0.forward"), State::Pass);
    QCOMPARE(stateOf("Functional.silu.0.forward"), State::Unpaired);
    const core::PairTable& pairs = *comparison->pairs();
    QCOMPARE(pairs.rows(), std::size_t(5)); // the input is paired
}

/// A database of msprobe holds verdicts and no tensors.
void GraphMarksTest::verdictsOfTheFile()
{
    test::GraphWindow program(QStringLiteral(DUMPSCOPE_TEST_DATA "/msprobe/vis/compare_graphs.vis.db"));
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    const ShownGraph& shown = program.shown();
    const auto all = [&shown](State state) {
        QStringList names;
        for (std::size_t node = 0; node < shown.marks().size(); ++node) {
            const std::string_view name = shown.graph().text(shown.graph().nodes()[node].name);
            if (shown.marks()[node].state == state && shown.marks()[node].isRecorded)
                names += QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
        }
        return names.join(' ');
    };
    QTRY_COMPARE_WITH_TIMEOUT(
        all(State::Fail), QStringLiteral("Module.layers.1.Block.backward.0"), kPatience);
    QCOMPARE(all(State::Warn), QStringLiteral("Module.layers.1.mlp.0.Linear.backward.0"));
    QCOMPARE(all(State::Pass), QStringLiteral("Module.layers.1.mlp.0.Linear.parameters_grad.0"));
    QCOMPARE(all(State::Unpaired), QStringLiteral("Module.head.Linear.forward.0"));
    // Whose verdict it is stands in the words and in the legend.
    const ShownGraph::Item block = program.node("Module.layers.1.Block.backward.0");
    QVERIFY(markWords(shown.marks()[block.index]).contains(QLatin1String("as the graph file records it")));
    program.shown().choose(block);
    program.shown().reveal(block);
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    QVERIFY(program.pixels(Token::Fail) > 20);
    for (const auto& [state, words] : program.canvas->legend().rows())
        QVERIFY2(words.endsWith(QLatin1String(", as the graph file records it")), qPrintable(words));
}

void GraphMarksTest::birthsOfTheFile()
{
    test::GraphWindow program(QStringLiteral(DUMPSCOPE_TEST_DATA "/msprobe/vis/build_graphs.vis.db"));
    QTRY_VERIFY_WITH_TIMEOUT(program.isReady(), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(
        marked(program.shown(),
            [](const NodeMark& mark) { return mark.state == State::BornHere && mark.isRecorded; }),
        QStringList {QStringLiteral("Torch.log.0.forward")}, kPatience);
    QCOMPARE(marked(program.shown(), isOverflow).size(), 4);
}

QTEST_MAIN(GraphMarksTest)
#include "tst_graph_marks.moc"
