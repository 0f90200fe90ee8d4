// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/result_record.h"

#include "io/message_record.h"

namespace dumpscope::core {

namespace {

void putOptional(RecordWriter& out, const std::optional<bool>& fact)
{
    out.put(static_cast<std::uint8_t>(fact ? 1 + static_cast<int>(*fact) : 0));
}

std::optional<bool> getOptional(RecordReader& in)
{
    const auto fact = in.get<std::uint8_t>();
    return fact == 0 ? std::nullopt : std::optional(fact == 2);
}

void writeFigures(RecordWriter& out, const PairFigures& figures)
{
    out.put(figures.count);
    for (const double number : {figures.errorNorm, figures.maxError, figures.normError, figures.goldenNorm,
             figures.goldenMin, figures.goldenMax})
        out.put(number);
    for (const bool fact : {figures.nonFiniteDiffers, figures.hasNonFinite, figures.differs, figures.hasNorm,
             figures.hasLostNorm, figures.isNegInfAlone})
        out.put(static_cast<std::uint8_t>(fact));
    putOptional(out, figures.sameBits);
}

PairFigures readFigures(RecordReader& in)
{
    PairFigures figures;
    figures.count = in.get<std::uint64_t>();
    for (double* number : {&figures.errorNorm, &figures.maxError, &figures.normError, &figures.goldenNorm,
             &figures.goldenMin, &figures.goldenMax})
        *number = in.get<double>();
    for (bool* fact : {&figures.nonFiniteDiffers, &figures.hasNonFinite, &figures.differs, &figures.hasNorm,
             &figures.hasLostNorm, &figures.isNegInfAlone})
        *fact = in.get<std::uint8_t>() != 0;
    figures.sameBits = getOptional(in);
    return figures;
}

} // namespace

std::string encodeResult(const PairResult& result)
{
    RecordWriter out;
    out.put(static_cast<std::uint8_t>(result.state));
    out.put(static_cast<std::uint8_t>(result.basis));
    putOptional(out, result.sameChecksum);
    const PairDetails& details = result.details();
    putMessage(out, details.note);
    out.putAll(details.alignment, [&](const Message& step) { putMessage(out, step); });
    out.putAll(result.values.all(), [&](const MetricValue& value) {
        out.put(value.value);
        out.put(static_cast<std::uint8_t>(value.state));
        out.put(value.text);
    });
    out.putAll(details.worst, [&](const WorstElement& element) {
        out.put(element.index);
        out.put(element.target);
        out.put(element.golden);
        out.put(element.absError);
        out.put(element.relError);
        out.put(element.ulp);
        for (const auto& exact : {element.exactTarget, element.exactGolden, element.exactAbsError}) {
            out.put(static_cast<std::uint8_t>(exact.has_value()));
            out.put(exact.value_or(0));
        }
    });
    out.putAll(details.blocks, [&](const ErrorBlock& block) {
        out.put(block.first);
        out.put(block.count);
        out.put(block.maxAbsolute);
        out.put(block.sumSquares);
        out.put(block.mismatches);
    });
    out.put(static_cast<std::uint8_t>(result.figures.has_value()));
    if (result.figures)
        writeFigures(out, *result.figures);
    out.put(static_cast<std::uint8_t>(details.histogram.has_value()));
    if (const auto& histogram = details.histogram) {
        out.put(static_cast<std::int32_t>(histogram->lowest));
        out.put(histogram->zero);
        out.put(histogram->conflicts);
        out.putAll(histogram->counts, [&](std::uint64_t count) { out.put(count); });
    }
    return out.take();
}

Result<PairResult> decodeResult(ByteSpan bytes)
{
    RecordReader in(bytes);
    PairResult result;
    result.state = in.getEnum(PairState::NotComputed);
    result.basis = in.getEnum(PairBasis::Checksums);
    result.sameChecksum = getOptional(in);
    PairDetails details;
    details.note = getMessage(in);
    std::vector<Message> alignment;
    for (std::uint32_t left = in.getCount(); left > 0; --left)
        alignment.push_back(getMessage(in));
    details.alignment = std::move(alignment);
    std::vector<MetricValue> values;
    for (std::uint32_t left = in.getCount(); left > 0; --left) {
        MetricValue& value = values.emplace_back();
        value.value = in.getOptional();
        value.state = in.getEnum(PairState::NotComputed);
        value.text = in.getText();
    }
    result.values = values;
    std::vector<WorstElement> worst;
    for (std::uint32_t left = in.getCount(); left > 0; --left) {
        WorstElement& element = worst.emplace_back();
        element.index = in.get<std::uint64_t>();
        element.target = in.get<double>();
        element.golden = in.get<double>();
        element.absError = in.get<double>();
        element.relError = in.get<double>();
        element.ulp = in.getOptional();
        for (auto* exact : {&element.exactTarget, &element.exactGolden, &element.exactAbsError}) {
            const bool isThere = in.get<std::uint8_t>() != 0;
            const auto integer = in.get<WideInteger>();
            *exact = isThere ? std::optional(integer) : std::nullopt;
        }
    }
    details.worst = std::move(worst);
    std::vector<ErrorBlock> blocks;
    for (std::uint32_t left = in.getCount(); left > 0; --left) {
        ErrorBlock& block = blocks.emplace_back();
        block.first = in.get<std::uint64_t>();
        block.count = in.get<std::uint64_t>();
        block.maxAbsolute = in.get<double>();
        block.sumSquares = in.get<double>();
        block.mismatches = in.get<std::uint64_t>();
    }
    details.blocks = std::move(blocks);
    if (in.get<std::uint8_t>() != 0)
        result.figures = readFigures(in);
    if (in.get<std::uint8_t>() != 0) {
        ErrorHistogram& histogram = details.histogram.emplace();
        histogram.lowest = in.get<std::int32_t>();
        histogram.zero = in.get<std::uint64_t>();
        histogram.conflicts = in.get<std::uint64_t>();
        for (std::uint32_t left = in.getCount(); left > 0; --left)
            histogram.counts.push_back(in.get<std::uint64_t>());
    }
    if (!in.complete())
        return fail(Code::BadHeader, phrase("the kept result of a pair is damaged"));
    result.setDetails(std::move(details));
    return result;
}

} // namespace dumpscope::core
