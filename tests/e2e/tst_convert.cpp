// SPDX-License-Identifier: GPL-3.0-or-later
// Every file and refusal of the official converter (tests/data/convert), and what becomes of names and
// files that are in the way.
#include "convert/conversion.h"
#include "io/json_reader.h"
#include "model/dump_folder.h"
#include "temporary_folder.h"

#include <QTest>

#include <filesystem>
#include <set>
#include <sstream>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

using Options = ConversionOptions;
using State = ConvertedFile::State;

const std::string kData = DUMPSCOPE_TEST_DATA "/convert/";

std::string textOf(const JsonValue& value, std::string_view key)
{
    const JsonValue* found = value.find(key);
    return found != nullptr ? found->text : std::string();
}

std::optional<Shape> shapeOf(const JsonValue& value)
{
    const std::string text = textOf(value, "shape");
    return text.empty() ? std::nullopt : parseShape("[" + text + "]");
}

Options officialOptions(const JsonValue& value)
{
    Options options;
    options.spec = Options::Spec::Msaccucmp;
    const std::string type = textOf(value, "type");
    options.form = type == "bin" ? ArrayForm::Raw : ArrayForm::Npy;
    options.names = type == "msnpy" ? Options::Names::Msnpy : Options::Names::Msaccucmp;
    options.format = value.find("format") != nullptr ? formatFromName(textOf(value, "format")) : std::nullopt;
    options.shape = shapeOf(value);
    return options;
}

} // namespace

class TestConvert : public QObject {
    Q_OBJECT

    std::shared_ptr<const DumpIndex> open(const std::string& path)
    {
        OwnedTask task;
        const auto index = openDump(path, builtinFormats(), {}, task);
        return index ? *index : nullptr;
    }

    ConversionReport convert(const std::shared_ptr<const DumpIndex>& index, const std::string& output,
        const Options& options, const std::function<bool(const TensorRow&)>& wanted = {})
    {
        OwnedTask task;
        std::vector<TensorId> tensors;
        for (std::uint32_t i = 0; i < index->tensorCount(); ++i) {
            if (!wanted || wanted(index->tensor(TensorId(i))))
                tensors.emplace_back(i);
        }
        return convertTensors(index, tensors, output, options, task);
    }

private slots:
    void official_data()
    {
        const auto parsed = parseJson(readFile(kData + "cases.json"));
        QVERIFY(parsed.has_value());
        m_cases = *parsed;
        QTest::addColumn<int>("number");
        for (std::size_t i = 0; i < m_cases.items.size(); ++i)
            QTest::newRow(textOf(m_cases.items[i], "id").c_str()) << static_cast<int>(i);
        QVERIFY(m_cases.items.size() > 30);
    }
    void official()
    {
        QFETCH(const int, number);
        const JsonValue& value = m_cases.items[static_cast<std::size_t>(number)];
        const auto index = open(kData + textOf(value, "input"));
        QVERIFY(index != nullptr);
        const auto io = ioFromWord(textOf(value, "io"));
        const JsonValue* slot = value.find("slot");
        const TemporaryFolder folder;
        const auto report = convert(index, folder.at("out"), officialOptions(value),
            [&](const TensorRow& row) { return !io || (row.io == *io && row.slot == slot->integer()); });
        QVERIFY2(!report.error, report.error ? report.error->text().c_str() : "");

        std::set<std::string> expected;
        const std::string golden = kData + "golden/" + textOf(value, "id") + "/";
        for (const JsonValue& file : value.find("files")->items) {
            expected.insert(file.text);
            QVERIFY2(
                readFile(folder.at("out/" + file.text)) == readFile(golden + file.text), file.text.c_str());
        }
        std::set<int> refusals;
        for (const ConvertedFile& file : report.files) {
            QCOMPARE(file.state == State::Written, expected.count(file.path) == 1);
            if (file.officialNumber != 0)
                refusals.insert(file.officialNumber);
        }
        const int exit = static_cast<int>(value.find("exit")->integer().value_or(-1));
        QCOMPARE(refusals.empty(), exit == 0);
        QVERIFY(exit == 0 || refusals.count(exit) == 1);
        if (const JsonValue* list = value.find("failed_list")) {
            std::set<std::string> lines;
            for (const JsonValue& line : list->items)
                lines.insert(kData + line.text);
            std::istringstream written(readFile(folder.at("out/convert_failed_file_list.txt")));
            std::set<std::string> actual;
            for (std::string line; std::getline(written, line);)
                actual.insert(line);
            QVERIFY(actual == lines);
        }
    }

    void longNamesAreShortenedAsTheOfficialToolDoes()
    {
        const TemporaryFolder folder;
        const std::string name = "Conv2D." + std::string(225, 'a') + ".1.2.1700000000000000";
        std::filesystem::create_directory(folder.at("dump"));
        QVERIFY(writeFile(folder.at("dump/" + name), sample()));
        const auto report = convert(open(folder.at("dump")), folder.at("out"), {});
        QCOMPARE(report.count(State::Written), report.files.size());
        // python3 -c 'import uuid; print(uuid.uuid3(uuid.NAMESPACE_DNS, NAME).hex)'
        const std::string shortName = "4c4aa26775db380b9a330600a393759d";
        const std::string mapping = readFile(folder.at("out/mapping.csv"));
        QCOMPARE(QString::fromStdString(mapping),
            QString::fromStdString(report.files[0].path + "," + name + ".output.0.npy\n"));
        QCOMPARE(report.files[0].path, shortName + ".npy");
        // A second run adds nothing.
        const auto again = convert(open(folder.at("dump")), folder.at("out"), {});
        QCOMPARE(again.count(State::Unchanged), again.files.size());
        QVERIFY(readFile(folder.at("out/mapping.csv")) == mapping);
    }

