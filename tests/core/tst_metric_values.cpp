// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory_use.h"
#include "metrics/metric_values.h"

#include "metrics/metric_registry.h"

#include "base/text.h"

#include <QTest>

#include <array>
#include <cmath>
#include <limits>

using namespace dumpscope::core;
using namespace dumpscope::test;

class MetricValuesTest : public QObject { // NOLINT
    Q_OBJECT
private slots:
    /// What limits need is measured beside what was chosen.
    void whatLimitsNeedIsFound()
    {
        const auto registry = builtinMetrics();
        const MetricSelection chosen = selectMetrics(*registry, "cosine_similarity").value();
        const MetricSelection all
            = chosen.with(*registry, std::array<std::string, 2> {"max_diff", "cosine_similarity"});
        QCOMPARE(all.size(), std::size_t {2});
        QCOMPARE(all.indexOf("max_diff"), std::optional<std::size_t>(1));
        QCOMPARE(all.indexOf("cosine_similarity"), std::optional<std::size_t>(0));
        QVERIFY(!chosen.indexOf("max_diff"));
    }

    /// More metrics than a word has bits; every third without a number, every fifth with a text, all states.
    void givesBackWhatWasPut()
    {
        std::vector<MetricValue> values;
        for (int i = 0; i < 150; ++i) {
            MetricValue& value = values.emplace_back();
            if (i % 3 != 0)
                value.value = i == 1 ? std::numeric_limits<double>::quiet_NaN() : i == 2 ? -0.0 : 0.25 * i;
            value.state = static_cast<PairState>(i % 11);
            // As most are, empty, or others.
            value.text = i % 5 == 1 ? ""
                : i % 5 == 2        ? QByteArray(i, 'x').append("é").toStdString()
                : value.value       ? numberText(*value.value)
                                    : std::string(pairStateWord(value.state));
        }
        const MetricValues kept(values);
        const MetricValues copy = kept; // NOLINT(performance-unnecessary-copy-initialization): shares
        QCOMPARE(copy.size(), values.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            QCOMPARE(copy.number(i).has_value(), values[i].value.has_value());
            if (values[i].value && !std::isnan(*values[i].value))
                QVERIFY(*copy.number(i) == *values[i].value
                    && std::signbit(*copy.number(i)) == std::signbit(*values[i].value));
            QCOMPARE(copy.state(i), values[i].state);
            QCOMPARE(copy.text(i), values[i].text);
            QCOMPARE(copy[i].text, values[i].text);
        }
        QVERIFY(std::isnan(*copy.number(1)));
        QCOMPARE(copy.all().size(), values.size());
    }

    /// As nearly all pairs have it: numbers that are fine, and one state of all metrics that have none.
    void oneStateOfWhatHasNone()
    {
        std::vector<MetricValue> values(70);
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i] = i % 2 == 0 ? plainValue(0.5 * static_cast<double>(i)) : noValue(PairState::Empty);
            if (i == 4)
                values[i].text = "two";
        }
        const MetricValues kept(values);
        for (std::size_t i = 0; i < values.size(); ++i) {
            QCOMPARE(kept.number(i), values[i].value);
            QCOMPARE(kept.state(i), values[i].state);
            QCOMPARE(kept.text(i), values[i].text);
        }
        // Every metric has a number that is fine, but for one.
        std::vector<MetricValue> numbers(3, plainValue(1));
        QCOMPARE(MetricValues(numbers).state(2), PairState::Ok);
        numbers[1].state = PairState::NonFinite;
        QCOMPARE(MetricValues(numbers).state(0), PairState::Ok);
        QCOMPARE(MetricValues(numbers).state(1), PairState::NonFinite);
    }

    /// Tables have very many pairs of equal statistics, of which all numbers are zero.
    void equalNeighboursShareTheirNumbers()
    {
        constexpr std::size_t kPairs = 100'000;
        std::vector<MetricValue> zeros(31, noValue(PairState::NotComputed));
        for (std::size_t i = 0; i < 8; ++i)
            zeros[3 * i] = plainValue(0);
        std::vector<MetricValue> other = zeros;
        other[3] = plainValue(0.5);
        const std::vector<MetricValue> shorter(zeros.begin(), zeros.begin() + 30); // the same bits
        std::vector<MetricValues> table;
        table.reserve(kPairs);
        const double before = allocatedMegabytes();
        for (std::size_t i = 0; i < kPairs; ++i)
            table.emplace_back(i % 1000 == 1 ? other : i % 1000 == 2 ? shorter : zeros);
        constexpr double kEachItsOwn = kPairs * 9 * sizeof(double) / 1e6;
        QVERIFY(allocatedMegabytes() - before < kEachItsOwn / 10);
        for (std::size_t i = 998; i < 1004; ++i) {
            QCOMPARE(table[i].size(), i == 1002 ? std::size_t {30} : std::size_t {31});
            QCOMPARE(table[i].number(3), std::optional<double>(i == 1001 ? 0.5 : 0));
            QCOMPARE(table[i].number(21), std::optional<double>(0));
            QCOMPARE(table[i].number(1), std::nullopt);
            QCOMPARE(table[i].state(1), PairState::NotComputed);
        }
    }

    void nothing()
    {
        QCOMPARE(MetricValues().size(), std::size_t {0});
        const MetricValues none(std::vector<MetricValue>(3));
        QCOMPARE(none.size(), std::size_t {3});
        QVERIFY(!none.number(2) && none.text(2).empty() && none[2].text.empty());
        QCOMPARE(none.state(2), PairState::NotComputed);
    }
};

QTEST_APPLESS_MAIN(MetricValuesTest)
#include "tst_metric_values.moc"
