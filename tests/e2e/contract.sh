#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# contract.sh CLI SAMPLE: what other programs rely on, checked with the built dumpscope-cli and nothing
# but bash, coreutils and grep, so that it also runs where neither Qt nor Python exists.
# Expected numbers were computed with NumPy from the sample's files.
set -uo pipefail
cli=$(realpath "${1:?usage: contract.sh CLI SAMPLE}")
sample=$(realpath "${2:?usage: contract.sh CLI SAMPLE}")
data=$(cd "$(dirname "${BASH_SOURCE[0]}")/../data" && pwd)
[ -x "$cli" ] || { echo "not executable: $cli"; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
checks=0
failures=0
command_line="" output="" problems="" code=0

run() { # ARGUMENT...
    command_line="dumpscope-cli $*"
    code=0
    timeout 60 "$cli" "$@" >"$work/out" 2>"$work/err" </dev/null || code=$?
    output=$(cat "$work/out")
    problems=$(cat "$work/err")
}
fail() {
    failures=$((failures + 1))
    printf 'FAILED: %s\n        %s\n' "$command_line" "$1"
    printf '%s' "$output" | head -c 600 | sed 's/^/        out: /'
    printf '%s\n' "$problems" | head -n 3 | sed 's/^/        err: /'
}
exits() { # CODE
    checks=$((checks + 1))
    [ "$code" -eq "$1" ] || fail "exit code $code, not $1"
}
json_has() { # TEXT..., compared without blanks
    local text flat
    flat=$(printf '%s' "$output" | tr -d '[:space:]')
    for text in "$@"; do
        checks=$((checks + 1))
        [[ $flat == *"$text"* ]] || fail "no $text"
    done
}
keys() { # KEY...
    local key
    for key in "$@"; do json_has "\"$key\":"; done
}
out_lacks() { # TEXT...
    local text
    for text in "$@"; do
        checks=$((checks + 1))
        [[ $output != *"$text"* ]] || fail "there is $text"
    done
}
out_has() { # TEXT...
    local text
    for text in "$@"; do
        checks=$((checks + 1))
        [[ $output == *"$text"* ]] || fail "no $text"
    done
}
lines() { # NUMBER
    local number
    checks=$((checks + 1))
    number=$(wc -l <"$work/out")
    [ "$number" -eq "$1" ] || fail "$number lines, not $1"
}
says_why() {
    checks=$((checks + 1))
    [ -n "$problems" ] || fail "nothing on standard error"
}
says_nothing() {
    checks=$((checks + 1))
    [ -z "$problems" ] || fail "standard error is not empty"
}

target=$sample/target
golden=$sample/golden
bias=$(find "$target" -name 'Parameter.fc1_bias.*.npy')
row_keys=(id file family run device_id rank model model_id graph_id step op_name op_type scope layer op_name_raw io
    slot occurrence dtype shape original_shape format original_format elements bytes task_id stream_id
    timestamp context_id thread_id exec_index state problem)

# Wrong usage, wrong input
run --version; exits 0
out_has dumpscope oneTBB Highway simdjson fast_float fmt tl-expected RE2 yaml-cpp SQLite libxlsxwriter libarchive CLI11 ONNX
run help; exits 0; out_has info ls show stat formats completion "Exit codes"
for command in info ls show stat formats; do
    run "$command" --help; exits 0; out_has "$command"
done
run help problems; exits 0; out_has truncated bad-header not-recognised
run; exits 2
run no-such-command; exits 2; says_why
run info; exits 2; says_why
run ls --no-such-option "$target"; exits 2; says_why
run ls "$target" --filter 'no_such_column:1'; exits 2; says_why
run ls "$target" --limit many; exits 2; says_why
# Numbers that are none of the kind that is asked for are named with what would be one
for wrong in "ls $target --limit -1" "overflow $target --first 0" "compare $target $golden --atol nan" \
    "devices --timeout nan" "bundle $target $golden -o b.zip --pairs -1" "bundle $target $golden -o b.zip --pairs 0..9"; do
    run $wrong; exits 2
    checks=$((checks + 1)); [[ $problems == *takes\ a* && ${#problems} -lt 250 ]] || fail "a riddle"
done
run info "$work/no such file"; exits 3; says_why
run ls "$work/no such file"; exits 3; says_why

# info
run info "$target" --json; exits 0; says_nothing
keys root kinds id title confidence evidence generation producer ranks models steps counts files tensors \
    statistic_rows overflow_records graphs unrecognised bytes has statistics overflow execution_order mapping \
    problems
json_has '"tensors":168' '"ranks":[0]' '"steps":[1]'
run info "$target"; exits 0; out_has 168
run info "$target" --layout --json; exits 0; says_nothing; json_has '"layout":{"axes":[' '"unknown":["'
run info "$target" --layout; exits 0; out_has "not known"
run info "$bias" --json; exits 0; json_has '"tensors":1'

# ls
run ls "$target" --json; exits 0; says_nothing
keys rows total problems "${row_keys[@]}"
json_has '"total":168'
reference=$output
for threads in 1 3; do
    run ls "$target" --json --threads "$threads"; exits 0
    checks=$((checks + 1))
    [ "$output" = "$reference" ] || fail "the result depends on the number of threads"
done
run ls "$target" --jsonl; exits 0; lines 168
run ls "$target" --csv; exits 0; lines 169
# Without opening files nobody knows what they are
run ls "$target" --names-only; exits 0; out_has ' files'
checks=$((checks + 1)); [[ $output != *" tensors"* && $output != *"  ok"* ]] || fail "files nobody opened are tensors"
run ls "$target" --names-only --json; exits 0; json_has '"state":null'
run ls "$target" --csv --columns id,dtype --limit 3; exits 0; lines 4; out_has 'id,dtype'
run ls "$target" --filter 'op_type:Conv2D' --json; exits 0
json_has '"total":3' '"io":"input","slot":0' '"io":"output","slot":0' '"dtype":"float32"' '"shape":[2,2,8,8]' \
    '"step":1' '"rank":0' '"state":"ok"'
run ls "$target" --filter 'no_such_operator' --json; exits 0; json_has '"rows":[]' '"total":0' '"not_measured":0'
run ls "$target" --filter 'nan_count>0' --json; exits 0; json_has '"rows":[]' '"total":0' '"not_measured":168'
run ls "$target" --filter 'nan_count>0' --csv; exits 0; says_why
run stat "$target" --filter 'nan_count>0' --json; exits 0; says_nothing; json_has '"total":0' '"not_measured":0'
# Checksums tell neither values nor NaN
mkdir sums
cat >sums/dump.json <<'JSON'
{"task":"statistics","level":"L1","framework":"pytorch","dump_data_dir":null,"data":{"Torch.neg.0.forward":{
"input_args":[{"type":"torch.Tensor","dtype":"torch.float32","shape":[2],"md5":"1a2b3c4d"}],"input_kwargs":{},
"output":[{"type":"torch.Tensor","dtype":"torch.float32","shape":[2],"md5":"5e6f7a8b"}]}}}
JSON
run info sums --json; exits 0
json_has '"tensors":2,"statistic_rows":0' '"checksum_rows":2' '"statistics":false' '"checksums":true'
run compare sums sums; exits 0; out_has 'the checksums of all 2 pairs are equal' 'by checksums alone'
run ls sums --json; exits 0; json_has '"state":"statistics-only"'
run overflow sums; exits 0; out_has '2 without known values'
# What a damaged file held is not known
mkdir cut
sed 's/"md5":"[0-9a-f]*"/"Max":1,"Min":0,"Mean":0.5,"Norm":1/g' sums/dump.json | head -c -12 >cut/dump.json
run overflow cut; exits 4; out_has 'in what could be looked at'
rm -r cut
rm -r sums
run ls "$target" "$golden" --json; exits 0; json_has '"total":336' '"root":1' '"root":2' '"id":"1:' '"id":"2:'
# One root of several that is not there: the others are listed, under their numbers.
run ls nowhere "$target" --json; exits 4; says_why; json_has '"total":168' '"root":2' '"id":"2:' '"code":"not-found"'
run info nowhere "$target" --json; exits 4; says_why; json_has '"roots":[{"root":' '"code":"not-found"'
run ls nowhere nothing; exits 3; says_why
# Names with control characters are found as they are printed.
cp "$bias" "$(printf 'a\033b.npy')"
run ls . --csv --columns op_name; exits 0; out_has 'a%1Bb'
run show . 'a%1Bb' --as csv; exits 0; out_has 4.026234
run stat . 'a%1Bb' --json; exits 0; json_has '"total":1'
run ls . --filter 'op_name:a%1Bb' --json; exits 0; json_has '"total":1'
rm ./a*b.npy

# Integers keep all their digits.
{ printf '\223NUMPY\1\0F\0'; printf "%-69s\\n" "{'descr': '<u8', 'fortran_order': False, 'shape': (1,), }"; printf '\377\377\377\377\377\377\377\377'; } >wide.npy
run stat wide.npy --json; exits 0; json_has '"min":18446744073709551615' '"max":18446744073709551615' '"abs_max":18446744073709551615'
rm wide.npy

# show
run show "$bias" --json; exits 0; keys tensor values; json_has '"shape":[6]' '"values":[0.14263786' '4.026234'
run show "$bias" --slice 3 --as csv; exits 0; out_has 4.026234
run show "$bias" --as npy -o copy.npy; exits 0
checks=$((checks + 1))
cmp -s "$bias" copy.npy || fail "the written .npy is not the one that was read"
run show "$target" no-such-tensor; exits 2; says_why

# stat
run stat "$target" --filter 'name:*fc1*bias* op_type:Parameter -name:*moments*' --json; exits 0
keys min max mean std l2norm abs_max zero_count neg_count pos_count nan_count pos_inf_count neg_inf_count \
    subnormal_count min_index max_index source
json_has '"source":"computed"' '"max":4.026234149932861' '"min":-0.18927298486232758' '"neg_count":3' \
    '"pos_count":3' '"nan_count":0' '"max_index":3' '"min_index":2'
run stat "$target" --filter 'op_type:Conv2D io:output' --histogram 4 --json; exits 0; keys histogram edges counts
run stat "$target" --filter 'max>4' --csv; exits 0; out_has fc1_bias

# Files without a header, and archives
printf '\0\0\200\77\0\0\0\300\0\0\100\100\0\0\0\0' >elements.raw # 1, -2, 3, 0
run show elements.raw --raw-dtype float32 --raw-shape 2,-1 --json; exits 0
json_has '"shape":[2,2]' '"values":[[1,-2],[3,0]]' '"family":"raw"'
run ls elements.raw --raw-dtype float32 --raw-shape 3,3 --json; exits 4
json_has '"state":"truncated"' 'takes36bytes,16arethere'
run ls . --raw-dtype int16 --raw-files '*.raw' --json; exits 0; json_has '"total":2' '"shape":[8]'
run convert elements.raw --raw-dtype float32 --raw-shape 2,2 -o converted --json; exits 0
run ls elements.raw; exits 0; says_why
run ls elements.raw --raw-dtype float17; exits 2; says_why
run ls elements.raw --raw-shape 4; exits 2; says_why
printf 'no archive' >broken.zip
run ls broken.zip; exits 0; says_why
run ls broken.zip/inside; exits 3; says_why

# convert
run convert "$target" -o converted --json; exits 0; says_nothing
keys output files id path state dtype shape format bytes note official_error summary written unchanged refused \
    failed skipped pending problems
json_has '"written":168' '"failed":0'
checks=$((checks + 1))
cmp -s "$bias" "converted/${bias#"$target"/}" || fail "the converted .npy is not the one that was read"
run convert "$target" -o converted --threads 1; exits 0; out_has '168 unchanged'
echo changed >"converted/${bias#"$target"/}"
run convert "$target" -o converted; exits 4; says_why; out_has '1 failed'
run convert "$target" -o converted --force --jsonl; exits 0; lines 168
# Statistics that nobody dumped: 28 of the arrays have an element above 1.
run convert "$target" -o large --filter 'max>1'; exits 0; out_has '28 written'
run compare "$target" "$golden" --filter 'max>1' --csv; lines 29
# Rows are printed, all is compared and judged: verdicts and conclusion are those of the whole run.
run compare "$target" "$golden" --csv --columns op_name,io,slot,verdict
grep ',output,' out >whole-rows
run compare "$target" "$golden" --csv --columns op_name,io,slot,verdict --rows 'io:output'
checks=$((checks + 1))
tail -n +2 out | cmp -s - whole-rows || fail 'a selection of rows changes verdicts'
run compare "$target" "$golden" --rows 'verdict:fail io:output'; out_has '168 pairs: '
run compare "$target" "$golden" --rows 'no_such_column>1'; exits 2; says_why
run overflow "$target" --filter 'max>1' --json; exits 0
run convert "$bias" -o one --to csv; exits 0; out_has '1 written'
run convert "$bias" -o one --format NHWC; exits 4; says_why
run convert "$bias" -o one --format nonsense; exits 2; says_why
run convert "$target" -o "$target/inside"; exits 2; says_why
run convert "$target"; exits 2; says_why

# graph: the same one in two forms, its order, its dump, a line of its program
run graph "$target" --list --json; exits 0; keys graphs rank stage nodes matched reason problems
json_has '"stage":"trace_code"' '"nodes":68' '"matched":168' '"entries":168'
run graph "$target" --list; exits 0; out_has trace_code
run graph "$target" --json; exits 0
keys format graphs name nodes id op_type scope inputs node slot outputs dtype shape format attributes source file line \
    code exec_index parameters problems tensors match share
json_has '"format":"mindspore-ir"' '"name":"kernel_graph0"' '"share":1' '"entries":168,"matched":168' \
    '"name":"Default/network-WithLossCell/_backbone-LeNet/conv1-Conv2d/Conv2D-op0"' '"unexplained_lines":"0"'
run graph "$target/rank_0/graphs/ms_output_trace_code_graph_0.pb" --json; exits 0
json_has '"format":"mindspore-graph-proto"' '"schema":"debug_graph.proto(ofthedump)"' '"op_type":"ApplyMomentum"'
run graph "$data/models/convnet.onnx" --match "$data/models/convnet.onnx"; exits 0; out_lacks 'without a node'
run graph "$target/rank_0/graphs/ms_output_trace_code_graph_0.ir" --match "$golden" --json; exits 0
json_has '"entries":168,"matched":168'
run graph "$target" --node conv1-Conv2d/Conv2D-op0; exits 0; out_has 'op_type       Conv2D' 'exec_index    0' 'tensor        '
run graph "$target" --source generate_case.py:85 --json; exits 0; json_has '"op_type":"BiasAdd"' '"op_type":"MatMul"'
run graph "$target" --around conv1-Conv2d/Conv2D-op0 --to dot; exits 0; out_has digraph 'Conv2D' ' -> '
run graph "$target" --upstream conv1-Conv2d/Conv2D-op0 --json; exits 0; json_has '"name":"inputs0"' '"name":"conv1.weight"'
run graph "$target" --path inputs0 fc1-Dense/BiasAdd-op0; exits 0; out_has 'shortest path: inputs0 -> '
run graph "$target" --path fc1-Dense/BiasAdd-op0 inputs0; exits 0; out_has 'data flows the other way' 'shortest path: inputs0 -> '
run graph "$target" --node no-such-node; exits 2; says_why
run graph "$target" --node x --list; exits 2; says_why
run graph "$target/rank_0/execution_order/ms_execution_order_graph_0.csv" --json; exits 0
json_has '"format":"mindspore-order"' '"exec_index":31'
run info "$target" --json; exits 0; json_has '"graphs":2' '"graphs":true' '"execution_order":true'

# overflow: every value of the sample is finite
run overflow "$target" --json; exits 0; says_nothing; keys first_born records value_scan scanned skipped
json_has '"first_born":null' '"records":[]' '"value_scan":[]'
run overflow "$target" --fail-on any; exits 0
run overflow "$target" --first 0; exits 2; says_why
run overflow "$target" --fail-on sometimes; exits 2; says_why
if [ -d "$data/overflow" ]; then
    named="$data/overflow/dump/20260301101112"
    run info "$named" --json; json_has '"overflow_records":30' '"overflow":true' '"id":"overflow-detection"'
    run overflow "$named" --json; exits 0
    keys file rank model step op_name op_type task_id stream_id context_id thread_id units status status_hex bits \
        kernel_code block_idx timestamp tensors raw id nan_count pos_inf_count neg_inf_count first_index origin
    json_has '"units":["aicore","dha-atomic-add"]' '"meaning":"cubeaccumulationoverflow"' \
        '"op_name":"net/block/layer0/Conv2D"' '"kernel_code":"0x100813ad5760"' '"origin":"born"' '"first_born":{"id":"'
    for threads in 2 3 5; do
        previous=$output
        run overflow "$named" --json --threads "$threads"
        checks=$((checks + 1))
        [ "$output" = "$previous" ] || fail "other rows with $threads threads"
    done
    run overflow "$named" --fail-on any; exits 1
    run overflow "$named" --first 2 --jsonl; exits 0; lines 4
    run overflow "$named" --first 2 --csv; exits 0; lines 5
    run overflow "$named" --filter 'op_name:*layer0*' --jsonl; exits 0; lines 2
    run ls "$named" --filter 'has:overflow name:*layer0*' --json; exits 0; json_has '"total":2'
    run overflow "$data/overflow/dump/damaged" --json; exits 4; json_has '"code":"truncated"'; says_why
fi

# Integers beyond 2^53 keep their digits: of elements that differ, of what was recorded, and of the difference
mkdir -p longs/t longs/g
for side in t g; do
    { printf '\223NUMPY\001\000v\000'; printf '%-117s\n' "{'descr': '<i8', 'fortran_order': False, 'shape': (1,), }"
      if [ "$side" = t ]; then printf '\001\000\000\000\000\000\000\100'; else printf '\000\000\000\000\000\000\000\100'; fi; } >longs/$side/a.npy
    mkdir -p recorded/$side
    printf '%s\n' 'Op Type,Op Name,Task ID,Stream ID,Timestamp,IO,Slot,Data Size,Data Type,Shape,Max Value,Min Value' \
        "Add,op0,0,0,1,output,0,8,int64,\"(2,)\",$([ "$side" = t ] && echo 4611686018427387905 || echo 4611686018427387904),0" >recorded/$side/statistic.csv
done
run compare longs/t longs/g --top 1 --all; exits 1; out_has '4611686018427387905' 'off by 1,'
run compare longs/t longs/g --top 1 --json; exits 1; json_has '"target":4611686018427387905' '"abs_error":1'
run ls recorded/t --columns max; exits 0; out_has '4611686018427387905'
run compare recorded/t recorded/g --limit 'max_diff=0' --json; exits 1; json_has '"max_diff":1'

# trend, repeat: one step of one run, equal to itself and not to the other
run trend "$target" --json; exits 0; keys figure steps ranks rows op_name op_type io slot occurrence series values rows_total repeated \
    not_measured problems
run trend "$target" --figure no_such_figure; exits 2; says_why
run trend "$target" --rules no-such-file.json; exits 2; says_why
run trend "$target" --report page.html; exits 2; says_why
run trend "$target" --rules usual --json; exits 0
keys sentence first_anomaly findings findings_total unable absent rule reason rules_applied tensors not_measured order_known may_be_before calls_between_ranks problems
json_has '"first_anomaly":null' '"findings":[]'
run trend "$target" --rules usual; exits 0; out_has 'No anomaly' 'Not applied: peers'
# Interrupted while it waits, it prints what it saw last.
command_line="dumpscope-cli trend --follow, interrupted"
"$cli" trend "$target" --rules usual --follow --json >"$work/out" 2>"$work/err" </dev/null &
waiting=$!
for _ in $(seq 600); do
    grep -q 'Waiting for more' "$work/err" && break
    sleep 0.1
done
kill -INT "$waiting"
code=0
wait "$waiting" || code=$?
output=$(cat "$work/out")
problems=$(cat "$work/err")
exits 130; json_has '"first_anomaly":null' '"code":"cancelled"'
run trend "$target" --rules usual --filter 'op_name:nosuch'; exits 3; out_has 'Nothing was judged: no tensor is selected.'
run trend "$target" --filter 'op_name:nosuch'; exits 3
# A rank that ends before the others is no anomaly, and no clean run.
for place in step{0,1,2,3}/rank0 step{0,1}/rank1; do
    mkdir -p "ended/$place"
    printf '%s' '{"task":"statistics","level":"L1","framework":"pytorch","dump_data_dir":null,"data":{"Torch.neg.0.forward":{"input_args":[],"input_kwargs":{},"output":[' \
        '{"type":"torch.Tensor","dtype":"torch.float32","shape":[4],"Max":2,"Min":-1,"Mean":0.5,"Norm":3}]}}}' >"ended/$place/dump.json"
done
run trend ended --rules usual; exits 4; out_has 'No anomaly' 'Rank 1 has nothing from step 2 on, while others go on to step 3.'
run trend ended --rules usual --json; exits 4; json_has '"absent":[{"rank":1,"step":2,"steps":2,"to_the_end":true,"tensors":0,"op_name":null,'
echo '{"version":1,"rules":[]}' >no-rules.json
run trend "$target" --rules no-rules.json; exits 2; says_why
printf '{"version":1,"rules":[\n{"rule":"ratio","when":"nonsense>3"}]}' >wrong-when.json
run trend "$target" --rules wrong-when.json; exits 2; says_why
printf '%s' "$problems" | grep -q 'wrong-when.json:2:24' || fail "no place of a wrong when"
run trend "$target" --csv; exits 0; out_has 'op_name,op_type,io,slot,occurrence,rank,step,l2norm'
run repeat "$target" "$target" --json; exits 0
keys sentences runs compared largest_run equal differing written_over unknown missing by_basis first_difference origin order_known may_be_before ranks_first ranks_later odd_run bits \
    cause differences problems
json_has '"first_difference":null' '"differing":0'
run repeat "$target" "$golden" --json; exits 1; keys contents basis; json_has '"origin":"input-only"'
run repeat "$target"; exits 2; says_why

# formats, completion
run formats --json; exits 0; keys id title patterns can; out_has npy index values
run formats; exits 0
out_has archive ascend-bin ascend-statistic mindspore-g0 mindspore-statistic mstt-statistic npy raw
run completion bash; exits 0; out_has dumpscope-cli
printf '%s' "$output" | bash -n || fail "bash cannot read its completion"
# Every command, form and option that help lists is completed and in the manual.
long_options() { grep -oE '^  (-[A-Za-z],)?--[a-z-]+' | grep -oE -- '--[a-z-]+' | sort -u; }
listed() { sed -n '/^Subcommands:/,$s/^  \([a-z]\{2,\}\) .*/\1/p'; }
wanted=()
for command in $("$cli" help | listed); do
    forms=$("$cli" help "$command" | listed)
    options=$({ "$cli" help "$command"; for form in $forms; do "$cli" "$command" "$form" --help; done; } | long_options)
    wanted+=("$command" $forms ${options//--help/})
done
[ ${#wanted[@]} -gt 100 ] || fail "help lists ${#wanted[@]} words"
for shell in bash zsh fish manual; do
    [ "$shell" = manual ] && words=$("$cli" help --man | sed 's/\\-/-/g') || words=$("$cli" completion "$shell")
    for word in "${wanted[@]}"; do
        checks=$((checks + 1))
        [ "$shell" = fish ] && word=${word#--}
        [[ $words == *"$word"* ]] || fail "$shell does not know $word"
    done
done
# bundle: two pairs travel, open like a dump and compare alike; a row that is not there is wrong usage
run bundle "$target" "$sample/golden" --pairs 32,34 -o "$work/b.zip"; exits 0
run compare "$work/b.zip/target" "$work/b.zip/golden" --json; exits 1; json_has '"fail":2' '"pass":0' 'fc1-Dense/BiasAdd-op0'
run graph "$work/b.zip" --list --json; exits 0; json_has 'kernel_graph0'
# Text has what does not pass, and a filter may name verdicts
run compare "$target" "$sample/golden"; exits 1; out_lacks $'\npass '; out_has 'pairs listed (--all lists all)'
run compare "$target" "$sample/golden" --all; exits 1; out_has $'\npass '; out_lacks 'lists all'
run compare "$target" "$sample/golden" --filter 'verdict:pass op_type:BiasAdd'; exits 1; out_has $'\npass '; out_lacks $'\nfail '
run compare "$target" "$sample/golden" --filter 'verdikt:pass'; exits 2; says_why
run compare "$target" "$sample/golden" --filter 'verdict:failed'; exits 2; says_why
checks=$((checks + 1)); [[ $problems == *"expected one of pass, warn, fail, not-comparable after verdict:"*"'fail'"* ]] || fail "the words are not named"
run ls "$target" --filter io:inputs; exits 2; says_why
run compare "$target" "$sample/golden" --json --rows index:32 --fields index,op_type,cosine_similarity,layer; exits 1
out_has '"pairs":[{"index":32,"op_type":"BiasAdd","cosine_similarity":' '"layer":null}],"unpaired"' '"layers":['
run compare "$target" "$sample/golden" --json --fields verdikt; exits 2; says_why
# Of two pairs nobody can tell the noise of the run, nor what else was wrong: verdicts and conclusion are those of the whole
run compare "$target" "$sample/golden" --rows 'index=32 or index=34' --json --fields target_id,verdict,reason --fail-on never; exits 0
whole=$(python3 -c 'import json,sys; print([(p["verdict"], p["reason"]) for p in json.load(sys.stdin)["pairs"]])' <<< "$output")
said=$(python3 -c 'import json,sys; print(json.load(sys.stdin)["conclusion"]["text"])' <<< "$output")
run compare "$work/b.zip/target" "$work/b.zip/golden" --json --fields target_id,verdict,reason --fail-on never; exits 0
checks=$((checks + 1))
[ "$(python3 -c 'import json,sys; print([(p["verdict"], p["reason"]) for p in json.load(sys.stdin)["pairs"]][:2])' <<< "$output")" = "$whole" ] ||
    fail "pairs of a bundle have other verdicts"
checks=$((checks + 1)); [[ $output == *"of the whole run: $said"* ]] || fail "a bundle does not say what the whole run said"

# A bundle may be replaced, another file may not
run bundle "$target" "$sample/golden" --pairs 32,34 -o "$work/b.zip"; exits 0
echo notes >notes.txt
run bundle "$target" "$sample/golden" --pairs 32,34 -o notes.txt; exits 2; says_why
checks=$((checks + 1)); [ "$(cat notes.txt)" = notes ] || fail "a file that is no bundle was replaced"
rm notes.txt
# A bundle is both sides, not one
mkdir "$work/unpacked" && (cd "$work/unpacked" && python3 -m zipfile -e "$work/b.zip" .)
run compare "$work/unpacked" "$sample/golden"; exits 2
checks=$((checks + 1)); [[ $problems == *unpacked/target* && $problems == *unpacked/golden* ]] || fail "the sides of an unpacked bundle are not named"
for sides in "$work/b.zip $sample/golden" "$sample/golden $work/b.zip"; do
    run compare $sides; exits 2
    checks=$((checks + 1)); [[ $problems == *b.zip/target/* && $problems == *b.zip/golden/* ]] || fail "the sides are not named"
done
run bundle "$target" "$sample/golden" --pairs 100000 -o "$work/none.zip"; exits 2; says_why
run ls "$work/none.zip"; exits 3
run bundle "$target" "$sample/golden" --pairs 1 -o "$target/inside.zip"; exits 2; says_why
# Kept indexes: what is printed is the same whether a dump is read, read and kept, or not read.
for side in kept_target kept_golden; do
    mkdir "$side"
    for number in {1..600}; do cp "$bias" "$side/Add.op$number.1.1.$((1795254151024726 + number)).output.0.npy"; done
done
printf '\1' | dd of="kept_target/Add.op7.1.1.1795254151024733.output.0.npy" bs=1 seek=130 conv=notrunc status=none
export XDG_CACHE_HOME="$work/cache"
kept() { find cache/dumpscope -name '*.index' 2>/dev/null | wc -l; }
run info kept_target --no-cache; exits 0
DUMPSCOPE_NO_CACHE=1 run info kept_target; exits 0
checks=$((checks + 1)); [ "$(kept)" -eq 0 ] || fail "an index was kept that nobody wants"
# Files that changed a moment ago are not kept: the system's clock ticks.
for attempt in {1..600}; do
    run info kept_target; exits 0
    run info kept_golden; exits 0
    [ "$(kept)" -eq 2 ] && break
    sleep 0.1
done
checks=$((checks + 1)); [ "$(kept)" -eq 2 ] || fail "no index was kept"
for words in "info kept_target --json" "ls kept_target --csv" "stat kept_target --json" "compare kept_target kept_golden --csv"; do
    run $words --no-cache; plain=$output plain_code=$code plain_problems=$problems
    run $words; exits "$plain_code"
    checks=$((checks + 1)); [ "$output" = "$plain" ] && [ "$problems" = "$plain_problems" ] || fail "it is not what reading gives"
done
run doctor --json; json_has '"id":"kept-indexes","state":"good","found":"indexesof2dumps'
run doctor --clear-cache --json; exits 0; json_has '{"cleared":{"indexes":2,"bytes":'
checks=$((checks + 1)); [ "$(kept)" -eq 0 ] || fail "it was not removed"
run doctor --clear-cache; exits 0; out_has "0 kept indexes were removed"
unset XDG_CACHE_HOME
rm -r kept_target kept_golden cache

# doctor: every look has an answer; a machine without an NPU is not ill
run doctor --json; keys checks id state found remedy; json_has '"id":"cpu-device"' '"id":"open-files"'
run doctor; out_has "Memory maps" "Temporary files"

# compare: the planted fault, two steps of one root, reports, limits
# Mean and standard deviation are text, and those that NumPy gives for the target's first tensor.
run compare "$sample/target" "$sample/golden" --csv --columns index,standard_deviation; exits 1; out_has '0,"(0.02602199125103'
run compare "$sample/target" "$sample/golden" --metrics quick --top 1; exits 1; out_has "worst elements of pair" "  element " "golden's"
run compare "$sample/target" "$sample/golden" --json --metrics quick --top 1; exits 1
keys target golden profile command pairs unpaired first_divergence suspects summary problems pair_origin \
    confidence alignment metrics text states verdict worst ulp
json_has '"inputs_clean":false' 'fc1-Dense/BiasAdd-op0'
run compare "$sample/target" "$sample/golden" --fail-on never --limits exact --report r.html --csv-out r.csv \
    --json-out r.json --xlsx r.xlsx --resume r.sqlite; exits 0; out_has 'first divergence'
run compare "$sample/golden" "$sample/golden" --filter 'index<3' --json; json_has '"sqnr_db":"Infinity"'
run compare "$sample/golden" "$sample/golden" --filter 'index<3' --json --nan-as-null --json-out n.json; json_has '"sqnr_db":null'
checks=$((checks + 1)); grep -q '"sqnr_db":null' n.json || fail "--json-out has NaN as text"
checks=$((checks + 1)); [ -s r.html ] && [ -s r.xlsx ] && [ -s r.csv ] && [ -s r.json ] || fail "a report is missing"
run compare "$sample/golden" "$sample/golden" --limits exact --limit 'max_absolute_error<=0'; exits 0
run compare "$sample/target" "$sample/golden" --limit 'max_absolute_error<=100' --limit 'relative_euclidean_distance<=100' \
    --fail-on suspect; exits 1
# The limits are measured whatever else an official profile measures.
run compare "$sample/target" "$sample/golden" --profile msprobe; exits 1; out_has 'compared: every tensor of both sides'
# Profiles of other tools judge statistics, whatever metrics are printed.
for options in "--profile msprobe" "--profile msaccucmp" "--metrics cosine_similarity"; do
    run compare "$data/msprobe/torch" "$data/msprobe/torch" $options; exits 0; out_lacks 'nothing was compared'
done
run compare "$sample/target" "$sample/golden" --limit 'max_absolute_error~1'; exits 2; says_why
for option in "--min-paired nan" "--atol inf" "--rtol nan" "--limit cosine_similarity>=nan"; do
    # shellcheck disable=SC2086
    run compare "$sample/target" "$sample/golden" $option; exits 2; says_why
done
run compare "$sample/target" "$sample/golden" --metrics no_such_metric; exits 2; says_why
run compare "$sample/target" "$sample/nowhere"; exits 3; says_why

# compare: one conclusion, the same in every form, and how much it is about
run compare "$sample/target" "$sample/golden" --json --report c.html; exits 1
json_has '"kind":"suspect"' '"text":"mostlikelyatfault:' '"coverage":{"text":"compared:everytensorofbothsides"'
said=$(grep -o '"text":"most likely at fault: [^"]*"' "$work/out" | head -1 | cut -d'"' -f4)
checks=$((checks + 1)); grep -qF "$said" c.html || fail "the page does not say: $said"
run compare "$sample/target" "$sample/golden"; out_has "conclusion: $said"
run compare "$sample/target" "$sample/golden" --jsonl
checks=$((checks + 1)); tail -1 "$work/out" | grep -qF "$said" || fail "the last line does not say: $said"
# A dump of which hardly anything is there says nothing about the rest, and that is no success.
while read -r file; do mkdir -p "cut/$(dirname "$file")"; cp "$sample/golden/$file" "cut/$file"; done \
    < <(cd "$sample/golden" && find . -name '*.npy' | sort | head -2)
run compare cut "$sample/golden" --json; exits 4; json_has '"kind":"too-little-compared"' 'thissaysnothingabouttherest' '"tensors":2,"compared":2'
run compare cut "$sample/golden" --min-paired 0; exits 0
run compare cut "$sample/golden" --fail-on never; exits 0
run compare cut "$sample/golden" --fail-on unpaired; exits 1
run compare cut "$sample/golden" --fail-on warn,not-comparable; exits 4
# What could not be compared is no warning.
mkdir -p unlike/t unlike/g
for side in t g; do cp "$(find "$sample/golden" -name '*.npy' | sort | head -1)" "unlike/$side/1_same.npy"; printf 'abc' >"unlike/$side/2_broken.npy"; done
run compare unlike/t unlike/g --fail-on warn; exits 4
run compare unlike/t unlike/g --fail-on warn,not-comparable; exits 1
run compare "$sample/golden" "$sample/golden" --fail-on unpaired,not-comparable --min-paired 1; exits 0
run compare "$sample/golden" "$sample/golden" --fail-on never,warn; exits 2; says_why
run compare "$sample/golden" "$sample/golden" --min-paired 2; exits 2; says_why

# compare: one of two runs that lie beside one another, by itself or by name, and one with the other
mkdir -p beside
cp -r "$sample/target" beside/wrong
cp -r "$sample/golden" beside/right
run compare beside "$sample/golden" --json --fields run,verdict --rows index:0; exits 0; json_has '"run":"right"'
run compare beside "$sample/golden" --run wrong --json
exits 1; json_has '"op_type":"BiasAdd","run":"wrong"' '"first_divergence":{"index":32'
run compare beside beside --run wrong --golden-run right; exits 1; out_has '168 pairs:' 'first divergence: run wrong rank 0'
run compare beside "$sample/golden" --run nobody; exits 2; says_why
run compare "$sample/target" "$sample/golden" --fail-on never; out_lacks ' run '

# compare: two ranks and two steps of one root; only rank 5 differs, in 4 operators of step 2
ranks="$data/mindspore-ascend-graphs/ranks"
run compare "$ranks" "$ranks" --pair-rank 5=0 --json; exits 1
json_has '"pass":23,"warn":0,"fail":4' '"unpaired_target":0,"unpaired_golden":0' '"first_divergence":{"index":21' '"rank":5,"step":2'
run compare "$ranks" "$ranks" --pair-rank 1=0; exits 0; out_has '27 pairs: 27 pass'
run compare "$ranks" "$ranks" --pair-rank 5=0 --step 1 --json; exits 0; json_has '"pass":9,"warn":0,"fail":0'
run compare "$ranks" "$ranks" --pair-step 2=1 --rank 5 --json; exits 1; json_has '"pass":0,"warn":0,"fail":9'
run compare "$ranks" "$ranks" --pair-rank 5=0 --jsonl; exits 1
checks=$((checks + 1)); [ "$(grep -n first_divergence "$work/out" | cut -d: -f1)" -lt "$(wc -l <"$work/out")" ] || fail "not told before the end"
run compare "$ranks" "$ranks" --rank 9; exits 4; says_why
run compare "$ranks" "$ranks" --rank 9 --fail-on never; exits 0

# compare: files without a header, also against one that has it
printf '\0\074\0\100' >x.raw; printf '\0\074\0\102' >y.raw # float16 1 2, 1 3
run compare x.raw y.raw --raw-dtype float16 --metrics max_absolute_error,user=sum_xy --json; exits 1
json_has '"shape":[[2],[2]]' '"max_absolute_error":1' '"user":7' '--raw-dtypefloat16'
run compare x.raw y.raw --raw-dtype float16 --raw-shape 3; exits 4; says_why
run compare x.raw y.raw --metrics 'user=1+'; exits 2; says_why
printf '\223NUMPY\001\000v\000%-117s\n' "{'descr': '<f2', 'fortran_order': False, 'shape': (2,), }" | cat - y.raw >y.npy
run compare x.raw y.npy --raw-dtype float16 --metrics max_absolute_error --json; exits 1
json_has '"shape":[[2],[2]]' '"max_absolute_error":1'

# compare: where the error sits; a reason for every verdict
run compare x.raw y.raw --raw-dtype float16 --metrics max_absolute_error --limits exact --blocks 2 --top 1 --json
json_has '"worst":[{"index":1,"target":2,"golden":3,"abs_error":1' \
    '"blocks":[{"first":0,"count":1,"max_abs_error":0,"sum_squared_error":0,"mismatches":0},{"first":1,"count":1,"max_abs_error":1,"sum_squared_error":1,"mismatches":1}]' \
    '"error_histogram":{"lowest_exponent":0,"zero":1,"conflicts":0,"counts":[1]}'
run compare "$ranks" "$ranks" --pair-rank 5=0 --json
checks=$((checks + 1)); [[ $output != *'"reason":null'* ]] || fail "a verdict without a reason"

# compare: names cannot break out of the report, and it fetches nothing
mkdir -p hostile/t/rank_0/net/0/0 hostile/g/rank_0/net/0/0
for side in t g; do
    printf '%s\n%s\n' 'Op Type,Op Name,Task ID,Stream ID,Timestamp,IO,Slot,Data Size,Data Type,Shape,Max Value,Min Value,L2Norm Value' \
        'Add,x</script><script>alert(1)</script><img src=x onerror=alert(2)>,0,0,1,output,0,8,float32,"(2,)",1,0,1' >"hostile/$side/rank_0/net/0/0/statistic.csv"
done
run compare hostile/t hostile/g --report hostile/r.html; exits 0
checks=$((checks + 1)); [ "$(grep -o '<script' hostile/r.html | wc -l)" -eq 3 ] && ! grep -q '<img' hostile/r.html || fail "a name is markup"
checks=$((checks + 1)); ! grep -oE '<[a-z]+ [^>]*(src|href)=|@import|https?://[a-z0-9.]+' hostile/r.html | grep -qv '^http://www.w3.org' || fail "the report fetches something"

# A file without a name is none
for option in csv-out xlsx report json-out resume; do
    run compare "$sample/target" "$sample/golden" "--$option" ""; exits 2
    checks=$((checks + 1)); [[ $problems == *"--$option"*"must not be empty"* ]] || fail "--$option takes nothing"
done
# Output that nobody could read is no verdict
for command in "compare $sample/target $sample/golden" "compare $sample/golden $sample/golden" "ls $sample/target" --version; do
    command_line="dumpscope-cli $command >/dev/full" output="" code=0
    # shellcheck disable=SC2086
    "$cli" $command >/dev/full 2>"$work/err" || code=$?
    problems=$(cat "$work/err")
    exits 4; says_why
done
# Limits without rules would let everything through
echo '{"version":1,"rules":[]}' >norules.json
run compare "$sample/target" "$sample/golden" --limits norules.json; exits 2; says_why
run compare "$sample/target" "$sample/golden" --limits norules.json --limit 'max_absolute_error<=0'; exits 1
rm norules.json

# compare: outputs that cannot be, before any work; a full disk leaves what was there
for option in "--csv-out $sample/target/x" "--csv-out nowhere/x" "--csv-out x.raw --json-out x.raw" "--xlsx /dev/null" "--columns nix" "--resume x.raw"; do
    run compare "$sample/target" "$sample/golden" $option; exits 2; says_why
done
run compare x.raw y.raw --raw-dtype float16 --csv-out y.raw; exits 2; says_why
checks=$((checks + 1)); [ "$(stat -c %s x.raw y.raw | tr '\n' ' ')" = "4 4 " ] || fail "an input was written"
for option in report csv-out json-out xlsx msaccucmp-csv msprobe-csv msprobe-xlsx; do
    echo old >"full.$option"
    command_line="compare --$option with a limit of 16 KB per file"
    code=0
    (trap '' XFSZ; ulimit -f 16; exec "$cli" compare "$sample/target" "$sample/golden" --metrics all "--$option" "full.$option" \
        --columns verdict) >/dev/null 2>"$work/err" || code=$?
    problems=$(cat "$work/err"); output=""
    exits 4; says_why
    checks=$((checks + 1)); [ "$(cat "full.$option")" = old ] || fail "what was there is lost"
done
checks=$((checks + 1)); [ -z "$(find . -maxdepth 1 -name '.*.part')" ] || fail "half a file is left"
# On a disk that is full, nothing but our own error is said (in a namespace of our own, where the system gives one).
mkdir -p small
if unshare -rm mount -t tmpfs none small 2>/dev/null; then
    for option in report csv-out json-out xlsx msaccucmp-csv msprobe-csv msprobe-xlsx; do
        command_line="compare --$option on a full disk"
        # shellcheck disable=SC2016
        unshare -rm bash -c 'mount -t tmpfs -o size=16k none small && cd small && { cat /dev/zero >filling 2>/dev/null; shift 3
            exec "$0" compare "$1/target" "$1/golden" --metrics all "--$2" r --columns verdict; }' \
            "$cli" "" "" "" "$sample" "$option" >/dev/null 2>"$work/err" && code=0 || code=$?
        problems=$(cat "$work/err"); output=""
        exits 4; says_why
        checks=$((checks + 1)); [[ $problems == error:* && $problems != *"[ERROR]"* ]] || fail "more than our own error"
    done
fi
mkdir -p nothing
# Nothing to work on is no success; to list it is.
echo raw >nothing/raw.bin
mkdir -p empty
for folder in nothing empty; do
    for command in info ls; do run $command $folder; exits 0; done
    for command in stat show overflow "convert -o unmade" "compare $folder" "compare $sample/golden"; do
        run $command $folder; exits 3; says_why
    done
    run compare $folder "$sample/golden" --fail-on never; exits 3; says_why
done
[ ! -e unmade ] || fail "a folder was made for nothing"
run ls nothing; says_why; out_has '0 tensors'

# show, graph: an input stays, nothing is written into a dump, a part is not taken for the whole
order=rank_0/execution_order/ms_execution_order_graph_0.csv
bias_id=$("$cli" ls "$target" --filter fc1_bias --columns id --csv | sed -n '2s/[\r"]//gp')
run show y.npy --as npy -o y.npy; exits 2; says_why
cp -r "$target" kept
run show kept "$bias_id" --as csv -o kept/x.csv; exits 2; says_why
run graph "kept/$order" --json -o "kept/$order"; exits 2; says_why
run graph kept --json -o kept/x.json; exits 2; says_why
ln -s kept/later.json leads-into
run graph kept --json -o leads-into; exits 2; says_why
cp "$work/b.zip" whole.zip
run graph whole.zip --json -o whole.zip/x.json; exits 2; says_why
checks=$((checks + 1)); cmp -s "$work/b.zip" whole.zip || fail "the archive was changed"
# graph: what it says goes to the file, in every form; a file that is there stays until all is known
for form in "" "--list" "--list --json"; do
    echo old >graph.out
    run graph "$target" $form -o graph.out; exits 0; lines 0
    checks=$((checks + 1)); "$cli" graph "$target" $form 2>/dev/null | cmp -s - graph.out || fail "another text than without -o"
done
echo old >graph.out
run graph "$target" --node no-such-node -o graph.out; exits 2; says_why
run graph "$target" --list --to dot -o graph.out; exits 2; says_why
checks=$((checks + 1)); [ "$(cat graph.out)" = old ] || fail "what was there is lost"
checks=$((checks + 1)); diff -rq "$target" kept >"$work/err" || fail "the dump was changed"
head -c -2 y.npy >short.npy
run show short.npy; exits 4; says_why; out_has 'truncated'
run show short.npy --json; exits 4; json_has '"values":null' '"code":"truncated"'
run show short.npy --json --partial; exits 4; json_has '"values":[1]'
for kind in npy csv; do
    run show short.npy --as $kind -o short.out; exits 4; says_why
    checks=$((checks + 1)); [ ! -e short.out ] || fail "a part was written"
done
mkdir -p only
printf '%s\n' 'Op Type,Op Name,Task ID,Stream ID,Timestamp,IO,Slot,Data Size,Data Type,Shape,Max Value,Min Value' \
    'Add,op0,0,0,1,output,0,8,float32,"(2,)",1,0' >only/statistic.csv
run show only; exits 0; says_nothing
for kind in npy csv; do
    run show only --as $kind -o only.out; exits 3; says_why
    checks=$((checks + 1)); [ ! -e only.out ] || fail "statistics have no values to write"
done
run show short.npy --as npy --partial -o short.out.npy; exits 4; says_why
run show short.out.npy --json; exits 0; json_has '"shape":[1]'

# Names may be anything; what is printed steers no terminal, whatever the format
mkdir -p "steers/$(printf 'a\033[31m')"
cp y.npy "steers/$(printf 'a\033[31m')/$(printf 'Add.x\033]0;t\007\302\2332J\342\200\256\377\nend\r\177.npy')"
for arguments in "info" "info --json" "ls" "ls --json" "ls --jsonl" "ls --csv" "stat" "stat --json" "stat --csv" "overflow" \
    "overflow --json" "overflow --csv" "compare steers" "compare steers --json" "compare steers --csv" "show" "show --json" \
    "graph" "config check" "convert -o steered" "convert -o steered --csv"; do
    set -- $arguments
    if [ "$1" = config ]; then run config check steers/*/*.npy; else run "$1" steers "${@:2}"; fi
    checks=$((checks + 1))
    ! LC_ALL=C grep -qP '[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xa8-\xae]|\xff' "$work/out" "$work/err" || fail "a control character"
done

checks=$((checks + 1))
! find steered | LC_ALL=C grep -qP '[\x01-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xa8-\xae]' || fail "a control character in the name of a file"

# Configurations: written, checked with the place of every problem, explained; captures that cannot be
run config new acl --set dump_path=. --set dump_mode=all -o acl.json; exits 0; says_nothing
run config check acl.json --json; exits 0
json_has '"kind":"acl"' '"valid":true' '"enabled":["model-dump"]' '"return_code":0' '"problems":[]'
run config explain acl.json; exits 0; out_has "every operator of every model"
printf '{\n  "dump": {"dump_path": ".", "dump_mode": "al"}}' >bad.json
run config check bad.json --json; exits 1
json_has '"return_code":100009' '"code":"EP0002"' '"key":"dump.dump_mode"' '"line":2' '"column":43' '"fix":"write\"all\""'
run config explain bad.json; exits 1; says_why
run config check nowhere.json; exits 3; says_why
for kind in mindspore msprobe; do
    run config new "$kind" -o "$kind.json"; exits 0; says_nothing
    run config check "$kind.json" --json; exits 0; json_has "\"kind\":\"$kind\"" '"valid":true' '"return_code":0'
    run config explain "$kind.json"; exits 0; says_nothing
done
run config new tf --set dump_path=. --set form=estimator -o train.py; exits 0; says_nothing
run config check train.py --json; exits 0; json_has '"kind":"tf"' '"enabled":["model-dump"]' '"problems":[]'
run config check mindspore.json --release 1.2 --json; exits 1
json_has '"code":"type"' '"key":"common_dump_settings.iteration"' '"line":'
run config new mindspore --set saved_data=statistic; exits 0
run config check mindspore.json --device CPU --env MINDSPORE_DUMP_CONFIG=/a.json; exits 0; out_has "valid; captures model-dump"
run config convert mindspore.json --to msprobe --json; exits 0; json_has '"from":"mindspore","to":"msprobe"' '"lost":['
run config convert mindspore.json --for 1.2-async -o old.json; exits 0
run config check old.json --release 1.2; exits 0
run config convert train.py --for sess.run; exits 0; out_has 'parameter_map["enable_dump"].b = True'
run config convert mindspore.json --to nix; exits 2; says_why
run config convert mindspore.json --for later; exits 2; says_why
run config new nix; exits 2; says_why

# config next: what the comparison accuses and its neighbours, in the words of what the dump was made with
run compare "$target" "$sample/golden" --json-out result.json; exits 1
run config next result.json --json; exits 0
json_has '"kind":"mindspore"' '"valid":true' '"asked_for":["Default/network-WithLossCell/_backbone-LeNet/fc1-Dense/BiasAdd-op0"]'
json_has '"neighbours":["Default/network-WithLossCell/_backbone-LeNet/fc1-Dense/MatMul-op0"' '"steps":[1]'
run config next result.json --used mindspore.json -o next.json; exits 0
run config check next.json; exits 0
run config next "$target" --filter 'op_name:*conv1*' --hops 0 --kind acl --preset statistics; exits 0; out_has '"dump_data": "stats"'
run config next "$target"; exits 1; says_why
run config next "$target" --filter op_name:nothing; exits 1; says_why
run config next result.json --filter op_name:x; exits 2; says_why
run config next "$target" --dump x; exits 2; says_why
run config next "$target" --preset nix --filter 'op_name:*conv1*'; exits 2; says_why
run config next "$target" --filter 'op_name:*conv1*' -o "$target/next.json"; exits 2; says_why
run config next nowhere; exits 3; says_why

# compare --truth: golden against itself is as near as can be
run compare "$target" "$sample/golden" --truth "$sample/golden" --json --fail-on never; exits 0
checks=$((checks + 1)); [[ $output == *'"golden_farther":0'* ]] || fail "golden is farther from itself than the target"
run compare "$target" "$sample/golden" --truth "$sample/golden" --rows 'truth_ratio>2' --sort -truth_ratio --columns op_name,truth_target,truth_golden,truth_ratio --csv --fail-on never; exits 0
checks=$((checks + 1)); [[ $output == *op_name,truth_target,truth_golden,truth_ratio*,0,* ]] || fail "the truth is no column"
run compare "$target" "$sample/golden" --rows 'truth_ratio>2'; exits 2; says_why
run compare "$target" "$sample/golden" --truth "$sample/nothing"; exits 3; says_why

# reproduce: the suspect of the sample, no folder within a dump, no suspect beyond the last
run reproduce "$target" "$sample/golden" -o reproducer --json; exits 0
checks=$((checks + 1)); [ -f reproducer/run.py ] && [ -f reproducer/call.json ] || fail "reproduce wrote no folder"
run reproduce "$target" "$sample/golden" -o "$sample/golden/reproducer"; exits 2; says_why
run reproduce "$target" "$sample/golden" --suspect 100 -o none; exits 1; says_why
run reproduce "$target" -o none; exits 2; says_why
run reproduce "$target" --tensor nothing -o none; exits 1; says_why

# hunt: a golden that the rounds would lie in, and what is no profile
run hunt next.json --golden "$sample/golden" -o "$sample/golden/rounds"; exits 2; says_why
run hunt next.json --golden "$sample/golden" -o rounds; exits 3; says_why
run config new acl --set nix=1; exits 2; says_why
run capture model --model nowhere.onnx -o x; exits 2; says_why
run capture model --model nowhere.onnx --dump bad.json -o captured; exits 1; says_why
run capture model --model nowhere.onnx --dump acl.json -o captured; exits 3; says_why
echo model >net.om
run capture model --model net.om --dump acl.json -o captured --runtime /nowhere/libascendcl.so; exits 5; says_why
run capture run -o ran --save ran.json --jsonl -- sh -c 'echo up; echo x > {output}/x'; exits 0
out_has '"event":"state"' '"state":"self-test"' '"state":"draining"' '"source":"program","text":"up"' '"path":"x"' '"event":"done"' '"exit_code":0'
run capture ran.json; exits 0; out_has "sh ended well"
cp acl.json keep.json
run capture run --kind acl --dump acl.json -o ran2 --save acl.json -- true; exits 2; says_why
run capture run -o ran --save ran/profile.json -- true; exits 2; says_why
checks=$((checks + 1)); cmp -s acl.json keep.json && [ ! -e ran/profile.json ] || fail "what is read was written"
echo model >model.bin; echo '{"version":1,"dump":"acl.json"}' >profile.json
for file in model.bin profile.json "$bias"; do
    cp "$file" file.keep
    for kind in acl mindspore msprobe tf; do run config new $kind -o "$file"; exits 2; says_why; done
    run config convert mindspore.json -o "$file"; exits 2; says_why
    run capture run -o ran --save "$file" -- true; exits 2; says_why
    checks=$((checks + 1)); cmp -s "$file" file.keep || fail "$file was replaced"
done
mkdir dumped && for form in sess.run estimator; do
    for i in 1 2; do run config new tf --set form=$form --set dump_path=dumped -o again.py; exits 0; done
    rm again.py
done
run config new acl --set dump_path=./dumped -o again.json; exits 0
run config new acl --set dump_path=./dumped -o again.json; exits 0
run config new msprobe -o again.json; exits 2; says_why
run config new nosuch; exits 2; grep -q 'there are acl, ' "$work/err" || fail 'kinds are not named'
run capture golden; exits 2; grep -q 'capture golden needs --model and -o' "$work/err" || fail 'what golden needs'
run capture golden --model /nowhere.onnx -o claimed; exits 3; says_why; [ ! -e claimed ] || fail 'an empty folder is left'
echo model >none.onnx
run capture golden --model none.onnx -o claimed; exits 3; says_why; [ ! -e claimed ] || fail 'an empty folder is left'
if [ -f "$data/models/convnet.onnx" ]; then
    run capture golden --model "$data/models/convnet.onnx" -o claimed; exits 2; says_why; [ ! -e claimed ] || fail 'an empty folder is left'
fi
cp -r "$target" foreign
run capture run -o foreign -- true; exits 2; says_why
run capture golden --model nowhere.onnx -o foreign; exits 2; says_why
run capture golden --model nowhere.onnx --input zeros:-5 -o fresh; exits 2; says_why
checks=$((checks + 1)); [ ! -e fresh ] || fail "a folder was made for nothing"
checks=$((checks + 1)); diff -r "$target" foreign >/dev/null || fail "a foreign dump was written into"
run capture run -o ran -- no-such-program; exits 5; out_has "no such program"
run capture run -o ran -- sh -c 'exit 3'; exits 5; out_has "exit code 3"
run capture run --kind acl --dump bad.json -o ran -- true; exits 1; says_why
run capture run --kind nonsense --dump acl.json -o ran -- true; exits 2; says_why
run capture run -o ran --golden nowhere -- true; exits 3; says_why
run capture run -o ran --golden ran -- true; exits 2; says_why
# +Inf beside -Inf is a failure, whatever number the official tool gives
mkdir plus minus
python3 - <<'END'
import struct
def write(path, value):
    header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack("<2f", value, 1))
write("plus/Sub.a.0.1.output.0.npy", float("inf"))
write("minus/Sub.a.0.1.output.0.npy", float("-inf"))
END
for profile in dumpscope msprobe msaccucmp; do
    run compare plus minus --profile $profile; exits 1; out_has "NaN or infin"
done
# What gave nothing to compare is neither equal nor another outcome
run capture run -o silent --golden "$golden" -- true; exits 4; says_why
run capture run -o again --same-log loss -- cp "$bias" again/b.npy; exits 4; out_has "not compared"
run compare "$target" "$golden" --model nowhere.onnx; exits 3; says_why
echo model >model.onnx
for option in --csv-out --xlsx --report --json-out --resume; do
    run compare "$target" "$golden" --model model.onnx "$option" model.onnx; exits 2; says_why
done
checks=$((checks + 1)); [ "$(cat model.onnx)" = model ] || fail "what is read was written"

# Names that would be printed alike are two ids; what is not UTF-8 is flagged
mkdir alike
cp y.npy "$(printf 'alike/bad\377.output.0.npy')"; cp "$bias" 'alike/bad%FF.output.0.npy'
run ls alike --csv --columns id; exits 0; says_why; out_has 'bad%FF.output.0.npy' 'bad%25FF.output.0.npy'
checks=$((checks + 1)); [[ $problems == *"(bad-encoding)"* ]] || fail "invalid UTF-8 is not flagged"
run show alike 'bad%FF.output.0.npy' --json; exits 0; json_has '"shape":[2]'
run show alike 'bad%25FF.output.0.npy' --json; exits 0; json_has '"shape":[6]' '"file":"bad%25FF.output.0.npy"'
run ls alike --filter 'file:bad%25FF*' --json; json_has '"total":1'

# Types that cannot be read: whoever needs the values ends alike
mkdir odd
cp "$bias" odd/t0.npy
{ printf '\223NUMPY\1\0F\0'; printf "%-69s\\n" "{'descr': '<U1', 'fortran_order': False, 'shape': (1,), }"; printf 'a\0\0\0'; } >odd/t1.npy
for command in info ls; do run $command odd; exits 0; done
for command in stat "convert -o unodd" "compare odd"; do run $command odd; exits 4; done
for command in stat "convert -o unodd" "compare odd"; do run $command odd --filter 'dtype:float32'; exits 0; done
# Archives among files are no tensors
mkdir packed && cp "$work/b.zip" packed/
run info packed --json; exits 0; json_has '"files":1,"tensors":0' '"id":"archive-folder"'
run ls packed; exits 0; says_why; out_has '0 tensors'

# A damaged file costs its row, not the listing
cp -r "$golden" damaged
victim=$(find damaged -name 'Parameter.fc1_bias.*.npy')
head -c 140 "$victim" >"$victim.part" && mv "$victim.part" "$victim"
run ls damaged --filter 'state:truncated' --json
json_has '"total":1' '"state":"truncated"' fc1_bias
run stat damaged --json; exits 4; json_has '"code":"truncated"'; says_why

# Verdicts do not depend on which metrics are printed
run compare "$target" "$golden" --json; verdicts=$(grep -o '"verdict":"[a-z-]*"' "$work/out" | md5sum)
run compare "$target" "$golden" --json --metrics bitwise_equal; checks=$((checks + 1))
[ "$verdicts" = "$(grep -o '"verdict":"[a-z-]*"' "$work/out" | md5sum)" ] || fail "--metrics changes verdicts"

# What was not compared, and what was only suggested, is part of every conclusion
mkdir -p runs/a runs/b && cp -r "$golden/." runs/a && cp -r "$target/." runs/b
run compare runs "$golden"; exits 0; out_has 'no pair fails, but 168 tensors of the target in b have the names of others in a'
run compare "$target" "$golden" --filter 'op_type:ReLU'; out_has 'the filter leaves out'
mkdir suggested && cp "$bias" suggested/other.npy
run compare suggested "$bias" --json; json_has '"suggested":0'

# A file of no bytes is no tensor of no elements: whoever needs it says so in the exit code as well
mkdir hollow whole && for i in 0 1; do cp "$bias" whole/t$i.npy; done && cp "$bias" hollow/t0.npy && : >hollow/t1.npy
for command in info ls stat overflow "convert --to npy -o unhollow" "compare whole"; do
    run $command hollow; exits 4; says_why
done
for command in show graph "convert --to npy -o unhollow2"; do run $command hollow/t1.npy; exits 3; says_why; done
# An expression that cannot be read is named by its option
for option in --columns --sort --filter; do
    for command in "ls $target" "compare $target $golden"; do
        run $command $option 'op_nam:x'; exits 2
        checks=$((checks + 1)); grep -q -- "^error: $option: column" "$work/err" || fail "$option is not named"
    done
done

# A limit on a metric there is not is refused; a filter that selects nothing is no all-clear
run compare "$target" "$golden" --limit 'max_abs_error<=0'; exits 2; says_why
run overflow "$target" --filter op_name:nobody; exits 0; out_has 'the filter selects no tensor'
# What --first leaves out is counted, and a filter does not make a birth of what came in
nan="$data/mindspore/nan-ms210-full"
if [ -d "$nan" ]; then
    run overflow "$nan" --first 1; exits 0; out_has '1 of 12 tensors with NaN or infinities'
    run overflow "$nan" --first 1 --json; json_has '"value_scan_total":12' '"births":2'
    run overflow "$nan" --filter op_type:Exp; exits 0
    out_has 'born first in Default/Log-op0' 'which the filter does not select' '2 tensors with NaN or infinities among the' '12 in all'
    run overflow "$nan" --filter op_type:Exp --json; json_has '"first_born":{"id":"rank_0/NanNet/0/1/Log.' '"value_scan_total":2,"non_finite_total":12'
    run overflow "$nan" --filter op_type:Log --fail-on any --first 1; exits 1
fi

# Members of an archive that are too large together are counted, and compare covers only what it saw
printf "\x93NUMPY\x01\x00v\x00%-117s\n" "{'descr': '<f8', 'fortran_order': False, 'shape': (13107200,), }" >head
mkdir wide && for i in 0 1 2 3; do cp head wide/t$i.npy; truncate -s $((128 + 104857600)) wide/t$i.npy; done
tar cf - wide | gzip >wide.tar.gz
run ls wide.tar.gz --json; exits 4; says_why; json_has '"total":4' '"state":"unreadable"' '"code":"limit"' 'werenotopened:2'
run info wide.tar.gz --json; exits 4; says_why; json_has '"tensors":4' 'werenotopened:2'
# Two small ones are compared, which takes no time without optimisation either
for i in 0 1; do
    { printf "\x93NUMPY\x01\x00v\x00%-117s\n" "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }"; printf '%8s' x; } >wide/t$i.npy
done
for i in 2 3; do truncate -s 300M wide/t$i.npy; done
tar cf - wide | gzip >wide.tar.gz
run compare wide.tar.gz wide.tar.gz; exits 4; says_why; out_has "2 of 4 tensors"

# Dumps on another machine: what cannot be done is refused before anything is started, and a failed connection says so
run ls ssh://host; exits 2; says_why
run ls ssh://-oProxyCommand=x/dump; exits 2; says_why
run --ssh false compare ssh://host/target "$golden"; exits 3; says_why
run --ssh false compare ssh://one/target ssh://other/golden; exits 3; says_why
run --ssh false ls ssh://host/dump; exits 3; says_why
run --ssh /no/such/program ls ssh://host/dump; exits 3; says_why
run remote install; exits 2; says_why
run --ssh false remote remove host; exits 3; says_why

echo "$checks checks, $failures failed"
[ "$failures" -eq 0 ]
