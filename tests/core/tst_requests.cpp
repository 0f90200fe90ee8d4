// SPDX-License-Identifier: GPL-3.0-or-later
// One description of every option of every command: what is set comes back from the line and from the JSON.
#include "base/text.h"
#include "request/any_request.h"
#include "request/compare_request.h"
#include "request/shell_words.h"
#include "temporary_folder.h"

#include <QProcess>
#include <QTest>

#include <algorithm>
#include <limits>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

/// A value that the check lets through and that is not the usual one.
struct Unusual {
    const OptionCheck& check;

    void operator()(bool* value) const { *value = !*value; }
    void operator()(std::string* value) const
    {
        const auto* words = std::get_if<AnyOf>(&check);
        if (words == nullptr)
            *value = "-it's \"odd\" \\ $HOME\n中";
        else
            *value = words->words.front() == *value ? words->words.back() : words->words.front();
    }
    template<std::integral T> void operator()(T* value) const
    {
        const auto* range = std::get_if<WholeNumberIn>(&check);
        *value = range == nullptr ? T(41) : static_cast<T>(range->most);
    }
    void operator()(double* value) const
    {
        const auto* range = std::get_if<RealNumberIn>(&check);
        *value = range == nullptr ? 0.1 : std::nextafter(range->least + 0.1, 1.0);
    }
    template<typename T> void operator()(std::optional<T>* value) const
    {
        value->emplace();
        (*this)(&**value);
    }
    void operator()(std::vector<std::string>* value) const
    {
        std::string one, other;
        (*this)(&one);
        *value = {one, std::holds_alternative<AnyOf>(check) ? one : other + "--other"};
    }
    void operator()(std::vector<std::uint64_t>* value) const { *value = {7, 0, 7}; }
};

void setUnusual(const Option& option)
{
    std::visit(Unusual {option.check}, option.place);
}

const Option* optionNamed(const OptionList& list, const std::string& name)
{
    const auto found = std::ranges::find(list.options(), name, &Option::longName);
    return found == list.options().end() ? nullptr : &*found;
}

/// The options a line of this command or form has.
struct Line {
    std::string form;
    std::size_t optionCount = 0;
};

template<typename Request> std::vector<Line> linesOf()
{
    Request request;
    OptionList options;
    request.describe(options);
    std::vector<Line> lines;
    if (options.chosenForm() == nullptr || !options.needsForm())
        lines.push_back({{}, options.options().size()});
    for (const CommandForm& form : options.forms())
        lines.push_back({form.name, form.options->options().size()});
    return lines;
}

/// What a line needs, and its option number `place` with what that needs.
template<typename Request> Request requestWith(const Line& line, std::size_t place)
{
    Request request;
    OptionList all;
    request.describe(all);
    const OptionList* options = &all;
    if (!line.form.empty()) {
        *all.chosenForm() = line.form;
        options = std::ranges::find(all.forms(), line.form, &CommandForm::name)->options.get();
    }
    for (const Option& option : options->options())
        if (option.isRequired)
            setUnusual(option);
    const Option& option = options->options()[place];
    if (!option.isRequired)
        setUnusual(option);
    for (const std::string& needed : option.needed)
        setUnusual(*optionNamed(*options, needed));
    return request;
}

template<typename Request> void checkOptions()
{
    for (const Line& line : linesOf<Request>()) {
        for (std::size_t i = 0; i < line.optionCount; ++i) {
            const Request request = requestWith<Request>(line, i);
            const std::string text = commandText(request);
            const auto read = readCommandLine(text);
            QVERIFY2(read, (text + ": " + (read ? "" : read.error().text())).c_str());
            QVERIFY2(*read == AnyRequest(request), (text + " -> " + commandText(*read)).c_str());
            const auto back = readRequest<Request>(requestJson(request));
            QVERIFY2(back, back ? "" : back.error().text().c_str());
            QVERIFY2(*back == request, requestJson(request).c_str());
        }
    }
}

template<typename... Request> void checkAll(std::variant<Request...>* /*of*/)
{
    (checkOptions<Request>(), ...);
}

} // namespace

class RequestsTest : public QObject {
    Q_OBJECT
private slots:
    void everyOptionComesBack() { checkAll(static_cast<AnyRequest*>(nullptr)); }

