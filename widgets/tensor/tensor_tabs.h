// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor_tab.h"

#include <QHash>

class QStackedWidget;
class QTabBar;

namespace dumpscope::gui {

/// The tabs that bid for the document's tensor: a bar with their names, the page of the one that is open,
/// and which was looked at last for tensors of this kind. Tabs are made when they are opened first.
class TensorTabs : public QObject {
    Q_OBJECT
public:
    /// Bar and pages belong to `parent`, which lays them out.
    TensorTabs(TensorDocument& document, QWidget* parent);

    [[nodiscard]] QTabBar* bar() const { return m_bar; }
    [[nodiscard]] QStackedWidget* pages() const { return m_pages; }
    [[nodiscard]] TensorTab* current() const;
    /// Asks for bids anew. While a tensor is opened, the tabs of the one before stay.
    void refresh();
    /// By the English title in lower case; where there is no such tab yet, it is remembered for the
    /// tensor that comes. False for unknown names.
    bool show(const QByteArray& id);
    [[nodiscard]] QStringList names() const;
    /// Parts word themselves when they are made: makes all of them again.
    void renew();

    [[nodiscard]] QJsonObject saveTabs() const;
    [[nodiscard]] QJsonObject saveLast() const;
    void restore(const QJsonObject& tabs, const QJsonObject& last);

signals:
    void opened(const QByteArray& id);
    /// By a button of the tab that is open.
    void copyWanted();
    void exportWanted();

private:
    [[nodiscard]] QByteArray kindOfTensor() const;
    [[nodiscard]] const TensorTabInfo* info(QByteArrayView id) const;
    void open(const QByteArray& id);
    void remember(const QByteArray& id);

    TensorDocument& m_document;
    TensorTabRegistry m_registry;
    QTabBar* m_bar;
    QStackedWidget* m_pages;
    QHash<QByteArray, TensorTab*> m_tabs;
    QHash<QByteArray, QByteArray> m_last; ///< per kind of tensor
    QHash<QByteArray, QJsonObject> m_saved;
};

} // namespace dumpscope::gui
