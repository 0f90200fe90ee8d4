<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Compare…</source>
        <translation>比较…</translation>
    </message>
    <message>
        <source>Recent 1</source>
        <translation>最近 1</translation>
    </message>
    <message>
        <source>Recent 2</source>
        <translation>最近 2</translation>
    </message>
    <message>
        <source>Recent 3</source>
        <translation>最近 3</translation>
    </message>
    <message>
        <source>Recent 4</source>
        <translation>最近 4</translation>
    </message>
    <message>
        <source>Recent 5</source>
        <translation>最近 5</translation>
    </message>
    <message>
        <source>Recent 6</source>
        <translation>最近 6</translation>
    </message>
    <message>
        <source>Recent 7</source>
        <translation>最近 7</translation>
    </message>
    <message>
        <source>Recent 8</source>
        <translation>最近 8</translation>
    </message>
    <message>
        <source>Recent 9</source>
        <translation>最近 9</translation>
    </message>
    <message>
        <source>Save workspace</source>
        <translation>保存工作区</translation>
    </message>
    <message>
        <source>Save workspace as…</source>
        <translation>工作区另存为…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Report…</source>
        <translation>报告…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy with names</source>
        <translation>连同名称复制</translation>
    </message>
    <message>
        <source>Copy as NumPy</source>
        <translation>复制为 NumPy</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Preferences…</source>
        <translation>首选项…</translation>
    </message>
    <message>
        <source>Bookmark</source>
        <translation>书签</translation>
    </message>
    <message>
        <source>Note…</source>
        <translation>备注…</translation>
    </message>
    <message>
        <source>Explore</source>
        <translation>浏览</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Capture</source>
        <translation>采集</translation>
    </message>
    <message>
        <source>Dumps</source>
        <translation>转储</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Tensor view</source>
        <translation>张量视图</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>Overflow</source>
        <translation>溢出</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源码</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Next panel</source>
        <translation>下一个面板</translation>
    </message>
    <message>
        <source>Previous panel</source>
        <translation>上一个面板</translation>
    </message>
    <message>
        <source>Next tab</source>
        <translation>下一个标签页</translation>
    </message>
    <message>
        <source>Previous tab</source>
        <translation>上一个标签页</translation>
    </message>
    <message>
        <source>Maximise panel</source>
        <translation>最大化面板</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>全屏</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>放大文字</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>缩小文字</translation>
    </message>
    <message>
        <source>Normal text size</source>
        <translation>恢复文字大小</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Go to anything…</source>
        <translation>转到任意项…</translation>
    </message>
    <message>
        <source>Go to tensor…</source>
        <translation>转到张量…</translation>
    </message>
    <message>
        <source>Go to index…</source>
        <translation>转到索引…</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Next hit</source>
        <translation>下一个匹配项</translation>
    </message>
    <message>
        <source>Previous hit</source>
        <translation>上一个匹配项</translation>
    </message>
    <message>
        <source>First divergence</source>
        <translation>首个分歧</translation>
    </message>
    <message>
        <source>Next failing</source>
        <translation>下一个不合格项</translation>
    </message>
    <message>
        <source>Previous failing</source>
        <translation>上一个不合格项</translation>
    </message>
    <message>
        <source>Next NaN or Inf</source>
        <translation>下一个 NaN 或 Inf</translation>
    </message>
    <message>
        <source>Previous NaN or Inf</source>
        <translation>上一个 NaN 或 Inf</translation>
    </message>
    <message>
        <source>Edit in place</source>
        <translation>就地编辑</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Self-test</source>
        <translation>自检</translation>
    </message>
    <message>
        <source>Swap sides</source>
        <translation>交换两侧</translation>
    </message>
    <message>
        <source>Limits…</source>
        <translation>限值…</translation>
    </message>
    <message>
        <source>Pairing…</source>
        <translation>配对…</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Help for this</source>
        <translation>此处的帮助</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open in new tab</source>
        <translation>在新标签页中打开</translation>
    </message>
    <message>
        <source>Compare with counterpart</source>
        <translation>与对应项比较</translation>
    </message>
    <message>
        <source>Show in tree</source>
        <translation>在树中显示</translation>
    </message>
    <message>
        <source>Show in table</source>
        <translation>在表格中显示</translation>
    </message>
    <message>
        <source>Show in graph</source>
        <translation>在图中显示</translation>
    </message>
    <message>
        <source>Show in source</source>
        <translation>在源码中显示</translation>
    </message>
    <message>
        <source>Fold</source>
        <translation>折叠</translation>
    </message>
    <message>
        <source>Unfold</source>
        <translation>展开</translation>
    </message>
    <message>
        <source>Previous item</source>
        <translation>上一项</translation>
    </message>
    <message>
        <source>Next item</source>
        <translation>下一项</translation>
    </message>
    <message>
        <source>Move to the next cell</source>
        <translation>移到相邻单元格</translation>
    </message>
    <message>
        <source>Extend selection</source>
        <translation>扩展选区</translation>
    </message>
    <message>
        <source>Move to the edge</source>
        <translation>移到边缘</translation>
    </message>
    <message>
        <source>Page up</source>
        <translation>向上翻页</translation>
    </message>
    <message>
        <source>Page down</source>
        <translation>向下翻页</translation>
    </message>
    <message>
        <source>Previous slice</source>
        <translation>上一个切片</translation>
    </message>
    <message>
        <source>Next slice</source>
        <translation>下一个切片</translation>
    </message>
    <message>
        <source>Previous axis</source>
        <translation>上一个轴</translation>
    </message>
    <message>
        <source>Next axis</source>
        <translation>下一个轴</translation>
    </message>
    <message>
        <source>Same slice, previous step</source>
        <translation>同一切片，上一步</translation>
    </message>
    <message>
        <source>Same slice, next step</source>
        <translation>同一切片，下一步</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适应窗口</translation>
    </message>
    <message>
        <source>One pixel per element</source>
        <translation>每个元素一个像素</translation>
    </message>
    <message>
        <source>Show target</source>
        <translation>显示目标侧</translation>
    </message>
    <message>
        <source>Show golden</source>
        <translation>显示基准侧</translation>
    </message>
    <message>
        <source>Show difference</source>
        <translation>显示差值</translation>
    </message>
    <message>
        <source>Automatic range</source>
        <translation>自动范围</translation>
    </message>
    <message>
        <source>Symmetric range</source>
        <translation>对称范围</translation>
    </message>
    <message>
        <source>Logarithmic scale</source>
        <translation>对数刻度</translation>
    </message>
    <message>
        <source>Next kind of difference</source>
        <translation>切换差值类型</translation>
    </message>
    <message>
        <source>Swipe</source>
        <translation>划动</translation>
    </message>
    <message>
        <source>Blink</source>
        <translation>闪烁</translation>
    </message>
    <message>
        <source>Linked views</source>
        <translation>联动视图</translation>
    </message>
    <message>
        <source>Storage layout</source>
        <translation>存储格式</translation>
    </message>
    <message>
        <source>Next number format</source>
        <translation>切换数字格式</translation>
    </message>
    <message>
        <source>Next extreme</source>
        <translation>下一个极值</translation>
    </message>
    <message>
        <source>Previous extreme</source>
        <translation>上一个极值</translation>
    </message>
    <message>
        <source>Transpose</source>
        <translation>转置</translation>
    </message>
    <message>
        <source>Unfold all</source>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>Follow inputs</source>
        <translation>沿输入查看</translation>
    </message>
    <message>
        <source>Follow outputs</source>
        <translation>沿输出查看</translation>
    </message>
    <message>
        <source>Focus on hops…</source>
        <translation>聚焦若干跳…</translation>
    </message>
    <message>
        <source>Overview map</source>
        <translation>概览图</translation>
    </message>
    <message>
        <source>Pair</source>
        <translation>配对</translation>
    </message>
    <message>
        <source>Unpair</source>
        <translation>取消配对</translation>
    </message>
    <message>
        <source>Accept suggestion</source>
        <translation>接受建议</translation>
    </message>
    <message>
        <source>Other side</source>
        <translation>另一侧</translation>
    </message>
    <message>
        <source>New rule…</source>
        <translation>新建规则…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Open files…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Bundle…</source>
        <translation>打包…</translation>
    </message>
    <message>
        <source>Add golden…</source>
        <translation>添加基准侧…</translation>
    </message>
    <message>
        <source>Reset layout</source>
        <translation>重置布局</translation>
    </message>
    <message>
        <source>Follow the desktop</source>
        <translation>跟随桌面</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>English</source>
        <translation>English</translation>
    </message>
    <message>
        <source>简体中文</source>
        <translation>简体中文</translation>
    </message>
    <message>
        <source>NaN and Inf scan</source>
        <translation>扫描 NaN 和 Inf</translation>
    </message>
    <message>
        <source>Statistics of selection</source>
        <translation>所选项的统计</translation>
    </message>
    <message>
        <source>Rescan folder</source>
        <translation>重新扫描文件夹</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>Convert…</source>
        <translation>转换…</translation>
    </message>
    <message>
        <source>Workflow</source>
        <translation>工作流程</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Formats</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Command line</source>
        <translation>命令行</translation>
    </message>
    <message>
        <source>About Dumpscope</source>
        <translation>关于 Dumpscope</translation>
    </message>
    <message>
        <source>Next suspect</source>
        <translation>下一个嫌疑算子</translation>
    </message>
    <message>
        <source>Compare with…</source>
        <translation>与…比较</translation>
    </message>
    <message>
        <source>Compute again</source>
        <translation>重新计算</translation>
    </message>
    <message>
        <source>Stop comparing</source>
        <translation>停止比较</translation>
    </message>
    <message>
        <source>Close this comparison</source>
        <translation>关闭此比较</translation>
    </message>
</context>
<context>
    <name>ColourMaps</name>
    <message>
        <source>Deep sea</source>
        <translation>深海</translation>
    </message>
    <message>
        <source>Tide</source>
        <translation>潮汐</translation>
    </message>
    <message>
        <source>Ember</source>
        <translation>余烬</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>灰度</translation>
    </message>
