// SPDX-License-Identifier: GPL-3.0-or-later
#include "official/msaccucmp_formats.h"

#include "io/byte_reader.h"
#include "tensor/format_axes.h"
#include "tensor/scatter.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>

namespace dumpscope::core {

namespace {

using U64 = std::uint64_t;
using Axes = std::map<char, BlockedAxis>; ///< by letter

constexpr int kBadParameter = 6;
constexpr int kBadFormat = 22;
constexpr int kBadFunction = 26;
constexpr U64 kCube = 16;

std::int64_t signedOf(U64 value)
{
    return static_cast<std::int64_t>(value);
}

U64 ceilDiv(U64 value, U64 by)
{
    return value / by + (value % by != 0 ? 1 : 0);
}

std::string joined(std::span<const std::int64_t> shape, std::string_view separator)
{
    std::string text;
    for (const std::int64_t dim : shape) {
        text += text.empty() ? "" : separator;
        text += dim < 0 ? std::to_string(static_cast<U64>(dim)) : std::to_string(dim);
    }
    return text;
}

std::string moduleName(const MsaccucmpConversion& conversion)
{
    return "convert_" + std::string(formatName(conversion.from)) + "_to_"
        + std::string(formatName(conversion.to));
}

/// The converter function raised an exception.
auto raised(const MsaccucmpConversion& conversion, const Message& what)
{
    return refuse(
        kBadFunction, phrase("Failed to execute 'convert' in '%1'. %2", moduleName(conversion), what));
}

std::string reshapeMessage(std::int64_t count, std::span<const std::int64_t> shape)
{
    return "cannot reshape array of size " + std::to_string(count) + " into shape (" + joined(shape, ",")
        + (shape.size() == 1 ? ",)" : ")");
}

bool holds(const TensorView& flat, std::span<const std::int64_t> shape)
{
    return elementCount(shape) == elementCount(flat.shape);
}

BlockedAxis blocked(U64 size, U64 block, U64 outer)
{
    return {size, std::max<U64>(block, 1), signedOf(outer), 1};
}

BlockedAxis plain(U64 size, U64 stride)
{
    return BlockedAxis::plain(size, signedOf(stride));
}

/// array[:pad] with pad = wanted - size, as the converters compute it: also where nothing is padded.
BlockedAxis cropped(BlockedAxis axis, std::int64_t wanted)
{
    const auto size = signedOf(axis.size);
    if (wanted < size)
        axis.size = static_cast<U64>(std::max<std::int64_t>(wanted, 0));
    else if (wanted > size)
        axis.size = static_cast<U64>(std::min(size, wanted - size));
    return axis;
}

ArrangedElements inOrder(TensorView flat, const Axes& axes, std::string_view letters)
{
    ArrangedElements result {std::move(flat), {}};
    for (const char letter : letters)
        result.axes.push_back(axes.at(letter));
    return result;
}

OrRefusal<ArrangedElements> fromChannelBlocks(const MsaccucmpConversion& c, TensorView flat)
{
    if (c.stored.size() < 5)
        return raised(c, phrase("length of shape of NC1HWC0 is less than 5, please check."));
    const std::span<const std::int64_t> dims(c.stored.data(), 5);
    if (!holds(flat, dims))
        return raised(c, reshapeMessage(flat.shape[0], dims));
    const auto d = [&](std::size_t i) { return static_cast<U64>(dims[i]); };
    const U64 plane = d(2) * d(3) * d(4);
    const Axes axes {{'N', plain(d(0), d(1) * plane)}, {'C', blocked(d(1) * d(4), d(4), plane)},
        {'H', plain(d(2), d(3) * d(4))}, {'W', plain(d(3), d(4))}};
    return inOrder(std::move(flat), axes, axesOf(c.to));
}

OrRefusal<ArrangedElements> fromDepthBlocks(const MsaccucmpConversion& c, TensorView flat)
{
    const std::size_t rank = c.stored.size();
    if (rank < 6)
        return raised(c, phrase("not enough values to unpack (expected 6, got %1)", rank));
    if (rank > 6)
        return raised(c, phrase("too many values to unpack (expected 6)"));
    if (!holds(flat, c.stored))
        return raised(c, reshapeMessage(flat.shape[0], c.stored));
    const auto d = [&](std::size_t i) { return static_cast<U64>(c.stored[i]); };
    const U64 plane = d(3) * d(4) * d(5);
    Axes axes {{'N', plain(d(0), d(1) * d(2) * plane)}, {'C', blocked(d(2) * d(5), d(5), plane)},
        {'D', plain(d(1), d(2) * plane)}, {'H', plain(d(3), d(4) * d(5))}, {'W', plain(d(4), d(5))}};
    if (c.target.size() == 5)
        axes['C'] = cropped(axes['C'], c.target[1]);
    return inOrder(std::move(flat), axes, "NCDHW");
}

OrRefusal<ArrangedElements> fromFractalZ(const MsaccucmpConversion& c, TensorView flat)
{
    const std::string_view letters = axesOf(c.to);
    if (c.stored.size() < 4 || c.target.size() < 4)
        return raised(c, phrase("list index out of range"));
    const auto wanted = [&](char letter) { return c.target[letters.find(letter)]; };
    std::int64_t window = 0;
    if (__builtin_mul_overflow(wanted('H'), wanted('W'), &window) || window < 0)
        return raised(c, reshapeMessage(flat.shape[0], c.target));
    if (window == 0)
        return raised(c, phrase("integer division or modulo by zero"));
    const std::int64_t blocks = c.stored[0] / window;
    const Shape dims {blocks, wanted('H'), wanted('W'), c.stored[1], c.stored[2], c.stored[3]};
    if (!holds(flat, dims))
        return raised(c, reshapeMessage(flat.shape[0], dims));
    const auto d = [&](std::size_t i) { return static_cast<U64>(dims[i]); };
    const U64 rows = d(3) * d(4);
    const U64 cell = rows * d(5);
    const Axes axes {{'C', cropped(blocked(d(0) * d(5), d(5), d(1) * d(2) * cell), wanted('C'))},
        {'H', plain(d(1), d(2) * cell)}, {'W', plain(d(2), cell)},
        {'N', cropped(plain(rows, d(5)), wanted('N'))}};
    return inOrder(std::move(flat), axes, letters);
}

OrRefusal<ArrangedElements> fromTiles(const MsaccucmpConversion& c, TensorView flat)
{
    const std::size_t rank = c.stored.size();
    const Shape& target = c.target; // of rank >= 2, checkTiledShape has seen it
    const std::span<const std::int64_t> leading(target.data(), target.size() - 2);
    const Shape dims {signedOf(elementCount(leading).value_or(0)), c.stored[rank - 4], c.stored[rank - 3],
        c.stored[rank - 2], c.stored[rank - 1]};
    if (!holds(flat, dims))
        return raised(c, reshapeMessage(flat.shape[0], dims));
    const auto d = [&](std::size_t i) { return static_cast<U64>(dims[i]); };
    const U64 rows = d(2) * d(3);
    ArrangedElements result {std::move(flat), {}};
    if (target.size() > 2)
        result.axes.push_back(plain(d(0), d(1) * rows * d(4)));
    result.axes.push_back(cropped(plain(rows, d(4)), target[target.size() - 2]));
    result.axes.push_back(cropped(blocked(d(1) * d(4), d(4), rows * d(4)), target.back()));
    return result;
}

OrRefusal<ArrangedElements> betweenPlain(const MsaccucmpConversion& c, TensorView flat)
{
    const std::string_view from = axesOf(c.from);
    if (!holds(flat, c.stored))
        return raised(c, reshapeMessage(flat.shape[0], c.stored));
    const std::vector<std::int64_t> strides = denseStrides(c.stored);
    Axes axes;
    for (std::size_t i = 0; i < from.size(); ++i)
        axes[from[i]] = BlockedAxis::plain(static_cast<U64>(c.stored[i]), strides[i]);
    return inOrder(std::move(flat), axes, axesOf(c.to));
}

/// Sizes of a weight and of its FRACTAL_Z; groups beyond the first period share blocks, a defect of the
/// official tool that is kept.
struct Weight {
    U64 n, c, h, w;
    U64 groups, period, outputs; ///< outputs per group
    U64 c1, n1, count;           ///< blocks, and elements of the result

