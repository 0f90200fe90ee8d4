// SPDX-License-Identifier: GPL-3.0-or-later
// Samples of every reader, cut at many lengths: never a crash, values only where all their bytes are, and a
// reason wherever something is missing.
#include "temporary_folder.h"

#include "read_file.h"
#include "readers/raw_reader.h"

#include <QTest>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

using namespace dumpscope::core;
namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t kMaxBytes = 48 << 10;
constexpr std::size_t kSamples = 5; ///< per reader
constexpr std::size_t kLengths = 64;

/// Formats whose parts stand side by side without a count: what is left after a cut between two is whole.
const std::set<std::string> kOfParts = {"ascend-kernel", "atb", "dcp", "mapping", "mindspore-strategy",
    "onnx", "tensorflow-graph", "torchair-graph"};

/// Lines end before the cut, or only blanks are behind it.
bool isBetweenLines(std::string_view content, std::size_t length)
{
    return length == 0 || content[length - 1] == '\n'
        || content.substr(length).find_first_not_of(" \t\r\n") == std::string_view::npos;
}

struct Sample {
    std::string path;
    std::string content;
};

/// Near both ends every length, between them some.
std::vector<std::size_t> lengthsOf(std::size_t size)
{
    std::set<std::size_t> lengths;
    for (std::size_t i = 0; i < kLengths / 4; ++i) {
        lengths.insert(std::min(i, size - 1));
        lengths.insert(size - 1 - std::min(i, size - 1));
        lengths.insert(std::min(i * 8, size - 1)); // header fields
    }
    for (std::size_t i = 0; i < kLengths; ++i)
        lengths.insert(size * i / kLengths);
    return {lengths.begin(), lengths.end()};
}

std::vector<std::byte> bytesOf(std::string_view text)
{
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

} // namespace

class TestTruncation : public QObject {
    Q_OBJECT

    std::shared_ptr<const FormatRegistry> m_formats = builtinFormats();
    std::map<std::string, std::vector<Sample>> m_samples; ///< by reader

    /// What is wrong with the outcome, or empty. `told` is set when it says that something is missing.
    std::string check(ReadFile& file, bool& told)
    {
        told = !file.error().empty() || !file.contents().problems.empty();
        if (file.reader() == nullptr) {
            told = true;
            return file.whyNot().empty() ? "nobody claims it and nobody says why" : "";
        }
        for (const Diagnostic& problem : file.contents().problems) {
            if (problem.message.empty())
                return "a problem without words";
        }
        for (const TensorRecord& record : file.tensors()) {
            if (record.state != TensorState::Ok) {
                told = true;
                if (record.problem.empty() && record.state != TensorState::StatisticsOnly
                    && record.state != TensorState::Empty)
                    return "a tensor that is not ok does not say why";
                continue;
            }
            const auto view = file.open(record);
            if (!view) {
                told = true;
                if (view.error().message.empty())
                    return "an error without words";
                continue;
            }
            const auto stream = ElementStream::make(*view, Order::Storage);
            if (!stream)
                return "a tensor that is ok has no elements: " + stream.error().text();
            ElementStream::Scratch scratch;
            const std::uint64_t count = std::min<std::uint64_t>(stream->count(), 4096);
            if (stream->read(stream->count() - count, count, scratch).count != count)
                return "a tensor that is ok lacks its last elements";
        }
        if (file.reader()->info().can.graph) {
            const auto graph = file.readGraph();
            told = told || !graph || !graph->problems.empty();
            if (!graph && graph.error().message.empty())
                return "an error without words";
        }
        return {};
    }

    void sweep(const std::string& reader, const FormatRegistry& formats, const Sample& sample)
    {
        const fs::path path(sample.path);
        const FolderFacts folder = formats.describeFolder(path.parent_path().string());
        for (const std::size_t length : lengthsOf(sample.content.size())) {
            ReadFile file(
                formats, path.filename().string(), bytesOf(sample.content.substr(0, length)), folder);
            bool told = false;
            const std::string wrong = check(file, told);
            const std::string where
                = reader + ", " + sample.path + " cut at " + std::to_string(length) + ": ";
            if (!wrong.empty())
                QVERIFY2(false, (where + wrong).c_str());
            if (!told && !kOfParts.contains(reader))
                QVERIFY2(isBetweenLines(sample.content, length), (where + "nothing is told").c_str());
        }
    }

private slots:
    void initTestCase()
    {
        std::map<std::string, std::map<std::uintmax_t, std::string>> bySize;
        for (const char* root : {DUMPSCOPE_TEST_DATA, DUMPSCOPE_SAMPLE_DATA}) {
            for (const auto& entry : fs::recursive_directory_iterator(root)) {
                if (!entry.is_regular_file() || entry.file_size() == 0 || entry.file_size() > kMaxBytes)
                    continue;
                const std::string path = entry.path().string();
                const FolderFacts folder = m_formats->describeFolder(entry.path().parent_path().string());
                const ReadFile file(*m_formats, entry.path().filename().string(),
                    bytesOf(dumpscope::test::readFile(path)), folder);
                if (file.reader() != nullptr)
                    bySize[file.family()].emplace(entry.file_size(), path);
            }
        }
        for (const auto& [reader, files] : bySize) {
            // Small, large and between.
            std::size_t at = 0;
            for (const auto& [size, path] : files) {
                const std::size_t wanted = m_samples[reader].size() * files.size() / kSamples;
                if (at++ >= wanted && m_samples[reader].size() < kSamples)
                    m_samples[reader].push_back({path, dumpscope::test::readFile(path)});
            }
        }
        QVERIFY(m_samples.size() > 30);
    }

    void everyCut_data()
    {
        QTest::addColumn<std::string>("reader");
        for (const auto& [reader, samples] : m_samples)
            QTest::newRow(reader.c_str()) << reader;
    }
    void everyCut()
    {
        QFETCH(const std::string, reader);
        for (const Sample& sample : m_samples.at(reader))
            sweep(reader, *m_formats, sample);
    }

    void cutRawFiles()
    {
        RawRequest request;
        request.interpretation = *parseRawInterpretation("float16", "2,3,4", 8);
        request.overOthers = true;
        const auto formats = formatsWithRaw(std::move(request));
        const std::string whole(8 + 2 * 24, 'x');
        for (std::size_t length = 0; length <= whole.size(); ++length) {
            ReadFile file(*formats, "values.bin", bytesOf(whole.substr(0, length)));
            bool told = false;
            const std::string wrong = check(file, told);
            QVERIFY2(wrong.empty(), wrong.c_str());
            QCOMPARE(told, length < whole.size());
        }
    }
};

QTEST_APPLESS_MAIN(TestTruncation)
#include "tst_truncation.moc"
