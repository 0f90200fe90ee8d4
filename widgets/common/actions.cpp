// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/actions.h"

#include "common/icons.h"

#include <QApplication>
#include <QCoreApplication>
#include <QTimer>
#include <QWidget>

#include <algorithm>
#include <utility>

namespace dumpscope::gui {

namespace {

QList<QKeySequence> parseKeys(const char* keys)
{
    QList<QKeySequence> sequences;
    for (const QString& text : QString::fromLatin1(keys).split(QLatin1Char(' '), Qt::SkipEmptyParts))
        sequences.append(QKeySequence::fromString(text, QKeySequence::PortableText));
    return sequences;
}

/// Window keys work everywhere; the others of one context only, but in graph and pairing those of
/// items work, too.
bool canClash(KeyContext a, KeyContext b)
{
    const auto hasItems
        = [](KeyContext context) { return context == KeyContext::Graph || context == KeyContext::Pairing; };
    return a == b || a == KeyContext::Window || b == KeyContext::Window
        || (a == KeyContext::Item && hasItems(b)) || (b == KeyContext::Item && hasItems(a));
}

/// The same keys, or one is how the other begins.
bool clash(const QKeySequence& a, const QKeySequence& b)
{
    return !a.isEmpty() && !b.isEmpty()
        && (a.matches(b) != QKeySequence::NoMatch || b.matches(a) != QKeySequence::NoMatch);
}

bool shareKey(const QList<QKeySequence>& a, const QList<QKeySequence>& b)
{
    return std::any_of(a.begin(), a.end(), [&](const QKeySequence& key) {
        return std::any_of(b.begin(), b.end(), [&](const QKeySequence& other) { return clash(key, other); });
    });
}

} // namespace

ActionRegistry::ActionRegistry(QObject* parent)
    : QObject(parent)
{
    for (const ActionInfo& info : actionTable()) {
        auto* const action = new QAction(this);
        action->setObjectName(QLatin1String(info.id));
        action->setShortcuts(parseKeys(info.keys));
        action->setShortcutContext(
            info.context == KeyContext::Window ? Qt::WindowShortcut : Qt::WidgetWithChildrenShortcut);
        if (*info.icon != '\0')
            action->setIcon(icon(info.icon));
        action->setEnabled(false);
        const QByteArray id(info.id);
        connect(action, &QAction::triggered, this, [this, id] { trigger(id); });
        m_entries.insert(id, Entry {&info, action, {}});
    }
    retranslate();
}

QAction* ActionRegistry::action(QByteArrayView id) const
{
    const auto entry = m_entries.constFind(id.toByteArray());
    return entry == m_entries.cend() ? nullptr : entry->action;
}

void ActionRegistry::handle(
    QByteArrayView id, QWidget* owner, std::function<void()> handler, std::function<bool()> enabled)
{
    const auto entry = m_entries.find(id.toByteArray());
    Q_ASSERT_X(entry != m_entries.end(), "ActionRegistry::handle", "no such action");
    if (entry == m_entries.end())
        return;
    entry->handlers.append({owner, std::move(handler), std::move(enabled)});
    // The main window has all of its own keys; a panel may not have a window yet.
    const bool isKeyPlace = entry->info->context != KeyContext::Window || owner->isWindow();
    if (isKeyPlace && !owner->actions().contains(entry->action))
        owner->addAction(entry->action);
    connect(owner, &QObject::destroyed, this, [this, id = id.toByteArray(), owner] {
        m_entries[id].handlers.removeIf(
            [owner](const Handler& known) { return !known.owner || known.owner == owner; });
    });
    refresh();
}

ActionRegistry::Handler* ActionRegistry::chosen(Entry& entry)
{
    const QWidget* const focus = QApplication::focusWidget();
    for (qsizetype i = entry.handlers.size() - 1; i >= 0; --i) {
        const QWidget* const owner = entry.handlers[i].owner;
        if (owner && focus && (owner == focus || owner->isAncestorOf(focus))) {
            entry.handlers.move(i, entry.handlers.size() - 1);
            return &entry.handlers.last();
        }
    }
    // Nobody has the focus: of those that can act now, the one that acted last; hidden ones only act
    // for the whole window.
    Handler* hidden = nullptr;
    for (qsizetype i = entry.handlers.size() - 1; i >= 0; --i) {
        Handler& handler = entry.handlers[i];
        if (!handler.owner || (handler.enabled && !handler.enabled()))
            continue;
        if (handler.owner->isVisible())
            return &handler;
        hidden = hidden ? hidden : &handler;
    }
    return entry.info->context == KeyContext::Window ? hidden : nullptr;
}

bool ActionRegistry::trigger(QByteArrayView id)
{
    const auto entry = m_entries.find(id.toByteArray());
    if (entry == m_entries.end())
        return false;
    Handler* const handler = chosen(*entry);
    if (!handler || (handler->enabled && !handler->enabled()))
        return false;
    // A copy: the handler may close its own owner.
    const std::function<void()> run = handler->run;
    run();
    refresh();
    return true;
}

bool ActionRegistry::canTrigger(QByteArrayView id)
{
    const auto entry = m_entries.find(id.toByteArray());
    const Handler* const handler = entry == m_entries.end() ? nullptr : chosen(*entry);
    return handler && (!handler->enabled || handler->enabled());
}

bool ActionRegistry::hasKeyHere(QByteArrayView id) const
{
    const ActionInfo* const known = info(id);
    if (!known || known->context == KeyContext::Window)
        return known != nullptr;
    for (const QWidget* widget = QApplication::focusWidget(); widget; widget = widget->parentWidget()) {
        if (widget->actions().contains(action(id)))
            return true;
    }
    return false;
}

void ActionRegistry::remap(QByteArrayView id, const QList<QKeySequence>& keys)
{
    if (QAction* const known = action(id)) {
        known->setShortcuts(keys);
        emit keysChanged();
    }
}

void ActionRegistry::resetKeys()
{
    for (const Entry& entry : std::as_const(m_entries))
        entry.action->setShortcuts(parseKeys(entry.info->keys));
    emit keysChanged();
}

QList<QKeySequence> ActionRegistry::defaultKeys(QByteArrayView id) const
{
    const ActionInfo* const known = info(id);
    return known ? parseKeys(known->keys) : QList<QKeySequence>();
}

QList<QByteArray> ActionRegistry::conflicts(QByteArrayView id, const QList<QKeySequence>& keys) const
{
    QList<QByteArray> clashes;
    const ActionInfo* const own = info(id);
    for (const ActionInfo& other : actionTable()) {
        if (!own || id == QByteArrayView(other.id) || !canClash(own->context, other.context))
            continue;
        if (shareKey(keys, m_entries.constFind(other.id)->action->shortcuts()))
            clashes.append(other.id);
    }
    return clashes;
}

QList<QPair<QByteArray, QByteArray>> ActionRegistry::allConflicts() const
{
    QList<QPair<QByteArray, QByteArray>> clashes;
    for (const ActionInfo& info : actionTable()) {
        for (const QByteArray& other : conflicts(info.id, action(info.id)->shortcuts())) {
            if (QByteArray(info.id) < other)
                clashes.append({info.id, other});
        }
    }
    return clashes;
}

const ActionInfo* ActionRegistry::info(QByteArrayView id)
{
    for (const ActionInfo& info : actionTable()) {
        if (id == QByteArrayView(info.id))
            return &info;
    }
    return nullptr;
}

QString ActionRegistry::title(QByteArrayView id) const
{
    const ActionInfo* const known = info(id);
    QString text = known ? QCoreApplication::translate("Actions", known->text) : QString();
    return text.remove(QLatin1Char('&'));
}

void ActionRegistry::refresh()
{
    if (std::exchange(m_refreshing, true))
        return;
    QTimer::singleShot(0, this, [this] {
        m_refreshing = false;
        for (const Entry& entry : std::as_const(m_entries)) {
            const bool enabled
                = std::any_of(entry.handlers.begin(), entry.handlers.end(), [](const Handler& handler) {
                      return handler.owner && (!handler.enabled || handler.enabled());
                  });
            entry.action->setEnabled(enabled);
        }
    });
}

void ActionRegistry::retranslate()
{
    for (const Entry& entry : std::as_const(m_entries)) {
        entry.action->setText(title(entry.info->id));
        const QString keys = entry.action->shortcut().toString(QKeySequence::NativeText);
        const QString tip = title(entry.info->id);
        entry.action->setToolTip(keys.isEmpty() ? tip : tip + QStringLiteral(" (") + keys + QLatin1Char(')'));
    }
}

} // namespace dumpscope::gui
