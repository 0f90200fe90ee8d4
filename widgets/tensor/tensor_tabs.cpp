// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/tensor_tabs.h"

#include "common/icons.h"

#include <QCoreApplication>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTabBar>

#include <algorithm>

namespace dumpscope::gui {

TensorTabs::TensorTabs(TensorDocument& document, QWidget* parent)
    : QObject(parent)
    , m_document(document)
    , m_bar(new QTabBar(parent))
    , m_pages(new QStackedWidget(parent))
{
    registerBuiltinTensorTabs(m_registry);
    std::sort(m_registry.all().begin(), m_registry.all().end(),
        [](const TensorTabInfo& a, const TensorTabInfo& b) { return a.place < b.place; });
    m_bar->setExpanding(false);
    m_bar->setDrawBase(false);
    m_bar->setAccessibleName(tr("Ways to look at the tensor"));
    connect(m_bar, &QTabBar::currentChanged, this, [this](int index) {
        const QByteArray id = m_bar->tabData(index).toByteArray();
        if (id.isEmpty())
            return;
        remember(id);
        open(id);
    });
}

QByteArray TensorTabs::kindOfTensor() const
{
    if (!m_document.isReady())
        return m_document.tensor().isValid() ? "message" : "none";
    if (!m_document.hasValues())
        return "codes";
    return m_document.rows() == 1 ? "line" : "plane";
}

const TensorTabInfo* TensorTabs::info(QByteArrayView id) const
{
    const auto& all = m_registry.all();
    const auto found = std::find_if(
        all.begin(), all.end(), [id](const TensorTabInfo& known) { return id == QByteArrayView(known.id); });
    return found == all.end() ? nullptr : &*found;
}

TensorTab* TensorTabs::current() const
{
    return qobject_cast<TensorTab*>(m_pages->currentWidget());
}

void TensorTabs::refresh()
{
    if (m_document.stage() == TensorDocument::Stage::Empty
        || m_document.stage() == TensorDocument::Stage::Loading)
        return;
    QByteArray best = m_last.value(kindOfTensor());
    int highest = 0;
    const QSignalBlocker blocker(m_bar);
    while (m_bar->count() > 0)
        m_bar->removeTab(0);
    bool lastIsThere = false;
    QByteArray winner;
    for (const TensorTabInfo& tab : m_registry.all()) {
        if (tab.needsValues && !m_document.isReady())
            continue;
        const int bid = tab.bid(m_document);
        if (bid <= 0)
            continue;
        const int at = m_bar->addTab(icon(tab.icon), QCoreApplication::translate("TensorTabs", tab.title));
        m_bar->setTabData(at, QByteArray(tab.id));
        lastIsThere = lastIsThere || best == tab.id;
        if (bid > highest) {
            highest = bid;
            winner = tab.id;
        }
    }
    if (!lastIsThere)
        best = winner;
    for (int i = 0; i < m_bar->count(); ++i) {
        if (m_bar->tabData(i).toByteArray() == best)
            m_bar->setCurrentIndex(i);
    }
    open(best);
}

void TensorTabs::open(const QByteArray& id)
{
    const TensorTabInfo* const wanted = info(id);
    if (!wanted)
        return;
    TensorTab*& tab = m_tabs[id];
    if (!tab) {
        tab = wanted->create(m_document);
        m_pages->addWidget(tab);
        connect(tab, &TensorTab::copyWanted, this, &TensorTabs::copyWanted);
        connect(tab, &TensorTab::exportWanted, this, &TensorTabs::exportWanted);
        if (m_saved.contains(id))
            tab->restore(m_saved.value(id));
    }
    m_pages->setCurrentWidget(tab);
    emit opened(id);
}

QStringList TensorTabs::names() const
{
    QStringList names;
    for (const TensorTabInfo& tab : m_registry.all())
        names += QLatin1String(tab.id);
    return names;
}

bool TensorTabs::show(const QByteArray& id)
{
    if (!info(id))
        return false;
    for (int i = 0; i < m_bar->count(); ++i) {
        if (m_bar->tabData(i).toByteArray() == id)
            m_bar->setCurrentIndex(i);
    }
    remember(id);
    return true;
}

/// For tensors like this one; while it is being opened nobody knows what it is like.
void TensorTabs::remember(const QByteArray& id)
{
    if (m_document.isReady() || m_document.stage() == TensorDocument::Stage::Message) {
        m_last[kindOfTensor()] = id;
        return;
    }
    for (const char* kind : {"line", "plane", "codes"})
        m_last[kind] = id;
}

void TensorTabs::renew()
{
    for (auto tab = m_tabs.begin(); tab != m_tabs.end(); ++tab) {
        m_saved[tab.key()] = tab.value()->save();
        delete tab.value();
    }
    m_tabs.clear();
    m_bar->setAccessibleName(tr("Ways to look at the tensor"));
}

QJsonObject TensorTabs::saveTabs() const
{
    QJsonObject tabs;
    for (auto tab = m_saved.cbegin(); tab != m_saved.cend(); ++tab)
        tabs[QString::fromLatin1(tab.key())] = tab.value();
    for (auto tab = m_tabs.cbegin(); tab != m_tabs.cend(); ++tab)
        tabs[QString::fromLatin1(tab.key())] = tab.value()->save();
    return tabs;
}

QJsonObject TensorTabs::saveLast() const
{
    QJsonObject last;
    for (auto kind = m_last.cbegin(); kind != m_last.cend(); ++kind)
        last[QString::fromLatin1(kind.key())] = QString::fromLatin1(kind.value());
    return last;
}

void TensorTabs::restore(const QJsonObject& tabs, const QJsonObject& last)
{
    for (auto tab = tabs.begin(); tab != tabs.end(); ++tab) {
        const QByteArray id = tab.key().toLatin1();
        m_saved[id] = tab->toObject();
        if (TensorTab* const made = m_tabs.value(id))
            made->restore(tab->toObject());
    }
    for (auto kind = last.begin(); kind != last.end(); ++kind)
        m_last[kind.key().toLatin1()] = kind->toString().toLatin1();
    refresh();
}

} // namespace dumpscope::gui
