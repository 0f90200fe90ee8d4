// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tab_drawing.h"
#include "tensor/tensor_document.h"

#include <QWidget>

class QHBoxLayout;
class QToolButton;

namespace dumpscope::gui {

enum class CopyStyle : std::uint8_t { Tsv, Csv, NumPy };

/// One way to look at a tensor. Reads through the document, works only while it is visible.
class TensorTab : public QWidget {
    Q_OBJECT
public:
    explicit TensorTab(TensorDocument& document, QWidget* parent = nullptr)
        : QWidget(parent)
        , m_document(document)
    {
    }
    [[nodiscard]] TensorDocument& document() const { return m_document; }
    /// What is marked, in the plane; none: the probed cell.
    [[nodiscard]] virtual std::optional<core::PlaneWindow> marked() const { return std::nullopt; }
    /// False while something it shows is being read or computed.
    [[nodiscard]] virtual bool isSettled() const { return true; }
    /// Keys of the context *plane*; false when this tab has no use for one.
    virtual bool perform(QByteArrayView) { return false; }
    [[nodiscard]] virtual QJsonObject save() const { return {}; }
    virtual void restore(const QJsonObject&) { }
    /// Whether a column with histogram and probe stands beside it.
    [[nodiscard]] virtual bool wantsSideColumn() const { return true; }
    /// What it draws itself, for export and copy; none: the values of the slice are meant.
    [[nodiscard]] virtual std::optional<TabDrawing> drawing() const { return std::nullopt; }

signals:
    void copyWanted();
    void exportWanted();

protected:
    /// Copy and export, at the right end of the tab's bar.
    void addOutputButtons(QHBoxLayout* bar);

private:
    TensorDocument& m_document;
};

/// A tab that reads something of its own, in one task at a time.
class ReadingTab : public TensorTab {
    Q_OBJECT
public:
    explicit ReadingTab(TensorDocument& document, QWidget* parent = nullptr);
    [[nodiscard]] bool isSettled() const override { return !isRunning(m_loading) && !m_isStale; }

protected:
    /// Reads anew. Called while the tab is visible, once after everything that changed together:
    /// tensor, order or plane, and whatever was said with `readSoon`.
    virtual void load() = 0;
    void readSoon();
    [[nodiscard]] LatestOnly& loading() { return m_loading; }
    void showEvent(QShowEvent* event) override;

private:
    LatestOnly m_loading;
    bool m_isStale = false;
};

/// A kind of tab: `register_foo_tab(TensorTabRegistry&)` in foo_tab.cpp adds it.
struct TensorTabInfo {
    const char* id;    ///< English title in lower case
    const char* title; ///< English, for tr() in the context "TensorTabs"
    const char* icon;  ///< name for icon()
    int place;         ///< ascending from left to right
    /// How much this tensor is of the tab's kind; 0: the tab is not shown for it. Tabs of tensors that
    /// cannot be opened are asked, too, where `needsValues` is false.
    std::function<int(const TensorDocument&)> bid;
    std::function<TensorTab*(TensorDocument&)> create;
    bool needsValues = true;
};

class TensorTabRegistry {
public:
    void add(TensorTabInfo info) { m_tabs.push_back(std::move(info)); }
    [[nodiscard]] std::vector<TensorTabInfo>& all() { return m_tabs; }
    [[nodiscard]] const std::vector<TensorTabInfo>& all() const { return m_tabs; }

private:
    std::vector<TensorTabInfo> m_tabs;
};

/// Every `*_tab.cpp`.
void registerBuiltinTensorTabs(TensorTabRegistry& registry);

/// The bar above a tab's body; spacing of docs/window.md 8.1.
[[nodiscard]] QHBoxLayout* addViewBar(QWidget* tab);
/// A flat button with an icon; `text` is its tooltip and accessible name.
[[nodiscard]] QToolButton* makeBarButton(const char* iconName, const QString& text, QWidget* parent);

} // namespace dumpscope::gui
