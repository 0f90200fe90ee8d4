// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>

#include <cstddef>
#include <vector>

/// Bridges between Qt's byte arrays and the core's bytes, for tests.

[[nodiscard]] inline std::vector<std::byte> toBytes(const QByteArray& data)
{
    const auto* first = reinterpret_cast<const std::byte*>(data.constData());
    return {first, first + data.size()};
}

/// A file below tests/data; the test fails on its own when it gets nothing.
[[nodiscard]] inline QByteArray testData(const QString& path)
{
    QFile file(QStringLiteral(DUMPSCOPE_TEST_DATA "/") + path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

[[nodiscard]] inline QJsonObject testJson(const QString& path)
{
    return QJsonDocument::fromJson(testData(path)).object();
}
