// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/difference_text.h"
#include "base/text.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <limits>
#include <random>
#include <sstream>
#include <vector>

using namespace dumpscope::core;
using namespace std::string_view_literals;

namespace {

std::string toStd(const QByteArray& bytes)
{
    return bytes.toStdString();
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Doubles of all kinds: every exponent, then anything.
std::vector<double> manyDoubles()
{
    std::mt19937_64 random(20240607);
    std::vector<double> values {0.0, -0.0, 1.0, -1.0, 0.1, 1e16, 1e17, 1e18, 1e22, 1e23, 5e-324,
        2.2250738585072014e-308, 2.2250738585072009e-308, 1.7976931348623157e308, 9007199254740993.0,
        9223372036854775807.0, 123456789012345678.0};
    for (std::uint64_t exponent = 0; exponent < 2047; ++exponent) {
        values.push_back(std::bit_cast<double>(exponent << 52U));
        values.push_back(std::bit_cast<double>((exponent << 52U) | (random() >> 12U)));
        values.push_back(-std::bit_cast<double>((exponent << 52U) | 0xFFFFFFFFFFFFFU));
    }
    for (int i = 0; i < 20'000; ++i) {
        const double value = std::bit_cast<double>(random());
        if (std::isfinite(value))
            values.push_back(value);
    }
    for (int i = 0; i < 5'000; ++i)
        values.push_back(static_cast<double>(random() % 2'000'000) / 1000.0 - 1000.0);
    return values;
}

} // namespace

class TestText : public QObject {
    Q_OBJECT

private slots:
    void numbers_data();
    void numbers();
    void doublesReadBack();
    void floatsReadBack();
    void integers();
    void streamTextIsThatOfStreams_data();
    void streamTextIsThatOfStreams();
    void differencesHaveTheDigitsOfTheirNumbers();
    void parsedDoubles_data();
    void parsedDoubles();
    void refusedDoubles_data();
    void refusedDoubles();
    void parsedIntegers();
    void digits();
    void utf8_data();
    void utf8();
    void percentEscaping_data();
    void percentEscaping();
    void percentEscapingIsReversible();
    void brokenPercentsStay();
    void printableText();
    void linesOfOurOwn();
    void naturalOrder();
    void naturalOrderIsTotal();
    void caseFolding();
    void globs_data();
    void globs();
    void globsAgreeWithRecursion();
    void globsAreNotExponential();
    void distances_data();
    void distances();
    void distancesAgreeWithFullTable();
    void byteSizes_data();
    void byteSizes();
};

void TestText::numbers_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << 0.0 << "0";
    QTest::newRow("negative zero") << -0.0 << "-0";
    QTest::newRow("integer") << 3.0 << "3";
    QTest::newRow("negative") << -17.0 << "-17";
    QTest::newRow("100000") << 100000.0 << "100000";
    QTest::newRow("1e16") << 1e16 << "10000000000000000";
    QTest::newRow("1e17") << 1e17 << "1e+17";
    QTest::newRow("2^53 + 2") << 9007199254740994.0 << "9007199254740994";
    QTest::newRow("tenth") << 0.1 << "0.1";
    QTest::newRow("third") << 1.0 / 3 << "0.3333333333333333";
    QTest::newRow("sum") << 0.1 + 0.2 << "0.30000000000000004";
    QTest::newRow("small") << 1e-7 << "1e-07";
    QTest::newRow("1e300") << 1e300 << "1e+300";
    QTest::newRow("largest") << 1.7976931348623157e308 << "1.7976931348623157e+308";
    QTest::newRow("smallest") << 5e-324 << "5e-324";
    QTest::newRow("smallest normal") << 2.2250738585072014e-308 << "2.2250738585072014e-308";
    QTest::newRow("nan") << kNan << "NaN";
    QTest::newRow("negative nan") << -kNan << "NaN";
    QTest::newRow("infinity") << kInfinity << "Infinity";
    QTest::newRow("negative infinity") << -kInfinity << "-Infinity";
}

void TestText::numbers()
{
    QFETCH(double, value);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(numberText(value)), text);
}

