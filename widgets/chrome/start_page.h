// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/capture_setup.h"
#include "kit/recent_list.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QVBoxLayout;

namespace dumpscope::gui {

class ActionRegistry;
class DropArea;
class ActionCard;

/// What the window shows while nothing is open.
class StartPage : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(ActionRegistry& actions, QWidget* parent = nullptr);
    /// Newest first.
    void setRecent(const QList<RecentEntry>& entries);
    void setDevices(const QList<CaptureSetup::Device>& devices, bool isLooking);

signals:
    void openRequested(const QStringList& paths);
    /// Target first.
    void compareRequested(const QStringList& paths);
    /// On the half that compares: the target, or both.
    void sidesDropped(const QStringList& paths);
    void sampleRequested();
    /// "workflow", "metrics", "formats", "filter", "command-line"
    void helpRequested(const QString& topic);
    /// It is looked at, and nobody knows the devices yet.
    void devicesWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QWidget* createHead();
    [[nodiscard]] QWidget* createCards();
    [[nodiscard]] QWidget* createRecent();
    [[nodiscard]] QWidget* createSide();
    void retranslate();
    void showKeys();
    void showDevices();

    ActionRegistry& m_actions;
    DropArea* m_drop;
    QLabel *m_name, *m_purpose, *m_recentTitle, *m_recentEmpty, *m_devicesTitle, *m_keysTitle, *m_learnTitle;
    QList<ActionCard*> m_cards;
    QLineEdit* m_filter;
    RecentList* m_list;
    QList<QPair<QLabel*, QLabel*>> m_keys;
    QList<CaptureSetup::Device> m_devices;
    bool m_isLooking = true;
    QTimer m_wantDevices;
    QWidget* m_deviceLines = nullptr;
    QVBoxLayout* m_deviceBody = nullptr;
    QList<QLabel*> m_links;
};

} // namespace dumpscope::gui