    void textOfACommand()
    {
        LsRequest ls;
        ls.paths = {"dump", "my dump"};
        ls.rows.filter = "io:output op_type:Conv*";
        ls.rows.sort = "-bytes";
        QCOMPARE(commandText(ls),
            std::string("dumpscope-cli ls dump 'my dump' --filter 'io:output op_type:Conv*' --sort -bytes"));
        QCOMPARE(requestJson(ls),
            std::string("{\"filter\":\"io:output op_type:Conv*\",\"sort\":\"-bytes\",\"PATH\":[\"dump\",\"my "
                        "dump\"]}\n"));
        GraphRequest graph;
        graph.path = "-strange.onnx";
        graph.between = {"a", "b"};
        QCOMPARE(commandText(graph), std::string("dumpscope-cli graph --path a b -- -- -strange.onnx"));
    }

    void whatOnlyShowsIsLeftOut()
    {
        CompareRequest request;
        request.target = "t";
        request.golden = "g";
        request.top = 3;
        request.sort = "op_name";
        request.reports["csv-out"] = "x.csv";
        request.failOn = {"never"};
        QCOMPARE(commandText(request.measuring()), std::string("dumpscope-cli compare t g --top 3"));
    }

    /// A file to write has a name.
    void filesHaveNames()
    {
        for (const char* option : {"--csv-out", "--xlsx", "--report", "--json-out", "--resume"}) {
            const auto read = readCommandLine(std::string("compare t g ") + option + " ''");
            QVERIFY2(!read && read.error().code == Code::Usage, option);
            QVERIFY(
                read.error().text().find(std::string(option) + " must not be empty") != std::string::npos);
            QVERIFY(readCommandLine(std::string("compare t g ") + option + " x"));
        }
    }

    /// Limits without rules would let everything through.
    void limitsHaveRules()
    {
        const TemporaryFolder folder;
        CompareRequest request;
        request.limits = folder.at("limits.json");
        QVERIFY(writeFile(request.limits, R"({"version":1,"rules":[]})"));
        const auto none = comparisonOptions(request);
        QVERIFY(!none && none.error().code == Code::Usage);
        QCOMPARE(none.error().place.file, request.limits);
        request.ownLimits = {"cosine_similarity>=0.99"};
        QVERIFY(comparisonOptions(request));
    }

