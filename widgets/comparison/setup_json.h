// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/report/bundle.h"
#include "comparison/comparison_document.h"

#include <QJsonObject>

namespace dumpscope::gui {

/// Writes the file of `--limits` through a sibling. Errors name the file.
[[nodiscard]] core::Result<void> saveLimits(const core::Limits& limits, const QString& file);
[[nodiscard]] core::Result<core::Limits> loadLimits(const QString& file);

/// A comparison as workspaces keep it, with absolute paths.
[[nodiscard]] QJsonObject setupJson(const ComparisonSetup& setup);
/// Opens roots that are not open. What is damaged or unknown is left as it is by default; null roots where
/// there are no paths.
[[nodiscard]] ComparisonSetup setupFrom(const QJsonObject& json, Session& session);
/// The comparison a bundle was made of; opens both sides.
[[nodiscard]] ComparisonSetup setupFrom(const core::Bundle& bundle, Session& session);

} // namespace dumpscope::gui