void TestText::doublesReadBack()
{
    for (const double value : manyDoubles()) {
        const std::string text = numberText(value);
        const double back = std::strtod(text.c_str(), nullptr);
        QVERIFY2(std::bit_cast<std::uint64_t>(back) == std::bit_cast<std::uint64_t>(value), text.c_str());
        const auto parsed = parseDouble(text);
        QVERIFY2(parsed && std::bit_cast<std::uint64_t>(*parsed) == std::bit_cast<std::uint64_t>(value),
            text.c_str());
        // A fraction is only there if the value needs it: one digit less reads back as another one.
        std::string significant;
        std::copy_if(text.begin(), std::find(text.begin(), text.end(), 'e'), std::back_inserter(significant),
            [](char c) { return c >= '0' && c <= '9'; });
        significant.erase(0, significant.find_first_not_of('0'));
        if (text.find('.') != std::string::npos && significant.size() > 1) {
            std::ostringstream shorter;
            shorter.precision(static_cast<int>(significant.size()) - 1);
            shorter << value;
            QVERIFY2(std::strtod(shorter.str().c_str(), nullptr) != value, text.c_str());
        }
    }
}

void TestText::floatsReadBack()
{
    std::mt19937 random(7);
    std::string text;
    for (int i = 0; i < 40'000; ++i) {
        const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
        if (!std::isfinite(value))
            continue;
        text.clear();
        appendNumber(text, value);
        QVERIFY2(std::strtof(text.c_str(), nullptr) == value, text.c_str());
        QVERIFY2(text.size() <= 15, text.c_str());
    }
    const auto textOf = [](float value) {
        std::string result;
        appendNumber(result, value);
        return result;
    };
    QCOMPARE(textOf(0.1F), std::string("0.1"));
    QCOMPARE(textOf(100000.0F), std::string("100000"));
    QCOMPARE(textOf(16777216.0F), std::string("16777216"));
    QCOMPARE(textOf(1e10F), std::string("1e+10"));
    QCOMPARE(textOf(65504.0F), std::string("65504"));
    QCOMPARE(textOf(3.4028235e38F), std::string("3.4028235e+38"));
    QCOMPARE(textOf(-0.0F), std::string("-0"));
    QCOMPARE(textOf(std::numeric_limits<float>::quiet_NaN()), std::string("NaN"));
    QCOMPARE(textOf(-std::numeric_limits<float>::infinity()), std::string("-Infinity"));
}

void TestText::integers()
{
    std::string text;
    appendNumber(text, std::numeric_limits<std::int64_t>::min());
    text += ' ';
    appendNumber(text, std::numeric_limits<std::int64_t>::max());
    text += ' ';
    appendNumber(text, std::numeric_limits<std::uint64_t>::max());
    QCOMPARE(text, std::string("-9223372036854775808 9223372036854775807 18446744073709551615"));
}

/// Of decimal arithmetic.
void TestText::differencesHaveTheDigitsOfTheirNumbers()
{
    QCOMPARE(differenceText(0.1, 0.1000000001), std::string("-1e-10"));
    QCOMPARE(differenceText(0.3, 0.1), std::string("0.2"));
    QCOMPARE(differenceText(1e300, -1e300), std::string("2e+300"));
    QCOMPARE(differenceText(5, 5), std::string("0"));
    QCOMPARE(differenceText(1024, 1023), std::string("1"));
}

void TestText::streamTextIsThatOfStreams_data()
{
    QTest::addColumn<int>("precision");
    for (const int precision : {0, 1, 4, 6, 8, 9, 16, 17, 30, 770})
        QTest::addRow("%d", precision) << precision;
}