    [[nodiscard]] U64 offset(U64 group, U64 output, U64 channel, U64 row, U64 column) const
    {
        const U64 dc = group % period * c + channel;
        const U64 dn = group % period * outputs + output;
        const U64 z = (group / period) * (dc / kCube) * h * w + (dc / kCube) * h * w + row * w + column;
        return ((z * n1 + dn / kCube) * kCube + dn % kCube) * kCube + dc % kCube;
    }
};

std::optional<Weight> weightOf(const MsaccucmpConversion& c)
{
    const std::string_view from = axesOf(c.from);
    const auto dim = [&](char letter) { return static_cast<U64>(c.stored[from.find(letter)]); };
    Weight s {dim('N'), dim('C'), dim('H'), dim('W'), static_cast<U64>(std::max<std::int64_t>(c.groups, 1)),
        1, 0, 0, 0, 0};
    s.outputs = s.n / s.groups;
    if (s.c == 0 || s.outputs == 0)
        return std::nullopt;
    s.period = std::min(std::lcm(kCube / std::gcd(s.c, kCube), kCube / std::gcd(s.outputs, kCube)), s.groups);
    s.c1 = ceilDiv(s.period * s.c, kCube);
    s.n1 = ceilDiv(s.period * s.outputs, kCube);
    U64 count = ceilDiv(s.groups, s.period);
    for (const U64 factor : {s.c1, s.h, s.w, s.n1, kCube, kCube}) {
        if (!checkedMul(count, factor, count))
            return std::nullopt;
    }
    s.count = count;
    return s;
}

OrRefusal<ArrangedElements> toFractalZ(const MsaccucmpConversion& c, TensorView flat)
{
    if (!holds(flat, c.stored))
        return raised(c, reshapeMessage(flat.shape[0], c.stored));
    const auto s = weightOf(c);
    if (!s)
        return raised(c, phrase("integer division or modulo by zero"));
    const std::uint32_t width = unpackedBytes(flat.dtype);
    auto zeros = isReasonablePadding(s->count, elementCount(flat.shape).value_or(0), width)
        ? zeroElements(flat.dtype, s->count)
        : Result<std::vector<std::byte>>(fail(Code::Limit, phrase("more padding than any weight has")));
    if (!zeros)
        return raised(c, phrase("Unable to allocate the array: %1", zeros.error().message));
    std::vector<std::byte> out = std::move(*zeros);
    const std::string_view from = axesOf(c.from);
    const std::vector<std::int64_t> strides = denseStrides(c.stored);
    const auto stride = [&](char letter) { return static_cast<U64>(strides[from.find(letter)]); };
    // Without elements the other sizes mean nothing.
    const U64 outputs = s->h * s->w == 0 ? 0 : s->groups * s->outputs;
    for (U64 output = 0; output < outputs; ++output) {
        for (U64 channel = 0; channel < s->c; ++channel) {
            for (U64 cell = 0; cell < s->h * s->w; ++cell) {
                const U64 source = output * stride('N') + channel * stride('C') + cell / s->w * stride('H')
                    + cell % s->w * stride('W');
                const U64 to
                    = s->offset(output / s->outputs, output % s->outputs, channel, cell / s->w, cell % s->w);
                if ((to + 1) * width <= out.size())
                    std::memcpy(out.data() + to * width, flat.bytes.data() + source * width, width);
            }
        }
    }
    const Shape shape {
        signedOf(ceilDiv(s->groups, s->period) * s->c1 * s->h * s->w), signedOf(s->n1), 16, 16};
    return reshaped(makeDenseView(flat.dtype, {signedOf(s->count)}, Bytes::fromVector(std::move(out))), shape,
        kBadFunction);
}

bool isOneOf(MemoryFormat format, std::initializer_list<MemoryFormat> formats)
{
    return std::find(formats.begin(), formats.end(), format) != formats.end();
}

using Converter = OrRefusal<ArrangedElements> (*)(const MsaccucmpConversion&, TensorView);

/// The pairs the official tool comes with (docs/formats/ascend-dump-binary.md 5.3).
Converter converterFor(MemoryFormat from, MemoryFormat to)
{
    using enum MemoryFormat;
    switch (from) {
    case FractalNZ:
        return isOneOf(to, {NCHW, ND, NHWC}) ? fromTiles : nullptr;
    case FractalZ:
        return isOneOf(to, {HWCN, NCHW}) ? fromFractalZ : nullptr;
    case NC1HWC0:
        return isOneOf(to, {NCHW, NHWC, HWCN}) ? fromChannelBlocks : nullptr;
    case NDC1HWC0:
        return isOneOf(to, {NCDHW, ND}) ? fromDepthBlocks : nullptr;
    case HWCN:
        return to == FractalZ ? toFractalZ : isOneOf(to, {NCHW, NHWC}) ? betweenPlain : nullptr;
    case NCHW:
        return to == FractalZ ? toFractalZ : to == NHWC ? betweenPlain : nullptr;
    case NHWC:
        return to == FractalZ ? toFractalZ : isOneOf(to, {HWCN, NCHW}) ? betweenPlain : nullptr;
    default:
        return nullptr;
    }
}

Shape withoutOnes(std::span<const std::int64_t> shape)
{
    Shape result;
    std::copy_if(shape.begin(), shape.end(), std::back_inserter(result), [](auto dim) { return dim != 1; });
    return result;
}

} // namespace

std::string pythonShape(std::span<const std::int64_t> shape)
{
    return "(" + joined(shape, ", ") + ")";
}

Shape ArrangedElements::shape() const
{
    Shape result;
    for (const BlockedAxis& axis : axes)
        result.push_back(signedOf(axis.size));
    return result;
}

OrRefusal<ArrangedElements> reshaped(TensorView flat, std::span<const std::int64_t> shape, int number)
{
    if (!holds(flat, shape))
        return refuse(number, reshapeMessage(signedOf(elementCount(flat.shape).value_or(0)), shape));
    const std::vector<std::int64_t> strides = denseStrides(shape);
    ArrangedElements result {std::move(flat), {}};
    for (std::size_t i = 0; i < shape.size(); ++i)
        result.axes.push_back(BlockedAxis::plain(static_cast<U64>(shape[i]), strides[i]));
    return result;
}

OrRefusal<ArrangedElements> convertFormat(const MsaccucmpConversion& conversion, TensorView flat)
{
    const Converter converter = converterFor(conversion.from, conversion.to);
    if (converter == nullptr)
        return refuse(kBadFormat,
            phrase("Not supported from %1 to %2.", formatName(conversion.from), formatName(conversion.to)));
    // Only the functions towards FRACTAL_Z know groups.
    if (conversion.groups >= 2 && conversion.to != MemoryFormat::FractalZ)
        return raised(conversion, phrase("convert() takes 3 positional arguments but 4 were given"));
    return converter(conversion, std::move(flat));
}

OrRefusal<void> checkTiledShape(std::span<const std::int64_t> stored, std::span<const std::int64_t> target)
{
    if (target.empty())
        return refuse(
            kBadParameter, phrase("The format before transfer is FRACTAL_NZ. Please enter a valid shape."));
    if (stored.size() < 4 || target.size() < 2)
        return refuse(1, phrase("list index out of range"));
    Shape whole(stored.begin(), stored.end() - 4);
    const auto* const last = stored.data() + stored.size();
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    if (__builtin_mul_overflow(last[-2], last[-3], &rows)
        || __builtin_mul_overflow(last[-1], last[-4], &columns))
        return refuse(kBadParameter, phrase("The target shape %1 is invalid.", pythonShape(target)));
    whole.insert(whole.end(), {rows, columns});
    const auto fits = [](std::int64_t wanted, std::int64_t padded) {
        return wanted <= padded && wanted > padded - signedOf(kCube);
    };
    const bool fitting = fits(target.back(), columns) && fits(target[target.size() - 2], rows);
    if (target.size() != whole.size() || !fitting)
        return refuse(kBadParameter,
            phrase("The target shape %1 is invalid. The recommended shape is %2.", pythonShape(target),
                pythonShape(whole)));
    if (!std::equal(whole.begin(), whole.end() - 2, target.begin()))
        return refuse(kBadParameter,
            phrase("The target shape %1 is invalid, the recommended shape is %2.", pythonShape(target),
                pythonShape(whole)));
    return {};
}

bool cropTo(std::span<const std::int64_t> target, ArrangedElements& elements)
{
    constexpr std::size_t kFour = 4;
    constexpr std::size_t kFive = 5;
    const Shape shape = elements.shape();
    if (shape.size() < target.size())
        return withoutOnes(shape) == withoutOnes(target);
    Shape padded = shape;
    padded.resize(std::max(padded.size(), kFour), 1);
    Shape wanted(target.begin(), target.end());
    wanted.resize(padded.size(), 1);
    const auto ones = static_cast<std::size_t>(std::count(shape.begin(), shape.end(), 1));
    const bool sameSize = elementCount(target) == elementCount(shape);
    if (sameSize && ones + 1 >= shape.size())
        return true;
    // The official test stops at the first dimension that is larger.
    const auto differs = std::mismatch(padded.begin(), padded.end(), wanted.begin());
    if (differs.first == padded.end())
        return true;
    if (*differs.second < 0 || *differs.first < *differs.second)
        return false;
    elements.axes.resize(padded.size(), BlockedAxis::plain(1, 1));
    if (padded.size() == kFour || padded.size() == kFive) {
        for (std::size_t i = 0; i < padded.size(); ++i)
            elements.axes[i].size = std::min(elements.axes[i].size, static_cast<U64>(wanted[i]));
    }
    return true;
}

} // namespace dumpscope::core
