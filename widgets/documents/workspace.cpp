// SPDX-License-Identifier: GPL-3.0-or-later
#include "documents/workspace.h"

#include "common/core_text.h"
#include "common/dump_place.h"
#include "io/atomic_file.h"
#include "io/posix_file.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>

#include <utility>

namespace dumpscope::gui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kVersion = 1;
/// Nobody's workspace is larger; a dump opened by mistake is.
constexpr std::size_t kMaxBytes = std::size_t {64} << 20U;

QString sideWord(OpenedRoot::Side side)
{
    switch (side) {
    case OpenedRoot::Side::Target:
        return u"target"_s;
    case OpenedRoot::Side::Golden:
        return u"golden"_s;
    case OpenedRoot::Side::None:
        break;
    }
    return {};
}

OpenedRoot::Side sideOf(const QString& word)
{
    return word == "target"_L1 ? OpenedRoot::Side::Target
        : word == "golden"_L1  ? OpenedRoot::Side::Golden
                               : OpenedRoot::Side::None;
}

/// Qt has the words in English only.
core::Message whyNoJson(QJsonParseError::ParseError error)
{
    switch (error) {
    case QJsonParseError::UnterminatedObject:
        return core::phrase("an object is not closed by }");
    case QJsonParseError::MissingNameSeparator:
        return core::phrase("a : is missing between a key and its value");
    case QJsonParseError::UnterminatedArray:
        return core::phrase("an array is not closed by ]");
    case QJsonParseError::MissingValueSeparator:
        return core::phrase("a comma is missing between two values");
    case QJsonParseError::IllegalValue:
        return core::phrase("a value is none of JSON");
    case QJsonParseError::TerminationByNumber:
        return core::phrase("the document ends within a number");
    case QJsonParseError::IllegalNumber:
        return core::phrase("a number is none of JSON");
    case QJsonParseError::IllegalEscapeSequence:
        return core::phrase("a text has an escape sequence that JSON has not");
    case QJsonParseError::IllegalUTF8String:
        return core::phrase("a text is not UTF-8");
    case QJsonParseError::UnterminatedString:
        return core::phrase("a text is not closed by \"");
    case QJsonParseError::MissingObject:
        return core::phrase("an object is missing behind a comma");
    case QJsonParseError::DeepNesting:
        return core::phrase("objects and arrays lie too deep in each other");
    case QJsonParseError::DocumentTooLarge:
        return core::phrase("the document is too large");
    case QJsonParseError::GarbageAtEnd:
        return core::phrase("something follows the end of the document");
    case QJsonParseError::NoError:
        break;
    }
    return core::phrase("this is no JSON");
}

tl::unexpected<core::Error> refuse(core::Code code, core::Message why, const QString& file)
{
    return tl::make_unexpected(core::makeError(code, std::move(why), {.file = file.toStdString()}));
}

/// Comparisons with other paths.
QJsonArray withPaths(const QJsonArray& comparisons, const std::function<QString(const QString&)>& change)
{
    QJsonArray changed;
    for (const QJsonValue& value : comparisons) {
        QJsonObject one = value.toObject();
        for (const auto& key : {"target"_L1, "golden"_L1}) {
            QJsonObject side = one.value(key).toObject();
            side.insert("path"_L1, change(side.value("path"_L1).toString()));
            one.insert(key, side);
        }
        QJsonArray maps;
        for (const QJsonValue& file : one.value("maps"_L1).toArray())
            maps.append(change(file.toString()));
        if (!maps.isEmpty())
            one.insert("maps"_L1, maps);
        changed.append(one);
    }
    return changed;
}

} // namespace

