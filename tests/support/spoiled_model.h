// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QFile>
#include <QString>

#include <cstring>

namespace dumpscope::test {

/// transformer_encoder.onnx of the test data with four other numbers in the weight `v.w`, which `v_matmul`
/// reads. Empty where it cannot be made.
[[nodiscard]] inline QByteArray spoiledModel()
{
    QFile file(QStringLiteral(DUMPSCOPE_TEST_DATA "/models/transformer_encoder.onnx"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QByteArray model = file.readAll();
    const auto name = model.indexOf(QByteArray("v.wJ\x80\x20", 6)); // name, then raw data of 4096 bytes
    if (name < 0)
        return {};
    for (int i = 0; i < 4; ++i) {
        const float wrong = 3;
        std::memcpy(model.data() + name + 6 + 4 * i, &wrong, sizeof wrong);
    }
    return model;
}

} // namespace dumpscope::test
