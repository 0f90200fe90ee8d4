// SPDX-License-Identifier: GPL-3.0-or-later
#include "readers/comparison_result.h"

#include "io/byte_text.h"

#include <algorithm>
#include <array>

namespace dumpscope::core {

namespace {

/// How such a file begins, and a text that stands in its first bytes, too.
struct ResultForm {
    std::string_view writer, begin, has;
};

constexpr auto kForms = std::to_array<ResultForm>({
    {"Dumpscope", "index,verdict,", ",golden_op_name,"},
    {"Dumpscope", "{\"target\":", "\"profile\":"},
    {"Dumpscope", "<!DOCTYPE html>", "<title>Dumpscope comparison</title>"},
    {"msprobe", "NPU Name,Bench Name,", ""},
    {"msaccucmp", "Index,OpType,NPUDump,", "GroundTruth"},
});

} // namespace

Message comparisonResult(std::string_view name, ByteSpan head)
{
    const std::string_view begin = withoutByteOrderMark(asText(head));
    const auto form = std::ranges::find_if(kForms, [&](const ResultForm& one) {
        return begin.starts_with(one.begin) && begin.find(one.has) != std::string_view::npos;
    });
    std::string_view writer = form == kForms.end() ? std::string_view() : form->writer;
    if (writer.empty() && name.starts_with("compare_result") && name.ends_with(".xlsx"))
        writer = "msprobe";
    if (writer.empty())
        return {};
    return phrase(
        "the result of a comparison by %1, figures of pairs without a tensor; the two dumps that it is "
        "about can be opened and compared",
        writer);
}

} // namespace dumpscope::core