void TestText::streamTextIsThatOfStreams()
{
    QFETCH(int, precision);
    std::ostringstream stream;
    stream.precision(precision);
    std::vector<double> values = manyDoubles();
    if (precision > 100)
        values.resize(2'000);
    values.insert(values.end(), {kInfinity, -kInfinity, kNan, std::copysign(kNan, -1.0)});
    for (const double value : values) {
        stream.str({});
        stream << value;
        QCOMPARE(streamText(value, precision), stream.str());
    }
}

void TestText::parsedDoubles_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<double>("value");
    QTest::newRow("0") << QByteArray("0") << 0.0;
    QTest::newRow("-0") << QByteArray("-0") << -0.0;
    QTest::newRow("+3") << QByteArray("+3") << 3.0;
    QTest::newRow("1e3") << QByteArray("1e3") << 1000.0;
    QTest::newRow("1E+03") << QByteArray("1E+03") << 1000.0;
    QTest::newRow(".5") << QByteArray(".5") << 0.5;
    QTest::newRow("5.") << QByteArray("5.") << 5.0;
    QTest::newRow("leading zeros") << QByteArray("007.250") << 7.25;
    QTest::newRow("halfway") << QByteArray("9007199254740993") << 9007199254740992.0;
    QTest::newRow("subnormal") << QByteArray("4.9e-324") << 5e-324;
    QTest::newRow("overflow") << QByteArray("1e400") << kInfinity;
    QTest::newRow("negative overflow") << QByteArray("-1e400") << -kInfinity;
    QTest::newRow("underflow") << QByteArray("1e-400") << 0.0;
    for (const char* text : {"inf", "Inf", "INF", "+inf", "infinity", "Infinity", "INFINITY", "+Infinity"})
        QTest::newRow(text) << QByteArray(text) << kInfinity;
    for (const char* text : {"-inf", "-Inf", "-INF", "-infinity", "-Infinity"})
        QTest::newRow(text) << QByteArray(text) << -kInfinity;
    for (const char* text : {"nan", "NaN", "NAN", "+nan"})
        QTest::newRow(text) << QByteArray(text) << kNan;
    for (const char* text : {"-nan", "-NaN"})
        QTest::newRow(text) << QByteArray(text) << std::copysign(kNan, -1.0);
}

void TestText::parsedDoubles()
{
    QFETCH(QByteArray, text);
    QFETCH(double, value);
    const auto parsed = parseDouble(toStd(text));
    QVERIFY(parsed);
    QCOMPARE(std::isnan(*parsed), std::isnan(value));
    QCOMPARE(std::signbit(*parsed), std::signbit(value));
    if (!std::isnan(value))
        QVERIFY(*parsed == value);
}

void TestText::refusedDoubles_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char* text :
        {"", " ", " 1", "1 ", "1,5", "1e", "1e+", "e5", ".", "+", "-", "--1", "+-1", "-+1", "++1", "0x10",
            "1_000", "nul", "nanx", "nan(1)", "infinit", "in", "1.2.3", "1f", "true", "None"})
        QTest::addRow("'%s'", text) << QByteArray(text);
    QTest::newRow("zero byte") << QByteArray("1\0", 2);
    QTest::newRow("wide digit") << QByteArray("１");
}

void TestText::refusedDoubles()
{
    QFETCH(QByteArray, text);
    QVERIFY(!parseDouble(toStd(text)));
}

void TestText::parsedIntegers()
{
    QCOMPARE(parseInt("-9223372036854775808"), std::optional(std::numeric_limits<std::int64_t>::min()));
    QCOMPARE(parseInt("9223372036854775807"), std::optional(std::numeric_limits<std::int64_t>::max()));
    QCOMPARE(parseInt("-0"), std::optional<std::int64_t>(0));
    QCOMPARE(parseInt("007"), std::optional<std::int64_t>(7));
    QCOMPARE(parseUnsigned("18446744073709551615"), std::optional(std::numeric_limits<std::uint64_t>::max()));
    for (const auto text :
        {"", " 1", "1 ", "+1", "1.0", "0x1", "-", "9223372036854775808", "-9223372036854775809"})
        QVERIFY2(!parseInt(text), text);
    for (const auto text : {"", "-1", "-0", "+1", "18446744073709551616", "1e3"})
        QVERIFY2(!parseUnsigned(text), text);
}

