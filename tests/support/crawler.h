// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/actions.h"
#include "kit/data_table.h"
#include "kit/filter_bar.h"
#include "panel_dock.h"
#include "window_program.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDialog>
#include <QFileDialog>
#include <QHelpEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QScopeGuard>
#include <QTabBar>
#include <QTest>
#include <QTimer>

#include <cstdio>
#include <random>

/// Somebody who presses whatever can be pressed, in an order that a seed decides.
namespace dumpscope::test {

/// What Qt complains about while it lives. That a platform without a screen cannot do something is no fault.
class QtComplaints {
public:
    QtComplaints()
    {
        s_found.clear();
        m_before = qInstallMessageHandler(&QtComplaints::take);
    }
    ~QtComplaints() { qInstallMessageHandler(m_before); }
    QtComplaints(const QtComplaints&) = delete;
    QtComplaints& operator=(const QtComplaints&) = delete;
    [[nodiscard]] static const QStringList& found() { return s_found; }

private:
    static void take(QtMsgType type, const QMessageLogContext&, const QString& text)
    {
        const bool isComplaint = type != QtDebugMsg && type != QtInfoMsg;
        if (isComplaint && !text.startsWith(QLatin1String("This plugin does not support")))
            s_found.append(text);
    }
    static inline QStringList s_found;
    QtMessageHandler m_before;
};

class Crawler {
public:
    Crawler(WindowProgram& program, unsigned seed)
        : m_program(program)
        , m_random(seed)
    {
        // Menus and questions run loops of their own: what is open then is used from within.
        usePopup();
        watchModels();
    }

    /// One thing is done, and what follows from it. Says what it was.
    QString step()
    {
        using Act = QString (Crawler::*)();
        static constexpr std::pair<int, Act> kActs[] = {{5, &Crawler::chooseEntry},
            {6, &Crawler::triggerAction}, {3, &Crawler::chooseTab}, {4, &Crawler::pressButton},
            {3, &Crawler::openContextMenu}, {6, &Crawler::clickRow}, {3, &Crawler::pressKey},
            {2, &Crawler::typeFilter}, {3, &Crawler::undoOrRedo}, {2, &Crawler::resizeWindow},
            {2, &Crawler::showTip}, {1, &Crawler::closeDialog}, {1, &Crawler::speakOtherwise}};
        int place = below(41);
        for (const auto& [share, act] : kActs) {
            place -= share;
            if (place >= 0)
                continue;
            m_isActing = true;
            const auto over = qScopeGuard([this] { m_isActing = false; });
            return (this->*act)();
        }
        return {};
    }

    /// Dialogs and popups go.
    void tidy()
    {
        while (QWidget* const popup = QApplication::activePopupWidget())
            popup->close();
        for (QWidget* const window : QApplication::topLevelWidgets()) {
            if (qobject_cast<QDialog*>(window) && window->isVisible())
                window->close();
        }
        QCoreApplication::processEvents();
    }

