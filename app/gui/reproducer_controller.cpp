// SPDX-License-Identifier: GPL-3.0-or-later
#include "reproducer_controller.h"

#include "main_window.h"

#include "common/core_sentences.h"
#include "common/core_text.h"
#include "comparison/comparison_document.h"
#include "comparison/sides_strip.h"
#include "comparison/suspects/reproducer_dialog.h"

#include <QCoreApplication>

namespace dumpscope::gui {

namespace {

QString operatorOf(const core::ReproducedTensor& tensor)
{
    const core::FolderFacts& facts = tensor.index->factsOf(tensor.tensor);
    const QString name = fromCore(tensor.index->text(tensor.index->tensor(tensor.tensor).opName));
    const QString place = placeText(*tensor.index, facts.rank, facts.step);
    return place.isEmpty() ? name : QStringLiteral("%1 · %2").arg(name, place);
}

} // namespace

ReproducerController::ReproducerController(Services& services, MainWindow& window, QObject* parent)
    : QObject(parent)
    , m_services(services)
    , m_window(window)
{
    services.actions.handle(
        "file.reproducer", &window, [this] { ask(); }, [this] { return chosen().has_value(); });
}

std::optional<core::ReproducedPair> ReproducerController::chosen() const
{
    const TensorRef tensor = m_services.selection.tensor();
    const ComparisonDocument* const document = m_services.comparisons.current();
    const auto pair = m_services.comparisons.pair();
    if (document && pair && (!tensor.isValid() || m_services.comparisons.isChosen(tensor)))
        return core::reproducedPair(*document->pairs(), *pair);
    if (!tensor.isValid())
        return std::nullopt;
    return core::ReproducedPair {{tensor.root->index(), tensor.id}, std::nullopt};
}

void ReproducerController::ask()
{
    const auto pair = chosen();
    if (!pair)
        return;
    auto* const dialog = new ReproducerDialog(
        operatorOf(pair->first), pair->second ? operatorOf(*pair->second) : QString(), &m_window);
    connect(dialog, &ReproducerDialog::chosen, this,
        [this, pair = *pair](const QString& folder, const QString& kind) { write(pair, folder, kind); });
    dialog->show();
}

void ReproducerController::write(const core::ReproducedPair& pair, const QString& folder, const QString& kind)
{
    core::ReproducerOptions options;
    options.kind = kind.toStdString();
    options.programVersion = QCoreApplication::applicationVersion().toStdString();
    if (const ComparisonDocument* const document = m_services.comparisons.current())
        options.models = document->setup().models;
    m_services.tasks.start<core::WrittenReproducer>(
        Lane::Bulk, tr("Write a reproducer"), this,
        [pair, options, path = folder.toStdString()](core::TaskContext& task, const TaskRunner::Post&) {
            return core::writeReproducer(pair.first, pair.second, options, path, task);
        },
        [this](const core::Result<core::WrittenReproducer>& written) {
            if (written) {
                const QString note = written->goldenNote.empty()
                    ? QString()
                    : QLatin1Char(' ') + tr("Golden is left out: %1.").arg(coreWords(written->goldenNote));
                return m_window.say(
                    tr("Written: %1, for %2.").arg(fromCore(written->folder), fromCore(written->program))
                    + note);
            }
            const core::Error& error = written.error();
            m_services.problems.add({core::Severity::Error, error.code, error.place, error.message});
            m_window.say(coreError(error));
        });
}

} // namespace dumpscope::gui