</context>
<context>
    <name>Columns</name>
    <message>
        <source>Number of the opened dump, counted from 1.</source>
        <translation>已打开转储的编号，从 1 开始。</translation>
    </message>
    <message>
        <source>Names the tensor within its dump; accepted by the command line.</source>
        <translation>张量在转储中的标识，可用于命令行。</translation>
    </message>
    <message>
        <source>Path of the file, relative to the dump.</source>
        <translation>文件相对于转储的路径。</translation>
    </message>
    <message>
        <source>Format that read the file.</source>
        <translation>读取该文件的格式。</translation>
    </message>
    <message>
        <source>Time folder of an offline dump.</source>
        <translation>离线转储的时间文件夹。</translation>
    </message>
    <message>
        <source>Device of the card the tensor was dumped on.</source>
        <translation>转储该张量的卡的设备号。</translation>
    </message>
    <message>
        <source>Rank in the distributed job.</source>
        <translation>分布式任务中的卡号。</translation>
    </message>
    <message>
        <source>Name of the model or graph.</source>
        <translation>模型或图的名称。</translation>
    </message>
    <message>
        <source>Number the device gave the model.</source>
        <translation>设备为模型分配的编号。</translation>
    </message>
    <message>
        <source>Number of the graph in its program.</source>
        <translation>图在程序中的编号。</translation>
    </message>
    <message>
        <source>Step or iteration of the run.</source>
        <translation>运行的步或迭代。</translation>
    </message>
    <message>
        <source>Operator, as spelled in the network.</source>
        <translation>网络中的算子名称。</translation>
    </message>
    <message>
        <source>Kind of operator.</source>
        <translation>算子类型。</translation>
    </message>
    <message>
        <source>Part of the network the operator belongs to.</source>
        <translation>算子所属的网络部分。</translation>
    </message>
    <message>
        <source>Operator, as spelled in the file&apos;s name.</source>
        <translation>文件名中的算子名称。</translation>
    </message>
    <message>
        <source>What the tensor is to the operator: input, output, buffer…</source>
        <translation>张量相对于算子的角色：输入、输出、缓冲区等。</translation>
    </message>
    <message>
        <source>Number of the input or output.</source>
        <translation>输入或输出的序号。</translation>
    </message>
    <message>
        <source>Turn of a loop: 0, 1, … in order of time.</source>
        <translation>循环的轮次：按时间顺序为 0、1……</translation>
    </message>
    <message>
        <source>Type of the elements.</source>
        <translation>元素类型。</translation>
    </message>
    <message>
        <source>Shape as stored.</source>
        <translation>存储的形状。</translation>
    </message>
    <message>
        <source>Shape in the network, where the device stores another.</source>
        <translation>网络中的形状（设备存储的形状与之不同时）。</translation>
    </message>
    <message>
        <source>Layout as stored.</source>
        <translation>存储格式。</translation>
    </message>
    <message>
        <source>Layout in the network.</source>
        <translation>网络中的格式。</translation>
    </message>
    <message>
        <source>Number of elements.</source>
        <translation>元素个数。</translation>
    </message>
    <message>
        <source>Stored bytes.</source>
        <translation>存储的字节数。</translation>
    </message>
    <message>
        <source>Task on the device.</source>
        <translation>设备上的任务。</translation>
    </message>
    <message>
        <source>Stream on the device.</source>
        <translation>设备上的流。</translation>
    </message>
    <message>
        <source>When it was dumped, in microseconds.</source>
        <translation>转储时间，单位为微秒。</translation>
    </message>
    <message>
        <source>Context of the task.</source>
        <translation>任务的上下文。</translation>
    </message>
    <message>
        <source>Thread of the task.</source>
        <translation>任务的线程。</translation>
    </message>
    <message>
        <source>Position in the order of execution.</source>
        <translation>在执行顺序中的位置。</translation>
    </message>
    <message>
        <source>Whether the values can be read.</source>
        <translation>数值是否可读。</translation>
    </message>
    <message>
        <source>What is wrong with it.</source>
        <translation>存在的问题。</translation>
    </message>
    <message>
        <source>Smallest finite element.</source>
        <translation>最小的有限元素。</translation>
    </message>
    <message>
        <source>Largest finite element.</source>
        <translation>最大的有限元素。</translation>
    </message>
    <message>
        <source>Mean of the finite elements, in float64.</source>
        <translation>有限元素的均值，按 float64 计算。</translation>
    </message>
    <message>
        <source>Standard deviation of the finite elements, divided by n.</source>
        <translation>有限元素的标准差，除以 n。</translation>
    </message>
    <message>
        <source>Square root of the sum of squares of the finite elements.</source>
        <translation>有限元素平方和的平方根。</translation>
    </message>
    <message>
        <source>Largest magnitude of a finite element.</source>
        <translation>有限元素的最大绝对值。</translation>
    </message>
    <message>
        <source>Elements that are zero, -0 among them.</source>
        <translation>值为零的元素，包括 -0。</translation>
    </message>
    <message>
        <source>Finite elements below zero.</source>
        <translation>小于零的有限元素。</translation>
    </message>
    <message>
        <source>Finite elements above zero.</source>
        <translation>大于零的有限元素。</translation>
    </message>
    <message>
        <source>Elements that are not a number.</source>
        <translation>值为 NaN 的元素。</translation>
    </message>
    <message>
        <source>Elements that are +Inf.</source>
        <translation>值为 +Inf 的元素。</translation>
    </message>
    <message>
        <source>Elements that are -Inf.</source>
        <translation>值为 -Inf 的元素。</translation>
    </message>
    <message>
        <source>Subnormal elements of the tensor&apos;s own type.</source>
        <translation>按张量自身类型为次正规数的元素。</translation>
    </message>
    <message>
        <source>Flat index of the first smallest element.</source>
        <translation>首个最小元素的一维索引。</translation>
    </message>
    <message>
        <source>Flat index of the first largest element.</source>
        <translation>首个最大元素的一维索引。</translation>
    </message>
    <message>
        <source>Where statistics come from: computed here, or a file.</source>
        <translation>统计的来源：在此计算，或来自文件。</translation>
    </message>
    <message>
        <source>Line in the statistics file, counted from 1.</source>
        <translation>在统计文件中的行号，从 1 开始。</translation>
    </message>
    <message>
        <source>Number of the pair, counted from 0.</source>
        <translation>配对的编号，从 0 开始。</translation>
    </message>
    <message>
        <source>What the limits say: pass, warn, fail or not comparable.</source>
        <translation>限值给出的判定：通过、警告、不合格或不可比。</translation>
    </message>
    <message>
        <source>Type of golden&apos;s elements.</source>
        <translation>基准侧元素的类型。</translation>
    </message>
    <message>
        <source>The coarser of the two element types; limits are chosen by it.</source>
        <translation>两侧元素类型中精度较低者；限值据此选择。</translation>
    </message>
    <message>
        <source>Shape of golden&apos;s tensor as stored.</source>
        <translation>基准侧张量存储时的形状。</translation>
    </message>
    <message>
        <source>Names the target&apos;s tensor; accepted by the command line.</source>
        <translation>目标侧张量的标识，命令行可直接使用。</translation>
    </message>
    <message>
        <source>Names golden&apos;s tensor; accepted by the command line.</source>
        <translation>基准侧张量的标识，命令行可直接使用。</translation>
    </message>
    <message>
        <source>By which rule the pair was found.</source>
        <translation>按哪条规则配对。</translation>
    </message>
    <message>
        <source>Why these two belong together.</source>
        <translation>为何将这两者配对。</translation>
    </message>
    <message>
        <source>How sure the pairing is, from 0 to 1.</source>
        <translation>配对的可信程度，0 到 1。</translation>
    </message>
    <message>
        <source>Why the verdict is what it is.</source>
        <translation>判定的原因。</translation>
    </message>
    <message>
        <source>Which dump has the tensor.</source>
        <translation>哪一侧有此张量。</translation>
    </message>
    <message>
        <source>Operators of the other side with the nearest names.</source>
        <translation>另一侧名称最接近的算子。</translation>
    </message>
</context>
<context>
    <name>Compared</name>
    <message>
        <source>cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>max |Δ|</source>
        <translation>最大 |Δ|</translation>
    </message>
    <message>
        <source>mean |Δ|</source>
        <translation>平均 |Δ|</translation>
    </message>
    <message>
        <source>max rel.</source>
        <translation>最大相对</translation>
    </message>
    <message>
        <source>mean rel.</source>
        <translation>平均相对</translation>
    </message>
    <message>
        <source>rel. L2</source>
        <translation>相对 L2</translation>
    </message>
    <message>
        <source>L2</source>
        <translation>L2</translation>
    </message>
    <message>
        <source>RMSE</source>
        <translation>RMSE</translation>
    </message>
    <message>
        <source>mismatch</source>
        <translation>超限</translation>
    </message>
    <message>
        <source>bit-equal</source>
        <translation>逐位相同</translation>
    </message>
    <message>
        <source>SQNR dB</source>
        <translation>SQNR dB</translation>
    </message>
    <message>
        <source>max ULP</source>
        <translation>最大 ULP</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>buffer</source>
        <translation>缓冲区</translation>
    </message>
    <message>
        <source>workspace</source>
        <translation>工作空间</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>gradient</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>argument</source>
        <translation>实参</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>normalised name</source>
        <translation>归一化名</translation>
    </message>
    <message>
        <source>rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>fusion</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>alignment</source>
        <translation>对齐</translation>
    </message>
    <message>
        <source>graph order</source>
        <translation>图顺序</translation>
    </message>
    <message>
        <source>suggested</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>手工</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>non-finite</source>
        <translation>非有限值</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>count</source>
        <translation>个数</translation>
    </message>
    <message>
        <source>dtype</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>空</translation>
    </message>
    <message>
        <source>unpaired</source>
        <translation>未配对</translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation>不可读</translation>
    </message>
    <message>
        <source>unsupported</source>
        <translation>不支持</translation>
    </message>
    <message>
        <source>not computed</source>
        <translation>未计算</translation>
    </message>
</context>
<context>
    <name>Contexts</name>
    <message>
        <source>Everywhere</source>
        <translation>任意位置</translation>
    </message>
    <message>
        <source>Trees, tables and graph</source>
        <translation>树、表格和图</translation>
    </message>
    <message>
        <source>Grid, heatmap and difference</source>
        <translation>表格、热图和差值</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Pairing</source>
        <translation>配对</translation>
    </message>
    <message>
        <source>Capture</source>
        <translation>采集</translation>
    </message>
</context>
<context>
    <name>Duration</name>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
