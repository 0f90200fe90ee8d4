// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QHash>
#include <QKeySequence>
#include <QPointer>

#include <functional>
#include <span>

namespace dumpscope::gui {

/// Where a key works; docs/window.md 6. A key is unique within Window plus its own context.
enum class KeyContext : std::uint8_t { Window, Item, Plane, Graph, Pairing, Capture };

/// A line of the one table of actions (common/action_table.cpp).
struct ActionInfo {
    const char* id; ///< "go.index", stable: workspace, remapping, --action
    KeyContext context;
    const char* keys; ///< portable QKeySequence texts, separated by blanks; may be empty
    const char* text; ///< English, for tr() in the context "Actions"
    const char* icon; ///< name for icon(), may be empty
};
[[nodiscard]] std::span<const ActionInfo> actionTable();

/// All actions of the program by id. An action does something once somebody handles it; which
/// handler runs is decided by where the focus is. GUI thread.
class ActionRegistry : public QObject {
    Q_OBJECT
public:
    explicit ActionRegistry(QObject* parent = nullptr);

    /// Null for an id that is not in the table.
    [[nodiscard]] QAction* action(QByteArrayView id) const;
    /// Runs `handler` when the action is triggered and `owner` (or a child) has the focus, or, where
    /// nobody with the focus handles it, when `owner` is the visible handler used last. Also makes the
    /// action's key work in `owner`; Window actions have theirs in the main window. Ends with `owner`.
    void handle(
        QByteArrayView id, QWidget* owner, std::function<void()> handler, std::function<bool()> enabled = {});
    /// False when nobody handles it now or it is disabled.
    bool trigger(QByteArrayView id);
    /// Whether trigger would do something from where the focus is.
    [[nodiscard]] bool canTrigger(QByteArrayView id);
    /// Whether a key of the action works where the focus is.
    [[nodiscard]] bool hasKeyHere(QByteArrayView id) const;

    /// User's keys instead of the table's; empty list takes the key away.
    void remap(QByteArrayView id, const QList<QKeySequence>& keys);
    void resetKeys();
    [[nodiscard]] QList<QKeySequence> defaultKeys(QByteArrayView id) const;
    /// Actions whose keys clash with `keys` in the context of `id` (docs/window.md 6).
    [[nodiscard]] QList<QByteArray> conflicts(QByteArrayView id, const QList<QKeySequence>& keys) const;
    /// Every pair of actions that clash now; empty for the table as it stands.
    [[nodiscard]] QList<QPair<QByteArray, QByteArray>> allConflicts() const;
    [[nodiscard]] static const ActionInfo* info(QByteArrayView id);
    /// Title in the language of the window, without mnemonic.
    [[nodiscard]] QString title(QByteArrayView id) const;

    /// Asks the `enabled` functions again once control is back in the event loop; call after the state
    /// they look at changed.
    void refresh();
    void retranslate();

    /// Whether what the actions say of being enabled is so now.
    [[nodiscard]] bool isSettled() const { return !m_refreshing; }

signals:
    void keysChanged();

private:
    struct Handler {
        QPointer<QWidget> owner;
        std::function<void()> run;
        std::function<bool()> enabled;
    };
    struct Entry {
        const ActionInfo* info = nullptr;
        QAction* action = nullptr;
        QList<Handler> handlers; ///< the one used last is last
    };
    Handler* chosen(Entry& entry);

    QHash<QByteArray, Entry> m_entries;
    bool m_refreshing = false;
};

} // namespace dumpscope::gui
