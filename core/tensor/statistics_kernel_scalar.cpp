// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/statistics_kernel.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>

namespace dumpscope::core::kernel {
namespace {

template<typename E> typename E::Pattern patternAt(const std::byte* data, std::size_t index)
{
    typename E::Pattern pattern;
    std::memcpy(&pattern, data + index * sizeof(pattern), sizeof(pattern));
    return pattern;
}

/// The key of a pattern, with both zeros at 0.
template<typename E> std::int64_t keyOfPattern(typename E::Pattern pattern)
{
    if constexpr (E::kFloat) {
        const std::int64_t key = floatKey(pattern);
        return key == -1 ? 0 : key;
    } else if constexpr (E::kBool) {
        return pattern != 0 ? 1 : 0;
    } else if constexpr (std::is_same_v<typename E::Pattern, std::uint64_t>) {
        return static_cast<std::int64_t>(pattern ^ (std::uint64_t {1} << 63U));
    } else {
        return static_cast<std::int64_t>(pattern);
    }
}

struct ScanAll {
    template<typename E> static void run(const std::byte* data, std::size_t count, Scan& scan)
    {
        for (std::size_t i = 0; i < count; ++i) {
            const auto pattern = patternAt<E>(data, i);
            const std::int64_t key = keyOfPattern<E>(pattern);
            scan.minKey = std::min(scan.minKey, key);
            scan.maxKey = std::max(scan.maxKey, key);
            if constexpr (E::kFloat) {
                const std::int64_t magnitude = key < 0 ? ~key : key;
                scan.zero += key == 0;
                scan.negative += key < 0;
                scan.subnormal += magnitude != 0 && magnitude < E::kMinNormal;
            } else {
                scan.zero += pattern == 0;
                scan.negative += std::is_signed_v<typename E::Pattern> && key < 0;
            }
        }
    }
};

struct SumAll {
    template<typename E>
    static void run(const std::byte* data, std::size_t count, double scale, Lanes& sum, Lanes& squares)
    {
        for (std::size_t i = 0; i < count; ++i) {
            double x = E::value(patternAt<E>(data, i));
            if constexpr (E::kMasked)
                x = std::isfinite(x) ? x * scale : 0.0;
            sum[i % kLanes] += x;
            squares[i % kLanes] += x * x;
        }
    }
};

struct DeviateAll {
    template<typename E>
    static void run(const std::byte* data, std::size_t count, double scale, double mean, Lanes& squares)
    {
        for (std::size_t i = 0; i < count; ++i) {
            const double x = E::value(patternAt<E>(data, i));
            double deviation = x - mean;
            if constexpr (E::kMasked)
                deviation = std::isfinite(x) ? x * scale - mean : 0.0;
            squares[i % kLanes] += deviation * deviation;
        }
    }
};

struct DecodeAll {
    template<typename E> static void run(const std::byte* data, std::size_t count, double* out)
    {
        for (std::size_t i = 0; i < count; ++i)
            out[i] = E::value(patternAt<E>(data, i));
    }
};

struct FindKey {
    template<typename E> static std::size_t run(const std::byte* data, std::size_t count, std::int64_t key)
    {
        std::size_t i = 0;
        while (i < count && keyOfPattern<E>(patternAt<E>(data, i)) != key)
            ++i;
        return i;
    }
};

void scanFinite(const std::byte* data, std::size_t count, std::int64_t minNormal, Scan& scan)
{
    for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t key = keyOfPattern<Float64Element>(patternAt<Float64Element>(data, i));
        const std::int64_t magnitude = key < 0 ? ~key : key;
        if (magnitude >= Float64Element::kInfinity) {
            scan.nan += magnitude > Float64Element::kInfinity;
            scan.posInf += key == Float64Element::kInfinity;
            scan.negInf += key == ~Float64Element::kInfinity;
            continue;
        }
        scan.minKey = std::min(scan.minKey, key);
        scan.maxKey = std::max(scan.maxKey, key);
        scan.zero += key == 0;
        scan.negative += key < 0;
        scan.subnormal += magnitude != 0 && magnitude < minNormal;
    }
}

struct KeysFinite {
    template<typename E> static bool run(const Scan& scan)
    {
        if constexpr (E::kFloat)
            return scan.maxKey < E::kInfinity && scan.minKey > ~std::int64_t {E::kInfinity};
        else
            return true;
    }
};

struct FirstValue {
    template<typename E> static double run(const std::byte* data) { return E::value(patternAt<E>(data, 0)); }
};

struct KeyValue {
    template<typename E> static double run(std::int64_t key)
    {
        // floatKey undoes itself.
        const auto pattern = static_cast<typename E::Pattern>(key);
        if constexpr (E::kFloat)
            return E::value(static_cast<typename E::Pattern>(floatKey(pattern)));
        else
            return E::value(pattern);
    }
};

struct PatternBytes {
    template<typename E> static std::size_t run() { return sizeof(typename E::Pattern); }
};

} // namespace

bool allFinite(Element element, const Scan& scan)
{
    return dispatch<KeysFinite>(element, scan);
}

double valueAt(Element element, const std::byte* data)
{
    return dispatch<FirstValue>(element, data);
}

double valueOfKey(Element element, std::int64_t key)
{
    return dispatch<KeyValue>(element, key);
}

std::size_t elementBytes(Element element)
{
    return dispatch<PatternBytes>(element);
}

bool isSmallInteger(Element element)
{
    switch (element) {
    case Element::Bool:
    case Element::Int8:
    case Element::UInt8:
    case Element::Int16:
    case Element::UInt16:
        return true;
    default:
        return false;
    }
}

const Kernels& scalarKernels()
{
    static constexpr Kernels kernels = {
        .scan = [](Element element, const std::byte* data, std::size_t count,
                    Scan& scan) { dispatch<ScanAll>(element, data, count, scan); },
        .scanFinite = scanFinite,
        .sums = [](Element element, const std::byte* data, std::size_t count, double scale, Lanes& sum,
                    Lanes& squares) { dispatch<SumAll>(element, data, count, scale, sum, squares); },
        .deviations
        = [](Element element, const std::byte* data, std::size_t count, double scale, double mean,
              Lanes& squares) { dispatch<DeviateAll>(element, data, count, scale, mean, squares); },
        .decode = [](Element element, const std::byte* data, std::size_t count,
                      double* out) { dispatch<DecodeAll>(element, data, count, out); },
        .find = [](Element element, const std::byte* data, std::size_t count,
                    std::int64_t key) { return dispatch<FindKey>(element, data, count, key); },
    };
    return kernels;
}

} // namespace dumpscope::core::kernel
