// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config_form.h"

#include <QStringList>

#include <optional>

class QWidget;

namespace dumpscope::gui {

class ModelOperators;

/// Operators of the model that the user picks; nullopt: nothing was decided. `chosen`: what is marked to
/// begin with; if nothing is, those that are selected in the window.
[[nodiscard]] std::optional<QStringList> askForOperators(
    const ModelOperators& model, const QStringList& chosen, QWidget* parent);

/// The same for a field that names operators: its new value, in JSON.
[[nodiscard]] std::optional<QString> askForOperators(
    const ModelOperators& model, const core::ConfigField& field, QWidget* parent);

} // namespace dumpscope::gui