    void wordsAreThoseOfAShell_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("quotes") << QByteArray("a 'b c' \"d e\" f\\ g '' \"\" x'y'z");
        QTest::newRow("backslashes") << QByteArray(
            "\"a\\\"b\" \"a\\nb\" '\\n' \\\\ \"\\\\\" \"\\$HOME\" a\\'b");
        QTest::newRow("lines") << QByteArray("a \\\nb\tc\nd 'e\nf'");
        QTest::newRow("numbers") << QByteArray("$'a\\x0ab\\'c\\\\d\\n' x$'\\xe2\\x80\\xae'y");
        QTest::newRow("names") << QByteArray("'it'\\''s' -- --x=1 'a=b c' \xE4\xB8\xAD");
    }

    void wordsAreThoseOfAShell()
    {
        QFETCH(const QByteArray, line);
        QByteArray joined = line; // as a list of words, a new line is a blank
        if (joined.contains("\nd"))
            joined.replace("\nd", " d");
        QProcess shell;
        shell.start(QStringLiteral("/bin/bash"),
            {QStringLiteral("-c"), QStringLiteral("printf '%s\\1' ") + QString::fromUtf8(joined)});
        QVERIFY(shell.waitForFinished());
        const auto words = shellWords(line.toStdString());
        QVERIFY(words);
        QByteArray ours;
        for (const std::string& word : *words)
            ours += QByteArray::fromStdString(word) + '\1';
        QCOMPARE(ours, shell.readAllStandardOutput());
    }

    void quotedIsOneWord_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"plain/name_1.npy", "a b", "it's", "", "$HOME `x` \"y\"", "-x", "*", "a\nb",
                 "~", "\x1b[31m'red\\", "x\xE2\x80\xAEy"})
            QTest::newRow(text) << QByteArray(text);
    }

    void quotedIsOneWord()
    {
        QFETCH(const QByteArray, text);
        QProcess shell;
        shell.start(QStringLiteral("/bin/bash"),
            {QStringLiteral("-c"),
                QStringLiteral("printf '%s\\1' ") + QString::fromStdString(shellQuoted(text.toStdString()))});
        QVERIFY(shell.waitForFinished());
        QVERIFY(isPrintable(shellQuoted(text.toStdString())));
        QCOMPARE(shell.readAllStandardOutput(), text + '\1');
    }

    void refusals_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QByteArray>("mentions");
        const auto row = [](const char* line, const char* mentions) {
            QTest::newRow(line) << QByteArray(line) << QByteArray(mentions);
        };
        row("", "no command");
        row("dumpscope-cli", "no command");
        row("dumpscope-cli lss x", "lss");
        row("ls", "PATH");
        row("ls 'x", "quotation");
        row("ls x --bogus 3", "--bogus");
        row("ls x --filter", "--filter");
        row("compare a", "GOLDEN");
        row("compare a b --top many", "many");
        row("compare a b --rtol nan", "nan");
        row("compare a b --fail-on sometimes", "sometimes");
        row("ls x --json --csv", "together");
        row("ls x --raw-shape 3", "--raw-dtype");
        row("config", "check");
        row("graph x --path a", "--path");
    }

    void refusals()
    {
        QFETCH(const QByteArray, line);
        QFETCH(const QByteArray, mentions);
        const auto read = readCommandLine(line.toStdString());
        QVERIFY(!read);
        QCOMPARE(read.error().code, Code::Usage);
        QVERIFY2(read.error().text().find(mentions.toStdString()) != std::string::npos,
            read.error().text().c_str());
    }

    /// In forms of our own, which the window translates: nothing of what CLI11 says.
    void refusalsAreOurWords()
    {
        const auto why = [](std::string_view line) {
            const auto read = readCommandLine(line);
            return read ? std::string("taken") : read.error().message.text();
        };
        const std::string start = "the command is not understood: ";
        QCOMPARE(why("ls"), start + "PATH is missing");
        QCOMPARE(why("ls x --bogus"), start + "there is no option or argument for --bogus");
        QCOMPARE(why("ls x --filter"), start + "--filter has no value");
        QCOMPARE(why("compare a b --rtol nan"),
            start + "--rtol takes a number from 0 to 1.7976931348623157e+308, not nan");
        QCOMPARE(why("compare a b --step first"), start + "--step takes a number, not first");
        QCOMPARE(why("ls x --raw-shape 3"), start + "--raw-shape needs --raw-dtype");
        QCOMPARE(why("ls x --json --csv"), start + "--csv cannot be given together with --json");
    }

    void jsonOfOthersIsRefused_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QByteArray>("mentions");
        QTest::newRow("no object") << QByteArray("[1]") << QByteArray("object");
        QTest::newRow("no JSON") << QByteArray("{\"top\":") << QByteArray("");
        QTest::newRow("key") << QByteArray("{\"tip\":1}") << QByteArray("tip");
        QTest::newRow("text for number") << QByteArray("{\"top\":\"1\"}") << QByteArray("top");
        QTest::newRow("negative") << QByteArray("{\"top\":-1}") << QByteArray("top");
        QTest::newRow("fraction") << QByteArray("{\"step\":1.5}") << QByteArray("step");
        QTest::newRow("too large") << QByteArray("{\"step\":9223372036854775808}") << QByteArray("step");
        QTest::newRow("number for text") << QByteArray("{\"filter\":1}") << QByteArray("filter");
        QTest::newRow("text for list") << QByteArray("{\"map\":\"x\"}") << QByteArray("map");
        QTest::newRow("what it takes") << QByteArray("{\"step\":\"a\"}") << QByteArray("a whole number");
        QTest::newRow("below its range") << QByteArray("{\"rtol\":-1}") << QByteArray("rtol");
        QTest::newRow("above its range") << QByteArray("{\"min-paired\":2}") << QByteArray("from 0 to 1");
        QTest::newRow("mixed list") << QByteArray("{\"map\":[\"x\",1]}") << QByteArray("map");
    }

    void jsonOfOthersIsRefused()
    {
        QFETCH(const QByteArray, json);
        QFETCH(const QByteArray, mentions);
        const auto read = readRequest<CompareRequest>(json.toStdString());
        QVERIFY(!read);
        QVERIFY2(read.error().text().find(mentions.toStdString()) != std::string::npos,
            read.error().text().c_str());
    }
};

QTEST_GUILESS_MAIN(RequestsTest)
#include "tst_requests.moc"
