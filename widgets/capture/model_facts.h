// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/task.h"
#include "capture/chosen_operators.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <vector>

namespace dumpscope::gui {

/// What a model file says of itself before anything runs.
struct ModelFacts {
    struct Input {
        QString name, dtype;
        std::vector<std::int64_t> dims; ///< -1 where free

        bool operator==(const Input&) const = default;
    };
    QString format; ///< "ONNX", "OM"; empty when there is none
    QString name;   ///< as a dump configuration calls it
    bool knowsInputs = false;
    std::vector<Input> inputs;
    QStringList operators;                 ///< names, in order of execution
    std::optional<core::ModelNames> names; ///< where the format tells
    QStringList outputs;
    int tensors = 0; ///< that the operators write in one execution
    quint64 bytes = 0;

    [[nodiscard]] bool isThere() const { return !format.isEmpty(); }
};

/// Any thread. Errors: as of reading a file; what is no model is Code::UnknownFormat.
[[nodiscard]] core::Result<ModelFacts> readModelFacts(const std::string& path, core::TaskContext& task);

/// `[2,?,64]`
[[nodiscard]] QString dimsText(const std::vector<std::int64_t>& dims);

} // namespace dumpscope::gui