QByteArray Workspace::toBytes(const QDir& folder) const
{
    QJsonObject object = unknown;
    object.insert(u"dumpscope_workspace"_s, kVersion);
    QJsonArray list;
    for (const Root& root : roots) {
        QJsonObject one {{u"path"_s, portablePath(root.path, folder)}};
        if (root.side != OpenedRoot::Side::None)
            one.insert(u"side"_s, sideWord(root.side));
        if (!root.raw.dtype.empty()) {
            one.insert(u"raw"_s,
                QJsonDocument::fromJson(QByteArray::fromStdString(core::requestJson(root.raw))).object());
            one.insert(u"raw_beside_others"_s, root.raw.besideOthers);
        }
        list.append(one);
    }
    object.insert(u"roots"_s, list);
    object.insert(u"arrangement"_s, arrangement);
    if (!selectedTensor.isEmpty()) {
        QJsonArray index;
        for (const qint64 one : element)
            index.append(one);
        object.insert(u"selection"_s,
            QJsonObject {{u"root"_s, portablePath(selectedRoot, folder)}, {u"tensor"_s, selectedTensor},
                {u"element"_s, index}});
    }
    QJsonObject pins;
    for (auto pin = pinned.begin(); pin != pinned.end(); ++pin)
        pins.insert(pin.key(),
            QJsonObject {{u"root"_s, portablePath(pin->root, folder)}, {u"tensor"_s, pin->tensor}});
    if (!pins.isEmpty())
        object.insert(u"pinned"_s, pins);
    object.insert(u"annotations"_s, annotations);
    if (!comparisons.isEmpty())
        object.insert(u"comparisons"_s,
            withPaths(comparisons, [&](const QString& path) { return portablePath(path, folder); }));
    object.insert(u"views"_s, views);
    return QJsonDocument(object).toJson(QJsonDocument::Indented);
}

core::Result<Workspace> Workspace::fromBytes(const QByteArray& bytes, const QString& file)
{
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(bytes, &problem);
    if (problem.error != QJsonParseError::NoError) {
        return tl::make_unexpected(core::makeError(core::Code::BadSyntax, whyNoJson(problem.error),
            {.file = file.toStdString(), .offset = static_cast<std::uint64_t>(problem.offset)}));
    }
    QJsonObject object = document.object();
    if (!object.contains("dumpscope_workspace"_L1))
        return refuse(core::Code::BadSyntax,
            core::phrase("this is no workspace: the key dumpscope_workspace is missing"), file);
    if (object.value("dumpscope_workspace"_L1).toInt() > kVersion)
        return refuse(
            core::Code::Unsupported, core::phrase("this workspace was written by a newer version"), file);

    const QDir folder = QFileInfo(file).absoluteDir();
    const auto absolute = [&](const QString& path) { return dumpPlace(path, folder); };
    const auto take = [&object](QLatin1StringView key) { return object.take(key); };
    Workspace workspace;
    for (const QJsonValue& value : take("roots"_L1).toArray()) {
        const QJsonObject one = value.toObject();
        Root root {absolute(one.value("path"_L1).toString()), sideOf(one.value("side"_L1).toString())};
        const QByteArray raw = QJsonDocument(one.value("raw"_L1).toObject()).toJson(QJsonDocument::Compact);
        if (auto read = core::readRequest<core::RawOptions>(asText(raw)))
            root.raw = std::move(*read);
        root.raw.besideOthers = one.value("raw_beside_others"_L1).toBool();
        workspace.roots.append(root);
    }
    workspace.arrangement = take("arrangement"_L1).toString();
    const QJsonObject selection = take("selection"_L1).toObject();
    workspace.selectedTensor = selection.value("tensor"_L1).toString();
    if (!workspace.selectedTensor.isEmpty())
        workspace.selectedRoot = absolute(selection.value("root"_L1).toString());
    for (const QJsonValue& one : selection.value("element"_L1).toArray())
        workspace.element.append(one.toInteger());
    QJsonObject pins = take("pinned"_L1).toObject();
    if (pins.value("tensor"_L1).isString()) // there was one only, once
        pins = {{u"pinned-tensor"_s, pins}};
    for (auto pin = pins.begin(); pin != pins.end(); ++pin) {
        const QJsonObject one = pin.value().toObject();
        workspace.pinned.insert(
            pin.key(), {absolute(one.value("root"_L1).toString()), one.value("tensor"_L1).toString()});
    }
    workspace.annotations = take("annotations"_L1).toArray();
    workspace.comparisons = withPaths(take("comparisons"_L1).toArray(), absolute);
    workspace.views = take("views"_L1).toObject();
    object.remove("dumpscope_workspace"_L1);
    workspace.unknown = object;
    return workspace;
}

core::Result<void> Workspace::save(const QString& file) const
{
    return core::writeFileAtomically(file.toStdString(), asText(toBytes(QFileInfo(file).absoluteDir())));
}

core::Result<Workspace> Workspace::load(const QString& file)
{
    TRY_ASSIGN(const std::string text, core::readSmallFile(file.toStdString(), kMaxBytes));
    return fromBytes(QByteArray::fromStdString(text), file);
}

} // namespace dumpscope::gui