void TestText::digits()
{
    QVERIFY(isDigits("0"));
    QVERIFY(isDigits("0123456789"));
    for (const auto text : {"", "-1", "1a", "a1", "1 ", "٣"})
        QVERIFY2(!isDigits(text), text);
}

void TestText::utf8_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("valid");
    const auto row = [](const char* name, std::string_view text, bool valid) {
        QTest::newRow(name) << QByteArray(text.data(), static_cast<qsizetype>(text.size())) << valid;
    };
    row("empty", "", true);
    row("ascii", "Conv2D.relu_1", true);
    row("zero byte", "a\0b"sv, true);
    row("two bytes", "\xC2\x80\xDF\xBF", true);
    row("three bytes", "\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF", true);
    row("four bytes", "\xF0\x90\x80\x80\xF4\x8F\xBF\xBF", true);
    row("chinese", "算子", true);
    row("long ascii then bad", "0123456789abcdef\xFF", false);
    row("bad after eight", "01234567\x80", false);
    row("continuation alone", "\x80", false);
    row("overlong two", "\xC0\xAF", false);
    row("overlong two, C1", "\xC1\xBF", false);
    row("overlong three", "\xE0\x9F\xBF", false);
    row("overlong four", "\xF0\x8F\xBF\xBF", false);
    row("surrogate low end", "\xED\xA0\x80", false);
    row("surrogate high end", "\xED\xBF\xBF", false);
    row("above U+10FFFF", "\xF4\x90\x80\x80", false);
    row("F5", "\xF5\x80\x80\x80", false);
    row("FE", "\xFE", false);
    row("cut two", "a\xC3", false);
    row("cut three", "a\xE4\xB8", false);
    row("cut four", "a\xF0\x9F\x98", false);
    row("bad third byte", "\xE4\xB8\x41", false);
    row("latin-1", "caf\xE9 au lait", false);
    row("gbk", "\xCB\xE3\xD7\xD3", false);
}

void TestText::utf8()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, valid);
    QCOMPARE(isUtf8(toStd(text)), valid);
}

void TestText::percentEscaping_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("escaped");
    QTest::newRow("plain") << QByteArray("a/b-c_d.e") << QByteArray("a/b-c_d.e");
    QTest::newRow("percent") << QByteArray("50%") << QByteArray("50%25");
    QTest::newRow("invalid") << QByteArray("a\xFFz") << QByteArray("a%FFz");
    QTest::newRow("valid kept") << QByteArray("算\x80") << QByteArray("算%80");
    QTest::newRow("cut sequence") << QByteArray("\xE4\xB8") << QByteArray("%E4%B8");
    QTest::newRow("newline and DEL") << QByteArray("a\n\x7F") << QByteArray("a%0A%7F");
    QTest::newRow("C1 control") << QByteArray("\xC2\x9B"
                                              "2J")
                                << QByteArray("%C2%9B2J");
    QTest::newRow("no-break space") << QByteArray("\xC2\xA0") << QByteArray("\xC2\xA0");
    QTest::newRow("zero byte") << QByteArray("\0", 1) << QByteArray("%00");
}

void TestText::percentEscaping()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, escaped);
    QCOMPARE(QByteArray::fromStdString(percentEscaped(toStd(text))), escaped);
    QCOMPARE(QByteArray::fromStdString(percentUnescaped(toStd(escaped))), text);
}

void TestText::percentEscapingIsReversible()
{
    std::mt19937 random(3);
    constexpr std::string_view kAwkward = "%%0Ff\xC2\x9B\xE4\xB8\xAD\xF0\x9F\x98\x80\xFF\n A";
    for (int i = 0; i < 20'000; ++i) {
        std::string text;
        for (auto length = random() % 9; length > 0; --length)
            text += random() % 2 == 0 ? kAwkward[random() % kAwkward.size()]
                                      : static_cast<char>(random() % 256);
        const std::string escaped = percentEscaped(text);
        QVERIFY(isUtf8(escaped));
        QVERIFY(percentUnescaped(escaped) == text);
    }
}

