// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "records/attribute_text.h"
#include "records/graph.h"
#include "tensor/shape.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dumpscope::core {

/// Type of one tensor of a GE operator as in the graph file.
struct GeTensor {
    std::string dtypeText;
    std::optional<DType> dtype;
    std::optional<Shape> shape; ///< on the device
    std::string layout;         ///< on the device
    std::optional<Shape> originShape;
    bool originShapeSet = true;
    std::string originFormat;
    std::optional<MemoryFormat> originFormatNumber;
};

/// One operator while its description is read. In all GE forms its attributes get the names of ge_onnx
/// (docs/formats/ascendcl-capture.md 6.2): attribute NAME of output 1 is `output_desc_attr_NAME:1`. Reusable:
/// `clear` keeps the memory.
class GeNode {
public:
    struct Attribute {
        std::string key, value;
        AttributeType type = AttributeType::Text;
        AttributeOrigin origin = AttributeOrigin::Operator;
    };

    std::string name, type;
    std::vector<std::string> inputs; ///< `source:slot`, slot -1 = control; empty = not connected
    std::vector<GeTensor> outputs;
    std::vector<std::string> calledNames; ///< graphs by name
    std::vector<std::uint32_t> called;    ///< graphs by number
    std::optional<std::int64_t> number;   ///< field `id`

    void clear();
    void addAttribute(std::string_view key, std::string_view value, AttributeType attributeType,
        AttributeOrigin origin = AttributeOrigin::Operator);
    // Fields of the operator and of its tensors, which are not attributes in the file.
    void addNote(std::string_view key, std::string_view value, AttributeType valueType = AttributeType::Text);
    void addNote(std::string_view key, std::int64_t value);
    void addNote(std::string_view key, AttributeText& list); ///< nothing for an empty one
    [[nodiscard]] std::span<const Attribute> attributes() const
    {
        return std::span(m_attributes).first(m_attributeCount);
    }
    GeTensor& output(std::size_t slot); ///< made when missing, with empty slots before it

    /// Adds the node to a graph; `called` and `calledNames` are left to the caller.
    NodeId addTo(GraphBuilder& builder) const;

    static constexpr std::size_t kMaxSlots = 1U << 16U;

private:
    Attribute& nextAttribute();

    std::vector<Attribute> m_attributes;
    std::size_t m_attributeCount = 0;
};

/// Applies an attribute of a tensor that its type depends on (`origin_format`, …); ignores others.
void takeTensorAttribute(GeTensor& tensor, std::string_view name, std::string_view value, AttributeType type);

/// `source:slot`, split at the last ':'.
struct GeEdge {
    std::string_view source;
    std::int64_t slot = 0;
};
[[nodiscard]] GeEdge splitGeEdge(std::string_view text);

/// Applies a tensor field of ge_onnx (`dtype`, `shape`, `layout`, `origin_shape`, `origin_layout`). False for
/// fields that the type does not depend on.
bool takeTensorField(GeTensor& tensor, std::string_view field, std::string_view value);

} // namespace dumpscope::core