    void slicesAreJoined()
    {
        const TemporaryFolder folder;
        Options options;
        options.joinSlices = true;
        const auto report = convert(open(kData + "slices"), folder.at("out"), options);
        QCOMPARE(report.files.size(), std::size_t {2});
        QCOMPARE(report.count(State::Joined), std::size_t {1});
        QCOMPARE(report.files[0].path, std::string("Relu.block_ffts.30.2.1771061415009020.output.0.npy"));
        // slices_joined.npy was written by NumPy before it was cut.
        QVERIFY(readFile(folder.at("out/" + report.files[0].path)) == readFile(kData + "slices_joined.npy"));
        const auto alone = convert(open(kData + "slices"), folder.at("alone"), {});
        QCOMPARE(alone.count(State::Written), std::size_t {2});
    }

    void namesThatMeetAreNumbered()
    {
        const TemporaryFolder folder;
        std::filesystem::create_directory(folder.at("dump"));
        for (const char* name : {"Add.same.1.2.1700000000000001", "Mul.same.3.4.1700000000000001"})
            QVERIFY(writeFile(folder.at("dump/") + name, sample()));
        Options options;
        options.names = Options::Names::Dumpscope;
        const auto report = convert(open(folder.at("dump")), folder.at("out"), options);
        std::set<std::string> paths;
        for (const ConvertedFile& file : report.files) {
            QCOMPARE(file.state, State::Written);
            paths.insert(file.path);
        }
        QCOMPARE(paths.size(), report.files.size());
        QVERIFY(std::any_of(
            paths.begin(), paths.end(), [](const std::string& path) { return path.ends_with("~2.npy"); }));
    }

    /// The tensors of a torch distributed checkpoint are those of a file named .metadata.
    void nothingIsHidden()
    {
        const TemporaryFolder folder;
        Options official;
        Options own;
        own.names = Options::Names::Dumpscope;
        int number = 0;
        for (const Options& options : {official, own}) {
            const auto report = convert(open(DUMPSCOPE_TEST_DATA "/llm-era/dcp/ckpt"),
                folder.at("out" + std::to_string(number++)), options);
            QVERIFY(report.count(State::Written) > 0);
            for (const ConvertedFile& file : report.files)
                QVERIFY2(!file.path.starts_with('.'), file.path.c_str());
        }
    }

    void filesThatAreThereStay()
    {
        const TemporaryFolder folder;
        const std::string input = kData + "inputs/layout/Relu.nd3.11.3.1700000000011000";
        const std::string output = folder.at("out/Relu.nd3.11.3.1700000000011000.output.0.npy");
        std::filesystem::create_directory(folder.at("out"));
        QVERIFY(writeFile(output, "mine"));
        auto report = convert(open(input), folder.at("out"), {});
        QCOMPARE(report.count(State::Failed), std::size_t {1});
        QCOMPARE(readFile(output), std::string("mine"));
        Options options;
        options.replace = true;
        report = convert(open(input), folder.at("out"), options);
        QCOMPARE(report.count(State::Written), std::size_t {1});
        QVERIFY(readFile(output).starts_with("\x93NUMPY"));
        report = convert(open(input), folder.at("out"), {});
        QCOMPARE(report.count(State::Unchanged), std::size_t {1});
    }

    void theDumpIsNeverChanged()
    {
        const TemporaryFolder folder;
        std::filesystem::copy(kData + "inputs/bad", folder.at("dump"));
        std::filesystem::create_directory_symlink(folder.at("dump"), folder.at("link"));
        const auto index = open(folder.at("dump"));
        for (const char* output : {"dump", "dump/below", "link/below"}) {
            const auto report = convert(index, folder.at(output), {});
            QVERIFY(report.error && report.error->code == Code::Usage);
        }
        // The only file that is read stays even where everything else may be replaced.
        const std::string npy = kData + "golden/bad_trailing/Bad.trailing.1.1.1700000000000005.output.0.npy";
        std::filesystem::copy(npy, folder.at("own.npy"));
        Options options;
        options.replace = true;
        const auto report = convert(open(folder.at("own.npy")), folder.path(), options);
        QCOMPARE(report.count(State::Failed), std::size_t {1});
    }

    void whatIsWholeOfADamagedDumpIsWritten()
    {
        const TemporaryFolder folder;
        const auto report = convert(open(kData + "inputs/bad"), folder.at("out"), {});
        QVERIFY(!report.error);
        QCOMPARE(report.count(State::Written), std::size_t {1}); // trailing bytes do no harm
        QCOMPARE(report.count(State::Failed), report.files.size() - 1);
        for (const ConvertedFile& file : report.files)
            QVERIFY(file.state == State::Written || !file.note.empty());
    }

    void aCancelledConversionKeepsItsFiles()
    {
        const TemporaryFolder folder;
        const auto index = open(kData + "inputs/layout");
        OwnedTask task;
        task.stopSource().request_stop();
        std::vector<TensorId> tensors {TensorId(0U), TensorId(1U)};
        const auto report = convertTensors(index, tensors, folder.at("out"), {}, task);
        QVERIFY(report.error && report.error->code == Code::Cancelled);
        QCOMPARE(report.count(State::Pending), std::size_t {2});
        QVERIFY(std::filesystem::is_empty(folder.at("out")));
    }

private:
    static std::string sample() { return readFile(kData + "inputs/layout/Relu.nd3.11.3.1700000000011000"); }

    JsonValue m_cases;
};

QTEST_APPLESS_MAIN(TestConvert)
#include "tst_convert.moc"
