// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/core_text.h"
#include "common/widget_changes.h"
#include "config/config_editor.h"
#include "kit/panel.h"
#include "request/config_request.h"

#include <QEvent>
#include <QFileInfo>
#include <QVBoxLayout>

namespace dumpscope::gui {

namespace {

/// A dump configuration by itself: a file that was opened, or a new one.
class ConfigPanel : public Panel {
    Q_OBJECT
public:
    explicit ConfigPanel(Workbench& workbench)
        : m_editor(new ConfigEditor(workbench, this))
    {
        auto* const layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->addWidget(m_editor);
        setFocusProxy(m_editor);
        connect(m_editor, &ConfigEditor::fileChanged, this, [this] {
            emit titleChanged();
            emit commandLineChanged();
        });
        onChange(this, {QEvent::LanguageChange}, [this] { emit titleChanged(); });
    }

    QString title() const override
    {
        const QString name = QFileInfo(m_editor->file()).fileName();
        const QString title = name.isEmpty() ? tr("Configuration") : tr("Configuration %1").arg(name);
        return m_editor->isModified() && !name.isEmpty() ? title + QStringLiteral(" *") : title;
    }
    QString commandLine() const override
    {
        return m_editor->file().isEmpty() ? QString()
                                          : fromCore(core::commandText(core::ConfigRequest {
                                              .form = "explain", .file = m_editor->file().toStdString()}));
    }
    QJsonObject saveView() const override { return m_editor->saveView(); }
    void restoreView(const QJsonObject& view) override { m_editor->restoreView(view); }
    bool isSettled() const override { return m_editor->isSettled(); }

private:
    ConfigEditor* m_editor;
};

} // namespace

void register_config_panel(PanelRegistry& registry)
{
    registry.add({"configuration", "gear", [](Workbench& workbench) { return new ConfigPanel(workbench); }});
}

} // namespace dumpscope::gui

#include "config_panel.moc"
