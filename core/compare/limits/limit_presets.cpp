// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/limits/limits.h"

#include <array>

namespace dumpscope::core {

namespace {

/// A quarter and a half of the significand's bits of the coarser of the two element types: with unit
/// roundoff u, relative errors of u^(3/4) and u^(1/2). Independent rounding of n operations grows
/// like sqrt(n)·u, so half the bits are gone only after about 1/u operations in a row; an operator that
/// loses them at once did something else. Integers and booleans have no rounding; quantised 8-bit
/// values may fall on either side of a rounding boundary. Norms of integers were summed up in float32 by
/// whoever recorded them. Statistics without a type fail by the limit of
/// bfloat16, the coarsest that programs train in, and warn by that of float32.
constexpr std::string_view kPrecision = R"({"version":1,"rules":[
 {"metric":"relative_euclidean_distance","op":"<=","value":1.0536712127723509e-08,"when":"precision:float64 or precision:complex128"},
 {"metric":"relative_euclidean_distance","op":"<=","value":0.000244140625,"when":"precision:float32 or precision:complex64"},
 {"metric":"relative_euclidean_distance","op":"<=","value":0.02209708691207961,"when":"precision:float16 or precision:complex32"},
 {"metric":"relative_euclidean_distance","op":"<=","value":0.0625,"when":"precision:bfloat16"},
 {"metric":"relative_euclidean_distance","op":"<=","value":0.25,"when":"precision:*float8*"},
 {"metric":"sqnr_db","op":">=","value":119.6,"verdict":"warn","when":"precision:float64 or precision:complex128"},
 {"metric":"sqnr_db","op":">=","value":108.4,"verdict":"warn","when":"precision:float32 or precision:complex64"},
 {"metric":"sqnr_db","op":">=","value":49.7,"verdict":"warn","when":"precision:float16 or precision:complex32"},
 {"metric":"sqnr_db","op":">=","value":36.1,"verdict":"warn","when":"precision:bfloat16"},
 {"metric":"sqnr_db","op":">=","value":18.1,"verdict":"warn","when":"precision:*float8*"},
 {"metric":"max_absolute_error","op":"<=","value":1,"when":"precision:int8 or precision:uint8 or precision:int4 or precision:uint4"},
 {"metric":"max_absolute_error","op":"=","value":0,"when":"precision:*int* or precision:bool"},
 {"metric":"bitwise_equal","op":"=","value":1,"when":"precision:checksum"},
 {"metric":"bitwise_equal","op":"=","value":1,"verdict":"warn","when":"checksum:differs or precision:int8 or precision:uint8 or precision:int4 or precision:uint4"},
 {"metric":"max_diff","op":"=","value":0,"when":"precision:bool or precision:*int16 or precision:*int32 or precision:*int64"},
 {"metric":"min_diff","op":"=","value":0,"when":"precision:bool or precision:*int16 or precision:*int32 or precision:*int64"},
 {"metric":"max_diff","op":"=","value":0,"verdict":"warn","when":"precision:*int8 or precision:*int4"},
 {"metric":"min_diff","op":"=","value":0,"verdict":"warn","when":"precision:*int8 or precision:*int4"},
 {"metric":"l2norm_diff_relative","op":"<=","value":1.52587890625e-05,"when":"precision:bool or precision:*int16 or precision:*int32 or precision:*int64"},
 {"metric":"l2norm_diff_relative","op":"<=","value":0.00390625,"verdict":"warn","when":"precision:*int8 or precision:*int4"},
 {"metric":"l2norm_diff_relative","op":"<=","value":1.0536712127723509e-08,"when":"precision:float64 or precision:complex128"},
 {"metric":"l2norm_diff_relative","op":"<=","value":0.000244140625,"when":"precision:float32 or precision:complex64"},
 {"metric":"l2norm_diff_relative","op":"<=","value":0.02209708691207961,"when":"precision:float16 or precision:complex32"},
 {"metric":"l2norm_diff_relative","op":"<=","value":0.0625,"when":"precision:bfloat16"},
 {"metric":"l2norm_diff_relative","op":"<=","value":0.25,"when":"precision:*float8*"},
 {"metric":"l2norm_diff_relative","op":"<=","value":0.000244140625,"verdict":"warn","when":"precision:untyped l2norm_diff_relative<=0.0625"},
 {"metric":"l2norm_diff_relative","op":"<=","value":0.0625,"when":"precision:untyped"}
]})";

/// The official advisor looks at cosine similarity only (docs/formats/comparison.md 5.1).
constexpr std::string_view kAdvisor = R"({"version":1,"rules":[
 {"metric":"cosine_similarity","op":">=","value":0.99}
]})";

/// The row flag of the wrapper around the official comparator (docs/formats/comparison.md 5.1), NaN rows
/// included.
constexpr std::string_view kQuick = R"({"version":1,"rules":[
 {"metric":"cosine_similarity","op":">=","value":0.99,"when":"-op_type:Data -op_type:TransData -op_type:PartitionCall"},
 {"metric":"relative_euclidean_distance","op":"<=","value":0.05,"when":"-op_type:Data -op_type:TransData -op_type:PartitionCall"},
 {"metric":"kl_divergence","op":"<=","value":0.005,"when":"-op_type:Data -op_type:TransData -op_type:PartitionCall"},
 {"metric":"root_mean_square_error","op":"<=","value":1,"when":"-op_type:Data -op_type:TransData -op_type:PartitionCall"},
 {"metric":"mean_relative_error","op":"<=","value":1,"when":"-op_type:Data -op_type:TransData -op_type:PartitionCall"}
]})";

/// `Accuracy Reached or Not` of older result files (docs/formats/comparison.md 5.2), its two steps folded
/// into the outer one.
constexpr std::string_view kAccuracyReached = R"({"version":1,"rules":[
 {"metric":"cosine_similarity","op":">=","value":0.99,"when":"max_absolute_error>0.001"},
 {"metric":"cosine_similarity","op":">=","value":0.9},
 {"metric":"max_absolute_error","op":"<=","value":1}
]})";

/// torch.testing.assert_close for float32: no element beyond atol 1e-5 + rtol 1.3e-6·|golden|
/// (docs/formats/comparison.md 5.6); the tolerances themselves are options of the comparison.
constexpr std::string_view kAllClose = R"({"version":1,"rules":[
 {"metric":"mismatch_ratio","op":"=","value":0}
]})";

/// Share of elements within one thousandth (docs/formats/comparison.md 5.4).
constexpr std::string_view kThousandth = R"({"version":1,"rules":[
 {"metric":"one_thousandth_err_ratio","op":">=","value":0.999}
]})";

constexpr std::string_view kExact = R"({"version":1,"rules":[
 {"metric":"bitwise_equal","op":"=","value":1}
]})";

constexpr std::array<LimitPreset, 7> kPresets {{
    {"precision", Form<0>("Half of the element type's significand kept; the default"), kPrecision},
    {"advisor", Form<0>("Official advisor: cosine similarity at least 0.99"), kAdvisor},
    {"quick", Form<0>("Row flag of the official wrapper (IsPrecisionError)"), kQuick},
    {"accuracy-reached", Form<0>("Older msprobe results: Accuracy Reached or Not"), kAccuracyReached},
    {"allclose", Form<0>("Every element within --atol and --rtol"), kAllClose},
    {"thousandth", Form<0>("99.9 % of the elements within one thousandth"), kThousandth},
    {"exact", Form<0>("Bit for bit"), kExact},
}};

} // namespace

std::span<const LimitPreset> limitPresets()
{
    return kPresets;
}

} // namespace dumpscope::core
