// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/limits/limits.h"

#include <QTest>

using namespace dumpscope::core;

namespace {

/// Two metrics of three pairs; NaN stands for no number.
class SmallTable : public FilterTable {
public:
    std::span<const Column> columns() const override { return kColumns; }
    int columnByName(std::string_view name) const override
    {
        for (std::size_t i = 0; i < kColumns.size(); ++i) {
            if (kColumns[i].name == name)
                return static_cast<int>(i);
        }
        return -1;
    }
    Cell cell(std::size_t row, int column) const override
    {
        static constexpr std::array<std::array<std::string_view, 3>, 2> kTexts {
            {{"conv", "softmax", "cast"}, {"float16", "float32", "int32"}}};
        static const std::array<std::array<Cell, 3>, 2> kNumbers {
            {{Cell(0.98), Cell(0.999), Cell()}, {Cell(0.5), Cell(2.0), Cell(3.0)}}};
        const auto at = static_cast<std::size_t>(column);
        return at < 2 ? Cell(kTexts[at][row]) : kNumbers[at - 2][row];
    }
    int nameColumn() const override { return 0; }
    bool has(std::size_t, Property) const override { return false; }

private:
    static constexpr std::array<Column, 4> kColumns {
        {{"op_name", ColumnType::Text}, {"precision", ColumnType::Text},
            {"cosine_similarity", ColumnType::Real}, {"max_absolute_error", ColumnType::Real}}};
};

} // namespace

