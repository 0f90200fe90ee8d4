// SPDX-License-Identifier: GPL-3.0-or-later
#include "official/msaccucmp_advice.h"

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dumpscope::core {

namespace {

constexpr double kGoodCosine = 0.99;

std::string summary(std::string_view type, std::string_view index, std::string_view advice)
{
    return fmt::format("Detection Type: {}\nOperator Index: {}\nExpert Advice: {}\n", type, index, advice);
}

} // namespace

MsaccucmpAdvice::MsaccucmpAdvice(const std::vector<std::string_view>& header)
    : m_columns(header.size())
{
    const auto column = [&header](std::string_view name) {
        return static_cast<std::size_t>(std::ranges::find(header, name) - header.begin());
    };
    m_overflow = column("OverFlow");
    m_cosine = column("CosineSimilarity");
    m_type = column("OpType");
}

void MsaccucmpAdvice::add(const std::vector<std::string>& row)
{
    if (row.size() != m_columns)
        return;
    if (m_overflow < row.size() && row[m_overflow] == "YES" && !m_firstOverflow)
        m_firstOverflow = row.front();
    const auto cosine = m_cosine < row.size() ? parseDouble(row[m_cosine]) : std::nullopt;
    if (!cosine || std::isnan(*cosine))
        return;
    m_last = cosine;
    if (*cosine >= kGoodCosine)
        return;
    if (!m_firstBad)
        m_firstBad = row.front();
    if (row[m_type] == "Data" && !m_firstInput)
        m_firstInput = row.front();
}

std::string MsaccucmpAdvice::text() const
{
    if (m_firstOverflow)
        return summary("FP16 Overflow", *m_firstOverflow,
            "Float16 data overflow occurs. Rectify the fault and perform comparison again.");
    if (m_firstInput)
        return summary("Input Inconsistent", *m_firstInput,
            "The inputs of the two models differ: give both the same data, or check how it is prepared.");
    if (!m_last)
        return summary("NA", "NA", "NA");
    if (!m_firstBad)
        return summary("Global Consistency", "NA",
            "All operators agree. If the result is still wrong, look at what is done after the model.");
    if (*m_last < kGoodCosine)
        return summary("Global Consistency", *m_firstBad,
            "The model's end disagrees: start at this operator; quantisation may be the cause.");
    return summary("Global Consistency", *m_firstBad,
        "Some operators disagree from here on, yet the model's end agrees.");
}

} // namespace dumpscope::core
