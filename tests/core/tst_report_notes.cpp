// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/report/report.h"

#include "msprobe_dump_writer.h"
#include "read_file.h"

#include <QTest>

#include <archive.h>
#include <archive_entry.h>

using namespace dumpscope::core;
using namespace dumpscope::test;

namespace {

std::vector<DumpedOperator> dumpOf(float wrong)
{
    return {{"Torch.neg.0.forward", {DumpedTensor {{2, 2}, {1, 2, 3, 4}}}, {{2, 2}, {-1, -2, -3, -4}}},
        {"Torch.mul.0.forward", {DumpedTensor {{2, 2}, {1, 2, 3, 4}}}, {{2, 2}, {wrong, 4, 6, 8}}}};
}

/// All members of a zip file, one behind the other.
std::string unzipped(const std::string& file)
{
    const std::unique_ptr<archive, void (*)(archive*)> zip(
        ::archive_read_new(), [](archive* used) { ::archive_read_free(used); });
    ::archive_read_support_format_zip(zip.get());
    ::archive_read_open_filename(zip.get(), file.c_str(), 65536);
    std::string all;
    archive_entry* entry = nullptr;
    while (::archive_read_next_header(zip.get(), &entry) == ARCHIVE_OK) {
        std::array<char, 65536> piece {};
        for (la_ssize_t got = 1; got > 0;) {
            got = ::archive_read_data(zip.get(), piece.data(), piece.size());
            all.append(piece.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
        }
    }
    return all;
}

} // namespace

class ReportNotesTest : public QObject { // NOLINT
    Q_OBJECT
private slots:
    /// What was noted of either side, with the pairs it is of.
    void everyReportHasThem()
    {
        ComparedDumps compared(dumpOf(7), dumpOf(2));
        QVERIFY(compared.good);
        const PairTable& pairs = *compared.comparison.pairs;
        ReportFacts facts;
        facts.notes = {{true, pairs.row(1).pair.golden, "of golden"},
            {false, pairs.row(1).pair.target, "bias is <late> & wrong"},
            {false, pairs.row(3).pair.target, "second"}};
        const auto texts = notesByRow(pairs, facts.notes);
        QCOMPARE(texts.size(), std::size_t {2});
        QCOMPARE(texts.at(1), std::string("bias is <late> & wrong\nof golden"));
        std::map<std::string, std::string> written;
        for (const auto& report : builtinReports()->reports()) {
            const std::string option(report->option());
            const std::string file = compared.folder.at(option);
            if (!report->hasNotes())
                continue;
            QVERIFY(report->write(compared.comparison, facts, file, compared.task));
            written[option] = option == "xlsx" ? unzipped(file) : readFile(file);
        }
        QCOMPARE(written.size(), std::size_t {3});
        const auto has = [&](const char* report, std::string_view text) {
            return written[report].find(text) != std::string::npos;
        };
        for (const char* report : {"json-out", "report", "xlsx"})
            QVERIFY2(has(report, "of golden") && has(report, "second"), report);
        QVERIFY(has("json-out", R"("text":"bias is <late> & wrong","pairs":[1])"));
        QVERIFY(has("report", R"("text":"bias is \u003clate> & wrong","pairs":[1])"));
        QVERIFY(has("xlsx", "bias is &lt;late&gt; &amp; wrong"));
        QVERIFY(has("xlsx", R"(name="notes")"));
        // Where no script runs, the verdict and the suspects are words of the page.
        const std::string& page = written["report"];
        const auto begin = page.find("<noscript>"), end = page.find("</noscript>");
        QVERIFY(begin != std::string::npos && end != std::string::npos);
        const std::string plain = page.substr(begin, end - begin);
        QVERIFY2(plain.find("<h1>") != std::string::npos && plain.find(" fail, ") != std::string::npos,
            plain.c_str());
        QVERIFY(!compared.comparison.suspicion.suspects.empty());
        QVERIFY2(plain.find("<li><b>" + compared.comparison.suspicion.suspects.front().opName + "</b>")
                != std::string::npos,
            plain.c_str());
    }

    /// A workbook without notes has neither sheet nor column of them; a document says that there are none.
    void noneAreNoSheet()
    {
        ComparedDumps compared(dumpOf(7), dumpOf(2));
        QVERIFY(compared.good);
        for (const auto& report : builtinReports()->reports()) {
            const std::string file = compared.folder.at(std::string(report->option()));
            if (report->hasNotes())
                QVERIFY(report->write(compared.comparison, {}, file, compared.task));
        }
        QVERIFY(unzipped(compared.folder.at("xlsx")).find("note") == std::string::npos);
        QVERIFY(readFile(compared.folder.at("json-out")).find("\"notes\":[]") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(ReportNotesTest)
#include "tst_report_notes.moc"
