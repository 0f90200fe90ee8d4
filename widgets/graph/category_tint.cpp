// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/category_tint.h"

#include <QCoreApplication>

#include <array>

namespace dumpscope::gui {

namespace {

struct OperatorCategories {
    Q_DECLARE_TR_FUNCTIONS(OperatorCategories)
};

} // namespace

QColor categoryTint(core::OperatorCategory category, const Theme& theme)
{
    const QColor base = theme.color(Token::Base);
    if (category == core::OperatorCategory::Other)
        return base;
    // Hues that verdicts do not have at that paleness.
    constexpr std::array kHues {0, 215, 265, 150, 45, 190, 0, 310};
    const QColor hue = category == core::OperatorCategory::Layout
        ? QColor::fromHsl(0, 0, 128)
        : QColor::fromHsl(kHues[static_cast<std::size_t>(category)], 140, 128);
    const float share = theme.isDark() ? 0.16F : 0.10F;
    return QColor::fromRgbF(base.redF() + (hue.redF() - base.redF()) * share,
        base.greenF() + (hue.greenF() - base.greenF()) * share,
        base.blueF() + (hue.blueF() - base.blueF()) * share);
}

QString categoryWord(core::OperatorCategory category)
{
    switch (category) {
    case core::OperatorCategory::Matrix:
        return OperatorCategories::tr("Matrix products");
    case core::OperatorCategory::Normalise:
        return OperatorCategories::tr("Normalization");
    case core::OperatorCategory::Activation:
        return OperatorCategories::tr("Activation");
    case core::OperatorCategory::Arithmetic:
        return OperatorCategories::tr("Arithmetic");
    case core::OperatorCategory::Reduction:
        return OperatorCategories::tr("Reduction");
    case core::OperatorCategory::Layout:
        return OperatorCategories::tr("Shape and layout");
    case core::OperatorCategory::Update:
        return OperatorCategories::tr("Parameter update");
    case core::OperatorCategory::Other:
        break;
    }
    return {};
}

} // namespace dumpscope::gui