void TestText::brokenPercentsStay()
{
    QCOMPARE(percentUnescaped("%"), std::string("%"));
    QCOMPARE(percentUnescaped("%4"), std::string("%4"));
    QCOMPARE(percentUnescaped("%zz%4g"), std::string("%zz%4g"));
    QCOMPARE(percentUnescaped("%%41"), std::string("%A"));
    QCOMPARE(percentUnescaped("%c3%A9"), std::string("é"));
}

void TestText::printableText()
{
    QCOMPARE(printable("50% 算子"), std::string("50% 算子"));
    QCOMPARE(printable("50%\xFF"), std::string("50%25%FF"));
    QCOMPARE(printable("a\tb"), std::string("a%09b"));
    QCOMPARE(printable(""), std::string());
    // C0, DEL, C1, line separator, right-to-left override, isolate; their neighbours stay.
    QCOMPARE(printable("\x1b[2J"), std::string("%1B[2J"));
    QCOMPARE(printable("a\x7f"), std::string("a%7F"));
    QCOMPARE(printable("\u009b0m"), std::string("%C2%9B0m"));
    QCOMPARE(printable("a\u2028b"), std::string("a%E2%80%A8b"));
    QCOMPARE(printable("\u202egnp"), std::string("%E2%80%AEgnp"));
    QCOMPARE(printable("\u2066a"), std::string("%E2%81%A6a"));
    QCOMPARE(printable("a\u200eb\u200f"), std::string("a%E2%80%8Eb%E2%80%8F"));
    QCOMPARE(printable("\u061c\ufeff"), std::string("%D8%9C%EF%BB%BF"));
    QCOMPARE(printable("\u061b\u061d\u2010\ufefe"), std::string("\u061b\u061d\u2010\ufefe"));
    QCOMPARE(printable("\u00a0\u2027\u202f\u2070"), std::string("\u00a0\u2027\u202f\u2070"));
    // What is drawn as nothing makes two names look like one.
    QCOMPARE(printable("a\u200bb"), std::string("a%E2%80%8Bb"));
    QCOMPARE(printable("\u200c\u200d"), std::string("%E2%80%8C%E2%80%8D"));
    QCOMPARE(printable("\u2060\u00ad"), std::string("%E2%81%A0%C2%AD"));
    QCOMPARE(printable("\u3164\ufe0f"), std::string("%E3%85%A4%EF%B8%8F"));
    QCOMPARE(printable("\U000e0041"), std::string("%F3%A0%81%81"));
    QCOMPARE(printable("\u00ae\u4e2d\U0001f600"), std::string("\u00ae\u4e2d\U0001f600"));
}

void TestText::linesOfOurOwn()
{
    QCOMPARE(withoutControls("50 % of \x1b[0m\n\tnext"), std::string("50 % of %1B[0m\n\tnext"));
    QCOMPARE(withoutControls("\xff\r"), std::string("%FF%0D"));
    QCOMPARE(withoutControls("算子"), std::string("算子"));
}

void TestText::naturalOrder()
{
    const std::vector<std::string_view> sorted {"", "0", "00", "01", "1", "1a", "1b", "2", "9", "10",
        "18446744073709551616", "018446744073709551617", "A", "a", "a-", "a01", "a1", "a1.npy", "a2", "a10",
        "a10b2", "a10b10", "b", "\x7F", "\x80", "\xFF"};
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        for (std::size_t j = 0; j < sorted.size(); ++j) {
            QVERIFY2(naturalCompare(sorted[i], sorted[j]) == (i <=> j),
                (std::string(sorted[i]) + " and " + std::string(sorted[j])).c_str());
        }
    }
}

