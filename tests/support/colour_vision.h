// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

#include <algorithm>
#include <array>
#include <cmath>

namespace dumpscope::test {

/// How colours look to others: Machado, Oliveira and Fernandes 2009, severity 1, on linear sRGB.
enum class Vision { Usual, Protan, Deutan, Tritan };
inline constexpr std::array kVisions {Vision::Usual, Vision::Protan, Vision::Deutan, Vision::Tritan};

struct Lab {
    double l = 0, a = 0, b = 0;
};

inline std::array<double, 3> linearAs(const QColor& color, Vision vision)
{
    using Matrix = std::array<std::array<double, 3>, 3>;
    constexpr std::array<Matrix, 4> kMatrices {{
        {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
        {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
        {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
        {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}},
    }};
    const auto linear = [](double channel) {
        return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    const std::array<double, 3> own {linear(color.redF()), linear(color.greenF()), linear(color.blueF())};
    std::array<double, 3> seen {};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t i = 0; i < 3; ++i)
            seen[row] += kMatrices[static_cast<std::size_t>(vision)][row][i] * own[i];
        seen[row] = std::clamp(seen[row], 0.0, 1.0);
    }
    return seen;
}

/// CIE L*a*b* under D65.
inline Lab labAs(const QColor& color, Vision vision)
{
    const auto [r, g, b] = linearAs(color, vision);
    const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
    const double x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
    const double y = f(0.2126729 * r + 0.7151522 * g + 0.0721750 * b);
    const double z = f((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

/// CIEDE2000 as Sharma, Wu and Dalal 2005 write it.
inline double difference(const Lab& one, const Lab& two)
{
    const double pi = std::acos(-1.0), toRadians = pi / 180;
    const auto seventh
        = [](double c) { return std::sqrt(std::pow(c, 7) / (std::pow(c, 7) + std::pow(25.0, 7))); };
    const double meanC = (std::hypot(one.a, one.b) + std::hypot(two.a, two.b)) / 2;
    const double stretch = 1.5 - 0.5 * seventh(meanC);
    const double a1 = one.a * stretch, a2 = two.a * stretch;
    const double c1 = std::hypot(a1, one.b), c2 = std::hypot(a2, two.b);
    const auto hue = [&](double a, double b) {
        const double h = a == 0 && b == 0 ? 0 : std::atan2(b, a) / toRadians;
        return h < 0 ? h + 360 : h;
    };
    const double h1 = hue(a1, one.b), h2 = hue(a2, two.b);
    double dh = c1 * c2 == 0 ? 0 : h2 - h1;
    dh += dh > 180 ? -360 : dh < -180 ? 360 : 0;
    const double dL = two.l - one.l, dC = c2 - c1;
    const double dH = 2 * std::sqrt(c1 * c2) * std::sin(dh / 2 * toRadians);
    const double l = (one.l + two.l) / 2, c = (c1 + c2) / 2;
    double h = h1 + h2;
    if (c1 * c2 != 0)
        h = std::abs(h1 - h2) <= 180 ? h / 2 : h < 360 ? (h + 360) / 2 : (h - 360) / 2;
    const auto cosine = [&](double degrees) { return std::cos(degrees * toRadians); };
    const double t = 1 - 0.17 * cosine(h - 30) + 0.24 * cosine(2 * h) + 0.32 * cosine(3 * h + 6)
        - 0.20 * cosine(4 * h - 63);
    const double sL = 1 + 0.015 * (l - 50) * (l - 50) / std::sqrt(20 + (l - 50) * (l - 50));
    const double sC = 1 + 0.045 * c, sH = 1 + 0.015 * c * t;
    const double turn = -2 * seventh(c) * std::sin(60 * toRadians * std::exp(-std::pow((h - 275) / 25, 2)));
    const double x = dL / sL, y = dC / sC, z = dH / sH;
    return std::sqrt(x * x + y * y + z * z + turn * y * z);
}

} // namespace dumpscope::test
