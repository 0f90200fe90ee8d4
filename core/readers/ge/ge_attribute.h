// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/protobuf/protobuf_stream.h"
#include "records/attribute_text.h"

#include <functional>
#include <string>

namespace dumpscope::core {

/// Reads values of `attr` of ge.proto. Tensors become their type and the offset of their bytes, nested graphs
/// are passed to `takeGraph`.
class GeAttributeReader {
public:
    /// Reads the graph that is the current field of the stream; returns its name.
    using TakeGraph = std::function<std::string(ProtoStream&)>;

    explicit GeAttributeReader(TakeGraph takeGraph)
        : m_takeGraph(std::move(takeGraph))
    {
    }
    /// Reads the map entry that is the current field: its key into `key`, its value into `value`.
    void read(ProtoStream& in, std::string& key);
    AttributeText value;

private:
    void readValue(ProtoStream& in);
    void readList(ProtoStream& in);
    void readNumberLists(ProtoStream& in, bool real);
    [[nodiscard]] std::string namedText(ProtoStream& in);
    [[nodiscard]] std::string tensorText(ProtoStream& in);
    [[nodiscard]] std::string typeText(ProtoStream& in);
    void addText(ProtoStream& in);
    void addDtype(std::int64_t number);

    TakeGraph m_takeGraph;
};

} // namespace dumpscope::core
