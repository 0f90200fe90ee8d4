// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/program_menu.h"

#include <QActionGroup>
#include <QCoreApplication>

namespace dumpscope::gui {

namespace {

struct ProgramWords {
    Q_DECLARE_TR_FUNCTIONS(dumpscope::gui::ConfigEditor)
};

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

ProgramMenu::ProgramMenu(QWidget* parent)
    : QMenu(parent)
{
    connect(this, &QMenu::aboutToShow, this, &ProgramMenu::fill);
}

void ProgramMenu::fill()
{
    clear();
    const ProgramChoices* const choices = choicesOf(m_kind);
    if (choices == nullptr)
        return;
    choose(ProgramWords::tr("Release"), choices->releases, &Program::release, ProgramWords::tr("newest"));
    choose(ProgramWords::tr("Device"), choices->devices, &Program::device, ProgramWords::tr("not known"));
    choose(ProgramWords::tr("Framework"), choices->frameworks, &Program::framework,
        ProgramWords::tr("not known"));
    QMenu* const others = addMenu(ProgramWords::tr("Write for"));
    for (const QString& generation : choices->generations) {
        QAction* const action = others->addAction(generation);
        connect(action, &QAction::triggered, this, [this, generation, choices] {
            emit generationChosen(generation);
            if (choices->releases.contains(generation))
                m_program.release = generation;
        });
    }
}

void ProgramMenu::choose(
    const QString& title, const QStringList& words, QString Program::*field, const QString& otherwise)
{
    if (words.isEmpty())
        return;
    QMenu* const part = addMenu(title);
    auto* const group = new QActionGroup(part);
    for (const QString& word : QStringList {QString()} + words) {
        QAction* const action = part->addAction(word.isEmpty() ? otherwise : word);
        action->setCheckable(true);
        action->setChecked(m_program.*field == word);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, field, word] {
            m_program.*field = word;
            emit programChanged();
        });
    }
}

} // namespace dumpscope::gui
