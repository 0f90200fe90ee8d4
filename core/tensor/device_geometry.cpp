// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/device_geometry.h"
#include "tensor/axis_readings.h"

#include "io/byte_reader.h"
#include "tensor/format_axes.h"

#include <array>
#include <initializer_list>
#include <numeric>

namespace dumpscope::core {

namespace {

constexpr std::uint64_t kCube = 16; ///< rows of a fractal block
constexpr std::string_view kLetters = "NCDHW";

using U64 = std::uint64_t;

U64 ceilDiv(U64 value, U64 by)
{
    return value / by + (value % by != 0 ? 1 : 0);
}

std::int64_t signedOf(U64 value)
{
    return static_cast<std::int64_t>(value);
}

/// Sizes of the named axes; axes a reading leaves out are 1.
struct Dims {
    U64 n = 1, c = 1, d = 1, h = 1, w = 1;
};

/// Where an index of each named axis goes, and the device shape around it.
struct Terms {
    std::vector<U64> storage;
    BlockedAxis n, c, d, h, w;
};

Dims namedDims(std::string_view axes, std::span<const std::int64_t> shape)
{
    Dims dims;
    const std::array<U64*, 5> slots {&dims.n, &dims.c, &dims.d, &dims.h, &dims.w};
    for (std::size_t i = 0; i < axes.size(); ++i)
        *slots[kLetters.find(axes[i])] = static_cast<U64>(shape[i]);
    return dims;
}

BlockedAxis plain(U64 size, U64 stride)
{
    return BlockedAxis::plain(size, signedOf(stride));
}

BlockedAxis blocked(U64 size, U64 block, U64 outer, U64 inner)
{
    return {size, block, signedOf(outer), signedOf(inner)};
}

// Strides below are products of dimensions whose full product was checked to fit, or belong to an
// empty array and are never used; unsigned arithmetic keeps the latter defined.

Terms channelBlocks(const Dims& s, U64 c0, bool depth)
{
    const U64 c1 = ceilDiv(s.c, c0);
    const U64 plane = s.h * s.w * c0;
    Terms t;
    t.storage
        = depth ? std::vector<U64> {s.n, s.d, c1, s.h, s.w, c0} : std::vector<U64> {s.n, c1, s.h, s.w, c0};
    t.n = plain(s.n, (depth ? s.d : 1) * c1 * plane);
    t.d = plain(s.d, c1 * plane);
    t.c = blocked(s.c, c0, plane, 1);
    t.h = plain(s.h, s.w * c0);
    t.w = plain(s.w, c0);
    return t;
}

/// FRACTAL_Z and FRACTAL_Z_3D; the transposed 3-D form exchanges the roles of N and C.
Terms fractalZ(const Dims& s, U64 c0, U64 columns, U64 rows)
{
    const U64 column1 = ceilDiv(columns, c0);
    const U64 row1 = ceilDiv(rows, kCube);
    const U64 cell = row1 * kCube * c0;
    Terms t;
    t.storage = {s.d, column1, s.h, s.w, row1, kCube, c0};
    t.d = plain(s.d, column1 * s.h * s.w * cell);
    t.c = blocked(columns, c0, s.h * s.w * cell, 1);
    t.h = plain(s.h, s.w * cell);
    t.w = plain(s.w, cell);
    t.n = plain(rows, c0);
    return t;
}

Terms c1hwncoc0(const Dims& s, U64 c0)
{
    Terms t;
    t.storage = {ceilDiv(s.c, c0), s.h, s.w, s.n, c0, c0};
    const U64 cell = s.n * c0 * c0;
    t.c = blocked(s.c, c0, s.h * s.w * cell, c0 + 1);
    t.h = plain(s.h, s.w * cell);
    t.w = plain(s.w, cell);
    t.n = plain(s.n, c0 * c0);
    return t;
}

/// FRACTAL_Z_C04: C padded to 4, then H, W, C together cut into blocks of C0.
Terms fractalZC04(const Dims& s, U64 c0)
{
    const U64 n1 = ceilDiv(s.n, kCube);
    const U64 perBlock = c0 / 4; ///< (h, w) cells per block
    Terms t;
    t.storage = {ceilDiv(4 * s.h * s.w, c0), n1, kCube, c0};
    t.c = plain(s.c, 1);
    t.w = blocked(s.h * s.w, perBlock, n1 * kCube * c0, 4); // h and w as one axis
    t.n = plain(s.n, c0);
    return t;
}

Failure overflow(std::span<const std::int64_t> shape)
{
    return fail(Code::BadShape, phrase("shape %1 is too large", shapeText(shape)));
}

/// Device dimensions as a shape; FRACTAL_Z folds all but the last three into one.
std::optional<Shape> foldedShape(std::vector<U64> dims, bool foldsLeading)
{
    if (foldsLeading) {
        U64 product = 1;
        for (std::size_t i = 0; i + 3 < dims.size(); ++i) {
            if (!checkedMul(product, dims[i], product))
                return std::nullopt;
        }
        dims.erase(dims.begin(), dims.end() - 3);
        dims.insert(dims.begin(), product);
    }
    Shape shape;
    for (const U64 dim : dims)
        shape.push_back(signedOf(dim));
    if (!elementCount(shape))
        return std::nullopt;
    return shape;
}

/// Whether every partial product of the terms stays in range, so that strides mean something.
bool fits(const Dims& s)
{
    const std::array<std::int64_t, 5> dims {
        signedOf(s.n), signedOf(s.c), signedOf(s.d), signedOf(s.h), signedOf(s.w)};
    return elementCount(dims).has_value();
}

DeviceGeometry assemble(Shape storage, const Terms& t, std::string_view axes)
{
    const std::array<const BlockedAxis*, 5> slots {&t.n, &t.c, &t.d, &t.h, &t.w};
    std::vector<BlockedAxis> logical;
    for (const char letter : axes)
        logical.push_back(*slots[kLetters.find(letter)]);
    return {std::move(storage), BlockedLayout(std::move(logical), 0)};
}

Result<DeviceGeometry> groupedFractalZ(
    const GeometryRequest& request, const Dims& s, std::string_view axes, std::span<const std::int64_t> shape)
{
    const U64 groups = request.groups;
    if (s.n % groups != 0)
        return fail(Code::BadShape, phrase("%1 output channels do not divide into %2 groups", s.n, groups));
    // docs/formats/ascend-dump-binary.md 5.2, names as there. lcm(x, y) / x = y / gcd(x, y) keeps numbers
    // small.
    const U64 k = blockSize(request);
    const U64 cin = s.c;
    const U64 cout = s.n / groups;
    const U64 e = std::min(std::lcm(k / std::gcd(cin, k), kCube / std::gcd(cout, kCube)), groups);
    U64 channels = 0;
    U64 outputs = 0;
    if (!checkedMul(e, cin, channels) || !checkedMul(e, cout, outputs))
        return overflow(shape);
    const U64 c1e = ceilDiv(channels, k);
    const U64 n1e = ceilDiv(outputs, kCube);
    const auto storage = foldedShape({ceilDiv(groups, e), c1e, s.h, s.w, n1e, kCube, k}, true);
    if (!storage)
        return overflow(shape);

    const U64 cell = n1e * kCube * k;
    const U64 block = s.h * s.w * cell;
    std::vector<BlockedAxis> logical;
    GroupCoupling coupling {0, 0, e, cin};
    for (const char letter : axes) {
        switch (letter) {
        case 'N':
            coupling.groupAxis = logical.size();
            logical.push_back(blocked(groups, e, c1e * block, cout * k));
            logical.push_back(plain(cout, k));
            break;
        case 'C':
            coupling.channelAxis = logical.size();
            logical.push_back(blocked(cin, k, block, 1));
            break;
        case 'H':
            logical.push_back(plain(s.h, s.w * cell));
            break;
        case 'W':
            logical.push_back(plain(s.w, cell));
            break;
        default: // D, which is 1 here
            break;
        }
    }
    if (axes.find('C') == std::string_view::npos || axes.find('N') == std::string_view::npos)
        return fail(Code::BadShape, phrase("a grouped weight needs an input and an output channel axis"));
    return DeviceGeometry {*storage, BlockedLayout(std::move(logical), 0, coupling)};
}

Result<DeviceGeometry> zC04(
    const GeometryRequest& request, const Dims& s, std::string_view axes, std::span<const std::int64_t> shape)
{
    const U64 c0 = blockSize(request);
    if (s.c > 4)
        return fail(Code::BadShape, phrase("FRACTAL_Z_C04 holds at most 4 channels, not %1", s.c));
    if (c0 % 4 != 0)
        return fail(Code::BadShape, phrase("FRACTAL_Z_C04 needs a block size that is a multiple of 4"));
    U64 padded = 0;
    if (!checkedMul(s.h, s.w, padded) || !checkedMul(padded, 4, padded))
        return overflow(shape);
    const Terms t = fractalZC04(s, c0);
    const auto storage = foldedShape(t.storage, false);
    if (!storage)
        return overflow(shape);
    // H and W stand side by side in every order of the axes; the pair is the term of W.
    std::string folded;
    for (const char letter : axes) {
        if (letter != 'H')
            folded += letter;
        else if (axes.find('W') == std::string_view::npos)
            folded += 'W';
    }
    return assemble(*storage, t, folded);
}

/// FRACTAL_NZ and FRACTAL_ZZ: the last two dimensions in blocks of `rows` x c0.
Result<DeviceGeometry> tiledMatrix(const GeometryRequest& request, std::span<const std::int64_t> shape)
{
    const bool isZz = request.format == MemoryFormat::FractalZZ;
    const U64 c0 = blockSize(request);
    const U64 rows = isZz ? c0 : kCube;
    const U64 width = shape.empty() ? 1 : static_cast<U64>(shape.back());
    const U64 height = shape.size() < 2 ? 1 : static_cast<U64>(shape[shape.size() - 2]);
    const U64 w1 = ceilDiv(width, c0);
    const U64 h1 = ceilDiv(height, rows);

    std::vector<U64> dims;
    for (std::size_t i = 0; i + 2 < shape.size(); ++i)
        dims.push_back(static_cast<U64>(shape[i]));
    const std::size_t leading = dims.size();
    dims.insert(dims.end(), {isZz ? h1 : w1, isZz ? w1 : h1, rows, c0});
    const auto storage = foldedShape(dims, false);
    if (!storage)
        return overflow(shape);

    std::vector<BlockedAxis> axes(leading + 2);
    if (isZz) {
        axes[leading] = blocked(height, c0, w1 * c0 * c0, c0);
        axes[leading + 1] = blocked(width, c0, c0 * c0, 1);
    } else {
        axes[leading] = plain(height, c0);
        axes[leading + 1] = blocked(width, c0, h1 * rows * c0, 1);
    }
    U64 stride = w1 * h1 * rows * c0;
    for (std::size_t i = leading; i-- > 0;) {
        axes[i] = plain(dims[i], stride);
        stride *= dims[i];
    }
    return DeviceGeometry {*storage, BlockedLayout(std::move(axes), 0)};
}

bool hasDepth(MemoryFormat format)
{
    return format == MemoryFormat::NDC1HWC0 || format == MemoryFormat::FractalZ3D
        || format == MemoryFormat::FractalZ3DTranspose;
}

/// Device shapes of tiled matrices may fold leading dimensions; the order of elements is the same.
bool sameDevice(MemoryFormat format, const Shape& expected, const Shape& recorded)
{
    if (expected == recorded)
        return true;
    if (!isTiledMatrix(format) || recorded.size() < 4 || expected.size() < 4)
        return false;
    if (!std::equal(expected.end() - 4, expected.end(), recorded.end() - 4))
        return false;
    const auto product = elementCount(recorded);
    return product && product == elementCount(expected);
}

} // namespace

bool isTiledMatrix(MemoryFormat format)
{
    return format == MemoryFormat::FractalZZ || format == MemoryFormat::FractalNZ
        || (static_cast<int>(format) >= 50 && static_cast<int>(format) <= 54); // FRACTAL_NZ_C0_*
}

U64 blockSize(const GeometryRequest& request)
{
    // A hostile dimension must not become a divisor of zero or blow the device tensor up.
    constexpr std::int64_t kMaxBlock = 256;
    if (!request.storageShape.empty() && request.storageShape.back() > 0
        && request.storageShape.back() <= kMaxBlock)
        return static_cast<U64>(request.storageShape.back());
    if (request.c0 != 0 && request.c0 <= kMaxBlock)
        return request.c0;
    switch (static_cast<int>(request.format)) {
    case static_cast<int>(MemoryFormat::NC1HWC0_C04):
        return 4;
    case 50:
        return 16;
    case 51:
        return 32;
    case 52:
        return 2;
    case 53:
        return 4;
    case 54:
        return 8;
    default:
        break;
    }
    const std::uint32_t bits = dtypeInfo(request.dtype).bits;
    return bits == 8 ? 32 : (bits == 4 ? 64 : 16);
}

Result<DeviceGeometry> deviceGeometry(
    const GeometryRequest& request, std::string_view axes, std::span<const std::int64_t> logicalShape)
{
    if (!elementCount(logicalShape))
        return overflow(logicalShape);
    if (isTiledMatrix(request.format))
        return tiledMatrix(request, logicalShape);
    if (axes.size() != logicalShape.size())
        return fail(Code::BadShape,
            phrase("a tensor of shape %1 has no axes named %2", shapeText(logicalShape), axes));
    const Dims s = namedDims(axes, logicalShape);
    const U64 c0 = blockSize(request);
    const bool hasGroups = request.groups > 1;
    if (!fits(s))
        return overflow(logicalShape);
    if (s.d != 1 && !hasDepth(request.format))
        return fail(Code::BadShape, phrase("%1 has no depth axis", formatName(request.format)));
    if (hasGroups && request.format != MemoryFormat::FractalZ)
        return fail(Code::Unsupported,
            phrase("groups are documented for FRACTAL_Z only, not for %1", formatName(request.format)));

    Terms t;
    bool folds = false;
    switch (request.format) {
    case MemoryFormat::NC1HWC0:
    case MemoryFormat::NC1HWC0_C04:
        t = channelBlocks(s, c0, false);
        break;
    case MemoryFormat::NDC1HWC0:
        t = channelBlocks(s, c0, true);
        break;
    case MemoryFormat::FractalZ:
        if (hasGroups)
            return groupedFractalZ(request, s, axes, logicalShape);
        [[fallthrough]];
    case MemoryFormat::FractalZ3D:
        t = fractalZ(s, c0, s.c, s.n);
        folds = true;
        break;
    case MemoryFormat::FractalZ3DTranspose:
        t = fractalZ(s, c0, s.n, s.c);
        std::swap(t.n, t.c);
        folds = true;
        break;
    case MemoryFormat::C1HWNCoC0:
        t = c1hwncoc0(s, c0);
        break;
    case MemoryFormat::FractalZ_C04:
        return zC04(request, s, axes, logicalShape);
    default:
        return fail(Code::Unsupported,
            phrase("the layout of format %1 is not documented", static_cast<int>(request.format)));
    }
    const auto storage = foldedShape(t.storage, folds);
    if (!storage)
        return overflow(logicalShape);
    return assemble(*storage, t, axes);
}

Result<DeviceGeometry> fittingGeometry(
    const GeometryRequest& request, MemoryFormat logicalFormat, std::span<const std::int64_t> logicalShape)
{
    std::optional<Error> problem;
    Shape expected;
    for (const std::string& axes : axisReadings(request.format, logicalFormat, logicalShape.size())) {
        auto geometry = deviceGeometry(request, axes, logicalShape);
        if (!geometry) {
            if (!problem)
                problem = std::move(geometry).error();
            continue;
        }
        if (request.storageShape.empty()
            || sameDevice(request.format, geometry->storageShape, request.storageShape)) {
            if (!request.storageShape.empty())
                geometry->storageShape = request.storageShape;
            return geometry;
        }
        if (expected.empty())
            expected = geometry->storageShape;
    }
    if (problem && expected.empty())
        return fail(std::move(*problem));
    Message message = phrase("%1 device shape %2 does not belong to logical shape %3",
        formatName(request.format), shapeText(request.storageShape), shapeText(logicalShape));
    if (!expected.empty())
        message = phrase("%1 (that needs %2)", message, shapeText(expected));
    return fail(Code::BadShape, std::move(message));
}

} // namespace dumpscope::core