    [[nodiscard]] bool settle(int mostMs = 60'000) const
    {
        return QTest::qWaitFor([this] { return m_program.window.isSettled(); }, mostMs);
    }

private:
    int below(int count)
    {
        return count <= 0 ? 0 : static_cast<int>(m_random() % static_cast<unsigned>(count));
    }

    template<typename T> T* any(const QList<T*>& all)
    {
        return all.isEmpty() ? nullptr : all[below(int(all.size()))];
    }

    /// What can be reached now, in an order that does not depend on addresses.
    template<typename T> QList<T*> reachable() const
    {
        QList<T*> all;
        QWidgetList windows {&m_program.window};
        for (QWidget* const window : QApplication::topLevelWidgets()) {
            if (window != &m_program.window && window->isVisible() && !qobject_cast<QMenu*>(window)
                && qobject_cast<QDialog*>(window))
                windows.append(window);
        }
        std::sort(windows.begin() + 1, windows.end(), [](const QWidget* a, const QWidget* b) {
            return qstrcmp(a->metaObject()->className(), b->metaObject()->className()) < 0;
        });
        for (QWidget* const window : std::as_const(windows)) {
            for (T* const one : window->findChildren<T*>()) {
                if (one->isVisible() && one->isEnabled() && !isInChooser(one))
                    all.append(one);
            }
        }
        return all;
    }
    /// Choosers of files lead out of the program.
    static bool isInChooser(const QWidget* widget)
    {
        return qobject_cast<const QFileDialog*>(widget->window()) != nullptr;
    }
    /// What starts programs or ends this one.
    static bool isForbidden(const QByteArray& id)
    {
        static const QSet<QByteArray> kForbidden {
            "file.quit", "capture.start", "capture.run_self_test", "capture.self_test", "file.close"};
        return kForbidden.contains(id);
    }
    [[nodiscard]] bool isForbidden(const QAction* action) const
    {
        for (const gui::ActionInfo& info : gui::actionTable()) {
            if (isForbidden(QByteArray(info.id)) && m_program.services.actions.action(info.id) == action)
                return true;
        }
        return false;
    }
    static bool isOfCapture(const QWidget* widget)
    {
        for (; widget; widget = widget->parentWidget()) {
            if (widget->property("help").toString().startsWith(QLatin1String("capture"))
                || widget->objectName().startsWith(QLatin1String("capture")))
                return true;
        }
        return false;
    }

    void usePopup()
    {
        // No timer of many shots: those wait while what they did runs a loop of its own, as a menu's entry
        // may.
        QTimer::singleShot(1, &m_hand, [this] { usePopup(); });
        QPointer<QWidget> popup = QApplication::activePopupWidget();
        if (auto* const menu = qobject_cast<QMenu*>(popup.data())) {
            QList<QAction*> actions;
            for (QAction* const action : menu->actions()) {
                if (action->isEnabled() && !action->isSeparator() && !action->menu() && !isForbidden(action))
                    actions.append(action);
            }
            // Half of the menus are only looked at. The choice is told once the menu's own loop is over.
            if (!actions.isEmpty() && below(2) == 0) {
                QAction* const action = actions[below(int(actions.size()))];
                m_said += told(QStringLiteral(" > ") + action->text());
                menu->setActiveAction(action);
                QTest::keyClick(menu, Qt::Key_Return);
            }
            if (popup)
                popup->close();
        } else if (popup) {
            popup->close();
        } else if (auto* const dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
                   dialog && (m_isActing || qobject_cast<QFileDialog*>(dialog))) {
            // Within a step it runs a loop of its own, which nothing else would end.
            dialog->reject();
        }
    }

    /// Told before it is done: where the window hangs, the last line is what hung it.
    static QString told(const QString& what)
    {
        std::fprintf(stdout, "  %s\n", what.toUtf8().constData());
        std::fflush(stdout);
        return what;
    }
    QString said(const QString& what) { return what + std::exchange(m_said, {}); }

    QString chooseEntry()
    {
        QComboBox* const combo = any(reachable<QComboBox>());
        if (!combo || combo->count() == 0)
            return {};
        const int entry = below(combo->count());
        const QString what
            = told(QStringLiteral("entry %1 of %2").arg(combo->itemText(entry), combo->accessibleName()));
        const QPointer<QComboBox> guard(combo);
        combo->setCurrentIndex(entry);
        if (guard)
            emit combo->activated(entry);
        return said(what);
    }

    QString triggerAction()
    {
        const auto table = gui::actionTable();
        const gui::ActionInfo& info = table[static_cast<std::size_t>(below(static_cast<int>(table.size())))];
        if (isForbidden(QByteArray(info.id)) || !m_program.services.actions.action(info.id)->isEnabled())
            return {};
        const QString what = told(QStringLiteral("action ") + QLatin1String(info.id));
        m_program.services.actions.trigger(info.id);
        return said(what);
    }

    QString chooseTab()
    {
        QTabBar* const bar = any(reachable<QTabBar>());
        if (!bar || bar->count() == 0)
            return {};
        const int tab = below(bar->count());
        const QString what = told(QStringLiteral("tab ") + bar->tabText(tab));
        bar->setCurrentIndex(tab);
        return said(what);
    }

    QString pressButton()
    {
        QAbstractButton* const button = any(reachable<QAbstractButton>());
        if (!button || isOfCapture(button))
            return {};
        for (const QAction* const action : button->actions()) {
            if (isForbidden(action))
                return {};
        }
        const QString what
            = told(QStringLiteral("button %1 (%2)").arg(button->accessibleName(), button->toolTip()));
        button->click();
        return said(what);
    }

    QString openContextMenu()
    {
        QWidget* const widget = any(reachable<QWidget>());
        if (!widget || widget->size().isEmpty())
            return {};
        const QPoint place(below(widget->width()), below(widget->height()));
        const QString what
            = told(QStringLiteral("context menu of ") + QLatin1String(widget->metaObject()->className()));
        QContextMenuEvent event(QContextMenuEvent::Mouse, place, widget->mapToGlobal(place));
        QApplication::sendEvent(widget, &event);
        return said(what);
    }

    QString clickRow()
    {
        QAbstractItemView* const view = any(reachable<QAbstractItemView>());
        if (!view || !view->model() || view->model()->rowCount() == 0 || view->model()->columnCount() == 0)
            return {};
        const QModelIndex index
            = view->model()->index(below(view->model()->rowCount()), below(view->model()->columnCount()));
        view->scrollTo(index);
        const QRect place = view->visualRect(index).intersected(view->viewport()->rect());
        if (place.isEmpty())
            return {};
        const QString what
            = told(QStringLiteral("row %1 of %2").arg(index.row()).arg(view->accessibleName()));
        static constexpr Qt::KeyboardModifiers kHeld[]
            = {Qt::NoModifier, Qt::NoModifier, Qt::NoModifier, Qt::ControlModifier, Qt::ShiftModifier};
        const Qt::KeyboardModifiers held = kHeld[below(5)];
        if (held == Qt::NoModifier && below(6) == 0)
            QTest::mouseDClick(view->viewport(), Qt::LeftButton, held, place.center());
        else
            QTest::mouseClick(view->viewport(), Qt::LeftButton, held, place.center());
        return said(what);
    }

    QString pressKey()
    {
        QWidget* const focus = QApplication::focusWidget();
        if (!focus || isInChooser(focus) || isOfCapture(focus))
            return {};
        static constexpr Qt::Key kKeys[]
            = {Qt::Key_Down, Qt::Key_Up, Qt::Key_Left, Qt::Key_Right, Qt::Key_Home, Qt::Key_End,
                Qt::Key_PageDown, Qt::Key_PageUp, Qt::Key_Tab, Qt::Key_Escape, Qt::Key_Space};
        const Qt::Key key = kKeys[below(int(std::size(kKeys)))];
        const QString what = told(QStringLiteral("key ") + QKeySequence(key).toString());
        QTest::keyClick(focus, key);
        return said(what);
    }

    QString typeFilter()
    {
        gui::FilterBar* const bar = any(reachable<gui::FilterBar>());
        if (!bar)
            return {};
        static constexpr const char* kTexts[]
            = {"", "verdict:fail", "not verdict:pass", "op_name:*a*", "io:output", "max_absolute_error>0",
                "nan_count>0 or shape:*", "x>", "no_such_name", "cosine_similarity<1"};
        const char* const text = kTexts[below(int(std::size(kTexts)))];
        const QString what = told(QStringLiteral("filter ") + QLatin1String(text));
        bar->setText(QLatin1String(text));
        return said(what);
    }

    QString undoOrRedo()
    {
        const char* const id = below(2) == 0 ? "edit.undo" : "edit.redo";
        const QString what = told(QLatin1String(id));
        m_program.services.actions.trigger(id);
        return said(what);
    }

    QString resizeWindow()
    {
        const QSize size(900 + below(1100), 600 + below(600));
        const QString what = told(QStringLiteral("size %1 × %2").arg(size.width()).arg(size.height()));
        m_program.window.resize(size);
        return what;
    }

    QString showTip()
    {
        QWidget* const widget = any(reachable<QWidget>());
        if (!widget || widget->size().isEmpty())
            return {};
        const QPoint place(below(widget->width()), below(widget->height()));
        QHelpEvent event(QEvent::ToolTip, place, widget->mapToGlobal(place));
        const QString what
            = told(QStringLiteral("tooltip of ") + QLatin1String(widget->metaObject()->className()));
        QApplication::sendEvent(widget, &event);
        return what;
    }

    QString closeDialog()
    {
        const QString what = told(QStringLiteral("dialogs closed"));
        tidy();
        return what;
    }

    QString speakOtherwise()
    {
        using gui::Preference;
        const bool isLanguage = below(2) == 0;
        static constexpr const char* kThemes[] = {"light", "dark", "system"};
        static constexpr const char* kLanguages[] = {"en", "zh_CN"};
        const QString value = QLatin1String(isLanguage ? kLanguages[below(2)] : kThemes[below(3)]);
        const QString what = told(QStringLiteral("preference ") + value);
        m_program.services.preferences.set(isLanguage ? Preference::Language : Preference::Theme, value);
        return what;
    }

    void watchModels()
    {
        using Report = QAbstractItemModelTester::FailureReportingMode;
        for (const gui::PanelDock* const dock : m_program.window.docks()) {
            for (QAbstractItemModel* const model : dock->panel()->findChildren<QAbstractItemModel*>())
                // Those of Qt's own widgets go while their parents are half gone.
                if (QByteArray(model->metaObject()->className()).startsWith("dumpscope"))
                    new QAbstractItemModelTester(model, Report::Warning, model);
        }
    }

    WindowProgram& m_program;
    std::mt19937 m_random;
    QObject m_hand;
    bool m_isActing = false;
    QString m_said;
};

} // namespace dumpscope::test