</context>
<context>
    <name>Menus</name>
    <message>
        <source>&gt;Recent</source>
        <translation>&gt;最近打开</translation>
    </message>
    <message>
        <source>&gt;Docks</source>
        <translation>&gt;面板</translation>
    </message>
    <message>
        <source>&gt;Theme</source>
        <translation>&gt;主题</translation>
    </message>
    <message>
        <source>&gt;Language</source>
        <translation>&gt;语言</translation>
    </message>
    <message>
        <source>&gt;Zoom</source>
        <translation>&gt;缩放</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>转到(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Tools</source>
        <translation>工具(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>比较(&amp;C)</translation>
    </message>
    <message>
        <source>G&amp;raph</source>
        <translation>图(&amp;R)</translation>
    </message>
</context>
<context>
    <name>PlanePicture</name>
    <message>
        <source>padding</source>
        <translation>填充</translation>
    </message>
</context>
<context>
    <name>PlaneRequest</name>
    <message>
        <source>The tensor has %1 axes.</source>
        <translation>此张量有 %1 个轴。</translation>
    </message>
    <message>
        <source>Axis %1 takes 0 to %2, or a colon.</source>
        <translation>轴 %1 可填 0 到 %2 或冒号。</translation>
    </message>
    <message>
        <source>At most two axes take a colon.</source>
        <translation>最多两个轴可填冒号。</translation>
    </message>
</context>
<context>
    <name>Preferences</name>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Light or dark, or as the desktop is.</source>
        <translation>浅色、深色，或跟随桌面。</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Names of columns and values stay as the dumps have them.</source>
        <translation>列名和数值保持转储中的写法。</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行高</translation>
    </message>
    <message>
        <source>Height of the rows of tables and trees.</source>
        <translation>表格和树的行高。</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>Relative to the font of the desktop.</source>
        <translation>相对于桌面字体。</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>For reading and comparing; 0 takes all cores. Used by the next task.</source>
        <translation>用于读取和比较，0 表示使用全部核心。下一个任务起生效。</translation>
    </message>
    <message>
        <source>Source folders</source>
        <translation>源码目录</translation>
    </message>
    <message>
        <source>Where the sources named in dumps are on this computer.</source>
        <translation>转储中所记源码在本机的位置。</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Keys that differ from the usual ones.</source>
        <translation>与默认值不同的快捷键。</translation>
    </message>
    <message>
        <source>system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>comfortable</source>
        <translation>宽松</translation>
    </message>
    <message>
        <source>normal</source>
        <translation>标准</translation>
    </message>
    <message>
        <source>compact</source>
        <translation>紧凑</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>Look in:</source>
        <translation>查找范围：</translation>
    </message>
    <message>
        <source>Files of type:</source>
        <translation>文件类型：</translation>
    </message>
    <message>
        <source>File &amp;name:</source>
        <translation>文件名(&amp;N)：</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Choose</source>
        <translation>选择(&amp;C)</translation>
    </message>
    <message>
        <source>Directory:</source>
        <translation>文件夹：</translation>
    </message>
    <message>
        <source>All Files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Parent Directory</source>
        <translation>上级文件夹</translation>
    </message>
    <message>
        <source>Create New Folder</source>
        <translation>新建文件夹</translation>
    </message>
    <message>
        <source>List View</source>
        <translation>列表视图</translation>
    </message>
    <message>
        <source>Detail View</source>
        <translation>详细视图</translation>
    </message>
    <message>
        <source>My Computer</source>
        <translation>计算机</translation>
    </message>
    <message>
        <source>Show &amp;hidden files</source>
        <translation>显示隐藏文件(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;New Folder</source>
        <translation>新建文件夹(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>重命名(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>删除(&amp;D)</translation>
    </message>
</context>
<context>
    <name>QFileSystemModel</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Date Modified</source>
        <translation>修改日期</translation>
    </message>
    <message>
        <source>Computer</source>
        <translation>计算机</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 字节</translation>
    </message>
    <message>
        <source>%1 KB</source>
        <translation>%1 KB</translation>
    </message>
    <message>
        <source>%1 MB</source>
        <translation>%1 MB</translation>
    </message>
    <message>
        <source>%1 GB</source>
        <translation>%1 GB</translation>
    </message>
</context>
<context>
    <name>QKeySequenceEdit</name>
    <message>
        <source>Press shortcut</source>
        <translation>按下快捷键</translation>
    </message>
    <message>
        <source>%1, ...</source>
        <translation>%1, ...</translation>
    </message>
</context>
<context>
    <name>QLineEdit</name>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>剪切(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>全选</translation>
    </message>
</context>
<context>
    <name>QPlatformTheme</name>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>&amp;Yes</source>
        <translation>是(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;No</source>
        <translation>否(&amp;N)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
</context>
<context>
    <name>QWidgetTextControl</name>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>剪切(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Copy &amp;Link Location</source>
        <translation>复制链接地址(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>全选</translation>
    </message>
</context>
<context>
    <name>States</name>
    <message>
        <source>pass</source>
        <translation>通过</translation>
    </message>
    <message>
        <source>warn</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>fail</source>
        <translation>不合格</translation>
    </message>
    <message>
        <source>fails inside</source>
        <translation>内部不合格</translation>
    </message>
    <message>
        <source>first divergence</source>
        <translation>首个分歧</translation>
    </message>
    <message>
        <source>not comparable</source>
        <translation>不可比</translation>
    </message>
    <message>
        <source>unpaired</source>
        <translation>未配对</translation>
    </message>
    <message>
        <source>running</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标侧</translation>
    </message>
    <message>
        <source>Golden</source>
        <translation>基准侧</translation>
    </message>
</context>
<context>
    <name>StatisticFacts</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>zeros</source>
        <translation>零</translation>
    </message>
</context>
<context>
    <name>TensorExport</name>
    <message>
        <source>linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>log</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>signed log</source>
        <translation>带符号对数</translation>
    </message>
    <message>
        <source>%1 · colours %2, %3, %4 to %5</source>
        <translation>%1 · 颜色 %2，%3，%4 到 %5</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>minimum</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>maximum</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>largest magnitude</source>
        <translation>最大绝对值</translation>
    </message>
    <message>
        <source>Exporting %1</source>
        <translation>正在导出 %1</translation>
    </message>
    <message>
        <source>NumPy has no %1; the file holds the same values as %2.</source>
        <translation>NumPy 没有 %1 类型，文件以 %2 保存相同的值。</translation>
    </message>
    <message>
        <source>a cell is %1 × %2 elements: %3</source>
        <translation>每格 %1 × %2 个元素：%3</translation>
    </message>
</context>
<context>
    <name>TensorMenu</name>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>作用域</translation>
    </message>
    <message>
        <source>Dtype</source>
        <translation>Dtype</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>标识</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Show in</source>
        <translation>显示于</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Filter to this</source>
        <translation>仅筛选此项</translation>
    </message>
    <message>
        <source>Filter out</source>
        <translation>排除</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>TensorTabs</name>
    <message>
        <source>Grid</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Heatmap</source>
        <translation>热图</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>直方图</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>剖面</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>统计</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::AttributeModel</name>
    <message>
        <source>%1 (of the forward node)</source>
        <translation>%1（来自前向节点）</translation>
    </message>
    <message>
        <source>operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>scopes inside</source>
        <translation>内部作用域</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::AttributesPanel</name>
    <message>
        <source>Attributes</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Select a node or scope of the graph to see its attributes.</source>
        <translation>选择图中的一个节点或作用域以查看其属性。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::BookmarksPanel</name>
    <message>
        <source>Bookmarks</source>
        <translation>书签</translation>
    </message>
    <message>
        <source>No bookmark and no note yet. Ctrl+B keeps the selected tensor here.</source>
        <translation>尚无书签和备注。按 Ctrl+B 可将所选张量保存在此。</translation>
    </message>
    <message>
        <source>Note on %1</source>
        <translation>%1 的备注</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::CandidateModel</name>
    <message>
        <source>same shape</source>
        <translation>形状相同</translation>
    </message>
    <message>
        <source>same type</source>
        <translation>类型相同</translation>
    </message>
    <message>
        <source>paired already</source>
        <translation>已配对</translation>
    </message>
    <message>
        <source>unpaired</source>
        <translation>未配对</translation>
    </message>
    <message>
        <source>candidate</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>confidence</source>
        <translation>可信度</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ColourBar</name>
    <message>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Signed log</source>
        <translation>带符号对数</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>刻度</translation>
    </message>
    <message>
        <source>Lowest value</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>Highest value</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Range of the finite values from the 0.1 to the 99.9 percentile</source>
        <translation>有限值的第 0.1 到 99.9 百分位范围</translation>
    </message>
    <message>
        <source>Symmetric</source>
        <translation>对称</translation>
    </message>
    <message>
        <source>As far below zero as above</source>
        <translation>零点两侧等距</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Two numbers in ascending order.</source>
        <translation>请按升序填写两个数。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ColumnModel</name>
    <message>
        <source>Filter and sort</source>
        <translation>筛选和排序</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ColumnPlot</name>
    <message>
        <source>%1 over %2</source>
        <translation>%1（按 %2）</translation>
    </message>
    <message>
        <source>Plot of a column</source>
        <translation>列的曲线图</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::CommandPalette</name>
    <message>
        <source>Go to tensor or operator</source>
        <translation>转到张量或算子</translation>
    </message>
    <message>
        <source>Go to tensor, operator or action</source>
        <translation>转到张量、算子或操作</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>已找到</translation>
    </message>
    <message>
        <source>Nothing matches.</source>
        <translation>没有匹配项。</translation>
    </message>
    <message>
        <source>Searching names</source>
        <translation>正在搜索名称</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::CommandStrip</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy this command line</source>
        <translation>复制此命令行</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Command line for what is on screen</source>
        <translation>与当前画面等价的命令行</translation>
    </message>
    <message>
        <source>Nothing on screen that a command could print</source>
        <translation>当前画面没有可由命令输出的内容</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::CompareDialog</name>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>与…比较</translation>
    </message>
    <message>
        <source>Target: the run to check</source>
        <translation>目标侧：待检查的运行</translation>
    </message>
    <message>
        <source>Golden: the run that is right</source>
        <translation>基准侧：正确的运行</translation>
    </message>
    <message>
        <source>all, or one: op_name:output:0</source>
        <translation>全部，或一个：op_name:output:0</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>File…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>Dump</source>
        <translation>转储</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Open a file</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>Open a dump folder</source>
        <translation>打开转储文件夹</translation>
    </message>
    <message>
        <source>Choose a dump for both sides.</source>
        <translation>请为两侧各选择一个转储。</translation>
    </message>
    <message>
        <source>Both sides are the same: everything will be equal.</source>
        <translation>两侧相同：结果将全部相等。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ComparisonController</name>
    <message>
        <source>Bundle the chosen pairs</source>
        <translation>打包所选配对</translation>
    </message>
    <message>
        <source>Write a bundle</source>
        <translation>写入打包文件</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ComparisonDocument</name>
    <message>
        <source>%1 and %2</source>
        <translation>%1 与 %2</translation>
    </message>
    <message>
        <source>Compare %1</source>
        <translation>比较 %1</translation>
    </message>
    <message>
        <source>Judge %1</source>
        <translation>判定 %1</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::CubeModel</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1: %2 fail, %3 warn, %4 pass, %5 not comparable; largest relative L2 error %6</source>
        <translation>%1：不合格 %2，警告 %3，通过 %4，不可比 %5；最大相对 L2 误差 %6</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>步 %1</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::DataTable</name>
    <message>
        <source>Copy %1 rows</source>
        <translation>复制 %1 行</translation>
    </message>
    <message>
        <source>Export %1 rows</source>
        <translation>导出 %1 行</translation>
    </message>
    <message>
        <source>Export rows as CSV</source>
        <translation>将行导出为 CSV</translation>
    </message>
    <message>
        <source>CSV files (*.csv)</source>
        <translation>CSV 文件 (*.csv)</translation>
    </message>
    <message>
        <source>Row, 1 to %1</source>
        <translation>行号，1 到 %1</translation>
    </message>
    <message>
        <source>Summarise a column</source>
        <translation>汇总一列</translation>
    </message>
    <message>
        <source>Shown with seven digits; copies are exact.</source>
        <translation>显示七位数字，复制时保持精确。</translation>
    </message>
    <message>
        <source>%1 rows, %2 without a value</source>
        <translation>%1 行，%2 行没有值</translation>
    </message>
    <message>
        <source>min %1, max %2, mean %3</source>
        <translation>min %1，max %2，mean %3</translation>
    </message>
    <message>
        <source>%1 NaN, %2 +Inf, %3 −Inf</source>
        <translation>NaN %1 个、+Inf %2 个、−Inf %3 个</translation>
    </message>
    <message>
        <source>more than %1 different values</source>
        <translation>超过 %1 个不同的值</translation>
    </message>
    <message>
        <source>%1 different values</source>
        <translation>%1 个不同的值</translation>
    </message>
    <message>
        <source>Sort ascending</source>
        <translation>升序排序</translation>
    </message>
    <message>
        <source>Sort descending</source>
        <translation>降序排序</translation>
    </message>
    <message>
        <source>Back to the dump&apos;s order</source>
        <translation>恢复转储的顺序</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Hide this column</source>
        <translation>隐藏此列</translation>
    </message>
    <message>
        <source>Fit width</source>
        <translation>适应宽度</translation>
    </message>
    <message>
        <source>Pin at the left</source>
        <translation>固定在左侧</translation>
    </message>
    <message>
        <source>Seven digits</source>
        <translation>七位数字</translation>
    </message>
    <message>
        <source>Colour scale</source>
        <translation>色阶</translation>
    </message>
    <message>
        <source>Plot column</source>
        <translation>绘制此列</translation>
    </message>
    <message>
        <source>Go to row…</source>
        <translation>转到行…</translation>
    </message>
    <message>
        <source>Export rows as CSV…</source>
        <translation>将行导出为 CSV…</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::DifferenceDocument</name>
    <message>
        <source>Select a pair to see where it differs.</source>
        <translation>选择一对以查看差异所在。</translation>
    </message>
    <message>
        <source>Only statistics of this pair could be compared: a side was dumped without elements.</source>
        <translation>此对只能比较统计值：有一侧转储时没有元素。</translation>
    </message>
    <message>
        <source>Only checksums of this pair could be compared: a side was dumped without elements.</source>
        <translation>此对只能比较校验和：有一侧转储时没有元素。</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>正在打开 %1</translation>
    </message>
    <message>
        <source>Not comparable: %1.</source>
        <translation>不可比：%1。</translation>
    </message>
    <message>
        <source>Measuring differences</source>
        <translation>正在度量差异</translation>
    </message>
    <message>
        <source>Comparing %1</source>
        <translation>正在比较 %1</translation>
    </message>
    <message>
        <source>Reading an element</source>
        <translation>正在读取元素</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::DifferencePanel</name>
    <message>
        <source>Difference</source>
        <translation>差值</translation>
    </message>
    <message>
        <source>Signed</source>
        <translation>有符号</translation>
    </message>
    <message>
        <source>Absolute</source>
        <translation>绝对</translation>
    </message>
    <message>
        <source>Relative</source>
        <translation>相对</translation>
    </message>
    <message>
        <source>Mismatch</source>
        <translation>超限</translation>
    </message>
    <message>
        <source>Ways to look at the pair</source>
        <translation>查看此对的方式</translation>
    </message>
    <message>
        <source>Worst elements</source>
        <translation>最差元素</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>直方图</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>target − golden, centred at zero</source>
        <translation>目标 − 基准，以 0 为中心</translation>
    </message>
    <message>
        <source>|target − golden|</source>
        <translation>|目标 − 基准|</translation>
    </message>
    <message>
        <source>|target − golden| / |golden|</source>
        <translation>|目标 − 基准| / |基准|</translation>
    </message>
    <message>
        <source>Representable numbers between the two, of the coarser type</source>
        <translation>两者之间可表示数的个数，按精度较低的类型计</translation>
    </message>
    <message>
        <source>Where |target − golden| &gt; 1e-8 + 1e-5·|golden|</source>
        <translation>|目标 − 基准| &gt; 1e-8 + 1e-5·|基准| 之处</translation>
    </message>
    <message>
        <source>One range for both</source>
        <translation>两侧共用色阶</translation>
    </message>
    <message>
        <source>Own ranges</source>
        <translation>各自色阶</translation>
    </message>
    <message>
        <source>Range of the colours of target and golden</source>
        <translation>目标侧与基准侧的色阶范围</translation>
    </message>
    <message>
        <source>Linked</source>
        <translation>联动</translation>
    </message>
    <message>
        <source>Zoom and move all pictures together</source>
        <translation>所有图一起缩放和移动</translation>
    </message>
    <message>
        <source>Swipe</source>
        <translation>划动</translation>
    </message>
    <message>
        <source>Target and golden in one place, with a line to drag between them</source>
        <translation>目标侧与基准侧重叠显示，以可拖动的线分隔</translation>
    </message>
    <message>
        <source>Blink</source>
        <translation>闪烁</translation>
    </message>
    <message>
        <source>Target and golden in turn in one place</source>
        <translation>在同一位置轮流显示目标侧与基准侧</translation>
    </message>
    <message>
        <source>Show the target</source>
        <translation>显示目标侧</translation>
    </message>
    <message>
        <source>Show the golden</source>
        <translation>显示基准侧</translation>
    </message>
    <message>
        <source>Show the difference</source>
        <translation>显示差值</translation>
    </message>
    <message>
        <source>Enter jumps to the element in all three views</source>
        <translation>按 Enter 在三个视图中跳到该元素</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>Aligned: %1.</source>
        <translation>已对齐：%1。</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标侧</translation>
    </message>
    <message>
        <source>Golden</source>
        <translation>基准侧</translation>
    </message>
    <message>
        <source>Bit-equal.</source>
        <translation>逐位相同。</translation>
    </message>
    <message>
        <source>Equal numbers.</source>
        <translation>数值相同。</translation>
    </message>
    <message>
        <source>%1 of %2 elements differ</source>
        <translation>%2 个元素中有 %1 个不同</translation>
    </message>
    <message>
        <source>Preview: 1 of %1 elements</source>
        <translation>预览：每 %1 个元素取 1 个</translation>
    </message>
    <message>
        <source>worst of %1 × %2 a cell</source>
        <translation>每格取 %1 × %2 中最差</translation>
    </message>
    <message>
        <source>Target − golden</source>
        <translation>目标 − 基准</translation>
    </message>
    <message>
        <source>Reading values</source>
        <translation>正在读取数值</translation>
    </message>
    <message>
        <source>Error against magnitude</source>
        <translation>误差与幅值</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::DivergenceLine</name>
    <message>
        <source>Go</source>
        <translation>转到</translation>
    </message>
    <message>
        <source>Go to the first divergence</source>
        <translation>转到首个分歧</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::DropArea</name>
    <message>
        <source>one folder</source>
        <translation>一个文件夹</translation>
    </message>
    <message>
        <source>target, first</source>
        <translation>先放目标侧</translation>
    </message>
    <message>
        <source>golden, second</source>
        <translation>后放基准侧</translation>
    </message>
    <message>
        <source>Drop a dump to explore it</source>
        <translation>拖入一个转储以浏览</translation>
    </message>
    <message>
        <source>Drop two to compare them</source>
        <translation>拖入两个转储以比较</translation>
    </message>
    <message>
        <source>Folder, .npy, statistic.csv, .ir, .onnx, archive</source>
        <translation>文件夹、.npy、statistic.csv、.ir、.onnx、归档</translation>
    </message>
    <message>
        <source>Sides can be swapped at any time</source>
        <translation>两侧可随时交换</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::DumpsPanel</name>
    <message>
        <source>Dumps</source>
        <translation>转储</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>分组依据</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>作用域</translation>
    </message>
    <message>
        <source>Operator type</source>
        <translation>算子类型</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Execution order</source>
        <translation>执行顺序</translation>
    </message>
    <message>
        <source>name, op_type:Conv*, nan_count&gt;0</source>
        <translation>name, op_type:Conv*, nan_count&gt;0</translation>
    </message>
    <message>
        <source>Drop a dump folder here, or open one.</source>
        <translation>将转储文件夹拖到此处，或打开一个。</translation>
    </message>
    <message>
        <source>Cancelled. %1 of %2 kept.</source>
        <translation>已取消。保留 %1 / %2。</translation>
    </message>
    <message>
        <source>This folder cannot be read: %1. Check its permissions, then rescan.</source>
        <translation>无法读取此文件夹：%1。请检查权限后重新扫描。</translation>
    </message>
    <message>
        <source>Tree of %1</source>
        <translation>%1 的树</translation>
    </message>
    <message>
        <source>Rescan</source>
        <translation>重新扫描</translation>
    </message>
    <message>
        <source>Set as target</source>
        <translation>设为目标侧</translation>
    </message>
    <message>
        <source>Set as golden</source>
        <translation>设为基准侧</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ErrorHistogramPlot</name>
    <message>
        <source>Histogram of errors</source>
        <translation>误差直方图</translation>
    </message>
    <message>
        <source>elements by |target − golden|</source>
        <translation>元素数，按 |目标 − 基准|</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ErrorPairPlot</name>
    <message>
        <source>Inherited error %1, own error %2</source>
        <translation>继承误差 %1，自身误差 %2</translation>
    </message>
    <message>
        <source>inherited</source>
        <translation>继承</translation>
    </message>
    <message>
        <source>own</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>相同</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ErrorPlot</name>
    <message>
        <source>equal</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>non-finite</source>
        <translation>非有限值</translation>
    </message>
    <message>
        <source>%1 limit %2</source>
        <translation>%1限值 %2</translation>
    </message>
    <message>
        <source>Error over execution order</source>
        <translation>按执行顺序的误差</translation>
    </message>
    <message>
        <source>execution order</source>
        <translation>执行顺序</translation>
    </message>
    <message>
        <source>%1 over execution order</source>
        <translation>按执行顺序的 %1</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ErrorScatterPlot</name>
    <message>
        <source>Error against magnitude</source>
        <translation>误差与幅值</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>相等</translation>
    </message>
    <message>
        <source>|golden|</source>
        <translation>|基准|</translation>
    </message>
    <message>
        <source>|target − golden| of %1 of %2 elements</source>
        <translation>|目标 − 基准|，%2 个元素中的 %1 个</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ExportDialog</name>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>This slice as .npy</source>
        <translation>此切片为 .npy</translation>
    </message>
    <message>
        <source>This slice as .csv</source>
        <translation>此切片为 .csv</translation>
    </message>
    <message>
        <source>Whole tensor as .npy</source>
        <translation>整个张量为 .npy</translation>
    </message>
    <message>
        <source>Picture as .png</source>
        <translation>图像为 .png</translation>
    </message>
    <message>
        <source>Picture as .svg</source>
        <translation>图像为 .svg</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Export to</source>
        <translation>导出到</translation>
    </message>
    <message>
        <source>Written to %1.</source>
        <translation>已写入 %1。</translation>
    </message>
    <message>
        <source>Whole tensor as .csv</source>
        <translation>整个张量，.csv</translation>
    </message>
    <message>
        <source>The window draws the picture; the command prints its values.</source>
        <translation>图像由窗口绘制；该命令输出其中的数值。</translation>
    </message>
    <message>
        <source>The file is there already and will be replaced.</source>
        <translation>文件已存在，将被替换。</translation>
    </message>
    <message>
        <source>Writing %1.</source>
        <translation>正在写入 %1。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::FactTable</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::FilterBar</name>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Words and conditions on columns; only rows that match are shown.</source>
        <translation>输入文本或列条件，仅显示匹配的行。</translation>
    </message>
    <message>
        <source>Saved and recent filters</source>
        <translation>已保存和最近的筛选</translation>
    </message>
    <message>
        <source>Matching rows</source>
        <translation>匹配的行</translation>
    </message>
    <message>
        <source>name, op_type:Conv*, nan_count&gt;0</source>
        <translation>name, op_type:Conv*, nan_count&gt;0</translation>
    </message>
    <message>
        <source>Column %1: %2</source>
        <translation>第 %1 列：%2</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>%1 · %2 ms</source>
        <translation>%1 · %2 毫秒</translation>
    </message>
    <message>
        <source>Forget this filter</source>
        <translation>删除此筛选</translation>
    </message>
    <message>
        <source>Save this filter</source>
        <translation>保存此筛选</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近打开</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::GraphCanvas</name>
    <message numerus="yes">
        <source>%n nodes and scopes</source>
        <translation>
            <numerusform>%n 个节点和作用域</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Laying out %n visible nodes</source>
        <translation>
            <numerusform>正在布局 %n 个可见节点</numerusform>
        </translation>
    </message>
    <message>
        <source>NaN or Inf born here</source>
        <translation>NaN 或 Inf 在此产生</translation>
    </message>
    <message>
        <source>NaN or Inf passed on</source>
        <translation>传入的 NaN 或 Inf</translation>
    </message>
    <message>
        <source>overflow</source>
        <translation>溢出</translation>
    </message>
    <message>
        <source>scope, unfolded</source>
        <translation>作用域，已展开</translation>
    </message>
    <message>
        <source>scope, folded</source>
        <translation>作用域，已折叠</translation>
    </message>
    <message numerus="yes">
        <source>%n operators</source>
        <translation>
            <numerusform>%n 个算子</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n inputs</source>
        <translation>
            <numerusform>%n 个输入</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n outputs</source>
        <translation>
            <numerusform>%n 个输出</numerusform>
        </translation>
    </message>
    <message>
        <source>output %1: %2</source>
        <translation>输出 %1：%2</translation>
    </message>
    <message>
        <source>A picture of %1 × %2 pixels is too large. Fold some scopes, or write SVG.</source>
        <translation>%1 × %2 像素的图片过大。请折叠一些作用域，或导出 SVG。</translation>
    </message>
    <message>
        <source>There is no memory for the picture.</source>
        <translation>内存不足，无法生成图片。</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>The file must end in .png, .svg or .dot: %1</source>
        <translation>文件名须以 .png、.svg 或 .dot 结尾：%1</translation>
    </message>
    <message>
        <source>inherited error</source>
        <translation>继承的误差</translation>
    </message>
    <message>
        <source>only on this side</source>
        <translation>仅此侧有</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::GraphHalves</name>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Golden graph</source>
        <translation>基准侧的图</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标侧</translation>
    </message>
    <message>
        <source>Golden</source>
        <translation>基准侧</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::GraphPanel</name>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Graph file</source>
        <translation>图文件</translation>
    </message>
    <message>
        <source>Graph of the file</source>
        <translation>文件中的图</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Everything the chosen node depends on</source>
        <translation>所选节点依赖的一切</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Everything that depends on the chosen node</source>
        <translation>依赖所选节点的一切</translation>
    </message>
    <message>
        <source>Fold all</source>
        <translation>全部折叠</translation>
    </message>
    <message>
        <source>Fold every scope</source>
        <translation>折叠所有作用域</translation>
    </message>
    <message>
        <source>Edge values</source>
        <translation>边的值</translation>
    </message>
    <message>
        <source>Types and values on the edges</source>
        <translation>在边上显示类型和值</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>Overview map</source>
        <translation>概览图</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适应窗口</translation>
    </message>
    <message>
        <source>Show the whole graph</source>
        <translation>显示整个图</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Export as PNG, SVG or dot…</source>
        <translation>导出为 PNG、SVG 或 dot…</translation>
    </message>
    <message numerus="yes">
        <source>%n hops</source>
        <translation>
            <numerusform>%n 跳</numerusform>
        </translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Nothing here yet. Choose something in Dumps.</source>
        <translation>暂无内容。请在“转储”中选择。</translation>
    </message>
    <message>
        <source>Reading the graphs of this dump.</source>
        <translation>正在读取此转储的图。</translation>
    </message>
    <message>
        <source>The graph cannot be read: %1</source>
        <translation>无法读取图：%1</translation>
    </message>
    <message>
        <source>This dump has no graph.</source>
        <translation>此转储没有图。</translation>
    </message>
    <message>
        <source>Open an .ir, .pb, .onnx or ge_proto file</source>
        <translation>打开 .ir、.pb、.onnx 或 ge_proto 文件</translation>
    </message>
    <message>
        <source>%1 (unreadable)</source>
        <translation>%1（无法读取）</translation>
    </message>
    <message>
        <source>Graph %1</source>
        <translation>图 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Graphviz is not installed: the graph is laid out in plain layers. Install the package graphviz for smoother edges.</source>
        <translation>未安装 Graphviz：图按简单分层布局。安装 graphviz 软件包可使连线更平滑。</translation>
    </message>
    <message>
        <source>Only what is near the chosen node</source>
        <translation>只显示所选节点附近的内容</translation>
    </message>
    <message>
        <source>%1 nodes would be visible. Folded to scopes; unfold what you need.</source>
        <translation>将显示 %1 个节点。已按作用域折叠，请按需展开。</translation>
    </message>
    <message>
        <source>Fold</source>
        <translation>折叠</translation>
    </message>
    <message>
        <source>Unfold</source>
        <translation>展开</translation>
    </message>
    <message>
        <source>Unfold everything inside</source>
        <translation>展开内部全部</translation>
    </message>
    <message>
        <source>Show the graph %1</source>
        <translation>显示图 %1</translation>
    </message>
    <message>
        <source>Export the graph</source>
        <translation>导出图</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>图片 (*.png)</translation>
    </message>
    <message>
        <source>Vector picture (*.svg)</source>
        <translation>矢量图 (*.svg)</translation>
    </message>
    <message>
        <source>Graphviz source (*.dot)</source>
        <translation>Graphviz 源文件 (*.dot)</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
    <message>
        <source>Both graphs</source>
        <translation>两张图</translation>
    </message>
    <message>
        <source>Target and golden beside each other</source>
        <translation>目标侧与基准侧并排</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::GridTab</name>
    <message>
        <source>Values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Jump through all rows</source>
        <translation>在所有行中跳转</translation>
    </message>
    <message>
        <source>Shortest</source>
        <translation>最短</translation>
    </message>
    <message>
        <source>Fixed</source>
        <translation>定点</translation>
    </message>
    <message>
        <source>Scientific</source>
        <translation>科学计数</translation>
    </message>
    <message>
        <source>Hex</source>
        <translation>十六进制</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>位</translation>
    </message>
    <message>
        <source>Number format</source>
        <translation>数字格式</translation>
    </message>
    <message>
        <source>Digits behind the point</source>
        <translation>小数位数</translation>
    </message>
    <message>
        <source>Tint cells</source>
        <translation>单元格着色</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>%1 digits</source>
        <translation>%1 位</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::GuideController</name>
    <message>
        <source>Dumpscope %1: opens, compares and captures tensor dumps of Ascend NPUs. GPL-3.0-or-later.</source>
        <translation>Dumpscope %1：打开、比较和采集昇腾 NPU 的张量转储。GPL-3.0-or-later。</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>The report is in the clipboard.</source>
        <translation>报告已复制到剪贴板。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::HeatmapTab</name>
    <message>
        <source>Range from the marked region</source>
        <translation>取标记区域的范围</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>Largest magnitude</source>
        <translation>最大绝对值</translation>
    </message>
    <message>
        <source>What a cell of several elements shows</source>
        <translation>含多个元素的单元格所显示的值</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适应窗口</translation>
    </message>
    <message>
        <source>%1 × %2 elements a cell</source>
        <translation>每个单元格 %1 × %2 个元素</translation>
    </message>
    <message>
        <source>Reading values</source>
        <translation>正在读取数值</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>Reading the region</source>
        <translation>正在读取区域</translation>
    </message>
    <message>
        <source>No finite element in the region.</source>
        <translation>区域内没有有限元素。</translation>
    </message>
    <message>
        <source>Preview: 1 of %1 elements</source>
        <translation>预览：每 %1 个元素取 1 个</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::HeatmapView</name>
    <message>
        <source>Heatmap</source>
        <translation>热图</translation>
    </message>
    <message>
        <source>row %1, column %2, %3</source>
        <translation>第 %1 行，第 %2 列，%3</translation>
    </message>
    <message>
        <source>%1 rows, %2 columns</source>
        <translation>%1 行，%2 列</translation>
    </message>
    <message>
        <source>row %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>rows %1 to %2</source>
        <translation>第 %1 至 %2 行</translation>
    </message>
    <message>
        <source>column %1</source>
        <translation>第 %1 列</translation>
    </message>
    <message>
        <source>columns %1 to %2</source>
        <translation>第 %1 至 %2 列</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1，%2，%3</translation>
    </message>
    <message>
        <source>NaN in the target only</source>
        <translation>仅目标侧为 NaN</translation>
    </message>
    <message>
        <source>NaN in the golden only</source>
        <translation>仅基准侧为 NaN</translation>
    </message>
    <message>
        <source>infinities of different sign</source>
        <translation>符号不同的无穷</translation>
    </message>
    <message>
        <source>the same NaN or Inf on both sides</source>
        <translation>两侧为相同的 NaN 或 Inf</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::HelpWindow</name>
    <message>
        <source>Formats</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>A file is recognised by its content; names only help.</source>
        <translation>文件按内容识别，名称仅供参考。</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Can</source>
        <translation>能力</translation>
    </message>
    <message>
        <source>values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>overflow</source>
        <translation>溢出</translation>
    </message>
    <message>
        <source>write</source>
        <translation>写出</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Topics</source>
        <translation>主题</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::HistogramBox</name>
    <message>
        <source>Slice</source>
        <translation>切片</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Log count</source>
        <translation>对数计数</translation>
    </message>
    <message>
        <source>value, this slice</source>
        <translation>数值，此切片</translation>
    </message>
    <message>
        <source>value, whole tensor</source>
        <translation>数值，整个张量</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::HistogramPlot</name>
    <message>
        <source>Histogram</source>
        <translation>直方图</translation>
    </message>
    <message>
        <source>Drag the handles to set the range</source>
        <translation>拖动手柄设置范围</translation>
    </message>
    <message>
        <source>No finite element: %1 NaN, %2 +Inf, %3 −Inf.</source>
        <translation>没有有限元素：NaN %1 个、+Inf %2 个、−Inf %3 个。</translation>
    </message>
    <message>
        <source>All %1 elements are %2.</source>
        <translation>全部 %1 个元素均为 %2。</translation>
    </message>
    <message>
        <source>The only element is %1.</source>
        <translation>唯一的元素是 %1。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ImageTab</name>
    <message>
        <source>Channels</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Red, green, blue</source>
        <translation>红、绿、蓝</translation>
    </message>
    <message>
        <source>Channel %1</source>
        <translation>通道 %1</translation>
    </message>
    <message>
        <source>Reading a picture</source>
        <translation>正在读取图像</translation>
    </message>
    <message>
        <source>black %1, white %2</source>
        <translation>黑 %1，白 %2</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::LimitListModel</name>
    <message>
        <source>every pair</source>
        <translation>所有配对</translation>
    </message>
    <message>
        <source>Which pairs the rule is for, as a filter: precision:float16 op_name:*conv*</source>
        <translation>规则适用的配对，以筛选表达：precision:float16 op_name:*conv*</translation>
    </message>
    <message>
        <source>Pairs for which this rule counts: the first that selects them decides</source>
        <translation>由此规则决定的配对：首个选中它们的规则生效</translation>
    </message>
    <message>
        <source>metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>must be</source>
        <translation>须为</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>限值</translation>
    </message>
    <message>
        <source>dtype and operators</source>
        <translation>类型与算子</translation>
    </message>
    <message>
        <source>else</source>
        <translation>否则</translation>
    </message>
    <message>
        <source>pairs</source>
        <translation>配对</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::LimitsPanel</name>
    <message>
        <source>Limits</source>
        <translation>限值</translation>
    </message>
    <message>
        <source>limits</source>
        <translation>限值</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Add a limit</source>
        <translation>添加限值</translation>
    </message>
    <message>
        <source>Remove the limit</source>
        <translation>移除限值</translation>
    </message>
    <message>
        <source>Decide earlier</source>
        <translation>提前决定</translation>
    </message>
    <message>
        <source>Decide later</source>
        <translation>推后决定</translation>
    </message>
    <message>
        <source>Open limits…</source>
        <translation>打开限值…</translation>
    </message>
    <message>
        <source>Save limits…</source>
        <translation>保存限值…</translation>
    </message>
    <message>
        <source>Pairs whose verdict would change</source>
        <translation>判定会改变的配对</translation>
    </message>
    <message>
        <source>Compare two dumps to choose limits for them.</source>
        <translation>比较两个转储后可设置限值。</translation>
    </message>
    <message>
        <source>Count what limits decide</source>
        <translation>统计限值的作用</translation>
    </message>
    <message>
        <source>A number is expected.</source>
        <translation>此处应为数字。</translation>
    </message>
    <message>
        <source>Preview limits</source>
        <translation>预览限值</translation>
    </message>
    <message>
        <source>With %1, no verdict changes.</source>
        <translation>若为 %1，没有判定会改变。</translation>
    </message>
    <message>
        <source>With %1, %2 rows change; %3 → %4 fail.</source>
        <translation>若为 %1，%2 行的判定会改变；不合格 %3 → %4。</translation>
    </message>
    <message>
        <source>The first rule that selects a pair decides about its metric. While you type, what would change is shown here.</source>
        <translation>首个选中配对的规则决定其指标。输入时，此处显示会改变的判定。</translation>
    </message>
    <message>
        <source>new limit</source>
        <translation>新限值</translation>
    </message>
    <message>
        <source>remove limit</source>
        <translation>移除限值</translation>
    </message>
    <message>
        <source>order of limits</source>
        <translation>限值顺序</translation>
    </message>
    <message>
        <source>Open limits</source>
        <translation>打开限值</translation>
    </message>
    <message>
        <source>Limits (*.json)</source>
        <translation>限值 (*.json)</translation>
    </message>
    <message>
        <source>Save limits</source>
        <translation>保存限值</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::MainWindow</name>
    <message>
        <source>%1 new files.</source>
        <translation>新增 %1 个文件。</translation>
    </message>
    <message>
        <source>%1 changed on disk.</source>
        <translation>%1 在磁盘上已更改。</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <source>Drop to open it beside what is open.</source>
        <translation>松开即可打开，已打开的内容保持不变。</translation>
    </message>
    <message>
        <source>Drop to open them side by side.</source>
        <translation>松开即可同时打开。</translation>
    </message>
    <message>
        <source>Toolbar</source>
        <translation>工具栏</translation>
    </message>
    <message>
        <source>Go to tensor, operator or action</source>
        <translation>转到张量、算子或操作</translation>
    </message>
    <message>
        <source>%1 rows, %2 selected</source>
        <translation>%1 行，已选 %2 行</translation>
    </message>
    <message>
        <source>No problems</source>
        <translation>没有问题</translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <translation>
            <numerusform>%n 个问题</numerusform>
        </translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>面板</translation>
    </message>
    <message numerus="yes">
        <source>%n selected item(s) hidden by the filter.</source>
        <translation>
            <numerusform>%n 个已选项被筛选隐藏。</numerusform>
        </translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Dumpscope crashed last time. The report holds no personal data: %1</source>
        <translation>Dumpscope 上次异常退出。报告不含个人数据：%1</translation>
    </message>
    <message>
        <source>Show folder</source>
        <translation>打开文件夹</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::NodeMarks</name>
    <message>
        <source>overflow</source>
        <translation>溢出</translation>
    </message>
    <message>
        <source>born here</source>
        <translation>在此产生</translation>
    </message>
    <message>
        <source>only on this side</source>
        <translation>仅此侧有</translation>
    </message>
    <message>
        <source>inherited</source>
        <translation>继承</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::NodeSearchField</name>
    <message>
        <source>Find a node</source>
        <translation>查找节点</translation>
    </message>
    <message>
        <source>Name or type; op_type:Conv* takes wildcards</source>
        <translation>名称或类型；op_type:Conv* 支持通配符</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::NoticeBar</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::OpenController</name>
    <message>
        <source>Open a dump folder</source>
        <translation>打开转储文件夹</translation>
    </message>
    <message>
        <source>Open files</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>Target: the run to check</source>
        <translation>目标侧：待检查的运行</translation>
    </message>
    <message>
        <source>Golden: the run that is right</source>
        <translation>基准侧：正确的运行</translation>
    </message>
    <message>
        <source>Compare %1 with %2?</source>
        <translation>将 %1 与 %2 比较？</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::OperatorPanel</name>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Inputs and outputs</source>
        <translation>输入和输出</translation>
    </message>
    <message numerus="yes">
        <source>%1 is a scope of %n operators. Select one of them.</source>
        <translation>
            <numerusform>%1 是含 %n 个算子的作用域。请选择其中一个。</numerusform>
        </translation>
    </message>
    <message>
        <source>Select a node of the graph to see its inputs and outputs.</source>
        <translation>选择图中的一个节点以查看其输入和输出。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::OverflowModel</name>
    <message>
        <source>record not understood</source>
        <translation>无法解析的记录</translation>
    </message>
    <message>
        <source>%1  status %2</source>
        <translation>%1  状态 %2</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>步 %1</translation>
    </message>
    <message>
        <source>operator not dumped</source>
        <translation>算子未转储</translation>
    </message>
    <message>
        <source>1 record</source>
        <translation>1 条记录</translation>
    </message>
    <message>
        <source>%1 records</source>
        <translation>%1 条记录</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::OverflowPanel</name>
    <message>
        <source>Overflow</source>
        <translation>溢出</translation>
    </message>
    <message>
        <source>NaN and Inf scan</source>
        <translation>扫描 NaN 和 Inf</translation>
    </message>
    <message>
        <source>Overflow records</source>
        <translation>溢出记录</translation>
    </message>
    <message>
        <source>Tensors with NaN or Inf</source>
        <translation>含 NaN 或 Inf 的张量</translation>
    </message>
    <message>
        <source>Tensors of this record</source>
        <translation>此记录的张量</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>rank_%1</source>
        <translation>rank_%1</translation>
    </message>
    <message>
        <source>no rank</source>
        <translation>无卡号</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>步 %1</translation>
    </message>
    <message>
        <source>no step</source>
        <translation>无步号</translation>
    </message>
    <message>
        <source>Nothing here yet. Choose something in Dumps.</source>
        <translation>暂无内容。请在“转储”中选择。</translation>
    </message>
    <message>
        <source>No overflow record, and no NaN or Inf in %1 tensors.</source>
        <translation>没有溢出记录，%1 个张量中也没有 NaN 或 Inf。</translation>
    </message>
    <message>
        <source>No overflow record.</source>
        <translation>没有溢出记录。</translation>
    </message>
    <message>
        <source>Scan tensors for NaN and Inf</source>
        <translation>扫描张量中的 NaN 和 Inf</translation>
    </message>
    <message>
        <source>NaN and Inf scan of %1</source>
        <translation>扫描 %1 中的 NaN 和 Inf</translation>
    </message>
    <message>
        <source>Cancelled. %1 of %2 kept.</source>
        <translation>已取消。保留 %1 / %2。</translation>
    </message>
    <message>
        <source>%1 with NaN or Inf</source>
        <translation>%1 个含 NaN 或 Inf</translation>
    </message>
    <message>
        <source>Scan</source>
        <translation>扫描</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Scanning in execution order: %1 of %2. None found so far.</source>
        <translation>正在按执行顺序扫描：%1 / %2。尚未发现。</translation>
    </message>
    <message>
        <source>Scanning in execution order: %1 of %2. %3 found so far.</source>
        <translation>正在按执行顺序扫描：%1 / %2。已发现 %3 个。</translation>
    </message>
    <message>
        <source>%1 of %2 tensors have NaN or Inf.</source>
        <translation>%2 个张量中有 %1 个含 NaN 或 Inf。</translation>
    </message>
    <message>
        <source>No NaN or Inf in %1 tensors.</source>
        <translation>%1 个张量中没有 NaN 或 Inf。</translation>
    </message>
    <message>
        <source>%1 tensors can be scanned in execution order.</source>
        <translation>可按执行顺序扫描 %1 个张量。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::OverflowRecordView</name>
    <message>
        <source>block %1</source>
        <translation>块 %1</translation>
    </message>
    <message>
        <source>core %1</source>
        <translation>核 %1</translation>
    </message>
    <message>
        <source>task %1</source>
        <translation>任务 %1</translation>
    </message>
    <message>
        <source>stream %1</source>
        <translation>流 %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>步 %1</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>Overflow record</source>
        <translation>溢出记录</translation>
    </message>
    <message>
        <source>A record that is not understood</source>
        <translation>无法解析的记录</translation>
    </message>
    <message>
        <source>No overflow is reported</source>
        <translation>未报告溢出</translation>
    </message>
    <message>
        <source>Overflow</source>
        <translation>溢出</translation>
    </message>
    <message>
        <source>Overflow with an unknown bit</source>
        <translation>溢出，含未知位</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%2 中的 %1</translation>
    </message>
    <message>
        <source>This record is damaged: %1. The fields read so far are shown.</source>
        <translation>记录已损坏：%1。已显示可读取的字段。</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 微秒</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>status %1</source>
        <translation>状态 %1</translation>
    </message>
    <message>
        <source>status</source>
        <translation>状态</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::OverflowTimeline</name>
    <message>
        <source>Records over ranks and steps</source>
        <translation>按卡和步排列的记录</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::OverviewPanel</name>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>Plotted metric</source>
        <translation>绘制的指标</translation>
    </message>
    <message>
        <source>Which tensors are drawn</source>
        <translation>绘制哪些张量</translation>
    </message>
    <message>
        <source>All tensors</source>
        <translation>全部张量</translation>
    </message>
    <message>
        <source>Outputs only</source>
        <translation>仅输出</translation>
    </message>
    <message>
        <source>Own and inherited</source>
        <translation>自身与继承</translation>
    </message>
    <message>
        <source>Columns for the error that came in and the error that was added</source>
        <translation>以柱形表示传入的误差和新增的误差</translation>
    </message>
    <message>
        <source>Scope bands</source>
        <translation>作用域色带</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>各卡</translation>
    </message>
    <message>
        <source>All ranks on top of each other</source>
        <translation>叠加显示所有卡</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>各步</translation>
    </message>
    <message>
        <source>All steps on top of each other</source>
        <translation>叠加显示所有步</translation>
    </message>
    <message>
        <source>Fit the plot</source>
        <translation>适合窗口</translation>
    </message>
    <message>
        <source>Copy the plot as a picture</source>
        <translation>将图复制为图片</translation>
    </message>
    <message>
        <source>inherited from inputs</source>
        <translation>由输入继承</translation>
    </message>
    <message>
        <source>added by the operator</source>
        <translation>算子新增</translation>
    </message>
    <message>
        <source>Compare two dumps to see where errors begin and grow.</source>
        <translation>比较两个转储，查看误差从何处开始并扩大。</translation>
    </message>
    <message>
        <source>Plot errors</source>
        <translation>绘制误差</translation>
    </message>
    <message>
        <source>inherited %1, explained %2</source>
        <translation>继承 %1，可解释 %2</translation>
    </message>
    <message>
        <source>Double click opens it.</source>
        <translation>双击打开。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::PairingPanel</name>
    <message>
        <source>Pairing ●</source>
        <translation>配对 ●</translation>
    </message>
    <message>
        <source>Pairing</source>
        <translation>配对</translation>
    </message>
    <message>
        <source>remove rule</source>
        <translation>移除规则</translation>
    </message>
    <message>
        <source>Operators of both sides</source>
        <translation>两侧的算子</translation>
    </message>
    <message>
        <source>name or type of operators</source>
        <translation>算子名称或类型</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Candidates</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>Why this pair</source>
        <translation>配对原因</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Save pairing…</source>
        <translation>保存配对…</translation>
    </message>
    <message>
        <source>Apply rule</source>
        <translation>应用规则</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Remove rule</source>
        <translation>移除规则</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Unpaired</source>
        <translation>未配对</translation>
    </message>
    <message>
        <source>Suggestions</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>By hand</source>
        <translation>手工</translation>
    </message>
    <message>
        <source>Compare two dumps to see and change which operators belong together.</source>
        <translation>比较两个转储后，可查看并修改算子的配对。</translation>
    </message>
    <message>
        <source>Lay out the pairing</source>
        <translation>布置配对</translation>
    </message>
    <message>
        <source>Target operators  %1 of %2 paired</source>
        <translation>目标侧算子  已配对 %1 / %2</translation>
    </message>
    <message>
        <source>%1 links</source>
        <translation>%1 条连线</translation>
    </message>
    <message>
        <source>%1 of %2 paired  Golden operators</source>
        <translation>已配对 %1 / %2  基准侧算子</translation>
    </message>
    <message>
        <source>Rules run after pairs made by hand and before names.</source>
        <translation>规则在手工配对之后、名称匹配之前生效。</translation>
    </message>
    <message>
        <source>Search candidates</source>
        <translation>搜索候选</translation>
    </message>
    <message>
        <source>Choose an operator to see why it is paired.</source>
        <translation>选择一个算子以查看配对原因。</translation>
    </message>
    <message>
        <source>Paired by %1, 1 : %2</source>
        <translation>配对方式：%1，1 : %2</translation>
    </message>
    <message>
        <source>Paired by %1</source>
        <translation>配对方式：%1</translation>
    </message>
    <message>
        <source>%1 pairs of tensors; confidence %2.</source>
        <translation>%1 对张量；可信度 %2。</translation>
    </message>
    <message>
        <source>Drag it onto an operator of the other side, or choose one there and press P.</source>
        <translation>将其拖到另一侧的算子上，或在另一侧选择一个后按 P。</translation>
    </message>
    <message>
        <source>Saved as:</source>
        <translation>保存为：</translation>
    </message>
    <message>
        <source>pair</source>
        <translation>配对</translation>
    </message>
    <message>
        <source>unpair</source>
        <translation>取消配对</translation>
    </message>
    <message>
        <source>Counting what the rule pairs…</source>
        <translation>正在统计规则的配对…</translation>
    </message>
    <message>
        <source>Preview a rule</source>
        <translation>预览规则</translation>
    </message>
    <message>
        <source>Pairs %1 more operators; %2 pairs would be computed.</source>
        <translation>可再配对 %1 个算子；将计算 %2 对。</translation>
    </message>
    <message>
        <source>Rule %1: %2. It is not applied.</source>
        <translation>规则 %1：%2。未应用。</translation>
    </message>
    <message>
        <source>rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Save pairing</source>
        <translation>保存配对</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::PairingView</name>
    <message>
        <source>%1 links</source>
        <translation>%1 条连线</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::PanelDock</name>
    <message>
        <source>Maximise panel</source>
        <translation>最大化面板</translation>
    </message>
    <message>
        <source>Close panel</source>
        <translation>关闭面板</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::PlaneStage</name>
    <message>
        <source>Line between target and golden</source>
        <translation>目标侧与基准侧之间的分隔线</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::PlaneTableModel</name>
    <message>
        <source>Reading values</source>
        <translation>正在读取数值</translation>
    </message>
    <message>
        <source>row %1, column %2, %3</source>
        <translation>第 %1 行，第 %2 列，%3</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::PortModel</name>
    <message>
        <source>after</source>
        <translation>后于</translation>
    </message>
    <message>
        <source>input %1</source>
        <translation>输入 %1</translation>
    </message>
    <message>
        <source>output %1</source>
        <translation>输出 %1</translation>
    </message>
    <message>
        <source>The dump does not have this tensor.</source>
        <translation>转储中没有此张量。</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>dtype and shape</source>
        <translation>类型和形状</translation>
    </message>
    <message>
        <source>from</source>
        <translation>来自</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::PreferencesDialog</name>
    <message>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <source>General</source>
        <translation>常规</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>/path/in/the/dump=/path/on/this/computer</source>
        <translation>/转储中的路径=/本机路径</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ProblemModel</name>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>hint</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>code</source>
        <translation>代码</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ProblemsPanel</name>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>What the problem means and what to try</source>
        <translation>问题的含义与可尝试的办法</translation>
    </message>
    <message>
        <source>No problems.</source>
        <translation>没有问题。</translation>
    </message>
    <message>
        <source>%1 problems are hidden.</source>
        <translation>已隐藏 %1 个问题。</translation>
    </message>
    <message>
        <source>Show them</source>
        <translation>显示这些问题</translation>
    </message>
    <message>
        <source>Hide this kind</source>
        <translation>隐藏此类</translation>
    </message>
    <message>
        <source>Show hidden kinds</source>
        <translation>显示已隐藏的类别</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ProfileTab</name>
    <message>
        <source>Axis of the profile</source>
        <translation>剖面的轴</translation>
    </message>
    <message>
        <source>Other steps and ranks</source>
        <translation>其他步和卡</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>剖面</translation>
    </message>
    <message>
        <source>Reading a profile</source>
        <translation>正在读取剖面</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1，位于 %2</translation>
    </message>
    <message>
        <source>%1 of %2 shown; at most %3, and none of another shape</source>
        <translation>已显示 %2 条中的 %1 条；至多 %3 条，形状不同的不显示</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::PropertiesTab</name>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>index</source>
        <translation>索引</translation>
    </message>
    <message>
        <source>Header</source>
        <translation>文件头</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>bytes in the file</source>
        <translation>文件中的字节</translation>
    </message>
    <message>
        <source>name by the mapping</source>
        <translation>映射后的名称</translation>
    </message>
    <message>
        <source>name as recorded</source>
        <translation>记录的名称</translation>
    </message>
    <message>
        <source>why this order</source>
        <translation>此顺序的依据</translation>
    </message>
    <message>
        <source>Reading the header</source>
        <translation>正在读取文件头</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>not read</source>
        <translation>未读取</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::RankStepPanel</name>
    <message>
        <source>Rank × step</source>
        <translation>卡 × 步</translation>
    </message>
    <message>
        <source>Verdicts by rank and step</source>
        <translation>各卡各步的判定</translation>
    </message>
    <message>
        <source>Which tensors: name:*fc1* io:output</source>
        <translation>选择张量：name:*fc1* io:output</translation>
    </message>
    <message>
        <source>Compare two dumps to see which ranks and steps differ.</source>
        <translation>比较两个转储，查看哪些卡和步有差异。</translation>
    </message>
    <message>
        <source>Sum up ranks and steps</source>
        <translation>汇总各卡各步</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ReportDialog</name>
    <message>
        <source>Write</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Kind of report</source>
        <translation>报告类型</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Write the report to</source>
        <translation>报告保存位置</translation>
    </message>
    <message>
        <source>The comparison is still running.</source>
        <translation>比较仍在进行。</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>正在写入…</translation>
    </message>
    <message>
        <source>Write a report</source>
        <translation>写报告</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ResultsPanel</name>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>定义</translation>
    </message>
    <message>
        <source>Definitions of the metrics</source>
        <translation>指标定义</translation>
    </message>
    <message>
        <source>Definitions of the metrics: ours, or those of an official tool</source>
        <translation>指标定义：本程序的，或官方工具的</translation>
    </message>
    <message>
        <source>verdict:fail max_absolute_error&gt;1e-3 name:*fc1*</source>
        <translation>verdict:fail max_absolute_error&gt;1e-3 name:*fc1*</translation>
    </message>
    <message>
        <source>No operator diverges; %1 of %2 pairs are within limits.</source>
        <translation>没有算子出现分歧；%2 对中有 %1 对在限值内。</translation>
    </message>
    <message>
        <source>All %1 pairs are bit-equal.</source>
        <translation>全部 %1 对逐位相同。</translation>
    </message>
    <message>
        <source>All %1 pairs are within limits. Largest: %2.</source>
        <translation>全部 %1 对均在限值内。最大：%2。</translation>
    </message>
    <message>
        <source>First divergence</source>
        <translation>首个分歧</translation>
    </message>
    <message>
        <source>First so far</source>
        <translation>目前首个</translation>
    </message>
    <message>
        <source>its inputs are within limits</source>
        <translation>输入均在限值内</translation>
    </message>
    <message>
        <source>none of its inputs could be compared</source>
        <translation>其输入均无法比较</translation>
    </message>
    <message>
        <source>no output differs anywhere</source>
        <translation>各处输出均无差异</translation>
    </message>
    <message>
        <source>an input differs that no earlier output explains</source>
        <translation>有一个输入不同，且之前的输出无法解释</translation>
    </message>
    <message>
        <source>No divergence so far</source>
        <translation>目前没有分歧</translation>
    </message>
    <message>
        <source>Reading both sides</source>
        <translation>正在读取两侧</translation>
    </message>
    <message>
        <source>Pairing</source>
        <translation>正在配对</translation>
    </message>
    <message>
        <source>Drop two dumps here to compare them.</source>
        <translation>将两个转储拖到此处进行比较。</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Drop a second dump to compare with %1.</source>
        <translation>拖入另一个转储，与 %1 比较。</translation>
    </message>
    <message>
        <source>The comparison cannot run: %1.</source>
        <translation>无法进行比较：%1。</translation>
    </message>
    <message>
        <source>Compute again</source>
        <translation>重新计算</translation>
    </message>
    <message>
        <source>Both sides are being read.</source>
        <translation>正在读取两侧。</translation>
    </message>
    <message>
        <source>Operators are being paired.</source>
        <translation>正在配对算子。</translation>
    </message>
    <message>
        <source>No row matches. Clear the filter to see %1 rows.</source>
        <translation>没有匹配的行。清除筛选可查看 %1 行。</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Nothing could be paired.</source>
        <translation>没有可配对的项。</translation>
    </message>
    <message>
        <source>Open Pairing to see the nearest names</source>
        <translation>打开“配对”查看最接近的名称</translation>
    </message>
    <message>
        <source>Stopped at %1 pairs. Verdicts so far are final.</source>
        <translation>已停在 %1 对。已有判定不会改变。</translation>
    </message>
    <message>
        <source>Comparing: %1 pairs so far.</source>
        <translation>正在比较：目前 %1 对。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::RootWatch</name>
    <message>
        <source>Look for new files in %1</source>
        <translation>在 %1 中查找新文件</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::RuleModel</name>
    <message>
        <source>Target&apos;s operators: a glob, or /expression/ with groups</source>
        <translation>目标侧算子：通配符，或带分组的 /表达式/</translation>
    </message>
    <message>
        <source>Golden&apos;s name; $1 stands for the first group</source>
        <translation>基准侧名称；$1 表示第一个分组</translation>
    </message>
    <message>
        <source>target pattern</source>
        <translation>目标侧模式</translation>
    </message>
    <message>
        <source>golden template</source>
        <translation>基准侧模板</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ScanModel</name>
    <message>
        <source>born here</source>
        <translation>在此产生</translation>
    </message>
    <message>
        <source>inherited</source>
        <translation>继承</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>why</source>
        <translation>原因</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ScopesPanel</name>
    <message>
        <source>Scopes</source>
        <translation>作用域</translation>
    </message>
    <message>
        <source>name, op_type:MatMul*</source>
        <translation>名称、op_type:MatMul*</translation>
    </message>
    <message>
        <source>Filter the scopes</source>
        <translation>筛选作用域</translation>
    </message>
    <message>
        <source>Reading the graphs of this dump.</source>
        <translation>正在读取此转储的图。</translation>
    </message>
    <message>
        <source>This dump has no graph.</source>
        <translation>此转储没有图。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::Screenshot</name>
    <message>
        <source>the arrangement %1 has no panels</source>
        <translation>布局 %1 没有面板</translation>
    </message>
    <message>
        <source>no tensor %1</source>
        <translation>没有张量 %1</translation>
    </message>
    <message>
        <source>no tab %1</source>
        <translation>没有标签页 %1</translation>
    </message>
    <message>
        <source>the action %1 does not exist or cannot run now</source>
        <translation>操作 %1 不存在或目前无法执行</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::Session</name>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>Statistics of %1</source>
        <translation>%1 的统计</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ShortcutEditor</name>
    <message>
        <source>%1 is already the key of %2. Give that another key first.</source>
        <translation>%1 已是“%2”的快捷键。请先为其指定其他快捷键。</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>标识</translation>
    </message>
    <message>
        <source>action or key</source>
        <translation>操作或快捷键</translation>
    </message>
    <message>
        <source>Actions and their keys</source>
        <translation>操作及其快捷键</translation>
    </message>
    <message>
        <source>New key</source>
        <translation>新快捷键</translation>
    </message>
    <message>
        <source>Usual key</source>
        <translation>恢复默认</translation>
    </message>
    <message>
        <source>All usual keys</source>
        <translation>全部恢复默认</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ShortcutSheet</name>
    <message>
        <source>Shortcuts</source>
        <translation>快捷键</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ShownGraph</name>
    <message numerus="yes">
        <source>%n operators</source>
        <translation>
            <numerusform>%n 个算子</numerusform>
        </translation>
    </message>
    <message>
        <source>Parameter</source>
        <translation>参数</translation>
    </message>
    <message numerus="yes">
        <source>%n scopes</source>
        <translation>
            <numerusform>%n 个作用域</numerusform>
        </translation>
    </message>
    <message>
        <source>Graphs of %1</source>
        <translation>%1 的图</translation>
    </message>
    <message>
        <source>Graph %1</source>
        <translation>图 %1</translation>
    </message>
    <message>
        <source>Marks of the graph</source>
        <translation>图的标记</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::SideColumn</name>
    <message>
        <source>Probe</source>
        <translation>探针</translation>
    </message>
    <message>
        <source>arrow keys move · F8 next NaN</source>
        <translation>方向键移动 · F8 下一个 NaN</translation>
    </message>
    <message>
        <source>(padding)</source>
        <translation>（填充）</translation>
    </message>
    <message>
        <source>index</source>
        <translation>索引</translation>
    </message>
    <message>
        <source>value</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>bits</source>
        <translation>位</translation>
    </message>
    <message>
        <source>storage</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>Byte %1 of the tensor&apos;s data</source>
        <translation>张量数据的第 %1 字节</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>直方图</translation>
    </message>
    <message>
        <source>drag the handles to set the range</source>
        <translation>拖动手柄设置范围</translation>
    </message>
    <message>
        <source>Whole tensor</source>
        <translation>整个张量</translation>
    </message>
    <message>
        <source>computed, float64</source>
        <translation>计算得出，float64</translation>
    </message>
    <message>
        <source>Histogram, probe, statistics</source>
        <translation>直方图、探针、统计</translation>
    </message>
    <message>
        <source>recorded %1</source>
        <translation>记录的 %1</translation>
    </message>
    <message>
        <source>The dump and the values disagree.</source>
        <translation>转储中的统计与数值不一致。</translation>
    </message>
    <message>
        <source>not computed</source>
        <translation>未计算</translation>
    </message>
    <message>
        <source>Compute again</source>
        <translation>重新计算</translation>
    </message>
    <message>
        <source>byte in file</source>
        <translation>文件字节</translation>
    </message>
    <message>
        <source>byte in data</source>
        <translation>数据字节</translation>
    </message>
    <message>
        <source>Byte %1 of the file, counted from 0</source>
        <translation>文件的第 %1 字节，从 0 计</translation>
    </message>
    <message>
        <source>The file does not hold these bytes as they are.</source>
        <translation>文件中没有原样保存这些字节。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::SidesStrip</name>
    <message>
        <source>rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>步 %1</translation>
    </message>
    <message>
        <source>%1 tensors</source>
        <translation>%1 个张量</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标侧</translation>
    </message>
    <message>
        <source>Golden</source>
        <translation>基准侧</translation>
    </message>
    <message>
        <source>Close this comparison</source>
        <translation>关闭此比较</translation>
    </message>
    <message>
        <source>Sides of the comparison</source>
        <translation>比较的两侧</translation>
    </message>
    <message>
        <source>Open comparisons</source>
        <translation>打开的比较</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::SliceBar</name>
    <message>
        <source>rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Drag to another axis; V transposes</source>
        <translation>拖到另一个轴上；按 V 转置</translation>
    </message>
    <message>
        <source>Slice, or index of an element</source>
        <translation>切片或元素索引</translation>
    </message>
    <message>
        <source>Slice such as 0,12,:,: or index of an element</source>
        <translation>切片（如 0,12,:,:）或元素索引</translation>
    </message>
    <message>
        <source>Step or rank of the same tensor</source>
        <translation>同一张量的步或卡</translation>
    </message>
    <message>
        <source>Order of the elements</source>
        <translation>元素的顺序</translation>
    </message>
    <message>
        <source>Logical %1</source>
        <translation>逻辑 %1</translation>
    </message>
    <message>
        <source>Storage %1</source>
        <translation>存储 %1</translation>
    </message>
    <message>
        <source>axis %1</source>
        <translation>轴 %1</translation>
    </message>
    <message>
        <source>Index of %1</source>
        <translation>%1 的索引</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::SourcePanel</name>
    <message>
        <source>Source</source>
        <translation>源码</translation>
    </message>
    <message>
        <source>Lines that made the operator</source>
        <translation>生成该算子的代码行</translation>
    </message>
    <message>
        <source>Open the file</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>Graphs of %1</source>
        <translation>%1 的图</translation>
    </message>
    <message>
        <source>Select a tensor to see its source.</source>
        <translation>选择一个张量以查看其源码。</translation>
    </message>
    <message>
        <source>Reading the graphs of this dump.</source>
        <translation>正在读取此转储的图。</translation>
    </message>
    <message>
        <source>This dump has no graph.</source>
        <translation>此转储没有图。</translation>
    </message>
    <message>
        <source>The graph names no line of the program for this operator.</source>
        <translation>图中没有该算子对应的代码行。</translation>
    </message>
    <message>
        <source>Read %1</source>
        <translation>读取 %1</translation>
    </message>
    <message>
        <source>The file %1 is not here.</source>
        <translation>找不到文件 %1。</translation>
    </message>
    <message>
        <source>Set the source folder</source>
        <translation>设置源码目录</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::StartPage</name>
    <message>
        <source>Explore and compare tensor dumps of Ascend NPUs</source>
        <translation>浏览和比较昇腾 NPU 的张量转储</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>Keys worth knowing</source>
        <translation>常用快捷键</translation>
    </message>
    <message>
        <source>Learn</source>
        <translation>了解更多</translation>
    </message>
    <message>
        <source>name, path or verdict</source>
        <translation>名称、路径或判定</translation>
    </message>
    <message>
        <source>Nothing opened yet. &lt;a href=&quot;sample&quot;&gt;Try the sample&lt;/a&gt;.</source>
        <extracomment>Exactly one part is the link.</extracomment>
        <translation>尚未打开过内容。可先&lt;a href=&quot;sample&quot;&gt;试用示例&lt;/a&gt;。</translation>
    </message>
    <message>
        <source>Open folder…</source>
        <translation>打开文件夹…</translation>
    </message>
    <message>
        <source>explore one dump</source>
        <translation>浏览一个转储</translation>
    </message>
    <message>
        <source>Compare…</source>
        <translation>比较…</translation>
    </message>
    <message>
        <source>target and golden</source>
        <translation>目标侧与基准侧</translation>
    </message>
    <message>
        <source>New capture…</source>
        <translation>新建采集…</translation>
    </message>
    <message>
        <source>on a device or by launching a program</source>
        <translation>在设备上，或通过启动程序</translation>
    </message>
    <message>
        <source>Open the sample</source>
        <translation>打开示例</translation>
    </message>
    <message>
        <source>LeNet with one planted bug</source>
        <translation>含一处植入错误的 LeNet</translation>
    </message>
    <message numerus="yes">
        <source>%n minutes ago</source>
        <translation>
            <numerusform>%n 分钟前</numerusform>
        </translation>
    </message>
    <message>
        <source>today %1</source>
        <translation>今天 %1</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>d MMM</source>
        <extracomment>Format of a date as of QDate::toString().</extracomment>
        <translation>M月d日</translation>
    </message>
    <message>
        <source>not reachable now</source>
        <translation>目前无法访问</translation>
    </message>
    <message>
        <source>The workflow in five steps</source>
        <translation>五步工作流程</translation>
    </message>
    <message>
        <source>What the metrics mean</source>
        <translation>各指标的含义</translation>
    </message>
    <message>
        <source>How filters are written</source>
        <translation>筛选的写法</translation>
    </message>
    <message>
        <source>Command line</source>
        <translation>命令行</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::StatisticListModel</name>
    <message>
        <source>NaN or infinities are born here.</source>
        <translation>NaN 或 Inf 在此产生。</translation>
    </message>
    <message>
        <source>NaN or infinities came in with the inputs.</source>
        <translation>NaN 或 Inf 随输入传入。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::StatisticsPanel</name>
    <message>
        <source>Statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>Only NaN or Inf</source>
        <translation>仅 NaN 或 Inf</translation>
    </message>
    <message>
        <source>Colour scale</source>
        <translation>色阶</translation>
    </message>
    <message>
        <source>Plot column</source>
        <translation>绘制此列</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Export rows as CSV</source>
        <translation>将行导出为 CSV</translation>
    </message>
    <message>
        <source>Summary of the rows shown</source>
        <translation>所示行的汇总</translation>
    </message>
    <message>
        <source>Statistics files</source>
        <translation>统计文件</translation>
    </message>
    <message>
        <source>computed</source>
        <translation>计算得出</translation>
    </message>
    <message>
        <source>%1 files: %2</source>
        <translation>%1 个文件：%2</translation>
    </message>
    <message>
        <source>No row matches. Clear the filter to see %1 rows.</source>
        <translation>没有匹配的行。清除筛选可查看 %1 行。</translation>
    </message>
    <message>
        <source>Nothing here yet. Choose something in Dumps.</source>
        <translation>暂无内容。请在“转储”中选择。</translation>
    </message>
    <message>
        <source>This dump has no statistic.csv.</source>
        <translation>此转储没有 statistic.csv。</translation>
    </message>
    <message>
        <source>Compute statistics</source>
        <translation>计算统计</translation>
    </message>
    <message>
        <source>Sum up rows</source>
        <translation>汇总行</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>%1 with NaN or Inf</source>
        <translation>%1 个含 NaN 或 Inf</translation>
    </message>
    <message>
        <source>%1 elements</source>
        <translation>%1 个元素</translation>
    </message>
    <message>
        <source>max over finite rows %1</source>
        <translation>有限行的最大值 %1</translation>
    </message>
    <message>
        <source>source: file</source>
        <translation>来源：文件</translation>
    </message>
    <message>
        <source>source: computed</source>
        <translation>来源：计算得出</translation>
    </message>
    <message>
        <source>source: file, %1 computed</source>
        <translation>来源：文件，其中 %1 行为计算得出</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::StatisticsPlot</name>
    <message>
        <source>Plot a column</source>
        <translation>绘制一列</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>execution order</source>
        <translation>执行顺序</translation>
    </message>
    <message>
        <source>NaN or Inf born in %1 %2 %3</source>
        <translation>NaN 或 Inf 产生于 %1 %2 %3</translation>
    </message>
    <message>
        <source>Logarithmic</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>click a point to select its row</source>
        <translation>单击数据点以选择对应的行</translation>
    </message>
    <message>
        <source>over execution order</source>
        <translation>按执行顺序</translation>
    </message>
    <message>
        <source>over step</source>
        <translation>按步</translation>
    </message>
    <message>
        <source>Plotted column</source>
        <translation>绘制的列</translation>
    </message>
    <message>
        <source>Order of the plot</source>
        <translation>绘制的顺序</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::StatisticsTab</name>
    <message>
        <source>This slice</source>
        <translation>此切片</translation>
    </message>
    <message>
        <source>computed, float64</source>
        <translation>计算得出，float64</translation>
    </message>
    <message>
        <source>Whole tensor</source>
        <translation>整个张量</translation>
    </message>
    <message>
        <source>In the dump</source>
        <translation>转储中</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>no statistics in the dump</source>
        <translation>转储中没有统计</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>not computed</source>
        <translation>未计算</translation>
    </message>
    <message>
        <source>Compute again</source>
        <translation>重新计算</translation>
    </message>
    <message>
        <source>%1, computed %2</source>
        <translation>%1，计算值 %2</translation>
    </message>
    <message>
        <source>The dump and the values disagree.</source>
        <translation>转储中的统计与数值不一致。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::StatusBoxes</name>
    <message>
        <source>bits %1–%2 = %3</source>
        <translation>位 %1–%2 = %3</translation>
    </message>
    <message>
        <source>bit %1</source>
        <translation>位 %1</translation>
    </message>
    <message>
        <source>unknown bit</source>
        <translation>未知位</translation>
    </message>
    <message>
        <source>Status %1</source>
        <translation>状态 %1</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::SuspectListModel</name>
    <message>
        <source>Relative L2 error of the worst input and of the worst output</source>
        <translation>最差输入和最差输出的相对 L2 误差</translation>
    </message>
    <message>
        <source>Error of the output in units of what inputs and rounding explain</source>
        <translation>输出误差，以输入和舍入可解释的误差为单位</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>in → out</source>
        <translation>入 → 出</translation>
    </message>
    <message>
        <source>growth</source>
        <translation>放大</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::SuspectsPanel</name>
    <message>
        <source>Suspects</source>
        <translation>嫌疑算子</translation>
    </message>
    <message>
        <source>Why the operator is suspect</source>
        <translation>算子可疑的原因</translation>
    </message>
    <message>
        <source>Compare two dumps to see who is at fault.</source>
        <translation>比较两个转储，查看出错的算子。</translation>
    </message>
    <message>
        <source>So far; the list sharpens while pairs arrive.</source>
        <translation>目前的结果；随着配对完成会更准确。</translation>
    </message>
    <message>
        <source>Nothing is wrong beyond rounding.</source>
        <translation>除舍入外没有错误。</translation>
    </message>
    <message>
        <source>Closest: %1, %2 times what is explained (suspect above %3).</source>
        <translation>最接近的是 %1，为可解释误差的 %2 倍（超过 %3 倍才可疑）。</translation>
    </message>
    <message>
        <source>No operator could be judged: outputs with numbers are needed.</source>
        <translation>没有可判断的算子：需要有数值的输出。</translation>
    </message>
    <message>
        <source>First divergence so far: %1.</source>
        <translation>目前首个分歧：%1。</translation>
    </message>
    <message>
        <source>Nobody is suspect so far.</source>
        <translation>目前没有嫌疑算子。</translation>
    </message>
    <message>
        <source>Nobody is suspect: inputs and rounding explain what is judged.</source>
        <translation>没有嫌疑算子：输入和舍入足以解释误差。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::TargetMatrixModel</name>
    <message>
        <source>equal</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>%1 · %2 fail</source>
        <translation>%1 · %2 不合格</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::TargetsPanel</name>
    <message>
        <source>Targets</source>
        <translation>目标侧</translation>
    </message>
    <message>
        <source>Targets against one golden</source>
        <translation>多个目标侧与一个基准侧</translation>
    </message>
    <message>
        <source>Add a target…</source>
        <translation>添加目标侧…</translation>
    </message>
    <message>
        <source>Only failing</source>
        <translation>仅不合格</translation>
    </message>
    <message>
        <source>Compare several targets with one golden to see them side by side.</source>
        <translation>将多个目标侧与一个基准侧比较，并排查看。</translation>
    </message>
    <message>
        <source>Put targets side by side</source>
        <translation>并排目标侧</translation>
    </message>
    <message>
        <source>Target: the run to check</source>
        <translation>目标侧：待检查的运行</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::TaskListModel</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/秒</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::TaskStrip</name>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancelled. %1 of %2 kept.</source>
        <translation>已取消。保留 %1 / %2。</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>Cancel the chosen task</source>
        <translation>取消所选任务</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::TensorDocument</name>
    <message>
        <source>Copying</source>
        <translation>正在复制</translation>
    </message>
    <message>
        <source>Only statistics were dumped for this tensor.</source>
        <translation>此张量仅转储了统计值。</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>正在打开 %1</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>The header cannot be understood at byte %1: %2.</source>
        <translation>无法解析文件头（第 %1 字节）：%2。</translation>
    </message>
    <message>
        <source>This tensor has no elements: %1.</source>
        <translation>此张量没有元素：%1。</translation>
    </message>
    <message>
        <source>The file ends early: %1 of %2 elements are here. The rest is left empty.</source>
        <translation>文件不完整：共 %2 个元素，现有 %1 个，其余留空。</translation>
    </message>
    <message>
        <source>Dtype %1 cannot be shown yet. Hex shows its bits.</source>
        <translation>暂不支持 %1 类型。可用十六进制查看各位。</translation>
    </message>
    <message>
        <source>axis %1</source>
        <translation>轴 %1</translation>
    </message>
    <message>
        <source>%1 (axis %2)</source>
        <translation>%1（轴 %2）</translation>
    </message>
    <message>
        <source>Marking padding</source>
        <translation>正在标记填充</translation>
    </message>
    <message>
        <source>Reading an element</source>
        <translation>正在读取元素</translation>
    </message>
    <message>
        <source>No NaN or Inf before this element.</source>
        <translation>此元素之前没有 NaN 或 Inf。</translation>
    </message>
    <message>
        <source>Looking for NaN and Inf</source>
        <translation>正在查找 NaN 和 Inf</translation>
    </message>
    <message>
        <source>No NaN or Inf after this element.</source>
        <translation>此元素之后没有 NaN 或 Inf。</translation>
    </message>
    <message>
        <source>Looking for extremes</source>
        <translation>正在查找极值</translation>
    </message>
    <message>
        <source>No finite element.</source>
        <translation>没有有限元素。</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>正在读取 %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>步 %1</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>They are shown as one vector in the order of the file, because %1 cannot be filled.</source>
        <translation>由于无法填满 %1，现按文件中的顺序显示为一个向量。</translation>
    </message>
    <message>
        <source>Stopped looking at %1. Looking again goes on from there.</source>
        <translation>查找已停在 %1，再次查找将从该处继续。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::TensorFigures</name>
    <message>
        <source>Counting values</source>
        <translation>正在统计数值</translation>
    </message>
    <message>
        <source>Computing statistics</source>
        <translation>正在计算统计</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::TensorViewPanel</name>
    <message>
        <source>Tensor view</source>
        <translation>张量视图</translation>
    </message>
    <message>
        <source>Ways to look at the tensor</source>
        <translation>查看张量的方式</translation>
    </message>
    <message>
        <source>Select a tensor to see its values.</source>
        <translation>选择一个张量以查看数值。</translation>
    </message>
    <message>
        <source>Pinned tensor</source>
        <translation>固定的张量</translation>
    </message>
    <message>
        <source>Keep this tensor in a view of its own</source>
        <translation>在单独的视图中固定此张量</translation>
    </message>
    <message>
        <source>Pin a tensor in the tensor view to keep it here.</source>
        <translation>在张量视图中固定一个张量，它会保留在这里。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::TensorsPanel</name>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>No row matches. Clear the filter to see %1 rows.</source>
        <translation>没有匹配的行。清除筛选可查看 %1 行。</translation>
    </message>
    <message>
        <source>This folder cannot be read: %1. Check its permissions, then rescan.</source>
        <translation>无法读取此文件夹：%1。请检查权限后重新扫描。</translation>
    </message>
    <message>
        <source>Nothing here yet. Choose something in Dumps.</source>
        <translation>暂无内容。请在“转储”中选择。</translation>
    </message>
    <message>
        <source>Statistics known for %1 of %2 rows.</source>
        <translation>%2 行中已有 %1 行的统计。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::UnpairedPanel</name>
    <message>
        <source>Unpaired</source>
        <translation>未配对</translation>
    </message>
    <message>
        <source>side:target op_type:Cast reason:*shape*</source>
        <translation>side:target op_type:Cast reason:*shape*</translation>
    </message>
    <message>
        <source>Compare two dumps to see what has no counterpart.</source>
        <translation>比较两个转储，查看没有对应项的张量。</translation>
    </message>
    <message>
        <source>Known when the comparison is done.</source>
        <translation>比较完成后显示。</translation>
    </message>
    <message>
        <source>No row matches. Clear the filter to see %1 rows.</source>
        <translation>没有匹配的行。清除筛选可查看 %1 行。</translation>
    </message>
    <message>
        <source>Every tensor has a counterpart.</source>
        <translation>每个张量都有对应项。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::WhyPanel</name>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Why the pair has its verdict</source>
        <translation>判定的原因</translation>
    </message>
    <message>
        <source>Select a pair to see why it passes or fails.</source>
        <translation>选择一对以查看判定原因。</translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <translation>%1：%3 的%2</translation>
    </message>
    <message>
        <source>Same numbers on the command line:</source>
        <translation>等价命令：</translation>
    </message>
    <message>
        <source>Every limit holds.</source>
        <translation>所有限值均满足。</translation>
    </message>
    <message>
        <source>%1 is %2; the limit is %3.</source>
        <translation>%1 为 %2；限值为 %3。</translation>
    </message>
    <message>
        <source>Off by %1 (relative L2)</source>
        <translation>误差 %1（相对 L2）</translation>
    </message>
    <message>
        <source>An element is off by %1 of the largest one</source>
        <translation>有元素的误差达最大元素的 %1</translation>
    </message>
    <message>
        <source>The norm is off by %1</source>
        <translation>范数误差 %1</translation>
    </message>
    <message>
        <source>%1; the inputs by at most %2. Inputs, rounding and the noise of the run explain %3</source>
        <translation>%1；输入误差至多 %2。输入、舍入和本次运行的噪声可解释 %3</translation>
    </message>
    <message>
        <source>; the error is %1 times that.</source>
        <translation>；误差为其 %1 倍。</translation>
    </message>
    <message>
        <source>.</source>
        <translation>。</translation>
    </message>
    <message>
        <source>The error is inherited: what comes in explains it.</source>
        <translation>误差是继承的：传入的误差足以解释。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>First difference</source>
        <translation>首个差异</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::WorkspaceController</name>
    <message>
        <source>Saved %1.</source>
        <translation>已保存 %1。</translation>
    </message>
    <message>
        <source>Save workspace</source>
        <translation>保存工作区</translation>
    </message>
    <message>
        <source>Workspaces (*.dumpscope)</source>
        <translation>工作区 (*.dumpscope)</translation>
    </message>
    <message>
        <source>The last session ended early. Its workspace was restored.</source>
        <translation>上次会话意外结束，已恢复工作区。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::WorstElementModel</name>
    <message>
        <source>index</source>
        <translation>索引</translation>
    </message>
    <message>
        <source>target</source>
        <translation>目标侧</translation>
    </message>
    <message>
        <source>golden</source>
        <translation>基准侧</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>差值</translation>
    </message>
    <message>
        <source>relative</source>
        <translation>相对</translation>
    </message>
    <message>
        <source>bits target</source>
        <translation>目标位</translation>
    </message>
    <message>
        <source>bits golden</source>
        <translation>基准位</translation>
    </message>
</context>
</TS>
