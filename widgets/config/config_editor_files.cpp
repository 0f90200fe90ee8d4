// SPDX-License-Identifier: GPL-3.0-or-later
// What the editor shows comes from files, and goes into them; drafts take its place.
#include "config/config_editor_private.h"

#include "common/core_text.h"
#include "config/code_edit.h"
#include "config/config_form_view.h"
#include "io/atomic_file.h"
#include "io/posix_file.h"

#include <QFileInfo>
#include <QToolButton>

namespace dumpscope::gui {

using Draft = core::ConfigDraft;

namespace {

constexpr std::size_t kMostBytes = 10'485'760; ///< more than any program reads

core::Result<QString> readText(const QString& path)
{
    TRY_ASSIGN(const std::string text, core::readSmallFile(path.toStdString(), kMostBytes));
    return QString::fromStdString(text);
}

} // namespace

QJsonObject ConfigEditor::saveView() const
{
    return {{QStringLiteral("form"), m->showForm->isChecked()},
        {QStringLiteral("text"), m->showText->isChecked()}, {QStringLiteral("file"), m->file}};
}

void ConfigEditor::restoreView(const QJsonObject& view)
{
    m->showText->setChecked(view[QStringLiteral("text")].toBool(true));
    m->showForm->setChecked(view[QStringLiteral("form")].toBool(true));
    const QString file = view[QStringLiteral("file")].toString();
    if (!file.isEmpty() && file != m->file && !isModified())
        open(file);
}

void ConfigEditor::open(const QString& path)
{
    m->reading.start<QString>(
        m->workbench.tasks, Lane::Interactive, tr("Read %1").arg(path), this,
        [path](core::TaskContext&, const TaskRunner::Post&) { return readText(path); },
        [this, path](core::Result<QString> text) {
            if (!text)
                return report(text.error());
            m->file = QFileInfo(path).absoluteFilePath();
            showNew(*text, {});
            m->text->document()->clearUndoRedoStacks();
            m->text->document()->setModified(false);
            emit fileChanged();
        });
}

void ConfigEditor::save(const QString& path, std::function<void()> saved)
{
    if (const auto usable = m->workbench.session.checkOutput(path); !usable)
        return report(usable.error());
    m->form->flush();
    using Written = QString;
    m->writing.start<Written>(
        m->workbench.tasks, Lane::Interactive, tr("Write %1").arg(path), this,
        [path, text = text()](core::TaskContext&, const TaskRunner::Post&) -> core::Result<Written> {
            TRY_VOID(core::writeFileAtomically(path.toStdString(), text.toStdString()));
            return text;
        },
        [this, path, saved = std::move(saved)](core::Result<Written> written) {
            if (!written)
                return report(written.error());
            m->file = QFileInfo(path).absoluteFilePath();
            if (*written == text())
                m->text->document()->setModified(false);
            showKind();
            check();
            emit fileChanged();
            if (saved && !isModified())
                saved();
        });
}

// Other kinds and presets: a draft is written in the background and becomes one step of undo.

void ConfigEditor::takeDraft(const QString& kind, std::function<core::Result<Draft>()> write)
{
    m->form->flush();
    m->drafting.start<Draft>(
        m->workbench.tasks, Lane::Interactive, tr("Write a configuration"), this,
        [write = std::move(write)](core::TaskContext&, const TaskRunner::Post&) { return write(); },
        [this, kind, before = text()](core::Result<Draft> draft) {
            if (before != text())
                return;
            if (!draft) {
                report(draft.error());
                return showKind();
            }
            showNew(fromCore(draft->text), kind);
            m->lost = draft->lost;
            m->lostOf = text();
        });
}

void ConfigEditor::convertTo(const QString& kind)
{
    const core::ConfigKind *const from = m->current(), *const to = m->kinds->find(kind.toStdString());
    if (to == nullptr || from == to)
        return showKind();
    takeDraft(kind, [kinds = m->kinds, from, to, config = config()]() -> core::Result<Draft> {
        if (from != nullptr) {
            if (auto draft = core::convertConfig(*from, config, *to))
                return draft;
        }
        // nothing that could be said in other words: a new one
        TRY_ASSIGN(std::string text, to->create({}));
        return Draft {std::move(text), {}};
    });
}

} // namespace dumpscope::gui
