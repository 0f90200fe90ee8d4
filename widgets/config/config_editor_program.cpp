// SPDX-License-Identifier: GPL-3.0-or-later
// The program that will read a configuration: what is known of it, and the same request for another one.
#include "config/config_editor_private.h"

#include <QActionGroup>
#include <QMenu>
#include <QToolButton>

namespace dumpscope::gui {

namespace {

/// What a kind's rules depend on, and the generations it can be written for.
struct ProgramChoices {
    const char* kind;
    QStringList releases, devices, frameworks, generations;
};

const ProgramChoices* choicesOf(const QString& kind)
{
    static const QStringList kReleases {QStringLiteral("2.10"), QStringLiteral("2.7"), QStringLiteral("2.4"),
        QStringLiteral("2.3"), QStringLiteral("2.0"), QStringLiteral("1.6"), QStringLiteral("1.3"),
        QStringLiteral("1.2")};
    static const ProgramChoices kChoices[] {
        {"acl", {}, {}, {}, {QStringLiteral("current"), QStringLiteral("legacy"), QStringLiteral("small")}},
        {"mindspore", kReleases, {QStringLiteral("Ascend"), QStringLiteral("GPU"), QStringLiteral("CPU")}, {},
            kReleases + QStringList {QStringLiteral("sync"), QStringLiteral("async")}},
        {"msprobe", {}, {}, {QStringLiteral("PyTorch"), QStringLiteral("MindSpore")},
            {QStringLiteral("pytorch"), QStringLiteral("mindspore"), QStringLiteral("older")}},
        {"tf", {}, {}, {}, {QStringLiteral("sess.run"), QStringLiteral("estimator")}},
    };
    for (const ProgramChoices& choices : kChoices) {
        if (kind == QLatin1String(choices.kind))
            return &choices;
    }
    return nullptr;
}

} // namespace

void ConfigEditor::fillProgram()
{
    QMenu* const menu = m->program->menu();
    menu->clear();
    const ProgramChoices* const choices = choicesOf(m->kind);
    if (choices == nullptr)
        return;
    const auto choose = [this, menu](const QString& title, const QStringList& words, QString Reader::*field,
                            const QString& otherwise) {
        if (words.isEmpty())
            return;
        QMenu* const part = menu->addMenu(title);
        auto* const group = new QActionGroup(part);
        for (const QString& word : QStringList {QString()} + words) {
            QAction* const action = part->addAction(word.isEmpty() ? otherwise : word);
            action->setCheckable(true);
            action->setChecked(m->reader.*field == word);
            group->addAction(action);
            connect(action, &QAction::triggered, this, [this, field, word] {
                Reader reader = m->reader;
                reader.*field = word;
                setReader(reader);
            });
        }
    };
    choose(tr("Release"), choices->releases, &Reader::release, tr("newest"));
    choose(tr("Device"), choices->devices, &Reader::device, tr("not known"));
    choose(tr("Framework"), choices->frameworks, &Reader::framework, tr("not known"));
    QMenu* const others = menu->addMenu(tr("Write for"));
    for (const QString& generation : choices->generations) {
        QAction* const action = others->addAction(generation);
        connect(action, &QAction::triggered, this, [this, generation] { rewriteFor(generation); });
    }
}

void ConfigEditor::rewriteFor(const QString& generation)
{
    const core::ConfigKind* const kind = m->current();
    if (kind == nullptr)
        return;
    // a release becomes that of the reader; words are about the text alone
    takeDraft(m->kind, [kinds = m->kinds, kind, config = config(), word = generation.toStdString()] {
        return kind->rewrite(config, word);
    });
    if (const ProgramChoices* const choices = choicesOf(m->kind);
        choices != nullptr && choices->releases.contains(generation))
        m->reader.release = generation;
}

} // namespace dumpscope::gui
