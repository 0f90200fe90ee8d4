// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory_source.h"
#include "readers/format_registry.h"

#include "qt_bytes.h"

#include <optional>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// One graph file brought through the registry, or given to a reader at once.
class ReadGraph {
public:
    ReadGraph(const QString& name, const QByteArray& content, const Reader* reader = nullptr)
        : m_reader(reader)
    {
        static OwnedTask task(1);
        const std::string fileName = name.toStdString();
        const MemorySource source(content.constData(), static_cast<std::size_t>(content.size()), fileName);
        const FolderFacts folder;
        const NameFacts facts;
        const Bytes head = source.read(0, kProbeBytes).value();
        if (!m_reader) {
            Message whyNot;
            m_reader
                = formats().claim({fileName, source.size(), head.span(), &folder, &facts}, m_claim, &whyNot);
            m_error = whyNot.text();
        }
        if (!m_reader)
            return;
        auto document = m_reader->readGraph({source, fileName, {}, folder, facts}, task);
        if (document)
            m_document = std::move(*document);
        else
            m_error = document.error().text();
    }

    [[nodiscard]] static const FormatRegistry& formats()
    {
        static const auto builtin = builtinFormats();
        return *builtin;
    }
    [[nodiscard]] std::string family() const { return m_reader ? m_reader->info().id : std::string(); }
    [[nodiscard]] const Claim& claim() const { return m_claim; }
    [[nodiscard]] const std::optional<GraphDocument>& document() const { return m_document; }
    [[nodiscard]] const std::string& error() const { return m_error; }
    [[nodiscard]] const Graph* graph(std::string_view name) const
    {
        for (const auto& graph : m_document->graphs) {
            if (graph->name == name)
                return graph.get();
        }
        return nullptr;
    }
    [[nodiscard]] std::string property(std::string_view key) const
    {
        for (const auto& [name, value] : m_document->properties) {
            if (name == key)
                return value;
        }
        return {};
    }
    /// Everything that does not depend on the spelling of the file: no offsets, no order of attributes.
    [[nodiscard]] QStringList summary() const
    {
        QStringList lines;
        if (!m_document)
            return lines;
        for (const auto& graph : m_document->graphs) {
            lines.append(QString::fromStdString("graph " + graph->name));
            for (const GraphNode& node : graph->nodes())
                lines.append(nodeSummary(*graph, node));
        }
        return lines;
    }

private:
    static QString nodeSummary(const Graph& graph, const GraphNode& node)
    {
        const auto text = [](std::string_view view) {
            return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
        };
        QStringList attributes;
        for (const GraphAttribute& attribute : graph.attributesOf(node)) {
            if (attribute.type != AttributeType::Tensor)
                attributes.append(text(graph.text(attribute.key)) + '=' + text(graph.text(attribute.value)));
        }
        attributes.sort();
        QString line
            = text(graph.text(node.name)) + ' ' + text(graph.text(node.opType)) + ' ' + attributes.join(' ');
        for (const GraphInput& input : graph.inputs(node))
            line += QStringLiteral(" <%1:%2:%3")
                        .arg(text(graph.text(input.text)))
                        .arg(input.slot)
                        .arg(int(input.control));
        for (const GraphOutput& output : graph.outputs(node)) {
            const auto shape = graph.shape(output.storageShape);
            line += " >" + text(graph.text(output.dtypeText)) + QString::fromStdString(shapeText(shape));
        }
        return line;
    }

    const Reader* m_reader;
    Claim m_claim;
    std::string m_error;
    std::optional<GraphDocument> m_document;
};

} // namespace dumpscope::core
