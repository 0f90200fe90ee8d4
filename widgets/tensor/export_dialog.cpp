// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/export_dialog.h"

#include "common/core_text.h"
#include "tensor/tensor_copy.h"
#include "tensor/tensor_export.h"

#include <QCoreApplication>

namespace dumpscope::gui {

namespace {

/// What can be written: the suffix; before it `all.` where the whole tensor is, `drawn.` where it is what
/// the tab draws.
struct Offer {
    const char* id;
    enum class Needs : std::uint8_t { Nothing, Values, Drawing } needs;
    const char* name; ///< English, for tr()
};
constexpr Offer kOffers[] = {
    {"drawn.png", Offer::Needs::Drawing, QT_TRANSLATE_NOOP("ExportChoices", "This plot as .png")},
    {"drawn.svg", Offer::Needs::Drawing, QT_TRANSLATE_NOOP("ExportChoices", "This plot as .svg")},
    {"drawn.csv", Offer::Needs::Drawing, QT_TRANSLATE_NOOP("ExportChoices", "Numbers of this plot as .csv")},
    {"npy", Offer::Needs::Nothing, QT_TRANSLATE_NOOP("ExportChoices", "This slice as .npy")},
    {"csv", Offer::Needs::Nothing, QT_TRANSLATE_NOOP("ExportChoices", "This slice as .csv")},
    {"all.npy", Offer::Needs::Nothing, QT_TRANSLATE_NOOP("ExportChoices", "Whole tensor as .npy")},
    {"all.csv", Offer::Needs::Nothing, QT_TRANSLATE_NOOP("ExportChoices", "Whole tensor as .csv")},
    {"png", Offer::Needs::Values, QT_TRANSLATE_NOOP("ExportChoices", "Picture as .png")},
    {"svg", Offer::Needs::Values, QT_TRANSLATE_NOOP("ExportChoices", "Picture as .svg")},
};

bool isPicture(const QString& choice)
{
    return choice.endsWith(u"png") || choice.endsWith(u"svg");
}

bool isDrawn(const QString& choice)
{
    return choice.startsWith(u"drawn.");
}

} // namespace

ExportDialog::ExportDialog(TensorDocument& document, std::optional<TabDrawing> drawing, QWidget* parent)
    : FileExportDialog(parent)
    , m_document(document)
    , m_drawing(std::move(drawing))
{
    setProperty("help", QStringLiteral("tensor-view"));
    fillChoices();
    begin(suggestedName());
    const auto slicePassed = [this] {
        // What was drawn is no longer on screen.
        m_drawing.reset();
        fillChoices();
        changeSuffix();
    };
    connect(&document, &TensorDocument::stageChanged, this, slicePassed);
    connect(&document, &TensorDocument::planeChanged, this, slicePassed);
}

void ExportDialog::fillChoices()
{
    QList<Choice> choices;
    for (const Offer& offer : kOffers) {
        using Needs = Offer::Needs;
        const bool isThere = offer.needs == Needs::Drawing ? m_drawing.has_value()
            : offer.needs == Needs::Values                 ? isReady() && m_document.hasValues()
                                                           : true;
        if (isThere)
            choices.append(
                {QCoreApplication::translate("ExportChoices", offer.name), QString::fromLatin1(offer.id)});
    }
    setChoices(choices);
}

/// Operator and slot as the name of a file.
QString ExportDialog::suggestedName() const
{
    if (!m_document.tensor().isValid())
        return QStringLiteral("tensor");
    const core::TensorRow& row = m_document.tensor().row();
    QString name = m_document.tensor().opName().section(u'/', -1) + u'.' + fromCore(core::ioWord(row.io));
    if (row.slot >= 0)
        name += u'.' + QString::number(row.slot);
    return name;
}

QString ExportDialog::commandFor(const QString& what) const
{
    const QString suffix = what.section(u'.', -1);
    if (isDrawn(what) && m_drawing && !m_drawing->command.isEmpty())
        return m_drawing->command;
    if (isPicture(what) || isDrawn(what))
        return showCommand(m_document);
    auto request = showRequest(m_document);
    if (!request)
        return {};
    request->form = suffix.toStdString();
    request->output = path().toStdString();
    if (what.startsWith(u"all."))
        request->slice.clear();
    return fromCore(core::commandText(*request));
}

QStringList ExportDialog::remarksOn(const QString& what) const
{
    QStringList remarks;
    if (isPicture(what))
        remarks.append(tr("The window draws the picture; the command prints its values."));
    if (isDrawn(what) && !isPicture(what))
        remarks.append(tr("The window writes index and value; the command prints the same numbers."));
    if (isReady() && what.endsWith(u"npy"))
        remarks.append(npyRemark(m_document));
    return remarks;
}

QStringList ExportDialog::inputs() const
{
    const TensorRef& tensor = m_document.tensor();
    return tensor.isValid() ? QStringList {tensor.root->path()} : QStringList();
}

void ExportDialog::write(const QString& what, const QString& path, Answer answer)
{
    if (isDrawn(what) && m_drawing)
        exportDrawing(m_document, *m_drawing, path, std::move(answer));
    else if (isPicture(what))
        exportPicture(m_document, path, std::move(answer));
    else
        exportValues(m_document, path, what.startsWith(u"all."), std::move(answer));
}

} // namespace dumpscope::gui
