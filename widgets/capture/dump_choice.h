// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/acl_config.h"

#include <QStringList>

namespace dumpscope::gui {

/// What a capture dumps, as far as a short form can say it: an acl.json and back.
struct DumpChoice {
    enum class Preset : std::uint8_t { Everything, Outputs, Statistics, Overflow, Exceptions };

    bool inputs = true, outputs = true, statistics = false, overflow = false, exceptions = false;
    QStringList operators; ///< by name; empty: all
    QString steps;         ///< "0-4|7"; empty: all

    [[nodiscard]] static DumpChoice preset(Preset preset);
    [[nodiscard]] static DumpChoice fromConfig(const core::AclDumpConfig& config);
    /// The preset it is, apart from operators and steps; none: something of its own.
    [[nodiscard]] std::optional<Preset> kind() const;
    /// `model`: name of the model whose operators are meant.
    [[nodiscard]] QString text(const QString& model) const;

    bool operator==(const DumpChoice&) const = default;
};

/// Names that a list with `*` and `?` between commas means; what fits none stays as it is.
[[nodiscard]] QStringList expandOperators(const QString& typed, const QStringList& known);

} // namespace dumpscope::gui