void TestText::naturalOrderIsTotal()
{
    std::mt19937 random(5);
    constexpr std::string_view kLetters = "0019a.\xC3";
    std::vector<std::string> texts;
    for (int i = 0; i < 120; ++i) {
        std::string text;
        for (auto length = random() % 6; length > 0; --length)
            text += kLetters[random() % kLetters.size()];
        texts.push_back(text);
    }
    for (const std::string& a : texts) {
        for (const std::string& b : texts) {
            const auto order = naturalCompare(a, b);
            QVERIFY((order == 0) == (a == b));
            QVERIFY((0 <=> order) == (naturalCompare(b, a) <=> 0) || order == 0);
            for (const std::string& c : texts) {
                if (order < 0 && naturalCompare(b, c) < 0)
                    QVERIFY(naturalCompare(a, c) < 0);
            }
        }
    }
}

void TestText::caseFolding()
{
    QCOMPARE(asciiLower("Conv2D-ÄZ@["), std::string("conv2d-Äz@["));
    QVERIFY(equalsIgnoreCase("NCHW", "nchw"));
    QVERIFY(!equalsIgnoreCase("NCHW", "nchw "));
    QVERIFY(!equalsIgnoreCase("@", "`"));
    QVERIFY(containsIgnoreCase("Default/Conv2D", "conv"));
    QVERIFY(containsIgnoreCase("aaAB", "aab"));
    QVERIFY(containsIgnoreCase("", ""));
    QVERIFY(containsIgnoreCase("x", ""));
    QVERIFY(!containsIgnoreCase("", "x"));
    QVERIFY(!containsIgnoreCase("con", "conv"));
}

void TestText::globs_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("matches");
    int number = 0;
    const auto row = [&number](const char* pattern, const char* text, bool matches) {
        QTest::addRow("%d: %s", number++, pattern) << QByteArray(pattern) << QByteArray(text) << matches;
    };
    row("", "", true);
    row("", "a", false);
    row("*", "", true);
    row("**", "anything", true);
    row("?", "", false);
    row("?", "a", true);
    row("?", "ab", false);
    row("Conv*", "Conv2D", true);
    row("Conv*", "conv2d", false);
    row("Conv*", "xConv2D", false);
    row("*.npy", "a.npy.npy", true);
    row("*.npy", "a.npy.np", false);
    row("a*b*c", "aXbYbZc", true);
    row("a*b*c", "aXbYbZ", false);
    row("*?*", "", false);
    row("a?c", "abc", true);
    row("[ab]", "a", false);
    row("[ab]", "[ab]", true);
    row("?", "算", true);
    row("??", "算", false);
    row("*??", "a算", true);
    row("?子", "算子", true);
    row("?", "\xFF", true);
    row("*a", "aaaaaaaab", false);
}

void TestText::globs()
{
    QFETCH(QByteArray, pattern);
    QFETCH(QByteArray, text);
    QFETCH(bool, matches);
    QCOMPARE(globMatch(toStd(pattern), toStd(text)), matches);
}

void TestText::globsAgreeWithRecursion()
{
    const std::function<bool(std::string_view, std::string_view)> naive
        = [&](std::string_view p, std::string_view t) {
              if (p.empty())
                  return t.empty();
              if (p[0] == '*')
                  return naive(p.substr(1), t) || (!t.empty() && naive(p, t.substr(1)));
              return !t.empty() && (p[0] == '?' || p[0] == t[0]) && naive(p.substr(1), t.substr(1));
          };
    std::mt19937 random(11);
    for (int i = 0; i < 30'000; ++i) {
        std::string pattern;
        std::string text;
        for (auto length = random() % 7; length > 0; --length)
            pattern += "ab*?"[random() % 4];
        for (auto length = random() % 9; length > 0; --length)
            text += "ab"[random() % 2];
        QVERIFY2(globMatch(pattern, text) == naive(pattern, text), (pattern + " on " + text).c_str());
    }
}