class tst_Limits : public QObject {
    Q_OBJECT

private slots:
    void optionText_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("canonical");
        QTest::newRow("plain") << "cosine_similarity>=0.99"
                               << "cosine_similarity >= 0.99";
        QTest::newRow("blanks") << " max_absolute_error <  1e-3 "
                                << "max_absolute_error < 0.001";
        QTest::newRow("condition") << "a=1@op_type:Conv* step:1..2"
                                   << "a = 1 for op_type:Conv* step:1..2";
        QTest::newRow("not equal") << "a!=nan"
                                   << "a != NaN";
        QTest::newRow("no sign") << "cosine_similarity"
                                 << "";
        QTest::newRow("no metric") << ">=1"
                                   << "";
        QTest::newRow("no number") << "a>=x"
                                   << "";
        QTest::newRow("only a mark") << "a!5"
                                     << "";
    }
    void optionText()
    {
        QFETCH(QString, text);
        QFETCH(QString, canonical);
        const auto rule = parseLimit(text.toStdString());
        QCOMPARE(rule.has_value(), !canonical.isEmpty());
        if (rule)
            QCOMPARE(QString::fromStdString(rule->text()), canonical);
        else
            QVERIFY(rule.error().place.column.has_value());
    }

    void wrongFilesSayWhere()
    {
        const auto noOp
            = parseLimits("{\"version\":1,\"rules\":[\n {\"metric\":\"a\",\"op\":\"~\",\"value\":1}]}", "f");
        QVERIFY(!noOp);
        QCOMPARE(noOp.error().place.row, std::optional<std::uint64_t>(2));
        QVERIFY(noOp.error().message.text().find("rules[0].op") != std::string::npos);
        QVERIFY(!parseLimits("{\"version\":2,\"rules\":[]}", "f"));
        QVERIFY(!parseLimits("[]", "f"));
        QVERIFY(
            !parseLimits("{\"version\":1,\"rules\":[{\"metric\":\"a\",\"op\":\"<\",\"value\":\"x\"}]}", "f"));
    }

    void theFirstRuleOfAMetricDecides()
    {
        // softmax is only a warning although the second rule would fail it.
        const auto limits = parseLimits(R"({"version":1,"rules":[
            {"metric":"max_absolute_error","op":"<","value":1,"verdict":"warn","when":"op_name:softmax"},
            {"metric":"max_absolute_error","op":"<","value":1},
            {"metric":"cosine_similarity","op":">=","value":0.99}]})",
            "f");
        QVERIFY(limits.has_value());
        const SmallTable table;
        const auto compiled = CompiledLimits::compile(*limits, table);
        QVERIFY(compiled.has_value());
        bool judged = false;
        const auto conv = compiled->judge(table, 0, judged);
        QVERIFY(judged);
        QCOMPARE(conv.verdict, Verdict::Fail);
        QCOMPARE(
            QString::fromStdString(conv.reason.text()), "cosine_similarity = 0.98 breaks the limit >= 0.99");
        QCOMPARE(compiled->judge(table, 1, judged).verdict, Verdict::Warn);
        QCOMPARE(compiled->judge(table, 2, judged).verdict, Verdict::Fail);
        QVERIFY(judged);
    }

    void theReasonNamesTheTypeOfThePair()
    {
        const auto reason = [](const char* when) {
            const auto limits
                = parseLimits(std::string(R"({"version":1,"rules":[{"metric":"max_absolute_error",
                "op":"<=","value":0.000244140625,"when":")")
                        + when + "\"}]}",
                    "f");
            bool judged = false;
            return CompiledLimits::compile(*limits, SmallTable())
                ->judge(SmallTable(), 0, judged)
                .reason.text();
        };
        QCOMPARE(reason("precision:float16 or precision:complex32"),
            std::string("max_absolute_error = 0.5 breaks the limit <= 2^-12 (float16)"));
        QCOMPARE(reason("op_name:softmax or precision:float16"),
            std::string("max_absolute_error = 0.5 breaks the limit <= 2^-12 (float16)"));
        QCOMPARE(reason("precision:float16 op_name:conv"),
            std::string(
                "max_absolute_error = 0.5 breaks the limit <= 2^-12 (precision:float16 op_name:conv)"));
    }

    void withoutANumberNothingIsJudged()
    {
        const auto limits = parseLimits(
            R"({"version":1,"rules":[{"metric":"cosine_similarity","op":">=","value":0.99},
                {"metric":"unknown_metric","op":"<","value":1}]})",
            "f");
        const SmallTable table;
        const auto compiled = CompiledLimits::compile(*limits, table);
        QVERIFY(compiled.has_value());
        bool judged = true;
        QCOMPARE(compiled->judge(table, 2, judged).verdict, Verdict::Pass);
        QVERIFY(!judged);
    }

    /// A limit of some pairs says nothing of the others, and not that they have no number.
    void limitsOfOtherPairs()
    {
        const auto limits = parseLimits(
            R"({"version":1,"rules":[{"metric":"cosine_similarity","op":">=","value":0.99,"when":"conv"}]})",
            "f");
        QVERIFY(limits.has_value());
        const SmallTable table;
        const auto compiled = CompiledLimits::compile(*limits, table);
        QVERIFY(compiled.has_value());
        bool judged = true;
        const auto softmax = compiled->judge(table, 1, judged);
        QVERIFY(!judged);
        QCOMPARE(softmax.reason.text(), std::string("the limits are of other pairs"));
        QVERIFY(compiled->judge(table, 2, judged).reason.empty());
    }

    void nanBreaksEveryLimit()
    {
        LimitRule rule;
        rule.value = 1;
        for (const auto op : {LimitRule::Op::Less, LimitRule::Op::LessEqual, LimitRule::Op::Greater,
                 LimitRule::Op::GreaterEqual, LimitRule::Op::Equal}) {
            rule.op = op;
            QVERIFY(!rule.holds(std::numeric_limits<double>::quiet_NaN()));
        }
    }

    void presetsAreWellFormed()
    {
        for (const LimitPreset& preset : limitPresets()) {
            const auto limits = presetLimits(preset.name);
            QVERIFY2(limits.has_value(), preset.name.data());
            QVERIFY(!limits->rules.empty());
            const SmallTable table;
            if (preset.name != "quick" && preset.name != "accuracy-reached")
                continue;
            // Conditions over columns this table lacks are told, not ignored.
            QCOMPARE(CompiledLimits::compile(*limits, table).has_value(), preset.name != "quick");
        }
        QVERIFY(!presetLimits("nonsense"));
    }

    void presetNumbersAreRootsOfTheRoundoff()
    {
        // u^(1/2) and, in decibel, u^(3/4) for float16 (u = 2^-11): -20·log10(2^-8.25) = 49.67.
        const auto limits = presetLimits("precision");
        const auto find = [&](std::string_view metric, std::string_view when) {
            for (const LimitRule& rule : limits->rules) {
                if (rule.metric == metric && rule.when.find(when) != std::string::npos)
                    return rule.value;
            }
            return -1.0;
        };
        QCOMPARE(find("relative_euclidean_distance", "float16"), 0.02209708691207961);
        QCOMPARE(find("relative_euclidean_distance", "float32"), 0.000244140625);
        QCOMPARE(find("sqnr_db", "float16"), 49.7);
        QCOMPARE(find("sqnr_db", "bfloat16"), 36.1);
        // Statistics of whole numbers must be equal; many dumps have no norm of them.
        QCOMPARE(find("max_diff", "int64"), 0.0);
        QCOMPARE(find("min_diff", "int32"), 0.0);
    }
};

QTEST_APPLESS_MAIN(tst_Limits)
#include "tst_limits.moc"
