// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "readers/protobuf/protobuf_stream.h"
#include "records/attribute_text.h"
#include "tensor/dtype.h"
#include "tensor/shape.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace dumpscope::core {

/// A TensorProto without its numbers, but with their place.
struct OnnxTensor {
    std::string name;
    std::int64_t dtypeNumber = 0;
    Shape shape;
    std::uint32_t dataField = 0;  ///< field that holds the numbers; 0 = none
    std::size_t pieces = 0;       ///< number of these fields
    ProtoExtent data;             ///< of the first
    std::string location, origin; ///< external file, and offset and length in it as written
    std::uint64_t offset = 0;     ///< in the external file

    /// "float32[2,3], 24 bytes at 1234".
    [[nodiscard]] std::string text() const;
};
/// Reads the TensorProto that is the current field of the stream.
[[nodiscard]] OnnxTensor readOnnxTensor(ProtoStream& in);

/// Type of a value.
struct OnnxType {
    DType dtype = DType::Unknown;
    std::string dtypeText;
    bool hasShape = false;
    Shape shape;      ///< -1 where the dimension is not a number
    std::string text; ///< whole type: "float32[N,3]", "sequence(int64[])"
};
/// Reads the TypeProto that is the current field of the stream.
[[nodiscard]] OnnxType readOnnxType(ProtoStream& in);

/// Reads AttributeProto messages. Nested graphs are passed to `takeGraph` with the name of the attribute.
class OnnxAttributeReader {
public:
    /// Reads the graph that is the current field of the stream; returns its name.
    using TakeGraph = std::function<std::string(ProtoStream&, std::string_view attribute)>;

    explicit OnnxAttributeReader(TakeGraph takeGraph)
        : m_takeGraph(std::move(takeGraph))
    {
    }
    void read(ProtoStream& in, std::string& name);
    AttributeText value;

private:
    void readMember(ProtoStream& in, std::string_view name);
    void addText(ProtoStream& in);
    void addDefault(std::string_view type);

    TakeGraph m_takeGraph;
};

} // namespace dumpscope::core