void TestText::globsAreNotExponential()
{
    std::string pattern;
    for (int i = 0; i < 200; ++i)
        pattern += "*a";
    pattern += "*b";
    QVERIFY(!globMatch(pattern, std::string(20'000, 'a')));
}

void TestText::distances_data()
{
    QTest::addColumn<QByteArray>("a");
    QTest::addColumn<QByteArray>("b");
    QTest::addColumn<int>("distance");
    QTest::newRow("same") << QByteArray("op_name") << QByteArray("op_name") << 0;
    QTest::newRow("both empty") << QByteArray() << QByteArray() << 0;
    QTest::newRow("one empty") << QByteArray() << QByteArray("abc") << 3;
    QTest::newRow("kitten") << QByteArray("kitten") << QByteArray("sitting") << 3;
    QTest::newRow("saturday") << QByteArray("saturday") << QByteArray("sunday") << 3;
    QTest::newRow("swap") << QByteArray("dtpye") << QByteArray("dtype") << 2;
    QTest::newRow("beyond") << QByteArray("abcdefghij") << QByteArray("0123456789") << 8;
    QTest::newRow("much longer") << QByteArray("a") << QByteArray(100'000, 'a') << 8;
}

void TestText::distances()
{
    QFETCH(QByteArray, a);
    QFETCH(QByteArray, b);
    QFETCH(int, distance);
    QCOMPARE(editDistance(toStd(a), toStd(b)), static_cast<std::size_t>(distance));
    QCOMPARE(editDistance(toStd(b), toStd(a)), static_cast<std::size_t>(distance));
}

void TestText::distancesAgreeWithFullTable()
{
    const auto full = [](std::string_view a, std::string_view b) {
        std::vector<std::vector<std::size_t>> table(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
        for (std::size_t i = 0; i <= a.size(); ++i) {
            for (std::size_t j = 0; j <= b.size(); ++j) {
                if (i == 0 || j == 0)
                    table[i][j] = i + j;
                else
                    table[i][j] = std::min({table[i - 1][j] + 1, table[i][j - 1] + 1,
                        table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
            }
        }
        return table[a.size()][b.size()];
    };
    std::mt19937 random(13);
    for (int i = 0; i < 6'000; ++i) {
        // Beyond 64 letters another way is taken.
        const unsigned most = i < 5'000 ? 14 : 150;
        std::string a;
        std::string b;
        for (auto length = random() % most; length > 0; --length)
            a += "abc"[random() % 3];
        for (auto length = random() % most; length > 0; --length)
            b += "abc"[random() % 3];
        const std::size_t expected = full(a, b);
        for (const std::size_t limit : {0U, 1U, 2U, 5U, 8U, 40U, 200U})
            QCOMPARE(editDistance(a, b, limit), std::min(limit, expected));
    }
}

void TestText::byteSizes_data()
{
    QTest::addColumn<quint64>("bytes");
    QTest::addColumn<QString>("text");
    QTest::newRow("0") << quint64 {0} << "0 B";
    QTest::newRow("1023") << quint64 {1023} << "1023 B";
    QTest::newRow("1024") << quint64 {1024} << "1 KiB";
    QTest::newRow("1536") << quint64 {1536} << "1.5 KiB";
    QTest::newRow("1075") << quint64 {1075} << "1 KiB";
    QTest::newRow("1076") << quint64 {1076} << "1.1 KiB";
    QTest::newRow("rounds up to next unit") << quint64 {1024 * 1024 - 1} << "1 MiB";
    QTest::newRow("1023.9 KiB") << quint64 {1048474} << "1023.9 KiB";
    QTest::newRow("GiB") << quint64 {5} * 1024 * 1024 * 1024 << "5 GiB";
    QTest::newRow("largest") << std::numeric_limits<quint64>::max() << "16 EiB";
}

void TestText::byteSizes()
{
    QFETCH(quint64, bytes);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(byteSizeText(bytes)), text);
}

QTEST_APPLESS_MAIN(TestText)
#include "tst_text.moc"
