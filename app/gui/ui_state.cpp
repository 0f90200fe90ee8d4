// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui_state.h"

#include "main_window.h"

#include <algorithm>

namespace dumpscope::gui {

using namespace Qt::StringLiterals;

UiState::UiState(const QString& file)
{
    if (file.isEmpty())
        return;
    m_settings = std::make_unique<QSettings>(file, QSettings::IniFormat);
    readRecent();
}

void UiState::readRecent()
{
    const auto number = [this](QLatin1StringView key) { return m_settings->value(key, -1).toLongLong(); };
    const int count = std::min(kRecent, m_settings->beginReadArray("recent"_L1));
    for (int i = 0; i < count; ++i) {
        m_settings->setArrayIndex(i);
        const QStringList paths = m_settings->value("paths"_L1).toStringList();
        if (!paths.isEmpty())
            m_recent.append(
                {paths, m_settings->value("when"_L1).toDateTime(), m_settings->value("view"_L1).toByteArray(),
                    {number("tensors"_L1), number("failed"_L1), number("warned"_L1), number("passed"_L1)}});
    }
    m_settings->endArray();
}

void UiState::writeRecent()
{
    if (!m_settings)
        return;
    m_settings->remove("recent"_L1);
    m_settings->beginWriteArray("recent"_L1, static_cast<int>(m_recent.size()));
    for (int i = 0; i < m_recent.size(); ++i) {
        m_settings->setArrayIndex(i);
        m_settings->setValue("paths"_L1, m_recent[i].paths);
        m_settings->setValue("when"_L1, m_recent[i].when);
        m_settings->setValue("view"_L1, m_recent[i].view);
        const Facts& facts = m_recent[i].facts;
        for (const auto& [key, fact] :
            {std::pair("tensors"_L1, facts.tensors), std::pair("failed"_L1, facts.failed),
                std::pair("warned"_L1, facts.warned), std::pair("passed"_L1, facts.passed)})
            m_settings->setValue(key, fact);
    }
    m_settings->endArray();
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
    writeRecent();
}

void UiState::addRecent(const QStringList& paths)
{
    const auto known = findRecent(paths);
    Recent entry {paths, QDateTime::currentDateTime(), {}, {}};
    if (known != m_recent.end()) {
        entry.view = known->view;
        entry.facts = known->facts;
        m_recent.erase(known);
    }
    m_recent.prepend(entry);
    m_recent = m_recent.mid(0, kRecent);
    writeRecent();
}

void UiState::keepView(const QStringList& paths, const QByteArray& view)
{
    const auto known = findRecent(paths);
    if (known == m_recent.end() || known->view == view)
        return;
    known->view = view;
    writeRecent();
}

void UiState::keepFacts(const QStringList& paths, const Facts& facts)
{
    const auto known = findRecent(paths);
    if (known == m_recent.end() || known->facts == facts)
        return;
    known->facts = facts;
    writeRecent();
}

QList<UiState::Recent>::iterator UiState::findRecent(const QStringList& paths)
{
    return std::find_if(
        m_recent.begin(), m_recent.end(), [&paths](const Recent& known) { return known.paths == paths; });
}

} // namespace dumpscope::gui
