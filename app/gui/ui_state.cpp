// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui_state.h"

#include "main_window.h"

namespace dumpscope::gui {

using namespace Qt::StringLiterals;

UiState::UiState(const QString& file)
{
    if (file.isEmpty())
        return;
    m_settings = std::make_unique<QSettings>(file, QSettings::IniFormat);
    m_recent = m_settings->value("recent"_L1).toStringList().mid(0, kRecent);
}

void UiState::restore(MainWindow& window) const
{
    if (!m_settings)
        return;
    window.restoreGeometry(m_settings->value("geometry"_L1).toByteArray());
    QHash<QByteArray, QByteArray> layouts;
    m_settings->beginGroup("layouts"_L1);
    for (const QString& arrangement : m_settings->childKeys())
        layouts.insert(arrangement.toLatin1(), m_settings->value(arrangement).toByteArray());
    m_settings->endGroup();
    if (!layouts.isEmpty())
        window.restoreLayouts(layouts);
}

void UiState::save(MainWindow& window)
{
    if (!m_settings)
        return;
    m_settings->setValue("geometry"_L1, window.saveGeometry());
    const auto layouts = window.saveLayouts();
    for (auto layout = layouts.cbegin(); layout != layouts.cend(); ++layout)
        m_settings->setValue("layouts/"_L1 + QString::fromLatin1(layout.key()), layout.value());
    m_settings->setValue("recent"_L1, m_recent);
}

QStringList UiState::recent() const
{
    return m_recent;
}

void UiState::addRecent(const QString& path)
{
    m_recent.removeAll(path);
    m_recent.prepend(path);
    m_recent = m_recent.mid(0, kRecent);
    if (m_settings)
        m_settings->setValue("recent"_L1, m_recent);
}

} // namespace dumpscope::gui
