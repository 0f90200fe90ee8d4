
;
xPlaceholder*
dtype0*
shape:ÿÿÿÿÿÿÿÿÿ
4
wConst*
dtype0*
valueB"

w32Castw*

DstT0
\
splitSplitw32x:0^w"/device:NPU:0*
_output_shapes

::*
	num_split
G
callPartitionedCallsplit:1*
Tin
2*
fR
body
k

againbodycallh
f

body
a
o
reluRelua*
T0"
idIdentityrelu:activations:0"
oid:output:0"¿