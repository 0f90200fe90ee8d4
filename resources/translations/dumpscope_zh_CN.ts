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
        <source>Go to row…</source>
        <translation>转到行…</translation>
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
        <translation>滑动对比</translation>
    </message>
    <message>
        <source>Blink</source>
        <translation>闪烁对比</translation>
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
        <source>Save pairing…</source>
        <translation>保存配对…</translation>
    </message>
    <message>
        <source>Add a limit</source>
        <translation>添加限值</translation>
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
        <source>Stop</source>
        <translation>停止</translation>
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
    <message>
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>Resume comparing</source>
        <translation>继续比较</translation>
    </message>
    <message>
        <source>New profile</source>
        <translation>新建采集配置</translation>
    </message>
    <message>
        <source>Open profile…</source>
        <translation>打开采集配置…</translation>
    </message>
    <message>
        <source>Save profile…</source>
        <translation>保存采集配置…</translation>
    </message>
    <message>
        <source>Test this machine</source>
        <translation>检查本机</translation>
    </message>
    <message>
        <source>Bookmarks</source>
        <translation>书签</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差值</translation>
    </message>
    <message>
        <source>Suspects</source>
        <translation>嫌疑算子</translation>
    </message>
    <message>
        <source>Neighbourhood</source>
        <translation>邻域</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>Rank × step</source>
        <translation>卡 × 步</translation>
    </message>
    <message>
        <source>Unpaired</source>
        <translation>未配对</translation>
    </message>
    <message>
        <source>Targets</source>
        <translation>多目标</translation>
    </message>
    <message>
        <source>Pairing</source>
        <translation>配对</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限值</translation>
    </message>
    <message>
        <source>Scopes</source>
        <translation>作用域</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Capture profile</source>
        <translation>采集配置</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>When finished</source>
        <translation>完成后</translation>
    </message>
    <message>
        <source>Device log</source>
        <translation>设备日志</translation>
    </message>
    <message>
        <source>Program output</source>
        <translation>程序输出</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Pinned tensor</source>
        <translation>固定的张量</translation>
    </message>
    <message>
        <source>Pinned tensor 2</source>
        <translation>固定的张量 2</translation>
    </message>
    <message>
        <source>Pinned tensor 3</source>
        <translation>固定的张量 3</translation>
    </message>
    <message>
        <source>Export keys…</source>
        <translation>导出快捷键…</translation>
    </message>
    <message>
        <source>Import keys…</source>
        <translation>导入快捷键…</translation>
    </message>
    <message>
        <source>Copy window as command</source>
        <translation>将窗口复制为命令</translation>
    </message>
    <message>
        <source>Continue reading</source>
        <translation>继续读取</translation>
    </message>
    <message>
        <source>Copy name</source>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Copy id</source>
        <translation>复制标识</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>Show folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Filter to this operator</source>
        <translation>只看此算子</translation>
    </message>
    <message>
        <source>Filter out this operator</source>
        <translation>排除此算子</translation>
    </message>
    <message>
        <source>Conclusion</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Fill</source>
        <translation>铺满</translation>
    </message>
    <message>
        <source>Fold all</source>
        <translation>全部折叠</translation>
    </message>
    <message>
        <source>Verdicts on the nodes</source>
        <translation>节点上的判定</translation>
    </message>
    <message>
        <source>Durations on the nodes</source>
        <translation>节点上的耗时</translation>
    </message>
    <message>
        <source>Edge values</source>
        <translation>边上的数值</translation>
    </message>
    <message>
        <source>Helper nodes</source>
        <translation>辅助节点</translation>
    </message>
    <message>
        <source>Both graphs</source>
        <translation>两张图</translation>
    </message>
    <message>
        <source>Export graph…</source>
        <translation>导出图…</translation>
    </message>
    <message>
        <source>Next failing item</source>
        <translation>下一个不合格项</translation>
    </message>
    <message>
        <source>Previous failing item</source>
        <translation>上一个不合格项</translation>
    </message>
    <message>
        <source>Nearby nodes only</source>
        <translation>仅显示附近节点</translation>
    </message>
    <message>
        <source>Make golden on the CPU device</source>
        <translation>在 CPU 设备上生成基准</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token 误差</translation>
    </message>
    <message>
        <source>Put together…</source>
        <translation>拼成方式…</translation>
    </message>
    <message>
        <source>Capture more…</source>
        <translation>继续采集…</translation>
    </message>
    <message>
        <source>Trends</source>
        <translation>趋势</translation>
    </message>
    <message>
        <source>Hunt</source>
        <translation>追查</translation>
    </message>
    <message>
        <source>Export reproducer…</source>
        <translation>导出复现包…</translation>
    </message>
    <message>
        <source>What the suspects are worth</source>
        <translation>各嫌疑算子的影响</translation>
    </message>
    <message>
        <source>Compare with a truth…</source>
        <translation>与真值比较…</translation>
    </message>
    <message>
        <source>Without the truth</source>
        <translation>不用真值</translation>
    </message>
    <message>
        <source>Open remote…</source>
        <translation>打开远程…</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>重复运行</translation>
    </message>
    <message>
        <source>Compare repeated runs…</source>
        <translation>比较重复运行…</translation>
    </message>
    <message>
        <source>Launches</source>
        <translation>重复启动</translation>
    </message>
</context>
<context>
    <name>AnswerRow</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>CaptureStates</name>
    <message>
        <source>Self-test</source>
        <translation>自检</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Load model</source>
        <translation>加载模型</translation>
    </message>
    <message>
        <source>Arm dump</source>
        <translation>启用转储</translation>
    </message>
    <message>
        <source>Execute</source>
        <translation>执行</translation>
    </message>
    <message>
        <source>Drain</source>
        <translation>收尾</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
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
        <translation>首个最小元素的展平下标。</translation>
    </message>
    <message>
        <source>Flat index of the first largest element.</source>
        <translation>首个最大元素的展平下标。</translation>
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
        <source>The coarser of the two element types; limits are chosen by it.</source>
        <translation>两侧元素类型中精度较低者；限值据此选择。</translation>
    </message>
    <message>
        <source>Names the target&apos;s tensor; accepted by the command line.</source>
        <translation>目标侧张量的标识，命令行可直接使用。</translation>
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
    <message>
        <source>Numbered block of the network the operator belongs to.</source>
        <translation>算子所属的网络层（带编号的模块）。</translation>
    </message>
    <message>
        <source>Where the tensor lay on the device.</source>
        <translation>张量在设备上的地址。</translation>
    </message>
    <message>
        <source>How the profiler&apos;s line was found, and whether runs are added up.</source>
        <translation>性能数据行的匹配方式，以及是否将多次执行累加。</translation>
    </message>
    <message>
        <source>Largest element of the target as recorded; empty where no file of statistics has it.</source>
        <translation>记录的目标侧最大元素；没有统计文件记录时为空。</translation>
    </message>
    <message>
        <source>Smallest element of the target as recorded; empty where no file of statistics has it.</source>
        <translation>记录的目标侧最小元素；没有统计文件记录时为空。</translation>
    </message>
    <message>
        <source>Mean of the target as recorded; empty where no file of statistics has it.</source>
        <translation>记录的目标侧均值；没有统计文件记录时为空。</translation>
    </message>
    <message>
        <source>L2 norm of the target as recorded; empty where no file of statistics has it.</source>
        <translation>记录的目标侧 L2 范数；没有统计文件记录时为空。</translation>
    </message>
    <message>
        <source>Whether the watched output was written over after it was made.</source>
        <translation>被监视的输出在产生之后是否被覆写。</translation>
    </message>
    <message>
        <source>Folder of the dump, where several lie below the opened one; of an offline dump, the folder named after the time.</source>
        <translation>打开的文件夹下有多个转储时，该转储的文件夹；离线转储为以时间命名的文件夹。</translation>
    </message>
    <message>
        <source>Number of the device on which the tensor was dumped.</source>
        <translation>转储该张量的设备的编号。</translation>
    </message>
    <message>
        <source>Which time the tensor was written within the step, as in loops: 0, 1, … in order of time.</source>
        <translation>同一步内该张量第几次写出（如循环中）：按时间顺序为 0、1……</translation>
    </message>
    <message>
        <source>How long the operator ran, in microseconds, as measured by a profiler.</source>
        <translation>性能分析工具记录的算子执行时长，单位为微秒。</translation>
    </message>
    <message>
        <source>How long the golden&apos;s operator ran, in microseconds, as measured by a profiler.</source>
        <translation>性能分析工具记录的基准侧算子执行时长，单位为微秒。</translation>
    </message>
    <message>
        <source>When the operator started, in microseconds of the profiler&apos;s clock.</source>
        <translation>算子的开始时间，性能分析工具计时，单位为微秒。</translation>
    </message>
    <message>
        <source>Number of cores that the operator ran on, as recorded by a profiler.</source>
        <translation>性能分析工具记录的算子所用核数。</translation>
    </message>
    <message>
        <source>Kind of core that the operator ran on, as recorded by a profiler.</source>
        <translation>性能分析工具记录的算子所用核的类型。</translation>
    </message>
    <message>
        <source>Operator whose output was dumped again after other operators.</source>
        <translation>输出在其他算子之后被再次转储的算子。</translation>
    </message>
    <message>
        <source>Operator that ran just before this dump of the output.</source>
        <translation>该输出此次转储之前刚运行的算子。</translation>
    </message>
    <message>
        <source>What this dump of a watched output holds, compared with the one before it.</source>
        <translation>被监视输出的此次转储与上一次相比的内容。</translation>
    </message>
    <message>
        <source>Type of the golden&apos;s elements.</source>
        <translation>基准侧元素的类型。</translation>
    </message>
    <message>
        <source>Shape of the golden&apos;s tensor as stored.</source>
        <translation>基准侧张量存储时的形状。</translation>
    </message>
    <message>
        <source>Names the golden&apos;s tensor; accepted by the command line.</source>
        <translation>基准侧张量的标识，命令行可直接使用。</translation>
    </message>
    <message>
        <source>Largest element of the golden as recorded; empty where no file of statistics has it.</source>
        <translation>记录的基准侧最大元素；没有统计文件记录时为空。</translation>
    </message>
    <message>
        <source>Smallest element of the golden as recorded; empty where no file of statistics has it.</source>
        <translation>记录的基准侧最小元素；没有统计文件记录时为空。</translation>
    </message>
    <message>
        <source>Mean of the golden as recorded; empty where no file of statistics has it.</source>
        <translation>记录的基准侧均值；没有统计文件记录时为空。</translation>
    </message>
    <message>
        <source>L2 norm of the golden as recorded; empty where no file of statistics has it.</source>
        <translation>记录的基准侧 L2 范数；没有统计文件记录时为空。</translation>
    </message>
    <message>
        <source>How far the target is from the truth, as a relative L2 error.</source>
        <translation>目标与真值的距离，以相对 L2 误差表示。</translation>
    </message>
    <message>
        <source>How far golden is from the truth, as a relative L2 error.</source>
        <translation>基准侧与真值的距离，以相对 L2 误差表示。</translation>
    </message>
    <message>
        <source>The target&apos;s error against the truth in units of golden&apos;s; above 2 it is farther.</source>
        <translation>目标相对真值的误差为基准侧误差的倍数；大于 2 表示目标更远。</translation>
    </message>
    <message>
        <source>Operator of the golden, which may be called otherwise.</source>
        <translation>基准侧的算子，名称可能不同。</translation>
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
        <translation>最大相对差</translation>
    </message>
    <message>
        <source>mean rel.</source>
        <translation>平均相对差</translation>
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
        <source>rel. norm</source>
        <translation>范数相对差</translation>
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
        <translation>形状不同</translation>
    </message>
    <message>
        <source>count</source>
        <translation>个数不同</translation>
    </message>
    <message>
        <source>dtype</source>
        <translation>类型不同</translation>
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
    <message>
        <source>name only</source>
        <translation>仅名称</translation>
    </message>
    <message>
        <source>put together</source>
        <translation>拼接</translation>
    </message>
</context>
<context>
    <name>ConfigCapture</name>
    <message>
        <source>model-dump</source>
        <translation>模型转储</translation>
    </message>
    <message>
        <source>op-dump</source>
        <translation>单算子转储</translation>
    </message>
    <message>
        <source>statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>overflow</source>
        <translation>溢出</translation>
    </message>
    <message>
        <source>exception</source>
        <translation>异常</translation>
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
    <name>CoreSentences</name>
    <message>
        <source>%1 is an integer or truth value, differs, and no compared operator made it so: an attribute, an index or a mask</source>
        <translation>%1 是整数或布尔值且不同，没有参与比较的算子造成此差异：可能是属性、索引或掩码</translation>
    </message>
    <message>
        <source>%1 has another shape than golden; the inputs do not</source>
        <translation>%1 的形状与基准侧不同；各输入的形状相同</translation>
    </message>
    <message>
        <source>the inputs have equal checksums, %1 has not; checksums do not tell rounding from faults</source>
        <translation>各输入校验和相同，%1不同；校验和无法区分舍入与错误</translation>
    </message>
    <message>
        <source>the type</source>
        <translation>该类型</translation>
    </message>
    <message>
        <source>%1 rounding</source>
        <translation>%1 舍入</translation>
    </message>
    <message>
        <source>%1 is suspect %2 of %3: %4</source>
        <translation>%1 是第 %2 个嫌疑（共 %3 个）：%4</translation>
    </message>
    <message>
        <source>off by %1 (relative L2)</source>
        <translation>误差为 %1（相对 L2）</translation>
    </message>
    <message>
        <source>an element is off by %1 of the largest one</source>
        <translation>有元素偏差达最大元素的 %1</translation>
    </message>
    <message>
        <source>the norm is off by %1</source>
        <translation>范数偏差 %1</translation>
    </message>
    <message>
        <source>equal to golden within what is compared</source>
        <translation>在所比较的范围内与基准侧相同</translation>
    </message>
    <message>
        <source>%1 against %2; rounding to %3 alone is an error of up to %4</source>
        <translation>%1 对 %2；仅舍入到 %3 就有至多 %4 的误差</translation>
    </message>
    <message>
        <source>the first difference cannot be told: %1</source>
        <translation>无法得知首个差异：%1</translation>
    </message>
    <message>
        <source>no element differs beyond rounding to the coarser type</source>
        <translation>除舍入到较粗的类型外，没有元素不同</translation>
    </message>
    <message>
        <source>the first element that differs is %1 (flat %2): %3 against %4</source>
        <translation>首个不同的元素为 %1（展平 %2）：%3 对 %4</translation>
    </message>
    <message>
        <source>proven: by %1 its own inputs give %2 at element %3, the dump has %4; the output is off by %5 from what its inputs give, %6 explained, golden&apos;s by %7</source>
        <translation>已证实：按 %1，其自身输入在元素 %3 处应得 %2，转储为 %4；输出与其输入所得相差 %5，可解释 %6，基准侧相差 %7</translation>
    </message>
    <message>
        <source>undecided: by %1 its own inputs give its output within %2, more than one rounding and no more than coarse functions make</source>
        <translation>未定：按 %1，其自身输入给出的输出相差不超过 %2，超过一次舍入，但不超过粗略函数的误差</translation>
    </message>
    <message>
        <source>not understood: golden&apos;s inputs do not give golden&apos;s output, off by %1 by %2</source>
        <translation>无法理解：按%2，基准侧的输入得不到基准侧的输出，相差 %1</translation>
    </message>
    <message>
        <source>%1, %2 of %3 elements</source>
        <translation>%1（%3 个元素中的 %2 个）</translation>
    </message>
    <message>
        <source>within the limits of %1</source>
        <translation>在限值内：%1</translation>
    </message>
    <message>
        <source>NaN or infinities at different places</source>
        <translation>NaN 或无穷的位置不同</translation>
    </message>
    <message>
        <source>no metric with a limit has a number</source>
        <translation>有限值的指标都没有数值</translation>
    </message>
    <message>
        <source>there are no elements</source>
        <translation>没有元素</translation>
    </message>
    <message>
        <source>the only tensor on either side</source>
        <translation>两侧都只有这一个张量</translation>
    </message>
    <message>
        <source>same operator, io and slot</source>
        <translation>算子、io 和 slot 相同</translation>
    </message>
    <message>
        <source>same operator name but for separators</source>
        <translation>除分隔符外算子名相同</translation>
    </message>
    <message>
        <source>same name</source>
        <translation>名称相同</translation>
    </message>
    <message>
        <source>same scope and type</source>
        <translation>作用域与类型相同</translation>
    </message>
    <message>
        <source>number %1 against %2</source>
        <translation>编号 %1 对 %2</translation>
    </message>
    <message>
        <source>same shapes at the same place of the sequence</source>
        <translation>在序列中位置相同且形状相同</translation>
    </message>
    <message>
        <source>same place of the sequence, shapes differ</source>
        <translation>在序列中位置相同，形状不同</translation>
    </message>
    <message>
        <source>nothing fits better</source>
        <translation>没有更合适的</translation>
    </message>
    <message>
        <source>next of this name with equal shapes</source>
        <translation>同名且形状相同的下一个</translation>
    </message>
    <message>
        <source>equal values, found nowhere else; a suggestion</source>
        <translation>数值相同且别处没有；仅为建议</translation>
    </message>
    <message>
        <source>equal checksum, found nowhere else; a suggestion</source>
        <translation>校验和相同且别处没有；仅为建议</translation>
    </message>
    <message>
        <source>the same module or API under the other framework&apos;s name</source>
        <translation>另一框架中名称不同的同一模块或 API</translation>
    </message>
    <message>
        <source>this operator is in a quant/dequant pair: its numbers have another scale than golden&apos;s</source>
        <translation>此算子位于量化/反量化对中：其数值与基准侧的尺度不同</translation>
    </message>
    <message>
        <source>the fusion rule file knows no original output that feeds this input</source>
        <translation>融合规则文件中没有供给此输入的原始输出</translation>
    </message>
    <message>
        <source>inserted by the compiler or inside a fused group: no original output</source>
        <translation>由编译器插入或位于融合组内：没有原始输出</translation>
    </message>
    <message>
        <source>its original is %1, which is %2 without fusion, which golden does not have</source>
        <translation>其原始为 %1，未融合时为 %2，基准侧没有</translation>
    </message>
    <message>
        <source>its original is %1, which golden does not have</source>
        <translation>其原始为 %1，基准侧没有</translation>
    </message>
    <message>
        <source>fed by original %1, which is %2 without fusion</source>
        <translation>由原始 %1 供给，未融合时为 %2</translation>
    </message>
    <message>
        <source>fed by original %1</source>
        <translation>由原始 %1 供给</translation>
    </message>
    <message>
        <source>stands for original %1, which is %2 without fusion</source>
        <translation>代表原始 %1，未融合时为 %2</translation>
    </message>
    <message>
        <source>stands for original %1</source>
        <translation>代表原始 %1</translation>
    </message>
    <message>
        <source>names differ; type and shapes agree at the same place of the execution order, and values agree</source>
        <translation>名称不同；在执行顺序的同一位置，类型与形状一致，数值也一致</translation>
    </message>
    <message>
        <source>names differ; type and shapes agree at the same place of the execution order</source>
        <translation>名称不同；在执行顺序的同一位置，类型与形状一致</translation>
    </message>
    <message>
        <source>names are alike; type agrees at the same place of the execution order, and values agree</source>
        <translation>名称相近；在执行顺序的同一位置，类型一致，数值也一致</translation>
    </message>
    <message>
        <source>names are alike; type agrees at the same place of the execution order</source>
        <translation>名称相近；在执行顺序的同一位置，类型一致</translation>
    </message>
    <message>
        <source>API mapping %1 = %2</source>
        <translation>API 映射 %1 = %2</translation>
    </message>
    <message>
        <source>said by the pairing file</source>
        <translation>由配对文件指定</translation>
    </message>
    <message>
        <source>left out by the pairing file</source>
        <translation>配对文件将其排除</translation>
    </message>
    <message>
        <source>rules[%1] of the pairing file</source>
        <translation>配对文件的 rules[%1]</translation>
    </message>
    <message>
        <source>%1 has no run %2 of this operator</source>
        <translation>%1没有此算子的第 %2 次运行</translation>
    </message>
    <message>
        <source>%1 has no %2 of this operator</source>
        <translation>%1没有此算子的%2</translation>
    </message>
    <message>
        <source>the tensor of that name in %1 is in another place or belongs to another pair</source>
        <translation>%1 中的同名张量在别处，或属于另一对</translation>
    </message>
    <message>
        <source>in another model or graph</source>
        <translation>在另一模型或图中</translation>
    </message>
    <message>
        <source>step %1 against %2</source>
        <translation>步 %1 对 %2</translation>
    </message>
    <message>
        <source>rank %1 against %2</source>
        <translation>卡 %1 对 %2</translation>
    </message>
    <message>
        <source>the same ONNX tensor</source>
        <translation>同一个 ONNX 张量</translation>
    </message>
    <message>
        <source>output of the ONNX node</source>
        <translation>ONNX 节点的输出</translation>
    </message>
    <message>
        <source>output of the ONNX node of this name and type</source>
        <translation>同名同类型 ONNX 节点的输出</translation>
    </message>
    <message>
        <source>named like the ONNX tensor</source>
        <translation>与 ONNX 张量同名</translation>
    </message>
    <message>
        <source>the only %1 of the manifest and of the dump that is left</source>
        <translation>清单与转储中仅剩的 %1</translation>
    </message>
    <message>
        <source>paired (%1): %2</source>
        <translation>配对依据（%1）：%2</translation>
    </message>
    <message>
        <source>the target recorded a checksum %1, the golden %2: nothing to compare</source>
        <translation>目标侧记录了校验和 %1，基准侧为 %2：无可比较</translation>
    </message>
    <message>
        <source>no checksum of the %1: %2</source>
        <translation>%1没有校验和：%2</translation>
    </message>
    <message>
        <source>%1 of the %2 computed from its bytes</source>
        <translation>由%2的字节计算 %1</translation>
    </message>
    <message>
        <source>the %1 has no values</source>
        <translation>%1没有数值</translation>
    </message>
    <message>
        <source>the %1 cannot be read: %2</source>
        <translation>无法读取%1：%2</translation>
    </message>
    <message>
        <source>statistics of the %1 computed from its elements</source>
        <translation>由%1的元素计算统计</translation>
    </message>
    <message>
        <source>statistics compared</source>
        <translation>按统计值比较</translation>
    </message>
    <message>
        <source>golden transposed %1&lt;-%2 (pairing rule)</source>
        <translation>基准侧已转置 %1&lt;-%2（配对规则）</translation>
    </message>
    <message>
        <source>golden transposed %1&lt;-%2 (recorded formats)</source>
        <translation>基准侧已转置 %1&lt;-%2（记录的格式）</translation>
    </message>
    <message>
        <source>golden transposed %1&lt;-%2 (the only reading that fits)</source>
        <translation>基准侧已转置 %1&lt;-%2（唯一可行的读法）</translation>
    </message>
    <message>
        <source>target %1 undone to %2</source>
        <translation>目标侧 %1 还原为 %2</translation>
    </message>
    <message>
        <source>golden %1 undone to %2</source>
        <translation>基准侧 %1 还原为 %2</translation>
    </message>
    <message>
        <source>%1, done on the target</source>
        <translation>%1，在目标侧进行</translation>
    </message>
    <message>
        <source>the target has shape %1 and the golden %2: %3 against %4 elements</source>
        <translation>目标侧形状为 %1，基准侧为 %2：元素数 %3 对 %4</translation>
    </message>
    <message>
        <source>golden %1 read as %2 (axes of length 1)</source>
        <translation>基准侧 %1 读作 %2（长度为 1 的轴）</translation>
    </message>
    <message>
        <source>golden %1 read as %2 (neighbouring axes split or merged)</source>
        <translation>基准侧 %1 读作 %2（相邻轴拆分或合并）</translation>
    </message>
    <message>
        <source>the node %1 in ONNX Runtime</source>
        <translation>ONNX Runtime 中的节点 %1</translation>
    </message>
    <message>
        <source>axes in the order [%1]</source>
        <translation>轴的顺序为 [%1]</translation>
    </message>
    <message>
        <source>%1 over axes [%2]</source>
        <translation>沿轴 [%2] 的 %1</translation>
    </message>
    <message>
        <source>%1 along axis %2</source>
        <translation>沿轴 %2 的 %1</translation>
    </message>
    <message>
        <source>layer norm with epsilon %1</source>
        <translation>层归一化，epsilon %1</translation>
    </message>
    <message>
        <source>RMS norm with epsilon %1</source>
        <translation>均方根归一化，epsilon %1</translation>
    </message>
    <message>
        <source>x as it is</source>
        <translation>x 原样</translation>
    </message>
    <message>
        <source>x towards zero</source>
        <translation>x 向零取整</translation>
    </message>
    <message>
        <source>x rounded down</source>
        <translation>x 向下取整</translation>
    </message>
    <message>
        <source>x rounded up</source>
        <translation>x 向上取整</translation>
    </message>
    <message>
        <source>sign of x</source>
        <translation>x 的符号</translation>
    </message>
    <message>
        <source>x between its limits</source>
        <translation>x 截断到上下限</translation>
    </message>
    <message>
        <source>x, times the slope where negative</source>
        <translation>x，负值乘以斜率</translation>
    </message>
    <message>
        <source>output %1</source>
        <translation>输出 %1</translation>
    </message>
    <message>
        <source>input %1</source>
        <translation>输入 %1</translation>
    </message>
    <message>
        <source>parameter %1</source>
        <translation>参数 %1</translation>
    </message>
    <message>
        <source>argument %1</source>
        <translation>实参 %1</translation>
    </message>
    <message>
        <source>gradient %1</source>
        <translation>梯度 %1</translation>
    </message>
    <message>
        <source>buffer %1</source>
        <translation>缓冲区 %1</translation>
    </message>
    <message>
        <source>workspace %1</source>
        <translation>工作空间 %1</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
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
        <source>target</source>
        <translation>目标侧</translation>
    </message>
    <message>
        <source>golden</source>
        <translation>基准侧</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>此前没有</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>inputs were not dumped; %1</source>
        <translation>未转储输入；%1</translation>
    </message>
    <message>
        <source>neither an input nor an output</source>
        <translation>既非输入也非输出</translation>
    </message>
    <message>
        <source>%1 of the operator is not finite</source>
        <translation>非有限值来自该算子的%1</translation>
    </message>
    <message>
        <source>the values of %1 are not known</source>
        <translation>数值未知：%1</translation>
    </message>
    <message>
        <source>the operator&apos;s dumped input is finite</source>
        <translation>该算子已转储的输入均为有限值</translation>
    </message>
    <message>
        <source>all %1 dumped inputs of the operator are finite</source>
        <translation>该算子已转储的 %1 个输入均为有限值</translation>
    </message>
    <message>
        <source>the order of execution is not known</source>
        <translation>执行顺序未知</translation>
    </message>
    <message>
        <source>not every output before it could be read</source>
        <translation>此前的输出未能全部读取</translation>
    </message>
    <message>
        <source>%1, which ran before, is not finite, but no way from it was dumped</source>
        <translation>先执行的 %1 含非有限值，但未转储二者之间的路径</translation>
    </message>
    <message>
        <source>only -Inf, and no dumped tensor of its shape holds any before: a mask</source>
        <translation>仅含 -Inf，此前同形状的已转储张量均无：掩码</translation>
    </message>
    <message>
        <source>every dumped output before it is finite: it comes from outside or from an operator that was not dumped</source>
        <translation>此前已转储的输出均为有限值：来自外部或未转储的算子</translation>
    </message>
    <message>
        <source>%1; it was finite in step %2: made between the steps, by the optimizer for one</source>
        <translation>%1；在第 %2 步为有限值：产生于两步之间，例如优化器</translation>
    </message>
    <message>
        <source>%1 is not finite already</source>
        <translation>%1 已含非有限值</translation>
    </message>
    <message>
        <source>%1 is not finite already and as large</source>
        <translation>%1 已含非有限值，且元素个数相同</translation>
    </message>
    <message>
        <source>%1, which ran before, is not finite and as large</source>
        <translation>先执行的 %1 含非有限值，且元素个数相同</translation>
    </message>
    <message>
        <source>%1 holds NaN before its first use</source>
        <translation>%1 在首次使用前已含 NaN</translation>
    </message>
    <message>
        <source>%1 holds infinities before its first use</source>
        <translation>%1 在首次使用前已含无穷</translation>
    </message>
    <message>
        <source>everything dumped inside the module is finite: an operator that was not dumped made it</source>
        <translation>模块内已转储的均为有限值：由未转储的算子产生</translation>
    </message>
    <message>
        <source>%1 is a mask of -Inf without NaN: the operator makes NaN of it</source>
        <translation>%1 是不含 NaN 的 -Inf 掩码：该算子由它产生 NaN</translation>
    </message>
    <message>
        <source>%1, inside it, is not finite</source>
        <translation>其内部的 %1 含非有限值</translation>
    </message>
    <message>
        <source>%1, which it works on, is not finite</source>
        <translation>其所用的 %1 含非有限值</translation>
    </message>
    <message>
        <source>%1 on rank %2 is not finite: the ranks exchange it</source>
        <translation>卡 %2 上的 %1 含非有限值：各卡之间交换</translation>
    </message>
    <message>
        <source>it comes from a rank whose inputs were not dumped</source>
        <translation>来自未转储输入的卡</translation>
    </message>
    <message>
        <source>it is not finite in step %1 already</source>
        <translation>在第 %1 步已含非有限值</translation>
    </message>
    <message>
        <source>%1 of step %2 is not finite: the optimizer&apos;s step brings it here</source>
        <translation>第 %2 步的 %1 含非有限值：经优化器更新传到此处</translation>
    </message>
    <message>
        <source>memory that is not initialised</source>
        <translation>未初始化的内存</translation>
    </message>
    <message>
        <source>infinities that the operator puts in: a mask</source>
        <translation>由该算子填入的无穷：掩码</translation>
    </message>
    <message>
        <source>the lowest number of a type, a mask, went beyond it</source>
        <translation>掩码所用的类型最小值超出了范围</translation>
    </message>
    <message>
        <source>-Inf of a mask: %1</source>
        <translation>掩码的 -Inf：%1</translation>
    </message>
    <message>
        <source>only -Inf, and no NaN comes of it</source>
        <translation>仅含 -Inf，且未由其产生 NaN</translation>
    </message>
    <message>
        <source>every dumped output before it is finite</source>
        <translation>此前已转储的输出均为有限值</translation>
    </message>
    <message>
        <source>negation of the most negative integer</source>
        <translation>对最小负整数取负</translation>
    </message>
    <message>
        <source>integer add/sub/mul/multiply-add overflow</source>
        <translation>整数加、减、乘、乘加溢出</translation>
    </message>
    <message>
        <source>floating-point compute overflow</source>
        <translation>浮点计算溢出</translation>
    </message>
    <message>
        <source>float to unsigned conversion of a negative value</source>
        <translation>负的浮点数转换为无符号数</translation>
    </message>
    <message>
        <source>fp32/int32 to fp16 conversion overflow</source>
        <translation>fp32/int32 转 fp16 溢出</translation>
    </message>
    <message>
        <source>cube accumulation overflow</source>
        <translation>Cube 累加溢出</translation>
    </message>
    <message>
        <source>overflow</source>
        <translation>溢出</translation>
    </message>
    <message>
        <source>underflow</source>
        <translation>下溢</translation>
    </message>
    <message>
        <source>source NaN</source>
        <translation>源为 NaN</translation>
    </message>
    <message>
        <source>destination NaN</source>
        <translation>目的为 NaN</translation>
    </message>
    <message>
        <source>source and destination NaN</source>
        <translation>源和目的均为 NaN</translation>
    </message>
    <message>
        <source>the record names no task</source>
        <translation>记录未指明任务</translation>
    </message>
    <message>
        <source>found in another folder of the same rank and step</source>
        <translation>在同一卡、同一步的其他文件夹中找到</translation>
    </message>
    <message>
        <source>no dump with %1 in the folder</source>
        <translation>文件夹中没有 %1 的转储</translation>
    </message>
    <message>
        <source>the dump&apos;s name has no stream: found by the task alone</source>
        <translation>转储名称中没有流：仅按任务找到</translation>
    </message>
    <message>
        <source>%1 dumps fit, the earliest is taken</source>
        <translation>%1 个转储符合，取最早的一个</translation>
    </message>
    <message>
        <source>also possible: %1</source>
        <translation>也可能是：%1</translation>
    </message>
    <message>
        <source>the status is 0: no overflow</source>
        <translation>状态为 0：没有溢出</translation>
    </message>
    <message>
        <source>The file ends before its contents do.</source>
        <translation>文件在内容结束之前就终止了。</translation>
    </message>
    <message>
        <source>Check that the writing program finished and that the copy is complete, then copy the file again.</source>
        <translation>请确认写入程序已结束且复制完整，然后重新复制文件。</translation>
    </message>
    <message>
        <source>The file&apos;s header contradicts itself or its format.</source>
        <translation>文件头自相矛盾，或与其格式不符。</translation>
    </message>
    <message>
        <source>The file is damaged or was written by an unknown version; write or copy it again.</source>
        <translation>文件已损坏或由未知版本写入，请重新写入或复制。</translation>
    </message>
    <message>
        <source>A length in the file does not agree with the bytes that are there.</source>
        <translation>文件中的某个长度与实际字节数不符。</translation>
    </message>
    <message>
        <source>Check that the file was not cut, appended to or merged with another one.</source>
        <translation>请确认文件未被截断、追加或与其他文件合并。</translation>
    </message>
    <message>
        <source>The data type is not one this format can hold.</source>
        <translation>此格式不支持该数据类型。</translation>
    </message>
    <message>
        <source>Check which tool and version wrote the file.</source>
        <translation>请确认写入该文件的工具及版本。</translation>
    </message>
    <message>
        <source>The shape is malformed, negative or too large.</source>
        <translation>形状有误、为负或过大。</translation>
    </message>
    <message>
        <source>Check the shape in the file or on the command line.</source>
        <translation>请检查文件或命令行中的形状。</translation>
    </message>
    <message>
        <source>The memory format does not fit the tensor.</source>
        <translation>存储格式与张量不符。</translation>
    </message>
    <message>
        <source>Show the tensor in storage layout, or name the format it really has.</source>
        <translation>请以存储格式显示该张量，或指定其真实格式。</translation>
    </message>
    <message>
        <source>A name does not follow the pattern of its place.</source>
        <translation>名称不符合该位置的命名规则。</translation>
    </message>
    <message>
        <source>Restore the original name; operator and slot are read from it.</source>
        <translation>请恢复原来的名称，算子和序号由名称得出。</translation>
    </message>
    <message>
        <source>Nothing is lost: such bytes are shown as %XX and accepted in that spelling.</source>
        <translation>没有内容丢失：此类字节显示为 %XX，也可用这种写法输入。</translation>
    </message>
    <message>
        <source>A text does not follow its grammar.</source>
        <translation>文本不符合语法。</translation>
    </message>
    <message>
        <source>Correct it at the place given.</source>
        <translation>请在所示位置更正。</translation>
    </message>
    <message>
        <source>No known format claims this file.</source>
        <translation>没有已知格式能识别此文件。</translation>
    </message>
    <message>
        <source>See `formats` for what can be read; other files do no harm.</source>
        <translation>可读取的格式见 `formats`；其他文件没有影响。</translation>
    </message>
    <message>
        <source>The same thing is there more than once.</source>
        <translation>同一内容出现了多次。</translation>
    </message>
    <message>
        <source>The operating system does not allow the access.</source>
        <translation>操作系统不允许访问。</translation>
    </message>
    <message>
        <source>Check owner and mode of the file and of the folders above it.</source>
        <translation>请检查文件及其上级文件夹的所有者和权限。</translation>
    </message>
    <message>
        <source>There is nothing of this name.</source>
        <translation>没有此名称的内容。</translation>
    </message>
    <message>
        <source>The file was listed but is gone.</source>
        <translation>文件曾被列出，但已不存在。</translation>
    </message>
    <message>
        <source>Something removed it meanwhile; open the folder again.</source>
        <translation>文件在此期间被删除，请重新打开文件夹。</translation>
    </message>
    <message>
        <source>The file changed while it was being read.</source>
        <translation>文件在读取过程中发生了变化。</translation>
    </message>
    <message>
        <source>Wait until the writing program has finished, then open the folder again.</source>
        <translation>请等待写入程序结束，再重新打开文件夹。</translation>
    </message>
    <message>
        <source>A safety limit was reached.</source>
        <translation>已达到安全上限。</translation>
    </message>
    <message>
        <source>Restrict the request, or treat the file with suspicion if it is small.</source>
        <translation>请缩小请求范围；若文件很小，应对其保持怀疑。</translation>
    </message>
    <message>
        <source>Something leads back to itself.</source>
        <translation>出现了指向自身的循环。</translation>
    </message>
    <message>
        <source>Remove the link that points to one of its own parents.</source>
        <translation>请删除指向其上级的链接。</translation>
    </message>
    <message>
        <source>A mapping file does not fit the dump.</source>
        <translation>映射文件与转储不符。</translation>
    </message>
    <message>
        <source>Check that mapping file and dump come from the same run.</source>
        <translation>请确认映射文件与转储来自同一次运行。</translation>
    </message>
    <message>
        <source>More than one thing fits.</source>
        <translation>有多个匹配项。</translation>
    </message>
    <message>
        <source>Name one of the candidates in full.</source>
        <translation>请写出其中一个候选项的全名。</translation>
    </message>
    <message>
        <source>It is understood, but this cannot be done with it.</source>
        <translation>内容可以理解，但不支持此操作。</translation>
    </message>
    <message>
        <source>It can be read, but something about it is odd.</source>
        <translation>可以读取，但有可疑之处。</translation>
    </message>
    <message>
        <source>Compare with the program that wrote it before trusting the numbers.</source>
        <translation>在相信数值之前，请与写入程序核对。</translation>
    </message>
    <message>
        <source>The operating system failed to read or write.</source>
        <translation>操作系统读写失败。</translation>
    </message>
    <message>
        <source>There is no space left for the output.</source>
        <translation>输出空间不足。</translation>
    </message>
    <message>
        <source>Free some space or choose another place with -o.</source>
        <translation>请释放空间，或用 -o 选择其他位置。</translation>
    </message>
    <message>
        <source>There is not enough memory.</source>
        <translation>内存不足。</translation>
    </message>
    <message>
        <source>Close other programs, restrict the request, or use fewer threads.</source>
        <translation>请关闭其他程序、缩小请求范围或减少线程数。</translation>
    </message>
    <message>
        <source>The request itself is wrong.</source>
        <translation>请求本身有误。</translation>
    </message>
    <message>
        <source>It was stopped on request.</source>
        <translation>已按要求停止。</translation>
    </message>
    <message>
        <source>What was finished is kept and marked partial.</source>
        <translation>已完成的部分会保留并标记为不完整。</translation>
    </message>
    <message>
        <source>The program made a mistake.</source>
        <translation>程序出现了错误。</translation>
    </message>
    <message>
        <source>Please report it with the message and the smallest input that shows it.</source>
        <translation>请附上该消息和能重现问题的最小输入进行反馈。</translation>
    </message>
    <message>
        <source>%1 cannot be started: it is neither a program nor a script whose first line names one; start its interpreter, such as python3</source>
        <translation>无法启动 %1：它既不是程序，也不是首行写明解释器的脚本；请启动它的解释器，如 python3</translation>
    </message>
    <message>
        <source>only %1 of the disk are free and %2 are to be kept: the program is paused until there is room, it is continued, or stopped</source>
        <translation>磁盘只剩 %1，而要保留 %2：程序已暂停，直到有空间、让它继续或停止</translation>
    </message>
    <message>
        <source>%1; the kernel ran out of memory meanwhile and ended a process: try a smaller batch, or dump fewer operators</source>
        <translation>%1；其间内核内存不足并结束了一个进程：试试更小的批，或少转储一些算子</translation>
    </message>
    <message>
        <source>only %1 of the disk are free, and %2 are to be kept; make room, or take another folder or a smaller keep_free</source>
        <translation>磁盘只剩 %1，而要保留 %2；请腾出空间，或换一个文件夹，或减小 keep_free</translation>
    </message>
    <message>
        <source>%1 cannot be started: there is no such program; check its name, PATH, and the interpreter in its first line</source>
        <translation>无法启动 %1：没有这个程序；请检查它的名称、PATH 和首行中的解释器</translation>
    </message>
    <message>
        <source>%1 cannot be started: it may not be executed; try chmod +x, or start its interpreter</source>
        <translation>无法启动 %1：它不可执行；试试 chmod +x，或启动它的解释器</translation>
    </message>
    <message>
        <source>the log file cannot be written any more; the disk is full, or a limit is reached</source>
        <translation>日志文件不能再写：磁盘已满，或到了上限</translation>
    </message>
    <message>
        <source>%1 ended with exit code %2: a shell found a command that may not be executed</source>
        <translation>%1 以退出码 %2 结束：shell 找到的命令不可执行</translation>
    </message>
    <message>
        <source>%1 cannot be started: its arguments and variables are too long together</source>
        <translation>无法启动 %1：它的参数和变量加起来太长</translation>
    </message>
    <message>
        <source>%1 is not empty: what is there is shown together with what comes</source>
        <translation>%1 不是空的：已有的内容会与新来的一起显示</translation>
    </message>
    <message>
        <source>the end of the program, which runs once more without a dump</source>
        <translation>程序的结束；它再运行一次，不转储</translation>
    </message>
    <message>
        <source>%1, it used more processor time than allowed; see ulimit -t</source>
        <translation>%1，它用的处理器时间超过了允许；参见 ulimit -t</translation>
    </message>
    <message>
        <source>the configuration is there twice, as a file and as text</source>
        <translation>配置写了两次：既有文件又有文本</translation>
    </message>
    <message>
        <source>%1, a file grew beyond the limit for files; see ulimit -f</source>
        <translation>%1，文件超过了大小上限；参见 ulimit -f</translation>
    </message>
    <message>
        <source>profile, configuration, program and disk are looked at</source>
        <translation>查看配置文件、转储配置、程序和磁盘</translation>
    </message>
    <message>
        <source>%1 ended with exit code %2: a shell did not find a command</source>
        <translation>%1 以退出码 %2 结束：shell 没有找到命令</translation>
    </message>
    <message>
        <source>%1 ended with exit code %2: what it started was ended by %3</source>
        <translation>%1 以退出码 %2 结束：它启动的程序被 %3 结束</translation>
    </message>
    <message>
        <source>%1 processes cannot be ended: they wait for the kernel</source>
        <translation>%1 个进程无法结束：它们在等待内核</translation>
    </message>
    <message>
        <source>%1 cannot be started: the folder to run it in is none</source>
        <translation>无法启动 %1：要在其中运行的不是文件夹</translation>
    </message>
    <message>
        <source>what it left does nothing any more and is ended: %1</source>
        <translation>它留下的进程不再做什么，已被结束：%1</translation>
    </message>
    <message>
        <source>%1, memory or a mapped file behind it was not there</source>
        <translation>%1，内存或其背后的映射文件不在了</translation>
    </message>
    <message>
        <source>%1, it made a system call that is forbidden here</source>
        <translation>%1，它做了此处禁止的系统调用</translation>
    </message>
    <message>
        <source>take another folder, or put {n} into its name</source>
        <translation>换一个文件夹，或在其名称中加上 {n}</translation>
    </message>
    <message>
        <source>the folder to run the program in is not there</source>
        <translation>运行程序的文件夹不存在</translation>
    </message>
    <message>
        <source>the program would refuse the configuration: %1</source>
        <translation>程序会拒绝此配置：%1</translation>
    </message>
    <message>
        <source>the program has ended and left %1 running: %2</source>
        <translation>程序已结束，留下 %1 个进程还在运行：%2</translation>
    </message>
    <message>
        <source>there is no configuration to be put there</source>
        <translation>没有可以放在那里的配置</translation>
    </message>
    <message>
        <source>%1, it wrote to a pipe that nobody reads</source>
        <translation>%1，它写入了没有人读的管道</translation>
    </message>
    <message>
        <source>%1, it used memory that is not its own</source>
        <translation>%1，它使用了不属于自己的内存</translation>
    </message>
    <message>
        <source>%1, it was built for another processor</source>
        <translation>%1，它是为别的处理器构建的</translation>
    </message>
    <message>
        <source>the run with a dump did not write it</source>
        <translation>有转储的那次运行没有写它</translation>
    </message>
    <message>
        <source>still there; told to end (SIGTERM)</source>
        <translation>仍在运行；已要求结束（SIGTERM）</translation>
    </message>
    <message>
        <source>the configuration captures nothing</source>
        <translation>此配置什么都不采集</translation>
    </message>
    <message>
        <source>a configuration has at most 10 MiB</source>
        <translation>配置最多 10 MiB</translation>
    </message>
    <message>
        <source>%1, an integer was divided by zero</source>
        <translation>%1，整数除以零</translation>
    </message>
    <message>
        <source>match %1 is %2 with a dump, %3 without</source>
        <translation>第 %1 处匹配：有转储时为 %2，没有时为 %3</translation>
    </message>
    <message>
        <source>the run without did not write it</source>
        <translation>没有转储的那次运行没有写它</translation>
    </message>
    <message>
        <source>there is room on the disk again</source>
        <translation>磁盘又有空间了</translation>
    </message>
    <message>
        <source>it says no folder for the dump</source>
        <translation>没有写明转储的文件夹</translation>
    </message>
    <message>
        <source>%1, it gave up by itself (abort)</source>
        <translation>%1，它自己放弃了（abort）</translation>
    </message>
    <message>
        <source>still there; killed (SIGKILL)</source>
        <translation>仍在运行；已强行结束（SIGKILL）</translation>
    </message>
    <message>
        <source>it says no dump configuration</source>
        <translation>没有写明转储配置</translation>
    </message>
    <message>
        <source>the golden dump is not there</source>
        <translation>基准转储不存在</translation>
    </message>
    <message>
        <source>%1, it was killed from outside</source>
        <translation>%1，它被外部杀死</translation>
    </message>
    <message>
        <source>%1 bytes with a dump, %2 without</source>
        <translation>有转储时 %1 字节，没有时 %2 字节</translation>
    </message>
    <message>
        <source>a first sign of the program</source>
        <translation>程序的第一个动静</translation>
    </message>
    <message>
        <source>%1; it was stopped on request</source>
        <translation>%1；它是按要求停止的</translation>
    </message>
    <message>
        <source>after the run with a dump: %1</source>
        <translation>有转储的那次运行之后：%1</translation>
    </message>
    <message>
        <source>the first file of the dump</source>
        <translation>转储的第一个文件</translation>
    </message>
    <message>
        <source>the last files of the dump</source>
        <translation>转储的最后几个文件</translation>
    </message>
    <message>
        <source>no line of the log matches</source>
        <translation>日志中没有匹配的行</translation>
    </message>
    <message>
        <source>name the program to start</source>
        <translation>写出要启动的程序</translation>
    </message>
    <message>
        <source>name one, or leave it out</source>
        <translation>写一个，或省去</translation>
    </message>
    <message>
        <source>the start of the program</source>
        <translation>程序的启动</translation>
    </message>
    <message>
        <source>%1, its terminal went away</source>
        <translation>%1，它的终端不在了</translation>
    </message>
    <message>
        <source>after the run without: %1</source>
        <translation>没有转储的那次运行之后：%1</translation>
    </message>
    <message>
        <source>%1 ended with exit code %2</source>
        <translation>%1 以退出码 %2 结束</translation>
    </message>
    <message>
        <source>asked to end (SIGINT)</source>
        <translation>已请求结束（SIGINT）</translation>
    </message>
    <message>
        <source>see the syntax of RE2</source>
        <translation>参见 RE2 的语法</translation>
    </message>
    <message>
        <source>%1, it was asked to end</source>
        <translation>%1，它被要求结束</translation>
    </message>
    <message>
        <source>%1, it was told to quit</source>
        <translation>%1，它被要求退出</translation>
    </message>
    <message>
        <source>differs from line %1 on</source>
        <translation>从第 %1 行起不同</translation>
    </message>
    <message>
        <source>differs from byte %1 on</source>
        <translation>从第 %1 字节起不同</translation>
    </message>
    <message>
        <source>%1 cannot be started: %2</source>
        <translation>无法启动 %1：%2</translation>
    </message>
    <message>
        <source>%1, it was interrupted</source>
        <translation>%1，它被中断</translation>
    </message>
    <message>
        <source>it says no program</source>
        <translation>没有写明程序</translation>
    </message>
    <message>
        <source>%1; its last words: %2</source>
        <translation>%1；它最后的话：%2</translation>
    </message>
    <message>
        <source>the program&apos;s end</source>
        <translation>程序的结束</translation>
    </message>
    <message>
        <source>the same %1 matches</source>
        <translation>相同的 %1 处匹配</translation>
    </message>
    <message>
        <source>its bytes differ</source>
        <translation>字节不同</translation>
    </message>
    <message>
        <source>the same %1 bytes</source>
        <translation>相同的 %1 字节</translation>
    </message>
    <message>
        <source>%1 was ended by %2</source>
        <translation>%1 被 %2 结束</translation>
    </message>
    <message>
        <source>name its file</source>
        <translation>写出它的文件</translation>
    </message>
    <message>
        <source>leave one out</source>
        <translation>省去一个</translation>
    </message>
    <message>
        <source>name a folder</source>
        <translation>写一个文件夹</translation>
    </message>
    <message>
        <source>%1 ended well</source>
        <translation>%1 正常结束</translation>
    </message>
    <message>
        <source>on request</source>
        <translation>按要求继续</translation>
    </message>
    <message>
        <source>it may be %1</source>
        <translation>可以是 %1</translation>
    </message>
    <message>
        <source>continued</source>
        <translation>已继续</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>In %1/extra-info/data-dump/DEVICE/, unless ASCEND_DUMP_PATH, ASCEND_WORK_PATH or NPU_COLLECT_PATH name another folder.</source>
        <translation>在 %1/extra-info/data-dump/设备/ 中，除非 ASCEND_DUMP_PATH、ASCEND_WORK_PATH 或 NPU_COLLECT_PATH 指定了别的文件夹。</translation>
    </message>
    <message>
        <source>The session needs use_off_line, and rewrite_options.remapping = RewriterConfig.OFF in its configuration.</source>
        <translation>会话需要 use_off_line，并在其配置中设 rewrite_options.remapping = RewriterConfig.OFF。</translation>
    </message>
    <message>
        <source>a generation of data_dump.json is a release with or without -sync or -async (2.4, 1.6-async), not &quot;%1&quot;</source>
        <translation>data_dump.json 的一代是带或不带 -sync、-async 的版本（2.4、1.6-async），而不是“%1”</translation>
    </message>
    <message>
        <source>The host writes after each operator (synchronous), at most %1 elements of a tensor, on the devices %2.</source>
        <translation>主机在每个算子之后写出（同步），每个张量最多 %1 个元素，在设备 %2 上。</translation>
    </message>
    <message>
        <source>set e2e_dump_settings.enable to true, or MS_ACL_DUMP_CFG_PATH to the text of MINDSPORE_DUMP_CONFIG</source>
        <translation>把 e2e_dump_settings.enable 设为 true，或把 MS_ACL_DUMP_CFG_PATH 设为与 MINDSPORE_DUMP_CONFIG 相同的文本</translation>
    </message>
    <message>
        <source>it wants whole names: Functional.NAME.N.forward of an API, Module.NAME.CLASS.forward.N of a module</source>
        <translation>需要完整的名称：API 为 Functional.NAME.N.forward，模块为 Module.NAME.CLASS.forward.N</translation>
    </message>
    <message>
        <source>The device writes while the program goes on (asynchronous), files of format %1, on the devices %2.</source>
        <translation>设备在程序继续运行时写出（异步），文件格式 %1，在设备 %2 上。</translation>
    </message>
    <message>
        <source>Operators that overflow in an atomic addition: inputs, outputs and an Opdebug record of each.</source>
        <translation>在原子加中溢出的算子：各自的输入、输出和 Opdebug 记录。</translation>
    </message>
    <message>
        <source>MindSpore wants an absolute path of letters, digits, _, - and /: /tmp/dump is written instead</source>
        <translation>MindSpore 要求由字母、数字、_、- 和 / 组成的绝对路径：改写为 /tmp/dump</translation>
    </message>
    <message>
        <source>more than 10 brackets of a kind are open at once; the runtime counts those inside texts too</source>
        <translation>同一种括号同时打开超过 10 层；运行时连文本中的括号也算</translation>
    </message>
    <message>
        <source>there are no e2e_dump_settings: where kernels run one by one on Ascend, nothing is captured</source>
        <translation>没有 e2e_dump_settings：在 Ascend 上逐个运行 kernel 时什么都不采集</translation>
    </message>
    <message>
        <source>The host writes behind the running stream, at most %1 elements of a tensor, on the devices %2.</source>
        <translation>主机在运行的流之后写出，每个张量最多 %1 个元素，在设备 %2 上。</translation>
    </message>
    <message>
        <source>MINDSPORE_DUMP_CONFIG must hold the absolute path of this file before the program starts.</source>
        <translation>程序启动前，MINDSPORE_DUMP_CONFIG 必须是此文件的绝对路径。</translation>
    </message>
    <message>
        <source>names are those of APIs and modules here, not of operators of a graph: look at them again</source>
        <translation>这里的名称是 API 和模块的，不是图中算子的：请再看一遍</translation>
    </message>
    <message>
        <source>a first and a last one are whole names of APIs or modules here: choose them anew as scope</source>
        <translation>首个和末个在这里是 API 或模块的完整名称：请用 scope 重新选择</translation>
    </message>
    <message>
        <source>operators cannot be watched while others run: they are captured when they run themselves</source>
        <translation>不能在别的算子运行时观察算子：在它们自己运行时采集</translation>
    </message>
    <message>
        <source>The parameters async_dump is true in tensor task, the parameters list cannot be empty.</source>
        <translation>tensor 任务中 async_dump 为 true 时，list 不能为空。</translation>
    </message>
    <message>
        <source>accepted, but the graph engine refuses it beside dump_debug: models then dump nothing</source>
        <translation>会被接受，但图引擎不许它与 dump_debug 并存：模型什么都不会转储</translation>
    </message>
    <message>
        <source>Operators that overflow on an AI Core: inputs, outputs and an Opdebug record of each.</source>
        <translation>在 AI Core 上溢出的算子：各自的输入、输出和 Opdebug 记录。</translation>
    </message>
    <message>
        <source>MS_ACL_DUMP_CFG_PATH differs from MINDSPORE_DUMP_CONFIG: AscendCL&apos;s dump is not used</source>
        <translation>MS_ACL_DUMP_CFG_PATH 与 MINDSPORE_DUMP_CONFIG 不同：不使用 AscendCL 的转储</translation>
    </message>
    <message>
        <source>exceptions are captured with MindSpore only: APIs with NaN or infinity are, instead</source>
        <translation>只有 MindSpore 能采集异常：改为采集含 NaN 或无穷的 API</translation>
    </message>
    <message>
        <source>it becomes &quot;host&quot;: the device computes only for saved_data &quot;statistic&quot;, on Ascend</source>
        <translation>会变成 &quot;host&quot;：只有在 Ascend 上且 saved_data 为 &quot;statistic&quot; 时才由设备计算</translation>
    </message>
    <message>
        <source>what set_dump() marks in the script is not known here: every operator is captured</source>
        <translation>这里不知道脚本中 set_dump() 标记了什么：采集所有算子</translation>
    </message>
    <message>
        <source>the synchronous dump of this release writes no statistics: whole tensors are kept</source>
        <translation>此版本的同步转储不写统计量：保留完整张量</translation>
    </message>
    <message>
        <source>When level is set to L2, the list must be configured as a list with one api name.</source>
        <translation>level 为 L2 时，list 必须是只含一个 API 名称的列表。</translation>
    </message>
    <message>
        <source>APIs with NaN or infinity are captured with PyTorch only: exceptions are, instead</source>
        <translation>只有 PyTorch 能采集含 NaN 或无穷的 API：改为采集异常</translation>
    </message>
    <message>
        <source>what the device cannot compute is left out; it computes max, min, avg and l2norm</source>
        <translation>设备算不了的会被省去；它能算 max、min、avg 和 l2norm</translation>
    </message>
    <message>
        <source>the device&apos;s own dump left with 2.6: the host writes behind the running stream</source>
        <translation>设备自己的转储到 2.6 为止：主机在运行的流之后写出</translation>
    </message>
    <message>
        <source>When the task is set to structure, the level should be L0 or mix; mix is taken</source>
        <translation>task 为 structure 时，level 应为 L0 或 mix；按 mix 处理</translation>
    </message>
    <message>
        <source>On another host, in %1/TIME/DEVICE/MODEL/MODEL ID/STEP/, one file per operator.</source>
        <translation>在另一台主机的 %1/时间/设备/模型/模型 ID/步/ 中，每个算子一个文件。</translation>
    </message>
    <message>
        <source>load.modules entry must end with &apos;.forward.N&apos; (N is a non-negative integer): %1</source>
        <translation>load.modules 的项必须以 &apos;.forward.N&apos; 结尾（N 为非负整数）：%1</translation>
    </message>
    <message>
        <source>The parameters async_dump is true, the parameters summary_mode cannot be md5.</source>
        <translation>async_dump 为 true 时，summary_mode 不能是 md5。</translation>
    </message>
    <message>
        <source>relative paths start at the program&apos;s working folder (%1); use an absolute one</source>
        <translation>相对路径从程序的工作文件夹（%1）算起；请用绝对路径</translation>
    </message>
    <message>
        <source>a generation of msprobe&apos;s config.json is pytorch, mindspore or older, not &quot;%1&quot;</source>
        <translation>msprobe 的 config.json 的一代是 pytorch、mindspore 或 older，而不是“%1”</translation>
    </message>
    <message>
        <source>single figures can be chosen with MindSpore only: the usual ones are written</source>
        <translation>只有 MindSpore 能选择单个统计项：写通常的那些</translation>
    </message>
    <message>
        <source>modules, APIs and kernels are levels of a framework: operators are captured</source>
        <translation>模块、API 和 kernel 是框架的层级：采集算子</translation>
    </message>
    <message>
        <source>the list is empty: up to release 2.4 nothing matches, later every operator</source>
        <translation>列表为空：2.4 及以前的版本什么都不匹配，之后的版本匹配所有算子</translation>
    </message>
    <message>
        <source>task nan_check looks at outputs: &apos;input&apos; without &apos;output&apos; is not supported</source>
        <translation>task nan_check 看输出：不支持只有 &apos;input&apos; 而没有 &apos;output&apos;</translation>
    </message>
    <message>
        <source>Operators that overflow: inputs, outputs and an Opdebug record of each.</source>
        <translation>溢出的算子：各自的输入、输出和 Opdebug 记录。</translation>
    </message>
    <message>
        <source>write &quot;all&quot;, or numbers and ranges like &quot;0|5-8|100-120&quot;, without blanks</source>
        <translation>写 &quot;all&quot;，或数字和范围，如 &quot;0|5-8|100-120&quot;，不加空格</translation>
    </message>
    <message>
        <source>there are no statistics with the synchronous dump of Ascend before 2.3</source>
        <translation>2.3 以前 Ascend 的同步转储没有统计量</translation>
    </message>
    <message>
        <source>all, or printf, tensor, assert, timestamp with commas, without blanks</source>
        <translation>all，或 printf、tensor、assert、timestamp，用逗号分隔，不加空格</translation>
    </message>
    <message>
        <source>it becomes &quot;host&quot;, because overflow is looked for and enable is false</source>
        <translation>会变成 &quot;host&quot;，因为要查找溢出而 enable 为 false</translation>
    </message>
    <message>
        <source>exceptions cannot be captured by this release: everything is captured</source>
        <translation>此版本不能采集异常：采集全部</translation>
    </message>
    <message>
        <source>Operators that overflow: their inputs, outputs and a record of each.</source>
        <translation>溢出的算子：各自的输入、输出和一条记录。</translation>
    </message>
    <message>
        <source>MINDSPORE_DUMP_IGNORE_USELESS_OUTPUT is neither 0 nor 1: 1 is taken</source>
        <translation>MINDSPORE_DUMP_IGNORE_USELESS_OUTPUT 既不是 0 也不是 1：按 1 处理</translation>
    </message>
    <message>
        <source>The host writes after each operator (synchronous), on the devices %1.</source>
        <translation>主机在每个算子之后写出（同步），在设备 %1 上。</translation>
    </message>
    <message>
        <source>nothing is captured while enable_dump and enable_dump_debug are off</source>
        <translation>enable_dump 和 enable_dump_debug 都关闭时什么都不采集</translation>
    </message>
    <message>
        <source>On from the start, and may be switched off while the program runs.</source>
        <translation>一开始就开启，程序运行时可以关闭。</translation>
    </message>
    <message>
        <source>Nothing is captured: APIs are run again and compared with the CPU.</source>
        <translation>什么都不采集：API 重新运行并与 CPU 比较。</translation>
    </message>
    <message>
        <source>there is no &quot;dump&quot;: the runtime accepts this and captures nothing</source>
        <translation>没有 &quot;dump&quot;：运行时接受，但什么都不采集</translation>
    </message>
    <message>
        <source>tensors and statistics exclude each other: whole tensors are kept</source>
        <translation>张量与统计量不能并存：保留完整张量</translation>
    </message>
    <message>
        <source>In %1/device_DEVICE/iteration_ITERATION/, one .bin file per tensor.</source>
        <translation>在 %1/device_设备/iteration_迭代/ 中，每个张量一个 .bin 文件。</translation>
    </message>
    <message>
        <source>In %1/STEP/TIME/DEVICE/%2/MODEL ID/ITERATION/, one file per operator.</source>
        <translation>在 %1/步/时间/设备/%2/模型 ID/迭代/ 中，每个算子一个文件。</translation>
    </message>
    <message>
        <source>this release writes behind the running stream in no way: it waits</source>
        <translation>此版本不能在运行的流之后写出：它会等待</translation>
    </message>
    <message>
        <source>overflows of AI Cores and of atomic additions are one mode now: 3</source>
        <translation>AI Core 与原子加的溢出现在是同一种模式：3</translation>
    </message>
    <message>
        <source>Nothing is captured: results are compared while the program runs.</source>
        <translation>什么都不采集：程序运行时比较结果。</translation>
    </message>
    <message>
        <source>the task &quot;diff_check&quot; is not known there: statistics are captured</source>
        <translation>那里不识别任务 &quot;diff_check&quot;：采集统计量</translation>
    </message>
    <message>
        <source>the file is empty: the runtime accepts this and captures nothing</source>
        <translation>文件为空：运行时接受，但什么都不采集</translation>
    </message>
    <message>
        <source>overflows of AI Cores and of atomic additions are not told apart</source>
        <translation>不区分 AI Core 与原子加的溢出</translation>
    </message>
    <message>
        <source>it is empty, and MS_DIAGNOSTIC_DATA_PATH names no folder either</source>
        <translation>它是空的，MS_DIAGNOSTIC_DATA_PATH 也没有指定文件夹</translation>
    </message>
    <message>
        <source>APIs that only reshape or cast are left out (risk_level FOCUS).</source>
        <translation>省去只改变形状或类型的 API（risk_level FOCUS）。</translation>
    </message>
    <message>
        <source>async_dump is True, it may cause OOM when dumping large tensor.</source>
        <translation>async_dump 为 True，转储大张量时可能内存不足。</translation>
    </message>
    <message>
        <source>write the folder out: the runtime replaces neither $NAME nor ~</source>
        <translation>写出完整的文件夹：运行时不替换 $NAME 和 ~</translation>
    </message>
    <message>
        <source>Nothing: the graph engine refuses dump_list beside dump_debug.</source>
        <translation>什么都没有：图引擎不许 dump_list 与 dump_debug 并存。</translation>
    </message>
    <message>
        <source>an empty list now captures nothing: [{}] stands for everything</source>
        <translation>空列表现在什么都不采集：[{}] 表示全部</translation>
    </message>
    <message>
        <source>it is not read by this release, on this device or in this mode</source>
        <translation>此版本、此设备或此模式下不读它</translation>
    </message>
    <message>
        <source>set enable in e2e_dump_settings or async_dump_settings to true</source>
        <translation>把 e2e_dump_settings 或 async_dump_settings 中的 enable 设为 true</translation>
    </message>
    <message>
        <source>When an operator fails on the device: its inputs and outputs.</source>
        <translation>算子在设备上失败时：它的输入和输出。</translation>
    </message>
    <message>
        <source>a core file of the failing AI Core; the program ends after it</source>
        <translation>失败的 AI Core 的 core 文件；之后程序结束</translation>
    </message>
    <message>
        <source>load.modules entry must use &apos;.forward.N&apos;, not &apos;.backward.N&apos;: %1</source>
        <translation>load.modules 的项必须用 &apos;.forward.N&apos;，而不是 &apos;.backward.N&apos;：%1</translation>
    </message>
    <message>
        <source>In %1/TIME/DEVICE/MODEL/MODEL ID/STEP/, one file per operator.</source>
        <translation>在 %1/时间/设备/模型/模型 ID/步/ 中，每个算子一个文件。</translation>
    </message>
    <message>
        <source>records of graph operators and of kernels are not told apart</source>
        <translation>不区分图算子与 kernel 的记录</translation>
    </message>
    <message>
        <source>an empty list matched nothing; now it matches every operator</source>
        <translation>空列表以前什么都不匹配；现在匹配所有算子</translation>
    </message>
    <message>
        <source>a generation of acl.json is current, legacy or small, not &quot;%1&quot;</source>
        <translation>acl.json 的一代是 current、legacy 或 small，而不是“%1”</translation>
    </message>
    <message>
        <source>Off at first, and may be switched on while the program runs.</source>
        <translation>起初关闭，程序运行时可以开启。</translation>
    </message>
    <message>
        <source>When level is set to debug, the tensor_list will be invalid.</source>
        <translation>level 为 debug 时 tensor_list 无效。</translation>
    </message>
    <message>
        <source>it captures nothing: there is nothing to say in other words</source>
        <translation>它什么都不采集：没有可以换种说法的内容</translation>
    </message>
    <message>
        <source>The host writes behind the running stream, on the devices %1.</source>
        <translation>主机在运行的流之后写出，在设备 %1 上。</translation>
    </message>
    <message>
        <source>it is empty: the runtime accepts this and captures nothing</source>
        <translation>它是空的：运行时接受，但什么都不采集</translation>
    </message>
    <message>
        <source>In %1/rank_RANK/%2/GRAPH/ITERATION/, with statistic.csv there.</source>
        <translation>在 %1/rank_RANK/%2/图/迭代/ 中，那里有 statistic.csv。</translation>
    </message>
    <message>
        <source>In %1/rank_RANK/%2/GRAPH/ITERATION/, one .npy file per tensor.</source>
        <translation>在 %1/rank_RANK/%2/图/迭代/ 中，每个张量一个 .npy 文件。</translation>
    </message>
    <message>
        <source>write an absolute path of letters, digits, _, - and / only</source>
        <translation>写绝对路径，只含字母、数字、_、- 和 /</translation>
    </message>
    <message>
        <source>statistics of the asynchronous dump need file_format &quot;npy&quot;</source>
        <translation>异步转储的统计量需要 file_format 为 &quot;npy&quot;</translation>
    </message>
    <message>
        <source>this release takes one number: only iteration %1 is captured</source>
        <translation>此版本只接受一个数字：只采集第 %1 次迭代</translation>
    </message>
    <message>
        <source>Statistics and files are written late, when the step ends.</source>
        <translation>统计量和文件写得晚，在步结束时。</translation>
    </message>
    <message>
        <source>Inputs of modules are replaced by those dumped before in %1.</source>
        <translation>模块的输入换成以前转储在 %1 中的。</translation>
    </message>
    <message>
        <source>load.modules is required and must be a non-empty list[str]</source>
        <translation>load.modules 必需，且必须是非空的 list[str]</translation>
    </message>
    <message>
        <source>On another host, in %1/TIME/DEVICE/, one file per operator.</source>
        <translation>在另一台主机的 %1/时间/设备/ 中，每个算子一个文件。</translation>
    </message>
    <message>
        <source>[{&quot;name&quot;: &quot;TYPE&quot;, &quot;pos&quot;: [&quot;input0&quot;]}], with dump_level op</source>
        <translation>[{&quot;name&quot;: &quot;TYPE&quot;, &quot;pos&quot;: [&quot;input0&quot;]}]，配合 dump_level op</translation>
    </message>
    <message>
        <source>[{&quot;name&quot;: &quot;NAME&quot;, &quot;pos&quot;: [&quot;input0&quot;]}], with dump_level op</source>
        <translation>[{&quot;name&quot;: &quot;NAME&quot;, &quot;pos&quot;: [&quot;input0&quot;]}]，配合 dump_level op</translation>
    </message>
    <message>
        <source>no device is listed: nothing is captured, except on a CPU</source>
        <translation>没有列出设备：除 CPU 外什么都不采集</translation>
    </message>
    <message>
        <source>both dumps were off; from 1.3 on one of them is always on</source>
        <translation>两种转储都是关闭的；从 1.3 起总有一种开启</translation>
    </message>
    <message>
        <source>each element must be a whole number between 0 and 1000000</source>
        <translation>每个元素必须是 0 到 1000000 之间的整数</translation>
    </message>
    <message>
        <source>the boundaries must fall within the range of [0, 1000000]</source>
        <translation>边界必须在 [0, 1000000] 之内</translation>
    </message>
    <message>
        <source>look for a missing comma, quote or bracket at this place</source>
        <translation>看看此处是否缺少逗号、引号或括号</translation>
    </message>
    <message>
        <source>only digits, - and | are allowed in it, or exactly &quot;all&quot;</source>
        <translation>只允许数字、- 和 |，或恰好是 &quot;all&quot;</translation>
    </message>
    <message>
        <source>a part between | is no number or range and never matches</source>
        <translation>| 之间有一部分不是数字或范围，永远不会匹配</translation>
    </message>
    <message>
        <source>steps are counted from 0, not from a number of one&apos;s own</source>
        <translation>步从 0 数起，不能自定起点</translation>
    </message>
    <message>
        <source>set_dump() does nothing here: every operator is captured</source>
        <translation>set_dump() 在此不起作用：采集所有算子</translation>
    </message>
    <message>
        <source>&apos;all&apos; cannot be combined with other options in data_mode</source>
        <translation>data_mode 中 &apos;all&apos; 不能与其他选项并用</translation>
    </message>
    <message>
        <source>When level is set to L2, the scope cannot be configured.</source>
        <translation>level 为 L2 时不能配置 scope。</translation>
    </message>
    <message>
        <source>When level is set to L2, the task must be set to tensor.</source>
        <translation>level 为 L2 时，task 必须是 tensor。</translation>
    </message>
    <message>
        <source>statistics of all and tensors of some do not go together</source>
        <translation>不能同时要全部的统计量和部分的张量</translation>
    </message>
    <message>
        <source>the task &quot;%1&quot; is for PyTorch only: statistics are captured</source>
        <translation>任务“%1”只用于 PyTorch：采集统计量</translation>
    </message>
    <message>
        <source>add &quot;dump_list&quot;: [{}] for every operator of every model</source>
        <translation>添加 &quot;dump_list&quot;: [{}]，即所有模型的所有算子</translation>
    </message>
    <message>
        <source>a folder that exists, or a.b.c.d:folder of another host</source>
        <translation>一个存在的文件夹，或另一台主机的 a.b.c.d:文件夹</translation>
    </message>
    <message>
        <source>[{&quot;begin&quot;: &quot;FIRST&quot;, &quot;end&quot;: &quot;LAST&quot;}], with dump_level op</source>
        <translation>[{&quot;begin&quot;: &quot;FIRST&quot;, &quot;end&quot;: &quot;LAST&quot;}]，配合 dump_level op</translation>
    </message>
    <message>
        <source>it always captures, not only on overflows or exceptions</source>
        <translation>它总是采集，不只在溢出或异常时</translation>
    </message>
    <message>
        <source>When the task is set to nan_check, the level must be L1</source>
        <translation>task 为 nan_check 时，level 必须是 L1</translation>
    </message>
    <message>
        <source>devices and ranks cannot be chosen: every one captures</source>
        <translation>不能选择设备和卡：每个都采集</translation>
    </message>
    <message>
        <source>operators that run outside of a model are not captured</source>
        <translation>不采集在模型之外运行的算子</translation>
    </message>
    <message>
        <source>it becomes &quot;tensor&quot;, because exceptions are looked for</source>
        <translation>会变成 &quot;tensor&quot;，因为要查找异常</translation>
    </message>
    <message>
        <source>Of APIs, only about 50 that compute (risk_level CORE).</source>
        <translation>在 API 中，只有约 50 个做计算的（risk_level CORE）。</translation>
    </message>
    <message>
        <source>inputs and outputs of quantisation are not kept for it</source>
        <translation>不为它保留量化的输入和输出</translation>
    </message>
    <message>
        <source>it has %1 items separated by |, at most 100 are allowed</source>
        <translation>有 %1 个以 | 分隔的项，最多允许 100 个</translation>
    </message>
    <message>
        <source>4 needs the synchronous dump, or the dump of AscendCL</source>
        <translation>4 需要同步转储，或 AscendCL 的转储</translation>
    </message>
    <message>
        <source>inputs cannot be replaced by those of an earlier dump</source>
        <translation>不能把输入换成以前转储的</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is left out: this release knows no operator types</source>
        <translation>“%1”被省去：此版本不识别算子类型</translation>
    </message>
    <message>
        <source>a first and a last operator need a model beside them</source>
        <translation>首个和末个算子旁边需要有模型</translation>
    </message>
    <message>
        <source>figures cannot be chosen: the usual ones are written</source>
        <translation>不能选择统计项：写通常的那些</translation>
    </message>
    <message>
        <source>APIs are captured where outputs hold NaN or infinity</source>
        <translation>采集输出含 NaN 或无穷的 API</translation>
    </message>
    <message>
        <source>enable_dump and enable_dump_debug exclude each other</source>
        <translation>enable_dump 与 enable_dump_debug 不能并存</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is neither a step (5) nor a range of steps (3-5)</source>
        <translation>“%1”既不是步（5），也不是步的范围（3-5）</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is neither inputN nor outputN and is passed over</source>
        <translation>“%1”既不是 inputN 也不是 outputN，会被忽略</translation>
    </message>
    <message>
        <source>make it with mkdir -p, or name a folder that exists</source>
        <translation>用 mkdir -p 创建它，或写一个存在的文件夹</translation>
    </message>
    <message>
        <source>it becomes &quot;all&quot;, because exceptions are looked for</source>
        <translation>会变成 &quot;all&quot;，因为要查找异常</translation>
    </message>
    <message>
        <source>use tensor, statistics, structure or exception_dump</source>
        <translation>用 tensor、statistics、structure 或 exception_dump</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is left out: names are separated by blanks here</source>
        <translation>“%1”被省去：这里的名称以空格分隔</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is known only when the script runs: not checked</source>
        <translation>“%1”的值运行脚本时才知道：未检查</translation>
    </message>
    <message>
        <source>remove the : at the end, or put a folder behind it</source>
        <translation>去掉末尾的 :，或在其后写上文件夹</translation>
    </message>
    <message>
        <source>remove the others, or set stat_calc_mode to &quot;host&quot;</source>
        <translation>去掉其他的，或把 stat_calc_mode 设为 &quot;host&quot;</translation>
    </message>
    <message>
        <source>parts of tensors cannot be cut out: they are whole</source>
        <translation>不能截取张量的一部分：都是完整的</translation>
    </message>
    <message>
        <source>which operators belong to which model is not kept</source>
        <translation>不保留哪些算子属于哪个模型</translation>
    </message>
    <message>
        <source>steps and ranges like 0|3-5|10; empty: every step</source>
        <translation>步和范围，如 0|3-5|10；空：每一步</translation>
    </message>
    <message>
        <source>operators cannot be chosen from a first to a last</source>
        <translation>不能按首末选择算子</translation>
    </message>
    <message>
        <source>set_dump() does not work with ENABLE_MS_GE_DUMP=1</source>
        <translation>ENABLE_MS_GE_DUMP=1 时 set_dump() 无效</translation>
    </message>
    <message>
        <source>set op_debug_mode to 3, or remove overflow_number</source>
        <translation>把 op_debug_mode 设为 3，或去掉 overflow_number</translation>
    </message>
    <message>
        <source>there is no DumpConfig and no parameter_map in it</source>
        <translation>其中没有 DumpConfig，也没有 parameter_map</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is neither a number (&quot;3&quot;) nor a range (&quot;3-5&quot;)</source>
        <translation>“%1”既不是数字（&quot;3&quot;），也不是范围（&quot;3-5&quot;）</translation>
    </message>
    <message>
        <source>write steps and ranges like &quot;0|5-8&quot;, at most 100</source>
        <translation>写步和范围，如 &quot;0|5-8&quot;，最多 100 个</translation>
    </message>
    <message>
        <source>single tensors of an operator cannot be left out</source>
        <translation>不能省去算子的个别张量</translation>
    </message>
    <message>
        <source>models cannot be chosen: every model is captured</source>
        <translation>不能选择模型：采集所有模型</translation>
    </message>
    <message>
        <source>At no iteration: no part of iteration can match.</source>
        <translation>没有迭代：iteration 的任何部分都不会匹配。</translation>
    </message>
    <message>
        <source>write the number of elements to keep, at least 1</source>
        <translation>写要保留的元素个数，至少为 1</translation>
    </message>
    <message>
        <source>the number of overflow records cannot be limited</source>
        <translation>不能限制溢出记录的个数</translation>
    </message>
    <message>
        <source>tensors are not sampled: they are captured whole</source>
        <translation>张量不抽样：完整采集</translation>
    </message>
    <message>
        <source>load.path does not exist or is not a directory: %1</source>
        <translation>load.path 不存在或不是目录：%1</translation>
    </message>
    <message>
        <source>APIs cannot be left out by how much they compute</source>
        <translation>不能按计算量省去 API</translation>
    </message>
    <message>
        <source>single figures can be chosen with MindSpore only</source>
        <translation>只有 MindSpore 能选择单个统计项</translation>
    </message>
    <message>
        <source>only letters, digits, _ and - are allowed in it</source>
        <translation>只允许字母、数字、_ 和 -</translation>
    </message>
    <message>
        <source>it becomes 0, because exceptions are looked for</source>
        <translation>会变成 0，因为要查找异常</translation>
    </message>
    <message>
        <source>the left boundary is greater than the right one</source>
        <translation>左边界大于右边界</translation>
    </message>
    <message>
        <source>write [&quot;all&quot;], or up to four of the other words</source>
        <translation>写 [&quot;all&quot;]，或其他词中的最多四个</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is left out: this release knows no patterns</source>
        <translation>“%1”被省去：此版本不识别模式</translation>
    </message>
    <message>
        <source>the folder of a remote path may not contain &quot;%1&quot;</source>
        <translation>远程路径的文件夹不能含有“%1”</translation>
    </message>
    <message>
        <source>inputs and outputs of the operator that failed</source>
        <translation>失败的算子的输入和输出</translation>
    </message>
    <message>
        <source>steps cannot be chosen: every step is captured</source>
        <translation>不能选择步：采集每一步</translation>
    </message>
    <message>
        <source>MINDSPORE_DUMP_CONFIG must be an absolute path</source>
        <translation>MINDSPORE_DUMP_CONFIG 必须是绝对路径</translation>
    </message>
    <message>
        <source>where statistics are computed cannot be chosen</source>
        <translation>不能选择在哪里计算统计量</translation>
    </message>
    <message>
        <source>load.modules entry must start with &apos;Module.&apos;: %1</source>
        <translation>load.modules 的项必须以 &apos;Module.&apos; 开头：%1</translation>
    </message>
    <message>
        <source>write a list of numbers and ranges, [0, &quot;4-6&quot;]</source>
        <translation>写数字和范围的列表，如 [0, &quot;4-6&quot;]</translation>
    </message>
    <message>
        <source>writing late, when the step ends, is not known</source>
        <translation>不支持在步结束时才写</translation>
    </message>
    <message>
        <source>the runtime accepts this and captures nothing</source>
        <translation>运行时接受，但什么都不采集</translation>
    </message>
    <message>
        <source>name a model, or leave it out for every model</source>
        <translation>写出模型，或省去以表示所有模型</translation>
    </message>
    <message>
        <source>what kernels print and assert is not captured</source>
        <translation>不采集 kernel 打印和断言的内容</translation>
    </message>
    <message>
        <source>how much an exception writes cannot be chosen</source>
        <translation>不能选择异常时写多少</translation>
    </message>
    <message>
        <source>1 and 2 are refused with the synchronous dump</source>
        <translation>同步转储不接受 1 和 2</translation>
    </message>
    <message>
        <source>exceptions cannot be captured by this release</source>
        <translation>此版本不能采集异常</translation>
    </message>
    <message>
        <source>The tree of modules and APIs, without values.</source>
        <translation>模块和 API 的树，没有数值。</translation>
    </message>
    <message>
        <source>use it with MindSpore (--framework mindspore)</source>
        <translation>与 MindSpore 一起用（--framework mindspore）</translation>
    </message>
    <message>
        <source>scope names the first and the last: two names</source>
        <translation>scope 指定首个和末个：两个名称</translation>
    </message>
    <message>
        <source>copy the names from a dump.json of this level</source>
        <translation>从这一 level 的 dump.json 中复制名称</translation>
    </message>
    <message>
        <source>runtimes read at most 10 MiB of configuration</source>
        <translation>运行时最多读取 10 MiB 的配置</translation>
    </message>
    <message>
        <source>only the first 100 steps and ranges are kept</source>
        <translation>只保留前 100 个步和范围</translation>
    </message>
    <message>
        <source>the cells and operators marked by set_dump()</source>
        <translation>用 set_dump() 标记的 cell 和算子</translation>
    </message>
    <message>
        <source>write one number without quotes; 0 means all</source>
        <translation>写一个数字，不加引号；0 表示全部</translation>
    </message>
    <message>
        <source>it becomes 0, because op_debug_mode is not 0</source>
        <translation>会变成 0，因为 op_debug_mode 不是 0</translation>
    </message>
    <message>
        <source>it becomes 0, because overflow is looked for</source>
        <translation>会变成 0，因为要查找溢出</translation>
    </message>
    <message>
        <source>the layout of the device cannot be asked for</source>
        <translation>不能要求设备的布局</translation>
    </message>
    <message>
        <source>the precision of statistics cannot be chosen</source>
        <translation>不能选择统计量的精度</translation>
    </message>
    <message>
        <source>0 stands for every iteration in this release</source>
        <translation>在此版本中 0 表示每次迭代</translation>
    </message>
    <message>
        <source>it is no text, and no list of figures either</source>
        <translation>既不是文本，也不是统计项的列表</translation>
    </message>
    <message>
        <source>it cannot be switched while the program runs</source>
        <translation>程序运行时不能切换</translation>
    </message>
    <message>
        <source>the task &quot;%1&quot; is gone: statistics are captured</source>
        <translation>任务“%1”已取消：采集统计量</translation>
    </message>
    <message>
        <source>it has %1 characters, at most 512 are allowed</source>
        <translation>有 %1 个字符，最多允许 512 个</translation>
    </message>
    <message>
        <source>operators to watch, with dump_scene watcher</source>
        <translation>要观察的算子，配合 dump_scene watcher</translation>
    </message>
    <message>
        <source>exceptions are captured with MindSpore only</source>
        <translation>只有 MindSpore 能采集异常</translation>
    </message>
    <message>
        <source>the watcher scene needs operators to watch</source>
        <translation>watcher 场景需要被观察的算子</translation>
    </message>
    <message>
        <source>Of every operator that is run by itself: %1.</source>
        <translation>单独运行的每个算子：%1。</translation>
    </message>
    <message>
        <source>no operator is left in the list: name some</source>
        <translation>列表中没有剩下算子：请写出一些</translation>
    </message>
    <message>
        <source>diff_nums should be -1 or positive integer</source>
        <translation>diff_nums 应为 -1 或正整数</translation>
    </message>
    <message>
        <source>exception_dump is a task of MindSpore only</source>
        <translation>exception_dump 只是 MindSpore 的任务</translation>
    </message>
    <message>
        <source>&quot;%1&quot;: a range must end behind its beginning</source>
        <translation>“%1”：范围的终点必须在起点之后</translation>
    </message>
    <message>
        <source>it cannot be on together with dump_scene %1</source>
        <translation>不能与 dump_scene %1 同时开启</translation>
    </message>
    <message>
        <source>add &quot;dump_path&quot; with a folder that exists</source>
        <translation>添加 &quot;dump_path&quot;，写一个存在的文件夹</translation>
    </message>
    <message>
        <source>it has more than 100 items separated by |</source>
        <translation>以 | 分隔的项超过 100 个</translation>
    </message>
    <message>
        <source>what is kept of a tensor cannot be chosen</source>
        <translation>不能选择保留张量的哪些内容</translation>
    </message>
    <message>
        <source>the figure &quot;%1&quot; is not among those it knows</source>
        <translation>它不识别统计项“%1”</translation>
    </message>
    <message>
        <source>each element must be an integer or string</source>
        <translation>每个元素必须是整数或字符串</translation>
    </message>
    <message>
        <source>it contains an unknown figure; known are %1</source>
        <translation>含有未知的统计项；已知的有 %1</translation>
    </message>
    <message>
        <source>the number of overflows cannot be limited</source>
        <translation>不能限制溢出的个数</translation>
    </message>
    <message>
        <source>exceptions are not captured beside a dump</source>
        <translation>转储之外不采集异常</translation>
    </message>
    <message>
        <source>it cannot be on together with dump_debug</source>
        <translation>不能与 dump_debug 同时开启</translation>
    </message>
    <message>
        <source>it has %1 entries, at most 100 are allowed</source>
        <translation>有 %1 项，最多允许 100 项</translation>
    </message>
    <message>
        <source>both begin and end must name an operator</source>
        <translation>begin 和 end 都必须指定算子</translation>
    </message>
    <message>
        <source>add &quot;dump_scene&quot;: &quot;watcher&quot; or remove it</source>
        <translation>添加 &quot;dump_scene&quot;: &quot;watcher&quot;，或去掉它</translation>
    </message>
    <message>
        <source>In %1/TIME/DEVICE/, one file per operator.</source>
        <translation>在 %1/时间/设备/ 中，每个算子一个文件。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; should be array of unsigned ints type</source>
        <translation>“%1”应为无符号整数数组类型</translation>
    </message>
    <message>
        <source>the format of the files cannot be chosen</source>
        <translation>不能选择文件的格式</translation>
    </message>
    <message>
        <source>APIs whose outputs hold NaN or infinity.</source>
        <translation>输出含 NaN 或无穷的 API。</translation>
    </message>
    <message>
        <source>make the folder, or name one that exists</source>
        <translation>创建该文件夹，或写一个存在的</translation>
    </message>
    <message>
        <source>When an operator fails on the device: %1.</source>
        <translation>算子在设备上失败时：%1。</translation>
    </message>
    <message>
        <source>the arguments of the kernel that failed</source>
        <translation>失败的 kernel 的参数</translation>
    </message>
    <message>
        <source>operators cannot be chosen by a pattern</source>
        <translation>不能按模式选择算子</translation>
    </message>
    <message>
        <source>At the iterations %1 only; the first is %2.</source>
        <translation>只在第 %1 次迭代；第一次是 %2。</translation>
    </message>
    <message>
        <source>there are no common_dump_settings in it</source>
        <translation>其中没有 common_dump_settings</translation>
    </message>
    <message>
        <source>load.modules contains duplicate entry: %1</source>
        <translation>load.modules 有重复项：%1</translation>
    </message>
    <message>
        <source>a list of figures is for MindSpore only</source>
        <translation>统计项的列表只用于 MindSpore</translation>
    </message>
    <message>
        <source>forward and backward are not told apart</source>
        <translation>不区分前向和反向</translation>
    </message>
    <message>
        <source>write steps and ranges like &quot;0|3-5|10&quot;</source>
        <translation>写步和范围，如 &quot;0|3-5|10&quot;</translation>
    </message>
    <message>
        <source>an exception scene does not look at it</source>
        <translation>异常场景不看它</translation>
    </message>
    <message>
        <source>nest less, and avoid brackets in texts</source>
        <translation>减少嵌套，文本中避免括号</translation>
    </message>
    <message>
        <source>Of %1: %2, whole tensors and statistics: %3.</source>
        <translation>%1：%2，完整张量和统计量：%3。</translation>
    </message>
    <message>
        <source>the asynchronous dump does not read it</source>
        <translation>异步转储不读它</translation>
    </message>
    <message>
        <source>sums by exclusive or are msprobe&apos;s own</source>
        <translation>异或和是 msprobe 独有的</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is known only when the script runs</source>
        <translation>“%1”的值运行脚本时才知道</translation>
    </message>
    <message>
        <source>add &quot;dump_data&quot;: &quot;stats&quot; or remove it</source>
        <translation>添加 &quot;dump_data&quot;: &quot;stats&quot;，或去掉它</translation>
    </message>
    <message>
        <source>for one operator write its name twice</source>
        <translation>只要一个算子时，把它的名称写两遍</translation>
    </message>
    <message>
        <source>the watcher scene takes no model_name</source>
        <translation>watcher 场景不接受 model_name</translation>
    </message>
    <message>
        <source>set_dump() needs the synchronous dump</source>
        <translation>set_dump() 需要同步转储</translation>
    </message>
    <message>
        <source>Whole tensors of names that contain %1.</source>
        <translation>名称含 %1 的完整张量。</translation>
    </message>
    <message>
        <source>dump_path is needed when a dump is on</source>
        <translation>开启转储时需要 dump_path</translation>
    </message>
    <message>
        <source>separate with commas, without blanks</source>
        <translation>用逗号分隔，不加空格</translation>
    </message>
    <message>
        <source>the watcher scene dumps outputs only</source>
        <translation>watcher 场景只转储输出</translation>
    </message>
    <message>
        <source>overflow capture does not look at it</source>
        <translation>采集溢出时不看它</translation>
    </message>
    <message>
        <source>this generation has no scene like &quot;%1&quot;</source>
        <translation>这一代没有“%1”这样的场景</translation>
    </message>
    <message>
        <source>%1 cannot be written from another kind</source>
        <translation>%1不能由别的种类写出</translation>
    </message>
    <message>
        <source>there is no place for %1 in the script</source>
        <translation>脚本中没有放 %1 的位置</translation>
    </message>
    <message>
        <source>set e2e_dump_settings.enable to true</source>
        <translation>把 e2e_dump_settings.enable 设为 true</translation>
    </message>
    <message>
        <source>arguments of kernels are not written</source>
        <translation>不写 kernel 的参数</translation>
    </message>
    <message>
        <source>leave the key out for the usual set</source>
        <translation>省去此键即用通常的一组</translation>
    </message>
    <message>
        <source>text behind the end of the document</source>
        <translation>文档结束之后还有文本</translation>
    </message>
    <message>
        <source>At the steps %1 only; the first is 0.</source>
        <translation>只在第 %1 步；第一步是 0。</translation>
    </message>
    <message>
        <source>inputs and outputs cannot be chosen</source>
        <translation>不能选择输入和输出</translation>
    </message>
    <message>
        <source>limit the capture with list or step</source>
        <translation>用 list 或 step 限制采集</translation>
    </message>
    <message>
        <source>Check dump json failed, %1 not found</source>
        <translation>缺少 %1（Check dump json failed）</translation>
    </message>
    <message>
        <source>&apos;%1&apos; should be array of strings type</source>
        <translation>“%1”应为字符串数组类型</translation>
    </message>
    <message>
        <source>operators cannot be chosen by name</source>
        <translation>不能按名称选择算子</translation>
    </message>
    <message>
        <source>operators cannot be chosen by type</source>
        <translation>不能按类型选择算子</translation>
    </message>
    <message>
        <source>operators whose full name matches %1</source>
        <translation>全名匹配 %1 的算子</translation>
    </message>
    <message>
        <source>use 0, or 1 with a list of kernels</source>
        <translation>用 0，或用 1 并列出 kernel</translation>
    </message>
    <message>
        <source>name the folder of an earlier dump</source>
        <translation>写以前转储的文件夹</translation>
    </message>
    <message>
        <source>write &quot;statistics&quot;, &quot;md5&quot; or &quot;xor&quot;</source>
        <translation>写 &quot;statistics&quot;、&quot;md5&quot; 或 &quot;xor&quot;</translation>
    </message>
    <message>
        <source>use letters, digits, - and _ only</source>
        <translation>只用字母、数字、- 和 _</translation>
    </message>
    <message>
        <source>In %1/, one binary file per kernel.</source>
        <translation>在 %1/ 中，每个 kernel 一个二进制文件。</translation>
    </message>
    <message>
        <source>%1, without the listed tensors of %2</source>
        <translation>%1，不含 %2 中列出的张量</translation>
    </message>
    <message>
        <source>this generation does not read it</source>
        <translation>这一代不读它</translation>
    </message>
    <message>
        <source>write the whole path of the file</source>
        <translation>写出文件的完整路径</translation>
    </message>
    <message>
        <source>4 writes nothing on a CPU or GPU</source>
        <translation>在 CPU 或 GPU 上，4 什么都不写</translation>
    </message>
    <message>
        <source>there are no statistics on a CPU</source>
        <translation>CPU 上没有统计量</translation>
    </message>
    <message>
        <source>its length cannot exceed 1000000</source>
        <translation>长度不能超过 1000000</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not known to this release</source>
        <translation>此版本不识别“%1”</translation>
    </message>
    <message>
        <source>put { and } around the settings</source>
        <translation>用 { 和 } 把设置括起来</translation>
    </message>
    <message>
        <source>a control character in a string</source>
        <translation>字符串中有控制字符</translation>
    </message>
    <message>
        <source>it needs a model_name beside it</source>
        <translation>旁边需要有 model_name</translation>
    </message>
    <message>
        <source>leave it out for every operator</source>
        <translation>省去即为所有算子</translation>
    </message>
    <message>
        <source>The outputs of %1 after each of %2.</source>
        <translation>在 %2 每次运行之后，%1 的输出。</translation>
    </message>
    <message>
        <source>there is no &quot;dump&quot; object in it</source>
        <translation>其中没有 &quot;dump&quot; 对象</translation>
    </message>
    <message>
        <source>set_dump() works on Ascend only</source>
        <translation>set_dump() 只在 Ascend 上有效</translation>
    </message>
    <message>
        <source>custom operators need no naming</source>
        <translation>自定义算子不需要指明</translation>
    </message>
    <message>
        <source>its value belongs into .%1, not .%2</source>
        <translation>它的值应放在 .%1 中，而不是 .%2</translation>
    </message>
    <message>
        <source>the adapter has no such setting</source>
        <translation>适配器没有这个设置</translation>
    </message>
    <message>
        <source>write &quot;output&quot; or leave it out</source>
        <translation>写 &quot;output&quot;，或省去</translation>
    </message>
    <message>
        <source>a whole number, without quotes</source>
        <translation>整数，不加引号</translation>
    </message>
    <message>
        <source>&apos;%1&apos; should be unsigned int type</source>
        <translation>“%1”应为无符号整数类型</translation>
    </message>
    <message>
        <source>operators whose type contains %1</source>
        <translation>类型含 %1 的算子</translation>
    </message>
    <message>
        <source>it is for op_debug_mode 3 only</source>
        <translation>只用于 op_debug_mode 3</translation>
    </message>
    <message>
        <source>it may have 4 elements at most</source>
        <translation>最多 4 个元素</translation>
    </message>
    <message>
        <source>it should be a list of objects</source>
        <translation>应为对象的列表</translation>
    </message>
    <message>
        <source>&apos;%1&apos; in slice must be an integer</source>
        <translation>slice 中的“%1”必须是整数</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no regular expression: %2</source>
        <translation>“%1”不是正则表达式：%2</translation>
    </message>
    <message>
        <source>it cannot be read and written</source>
        <translation>不能读写</translation>
    </message>
    <message>
        <source>true or false, without quotes</source>
        <translation>true 或 false，不加引号</translation>
    </message>
    <message>
        <source>every operator of every model</source>
        <translation>所有模型的所有算子</translation>
    </message>
    <message>
        <source>the operators %1 of every model</source>
        <translation>所有模型的算子 %1</translation>
    </message>
    <message>
        <source>what the program saves itself</source>
        <translation>程序自己保存的内容</translation>
    </message>
    <message>
        <source>use letters, digits, _ and -</source>
        <translation>使用字母、数字、_ 和 -</translation>
    </message>
    <message>
        <source>leave it out for every model</source>
        <translation>省去即为所有模型</translation>
    </message>
    <message>
        <source>every operator of the model %1</source>
        <translation>模型 %1 的所有算子</translation>
    </message>
    <message>
        <source>the operators %1 of the model %2</source>
        <translation>模型 %2 的算子 %1</translation>
    </message>
    <message>
        <source>it is %1, but must be %2 or more</source>
        <translation>是 %1，但必须不小于 %2</translation>
    </message>
    <message>
        <source>there is no place for %1 in it</source>
        <translation>其中没有放 %1 的位置</translation>
    </message>
    <message>
        <source>blanks are not allowed in it</source>
        <translation>不允许有空格</translation>
    </message>
    <message>
        <source>write -1, or a number from 1</source>
        <translation>写 -1，或从 1 起的数字</translation>
    </message>
    <message>
        <source>it is a task of PyTorch only</source>
        <translation>只是 PyTorch 的任务</translation>
    </message>
    <message>
        <source>add dump_path and dump_list</source>
        <translation>添加 dump_path 和 dump_list</translation>
    </message>
    <message>
        <source>the document ends too early</source>
        <translation>文档过早结束</translation>
    </message>
    <message>
        <source>it needs dump_scene watcher</source>
        <translation>需要 dump_scene 为 watcher</translation>
    </message>
    <message>
        <source>an entry stands there twice</source>
        <translation>有一项出现了两次</translation>
    </message>
    <message>
        <source>a device stands there twice</source>
        <translation>有一个设备出现了两次</translation>
    </message>
    <message>
        <source>name the folder to write to</source>
        <translation>写要写入的文件夹</translation>
    </message>
    <message>
        <source>requests are not told apart</source>
        <translation>不区分请求</translation>
    </message>
    <message>
        <source>devices are taken for ranks</source>
        <translation>设备按卡处理</translation>
    </message>
    <message>
        <source>it must be an object, not %1</source>
        <translation>必须是对象，而不是%1</translation>
    </message>
    <message>
        <source>text right behind a string</source>
        <translation>字符串之后紧跟着文本</translation>
    </message>
    <message>
        <source>a string that does not end</source>
        <translation>字符串没有结束</translation>
    </message>
    <message>
        <source>nested deeper than %1 levels</source>
        <translation>嵌套超过 %1 层</translation>
    </message>
    <message>
        <source>Nothing is written beside.</source>
        <translation>此外什么都不写。</translation>
    </message>
    <message>
        <source>the host writes .npy files</source>
        <translation>主机写 .npy 文件</translation>
    </message>
    <message>
        <source>the folder does not exist</source>
        <translation>文件夹不存在</translation>
    </message>
    <message>
        <source>name a folder that exists</source>
        <translation>写一个存在的文件夹</translation>
    </message>
    <message>
        <source>no runtime knows this key</source>
        <translation>没有运行时识别此键</translation>
    </message>
    <message>
        <source>it is JSON, but no object</source>
        <translation>是 JSON，但不是对象</translation>
    </message>
    <message>
        <source>set both to the same text</source>
        <translation>两者设为相同的文本</translation>
    </message>
    <message>
        <source>Of %1: %2, statistics only: %3.</source>
        <translation>%1：%2，只有统计量：%3。</translation>
    </message>
    <message>
        <source>release %1 does not read it</source>
        <translation>版本 %1 不读它</translation>
    </message>
    <message>
        <source>In %1/stepSTEP/rankRANK/: %2.</source>
        <translation>在 %1/step步/rankRANK/ 中：%2。</translation>
    </message>
    <message>
        <source>slice.%1 cannot be negative</source>
        <translation>slice.%1 不能为负</translation>
    </message>
    <message>
        <source>list the names to capture</source>
        <translation>列出要采集的名称</translation>
    </message>
    <message>
        <source>&quot;%1&quot; ends before it begins</source>
        <translation>“%1”的终点在起点之前</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no kind of program</source>
        <translation>“%1”不是程序的种类</translation>
    </message>
    <message>
        <source>it needs dump_data stats</source>
        <translation>需要 dump_data 为 stats</translation>
    </message>
    <message>
        <source>&apos;%1&apos; should be object type</source>
        <translation>“%1”应为 object 类型</translation>
    </message>
    <message>
        <source>write one of these words</source>
        <translation>写其中一个词</translation>
    </message>
    <message>
        <source>it is %1, but must be %2 to %3</source>
        <translation>是 %1，但必须在 %2 与 %3 之间</translation>
    </message>
    <message>
        <source>%1 has one generation only</source>
        <translation>%1只有一代</translation>
    </message>
    <message>
        <source>list the devices, [0, 1]</source>
        <translation>列出设备，如 [0, 1]</translation>
    </message>
    <message>
        <source>it needs op_debug_mode 3</source>
        <translation>需要 op_debug_mode 为 3</translation>
    </message>
    <message>
        <source>set file_format to &quot;npy&quot;</source>
        <translation>把 file_format 设为 &quot;npy&quot;</translation>
    </message>
    <message>
        <source>statistics with md5 sums</source>
        <translation>带 md5 的统计量</translation>
    </message>
    <message>
        <source>statistics with xor sums</source>
        <translation>带异或和的统计量</translation>
    </message>
    <message>
        <source>The dump_path not found.</source>
        <translation>没有 dump_path。</translation>
    </message>
    <message>
        <source>it is for MindSpore only</source>
        <translation>只用于 MindSpore</translation>
    </message>
    <message>
        <source>set one of them to False</source>
        <translation>把其中之一设为 False</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not allowed in it</source>
        <translation>其中不允许出现“%1”</translation>
    </message>
    <message>
        <source>it must be a list, not %1</source>
        <translation>必须是列表，而不是%1</translation>
    </message>
    <message>
        <source>it must be a text, not %1</source>
        <translation>必须是文本，而不是%1</translation>
    </message>
    <message>
        <source>write input0 or output0</source>
        <translation>写 input0 或 output0</translation>
    </message>
    <message>
        <source>At the iteration %1 only.</source>
        <translation>只在第 %1 次迭代。</translation>
    </message>
    <message>
        <source>Only names that match %1.</source>
        <translation>只有匹配 %1 的名称。</translation>
    </message>
    <message>
        <source>set enable_dump to True</source>
        <translation>把 enable_dump 设为 True</translation>
    </message>
    <message>
        <source>name an existing folder</source>
        <translation>写一个存在的文件夹</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has more than one -</source>
        <translation>“%1”中有不止一个 -</translation>
    </message>
    <message>
        <source>it needs dump_level op</source>
        <translation>需要 dump_level 为 op</translation>
    </message>
    <message>
        <source>the kernels of one API</source>
        <translation>一个 API 的 kernel</translation>
    </message>
    <message>
        <source>remove one of the two</source>
        <translation>去掉其中之一</translation>
    </message>
    <message>
        <source>the document is empty</source>
        <translation>文档为空</translation>
    </message>
    <message>
        <source>Of %1: %2, whole tensors.</source>
        <translation>%1：%2，完整张量。</translation>
    </message>
    <message>
        <source>load.path is required</source>
        <translation>load.path 必需</translation>
    </message>
    <message>
        <source>dump_path is missing</source>
        <translation>缺少 dump_path</translation>
    </message>
    <message>
        <source>Nothing is captured.</source>
        <translation>什么都不采集。</translation>
    </message>
    <message>
        <source>it must start with /</source>
        <translation>必须以 / 开头</translation>
    </message>
    <message>
        <source>every module and API</source>
        <translation>所有模块和 API</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no NAME=VALUE</source>
        <translation>“%1”不是 NAME=VALUE</translation>
    </message>
    <message>
        <source>add a &quot;dump&quot; object</source>
        <translation>添加 &quot;dump&quot; 对象</translation>
    </message>
    <message>
        <source>not a JSON document</source>
        <translation>不是 JSON 文档</translation>
    </message>
    <message>
        <source>At the steps %1 only.</source>
        <translation>只在第 %1 步。</translation>
    </message>
    <message>
        <source>At every iteration.</source>
        <translation>每次迭代。</translation>
    </message>
    <message>
        <source>Dump is not enabled</source>
        <translation>没有开启转储</translation>
    </message>
    <message>
        <source>it is not a folder</source>
        <translation>这不是文件夹</translation>
    </message>
    <message>
        <source>larger than %1 bytes</source>
        <translation>大于 %1 字节</translation>
    </message>
    <message>
        <source>%1 was expected here</source>
        <translation>此处应为%1</translation>
    </message>
    <message>
        <source>inputs and outputs</source>
        <translation>输入和输出</translation>
    </message>
    <message>
        <source>the working folder</source>
        <translation>工作文件夹</translation>
    </message>
    <message>
        <source>no listed operator</source>
        <translation>没有列出的算子</translation>
    </message>
    <message>
        <source>unset the variable</source>
        <translation>取消该变量</translation>
    </message>
    <message>
        <source>whole tensors and %1</source>
        <translation>完整张量和%1</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not one of %2</source>
        <translation>“%1”不是以下各项之一：%2</translation>
    </message>
    <message>
        <source>the list is empty</source>
        <translation>列表为空</translation>
    </message>
    <message>
        <source>remove the second</source>
        <translation>去掉第二个</translation>
    </message>
    <message>
        <source>this is no JSON: %1</source>
        <translation>这不是 JSON：%1</translation>
    </message>
    <message>
        <source>an unknown escape</source>
        <translation>转义序列无法识别</translation>
    </message>
    <message>
        <source>more than %1 values</source>
        <translation>值超过 %1 个</translation>
    </message>
    <message>
        <source>a closing bracket</source>
        <translation>右括号</translation>
    </message>
    <message>
        <source>remove dump_list</source>
        <translation>去掉 dump_list</translation>
    </message>
    <message>
        <source>did you mean &quot;%1&quot;?</source>
        <translation>是不是想写“%1”？</translation>
    </message>
    <message>
        <source>it is not JSON: %1</source>
        <translation>不是 JSON：%1</translation>
    </message>
    <message>
        <source>put it in quotes</source>
        <translation>加上引号</translation>
    </message>
    <message>
        <source>set it to 0 or 1</source>
        <translation>设为 0 或 1</translation>
    </message>
    <message>
        <source>a key in quotes</source>
        <translation>带引号的键</translation>
    </message>
    <message>
        <source>Only from %1 to %2.</source>
        <translation>只从 %1 到 %2。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is none of %2</source>
        <translation>“%1”不是以下各项之一：%2</translation>
    </message>
    <message>
        <source>did you mean %1?</source>
        <translation>是不是想写“%1”？</translation>
    </message>
    <message>
        <source>every operator</source>
        <translation>所有算子</translation>
    </message>
    <message>
        <source>the operators %1</source>
        <translation>算子 %1</translation>
    </message>
    <message>
        <source>statistics of %1</source>
        <translation>%1的统计量</translation>
    </message>
    <message>
        <source>At every step.</source>
        <translation>每一步。</translation>
    </message>
    <message>
        <source>it is none of %1</source>
        <translation>不是以下各项之一：%1</translation>
    </message>
    <message>
        <source>it is not read</source>
        <translation>不会被读取</translation>
    </message>
    <message>
        <source>list operators</source>
        <translation>列出算子</translation>
    </message>
    <message>
        <source>on every rank.</source>
        <translation>在每张卡上。</translation>
    </message>
    <message>
        <source>on the ranks %1.</source>
        <translation>在卡 %1 上。</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>真假值</translation>
    </message>
    <message>
        <source>put it in [ ]</source>
        <translation>放进 [ ] 中</translation>
    </message>
    <message>
        <source>all operators</source>
        <translation>全部算子</translation>
    </message>
    <message>
        <source>%1 is no object</source>
        <translation>%1 不是对象</translation>
    </message>
    <message>
        <source>At every step</source>
        <translation>每一步</translation>
    </message>
    <message>
        <source>At the steps %1</source>
        <translation>在第 %1 步</translation>
    </message>
    <message>
        <source>add &quot;output&quot;</source>
        <translation>添加 &quot;output&quot;</translation>
    </message>
    <message>
        <source>%1 is required</source>
        <translation>缺少必需的 %1</translation>
    </message>
    <message>
        <source>every module</source>
        <translation>所有模块</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>它是空的</translation>
    </message>
    <message>
        <source>%1 is no JSON</source>
        <translation>%1 不是 JSON</translation>
    </message>
    <message>
        <source>%1 not found</source>
        <translation>缺少 %1</translation>
    </message>
    <message>
        <source>statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>remove it</source>
        <translation>去掉它</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>not UTF-8</source>
        <translation>不是 UTF-8</translation>
    </message>
    <message>
        <source>every API</source>
        <translation>所有 API</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>a string</source>
        <translation>字符串</translation>
    </message>
    <message>
        <source>%1 (%2 only)</source>
        <translation>%1（只有 %2）</translation>
    </message>
    <message>
        <source>a value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>add &quot;%1&quot;</source>
        <translation>添加 &quot;%1&quot;</translation>
    </message>
    <message>
        <source>Of %1: %2.</source>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>write %1</source>
        <translation>写 %1</translation>
    </message>
    <message>
        <source>a key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>use 3</source>
        <translation>用 3</translation>
    </message>
    <message>
        <source>use 0</source>
        <translation>用 0</translation>
    </message>
    <message>
        <source>Write a self-contained HTML report to this file</source>
        <translation>将独立的 HTML 报告写入此文件</translation>
    </message>
    <message>
        <source>Write all pairs and metrics as RFC 4180 to this file</source>
        <translation>将所有配对和指标以 RFC 4180（CSV）写入此文件</translation>
    </message>
    <message>
        <source>Write the document of --json to this file</source>
        <translation>将 --json 的文档写入此文件</translation>
    </message>
    <message>
        <source>Write what msaccucmp compare would write for these dumps to this file</source>
        <translation>将 msaccucmp compare 对这些转储会写出的内容写入此文件</translation>
    </message>
    <message>
        <source>Write what msaccucmp file_compare would write for two npy files to this file</source>
        <translation>将 msaccucmp file_compare 对两个 npy 文件会写出的内容写入此文件</translation>
    </message>
    <message>
        <source>Write the mapping table of msaccucmp compare -map to this file</source>
        <translation>将 msaccucmp compare -map 的映射表写入此文件</translation>
    </message>
    <message>
        <source>Write the files of msaccucmp compare -op for one tensor (%1) to %2</source>
        <translation>将 msaccucmp compare -op 对单个张量（%1）的文件写入 %2</translation>
    </message>
    <message>
        <source>Write what msprobe compare --xlsx would write for these dumps to this file</source>
        <translation>将 msprobe compare --xlsx 对这些转储会写出的内容写入此文件</translation>
    </message>
    <message>
        <source>Write what msprobe compare would write for these dumps to this file</source>
        <translation>将 msprobe compare 对这些转储会写出的内容写入此文件</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>the directory at the end is missing, so the archive is cut; what comes before was read</source>
        <translation>末尾的目录缺失，归档被截断；已读取之前的内容</translation>
    </message>
    <message>
        <source>trailing bytes that parse as container %1: two dumps were appended to one file</source>
        <translation>尾部字节可解析为第 %1 个容器：两个转储被写进同一文件</translation>
    </message>
    <message>
        <source>an archive, which is not looked into from outside; open it by its own path</source>
        <translation>归档，不会从外部查看其内容；请直接打开它</translation>
    </message>
    <message>
        <source>unpacked it would be too large; unpack the archive first if it is trusted</source>
        <translation>解开后过大；若来源可信，请先解开归档</translation>
    </message>
    <message>
        <source>%1 device shape %2 does not belong to original shape %3 in any order of axes</source>
        <translation>%1 的设备形状 %2 以任何轴顺序都与原始形状 %3 不符</translation>
    </message>
    <message>
        <source>the archive holds several members of this name; the last one counts</source>
        <translation>归档中有多个同名成员，以最后一个为准</translation>
    </message>
    <message>
        <source>stored shape %1 and logical shape %2 hold different numbers of elements</source>
        <translation>存储形状 %1 与逻辑形状 %2 的元素个数不同</translation>
    </message>
    <message>
        <source>the output folder lies inside the dump, which is never changed</source>
        <translation>输出文件夹位于转储之内，转储从不被修改</translation>
    </message>
    <message>
        <source>address-0 tensor without data: the writer left its %1 bytes out</source>
        <translation>地址为 0 的张量没有数据：写入程序略去了其 %1 字节</translation>
    </message>
    <message>
        <source>the writer cut lengths of 4 GiB and more to their low 32 bits</source>
        <translation>写入程序把 4 GiB 及以上的长度截成了低 32 位</translation>
    </message>
    <message>
        <source>a header without rows: the operator had no tensors to measure</source>
        <translation>只有表头没有行：该算子没有可统计的张量</translation>
    </message>
    <message>
        <source>a link out of the opened folder; not followed, open %1 itself</source>
        <translation>链接指向所打开文件夹之外，未跟随；请直接打开 %1</translation>
    </message>
    <message>
        <source>a grouped weight needs an input and an output channel axis</source>
        <translation>分组权重需要输入和输出通道轴</translation>
    </message>
    <message>
        <source>the device memory could not be read, the block holds zeros</source>
        <translation>无法读取设备内存，该块为零</translation>
    </message>
    <message>
        <source>argument %1 of the kernel is not in the file (null address)</source>
        <translation>内核的第 %1 个参数不在文件中（空地址）</translation>
    </message>
    <message>
        <source>neither a file nor a folder; only regular files are read</source>
        <translation>既非文件也非文件夹；只读取普通文件</translation>
    </message>
    <message>
        <source>FRACTAL_Z_C04 needs a block size that is a multiple of 4</source>
        <translation>FRACTAL_Z_C04 的块大小须为 4 的倍数</translation>
    </message>
    <message>
        <source>the writer left the bytes of this tensor out (address 0)</source>
        <translation>写入程序略去了此张量的数据（地址为 0）</translation>
    </message>
    <message>
        <source>only statistics of this tensor were recorded, no values</source>
        <translation>此张量只记录了统计值，没有数值</translation>
    </message>
    <message>
        <source>the header has no original shape: extents with padding</source>
        <translation>文件头没有原始形状，尺寸包含填充</translation>
    </message>
    <message>
        <source>the device could not compute statistics of this tensor</source>
        <translation>设备未能计算此张量的统计</translation>
    </message>
    <message>
        <source>the file lies inside the dump, which is never changed</source>
        <translation>文件位于转储之内，转储从不被修改</translation>
    </message>
    <message>
        <source>the ZIP64 end of a zip file is not where it should be</source>
        <translation>zip 文件的 ZIP64 结尾不在应有的位置</translation>
    </message>
    <message>
        <source>no rule for this format is documented: storage order</source>
        <translation>此格式没有已公布的规则，按存储顺序显示</translation>
    </message>
    <message>
        <source>section header table lies behind the end of the file</source>
        <translation>节头表位于文件结尾之后</translation>
    </message>
    <message>
        <source>the last line has no end; the file may be incomplete</source>
        <translation>最后一行没有换行，文件可能不完整</translation>
    </message>
    <message>
        <source>the file holds %1 tensors; add #io.slot, for example %2</source>
        <translation>文件中有 %1 个张量；请加上 #io.slot，例如 %2</translation>
    </message>
    <message>
        <source>more than %1 files and folders; the rest is not read</source>
        <translation>文件和文件夹超过 %1 个，其余未读取</translation>
    </message>
    <message>
        <source>%1 bytes are wanted from byte %2 but there are %3 in all</source>
        <translation>需要从第 %2 字节起的 %1 字节，但总共只有 %3 字节</translation>
    </message>
    <message>
        <source>groups are documented for FRACTAL_Z only, not for %1</source>
        <translation>分组仅对 FRACTAL_Z 有文档，%1 没有</translation>
    </message>
    <message>
        <source>this is a file to read; give another one to write</source>
        <translation>这是要读取的文件，请指定另一个文件写入</translation>
    </message>
    <message>
        <source>MindSpore has no statistics for elements of type %1</source>
        <translation>MindSpore 对 %1 类型的元素没有统计</translation>
    </message>
    <message>
        <source>the section header table has %1 entries, %2 are there</source>
        <translation>节头表有 %1 项，现有 %2 项</translation>
    </message>
    <message>
        <source>leads back to a directory above it; not followed</source>
        <translation>指回上级目录，未跟随</translation>
    </message>
    <message>
        <source>shape %1 is larger than any file, %2 bytes are there</source>
        <translation>形状 %1 比任何文件都大，现有 %2 字节</translation>
    </message>
    <message>
        <source>%1 device shape %2 does not belong to logical shape %3</source>
        <translation>%1 的设备形状 %2 与逻辑形状 %3 不符</translation>
    </message>
    <message>
        <source>original shape %1 does not belong to device shape %2</source>
        <translation>原始形状 %1 与设备形状 %2 不符</translation>
    </message>
    <message>
        <source>data type number %1 is not defined: shown as bytes</source>
        <translation>数据类型编号 %1 未定义，按字节显示</translation>
    </message>
    <message>
        <source>name %1 holds a path separator or NUL: row ignored</source>
        <translation>名称 %1 含路径分隔符或 NUL，该行已忽略</translation>
    </message>
    <message>
        <source>another way to a directory that is read already</source>
        <translation>通往已读取目录的另一条路径</translation>
    </message>
    <message>
        <source>&quot;%1&quot; does not have the checksum the zip file says</source>
        <translation>“%1” 的校验和与 zip 文件所记不符</translation>
    </message>
    <message>
        <source>a strided array cannot be read in another shape</source>
        <translation>带步长的数组不能按其他形状读取</translation>
    </message>
    <message>
        <source>the header has no original shape: storage order</source>
        <translation>文件头没有原始形状，按存储顺序显示</translation>
    </message>
    <message>
        <source>the column &apos;%1&apos; comes twice; the first one counts</source>
        <translation>列 “%1” 出现两次，以第一次为准</translation>
    </message>
    <message>
        <source>the member %1 leads out of the archive; left out</source>
        <translation>成员 %1 指向归档之外，已略过</translation>
    </message>
    <message>
        <source>truncated: the header needs %1 bytes, %2 are there</source>
        <translation>已截断：文件头需要 %1 字节，现有 %2 字节</translation>
    </message>
    <message>
        <source>a link to something the archive does not hold</source>
        <translation>链接指向归档中不存在的内容</translation>
    </message>
    <message>
        <source>a link out of the opened folder; not followed</source>
        <translation>链接指向所打开文件夹之外，未跟随</translation>
    </message>
    <message>
        <source>%1 outputs in a JSON header; the first is shown</source>
        <translation>JSON 文件头中有 %1 个输出，显示第一个</translation>
    </message>
    <message>
        <source>values of %1 are not documented: raw codes only</source>
        <translation>%1 的数值没有文档，只显示原始编码</translation>
    </message>
    <message>
        <source>register entries of %1 bytes, neither 32 nor 48</source>
        <translation>寄存器项为 %1 字节，既非 32 也非 48</translation>
    </message>
    <message>
        <source>a zip file without its end, probably cut off</source>
        <translation>zip 文件缺少结尾，可能被截断</translation>
    </message>
    <message>
        <source>the contents of a zip file lie outside of it</source>
        <translation>zip 文件的目录位于文件之外</translation>
    </message>
    <message>
        <source>FRACTAL_Z_C04 holds at most 4 channels, not %1</source>
        <translation>FRACTAL_Z_C04 最多容纳 4 个通道，而非 %1 个</translation>
    </message>
    <message>
        <source>the name gives no host shape for this layout</source>
        <translation>名称没有给出此存储方式的主机形状</translation>
    </message>
    <message>
        <source>the ELF header names no section header table</source>
        <translation>ELF 文件头没有指出节头表</translation>
    </message>
    <message>
        <source>more dimensions than the record has room for</source>
        <translation>维数超出记录的容量</translation>
    </message>
    <message>
        <source>a member below more than %1 folders; left out</source>
        <translation>成员所在的文件夹超过 %1 层，已略过</translation>
    </message>
    <message>
        <source>another way to what is read by its own path</source>
        <translation>通往另有路径可读内容的另一条路径</translation>
    </message>
    <message>
        <source>&quot;%1&quot; needs %2 bytes, more than the zip file has</source>
        <translation>“%1” 需要 %2 字节，超过 zip 文件的大小</translation>
    </message>
    <message>
        <source>%1 output channels do not divide into %2 groups</source>
        <translation>%1 个输出通道不能分为 %2 组</translation>
    </message>
    <message>
        <source>the tensor is too large to mark its padding</source>
        <translation>张量过大，无法标出填充</translation>
    </message>
    <message>
        <source>%1 short lines are not rows and were left out</source>
        <translation>%1 个短行不是数据行，已略过</translation>
    </message>
    <message>
        <source>a member without a readable name; left out</source>
        <translation>成员没有可读的名称，已略过</translation>
    </message>
    <message>
        <source>the member %1 has an absolute path; left out</source>
        <translation>成员 %1 使用绝对路径，已略过</translation>
    </message>
    <message>
        <source>a tensor of shape %1 is larger than any file</source>
        <translation>形状为 %1 的张量比任何文件都大</translation>
    </message>
    <message>
        <source>files of the format %1 hold no tensor values</source>
        <translation>%1 格式的文件不含张量数值</translation>
    </message>
    <message>
        <source>%1 stands for %2 and for %3: the last one counts</source>
        <translation>%1 既对应 %2 又对应 %3，以最后一个为准</translation>
    </message>
    <message>
        <source>%1 bytes are needed here but only %2 are left</source>
        <translation>此处需要 %1 字节，仅剩 %2 字节</translation>
    </message>
    <message>
        <source>the file became shorter while it was read</source>
        <translation>文件在读取过程中变短了</translation>
    </message>
    <message>
        <source>the arrangement does not belong to shape %1</source>
        <translation>该排列与形状 %1 不符</translation>
    </message>
    <message>
        <source>numeric name without a row in mapping.csv</source>
        <translation>数字名称在 mapping.csv 中没有对应行</translation>
    </message>
    <message>
        <source>the product of shape %1 overflows, size is %2</source>
        <translation>形状 %1 的乘积溢出，大小为 %2</translation>
    </message>
    <message>
        <source>%1 fit the device shape %2 and mean the same</source>
        <translation>%1 均与设备形状 %2 相符，含义相同</translation>
    </message>
    <message>
        <source>the format tiles the last two dimensions</source>
        <translation>该格式对最后两维分块</translation>
    </message>
    <message>
        <source>header of %1, longer than any writer makes</source>
        <translation>文件头长 %1，超过任何写入程序所写的长度</translation>
    </message>
    <message>
        <source>op_name in the header is no plain text: %1</source>
        <translation>文件头中的 op_name 不是纯文本：%1</translation>
    </message>
    <message>
        <source>its row in the table belongs to section %1</source>
        <translation>表中对应的行属于节 %1</translation>
    </message>
    <message>
        <source>the last statistics record is incomplete</source>
        <translation>最后一条统计记录不完整</translation>
    </message>
    <message>
        <source>the archive ends before the member does</source>
        <translation>归档在该成员结束之前就终止了</translation>
    </message>
    <message>
        <source>no archive of a kind that can be opened</source>
        <translation>不是可打开的归档类型</translation>
    </message>
    <message>
        <source>a link to something that does not exist</source>
        <translation>链接指向不存在的内容</translation>
    </message>
    <message>
        <source>the layout of format %1 is not documented</source>
        <translation>格式 %1 的存储方式没有文档</translation>
    </message>
    <message>
        <source>the stored shape does not fit the bytes</source>
        <translation>存储形状与字节数不符</translation>
    </message>
    <message>
        <source>truncated: %1 bytes, no room for a header</source>
        <translation>已截断：只有 %1 字节，放不下文件头</translation>
    </message>
    <message>
        <source>the table says %1 bytes, the section has %2</source>
        <translation>表中为 %1 字节，节中有 %2 字节</translation>
    </message>
    <message>
        <source>the archive holds nothing of this name</source>
        <translation>归档中没有此名称的内容</translation>
    </message>
    <message>
        <source>the same file is given for two outputs</source>
        <translation>两个输出使用了同一文件</translation>
    </message>
    <message>
        <source>the contents of a zip file are damaged</source>
        <translation>zip 文件的目录已损坏</translation>
    </message>
    <message>
        <source>the format does not rearrange elements</source>
        <translation>该格式不改变元素排列</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is stored with two different sizes</source>
        <translation>“%1” 记录了两个不同的大小</translation>
    </message>
    <message>
        <source>a tensor of shape %1 has no axes named %2</source>
        <translation>形状为 %1 的张量没有名为 %2 的轴</translation>
    </message>
    <message>
        <source>the file ends before the first tensor</source>
        <translation>文件在第一个张量之前就结束了</translation>
    </message>
    <message>
        <source>size %1 is less than the shape needs (%2)</source>
        <translation>大小 %1 小于形状所需（%2）</translation>
    </message>
    <message>
        <source>the table says address %1, the section %2</source>
        <translation>表中地址为 %1，节中为 %2</translation>
    </message>
    <message>
        <source>the archive is damaged or cut here: %1</source>
        <translation>归档在此处损坏或被截断：%1</translation>
    </message>
    <message>
        <source>truncated: no room for an ELF header</source>
        <translation>已截断：放不下 ELF 文件头</translation>
    </message>
    <message>
        <source>no row in the table of memory blocks</source>
        <translation>内存块表中没有对应行</translation>
    </message>
    <message>
        <source>encrypted; unpack the archive first</source>
        <translation>已加密，请先解开归档</translation>
    </message>
    <message>
        <source>a member&apos;s name of %1 bytes; left out</source>
        <translation>成员名称长达 %1 字节，已略过</translation>
    </message>
    <message>
        <source>neither a folder nor a regular file</source>
        <translation>既非文件夹也非普通文件</translation>
    </message>
    <message>
        <source>the first element lies out of range</source>
        <translation>第一个元素超出范围</translation>
    </message>
    <message>
        <source>version 1 (one protobuf message)</source>
        <translation>版本 1（单个 protobuf 消息）</translation>
    </message>
    <message>
        <source>version 2 (protobuf header)</source>
        <translation>版本 2（protobuf 文件头）</translation>
    </message>
    <message>
        <source>msaccucmp (JSON header)</source>
        <translation>msaccucmp（JSON 文件头）</translation>
    </message>
    <message>
        <source>nano (TLV head)</source>
        <translation>nano（TLV 头）</translation>
    </message>
    <message>
        <source>recorded as %1, fits the device shape</source>
        <translation>记录为 %1，与设备形状相符</translation>
    </message>
    <message>
        <source>too large to be a name map; ignored</source>
        <translation>过大，不可能是名称映射，已忽略</translation>
    </message>
    <message>
        <source>no row in the table of local memory</source>
        <translation>本地内存表中没有对应行</translation>
    </message>
    <message>
        <source>a link in an archive; not followed</source>
        <translation>归档中的链接，未跟随</translation>
    </message>
    <message>
        <source>deeper than %1 directories; not read</source>
        <translation>目录深度超过 %1 层，未读取</translation>
    </message>
    <message>
        <source>%1 shape %2 does not belong to %3 shape %4</source>
        <translation>%1 形状 %2 与 %3 形状 %4 不符</translation>
    </message>
    <message>
        <source>%1 fit the device shape %2, %3 was taken</source>
        <translation>%1 均与设备形状 %2 相符，采用 %3</translation>
    </message>
    <message>
        <source>not listed in the dump&apos;s json file</source>
        <translation>未列在转储的 json 文件中</translation>
    </message>
    <message>
        <source>files of the format %1 hold no graph</source>
        <translation>%1 格式的文件不含图</translation>
    </message>
    <message>
        <source>the section ends inside a register</source>
        <translation>节在寄存器中间结束</translation>
    </message>
    <message>
        <source>long row: %1 fields, the header has %2</source>
        <translation>行过长：%1 个字段，表头有 %2 个</translation>
    </message>
    <message>
        <source>Too many levels of symbolic links</source>
        <translation>符号链接层数过多</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not where the zip file says</source>
        <translation>“%1” 不在 zip 文件所说的位置</translation>
    </message>
    <message>
        <source>no memory for a part of the file</source>
        <translation>内存不足，无法读取文件的一部分</translation>
    </message>
    <message>
        <source>a zip file without its ZIP64 end</source>
        <translation>zip 文件缺少 ZIP64 结尾</translation>
    </message>
    <message>
        <source>elements of type %1 have no values</source>
        <translation>%1 类型的元素没有数值</translation>
    </message>
    <message>
        <source>size %1 exceeds the shape&apos;s %2 bytes</source>
        <translation>大小 %1 超出形状所需的 %2 字节</translation>
    </message>
    <message>
        <source>no memory to list the directory</source>
        <translation>内存不足，无法列出目录</translation>
    </message>
    <message>
        <source>&quot;%1&quot; unpacks to more than it says</source>
        <translation>“%1” 解开后比所说的更大</translation>
    </message>
    <message>
        <source>&quot;%1&quot; unpacks to less than it says</source>
        <translation>“%1” 解开后比所说的更小</translation>
    </message>
    <message>
        <source>%1 in the run, written as float32</source>
        <translation>运行中为 %1，写出为 float32</translation>
    </message>
    <message>
        <source>the JSON header names no output</source>
        <translation>JSON 文件头没有列出输出</translation>
    </message>
    <message>
        <source>section headers of %1 bytes, not %2</source>
        <translation>节头为 %1 字节，而非 %2 字节</translation>
    </message>
    <message>
        <source>lies behind the end of the file</source>
        <translation>位于文件结尾之后</translation>
    </message>
    <message>
        <source>the archive holds no such file</source>
        <translation>归档中没有此文件</translation>
    </message>
    <message>
        <source>this is not the name of a file</source>
        <translation>这不是文件名</translation>
    </message>
    <message>
        <source>shape %1 is larger than any file</source>
        <translation>形状 %1 比任何文件都大</translation>
    </message>
    <message>
        <source>shape of %1 bytes in a nano head</source>
        <translation>nano 文件头中的形状占 %1 字节</translation>
    </message>
    <message>
        <source>name %1 is a folder: row ignored</source>
        <translation>名称 %1 是文件夹，该行已忽略</translation>
    </message>
    <message>
        <source>name %1 is too long: row ignored</source>
        <translation>名称 %1 过长，该行已忽略</translation>
    </message>
    <message>
        <source>no memory to read the archive</source>
        <translation>内存不足，无法读取归档</translation>
    </message>
    <message>
        <source>%1; only regular files are read</source>
        <translation>%1；只读取普通文件</translation>
    </message>
    <message>
        <source>Too many open files in system</source>
        <translation>系统打开的文件过多</translation>
    </message>
    <message>
        <source>&quot;%1&quot; claims to unpack to %2 bytes</source>
        <translation>“%1” 声称解开后有 %2 字节</translation>
    </message>
    <message>
        <source>it is larger than %1, the most that is read of such a file</source>
        <translation>大于 %1，超出此类文件的读取上限</translation>
    </message>
    <message>
        <source>too large for the JSON reader</source>
        <translation>对 JSON 读取器而言过大</translation>
    </message>
    <message>
        <source>no element of shape %1 is there</source>
        <translation>形状 %1 的元素一个也没有</translation>
    </message>
    <message>
        <source>recorded as %1, the file holds %2</source>
        <translation>记录为 %1，文件中为 %2</translation>
    </message>
    <message>
        <source>%1 more problems are not listed</source>
        <translation>另有 %1 个问题未列出</translation>
    </message>
    <message>
        <source>header length %1, %2 bytes follow</source>
        <translation>文件头长度为 %1，其后有 %2 字节</translation>
    </message>
    <message>
        <source>%1 bytes behind the last tensor</source>
        <translation>最后一个张量之后还有 %1 字节</translation>
    </message>
    <message>
        <source>%1: shown as %2 elements in a row</source>
        <translation>%1：按一行 %2 个元素显示</translation>
    </message>
    <message>
        <source>the device table is too short</source>
        <translation>设备表过短</translation>
    </message>
    <message>
        <source>%1 is beyond double precision: %2</source>
        <translation>%1 超出双精度范围：%2</translation>
    </message>
    <message>
        <source>only %1 fits the device shape %2</source>
        <translation>只有 %1 与设备形状 %2 相符</translation>
    </message>
    <message>
        <source>the file ends inside a field</source>
        <translation>文件在字段中间结束</translation>
    </message>
    <message>
        <source>the JSON header is no object</source>
        <translation>JSON 文件头不是对象</translation>
    </message>
    <message>
        <source>links that lead in a circle</source>
        <translation>链接相互循环</translation>
    </message>
    <message>
        <source>%1 more problem is not listed</source>
        <translation>另有 %1 个问题未列出</translation>
    </message>
    <message>
        <source>a quote that does not close</source>
        <translation>引号没有闭合</translation>
    </message>
    <message>
        <source>name %1 is empty: row ignored</source>
        <translation>名称 %1 为空，该行已忽略</translation>
    </message>
    <message>
        <source>no memory to read the file</source>
        <translation>内存不足，无法读取文件</translation>
    </message>
    <message>
        <source>no memory for the document</source>
        <translation>内存不足，无法读取文档</translation>
    </message>
    <message>
        <source>the recorded %1 does not fit</source>
        <translation>记录的 %1 不相符</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>没有此文件或目录</translation>
    </message>
    <message>
        <source>No such device or address</source>
        <translation>没有此设备或地址</translation>
    </message>
    <message>
        <source>strides lead out of range</source>
        <translation>步长超出范围</translation>
    </message>
    <message>
        <source>element %1 of %2 is asked for</source>
        <translation>请求第 %1 个元素，共 %2 个</translation>
    </message>
    <message>
        <source>no reader knows this file</source>
        <translation>没有读取器认识此文件</translation>
    </message>
    <message>
        <source>%1 more rows with a problem</source>
        <translation>另有 %1 行有问题</translation>
    </message>
    <message>
        <source>shown in storage order: %1</source>
        <translation>按存储顺序显示：%1</translation>
    </message>
    <message>
        <source>the kernel&apos;s name is cut</source>
        <translation>内核名称被截断</translation>
    </message>
    <message>
        <source>%1 more rows with problems</source>
        <translation>另有 %1 行有问题</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>不允许此操作</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>设备空间不足</translation>
    </message>
    <message>
        <source>Device or resource busy</source>
        <translation>设备或资源忙</translation>
    </message>
    <message>
        <source>Interrupted system call</source>
        <translation>系统调用被中断</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is packed by method %2</source>
        <translation>“%1” 使用压缩方法 %2</translation>
    </message>
    <message>
        <source>the file has no tensor %1</source>
        <translation>文件中没有张量 %1</translation>
    </message>
    <message>
        <source>Cannot allocate memory</source>
        <translation>无法分配内存</translation>
    </message>
    <message>
        <source>no memory to unpack &quot;%1&quot;</source>
        <translation>内存不足，无法解开 “%1”</translation>
    </message>
    <message>
        <source>no tensor is called &quot;%1&quot;</source>
        <translation>没有名为 “%1” 的张量</translation>
    </message>
    <message>
        <source>%1 tensors in one header</source>
        <translation>一个文件头中有 %1 个张量，超出允许的数量</translation>
    </message>
    <message>
        <source>the file has no block %1</source>
        <translation>文件中没有块 %1</translation>
    </message>
    <message>
        <source>short row: %1 of %2 fields</source>
        <translation>行过短：%2 个字段中只有 %1 个</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>文件系统只读</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be unpacked</source>
        <translation>无法解开 “%1”</translation>
    </message>
    <message>
        <source>truncated: %1 of %2 bytes</source>
        <translation>已截断：%2 字节中现有 %1 字节</translation>
    </message>
    <message>
        <source>more than %1 dimensions</source>
        <translation>超过 %1 维</translation>
    </message>
    <message>
        <source>row without a comma: %1</source>
        <translation>该行没有逗号：%1</translation>
    </message>
    <message>
        <source>%1, not a regular file</source>
        <translation>%1，不是普通文件</translation>
    </message>
    <message>
        <source>Connection timed out</source>
        <translation>连接超时</translation>
    </message>
    <message>
        <source>%1 files in a zip file</source>
        <translation>zip 文件中有 %1 个文件，超出允许的数量</translation>
    </message>
    <message>
        <source>%1 of %2 bytes are there</source>
        <translation>%2 字节中现有 %1 字节</translation>
    </message>
    <message>
        <source>its file %1 is missing</source>
        <translation>缺少其文件 %1</translation>
    </message>
    <message>
        <source>no statistics record</source>
        <translation>没有统计记录</translation>
    </message>
    <message>
        <source>%1 (%2 bytes are there)</source>
        <translation>%1（现有 %2 字节）</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>打开的文件过多</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>超出磁盘配额</translation>
    </message>
    <message>
        <source>shape %1 is too large</source>
        <translation>形状 %1 过大</translation>
    </message>
    <message>
        <source>%1 strides for shape %2</source>
        <translation>形状 %2 却有 %1 个步长</translation>
    </message>
    <message>
        <source>parts that overlap</source>
        <translation>各部分相互重叠</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>输入输出错误</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>文件名过长</translation>
    </message>
    <message>
        <source>%1 has no depth axis</source>
        <translation>%1 没有深度轴</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>权限不足</translation>
    </message>
    <message>
        <source>Stale file handle</source>
        <translation>文件句柄已失效</translation>
    </message>
    <message>
        <source>%1 is there already</source>
        <translation>%1 已存在</translation>
    </message>
    <message>
        <source>not a JSON object</source>
        <translation>不是 JSON 对象</translation>
    </message>
    <message>
        <source>%1, behind %2 entries</source>
        <translation>%1（在 %2 个条目之后）</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>文件为空</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>%1 无法读取：%2</translation>
    </message>
    <message>
        <source>Invalid argument</source>
        <translation>参数无效</translation>
    </message>
    <message>
        <source>no operator name</source>
        <translation>没有算子名</translation>
    </message>
    <message>
        <source>not a directory</source>
        <translation>不是目录</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>不是目录</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is encrypted</source>
        <translation>“%1” 已加密</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>是目录</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>文件过大</translation>
    </message>
    <message>
        <source>%1 is in the way</source>
        <translation>%1 占用了该位置</translation>
    </message>
    <message>
        <source>%1 more problems</source>
        <translation>另有 %1 个问题</translation>
    </message>
    <message>
        <source>no dump header</source>
        <translation>没有转储文件头</translation>
    </message>
    <message>
        <source>system error %1</source>
        <translation>系统错误 %1</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>no nano magic</source>
        <translation>没有 nano 标记</translation>
    </message>
    <message>
        <source>Host is down</source>
        <translation>主机不可用</translation>
    </message>
    <message>
        <source>a directory</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>%1 dimensions</source>
        <translation>%1 维</translation>
    </message>
    <message>
        <source>dimension %1</source>
        <translation>维度为 %1</translation>
    </message>
    <message>
        <source>section %1: %2</source>
        <translation>节 %1：%2</translation>
    </message>
    <message>
        <source>a socket</source>
        <translation>套接字</translation>
    </message>
    <message>
        <source>a device</source>
        <translation>设备文件</translation>
    </message>
    <message>
        <source>a FIFO</source>
        <translation>管道</translation>
    </message>
    <message>
        <source>a link</source>
        <translation>链接</translation>
    </message>
    <message>
        <source>a file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>written by save_graphs with the schema anf_ir.proto: there are no source lines, and data types from number 45 on are only numbers</source>
        <translation>由 save_graphs 以 anf_ir.proto 写出：没有源码行，45 号起的数据类型只有编号</translation>
    </message>
    <message>
        <source>expected no &apos;)&apos; here, as no &apos;(&apos; is open; put names with parentheses in quotes</source>
        <translation>此处不应有 &apos;)&apos;，因为没有打开的 &apos;(&apos;；含括号的名称请加引号</translation>
    </message>
    <message>
        <source>the file does not begin with the version and the graph of a MindSpore model</source>
        <translation>文件开头不是 MindSpore 模型的版本和图</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no shape; write extents like 1,3,224,224, one of them may be -1</source>
        <translation>“%1” 不是形状；请写成 1,3,224,224 的形式，其中一个可为 -1</translation>
    </message>
    <message>
        <source>an execution order of the running-data recorder, not of the dump</source>
        <translation>这是运行数据记录器的执行顺序，不是转储的</translation>
    </message>
    <message>
        <source>elements of an unknown type; --raw-dtype and --raw-shape say it</source>
        <translation>元素类型未知，可用 --raw-dtype 和 --raw-shape 指定</translation>
    </message>
    <message>
        <source>expected a word, COLUMN:PATTERN, COLUMN&gt;NUMBER, has:WORD or &apos;(&apos;</source>
        <translation>此处应为词、列:模式、列&gt;数字、has:词 或 &apos;(&apos;</translation>
    </message>
    <message>
        <source>no element type is called &quot;%1&quot;; float16, bfloat16, int8, ... are</source>
        <translation>没有名为 “%1” 的元素类型；可用 float16、bfloat16、int8 等</translation>
    </message>
    <message>
        <source>expected a number such as 3, -1e-3, 4k, nan or inf instead of %1</source>
        <translation>此处应为数字，如 3、-1e-3、4k、nan 或 inf，而不是 %1</translation>
    </message>
    <message>
        <source>views of storages as torch saved them before 0.4 are not read</source>
        <translation>不读取 torch 0.4 之前保存的存储区视图</translation>
    </message>
    <message>
        <source>new layout record of %1 bytes is shorter than its table (%2 + %3)</source>
        <translation>新布局记录只有 %1 字节，短于其字段表（%2 + %3）</translation>
    </message>
    <message>
        <source>data_len %1 does not match the table (%2); decoded by the table</source>
        <translation>data_len %1 与字段表（%2）不符，按字段表解码</translation>
    </message>
    <message>
        <source>no version and graph of a MindSpore model at the beginning</source>
        <translation>开头没有 MindSpore 模型的版本和图</translation>
    </message>
    <message>
        <source>the first line does not name the graph where it begins</source>
        <translation>首行没有指出起始的图</translation>
    </message>
    <message>
        <source>expected a number at each end of the range instead of %1</source>
        <translation>范围两端应为数字，而不是 %1</translation>
    </message>
    <message>
        <source>the storage should have %1 elements of %2, but has %3 bytes</source>
        <translation>存储区应有 %1 个 %2 元素，现有 %3 字节</translation>
    </message>
    <message>
        <source>a tensor with another number of strides than of sizes</source>
        <translation>张量的步长个数与尺寸个数不同</translation>
    </message>
    <message>
        <source>The panel layout could not be restored and was reset.</source>
        <translation>无法恢复面板布局，已重置。</translation>
    </message>
    <message>
        <source>the file is empty, not even its header line is there</source>
        <translation>文件为空，连表头行也没有</translation>
    </message>
    <message>
        <source>no header line with Op Name, Input/Output and Format</source>
        <translation>没有含 Op Name、Input/Output 和 Format 的表头</translation>
    </message>
    <message>
        <source>a pickle that adds to what is no list or dictionary</source>
        <translation>pickle 向非列表或字典的对象添加内容</translation>
    </message>
    <message>
        <source>the file lists iterations or nothing, no operators</source>
        <translation>文件只列出迭代或为空，没有算子</translation>
    </message>
    <message>
        <source>too many or too deeply nested values in the pickle</source>
        <translation>pickle 中的值过多或嵌套过深</translation>
    </message>
    <message>
        <source>no header line with Input/Output, Index and Format</source>
        <translation>没有含 Input/Output、Index 和 Format 的表头</translation>
    </message>
    <message>
        <source>neither an object nor null, so no kernel arguments</source>
        <translation>既非对象也非 null，不是内核参数</translation>
    </message>
    <message>
        <source>named like an overflow record, but without output</source>
        <translation>名称像溢出记录，但没有输出</translation>
    </message>
    <message>
        <source>only the first outputs of further nodes are kept</source>
        <translation>其余节点只保留第一个输出</translation>
    </message>
    <message>
        <source>not named like kernel arguments (TYPE.NAME.json)</source>
        <translation>名称不像内核参数（TYPE.NAME.json）</translation>
    </message>
    <message>
        <source>no ir_version and nodes of an ONNX model in text</source>
        <translation>没有 ONNX 文本模型的 ir_version 和节点</translation>
    </message>
    <message>
        <source>expected a column name, but there is no column %1</source>
        <translation>此处应为列名，但没有列 %1</translation>
    </message>
    <message>
        <source>object arrays are pickles and are never loaded</source>
        <translation>对象数组是 pickle，从不加载</translation>
    </message>
    <message>
        <source>a pickle that takes more values than there are</source>
        <translation>pickle 取用的值多于现有的值</translation>
    </message>
    <message>
        <source>a pickle that goes back to a mark it never set</source>
        <translation>pickle 返回到从未设置的标记</translation>
    </message>
    <message>
        <source>a pickle that recalls what it never remembered</source>
        <translation>pickle 取回从未记住的内容</translation>
    </message>
    <message>
        <source>a program saved by torch.jit.save, not tensors</source>
        <translation>由 torch.jit.save 保存的程序，不是张量</translation>
    </message>
    <message>
        <source>a storage that no tensor uses, of unknown size</source>
        <translation>没有张量使用的存储区，大小未知</translation>
    </message>
    <message>
        <source>quantised, integers shown: scale %1, zero point %2</source>
        <translation>已量化，显示整数：比例 %1，零点 %2</translation>
    </message>
    <message>
        <source>named .onnx, but without the fields of a model</source>
        <translation>名为 .onnx，但没有模型的字段</translation>
    </message>
    <message>
        <source>neither a zip file nor a pickle of torch.save</source>
        <translation>既非 zip 文件也非 torch.save 的 pickle</translation>
    </message>
    <message>
        <source>a zip file without the data.pkl of torch.save</source>
        <translation>zip 文件中没有 torch.save 的 data.pkl</translation>
    </message>
    <message>
        <source>%1 arguments that are no tensors were left out</source>
        <translation>略过 %1 个非张量参数</translation>
    </message>
    <message>
        <source>descr, fortran_order and shape are all there</source>
        <translation>descr、fortran_order 和 shape 齐全</translation>
    </message>
    <message>
        <source>all three status words are zero: no overflow</source>
        <translation>三个状态字均为零：没有溢出</translation>
    </message>
    <message>
        <source>the tensor reaches element %1 of a storage of %2</source>
        <translation>张量用到第 %1 个元素，而存储区只有 %2 个</translation>
    </message>
    <message>
        <source>the first element is at byte %1, the file has %2</source>
        <translation>第一个元素位于第 %1 字节，文件只有 %2 字节</translation>
    </message>
    <message>
        <source>%1 bytes of %2 are missing; the file is cut off</source>
        <translation>%2缺少 %1 字节，文件被截断</translation>
    </message>
    <message>
        <source>more than one graph; only the first is read</source>
        <translation>多于一个图，只读取第一个</translation>
    </message>
    <message>
        <source>unknown acc_type %1: the data are not decoded</source>
        <translation>未知的 acc_type %1，数据未解码</translation>
    </message>
    <message>
        <source>compiled graph (%1) with an operator of type %2</source>
        <translation>编译图（%1），含 %2 类型的算子</translation>
    </message>
    <message>
        <source>type &quot;%1&quot; or shape &quot;%2&quot; of the name is unknown</source>
        <translation>名称中的类型 “%1” 或形状 “%2” 未知</translation>
    </message>
    <message>
        <source>the npy header needs %1 bytes, the file has %2</source>
        <translation>npy 文件头需要 %1 字节，文件只有 %2 字节</translation>
    </message>
    <message>
        <source>no graph of a serialized ge.proto.ModelDef</source>
        <translation>没有序列化的 ge.proto.ModelDef 图</translation>
    </message>
    <message>
        <source>compiled graph (Build) without an iterator</source>
        <translation>编译图（Build），没有迭代器</translation>
    </message>
    <message>
        <source>the file ends in front of its first graph</source>
        <translation>文件在第一个图之前就结束了</translation>
    </message>
    <message>
        <source>a pickle that does not end with one value</source>
        <translation>pickle 结尾不是单个值</translation>
    </message>
    <message>
        <source>negated tensors of the type %1 are not read</source>
        <translation>不读取 %1 类型的取负张量</translation>
    </message>
    <message>
        <source>named .pt, but neither a zip nor a pickle</source>
        <translation>名为 .pt，但既非 zip 也非 pickle</translation>
    </message>
    <message>
        <source>the file holds fewer tensors than before</source>
        <translation>文件中的张量比先前少</translation>
    </message>
    <message>
        <source>no ir_version and graph of an ONNX model</source>
        <translation>没有 ONNX 模型的 ir_version 和图</translation>
    </message>
    <message>
        <source>not among the files whose type was given</source>
        <translation>不在已指定类型的文件之列</translation>
    </message>
    <message>
        <source>named like an overflow record, no header</source>
        <translation>名称像溢出记录，但没有文件头</translation>
    </message>
    <message>
        <source>a second graph of the name %1 is left out</source>
        <translation>略过第二个名为 %1 的图</translation>
    </message>
    <message>
        <source>too large for the arguments of a kernel</source>
        <translation>对内核参数而言过大</translation>
    </message>
    <message>
        <source>the file holds fewer arrays than before</source>
        <translation>文件中的数组比先前少</translation>
    </message>
    <message>
        <source>a pickle that calls what is no function</source>
        <translation>pickle 调用了非函数的内容</translation>
    </message>
    <message>
        <source>no graph of a ge.proto.ModelDef in JSON</source>
        <translation>JSON 中没有 ge.proto.ModelDef 图</translation>
    </message>
    <message>
        <source>does not start like a readable GE graph</source>
        <translation>开头不像可读的 GE 图</translation>
    </message>
    <message>
        <source>valid is %1, not 1; decoded all the same</source>
        <translation>valid 为 %1 而非 1；仍然解码</translation>
    </message>
    <message>
        <source>a pickle that gives a state to nothing</source>
        <translation>pickle 给空对象设置状态</translation>
    </message>
    <message>
        <source>a zip file with more than one data.pkl</source>
        <translation>zip 文件中有多个 data.pkl</translation>
    </message>
    <message>
        <source>a storage that is not described as one</source>
        <translation>存储区的描述有误</translation>
    </message>
    <message>
        <source>a bracket of the line is never closed</source>
        <translation>该行有括号没有闭合</translation>
    </message>
    <message>
        <source>old layout needs exactly %1 bytes, has %2</source>
        <translation>旧布局须正好 %1 字节，现有 %2 字节</translation>
    </message>
    <message>
        <source>not documented for this record layout</source>
        <translation>此记录布局没有文档</translation>
    </message>
    <message>
        <source>more than %1 messages inside each other</source>
        <translation>消息嵌套超过 %1 层</translation>
    </message>
    <message>
        <source>no whole number of statistics records</source>
        <translation>不是整数条统计记录</translation>
    </message>
    <message>
        <source>named like a graph, but no entry line</source>
        <translation>名称像图，但没有入口行</translation>
    </message>
    <message>
        <source>malformed npy header: expected that %1</source>
        <translation>npy 文件头有误：应为%1</translation>
    </message>
    <message>
        <source>nothing stands behind the dictionary</source>
        <translation>字典之后没有内容</translation>
    </message>
    <message>
        <source>negative dimension in the npy header</source>
        <translation>npy 文件头中有负的维度</translation>
    </message>
    <message>
        <source>the file ends inside the npy version</source>
        <translation>文件在 npy 版本号中间结束</translation>
    </message>
    <message>
        <source>elements of the type &quot;%1&quot; are not read</source>
        <translation>不读取 “%1” 类型的元素</translation>
    </message>
    <message>
        <source>a wire type that does not exist here</source>
        <translation>此处不存在的编码类型</translation>
    </message>
    <message>
        <source>the name does not say type and shape</source>
        <translation>名称没有说明类型和形状</translation>
    </message>
    <message>
        <source>no ELF core file of an Ascend device</source>
        <translation>不是昇腾设备的 ELF core 文件</translation>
    </message>
    <message>
        <source>expected at most %1 nested parentheses</source>
        <translation>括号嵌套最多 %1 层</translation>
    </message>
    <message>
        <source>a pickle with a key without a value</source>
        <translation>pickle 中有键没有值</translation>
    </message>
    <message>
        <source>no key of MindSpore&apos;s configuration</source>
        <translation>没有 MindSpore 配置的键</translation>
    </message>
    <message>
        <source>no header line of tensor statistics</source>
        <translation>没有张量统计的表头</translation>
    </message>
    <message>
        <source>no call stacks of msprobe&apos;s entries</source>
        <translation>没有 msprobe 条目的调用栈</translation>
    </message>
    <message>
        <source>expected a closing &apos;)&apos; for this &apos;(&apos;</source>
        <translation>此处的 &apos;(&apos; 缺少对应的 &apos;)&apos;</translation>
    </message>
    <message>
        <source>expected a closing &apos;&quot;&apos; for this one</source>
        <translation>此处的引号没有闭合</translation>
    </message>
    <message>
        <source>expected at most %1 bytes in a filter</source>
        <translation>筛选表达式最多 %1 字节</translation>
    </message>
    <message>
        <source>the document is no overflow record</source>
        <translation>该文档不是溢出记录</translation>
    </message>
    <message>
        <source>a field is longer than the message</source>
        <translation>字段比消息还长</translation>
    </message>
    <message>
        <source>no graphs as Dumpscope writes them</source>
        <translation>没有 Dumpscope 写出的图</translation>
    </message>
    <message>
        <source>no keys &quot;task&quot;, &quot;level&quot; and &quot;data&quot;</source>
        <translation>没有键 “task”、“level” 和 “data”</translation>
    </message>
    <message>
        <source>interrupted; the result is partial</source>
        <translation>已中断，结果不完整</translation>
    </message>
    <message>
        <source>too long for an overflow record: %1</source>
        <translation>对溢出记录而言过长：%1</translation>
    </message>
    <message>
        <source>an unknown protocol of torch.save</source>
        <translation>不支持此 torch.save 协议</translation>
    </message>
    <message>
        <source>an untyped storage without a type</source>
        <translation>无类型存储区没有给出类型</translation>
    </message>
    <message>
        <source>no nodes of GE types in ONNX text</source>
        <translation>ONNX 文本中没有 GE 类型的节点</translation>
    </message>
    <message>
        <source>no nodes of a tensorflow.GraphDef</source>
        <translation>没有 tensorflow.GraphDef 的节点</translation>
    </message>
    <message>
        <source>a zip file, but not of torch.save</source>
        <translation>是 zip 文件，但不是 torch.save 的</translation>
    </message>
    <message>
        <source>named like a dump file, no header</source>
        <translation>名称像转储文件，但没有文件头</translation>
    </message>
    <message>
        <source>named .npy, but without its magic</source>
        <translation>名为 .npy，但没有其标记</translation>
    </message>
    <message>
        <source>the header says %1 %2, the file has %3</source>
        <translation>文件头称有 %1 个 %2，文件中有 %3 个</translation>
    </message>
    <message>
        <source>msprobe reported while dumping: %1</source>
        <translation>msprobe 在转储时报告：%1</translation>
    </message>
    <message>
        <source>%1 bytes of data, the shape needs %2</source>
        <translation>数据有 %1 字节，形状需要 %2 字节</translation>
    </message>
    <message>
        <source>a tensor whose offset is no size</source>
        <translation>张量的偏移不是大小</translation>
    </message>
    <message>
        <source>only the first %1 graphs are read</source>
        <translation>只读取前 %1 个图</translation>
    </message>
    <message>
        <source>the file ends inside of a graph</source>
        <translation>文件在图中间结束</translation>
    </message>
    <message>
        <source>npy header is nested too deeply</source>
        <translation>npy 文件头嵌套过深</translation>
    </message>
    <message>
        <source>a pickle that remembers nothing</source>
        <translation>pickle 没有可记住的内容</translation>
    </message>
    <message>
        <source>a tensor with too few arguments</source>
        <translation>张量的参数过少</translation>
    </message>
    <message>
        <source>stored as its complex conjugate</source>
        <translation>以共轭形式存储</translation>
    </message>
    <message>
        <source>a number of more than ten bytes</source>
        <translation>数字超过十个字节</translation>
    </message>
    <message>
        <source>elements of %1 bytes would fit (%2)</source>
        <translation>每元素 %1 字节则相符（%2）</translation>
    </message>
    <message>
        <source>no name of MindSpore 1.0 to 1.2</source>
        <translation>不是 MindSpore 1.0 至 1.2 的名称</translation>
    </message>
    <message>
        <source>neither its name nor its header</source>
        <translation>名称和表头都不符</translation>
    </message>
    <message>
        <source>no parents of msprobe&apos;s entries</source>
        <translation>没有 msprobe 条目的上级</translation>
    </message>
    <message>
        <source>expected a regular expression: %1</source>
        <translation>此处应为正则表达式：%1</translation>
    </message>
    <message>
        <source>no dump entries to compare with</source>
        <translation>没有可比较的转储条目</translation>
    </message>
    <message>
        <source>only the first %1 lines are kept</source>
        <translation>只保留前 %1 行</translation>
    </message>
    <message>
        <source>only the first %1 nodes are kept</source>
        <translation>只保留前 %1 个节点</translation>
    </message>
    <message>
        <source>the dictionary starts with &apos;{&apos;</source>
        <translation>字典以 &apos;{&apos; 开头</translation>
    </message>
    <message>
        <source>a storage larger than any file</source>
        <translation>存储区比任何文件都大</translation>
    </message>
    <message>
        <source>the file ends inside a message</source>
        <translation>文件在消息中间结束</translation>
    </message>
    <message>
        <source>elements of %1 byte would fit (%2)</source>
        <translation>每元素 %1 字节则相符（%2）</translation>
    </message>
    <message>
        <source>%1 of %2 dump entries belong to it</source>
        <translation>%2 个转储条目中有 %1 个属于它</translation>
    </message>
    <message>
        <source>there is no graph in the file</source>
        <translation>文件中没有图</translation>
    </message>
    <message>
        <source>too large for a configuration</source>
        <translation>对配置而言过大</translation>
    </message>
    <message>
        <source>no operators in ge_proto text</source>
        <translation>ge_proto 文本中没有算子</translation>
    </message>
    <message>
        <source>named like a dump file, empty</source>
        <translation>名称像转储文件，但为空</translation>
    </message>
    <message>
        <source>no graph begins in this file</source>
        <translation>文件中没有图的开头</translation>
    </message>
    <message>
        <source>%1 more entries with a problem</source>
        <translation>另有 %1 个条目有问题</translation>
    </message>
    <message>
        <source>members are separated by &apos;,&apos;</source>
        <translation>成员以 &apos;,&apos; 分隔</translation>
    </message>
    <message>
        <source>shape %1 leads out of any file</source>
        <translation>形状 %1 超出任何文件</translation>
    </message>
    <message>
        <source>expected the name of a field</source>
        <translation>此处应为字段名</translation>
    </message>
    <message>
        <source>the file holds %1 elements of %2</source>
        <translation>文件中有 %1 个 %2 元素</translation>
    </message>
    <message>
        <source>the arguments are no object</source>
        <translation>参数不是对象</translation>
    </message>
    <message>
        <source>the name says %1, the header %2</source>
        <translation>名称为 %1，文件头为 %2</translation>
    </message>
    <message>
        <source>no NUMPY magic at the start</source>
        <translation>开头没有 NUMPY 标记</translation>
    </message>
    <message>
        <source>a pickle of too many values</source>
        <translation>pickle 中的值过多</translation>
    </message>
    <message>
        <source>a field number out of range</source>
        <translation>字段编号超出范围</translation>
    </message>
    <message>
        <source>named .npz, but no zip file</source>
        <translation>名为 .npz，但不是 zip 文件</translation>
    </message>
    <message>
        <source>the line is not understood</source>
        <translation>无法理解该行</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is missing or no number</source>
        <translation>“%1” 缺失或不是数字</translation>
    </message>
    <message>
        <source>an unknown pickle protocol</source>
        <translation>未知的 pickle 协议</translation>
    </message>
    <message>
        <source>a tensor without a storage</source>
        <translation>张量没有存储区</translation>
    </message>
    <message>
        <source>behind the name of a field</source>
        <translation>字段名之后</translation>
    </message>
    <message>
        <source>%1 %2 takes %3 bytes, %4 are there</source>
        <translation>%1 %2 需要 %3 字节，现有 %4 字节</translation>
    </message>
    <message>
        <source>no actors at the beginning</source>
        <translation>开头没有 actor</translation>
    </message>
    <message>
        <source>a &apos;:&apos; stands behind a key</source>
        <translation>键之后是 &apos;:&apos;</translation>
    </message>
    <message>
        <source>the storage &quot;%1&quot; is missing</source>
        <translation>缺少存储区 “%1”</translation>
    </message>
    <message>
        <source>quantised, integers shown</source>
        <translation>已量化，显示整数</translation>
    </message>
    <message>
        <source>no tensor was saved in it</source>
        <translation>其中没有保存张量</translation>
    </message>
    <message>
        <source>expected a name in quotes</source>
        <translation>此处应为带引号的名称</translation>
    </message>
    <message>
        <source>requires_grad in the file</source>
        <translation>文件中的 requires_grad</translation>
    </message>
    <message>
        <source>the argument %1 is no text</source>
        <translation>参数 %1 不是文本</translation>
    </message>
    <message>
        <source>a text that is not UTF-8</source>
        <translation>文本不是 UTF-8</translation>
    </message>
    <message>
        <source>a name that does not end</source>
        <translation>名称没有结束</translation>
    </message>
    <message>
        <source>tensors of %1 are not read</source>
        <translation>不读取 %1 的张量</translation>
    </message>
    <message>
        <source>in front of the document</source>
        <translation>文档之前</translation>
    </message>
    <message>
        <source>that is %1 times the shape</source>
        <translation>是形状的 %1 倍</translation>
    </message>
    <message>
        <source>no entry line of a graph</source>
        <translation>没有图的入口行</translation>
    </message>
    <message>
        <source>stage %1, before execution</source>
        <translation>阶段 %1，在执行之前</translation>
    </message>
    <message>
        <source>not an iteration number</source>
        <translation>不是迭代号</translation>
    </message>
    <message>
        <source>there is no graph in it</source>
        <translation>其中没有图</translation>
    </message>
    <message>
        <source>two nodes are called &quot;%1&quot;</source>
        <translation>有两个节点名为 “%1”</translation>
    </message>
    <message>
        <source>a dimension is a number</source>
        <translation>维度是数字</translation>
    </message>
    <message>
        <source>a tensor of %1 dimensions</source>
        <translation>张量有 %1 维</translation>
    </message>
    <message>
        <source>no actors in this file</source>
        <translation>文件中没有 actor</translation>
    </message>
    <message>
        <source>the first line is not %1</source>
        <translation>首行不是 %1</translation>
    </message>
    <message>
        <source>sizes that are no list</source>
        <translation>尺寸不是列表</translation>
    </message>
    <message>
        <source>a size that is no size</source>
        <translation>尺寸不是数</translation>
    </message>
    <message>
        <source>expected &apos;:&apos; behind &quot;%1&quot;</source>
        <translation>“%1” 之后应为 &apos;:&apos;</translation>
    </message>
    <message>
        <source>expected a column name</source>
        <translation>此处应为列名</translation>
    </message>
    <message>
        <source>the name is not UTF-8</source>
        <translation>名称不是 UTF-8</translation>
    </message>
    <message>
        <source>no graph is called &quot;%1&quot;</source>
        <translation>没有名为 “%1” 的图</translation>
    </message>
    <message>
        <source>&quot;%1&quot; of &quot;%2&quot; is no number</source>
        <translation>“%2” 中的 “%1” 不是数字</translation>
    </message>
    <message>
        <source>no file of torch.save</source>
        <translation>不是 torch.save 的文件</translation>
    </message>
    <message>
        <source>no graph in the file</source>
        <translation>文件中没有图</translation>
    </message>
    <message>
        <source>no node is called &quot;%1&quot;</source>
        <translation>没有名为 “%1” 的节点</translation>
    </message>
    <message>
        <source>npy header of %1 bytes</source>
        <translation>npy 文件头长达 %1 字节，超出允许范围</translation>
    </message>
    <message>
        <source>malformed protobuf: %1</source>
        <translation>protobuf 有误：%1</translation>
    </message>
    <message>
        <source>stalled vector cores</source>
        <translation>停滞的 Vector Core</translation>
    </message>
    <message>
        <source>brackets are closed</source>
        <translation>括号闭合</translation>
    </message>
    <message>
        <source>&quot;%1&quot; of &quot;%2&quot; is missing</source>
        <translation>“%2” 中缺少 “%1”</translation>
    </message>
    <message>
        <source>a number is cut off</source>
        <translation>数字被截断</translation>
    </message>
    <message>
        <source>more than %1 tensors</source>
        <translation>超过 %1 个张量</translation>
    </message>
    <message>
        <source>%1 values stored as %2</source>
        <translation>%1 数值以 %2 存储</translation>
    </message>
    <message>
        <source>no overflow record</source>
        <translation>不是溢出记录</translation>
    </message>
    <message>
        <source>graph of execution</source>
        <translation>执行图</translation>
    </message>
    <message>
        <source>original_op output</source>
        <translation>original_op 输出</translation>
    </message>
    <message>
        <source>from the file name</source>
        <translation>来自文件名</translation>
    </message>
    <message>
        <source>more than %1 graphs</source>
        <translation>超过 %1 个图</translation>
    </message>
    <message>
        <source>unknown acc_type %1</source>
        <translation>未知的 acc_type %1</translation>
    </message>
    <message>
        <source>%1 is not a message</source>
        <translation>%1 不是消息</translation>
    </message>
    <message>
        <source>named .npy, empty</source>
        <translation>名为 .npy，但为空</translation>
    </message>
    <message>
        <source>named .npz, empty</source>
        <translation>名为 .npz，但为空</translation>
    </message>
    <message>
        <source>given by the user</source>
        <translation>由用户指定</translation>
    </message>
    <message>
        <source>inside a message</source>
        <translation>消息中间</translation>
    </message>
    <message>
        <source>expected a value</source>
        <translation>此处应为一个值</translation>
    </message>
    <message>
        <source>not a .json file</source>
        <translation>不是 .json 文件</translation>
    </message>
    <message>
        <source>named .pt, empty</source>
        <translation>名为 .pt，但为空</translation>
    </message>
    <message>
        <source>container offset</source>
        <translation>容器偏移</translation>
    </message>
    <message>
        <source>original_op name</source>
        <translation>original_op 名称</translation>
    </message>
    <message>
        <source>storage elements</source>
        <translation>存储区元素数</translation>
    </message>
    <message>
        <source>stalled AI cores</source>
        <translation>停滞的 AI Core</translation>
    </message>
    <message>
        <source>stored negated</source>
        <translation>以取负形式存储</translation>
    </message>
    <message>
        <source>the file ends %1</source>
        <translation>文件在%1结束</translation>
    </message>
    <message>
        <source>inside a value</source>
        <translation>值中间</translation>
    </message>
    <message>
        <source>no NUMPY magic</source>
        <translation>没有 NUMPY 标记</translation>
    </message>
    <message>
        <source>no kernel file</source>
        <translation>不是内核文件</translation>
    </message>
    <message>
        <source>not its format</source>
        <translation>不是它的格式</translation>
    </message>
    <message>
        <source>payload offset</source>
        <translation>数据偏移</translation>
    </message>
    <message>
        <source>logical layout</source>
        <translation>逻辑排布</translation>
    </message>
    <message>
        <source>type and shape</source>
        <translation>类型和形状</translation>
    </message>
    <message>
        <source>storage offset</source>
        <translation>存储区偏移</translation>
    </message>
    <message>
        <source>unknown type %1</source>
        <translation>未知类型 %1</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is missing</source>
        <translation>缺少 “%1”</translation>
    </message>
    <message>
        <source>inside a name</source>
        <translation>名称中间</translation>
    </message>
    <message>
        <source>header length</source>
        <translation>文件头长度</translation>
    </message>
    <message>
        <source>payload bytes</source>
        <translation>数据字节数</translation>
    </message>
    <message>
        <source>logical shape</source>
        <translation>逻辑形状</translation>
    </message>
    <message>
        <source>expected &apos;]&apos;</source>
        <translation>此处应为 &apos;]&apos;</translation>
    </message>
    <message>
        <source>expected &apos;{&apos;</source>
        <translation>此处应为 &apos;{&apos;</translation>
    </message>
    <message>
        <source>address type</source>
        <translation>地址类型</translation>
    </message>
    <message>
        <source>packed bytes</source>
        <translation>压缩后字节数</translation>
    </message>
    <message>
        <source>in graph %1: %2</source>
        <translation>在图 %1 中：%2</translation>
    </message>
    <message>
        <source>npy version</source>
        <translation>npy 版本</translation>
    </message>
    <message>
        <source>data offset</source>
        <translation>数据偏移</translation>
    </message>
    <message>
        <source>device type</source>
        <translation>设备类型</translation>
    </message>
    <message>
        <source>not named %1</source>
        <translation>名称不是 %1</translation>
    </message>
    <message>
        <source>no archive</source>
        <translation>不是归档</translation>
    </message>
    <message>
        <source>torch type</source>
        <translation>torch 类型</translation>
    </message>
    <message>
        <source>data valid</source>
        <translation>数据有效</translation>
    </message>
    <message>
        <source>the graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>%1 read as %2</source>
        <translation>%1 按 %2 读取</translation>
    </message>
    <message>
        <source>container</source>
        <translation>容器</translation>
    </message>
    <message>
        <source>device id</source>
        <translation>设备号</translation>
    </message>
    <message>
        <source>location</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>a field</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>packing</source>
        <translation>压缩方式</translation>
    </message>
    <message>
        <source>strides</source>
        <translation>步长</translation>
    </message>
    <message>
        <source>storage</source>
        <translation>存储区</translation>
    </message>
    <message>
        <source>member</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>Lzma library error:  No progress is possible</source>
        <translation>Lzma 库错误：无法继续</translation>
    </message>
    <message>
        <source>Unrecognized archive format</source>
        <translation>无法识别的归档格式</translation>
    </message>
    <message>
        <source>Truncated ZIP file header</source>
        <translation>ZIP 文件头被截断</translation>
    </message>
    <message>
        <source>Truncated ZIP file data</source>
        <translation>ZIP 文件数据被截断</translation>
    </message>
    <message>
        <source>Truncated tar archive</source>
        <translation>tar 归档被截断</translation>
    </message>
    <message>
        <source>truncated bzip2 input</source>
        <translation>bzip2 输入被截断</translation>
    </message>
    <message>
        <source>Truncated zstd input</source>
        <translation>zstd 输入被截断</translation>
    </message>
    <message>
        <source>truncated gzip input</source>
        <translation>gzip 输入被截断</translation>
    </message>
    <message>
        <source>Damaged tar archive</source>
        <translation>tar 归档已损坏</translation>
    </message>
    <message>
        <source>truncated lz4 input</source>
        <translation>lz4 输入被截断</translation>
    </message>
    <message>
        <source>limit &apos;%1&apos; is not METRIC OP NUMBER, e.g. cosine_similarity&gt;=0.99</source>
        <translation>限值 &apos;%1&apos; 不是“指标 比较符 数字”的形式，例如 cosine_similarity&gt;=0.99</translation>
    </message>
    <message>
        <source>there is no preset of limits named &apos;%1&apos;; there are %2</source>
        <translation>没有名为 &apos;%1&apos; 的限值预设；现有 %2</translation>
    </message>
    <message>
        <source>limit &apos;%1&apos;: expected one of = != &lt; &lt;= &gt; &gt;=</source>
        <translation>限值 &apos;%1&apos;：此处应为 = != &lt; &lt;= &gt; &gt;= 之一</translation>
    </message>
    <message>
        <source>limit &apos;%1&apos;: &apos;%2&apos; is no number</source>
        <translation>限值 &apos;%1&apos;：&apos;%2&apos; 不是数字</translation>
    </message>
    <message>
        <source>rules[%1] is not an object</source>
        <translation>rules[%1] 不是对象</translation>
    </message>
    <message>
        <source>CSV table</source>
        <translation>CSV 表格</translation>
    </message>
    <message>
        <source>HTML page</source>
        <translation>HTML 页面</translation>
    </message>
    <message>
        <source>JSON document</source>
        <translation>JSON 文档</translation>
    </message>
    <message>
        <source>msaccucmp compare, CSV</source>
        <translation>msaccucmp compare，CSV</translation>
    </message>
    <message>
        <source>msaccucmp file_compare, CSV</source>
        <translation>msaccucmp file_compare，CSV</translation>
    </message>
    <message>
        <source>msaccucmp mapping table, CSV</source>
        <translation>msaccucmp 映射表，CSV</translation>
    </message>
    <message>
        <source>msaccucmp, one operator</source>
        <translation>msaccucmp，单个算子</translation>
    </message>
    <message>
        <source>msprobe compare, CSV</source>
        <translation>msprobe compare，CSV</translation>
    </message>
    <message>
        <source>msprobe compare, Excel</source>
        <translation>msprobe compare，Excel</translation>
    </message>
    <message>
        <source>Excel workbook</source>
        <translation>Excel 工作簿</translation>
    </message>
    <message>
        <source>Comparing</source>
        <translation>正在比较</translation>
    </message>
    <message>
        <source>Computing statistics</source>
        <translation>正在计算统计</translation>
    </message>
    <message>
        <source>Converting</source>
        <translation>正在转换</translation>
    </message>
    <message>
        <source>Listing files</source>
        <translation>正在列出文件</translation>
    </message>
    <message>
        <source>Reading graphs</source>
        <translation>正在读取图</translation>
    </message>
    <message>
        <source>Reading headers</source>
        <translation>正在读取文件头</translation>
    </message>
    <message>
        <source>Reading the graph</source>
        <translation>正在读取图</translation>
    </message>
    <message>
        <source>Recomputing suspects</source>
        <translation>正在重算嫌疑算子</translation>
    </message>
    <message>
        <source>Scanning values</source>
        <translation>正在扫描数值</translation>
    </message>
    <message>
        <source>Sorting</source>
        <translation>正在排序</translation>
    </message>
    <message>
        <source>only %1 of %2 files were read: opening was stopped</source>
        <translation>只读取了 %2 个文件中的 %1 个：打开被停止</translation>
    </message>
    <message>
        <source>the file: must be a JSON object</source>
        <translation>文件：必须是 JSON 对象</translation>
    </message>
    <message>
        <source>only version 1 is known</source>
        <translation>只支持版本 1</translation>
    </message>
    <message>
        <source>unknown key; expected version, target, golden, rules, pairs or unpaired</source>
        <translation>未知的键；应为 version、target、golden、rules、pairs 或 unpaired</translation>
    </message>
    <message>
        <source>must be a list</source>
        <translation>必须是列表</translation>
    </message>
    <message>
        <source>is missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>must be a text</source>
        <translation>必须是文本</translation>
    </message>
    <message>
        <source>must be an object</source>
        <translation>必须是对象</translation>
    </message>
    <message>
        <source>unknown key; expected one of %1</source>
        <translation>未知的键；应为其中之一：%1</translation>
    </message>
    <message>
        <source>must be input, output, or another word of the column io</source>
        <translation>必须是 input、output 或 io 列的其他取值</translation>
    </message>
    <message>
        <source>$%1 has no group; the pattern of target has %2</source>
        <translation>$%1 没有对应的分组；target 的模式只有 %2 个分组</translation>
    </message>
    <message>
        <source>must be an object like {&quot;0&quot;: 1}</source>
        <translation>必须是形如 {&quot;0&quot;: 1} 的对象</translation>
    </message>
    <message>
        <source>must map a slot of target to a slot of golden</source>
        <translation>必须把 target 的槽位映射到 golden 的槽位</translation>
    </message>
    <message>
        <source>must be like &quot;NCHW&lt;-NHWC&quot;: the target&apos;s axes, then golden&apos;s</source>
        <translation>必须形如 &quot;NCHW&lt;-NHWC&quot;：先写 target 的轴，再写 golden 的轴</translation>
    </message>
    <message>
        <source>names an unknown layout</source>
        <translation>指定了未知的布局</translation>
    </message>
    <message>
        <source>the two layouts have different numbers of axes</source>
        <translation>两个布局的轴数不同</translation>
    </message>
    <message>
        <source>the two layouts have different axes</source>
        <translation>两个布局的轴不同</translation>
    </message>
    <message>
        <source>names neither target nor golden</source>
        <translation>既没有指定 target 也没有指定 golden</translation>
    </message>
    <message>
        <source>the pattern is longer than %1 bytes</source>
        <translation>模式超过 %1 字节</translation>
    </message>
    <message>
        <source>bad regular expression: %1</source>
        <translation>正则表达式有误：%1</translation>
    </message>
    <message>
        <source>only this one of %1 elements differs</source>
        <translation>%1 个元素中仅此一个不同</translation>
    </message>
    <message>
        <source>all %1 elements differ</source>
        <translation>全部 %1 个元素都不同</translation>
    </message>
    <message>
        <source>%1 of %2 elements differ, all over the tensor</source>
        <translation>%2 个元素中有 %1 个不同，遍布整个张量</translation>
    </message>
    <message>
        <source>%1 of %2 elements differ: all of %3</source>
        <translation>%2 个元素中有 %1 个不同：恰为 %3 的全部</translation>
    </message>
    <message>
        <source>%1 of %2 elements differ, all within %3</source>
        <translation>%2 个元素中有 %1 个不同，全部位于 %3 内</translation>
    </message>
    <message>
        <source>%1 of the flattened tensor</source>
        <translation>展平张量的 %1</translation>
    </message>
    <message>
        <source>each is golden&apos;s times %1</source>
        <translation>每个都是基准值乘以 %1</translation>
    </message>
    <message>
        <source>each is golden&apos;s plus %1</source>
        <translation>每个都是基准值加 %1</translation>
    </message>
    <message>
        <source>%1 of them by more than %2, all within %3</source>
        <translation>其中 %1 个相差超过 %2，全部位于 %3 内</translation>
    </message>
    <message>
        <source>the file was written to while it was read</source>
        <translation>文件在读取过程中被写入</translation>
    </message>
    <message>
        <source>most likely at fault</source>
        <translation>最可能出错的是</translation>
    </message>
    <message>
        <source>NaN or infinities first show at</source>
        <translation>NaN 或无穷首先出现在</translation>
    </message>
    <message>
        <source>differences that nothing explains, first at</source>
        <translation>存在无法解释的差异，首个位于</translation>
    </message>
    <message>
        <source>nothing was compared</source>
        <translation>未比较任何内容</translation>
    </message>
    <message>
        <source>too little was compared</source>
        <translation>比较的内容太少</translation>
    </message>
    <message>
        <source>stopped before the end</source>
        <translation>未到结束即停止</translation>
    </message>
    <message>
        <source>stopped before the first pair</source>
        <translation>在第一对之前即停止</translation>
    </message>
    <message>
        <source>stopped after %1 of %2 pairs</source>
        <translation>%2 对中比较了 %1 对后停止</translation>
    </message>
    <message>
        <source>the only pair is bit-equal</source>
        <translation>唯一的一对逐位相同</translation>
    </message>
    <message>
        <source>all %1 pairs are bit-equal</source>
        <translation>全部 %1 对逐位相同</translation>
    </message>
    <message>
        <source>the only pair is within its limits</source>
        <translation>唯一的一对在限值内</translation>
    </message>
    <message>
        <source>all %1 pairs are within limits</source>
        <translation>全部 %1 对均在限值内</translation>
    </message>
    <message>
        <source>no pair is beyond its limits</source>
        <translation>没有配对超出限值</translation>
    </message>
    <message>
        <source>the pair itself is within its limits</source>
        <translation>这一对本身在限值内</translation>
    </message>
    <message>
        <source>largest relative_euclidean_distance: %1</source>
        <translation>最大的 relative_euclidean_distance：%1</translation>
    </message>
    <message>
        <source>%1 pass, %2 warn, %3 could not be compared</source>
        <translation>%1 对通过，%2 对警告，%3 对无法比较</translation>
    </message>
    <message>
        <source>%1 of %2 failing pairs are not explained by what came in and by rounding; the first: %3</source>
        <translation>%2 个失败的配对中有 %1 个无法由输入与舍入解释；首个：%3</translation>
    </message>
    <message>
        <source>none of %1 pairs could be compared; the first: %2</source>
        <translation>%1 对均无法比较；首个：%2</translation>
    </message>
    <message>
        <source>checksums differ, and do not tell rounding from faults</source>
        <translation>校验和不同，而校验和无法区分舍入与错误</translation>
    </message>
    <message>
        <source>golden is zero here, the target is off by %1</source>
        <translation>此处基准侧为零，目标侧偏差 %1</translation>
    </message>
    <message>
        <source>off by %1, of which %2 are explained</source>
        <translation>偏差 %1，其中 %2 可以解释</translation>
    </message>
    <message>
        <source>golden has no partner of %1, which stands between %2, the last output that agrees, and %3, the first that does not</source>
        <translation>基准侧没有与 %1 对应的算子；它位于最后一个一致的输出 %2 与首个不一致的 %3 之间</translation>
    </message>
    <message>
        <source>compared: nothing</source>
        <translation>已比较：无</translation>
    </message>
    <message>
        <source>compared: every tensor of both sides</source>
        <translation>已比较：两侧的全部张量</translation>
    </message>
    <message>
        <source>compared: %1 of %2 tensors of the target</source>
        <translation>已比较：目标侧 %2 个张量中的 %1 个</translation>
    </message>
    <message>
        <source>this says nothing about the rest</source>
        <translation>对其余部分不作任何结论</translation>
    </message>
    <message>
        <source>the %1 has no tensor of the steps and ranks asked for</source>
        <translation>%1没有所要求的步与卡的张量</translation>
    </message>
    <message>
        <source>the %1 has no tensor</source>
        <translation>%1没有张量</translation>
    </message>
    <message>
        <source>the filter leaves no pair</source>
        <translation>筛选后没有配对</translation>
    </message>
    <message>
        <source>no tensor has a partner on the other side</source>
        <translation>没有张量在另一侧有对应</translation>
    </message>
    <message>
        <source>no pair fails, the first warning that nothing explains is at</source>
        <translation>没有失败的配对，首个无法解释的警告位于</translation>
    </message>
    <message>
        <source>%1 of %2 warnings are not explained by what came in and by rounding; the first: %3</source>
        <translation>%2 个警告中有 %1 个无法由输入与舍入解释；首个：%3</translation>
    </message>
    <message>
        <source>the checksums differ although the statistics do not show it</source>
        <translation>校验和不同，而统计值未能显示</translation>
    </message>
    <message>
        <source>shapes differ, first at</source>
        <translation>形状不同，首个位于</translation>
    </message>
    <message>
        <source>axis %1 is %2 in the target and %3 in the golden</source>
        <translation>轴 %1 在目标侧为 %2，在基准侧为 %3</translation>
    </message>
    <message>
        <source>the checksums are of %1 and of %2: other bytes for the same values</source>
        <translation>校验和分别针对 %1 和 %2：相同的值字节也不同</translation>
    </message>
    <message>
        <source>same name, but the shapes cannot be those of one tensor</source>
        <translation>名称相同，但形状不可能属于同一张量</translation>
    </message>
    <message>
        <source>only this one of %1 elements differs beyond rounding to the coarser type</source>
        <translation>%1 个元素中只有这一个的差异超出较粗类型的舍入</translation>
    </message>
    <message>
        <source>all %1 elements differ beyond rounding to the coarser type</source>
        <translation>全部 %1 个元素的差异都超出较粗类型的舍入</translation>
    </message>
    <message>
        <source>%1 of %2 elements differ beyond rounding to the coarser type, all over the tensor</source>
        <translation>%2 个元素中有 %1 个的差异超出较粗类型的舍入，遍布整个张量</translation>
    </message>
    <message>
        <source>%1 of %2 elements differ beyond rounding to the coarser type: all of %3</source>
        <translation>%2 个元素中有 %1 个的差异超出较粗类型的舍入：恰为 %3 的全部</translation>
    </message>
    <message>
        <source>%1 of %2 elements differ beyond rounding to the coarser type, all within %3</source>
        <translation>%2 个元素中有 %1 个的差异超出较粗类型的舍入，都在 %3 之内</translation>
    </message>
    <message>
        <source>the first element that differs beyond rounding to the coarser type is %1 (flat %2): %3 against %4</source>
        <translation>第一个差异超出较粗类型舍入的元素是 %1（展平 %2）：%3 对 %4</translation>
    </message>
    <message>
        <source>the recorded statistics are equal, the checksums are not</source>
        <translation>记录的统计量相同，校验和不同</translation>
    </message>
    <message>
        <source>half of axis %1 in the %2: tensor parallel over %3 ranks?</source>
        <translation>%2只有轴 %1 的一半：在 %3 张卡上张量并行？</translation>
    </message>
    <message>
        <source>half of axis %1 in the %2: tensor or data parallel over %3 ranks, or another batch size?</source>
        <translation>%2只有轴 %1 的一半：在 %3 张卡上张量并行或数据并行，或批大小不同？</translation>
    </message>
    <message>
        <source>half of axis %1 in the %2: tensor or sequence parallel over %3 ranks, or another sequence length?</source>
        <translation>%2只有轴 %1 的一半：在 %3 张卡上张量并行或序列并行，或序列长度不同？</translation>
    </message>
    <message>
        <source>one of %1 parts of axis %2 in the %3: tensor parallel over %4 ranks?</source>
        <translation>%3只有轴 %2 的 %1 份之一：在 %4 张卡上张量并行？</translation>
    </message>
    <message>
        <source>one of %1 parts of axis %2 in the %3: tensor or data parallel over %4 ranks, or another batch size?</source>
        <translation>%3只有轴 %2 的 %1 份之一：在 %4 张卡上张量并行或数据并行，或批大小不同？</translation>
    </message>
    <message>
        <source>one of %1 parts of axis %2 in the %3: tensor or sequence parallel over %4 ranks, or another sequence length?</source>
        <translation>%3只有轴 %2 的 %1 份之一：在 %4 张卡上张量并行或序列并行，或序列长度不同？</translation>
    </message>
    <message>
        <source>one of %1 parts of axis %2 in the %3: one of Q, K and V that are fused, or tensor parallel over 3 ranks?</source>
        <translation>%3只有轴 %2 的 %1 份之一：融合的 Q、K、V 之一，或在 3 张卡上张量并行？</translation>
    </message>
    <message>
        <source>nothing along axis %1 in the %2: an empty batch?</source>
        <translation>%2沿轴 %1 没有内容：空批次？</translation>
    </message>
    <message>
        <source>length 1 along axis %1 in the %2: reduced over it?</source>
        <translation>%2沿轴 %1 的长度为 1：沿该轴做过归约？</translation>
    </message>
    <message>
        <source>axis %1 is %2 in the target and %3 in the golden: another batch size?</source>
        <translation>轴 %1 在目标侧为 %2，在基准侧为 %3：批大小不同？</translation>
    </message>
    <message>
        <source>axis %1 is %2 in the target and %3 in the golden: another sequence length?</source>
        <translation>轴 %1 在目标侧为 %2，在基准侧为 %3：序列长度不同？</translation>
    </message>
    <message>
        <source>axis %1 is %2 in the target and %3 in the golden: a padded vocabulary?</source>
        <translation>轴 %1 在目标侧为 %2，在基准侧为 %3：词表做过填充？</translation>
    </message>
    <message>
        <source>axes %1 and %2 are %3 in the target and %4 in the golden: another sequence length?</source>
        <translation>轴 %1 和 %2 在目标侧为 %3，在基准侧为 %4：序列长度不同？</translation>
    </message>
    <message>
        <source>a single value in the %1: reduced over all elements, or another tensor?</source>
        <translation>%1是单个值：对所有元素做过归约，或是另一个张量？</translation>
    </message>
    <message>
        <source>the axes have another order: transposed?</source>
        <translation>轴的顺序不同：转置？</translation>
    </message>
    <message>
        <source>no axis %1 of length %2 in the %3: one part of it, or reduced over it?</source>
        <translation>%3没有长度为 %2 的轴 %1：其中一份，或沿该轴做过归约？</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>the parameter itself is spoiled</source>
        <translation>参数本身已损坏</translation>
    </message>
    <message>
        <source>a parameter, a constant or an operator that was left out</source>
        <translation>是参数、常量，或未参与比较的算子</translation>
    </message>
    <message>
        <source>%1 has NaN or infinities and no partner in golden, and nothing compared before has any; they reach %2, which both have</source>
        <translation>%1 含有 NaN 或无穷，基准侧没有与之配对的张量，且此前均无；它们传到了两侧都有的 %2</translation>
    </message>
    <message>
        <source>%1 off: values that nearly tie or lie next to a step fall on its other side by the rounding of what was compared</source>
        <translation>误差 %1：几乎相等或紧邻阶跃的值，因舍入落到了另一侧</translation>
    </message>
    <message>
        <source>%1 off, which rounding of %2 explains: data went through it before</source>
        <translation>误差 %1，可由 %2 的舍入解释：数据此前经过了该类型</translation>
    </message>
    <message>
        <source>a bias is moved as far as other parameters but elsewhere than golden&apos;s, as optimizers that scale gradients do with one that is only rounding</source>
        <translation>该偏置的移动幅度与其他参数相当，但方向与基准侧不同：梯度仅为舍入误差时，按梯度缩放的优化器就会如此</translation>
    </message>
    <message>
        <source>a link of another user lies on the way, in a folder where everybody may write; give another place</source>
        <translation>路径上有其他用户的链接，位于人人可写的文件夹中；请另选位置</translation>
    </message>
    <message>
        <source>another kernel, which makes no damage: by %1 its own inputs give %2 at element %3, the dump has %4; the output is off by %5 from what its inputs give, %6 explained, golden&apos;s by %7</source>
        <translation>另一种内核，无损害：按 %1，由其自身输入应在元素 %3 处得到 %2，转储中为 %4；输出与由输入算出的结果相差 %5，可解释 %6，基准侧相差 %7</translation>
    </message>
    <message>
        <source>%1 of %2 pairs are beyond the limits of a pair alone, none by more than %3 times what came in and rounding explain</source>
        <translation>%2 对中有 %1 对超出单对限值，但都不超过传入误差与舍入所能解释的 %3 倍</translation>
    </message>
    <message>
        <source>%1 of %2 pairs are beyond the limits of a pair alone</source>
        <translation>%2 对中有 %1 对超出单对限值</translation>
    </message>
    <message>
        <source>%1 by no more than %2 times what came in and rounding explain</source>
        <translation>其中 %1 对不超过传入误差与舍入所能解释的 %2 倍</translation>
    </message>
    <message>
        <source>%1 by a known effect: %2</source>
        <translation>其中 %1 对属已知效应：%2</translation>
    </message>
    <message>
        <source>%1 of operators that give their output when it is computed again from their inputs</source>
        <translation>其中 %1 对所属算子由其自身输入重新计算可得到其输出</translation>
    </message>
    <message>
        <source>a known effect: %1</source>
        <translation>已知效应：%1</translation>
    </message>
    <message>
        <source>what stood in the memory that is written here</source>
        <translation>此处被写入的内存中原有的内容</translation>
    </message>
    <message>
        <source>%1 off, which the noise of the run explains: four of five outputs before that differ are off by %2 and more</source>
        <translation>误差 %1，可由本次运行的噪声解释：此前有差异的输出中五分之四误差不小于 %2</translation>
    </message>
    <message>
        <source>beside the mask it is off by %1, rounding explains %2</source>
        <translation>掩码之外的误差为 %1，舍入可解释 %2</translation>
    </message>
    <message>
        <source>compared: every tensor asked for</source>
        <translation>已比较：所选的每个张量</translation>
    </message>
    <message>
        <source>the checksums differ</source>
        <translation>校验和不同</translation>
    </message>
    <message>
        <source>the checksums are of two orders of the axes: other bytes for the same values</source>
        <translation>两侧校验和对应不同的轴顺序：数值相同而字节不同</translation>
    </message>
    <message>
        <source>checksums compared</source>
        <translation>已比较校验和</translation>
    </message>
    <message>
        <source>the other side recorded a value</source>
        <translation>另一侧记录的是数值</translation>
    </message>
    <message>
        <source>Finding origins</source>
        <translation>正在查找来源</translation>
    </message>
    <message>
        <source>only -Inf, and no dumped tensor of its shape holds any before: perhaps a mask</source>
        <translation>仅有 -Inf，此前没有同形状的已转储张量含 -Inf：可能是掩码</translation>
    </message>
    <message>
        <source>%1; steps before were not looked at</source>
        <translation>%1；未查看之前的步</translation>
    </message>
    <message>
        <source>%1; only -Inf, which may be meant</source>
        <translation>%1；仅有 -Inf，可能是有意为之</translation>
    </message>
    <message>
        <source>%1 is not finite already, but no way from it was dumped</source>
        <translation>%1 已含非有限值，但未转储由其而来的路径</translation>
    </message>
    <message>
        <source>inputs were not dumped; %1 is not finite already and as large</source>
        <translation>输入未转储；%1 已含非有限值且元素个数相同</translation>
    </message>
    <message>
        <source>%1 is a mask of -Inf: the operator makes +Inf beside it</source>
        <translation>%1 是 -Inf 掩码：算子在其旁产生了 +Inf</translation>
    </message>
    <message>
        <source>%1, which computed %2, is not finite</source>
        <translation>计算出 %2 的 %1 含非有限值</translation>
    </message>
    <message>
        <source>%1 of step %2 is not finite and of the same shape: it computed it</source>
        <translation>第 %2 步的 %1 含非有限值且形状相同：由其计算得出</translation>
    </message>
    <message>
        <source>it comes from a rank that was not looked at</source>
        <translation>来自未查看的卡</translation>
    </message>
    <message>
        <source>%1 of step %2 on rank %3 is not finite: the optimizer&apos;s step brings it here</source>
        <translation>卡 %3 第 %2 步的 %1 含非有限值：经优化器更新传到此处</translation>
    </message>
    <message>
        <source>%1 is memory that is not initialised</source>
        <translation>%1 是未初始化的内存</translation>
    </message>
    <message>
        <source>%1 of the operator is memory that is not initialised</source>
        <translation>算子的 %1 是未初始化的内存</translation>
    </message>
    <message>
        <source>memory that is not initialised; as far as was dumped, %1 reads it before anything is written to it</source>
        <translation>未初始化的内存；就已转储内容看，%1 在写入之前读取了它</translation>
    </message>
    <message>
        <source>nothing dumped made it, and the operator writes over it: memory that is not initialised, perhaps</source>
        <translation>没有已转储的算子产生它，且算子会覆盖它：可能是未初始化的内存</translation>
    </message>
    <message>
        <source>the memory of a receive, before anything is there</source>
        <translation>接收缓冲区，数据尚未到达</translation>
    </message>
    <message>
        <source>the receive goes on while others run: nothing need be there when it was dumped</source>
        <translation>异步接收：转储时数据可能尚未到达</translation>
    </message>
    <message>
        <source>the operator puts +Inf in, perhaps on purpose; a mask holds none</source>
        <translation>算子填入 +Inf，可能有意；掩码不含 +Inf</translation>
    </message>
    <message>
        <source>the operator puts NaN in, perhaps on purpose</source>
        <translation>算子填入 NaN，可能有意</translation>
    </message>
    <message>
        <source>-Inf where the device reported an overflow: no mask</source>
        <translation>设备报告溢出处的 -Inf：不是掩码</translation>
    </message>
    <message>
        <source>the lowest number of a type went beyond it: perhaps a mask</source>
        <translation>某类型的最小值超出范围：可能是掩码</translation>
    </message>
    <message>
        <source>the search was stopped before it came to origins</source>
        <translation>搜索在查找来源之前停止</translation>
    </message>
    <message>
        <source>a file of another user is there already, in a folder where everybody may write; give another place</source>
        <translation>已存在其他用户的文件，位于人人可写的文件夹中；请另选位置</translation>
    </message>
    <message>
        <source>the file lies inside a file that is read, which is never changed</source>
        <translation>文件位于所读取的文件之内，该文件从不被修改</translation>
    </message>
    <message>
        <source>%1 is off by %2 where golden is all zero</source>
        <translation>基准侧全为零处，%1 偏差 %2</translation>
    </message>
    <message>
        <source>%1 has another checksum</source>
        <translation>%1 的校验和不同</translation>
    </message>
    <message>
        <source>%1 has another shape than golden</source>
        <translation>%1 的形状与基准侧不同</translation>
    </message>
    <message>
        <source>they and %1 explain %2, %3</source>
        <translation>它们和 %1 可解释 %2，%3</translation>
    </message>
    <message>
        <source>the inputs and %1 explain %2, %3</source>
        <translation>输入和 %1 可解释 %2，%3</translation>
    </message>
    <message>
        <source>the norms of the inputs and %1 explain %2, %3</source>
        <translation>输入的范数和 %1 可解释 %2，%3</translation>
    </message>
    <message>
        <source>errors before and %1 explain %2, %3</source>
        <translation>之前的误差和 %1 可解释 %2，%3</translation>
    </message>
    <message>
        <source>%1 and other parameters explain %2, %3</source>
        <translation>%1 和其他参数可解释 %2，%3</translation>
    </message>
    <message>
        <source>%1, other parameters and earlier steps explain %2, %3</source>
        <translation>%1、其他参数和较早的步可解释 %2，%3</translation>
    </message>
    <message>
        <source>earlier steps do not differ</source>
        <translation>较早的步没有差异</translation>
    </message>
    <message>
        <source>nothing compared before differs</source>
        <translation>此前没有差异</translation>
    </message>
    <message>
        <source>its inputs were not measured</source>
        <translation>其输入未被度量</translation>
    </message>
    <message>
        <source>its inputs were not dumped</source>
        <translation>其输入未转储</translation>
    </message>
    <message>
        <source>it follows a choice between values that nearly tie, which rounding makes otherwise</source>
        <translation>它跟随在几乎相等的值之间的选择，舍入使选择不同</translation>
    </message>
    <message>
        <source>%1 is beyond its limits and nothing explains it: %2</source>
        <translation>%1 超出限值且无法解释：%2</translation>
    </message>
    <message>
        <source>off by %1, while inputs and the noise of the run may explain up to %2</source>
        <translation>偏差 %1，输入和运行噪声最多可解释 %2</translation>
    </message>
    <message>
        <source>%1 of %2 tensor files that it names are missing; of these tensors only the statistics are here</source>
        <translation>其所列 %2 个张量文件中有 %1 个缺失；这些张量仅有统计量</translation>
    </message>
    <message>
        <source>only a checksum of this tensor was recorded, no values</source>
        <translation>该张量只记录了校验和，没有数值</translation>
    </message>
    <message>
        <source>a dump that is read lies inside the output folder</source>
        <translation>要读取的转储位于输出文件夹内</translation>
    </message>
    <message>
        <source>no pair fails</source>
        <translation>没有配对不通过</translation>
    </message>
    <message>
        <source>ranks were left out, what they gave to collectives is not known</source>
        <translation>有卡未参与比较，它们给集合通信的数据未知</translation>
    </message>
    <message>
        <source>nothing compared before differs; the noise of the run and %1 explain %2, %3</source>
        <translation>此前没有差异；运行噪声和 %1 可解释 %2，%3</translation>
    </message>
    <message>
        <source>errors before, the noise of the run and %1 explain %2, %3</source>
        <translation>之前的误差、运行噪声和 %1 可解释 %2，%3</translation>
    </message>
    <message>
        <source>the noise of the run and %1 explain %2, %3</source>
        <translation>运行噪声和 %1 可解释 %2，%3</translation>
    </message>
    <message>
        <source>by statistics alone: %1 of %2 pairs</source>
        <translation>仅按统计量：%2 对中的 %1 对</translation>
    </message>
    <message>
        <source>target has no tensors of rank %1</source>
        <translation>目标侧没有卡 %1 的张量</translation>
    </message>
    <message>
        <source>golden has no tensors of rank %1</source>
        <translation>基准侧没有卡 %1 的张量</translation>
    </message>
    <message>
        <source>target has no tensors of step %1</source>
        <translation>目标侧没有第 %1 步的张量</translation>
    </message>
    <message>
        <source>golden has no tensors of step %1</source>
        <translation>基准侧没有第 %1 步的张量</translation>
    </message>
    <message>
        <source>%1 has NaN or infinities in golden and none in the target, and no compared operator made them: %2; nothing compared before has</source>
        <translation>%1 在基准侧含 NaN 或无穷，在目标侧没有，且没有参与比较的算子产生：%2；此前没有</translation>
    </message>
    <message>
        <source>NaN or infinities of golden only, first at</source>
        <translation>仅基准侧有 NaN 或无穷，首个位于</translation>
    </message>
    <message>
        <source>the gradient of a bias is nothing but rounding in golden: what it sums cancels, as before a normalisation</source>
        <translation>基准侧的偏置梯度只是舍入误差：被求和的各项相互抵消，与归一化之前的偏置一样</translation>
    </message>
    <message>
        <source>gates that rounding opens or shuts explain %1; it is off by %2</source>
        <translation>因舍入而打开或关闭的门可解释 %1；实际偏差 %2</translation>
    </message>
    <message>
        <source>golden&apos;s dump has %1, the target&apos;s has not; it shows first at</source>
        <translation>基准侧的转储中有 %1，目标侧的转储中没有；最早表现于</translation>
    </message>
    <message>
        <source>golden&apos;s dump has %1, the target&apos;s has not; its %2 is %3 of %4: %5</source>
        <translation>基准侧的转储中有 %1，目标侧的转储中没有；其 %2 就是 %4 的 %3：%5</translation>
    </message>
    <message>
        <source>frozen, detached or left out of the dump; the first that only golden has is %1</source>
        <translation>被冻结、被分离或未转储；仅基准侧有的第一个是 %1</translation>
    </message>
    <message>
        <source>frozen, detached or left out of the dump; the first that only the target has is %1</source>
        <translation>被冻结、被分离或未转储；仅目标侧有的第一个是 %1</translation>
    </message>
    <message>
        <source>the folder holds files that no capture wrote, which stay as they are; take an empty or a new one, or put {n} into its name</source>
        <translation>该文件夹中有并非由采集写入的文件，这些文件保持原样；请使用空文件夹或新文件夹，或在名称中加入 {n}</translation>
    </message>
    <message>
        <source>neither a file nor values for an input; write zeros, ones or random:SEED, with :D0,D1,... behind it where the model leaves dimensions free, none of them negative</source>
        <translation>既不是文件，也不是输入的取值；请写 zeros、ones 或 random:SEED，模型未固定维度时在其后加 :D0,D1,...，维度不能为负</translation>
    </message>
    <message>
        <source>unpacked bytes are limited to %1 for an archive of this size, so members were not opened: %2; unpack it first, if it is trusted, to see all</source>
        <translation>对于这种大小的归档，解压后的字节数上限为 %1，因此未打开的成员数：%2；如果归档可信，请先解压以查看全部内容</translation>
    </message>
    <message>
        <source>what lies behind the members that were not opened was not looked at; there may be more</source>
        <translation>未打开的成员之后的内容没有查看；可能还有更多</translation>
    </message>
    <message>
        <source>a file of this name is there, and it is no %1, so it stays; give another name, or move it away</source>
        <translation>已有同名文件，且它不是 %1，因此保留不动；请换一个名称，或将该文件移走</translation>
    </message>
    <message>
        <source>a link that leads to nothing is in the way</source>
        <translation>该位置已被一个指向不存在目标的链接占用</translation>
    </message>
    <message>
        <source>both sides hold NaN or infinities at the same places in one operator</source>
        <translation>两侧有 1 个算子在相同位置含有 NaN 或无穷</translation>
    </message>
    <message>
        <source>both sides hold NaN or infinities at the same places in %1 operators</source>
        <translation>两侧有 %1 个算子在相同位置含有 NaN 或无穷</translation>
    </message>
    <message>
        <source>hardly anything pairs, %1 of %2 tensors of the target</source>
        <translation>几乎没有可配对的内容，目标侧 %2 个张量中仅有 %1 个</translation>
    </message>
    <message>
        <source>no pair fails, but %1</source>
        <translation>没有配对失败，但%1</translation>
    </message>
    <message>
        <source>nothing was compared of golden&apos;s rank %1</source>
        <translation>基准侧的卡 %1 完全没有比较</translation>
    </message>
    <message>
        <source>nothing was compared of golden&apos;s step %1</source>
        <translation>基准侧的 step %1 完全没有比较</translation>
    </message>
    <message>
        <source>nothing was compared of the target&apos;s rank %1</source>
        <translation>目标侧的卡 %1 完全没有比较</translation>
    </message>
    <message>
        <source>nothing was compared of the target&apos;s step %1</source>
        <translation>目标侧的 step %1 完全没有比较</translation>
    </message>
    <message>
        <source>%1; in step %2 it was finite</source>
        <translation>%1；在第 %2 步为有限值</translation>
    </message>
    <message>
        <source>set LANG to a UTF-8 locale, for instance C.UTF-8; names beyond ASCII look wrong otherwise</source>
        <translation>将 LANG 设为 UTF-8 区域设置，例如 C.UTF-8；否则非 ASCII 名称会显示错误</translation>
    </message>
    <message>
        <source>install the whole package; when building, see docs/capture.md on ONNX Runtime</source>
        <translation>请安装完整软件包；构建时，关于 ONNX Runtime 请见 docs/capture.md</translation>
    </message>
    <message>
        <source>raise it with `ulimit -n 1024`; large folders are read many files at a time</source>
        <translation>用 `ulimit -n 1024` 提高；大文件夹会同时读取许多文件</translation>
    </message>
    <message>
        <source>install the whole package, or build it with -DDUMPSCOPE_BUILD_WINDOW=ON</source>
        <translation>请安装完整软件包，或以 -DDUMPSCOPE_BUILD_WINDOW=ON 构建</translation>
    </message>
    <message>
        <source>as root: sysctl vm.max_map_count=65530; tensors are mapped, not copied</source>
        <translation>以 root 执行：sysctl vm.max_map_count=65530；张量是映射的，不会复制</translation>
    </message>
    <message>
        <source>set TMPDIR to a larger disk before opening large compressed archives</source>
        <translation>打开大型压缩归档前，将 TMPDIR 设到更大的磁盘</translation>
    </message>
    <message>
        <source>become a member of the group HwHiAiUser: usermod -aG HwHiAiUser NAME</source>
        <translation>请加入用户组 HwHiAiUser：usermod -aG HwHiAiUser NAME</translation>
    </message>
    <message>
        <source>set TMPDIR to a folder that can; archives are unpacked there</source>
        <translation>将 TMPDIR 设为可写的文件夹；归档会在那里解包</translation>
    </message>
    <message>
        <source>pictures are possible: dumpscope --screenshot OUT.png PATH</source>
        <translation>仍可生成图片：dumpscope --screenshot OUT.png PATH</translation>
    </message>
    <message>
        <source>the number of memory maps is not limited by this system</source>
        <translation>此系统不限制内存映射的数量</translation>
    </message>
    <message>
        <source>run `%1 --version` and install the libraries it misses</source>
        <translation>运行 `%1 --version`，并安装缺少的库</translation>
    </message>
    <message>
        <source>the window can use: %1; none of them fits this display</source>
        <translation>窗口可用：%1；均不适用于此显示器</translation>
    </message>
    <message>
        <source>install graphviz; it draws graphs in the best order</source>
        <translation>请安装 graphviz；它绘图的次序最好</translation>
    </message>
    <message>
        <source>install libqt6gui6 (X11) or qt6-wayland (Wayland)</source>
        <translation>请安装 libqt6gui6（X11）或 qt6-wayland（Wayland）</translation>
    </message>
    <message>
        <source>source the toolkit&apos;s set_env.sh again; it sets %1</source>
        <translation>请重新 source 工具包的 set_env.sh；它会设置 %1</translation>
    </message>
    <message>
        <source>the folder for temporary files cannot be written</source>
        <translation>临时文件夹不可写</translation>
    </message>
    <message>
        <source>the window can use: %1; there is no display here</source>
        <translation>窗口可用：%1；此处没有显示器</translation>
    </message>
    <message>
        <source>nothing, unless this machine should have an NPU</source>
        <translation>无需处理，除非此机器应有 NPU</translation>
    </message>
    <message>
        <source>there is no window program beside this one</source>
        <translation>此程序旁没有窗口程序</translation>
    </message>
    <message>
        <source>without the window program nobody can tell</source>
        <translation>没有窗口程序，无法判断</translation>
    </message>
    <message>
        <source>the CPU device is not beside this program</source>
        <translation>此程序旁没有 CPU 设备</translation>
    </message>
    <message>
        <source>no Ascend toolkit is set up in this shell</source>
        <translation>此 shell 未设置昇腾工具包</translation>
    </message>
    <message>
        <source>%1 NPU device files are not open to you</source>
        <translation>有 %1 个 NPU 设备文件您无权访问</translation>
    </message>
    <message>
        <source>the terminal&apos;s character set is UTF-8</source>
        <translation>终端字符集为 UTF-8</translation>
    </message>
    <message>
        <source>the installed fonts cannot be listed</source>
        <translation>无法列出已安装的字体</translation>
    </message>
    <message>
        <source>%1 NPU device files are open to you</source>
        <translation>您可以访问 %1 个 NPU 设备文件</translation>
    </message>
    <message>
        <source>the terminal&apos;s character set is %1</source>
        <translation>终端字符集为 %1</translation>
    </message>
    <message>
        <source>the window program does not start</source>
        <translation>窗口程序无法启动</translation>
    </message>
    <message>
        <source>%1, %2 processors, %3 of memory</source>
        <translation>%1，%2 个处理器，%3 内存</translation>
    </message>
    <message>
        <source>no font has Chinese characters</source>
        <translation>没有字体包含中文字符</translation>
    </message>
    <message>
        <source>%1 has no lib64/libascendcl.so</source>
        <translation>%1 中没有 lib64/libascendcl.so</translation>
    </message>
    <message>
        <source>%1 files may be open at once</source>
        <translation>最多可同时打开 %1 个文件</translation>
    </message>
    <message>
        <source>the program dot is not there</source>
        <translation>没有 dot 程序</translation>
    </message>
    <message>
        <source>%1, version %2, %3 device(s)</source>
        <translation>%1，版本 %2，%3 个设备</translation>
    </message>
    <message>
        <source>%1 memory maps are allowed</source>
        <translation>允许 %1 个内存映射</translation>
    </message>
    <message>
        <source>Graphviz&apos; dot draws graphs</source>
        <translation>图由 Graphviz 的 dot 绘制</translation>
    </message>
    <message>
        <source>there is no /dev/davinci*</source>
        <translation>没有 /dev/davinci*</translation>
    </message>
    <message>
        <source>the window can use: %1</source>
        <translation>窗口可用：%1</translation>
    </message>
    <message>
        <source>install fonts-noto-cjk</source>
        <translation>请安装 fonts-noto-cjk</translation>
    </message>
    <message>
        <source>Chinese is shown in %1</source>
        <translation>中文以 %1 显示</translation>
    </message>
    <message>
        <source>install fontconfig</source>
        <translation>请安装 fontconfig</translation>
    </message>
    <message>
        <source>%1 has %2 free</source>
        <translation>%1 剩余 %2</translation>
    </message>
    <message>
        <source>see above</source>
        <translation>见上</translation>
    </message>
    <message>
        <source>only the target&apos;s dump has this operator, and what comes behind it differs</source>
        <translation>只有目标侧执行了该算子，其后的结果不同</translation>
    </message>
    <message>
        <source>only the target&apos;s dump has %1 behind %2, the last that agrees</source>
        <translation>在最后一个一致的 %2 之后，只有目标侧执行了 %1</translation>
    </message>
    <message>
        <source>only golden&apos;s dump has %1 behind %2, the last that agrees</source>
        <translation>在最后一个一致的 %2 之后，只有基准侧执行了 %1</translation>
    </message>
    <message>
        <source>only the target&apos;s dump has %1 between %2, the last that agrees, and %3, the first that does not</source>
        <translation>在最后一个一致的 %2 与首个不一致的 %3 之间，只有目标侧执行了 %1</translation>
    </message>
    <message>
        <source>only golden&apos;s dump has %1 between %2, the last that agrees, and %3, the first that does not</source>
        <translation>在最后一个一致的 %2 与首个不一致的 %3 之间，只有基准侧执行了 %1</translation>
    </message>
    <message>
        <source>%1 is off by %2</source>
        <translation>%1 偏差 %2</translation>
    </message>
    <message>
        <source>nothing before is wrong, and gradients are the sum of golden&apos;s and of those of the step before: they are not set to zero between the steps (zero_grad)</source>
        <translation>此前没有异常，且梯度是基准侧梯度与上一步梯度之和：步与步之间没有清零梯度（zero_grad）</translation>
    </message>
    <message>
        <source>the file holds no results of an earlier comparison and stays as it is; give that of an earlier --resume, or a new one</source>
        <translation>文件中没有先前比较的结果，保持不变；请给出先前 --resume 的文件，或一个新文件</translation>
    </message>
    <message>
        <source>another capture writes into the folder now; wait for its end, take another folder, or put {n} into its name</source>
        <translation>另一次采集正在写入此文件夹；请等待其结束、更换文件夹，或在名称中加入 {n}</translation>
    </message>
    <message>
        <source>A text holds control characters or bytes that are not UTF-8.</source>
        <translation>文本含有控制字符或非 UTF-8 的字节。</translation>
    </message>
    <message>
        <source>%1 is not a format Dumpscope reads</source>
        <translation>%1 不是 Dumpscope 能读取的格式</translation>
    </message>
    <message>
        <source>an element of %1 is off by %2 of the largest one</source>
        <translation>%1 中有元素偏差达最大元素的 %2</translation>
    </message>
    <message>
        <source>the norm of %1 is off by %2</source>
        <translation>%1 的范数偏差 %2</translation>
    </message>
    <message>
        <source>%1 is %2, golden&apos;s %3</source>
        <translation>%1 为 %2，基准侧为 %3</translation>
    </message>
    <message>
        <source>%1, its inputs by at most %2</source>
        <translation>%1，其输入误差至多 %2</translation>
    </message>
    <message>
        <source>%1, its inputs are equal</source>
        <translation>%1，其输入相同</translation>
    </message>
    <message>
        <source>%1, by how much its inputs are off was not measured</source>
        <translation>%1，其输入的误差未测量</translation>
    </message>
    <message>
        <source>%1 and no compared operator made it so: a parameter, a constant or an operator that was left out</source>
        <translation>%1，且没有参与比较的算子造成：是参数、常量，或未参与比较的算子</translation>
    </message>
    <message>
        <source>unexpected exception: %1</source>
        <translation>意外的异常：%1</translation>
    </message>
    <message>
        <source>unexpected exception of unknown type</source>
        <translation>未知类型的意外异常</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>it is still being written</source>
        <translation>仍在写入</translation>
    </message>
    <message>
        <source>%1; the comparison goes on without keeping results</source>
        <translation>%1；比对继续，但不保留结果</translation>
    </message>
    <message>
        <source>a slice of %1</source>
        <translation>%1 的一个切片</translation>
    </message>
    <message>
        <source>another tensor&apos;s file is called &quot;%1&quot; too; this one becomes &quot;%2&quot;</source>
        <translation>另一张量的文件也叫“%1”；此文件改为“%2”</translation>
    </message>
    <message>
        <source>only statistics were recorded</source>
        <translation>只记录了统计值</translation>
    </message>
    <message>
        <source>another file is called &quot;%1&quot; already</source>
        <translation>已有另一个文件叫“%1”</translation>
    </message>
    <message>
        <source>msaccucmp error %1: %2</source>
        <translation>msaccucmp 错误 %1：%2</translation>
    </message>
    <message>
        <source>format %1 has no name</source>
        <translation>格式 %1 没有名称</translation>
    </message>
    <message>
        <source>msaccucmp converts Ascend dump files only</source>
        <translation>msaccucmp 只转换昇腾 dump 文件</translation>
    </message>
    <message>
        <source>bytes behind the first container are ignored</source>
        <translation>第一个容器之后的字节被忽略</translation>
    </message>
    <message>
        <source>buffers and workspaces have no format</source>
        <translation>缓冲区和工作区没有格式</translation>
    </message>
    <message>
        <source>%1 Saved in storage order.</source>
        <translation>%1 按存储顺序保存。</translation>
    </message>
    <message>
        <source>%1 unpacked, one byte per element</source>
        <translation>%1 已展开，每个元素一个字节</translation>
    </message>
    <message>
        <source>%1 written as raw codes in %2</source>
        <translation>%1 以原始编码写为 %2</translation>
    </message>
    <message>
        <source>%1 written as %2</source>
        <translation>%1 写为 %2</translation>
    </message>
    <message>
        <source>taken as %1, no format is recorded</source>
        <translation>按 %1 处理，未记录格式</translation>
    </message>
    <message>
        <source>several elements share a byte; their axes cannot be exchanged</source>
        <translation>多个元素共用一个字节；无法交换其轴</translation>
    </message>
    <message>
        <source>several elements share a byte; %1 cannot be made of them</source>
        <translation>多个元素共用一个字节；无法转换为 %1</translation>
    </message>
    <message>
        <source>%1 would pad %2 elements to %3</source>
        <translation>%1 会把 %2 个元素填充到 %3 个</translation>
    </message>
    <message>
        <source>no conversion from %1 of rank %2 to %3</source>
        <translation>没有从 %1（%2 维）到 %3 的转换</translation>
    </message>
    <message>
        <source>the first attribute is no JSON: %1</source>
        <translation>第一个属性不是 JSON：%1</translation>
    </message>
    <message>
        <source>Failed to write data. %1</source>
        <translation>写数据失败。%1</translation>
    </message>
    <message>
        <source>no memory for %1 numbers</source>
        <translation>内存不足，容不下 %1 个数</translation>
    </message>
    <message>
        <source>Failed to execute &apos;convert&apos; in &apos;%1&apos;. %2</source>
        <translation>执行“%1”中的 convert 失败。%2</translation>
    </message>
    <message>
        <source>more padding than any weight has</source>
        <translation>填充多于任何权重所有</translation>
    </message>
    <message>
        <source>Unable to allocate the array: %1</source>
        <translation>无法分配数组：%1</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no folder name</source>
        <translation>“%1”不是文件夹名</translation>
    </message>
    <message>
        <source>creating the folder</source>
        <translation>创建文件夹</translation>
    </message>
    <message>
        <source>a symbolic link is in the way; links inside the output folder are not followed</source>
        <translation>有符号链接挡路；不跟随输出文件夹中的链接</translation>
    </message>
    <message>
        <source>opening the folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>the output folder has no name</source>
        <translation>输出文件夹没有名称</translation>
    </message>
    <message>
        <source>opening the output folder</source>
        <translation>打开输出文件夹</translation>
    </message>
    <message>
        <source>opening the file that is there already</source>
        <translation>打开已有的文件</translation>
    </message>
    <message>
        <source>another file of this name is there already; it was left as it is</source>
        <translation>已有同名的另一文件；保持原样</translation>
    </message>
    <message>
        <source>creating a folder</source>
        <translation>创建一个文件夹</translation>
    </message>
    <message>
        <source>no memory for %1 elements</source>
        <translation>内存不足，容不下 %1 个元素</translation>
    </message>
    <message>
        <source>joined from %1 slices along axis %2</source>
        <translation>由 %1 个切片沿轴 %2 拼接</translation>
    </message>
    <message>
        <source>%1; the header announces %2</source>
        <translation>%1；文件头声明有 %2 个</translation>
    </message>
    <message>
        <source>the slices have no axis %1</source>
        <translation>切片没有轴 %1</translation>
    </message>
    <message>
        <source>the slices have different ranks</source>
        <translation>各切片的维数不同</translation>
    </message>
    <message>
        <source>slices of shapes %1 and %2 cannot be joined along axis %3</source>
        <translation>形状为 %1 和 %2 的切片无法沿轴 %3 拼接</translation>
    </message>
    <message>
        <source>several elements share a byte; such slices cannot be joined</source>
        <translation>多个元素共用一个字节；这样的切片无法拼接</translation>
    </message>
    <message>
        <source>the slices have different types</source>
        <translation>各切片的类型不同</translation>
    </message>
    <message>
        <source>%1 elements do not make a slice of shape %2</source>
        <translation>%1 个元素构不成形状为 %2 的切片</translation>
    </message>
    <message>
        <source>the answer of the program dot does not fit the graph it was asked about</source>
        <translation>程序 dot 的回答与所问的图不符</translation>
    </message>
    <message>
        <source>&quot;%1&quot; fits %2 nodes: %3</source>
        <translation>“%1”符合 %2 个节点：%3</translation>
    </message>
    <message>
        <source>following the links</source>
        <translation>跟随链接</translation>
    </message>
    <message>
        <source>writing</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>the file is finished already</source>
        <translation>文件已经写完</translation>
    </message>
    <message>
        <source>setting the permissions</source>
        <translation>设置权限</translation>
    </message>
    <message>
        <source>creating a file in the folder</source>
        <translation>在文件夹中创建文件</translation>
    </message>
    <message>
        <source>nothing is written there yet</source>
        <translation>那里还没有写入任何内容</translation>
    </message>
    <message>
        <source>replacing the file</source>
        <translation>替换文件</translation>
    </message>
    <message>
        <source>the program does not answer</source>
        <translation>程序没有回答</translation>
    </message>
    <message>
        <source>open a pipe</source>
        <translation>打开管道</translation>
    </message>
    <message>
        <source>start the program</source>
        <translation>启动程序</translation>
    </message>
    <message>
        <source>opening the directory</source>
        <translation>打开目录</translation>
    </message>
    <message>
        <source>looking at the directory</source>
        <translation>查看目录</translation>
    </message>
    <message>
        <source>listing the directory</source>
        <translation>列出目录</translation>
    </message>
    <message>
        <source>looking at the file</source>
        <translation>查看文件</translation>
    </message>
    <message>
        <source>opening</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>mapping</source>
        <translation>映射</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>keeping unpacked data</source>
        <translation>保存解压数据</translation>
    </message>
    <message>
        <source>making room for unpacked data</source>
        <translation>为解压数据腾出空间</translation>
    </message>
    <message>
        <source>mapping unpacked data</source>
        <translation>映射解压数据</translation>
    </message>
    <message>
        <source>no metrics or no profile to measure with</source>
        <translation>没有可用于计算的指标或规范</translation>
    </message>
    <message>
        <source>more than %1 worst elements asked for</source>
        <translation>要求的最差元素多于 %1 个</translation>
    </message>
    <message>
        <source>more than %1 blocks of the error map asked for</source>
        <translation>要求的误差图块多于 %1 个</translation>
    </message>
    <message>
        <source>tolerances must be numbers of at least zero</source>
        <translation>容差必须是不小于零的数</translation>
    </message>
    <message>
        <source>expected an operator or the end</source>
        <translation>此处应为运算符或结尾</translation>
    </message>
    <message>
        <source>expected &apos;)&apos;</source>
        <translation>此处应为“)”</translation>
    </message>
    <message>
        <source>expected a number, an accumulator, a function or &apos;(&apos;</source>
        <translation>此处应为数、累加量、函数或“(”</translation>
    </message>
    <message>
        <source>there is no function &apos;%1&apos;; there are abs, exp, if, log, log10, log2, max, min and sqrt</source>
        <translation>没有函数“%1”；有 abs、exp、if、log、log10、log2、max、min 和 sqrt</translation>
    </message>
    <message>
        <source>%1 takes %2 arguments</source>
        <translation>%1 需要 %2 个参数</translation>
    </message>
    <message>
        <source>there is no accumulator &apos;%1&apos;</source>
        <translation>没有累加量“%1”</translation>
    </message>
    <message>
        <source>there is no accumulator &apos;%1&apos;; did you mean %2?</source>
        <translation>没有累加量“%1”；是否指 %2？</translation>
    </message>
    <message>
        <source>the expression is too long</source>
        <translation>表达式太长</translation>
    </message>
    <message>
        <source>expected name=expression</source>
        <translation>此处应为 名称=表达式</translation>
    </message>
    <message>
        <source>expected a name that starts with a letter</source>
        <translation>此处应为以字母开头的名称</translation>
    </message>
    <message>
        <source>expected letters, digits and _ in the name</source>
        <translation>名称中应为字母、数字和 _</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is the name of a metric already</source>
        <translation>“%1”已是一个指标的名称</translation>
    </message>
    <message>
        <source>there is no metric &apos;%1&apos;; the sets are quick, msaccucmp, msprobe and all</source>
        <translation>没有指标“%1”；指标集有 quick、msaccucmp、msprobe 和 all</translation>
    </message>
    <message>
        <source>there is no metric &apos;%1&apos;; did you mean %2?</source>
        <translation>没有指标“%1”；是否指 %2？</translation>
    </message>
    <message>
        <source>expected a metric, a set of metrics or name=expression</source>
        <translation>此处应为指标、指标集或 名称=表达式</translation>
    </message>
    <message>
        <source>the list of metrics is too long</source>
        <translation>指标列表太长</translation>
    </message>
    <message>
        <source>there is already a metric &apos;%1&apos; in the list</source>
        <translation>列表中已有指标“%1”</translation>
    </message>
    <message>
        <source>this is no ONNX model</source>
        <translation>这不是 ONNX 模型</translation>
    </message>
    <message>
        <source>this is no ONNX model: it has no graph with nodes</source>
        <translation>这不是 ONNX 模型：没有带节点的图</translation>
    </message>
    <message>
        <source>node %1</source>
        <translation>节点 %1</translation>
    </message>
    <message>
        <source>two nodes write the tensor %1</source>
        <translation>两个节点写同一张量 %1</translation>
    </message>
    <message>
        <source>nodes of the model wait for each other</source>
        <translation>模型的节点互相等待</translation>
    </message>
    <message>
        <source>the node gives no tensor</source>
        <translation>节点没有给出张量</translation>
    </message>
    <message>
        <source>the node gives a tensor of another size than it says</source>
        <translation>节点给出的张量大小与其声明不符</translation>
    </message>
    <message>
        <source>the node gives a tensor of a type that is not compared</source>
        <translation>节点给出的张量类型不参与比对</translation>
    </message>
    <message>
        <source>ONNX Runtime computes a wrong Relu</source>
        <translation>ONNX Runtime 计算的 Relu 有误</translation>
    </message>
    <message>
        <source>ONNX Runtime: %1</source>
        <translation>ONNX Runtime：%1</translation>
    </message>
    <message>
        <source>ONNX Runtime cannot be loaded: %1</source>
        <translation>无法加载 ONNX Runtime：%1</translation>
    </message>
    <message>
        <source>%1 is not ONNX Runtime</source>
        <translation>%1 不是 ONNX Runtime</translation>
    </message>
    <message>
        <source>%1 is ONNX Runtime %2, the CPU device needs %3</source>
        <translation>%1 是 ONNX Runtime %2，CPU 设备需要 %3</translation>
    </message>
    <message>
        <source>%1 does not have the interface the CPU device needs</source>
        <translation>%1 没有 CPU 设备所需的接口</translation>
    </message>
    <message>
        <source>the CPU device needs ONNX Runtime %1, which is not there. Install python3-pip and configure the build again with access to a package index, or put libonnxruntime.so.%2 beside the device&apos;s library. Looked for:%3</source>
        <translation>CPU 设备需要 ONNX Runtime %1，但没有找到。请安装 python3-pip 并在可访问软件包索引时重新配置构建，或把 libonnxruntime.so.%2 放在设备库旁边。查找过：%3</translation>
    </message>
    <message>
        <source>the weight %1 has an impossible shape</source>
        <translation>权重 %1 的形状不可能</translation>
    </message>
    <message>
        <source>%1; the nearest is &apos;%2&apos;</source>
        <translation>%1；最接近的是“%2”</translation>
    </message>
    <message>
        <source>%1; put &apos;%2&apos; in quotes to search for it</source>
        <translation>%1；要搜索“%2”请加引号</translation>
    </message>
    <message>
        <source>expected &apos;:&apos;, as &apos;%1&apos; holds texts: %2:PATTERN</source>
        <translation>此处应为“:”，因为“%1”是文本列：%2:PATTERN</translation>
    </message>
    <message>
        <source>expected a pattern directly after &apos;:&apos;, as in %1:abc*, /regex/ or a..b</source>
        <translation>“:”之后应紧跟模式，如 %1:abc*、/regex/ 或 a..b</translation>
    </message>
    <message>
        <source>%1; the nearest to %2 is &apos;%3&apos;</source>
        <translation>%1；与 %2 最接近的是“%3”</translation>
    </message>
    <message>
        <source>a table has at most 4294967295 rows</source>
        <translation>表最多有 4294967295 行</translation>
    </message>
    <message>
        <source>expected column names separated by commas</source>
        <translation>此处应为逗号分隔的列名</translation>
    </message>
    <message>
        <source>the file ends before the graph returns</source>
        <translation>文件在图返回之前结束</translation>
    </message>
    <message>
        <source>not a line of a readable GE graph: %1</source>
        <translation>不是可读 GE 图的行：%1</translation>
    </message>
    <message>
        <source>%1 is not UTF-8</source>
        <translation>%1 不是 UTF-8</translation>
    </message>
    <message>
        <source>not there</source>
        <translation>不存在</translation>
    </message>
    <message>
        <source>text behind the value</source>
        <translation>值之后还有文本</translation>
    </message>
    <message>
        <source>%1, in %2</source>
        <translation>%1，位于 %2</translation>
    </message>
    <message>
        <source>a text in quotes stands here</source>
        <translation>此处有带引号的文本</translation>
    </message>
    <message>
        <source>texts have no escapes</source>
        <translation>文本没有转义</translation>
    </message>
    <message>
        <source>a text ends</source>
        <translation>文本结束</translation>
    </message>
    <message>
        <source>fortran_order is True or False</source>
        <translation>fortran_order 为 True 或 False</translation>
    </message>
    <message>
        <source>dimension %1 does not fit 64 bits</source>
        <translation>维度 %1 超出 64 位</translation>
    </message>
    <message>
        <source>shape is a tuple</source>
        <translation>shape 是元组</translation>
    </message>
    <message>
        <source>dimensions are separated by &apos;,&apos;</source>
        <translation>维度以“,”分隔</translation>
    </message>
    <message>
        <source>npy version %1.%2</source>
        <translation>不支持 npy 版本 %1.%2</translation>
    </message>
    <message>
        <source>%1 is a message</source>
        <translation>%1 是消息</translation>
    </message>
    <message>
        <source>inside a text</source>
        <translation>在文本之内</translation>
    </message>
    <message>
        <source>a text goes over the end of its line</source>
        <translation>文本超出行尾</translation>
    </message>
    <message>
        <source>%1 (that needs %2)</source>
        <translation>%1（需要 %2）</translation>
    </message>
    <message>
        <source>a histogram has 1 to %1 bins</source>
        <translation>直方图有 1 到 %1 个区间</translation>
    </message>
    <message>
        <source>the range of a histogram needs two finite numbers in ascending order</source>
        <translation>直方图的范围需要两个升序的有限数</translation>
    </message>
    <message>
        <source>the range of a logarithmic histogram must be above zero</source>
        <translation>对数直方图的范围必须大于零</translation>
    </message>
    <message>
        <source>the tensor has %1 axes</source>
        <translation>张量有 %1 个轴</translation>
    </message>
    <message>
        <source>index %1 of axis %2 is not below %3</source>
        <translation>轴 %2 的索引 %1 不小于 %3</translation>
    </message>
    <message>
        <source>the cell is outside the plane</source>
        <translation>单元格在平面之外</translation>
    </message>
    <message>
        <source>the window reaches beyond the plane</source>
        <translation>窗口超出平面</translation>
    </message>
    <message>
        <source>the window has more than %1 cells</source>
        <translation>窗口的单元格多于 %1 个</translation>
    </message>
    <message>
        <source>a block has at least one row and one column</source>
        <translation>块至少有一行一列</translation>
    </message>
    <message>
        <source>the window has more than %1 blocks</source>
        <translation>窗口的块多于 %1 个</translation>
    </message>
    <message>
        <source>expected &apos;,&apos; or &apos;%1&apos;</source>
        <translation>此处应为“,”或“%1”</translation>
    </message>
    <message>
        <source>expected &apos;,&apos; or the end</source>
        <translation>此处应为“,”或结尾</translation>
    </message>
    <message>
        <source>expected an index, a range (start:stop:step) or &apos;...&apos;</source>
        <translation>此处应为索引、范围（start:stop:step）或“...”</translation>
    </message>
    <message>
        <source>expected digits after the sign</source>
        <translation>符号之后应为数字</translation>
    </message>
    <message>
        <source>only one &apos;...&apos; is possible</source>
        <translation>只能有一个“...”</translation>
    </message>
    <message>
        <source>too many indices: the tensor has %1 axes</source>
        <translation>索引过多：张量有 %1 个轴</translation>
    </message>
    <message>
        <source>the step must not be 0</source>
        <translation>步长不能为 0</translation>
    </message>
    <message>
        <source>a slice of %1 axes does not fit shape %2</source>
        <translation>%1 个轴的切片与形状 %2 不符</translation>
    </message>
    <message>
        <source>the slice leaves axis %1 of shape %2</source>
        <translation>切片超出形状 %2 的轴 %1</translation>
    </message>
    <message>
        <source>only %1 elements of shape %2 are there</source>
        <translation>形状 %2 中只有 %1 个元素存在</translation>
    </message>
    <message>
        <source>enough</source>
        <translation>足够</translation>
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
        <source>argument</source>
        <translation>实参</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 的%1</translation>
    </message>
    <message>
        <source>%1, which ran before, is not finite</source>
        <translation>非有限值来自先执行的 %1</translation>
    </message>
    <message>
        <source>task %1, stream %2</source>
        <translation>任务 %1、流 %2</translation>
    </message>
    <message>
        <source>%1, context %2</source>
        <translation>%1、上下文 %2</translation>
    </message>
    <message>
        <source>%1, thread %2</source>
        <translation>%1、线程 %2</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 answered %2</source>
        <translation>%1 返回 %2</translation>
    </message>
    <message>
        <source>dumpscope-cli devices lists the devices</source>
        <translation>dumpscope-cli devices 可列出设备</translation>
    </message>
    <message>
        <source>dumpscope-cli config check says what is wrong and where</source>
        <translation>dumpscope-cli config check 会指出问题及其位置</translation>
    </message>
    <message>
        <source>%1 gave nothing</source>
        <translation>%1 没有返回任何内容</translation>
    </message>
    <message>
        <source>the model has %1 inputs (%2), %3 were given; name one file for each, in this order</source>
        <translation>模型有 %1 个输入（%2），给出了 %3 个；请按此顺序为每个输入指定一个文件</translation>
    </message>
    <message>
        <source>input %1 has free dimensions, which this runtime cannot be told; use a model with fixed shapes</source>
        <translation>输入 %1 有未定维度，而此运行时无法接收其取值；请使用形状固定的模型</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 以及另外 %2 个</translation>
    </message>
    <message>
        <source>the runtime cannot be loaded: %1; is this the library of this machine&apos;s processor, and are the libraries it needs there?</source>
        <translation>无法加载运行时：%1；请确认该库适用于本机处理器，且其依赖库齐全</translation>
    </message>
    <message>
        <source>%1 is no AscendCL runtime that can dump: it lacks %2; name another with --runtime, or install the toolkit that has them</source>
        <translation>%1 不是能够转储的 AscendCL 运行时：缺少 %2；请用 --runtime 指定另一个，或安装包含它们的工具包</translation>
    </message>
    <message>
        <source>no AscendCL runtime is there; looked for %1; install the CANN toolkit, or build the CPU device</source>
        <translation>没有 AscendCL 运行时；已查找 %1；请安装 CANN 工具包，或构建 CPU 设备</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>input %1 wants %2 %3</source>
        <translation>输入 %1 需要 %2 %3</translation>
    </message>
    <message>
        <source>type %1</source>
        <translation>类型 %1</translation>
    </message>
    <message>
        <source>it has %1 %2</source>
        <translation>其为 %1 %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>its elements stand in Fortran order; save it in C order</source>
        <translation>其元素按 Fortran 顺序排列；请按 C 顺序保存</translation>
    </message>
    <message>
        <source>raw bytes have no shape, and %1; give a .npy</source>
        <translation>原始字节没有形状，而%1；请提供 .npy</translation>
    </message>
    <message>
        <source>it has %1 bytes, %2: %3</source>
        <translation>其有 %1 字节，%2：%3</translation>
    </message>
    <message>
        <source>a profile has no key &quot;%1&quot;</source>
        <translation>采集配置没有键“%1”</translation>
    </message>
    <message>
        <source>a profile has &quot;version&quot;: 1</source>
        <translation>采集配置应含 &quot;version&quot;: 1</translation>
    </message>
    <message>
        <source>before it began</source>
        <translation>在开始之前</translation>
    </message>
    <message>
        <source>during %1</source>
        <translation>在 %1 期间</translation>
    </message>
    <message>
        <source>start the device host</source>
        <translation>启动设备进程</translation>
    </message>
    <message>
        <source>the device host ended %1 without saying why</source>
        <translation>设备进程%1结束，未说明原因</translation>
    </message>
    <message>
        <source>the device host was ended by signal %1 (%2) %3</source>
        <translation>设备进程%3被信号 %1（%2）终止</translation>
    </message>
    <message>
        <source>the device host gave up with exit code %1 %2</source>
        <translation>设备进程%2以退出码 %1 放弃</translation>
    </message>
    <message>
        <source>%1; files it wrote before are kept</source>
        <translation>%1；此前写出的文件予以保留</translation>
    </message>
    <message>
        <source>the runtime did not answer for %1 s %2 and was ended; files it wrote before are kept</source>
        <translation>运行时%2 %1 秒没有应答，已被终止；此前写出的文件予以保留</translation>
    </message>
    <message>
        <source>write the configuration</source>
        <translation>写入配置</translation>
    </message>
    <message>
        <source>input %1 has no type that can be filled; give a file</source>
        <translation>输入 %1 的类型无法填充；请提供文件</translation>
    </message>
    <message>
        <source>%1 gives %2, input %3 wants %4</source>
        <translation>%1 给出 %2，输入 %3 需要 %4</translation>
    </message>
    <message>
        <source>input %1: %2 is too large</source>
        <translation>输入 %1：%2 过大</translation>
    </message>
    <message>
        <source>input %1 has the type %2, which takes zeros or a file only</source>
        <translation>输入 %1 的类型为 %2，只接受 zeros 或文件</translation>
    </message>
    <message>
        <source>%1: %2; %3</source>
        <translation>%1：%2；%3</translation>
    </message>
    <message>
        <source>make the folder of the dump</source>
        <translation>创建转储文件夹</translation>
    </message>
    <message>
        <source>the script does not name %1 as a text where the folder of the dump could be written</source>
        <translation>脚本没有以文本形式给出 %1，无法在其中写入转储文件夹</translation>
    </message>
    <message>
        <source>put the configuration aside</source>
        <translation>移开配置</translation>
    </message>
    <message>
        <source>find the profile&apos;s folder</source>
        <translation>查找采集配置的文件夹</translation>
    </message>
    <message>
        <source>a profile has at most 16 MiB</source>
        <translation>采集配置最大 16 MiB</translation>
    </message>
    <message>
        <source>a path or value is not UTF-8 and cannot be written as JSON</source>
        <translation>某个路径或值不是 UTF-8，无法写为 JSON</translation>
    </message>
    <message>
        <source>holds %1</source>
        <translation>含 %1</translation>
    </message>
    <message>
        <source>its statistics count %1</source>
        <translation>其统计计得 %1</translation>
    </message>
    <message>
        <source>its extremes or mean are not finite</source>
        <translation>其最值或均值含非有限值</translation>
    </message>
    <message>
        <source>a message of %1 bytes is too long</source>
        <translation>%1 字节的消息过长</translation>
    </message>
    <message>
        <source>write to the device host</source>
        <translation>写入设备进程</translation>
    </message>
    <message>
        <source>the device host sent what is no message</source>
        <translation>设备进程发来的内容不是消息</translation>
    </message>
    <message>
        <source>open the folder of the dump</source>
        <translation>打开转储文件夹</translation>
    </message>
    <message>
        <source>signal %1 (%2)</source>
        <translation>信号 %1（%2）</translation>
    </message>
    <message>
        <source>signal %1</source>
        <translation>信号 %1</translation>
    </message>
    <message>
        <source>write the program&apos;s log</source>
        <translation>写入程序日志</translation>
    </message>
    <message>
        <source>a message to the program host asks for nothing that is known</source>
        <translation>发给程序宿主进程的消息请求未知</translation>
    </message>
    <message>
        <source>start the program host</source>
        <translation>启动程序宿主进程</translation>
    </message>
    <message>
        <source>the program host sent what cannot be understood: %1</source>
        <translation>程序宿主进程发来的内容无法理解：%1</translation>
    </message>
    <message>
        <source>the program host has gone without a word; the program was ended with it</source>
        <translation>程序宿主进程无声退出；程序随之被终止</translation>
    </message>
    <message>
        <source>watch the folder</source>
        <translation>监视文件夹</translation>
    </message>
    <message>
        <source>Archives in a folder</source>
        <translation>文件夹中的归档</translation>
    </message>
    <message>
        <source>%1 of %2 recognised file</source>
        <translation>%2 个已识别文件中的 %1 个</translation>
    </message>
    <message>
        <source>%1 of %2 recognised files</source>
        <translation>%2 个已识别文件中的 %1 个</translation>
    </message>
    <message>
        <source>%1 is an archive, not looked into; each opens by its own path, like %2</source>
        <translation>%1是归档，未查看其内容；每个可按自己的路径打开，如 %2</translation>
    </message>
    <message>
        <source>%1 are an archive, not looked into; each opens by its own path, like %2</source>
        <translation>%1是归档，未查看其内容；每个可按自己的路径打开，如 %2</translation>
    </message>
    <message>
        <source>Archive, opened like a folder when it is named itself</source>
        <translation>归档，直接指定时像文件夹一样打开</translation>
    </message>
    <message>
        <source>a zip file by name and mark</source>
        <translation>按名称和标记为 zip 文件</translation>
    </message>
    <message>
        <source>a tar file by name and header</source>
        <translation>按名称和文件头为 tar 文件</translation>
    </message>
    <message>
        <source>a compressed tar file by name and mark</source>
        <translation>按名称和标记为压缩的 tar 文件</translation>
    </message>
    <message>
        <source>Ascend dump file</source>
        <translation>昇腾转储文件</translation>
    </message>
    <message>
        <source>%1 header</source>
        <translation>%1文件头</translation>
    </message>
    <message>
        <source>Ascend exception core file</source>
        <translation>昇腾异常 core 文件</translation>
    </message>
    <message>
        <source>ELF core file of an Ascend device</source>
        <translation>昇腾设备的 ELF core 文件</translation>
    </message>
    <message>
        <source>named like a core file of a kernel</source>
        <translation>名称像内核的 core 文件</translation>
    </message>
    <message>
        <source>Ascend exception dump</source>
        <translation>昇腾异常转储</translation>
    </message>
    <message>
        <source>%1 with kernel arguments (brief), %2 with tensors, %3 core file</source>
        <translation>%1 个含内核参数（简略），%2 个含张量，%3 个 core 文件</translation>
    </message>
    <message>
        <source>%1 with kernel arguments (brief), %2 with tensors, %3 core files</source>
        <translation>%1 个含内核参数（简略），%2 个含张量，%3 个 core 文件</translation>
    </message>
    <message>
        <source>Ascend kernel image or description</source>
        <translation>昇腾内核映像或描述</translation>
    </message>
    <message>
        <source>ELF object</source>
        <translation>ELF 目标文件</translation>
    </message>
    <message>
        <source>description of a kernel</source>
        <translation>内核的描述</translation>
    </message>
    <message>
        <source>Ascend dump files</source>
        <translation>昇腾转储文件</translation>
    </message>
    <message>
        <source>%1 file with a dump header, no known folder names</source>
        <translation>%1 个文件带转储文件头，没有已知的文件夹名称</translation>
    </message>
    <message>
        <source>%1 files with a dump header, no known folder names</source>
        <translation>%1 个文件带转储文件头，没有已知的文件夹名称</translation>
    </message>
    <message>
        <source>Ascend single-operator dump</source>
        <translation>昇腾单算子转储</translation>
    </message>
    <message>
        <source>Ascend offline model dump</source>
        <translation>昇腾离线模型转储</translation>
    </message>
    <message>
        <source>%1 dump file</source>
        <translation>%1 个转储文件</translation>
    </message>
    <message>
        <source>%1 dump files</source>
        <translation>%1 个转储文件</translation>
    </message>
    <message>
        <source>%1 in %2 time folder</source>
        <translation>%1，位于 %2 个时间文件夹</translation>
    </message>
    <message>
        <source>%1 in %2 time folders</source>
        <translation>%1，位于 %2 个时间文件夹</translation>
    </message>
    <message>
        <source>%1, %2 device</source>
        <translation>%1，%2 个设备</translation>
    </message>
    <message>
        <source>%1, %2 devices</source>
        <translation>%1，%2 个设备</translation>
    </message>
    <message>
        <source>%1, %2 model</source>
        <translation>%1，%2 个模型</translation>
    </message>
    <message>
        <source>%1, %2 models</source>
        <translation>%1，%2 个模型</translation>
    </message>
    <message>
        <source>Ascend statistics dump</source>
        <translation>昇腾统计量转储</translation>
    </message>
    <message>
        <source>%1 rows of statistics in %2 file</source>
        <translation>%2 个文件中有 %1 行统计量</translation>
    </message>
    <message>
        <source>%1 rows of statistics in %2 files</source>
        <translation>%2 个文件中有 %1 行统计量</translation>
    </message>
    <message>
        <source>%1, %2 of them collected by the debug tools</source>
        <translation>%1，其中 %2 个由调试工具采集</translation>
    </message>
    <message>
        <source>Ascend statistics of an operator</source>
        <translation>昇腾单个算子的统计量</translation>
    </message>
    <message>
        <source>columns of an operator&apos;s statistics</source>
        <translation>算子统计量的列</translation>
    </message>
    <message>
        <source>Ascend statistics of an operator, as the device sends them</source>
        <translation>昇腾单个算子的统计量，设备所发送的形式</translation>
    </message>
    <message>
        <source>a statistics record</source>
        <translation>一条统计量记录</translation>
    </message>
    <message>
        <source>looks like a statistics record</source>
        <translation>像一条统计量记录</translation>
    </message>
    <message>
        <source>GE graph (serialized ModelDef)</source>
        <translation>GE 图（序列化的 ModelDef）</translation>
    </message>
    <message>
        <source>operators of a serialized ge.proto.ModelDef</source>
        <translation>序列化的 ge.proto.ModelDef 的算子</translation>
    </message>
    <message>
        <source>reads like a serialized ge.proto.ModelDef</source>
        <translation>内容像序列化的 ge.proto.ModelDef</translation>
    </message>
    <message>
        <source>GE graph (offline model as JSON)</source>
        <translation>GE 图（JSON 形式的离线模型）</translation>
    </message>
    <message>
        <source>operators of a ge.proto.ModelDef in JSON</source>
        <translation>JSON 形式的 ge.proto.ModelDef 的算子</translation>
    </message>
    <message>
        <source>attributes of a ge.proto.ModelDef in JSON</source>
        <translation>JSON 形式的 ge.proto.ModelDef 的属性</translation>
    </message>
    <message>
        <source>GE graph (ge_onnx text)</source>
        <translation>GE 图（ge_onnx 文本）</translation>
    </message>
    <message>
        <source>nodes of GE types in ONNX text</source>
        <translation>ONNX 文本中 GE 类型的节点</translation>
    </message>
    <message>
        <source>named like a GE graph</source>
        <translation>名称像 GE 图</translation>
    </message>
    <message>
        <source>GE graph (ge_proto text)</source>
        <translation>GE 图（ge_proto 文本）</translation>
    </message>
    <message>
        <source>operators of a ge.proto.ModelDef in text format</source>
        <translation>文本形式的 ge.proto.ModelDef 的算子</translation>
    </message>
    <message>
        <source>GE graph (ge_readable text)</source>
        <translation>GE 图（ge_readable 文本）</translation>
    </message>
    <message>
        <source>starts like a readable GE graph</source>
        <translation>开头像可读的 GE 图</translation>
    </message>
    <message>
        <source>Graph as Dumpscope writes it</source>
        <translation>Dumpscope 写出的图</translation>
    </message>
    <message>
        <source>graphs with nodes as Dumpscope writes them</source>
        <translation>Dumpscope 写出的含节点的图</translation>
    </message>
    <message>
        <source>Map of long file names</source>
        <translation>长文件名对照表</translation>
    </message>
    <message>
        <source>named mapping.csv</source>
        <translation>名为 mapping.csv</translation>
    </message>
    <message>
        <source>MindSpore actors of the runtime</source>
        <translation>MindSpore 运行时的 actor</translation>
    </message>
    <message>
        <source>the first actors of a set</source>
        <translation>一组 actor 中的前几个</translation>
    </message>
    <message>
        <source>MindSpore asynchronous dump (Ascend)</source>
        <translation>MindSpore 异步转储（昇腾）</translation>
    </message>
    <message>
        <source>%1 tensor written by the Ascend runtime</source>
        <translation>%1 个张量由昇腾运行时写出</translation>
    </message>
    <message>
        <source>%1 tensors written by the Ascend runtime</source>
        <translation>%1 个张量由昇腾运行时写出</translation>
    </message>
    <message>
        <source>%1, below folders of training steps</source>
        <translation>%1，位于训练步文件夹之下</translation>
    </message>
    <message>
        <source>%1, with the configuration MindSpore made for AscendCL</source>
        <translation>%1，并有 MindSpore 为 AscendCL 生成的配置</translation>
    </message>
    <message>
        <source>MindSpore execution order</source>
        <translation>MindSpore 执行顺序</translation>
    </message>
    <message>
        <source>the header line of an execution order</source>
        <translation>执行顺序的标题行</translation>
    </message>
    <message>
        <source>named like a list of iterations</source>
        <translation>名称像迭代列表</translation>
    </message>
    <message>
        <source>named like an execution order</source>
        <translation>名称像执行顺序</translation>
    </message>
    <message>
        <source>MindSpore raw tensor (1.0 to 1.2)</source>
        <translation>MindSpore 原始张量（1.0 至 1.2）</translation>
    </message>
    <message>
        <source>named by MindSpore 1.0 to 1.2, with an unknown type or shape</source>
        <translation>由 MindSpore 1.0 至 1.2 命名，类型或形状未知</translation>
    </message>
    <message>
        <source>type and shape in a name of MindSpore 1.0 to 1.2</source>
        <translation>MindSpore 1.0 至 1.2 的名称中有类型和形状</translation>
    </message>
    <message>
        <source>MindSpore graph (protocol buffer)</source>
        <translation>MindSpore 图（protocol buffer）</translation>
    </message>
    <message>
        <source>named like a graph, and a model with a graph inside</source>
        <translation>名称像图，且内含带图的模型</translation>
    </message>
    <message>
        <source>a model with a graph of MindSpore inside</source>
        <translation>内含 MindSpore 图的模型</translation>
    </message>
    <message>
        <source>named like a graph</source>
        <translation>名称像图</translation>
    </message>
    <message>
        <source>graphs</source>
        <translation>图</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>MindSpore graph (text)</source>
        <translation>MindSpore 图（文本）</translation>
    </message>
    <message>
        <source>the entry line of a graph</source>
        <translation>图的入口行</translation>
    </message>
    <message>
        <source>MindSpore kernel arguments</source>
        <translation>MindSpore 内核参数</translation>
    </message>
    <message>
        <source>named like an operator in a step folder</source>
        <translation>名称像步文件夹中的算子</translation>
    </message>
    <message>
        <source>named like kernel arguments</source>
        <translation>名称像内核参数</translation>
    </message>
    <message>
        <source>MindSpore dump metadata</source>
        <translation>MindSpore 转储元数据</translation>
    </message>
    <message>
        <source>keys of MindSpore&apos;s configuration</source>
        <translation>MindSpore 配置的键</translation>
    </message>
    <message>
        <source>named like the AscendCL configuration of MindSpore</source>
        <translation>名称像 MindSpore 的 AscendCL 配置</translation>
    </message>
    <message>
        <source>named like metadata of MindSpore, in its place</source>
        <translation>名称像 MindSpore 的元数据，位置相符</translation>
    </message>
    <message>
        <source>MindSpore tensor statistics</source>
        <translation>MindSpore 张量统计量</translation>
    </message>
    <message>
        <source>%1 row</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>%1 in %2 statistic.csv file</source>
        <translation>%1，位于 %2 个 statistic.csv 文件</translation>
    </message>
    <message>
        <source>%1 in %2 statistic.csv files</source>
        <translation>%1，位于 %2 个 statistic.csv 文件</translation>
    </message>
    <message>
        <source>%1 of variant %2</source>
        <translation>%1，变体 %2</translation>
    </message>
    <message>
        <source>%1, no tensor files</source>
        <translation>%1，没有张量文件</translation>
    </message>
    <message>
        <source>columns of tensor statistics</source>
        <translation>张量统计量的列</translation>
    </message>
    <message>
        <source>named like tensor statistics</source>
        <translation>名称像张量统计量</translation>
    </message>
    <message>
        <source>%1 below %2 rank folder</source>
        <translation>%1，位于 %2 张卡文件夹之下</translation>
    </message>
    <message>
        <source>%1 below %2 rank folders</source>
        <translation>%1，位于 %2 张卡文件夹之下</translation>
    </message>
    <message>
        <source>MindSpore synchronous dump</source>
        <translation>MindSpore 同步转储</translation>
    </message>
    <message>
        <source>%1 tensor file</source>
        <translation>%1 个张量文件</translation>
    </message>
    <message>
        <source>%1 tensor files</source>
        <translation>%1 个张量文件</translation>
    </message>
    <message>
        <source>%1 in %2 iteration folder</source>
        <translation>%1，分布于 %2 个迭代文件夹</translation>
    </message>
    <message>
        <source>%1 in %2 iteration folders</source>
        <translation>%1，分布于 %2 个迭代文件夹</translation>
    </message>
    <message>
        <source>%1, %2 of %3 names with a dtype and %4 with their scope</source>
        <translation>%1，%3 个名称中 %2 个带 dtype、%4 个带作用域</translation>
    </message>
    <message>
        <source>%1, written by %2</source>
        <translation>%1，由 %2 写出</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1，在 %2 上</translation>
    </message>
    <message>
        <source>msprobe module tree</source>
        <translation>msprobe 模块树</translation>
    </message>
    <message>
        <source>names of msprobe under names of msprobe</source>
        <translation>msprobe 名称之下的 msprobe 名称</translation>
    </message>
    <message>
        <source>named like the module tree of msprobe</source>
        <translation>名称像 msprobe 的模块树</translation>
    </message>
    <message>
        <source>msprobe dump</source>
        <translation>msprobe 转储</translation>
    </message>
    <message>
        <source>msprobe error log</source>
        <translation>msprobe 错误日志</translation>
    </message>
    <message>
        <source>named like the error log of msprobe</source>
        <translation>名称像 msprobe 的错误日志</translation>
    </message>
    <message>
        <source>keys of a dump of msprobe</source>
        <translation>msprobe 转储的键</translation>
    </message>
    <message>
        <source>named like a dump of msprobe, in its place</source>
        <translation>名称像 msprobe 转储，位置相符</translation>
    </message>
    <message>
        <source>msprobe call stacks</source>
        <translation>msprobe 调用栈</translation>
    </message>
    <message>
        <source>call stacks of msprobe&apos;s entries</source>
        <translation>msprobe 条目的调用栈</translation>
    </message>
    <message>
        <source>named like the call stacks of msprobe</source>
        <translation>名称像 msprobe 的调用栈</translation>
    </message>
    <message>
        <source>Statistics collected by the debug tools</source>
        <translation>调试工具采集的统计量</translation>
    </message>
    <message>
        <source>columns Input/Output and Format beside the operator&apos;s name</source>
        <translation>算子名称旁有 Input/Output 和 Format 列</translation>
    </message>
    <message>
        <source>NumPy array</source>
        <translation>NumPy 数组</translation>
    </message>
    <message>
        <source>Folder of NumPy arrays</source>
        <translation>NumPy 数组的文件夹</translation>
    </message>
    <message>
        <source>%1 is .npy outside of any dump tree</source>
        <translation>%1是 .npy，不在任何转储目录树中</translation>
    </message>
    <message>
        <source>%1 are .npy outside of any dump tree</source>
        <translation>%1是 .npy，不在任何转储目录树中</translation>
    </message>
    <message>
        <source>NUMPY magic</source>
        <translation>NUMPY 标记</translation>
    </message>
    <message>
        <source>NumPy arrays in a zip file</source>
        <translation>zip 文件中的 NumPy 数组</translation>
    </message>
    <message>
        <source>a zip file named .npz</source>
        <translation>名称以 .npz 结尾的 zip 文件</translation>
    </message>
    <message>
        <source>ONNX model</source>
        <translation>ONNX 模型</translation>
    </message>
    <message>
        <source>ir_version and nodes of an ONNX model</source>
        <translation>ONNX 模型的 ir_version 和节点</translation>
    </message>
    <message>
        <source>reads like an ONNX model</source>
        <translation>内容像 ONNX 模型</translation>
    </message>
    <message>
        <source>ONNX model as text</source>
        <translation>文本形式的 ONNX 模型</translation>
    </message>
    <message>
        <source>ir_version and nodes of an ONNX model in text</source>
        <translation>文本形式的 ONNX 模型的 ir_version 和节点</translation>
    </message>
    <message>
        <source>Overflow record</source>
        <translation>溢出记录</translation>
    </message>
    <message>
        <source>Overflow detection records</source>
        <translation>溢出检测记录</translation>
    </message>
    <message>
        <source>%1 Opdebug record: %2 report an overflow, %3 name an operator that is dumped here</source>
        <translation>%1 条 Opdebug 记录：%2 条报告溢出，%3 条指明此处已转储的算子</translation>
    </message>
    <message>
        <source>%1 Opdebug records: %2 report an overflow, %3 name an operator that is dumped here</source>
        <translation>%1 条 Opdebug 记录：%2 条报告溢出，%3 条指明此处已转储的算子</translation>
    </message>
    <message>
        <source>Overflow record (Opdebug)</source>
        <translation>溢出记录（Opdebug）</translation>
    </message>
    <message>
        <source>JSON of an overflow record</source>
        <translation>溢出记录的 JSON</translation>
    </message>
    <message>
        <source>named like a converted overflow record</source>
        <translation>名称像转换后的溢出记录</translation>
    </message>
    <message>
        <source>dump header, named like an overflow record</source>
        <translation>有转储文件头，名称像溢出记录</translation>
    </message>
    <message>
        <source>Elements without a header</source>
        <translation>没有文件头的元素</translation>
    </message>
    <message>
        <source>%1 holds nothing but elements; the type comes from the name or was given</source>
        <translation>%1只含元素；类型来自名称或由用户给出</translation>
    </message>
    <message>
        <source>%1 hold nothing but elements; the type comes from the name or was given</source>
        <translation>%1只含元素；类型来自名称或由用户给出</translation>
    </message>
    <message>
        <source>type given by the user</source>
        <translation>类型由用户给出</translation>
    </message>
    <message>
        <source>type and shape in the name</source>
        <translation>名称中有类型和形状</translation>
    </message>
    <message>
        <source>TensorFlow GraphDef</source>
        <translation>TensorFlow GraphDef</translation>
    </message>
    <message>
        <source>TensorFlow GraphDef as text</source>
        <translation>文本形式的 TensorFlow GraphDef</translation>
    </message>
    <message>
        <source>reads like a tensorflow.GraphDef</source>
        <translation>内容像 tensorflow.GraphDef</translation>
    </message>
    <message>
        <source>nodes of a tensorflow.GraphDef</source>
        <translation>tensorflow.GraphDef 的节点</translation>
    </message>
    <message>
        <source>PyTorch tensors</source>
        <translation>PyTorch 张量</translation>
    </message>
    <message>
        <source>magic of torch.save before 1.6</source>
        <translation>1.6 之前 torch.save 的标记</translation>
    </message>
    <message>
        <source>a zip file named .pt</source>
        <translation>名称以 .pt 结尾的 zip 文件</translation>
    </message>
    <message>
        <source>a zip file that begins with data.pkl</source>
        <translation>以 data.pkl 开头的 zip 文件</translation>
    </message>
    <message>
        <source>%1 starts</source>
        <translation>%1 可以启动</translation>
    </message>
    <message>
        <source>nothing was compared: %1</source>
        <translation>未比较任何内容：%1</translation>
    </message>
    <message>
        <source>all of it</source>
        <translation>全部差异</translation>
    </message>
    <message>
        <source>all of what was compared</source>
        <translation>所比较的全部差异</translation>
    </message>
    <message>
        <source>all of what was compared, %1 % of the target&apos;s tensors</source>
        <translation>所比较的全部差异，即目标侧张量的 %1 %</translation>
    </message>
    <message>
        <source>all of what was compared, %1 % of golden&apos;s tensors</source>
        <translation>所比较的全部差异，即基准侧张量的 %1 %</translation>
    </message>
    <message>
        <source>%1 of %2 parameters seen</source>
        <translation>所见的 %2 个参数中有 %1 个</translation>
    </message>
    <message>
        <source>%1 of %2 vectors among the parameters seen</source>
        <translation>所见参数中的 %2 个向量有 %1 个</translation>
    </message>
    <message>
        <source>%1 of %2 matrices among the parameters seen</source>
        <translation>所见参数中的 %2 个矩阵有 %1 个</translation>
    </message>
    <message>
        <source>known effects explain %1</source>
        <translation>已知效应可解释%1</translation>
    </message>
    <message>
        <source>what came in explains %1</source>
        <translation>传入的误差可解释%1</translation>
    </message>
    <message>
        <source>comes after it</source>
        <translation>在其之后</translation>
    </message>
    <message>
        <source>the first input beyond its limits, %1, %2</source>
        <translation>首个超出限值的输入 %1 %2</translation>
    </message>
    <message>
        <source>the first output beyond its limits, %1, %2</source>
        <translation>首个超出限值的输出 %1 %2</translation>
    </message>
    <message>
        <source>rounding of %1 explains %2</source>
        <translation>%1 的舍入可解释%2</translation>
    </message>
    <message>
        <source>the noise of the run explains %1</source>
        <translation>运行噪声可解释%1</translation>
    </message>
    <message>
        <source>%1 times the limit</source>
        <translation>是限值的 %1 倍</translation>
    </message>
    <message>
        <source>above it by %1</source>
        <translation>超出 %1</translation>
    </message>
    <message>
        <source>short of it by %1</source>
        <translation>差 %1</translation>
    </message>
    <message>
        <source>off by %1</source>
        <translation>偏差 %1</translation>
    </message>
    <message>
        <source>%1 is %2, must be %3</source>
        <translation>%1 为 %2，应为 %3</translation>
    </message>
    <message>
        <source>%1 is %2, must be %3, %4</source>
        <translation>%1 为 %2，应为 %3，%4</translation>
    </message>
    <message>
        <source>%1 (a warning)</source>
        <translation>%1（警告）</translation>
    </message>
    <message>
        <source>%1: 1 limit is missed</source>
        <translation>%1：未满足 1 条限值</translation>
    </message>
    <message>
        <source>%1: %2 limits are missed</source>
        <translation>%1：未满足 %2 条限值</translation>
    </message>
    <message>
        <source>%1, the error is %2 times that (suspect above %3)</source>
        <translation>%1，误差是其 %2 倍（超过 %3 倍即有嫌疑）</translation>
    </message>
    <message>
        <source>%1, the error is %2 times that (not suspect up to %3)</source>
        <translation>%1，误差是其 %2 倍（不超过 %3 倍不算嫌疑）</translation>
    </message>
    <message>
        <source>%1 against %2</source>
        <translation>%1 对 %2</translation>
    </message>
    <message>
        <source>gives its output when it is computed again from its inputs</source>
        <translation>由其输入重新计算可得到其输出</translation>
    </message>
    <message>
        <source>got what came before</source>
        <translation>得到的是之前已有的偏差</translation>
    </message>
    <message>
        <source>tells less about the cause</source>
        <translation>不足以说明原因</translation>
    </message>
    <message>
        <source>is off by %1 times what came in and rounding explain (suspect above %2)</source>
        <translation>的偏差是输入与舍入所能解释的 %1 倍（超过 %2 倍才可疑）</translation>
    </message>
    <message>
        <source>x + bias along axis %1</source>
        <translation>x 加沿轴 %1 的偏置</translation>
    </message>
    <message>
        <source>x rounded</source>
        <translation>x 取整</translation>
    </message>
    <message>
        <source>the model %1 cannot be read</source>
        <translation>无法读取模型 %1</translation>
    </message>
    <message>
        <source>nodes of the model are not run again: %1</source>
        <translation>模型的节点没有重新运行：%1</translation>
    </message>
    <message>
        <source>nodes of %1 are not run again: %2</source>
        <translation>%1 的节点没有重新运行：%2</translation>
    </message>
    <message>
        <source>%1; the target has what %2 gives</source>
        <translation>%1；目标侧的值符合%2</translation>
    </message>
    <message>
        <source>x, times 0.2 where negative</source>
        <translation>x，为负时乘以 0.2</translation>
    </message>
    <message>
        <source>%1, its inputs are not seen to differ, of integers only the extremes are known</source>
        <translation>%1，未见其输入不同，整数只有极值可知</translation>
    </message>
    <message>
        <source>%1 (relative L2)</source>
        <translation>%1（相对 L2）</translation>
    </message>
    <message>
        <source>%1; what it is written to was not dumped</source>
        <translation>%1；其写入的张量未被转储</translation>
    </message>
    <message>
        <source>the target has no NaN or infinities; golden&apos;s are born in %1</source>
        <translation>目标侧没有 NaN 或无穷；基准侧的产生于 %1</translation>
    </message>
    <message>
        <source>NaN or infinities are born in %1</source>
        <translation>NaN 或无穷产生于 %1</translation>
    </message>
    <message>
        <source>the inputs agree on theirs</source>
        <translation>各输入在这些值上一致</translation>
    </message>
    <message>
        <source>%1, what was dumped before agrees on theirs</source>
        <translation>%1，此前已转储的张量两侧一致</translation>
    </message>
    <message>
        <source>%1 has another shape than golden; %2, nothing compared before has</source>
        <translation>%1 的形状与基准侧不同；%2，此前没有形状不同者</translation>
    </message>
    <message>
        <source>%1 has NaN or infinities and no partner in golden; before it, %2 of %3 has infinities, which may be meant; they reach %4, which both have</source>
        <translation>%1 含有 NaN 或无穷，在基准侧没有对应；在此之前 %3 的 %2 含有无穷，可能是有意的；它们到达两侧都有的 %4</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <translation>从 %1 到 %2</translation>
    </message>
    <message>
        <source>%1 has no setting &quot;%2&quot;</source>
        <translation>%1 没有设置项“%2”</translation>
    </message>
    <message>
        <source>write &quot;%1&quot;</source>
        <translation>写 &quot;%1&quot;</translation>
    </message>
    <message>
        <source>write {&quot;model_name&quot;: &quot;%1&quot;}</source>
        <translation>写 {&quot;model_name&quot;: &quot;%1&quot;}</translation>
    </message>
    <message>
        <source>add &quot;dump_level&quot;: &quot;op&quot;</source>
        <translation>添加 &quot;dump_level&quot;: &quot;op&quot;</translation>
    </message>
    <message>
        <source>add &quot;model_name&quot;</source>
        <translation>添加 &quot;model_name&quot;</translation>
    </message>
    <message>
        <source>add &quot;watcher_nodes&quot;: [&quot;NAME&quot;]</source>
        <translation>添加 &quot;watcher_nodes&quot;: [&quot;NAME&quot;]</translation>
    </message>
    <message>
        <source>&quot;%1&quot;: %2</source>
        <translation>“%1”：%2</translation>
    </message>
    <message>
        <source>write {&quot;dump&quot;: {…}}</source>
        <translation>写 {&quot;dump&quot;: {…}}</translation>
    </message>
    <message>
        <source>&quot;%1&quot; may be any of %2</source>
        <translation>“%1”可以是 %2 中的任一个</translation>
    </message>
    <message>
        <source>&quot;%1&quot; takes true or false, not &quot;%2&quot;</source>
        <translation>“%1”接受 true 或 false，而不是“%2”</translation>
    </message>
    <message>
        <source>&quot;%1&quot; takes a number, not &quot;%2&quot;</source>
        <translation>“%1”接受数字，而不是“%2”</translation>
    </message>
    <message>
        <source>&quot;%1&quot; takes numbers separated by commas, not &quot;%2&quot;</source>
        <translation>“%1”接受以逗号分隔的数字，而不是“%2”</translation>
    </message>
    <message>
        <source>&quot;%1&quot; takes JSON, not &quot;%2&quot;</source>
        <translation>“%1”接受 JSON，而不是“%2”</translation>
    </message>
    <message>
        <source>&apos;%1&apos; should be value type</source>
        <translation>“%1”应为 value 类型</translation>
    </message>
    <message>
        <source>&apos;%1&apos; should be boolean type</source>
        <translation>“%1”应为布尔类型</translation>
    </message>
    <message>
        <source>&apos;%1&apos; should be int type</source>
        <translation>“%1”应为整数类型</translation>
    </message>
    <message>
        <source>&apos;%1&apos; should be string type</source>
        <translation>“%1”应为字符串类型</translation>
    </message>
    <message>
        <source>&apos;%1&apos; should be array type</source>
        <translation>“%1”应为数组类型</translation>
    </message>
    <message>
        <source>add &quot;%1&quot;: {…}</source>
        <translation>添加 &quot;%1&quot;: {…}</translation>
    </message>
    <message>
        <source>write &quot;%1&quot;: {…}</source>
        <translation>写 &quot;%1&quot;: {…}</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1–%2</translation>
    </message>
    <message>
        <source>Statistics of everything first</source>
        <translation>先取全部统计量</translation>
    </message>
    <message>
        <source>Full tensors of the chosen operators</source>
        <translation>所选算子的完整张量</translation>
    </message>
    <message>
        <source>Full tensors of everything</source>
        <translation>全部完整张量</translation>
    </message>
    <message>
        <source>Overflow only</source>
        <translation>仅溢出</translation>
    </message>
    <message>
        <source>Exceptions only</source>
        <translation>仅异常</translation>
    </message>
    <message>
        <source>the listed kernels</source>
        <translation>列出的算子</translation>
    </message>
    <message>
        <source>what set_dump() marks</source>
        <translation>set_dump() 标记的对象</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>exceptions</source>
        <translation>异常</translation>
    </message>
    <message>
        <source>AI Core overflow</source>
        <translation>AI Core 溢出</translation>
    </message>
    <message>
        <source>atomic overflow</source>
        <translation>原子加溢出</translation>
    </message>
    <message>
        <source>both</source>
        <translation>两者</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>write 0</source>
        <translation>写 0</translation>
    </message>
    <message>
        <source>write &quot;host&quot;</source>
        <translation>写 &quot;host&quot;</translation>
    </message>
    <message>
        <source>write &quot;all&quot;</source>
        <translation>写 &quot;all&quot;</translation>
    </message>
    <message>
        <source>write &quot;tensor&quot;</source>
        <translation>写 &quot;tensor&quot;</translation>
    </message>
    <message>
        <source>add &quot;e2e_dump_settings&quot;: {&quot;enable&quot;: true, &quot;trans_flag&quot;: true}</source>
        <translation>添加 &quot;e2e_dump_settings&quot;: {&quot;enable&quot;: true, &quot;trans_flag&quot;: true}</translation>
    </message>
    <message>
        <source>the defaults of data_dump.json have no common_dump_settings</source>
        <translation>data_dump.json 的默认内容中没有 common_dump_settings</translation>
    </message>
    <message>
        <source>msprobe has no task &quot;%1&quot;</source>
        <translation>msprobe 没有任务“%1”</translation>
    </message>
    <message>
        <source>write [&quot;Module.NAME.CLASS.forward.0&quot;]</source>
        <translation>写 [&quot;Module.NAME.CLASS.forward.0&quot;]</translation>
    </message>
    <message>
        <source>write [{&quot;dim&quot;: 0, &quot;size&quot;: 8, &quot;begin&quot;: 0}]</source>
        <translation>写 [{&quot;dim&quot;: 0, &quot;size&quot;: 8, &quot;begin&quot;: 0}]</translation>
    </message>
    <message>
        <source>write &quot;L1&quot;</source>
        <translation>写 &quot;L1&quot;</translation>
    </message>
    <message>
        <source>write &quot;mix&quot;</source>
        <translation>写 &quot;mix&quot;</translation>
    </message>
    <message>
        <source>The &quot;slice&quot; is valid only when the task is tensor or statistics, and the level is L0, L1 or mix</source>
        <translation>只有 task 为 tensor 或 statistics 且 level 为 L0、L1 或 mix 时 &quot;slice&quot; 才有效</translation>
    </message>
    <message>
        <source>The &quot;request_id&quot; is valid only when the task is tensor or statistics, and the level is L0, L1 or mix</source>
        <translation>只有 task 为 tensor 或 statistics 且 level 为 L0、L1 或 mix 时 &quot;request_id&quot; 才有效</translation>
    </message>
    <message>
        <source>write &quot;statistics&quot;</source>
        <translation>写 &quot;statistics&quot;</translation>
    </message>
    <message>
        <source>write [&quot;Functional.linear.0.forward&quot;]</source>
        <translation>写 [&quot;Functional.linear.0.forward&quot;]</translation>
    </message>
    <message>
        <source>write [&quot;FIRST&quot;, &quot;LAST&quot;]</source>
        <translation>写 [&quot;FIRST&quot;, &quot;LAST&quot;]</translation>
    </message>
    <message>
        <source>on with the newer way (the default)</source>
        <translation>以较新方式开启（默认）</translation>
    </message>
    <message>
        <source>write DumpConfig(enable_dump=True, dump_path=&quot;…&quot;)</source>
        <translation>写 DumpConfig(enable_dump=True, dump_path=&quot;…&quot;)</translation>
    </message>
    <message>
        <source>write .parameter_map[&quot;%1&quot;].%2</source>
        <translation>写 .parameter_map[&quot;%1&quot;].%2</translation>
    </message>
    <message>
        <source>&quot;form&quot; takes sess.run or estimator, not &quot;%1&quot;</source>
        <translation>“form”接受 sess.run 或 estimator，而不是“%1”</translation>
    </message>
    <message>
        <source>the TensorFlow adapter has no setting &quot;%1&quot;</source>
        <translation>TensorFlow 适配器没有设置项“%1”</translation>
    </message>
    <message>
        <source>&quot;%1&quot; takes 0, 1 or 2, not &quot;%2&quot;</source>
        <translation>“%1”接受 0、1 或 2，而不是“%2”</translation>
    </message>
    <message>
        <source>The model has %1 operators: at most as many files at each step where all are captured.</source>
        <translation>模型有 %1 个算子：全部采集时，每一步至多有同样多的文件。</translation>
    </message>
    <message>
        <source>--operator goes with --preset operators</source>
        <translation>--operator 要与 --preset operators 一起使用</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no preset</source>
        <translation>“%1”不是预设</translation>
    </message>
    <message>
        <source>the preset %1 needs --operator</source>
        <translation>预设 %1 需要 --operator</translation>
    </message>
    <message>
        <source>the preset %1 takes no --operator</source>
        <translation>预设 %1 不接受 --operator</translation>
    </message>
    <message>
        <source>write one JSON object</source>
        <translation>写一个 JSON 对象</translation>
    </message>
    <message>
        <source>a profile is a JSON object</source>
        <translation>配置档是一个 JSON 对象</translation>
    </message>
    <message>
        <source>write { &quot;version&quot;: 1, … }</source>
        <translation>写 { &quot;version&quot;: 1, … }</translation>
    </message>
    <message>
        <source>this key is there twice</source>
        <translation>此键出现了两次</translation>
    </message>
    <message>
        <source>it does not say its version</source>
        <translation>没有说明版本</translation>
    </message>
    <message>
        <source>add &quot;version&quot;: 1</source>
        <translation>加上 &quot;version&quot;: 1</translation>
    </message>
    <message>
        <source>this release reads version 1 only</source>
        <translation>本版本只读取版本 1</translation>
    </message>
    <message>
        <source>write 1, or take a newer release</source>
        <translation>写 1，或使用更新的版本</translation>
    </message>
    <message>
        <source>it takes a number of bytes</source>
        <translation>此处应为字节数</translation>
    </message>
    <message>
        <source>write 1073741824 for 1 GiB</source>
        <translation>1 GiB 写作 1073741824</translation>
    </message>
    <message>
        <source>a profile of a program has no such key</source>
        <translation>程序的配置档没有这个键</translation>
    </message>
    <message>
        <source>leave it out</source>
        <translation>去掉它</translation>
    </message>
    <message>
        <source>it takes a text</source>
        <translation>此处应为文本</translation>
    </message>
    <message>
        <source>there is a NUL in it, which no program can be given</source>
        <translation>其中有 NUL，无法传给任何程序</translation>
    </message>
    <message>
        <source>leave \u0000 out</source>
        <translation>去掉 \u0000</translation>
    </message>
    <message>
        <source>it takes a list of at most 10000 texts</source>
        <translation>此处应为最多 10000 个文本的列表</translation>
    </message>
    <message>
        <source>write [&quot;one&quot;, &quot;two&quot;]</source>
        <translation>写 [&quot;one&quot;, &quot;two&quot;]</translation>
    </message>
    <message>
        <source>write {&quot;NAME&quot;: &quot;VALUE&quot;}</source>
        <translation>写 {&quot;NAME&quot;: &quot;VALUE&quot;}</translation>
    </message>
    <message>
        <source>it takes an object</source>
        <translation>此处应为对象</translation>
    </message>
    <message>
        <source>no variable can have this name</source>
        <translation>变量不能叫这个名称</translation>
    </message>
    <message>
        <source>leave = and NUL out of names</source>
        <translation>名称中不要有 = 和 NUL</translation>
    </message>
    <message>
        <source>write {&quot;files&quot;: [&quot;loss.txt&quot;], &quot;log&quot;: [&quot;loss: .*&quot;]}</source>
        <translation>写 {&quot;files&quot;: [&quot;loss.txt&quot;], &quot;log&quot;: [&quot;loss: .*&quot;]}</translation>
    </message>
    <message>
        <source>there is no such key</source>
        <translation>没有这个键</translation>
    </message>
    <message>
        <source>it has files and log</source>
        <translation>其中有 files 和 log</translation>
    </message>
    <message>
        <source>cannot be written: %1</source>
        <translation>无法写入：%1</translation>
    </message>
    <message>
        <source>unknown reason</source>
        <translation>原因未知</translation>
    </message>
    <message>
        <source>there is no pair %1; they are 0 to %2</source>
        <translation>没有配对 %1；编号为 0 至 %2</translation>
    </message>
    <message>
        <source>the zip file cannot be read</source>
        <translation>无法读取该 zip 文件</translation>
    </message>
    <message>
        <source>the zip file is damaged</source>
        <translation>该 zip 文件已损坏</translation>
    </message>
    <message>
        <source>%1 of the bundle cannot be read</source>
        <translation>无法读取包中的 %1</translation>
    </message>
    <message>
        <source>bundle.json does not say where the %1 is</source>
        <translation>bundle.json 未说明%1在何处</translation>
    </message>
    <message>
        <source>this zip file is no bundle: bundle.json is missing</source>
        <translation>该 zip 文件不是包：缺少 bundle.json</translation>
    </message>
    <message>
        <source>bundle.json is damaged</source>
        <translation>bundle.json 已损坏</translation>
    </message>
    <message>
        <source>the bundle lacks %1</source>
        <translation>包中缺少 %1</translation>
    </message>
    <message>
        <source>Half of the element type&apos;s significand kept; the default</source>
        <translation>保留元素类型有效位的一半；默认值</translation>
    </message>
    <message>
        <source>Official advisor: cosine similarity at least 0.99</source>
        <translation>官方 advisor：余弦相似度至少 0.99</translation>
    </message>
    <message>
        <source>Row flag of the official wrapper (IsPrecisionError)</source>
        <translation>官方封装的行标志（IsPrecisionError）</translation>
    </message>
    <message>
        <source>Older msprobe results: Accuracy Reached or Not</source>
        <translation>旧版 msprobe 结果：Accuracy Reached or Not</translation>
    </message>
    <message>
        <source>Every element within --atol and --rtol</source>
        <translation>每个元素都在 --atol 与 --rtol 之内</translation>
    </message>
    <message>
        <source>99.9 % of the elements within one thousandth</source>
        <translation>99.9 % 的元素误差在千分之一以内</translation>
    </message>
    <message>
        <source>Bit for bit</source>
        <translation>逐位相同</translation>
    </message>
    <message>
        <source>%1 must be the id of a metric</source>
        <translation>%1 须为指标的标识</translation>
    </message>
    <message>
        <source>%1 must be one of = != &lt; &lt;= &gt; &gt;=</source>
        <translation>%1 须为 = != &lt; &lt;= &gt; &gt;= 之一</translation>
    </message>
    <message>
        <source>%1 must be a number</source>
        <translation>%1 须为数字</translation>
    </message>
    <message>
        <source>%1 must be &quot;fail&quot; or &quot;warn&quot;</source>
        <translation>%1 须为 &quot;fail&quot; 或 &quot;warn&quot;</translation>
    </message>
    <message>
        <source>%1 must be a filter expression</source>
        <translation>%1 须为过滤表达式</translation>
    </message>
    <message>
        <source>a limits file is an object {&quot;version&quot;:1,&quot;rules&quot;:[…]}</source>
        <translation>限值文件是对象 {&quot;version&quot;:1,&quot;rules&quot;:[…]}</translation>
    </message>
    <message>
        <source>&quot;version&quot; must be 1</source>
        <translation>&quot;version&quot; 须为 1</translation>
    </message>
    <message>
        <source>&quot;rules&quot; must be an array</source>
        <translation>&quot;rules&quot; 须为数组</translation>
    </message>
    <message>
        <source>target %1 cropped to %2 from the front of every axis</source>
        <translation>目标侧 %1 自各轴起点裁剪为 %2</translation>
    </message>
    <message>
        <source>target transposed %1&lt;-%2 (rule file)</source>
        <translation>目标侧转置 %1&lt;-%2（规则文件）</translation>
    </message>
    <message>
        <source>golden transposed %1&lt;-%2 (rule file)</source>
        <translation>基准侧转置 %1&lt;-%2（规则文件）</translation>
    </message>
    <message>
        <source>both flattened (layout ND)</source>
        <translation>两侧均展平（布局 ND）</translation>
    </message>
    <message>
        <source>problems of another process cannot be read</source>
        <translation>无法读取另一进程的问题</translation>
    </message>
    <message>
        <source>values agree</source>
        <translation>数值一致</translation>
    </message>
    <message>
        <source>a list of graphs is missing</source>
        <translation>缺少图的列表</translation>
    </message>
    <message>
        <source>the operator&apos;s name is missing</source>
        <translation>缺少算子名</translation>
    </message>
    <message>
        <source>a third fusion rule file; one describes the target, a second one the model without fusion</source>
        <translation>第三个融合规则文件；一个描述目标侧，第二个描述未融合的模型</translation>
    </message>
    <message>
        <source>&quot;%1&quot; output %2</source>
        <translation>&quot;%1&quot; 的输出 %2</translation>
    </message>
    <message>
        <source>the file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>must be a map or a list of APIs</source>
        <translation>须为映射或 API 列表</translation>
    </message>
    <message>
        <source>must be the name on the golden side</source>
        <translation>须为基准侧的名称</translation>
    </message>
    <message>
        <source>must be the name of a class</source>
        <translation>须为类名</translation>
    </message>
    <message>
        <source>must map child modules to child modules</source>
        <translation>须将子模块映射到子模块</translation>
    </message>
    <message>
        <source>must be a map with ms_api and pt_api</source>
        <translation>须为含 ms_api 与 pt_api 的映射</translation>
    </message>
    <message>
        <source>the API&apos;s name is missing</source>
        <translation>缺少 API 名</translation>
    </message>
    <message>
        <source>has %1 entries, %2 has %3</source>
        <translation>有 %1 项，%2 有 %3 项</translation>
    </message>
    <message>
        <source>must be a number from 0</source>
        <translation>须为从 0 起的数字</translation>
    </message>
    <message>
        <source>must be a list of names</source>
        <translation>须为名称列表</translation>
    </message>
    <message>
        <source>too large to be a mapping file</source>
        <translation>过大，不可能是映射文件</translation>
    </message>
    <message>
        <source>is not UTF-8 text</source>
        <translation>不是 UTF-8 文本</translation>
    </message>
    <message>
        <source>not YAML: %1</source>
        <translation>不是 YAML：%1</translation>
    </message>
    <message>
        <source>class mapping</source>
        <translation>类映射</translation>
    </message>
    <message>
        <source>layer mapping</source>
        <translation>层映射</translation>
    </message>
    <message>
        <source>data mapping</source>
        <translation>数据映射</translation>
    </message>
    <message>
        <source>%1 of %2 entries name tensors that are not on both sides, such as %3</source>
        <translation>%2 项中有 %1 项所指的张量并非两侧都有，例如 %3</translation>
    </message>
    <message>
        <source>rules[%1] found no pair</source>
        <translation>rules[%1] 没有找到任何配对</translation>
    </message>
    <message>
        <source>the operators share no input or output of the same slot</source>
        <translation>这些算子没有序号相同的输入或输出</translation>
    </message>
    <message>
        <source>%1 has no %2 %3</source>
        <translation>%1没有%2 %3</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>model %1 against %2</source>
        <translation>模型 %1 对 %2</translation>
    </message>
    <message>
        <source>graph %1 against %2</source>
        <translation>图 %1 对 %2</translation>
    </message>
    <message>
        <source>has no file or no tensor name</source>
        <translation>没有文件或张量名</translation>
    </message>
    <message>
        <source>%1 &quot;%2&quot; by the manifest</source>
        <translation>按清单：%1 &quot;%2&quot;</translation>
    </message>
    <message>
        <source>is a folder; give the rule file itself</source>
        <translation>是文件夹；请给出规则文件本身</translation>
    </message>
    <message>
        <source>too large to be a rule file</source>
        <translation>过大，不可能是规则文件</translation>
    </message>
    <message>
        <source>its stored bytes are not its elements in order</source>
        <translation>其存储的字节不是按序排列的元素</translation>
    </message>
    <message>
        <source>the kept result of a pair is damaged</source>
        <translation>所保存的配对结果已损坏</translation>
    </message>
    <message>
        <source>the result store cannot be used</source>
        <translation>无法使用结果库</translation>
    </message>
    <message>
        <source>the result store cannot be read</source>
        <translation>无法读取结果库</translation>
    </message>
    <message>
        <source>the result store has version %1, this program knows %2; give a new file</source>
        <translation>结果库版本为 %1，本程序支持 %2；请给出新文件</translation>
    </message>
    <message>
        <source>the result store cannot be written</source>
        <translation>无法写入结果库</translation>
    </message>
    <message>
        <source>the result store cannot be opened</source>
        <translation>无法打开结果库</translation>
    </message>
    <message>
        <source>kept results cannot be read</source>
        <translation>无法读取所保存的结果</translation>
    </message>
    <message>
        <source>the kept result of %1 is damaged; it is measured again</source>
        <translation>所保存的 %1 的结果已损坏；将重新测量</translation>
    </message>
    <message>
        <source>a result cannot be kept</source>
        <translation>无法保存结果</translation>
    </message>
    <message>
        <source>which operator? --official op=NAME, and input=N or output=N</source>
        <translation>哪个算子？--official op=NAME，以及 input=N 或 output=N</translation>
    </message>
    <message>
        <source>%1 is not a tensor of both sides; the table of --msaccucmp-csv names them</source>
        <translation>%1 不是两侧共有的张量；--msaccucmp-csv 的表列出了它们</translation>
    </message>
    <message>
        <source>the shapes differ: %1 and %2</source>
        <translation>形状不同：%1 与 %2</translation>
    </message>
    <message>
        <source>no file is called type.name.task.stream.time, name.index.time.npy or name.index.time.pb, which msaccucmp asks for</source>
        <translation>没有名为 type.name.task.stream.time、name.index.time.npy 或 name.index.time.pb 的文件，而 msaccucmp 需要这样的文件</translation>
    </message>
    <message>
        <source>the folder mixes device dumps and converted ones, which msaccucmp refuses</source>
        <translation>文件夹中混有设备转储和已转换的转储，msaccucmp 拒绝这样的文件夹</translation>
    </message>
    <message>
        <source>a tensor is not complete</source>
        <translation>有张量不完整</translation>
    </message>
    <message>
        <source>msaccucmp compares device dumps; the target holds converted tensors</source>
        <translation>msaccucmp 比对设备转储；目标侧是已转换的张量</translation>
    </message>
    <message>
        <source>against the original model msaccucmp asks for the fusion rule file of the target: --map FILE.json</source>
        <translation>与原始模型比对时 msaccucmp 需要目标侧的融合规则文件：--map FILE.json</translation>
    </message>
    <message>
        <source>a range or selection of operators needs the fusion rule file: --map FILE.json</source>
        <translation>算子的范围或选择需要融合规则文件：--map FILE.json</translation>
    </message>
    <message>
        <source>--official has no key &apos;%1&apos;; there are %2</source>
        <translation>--official 没有键“%1”；有 %2</translation>
    </message>
    <message>
        <source>--official wants %1%2, not &apos;%3&apos;</source>
        <translation>--official 需要 %1%2，而不是“%3”</translation>
    </message>
    <message>
        <source>shapes %1 and %2 differ</source>
        <translation>形状 %1 与 %2 不同</translation>
    </message>
    <message>
        <source>the workbook was not written whole; is there room left?</source>
        <translation>工作簿没有写完整；是否还有空间？</translation>
    </message>
    <message>
        <source>begin the workbook</source>
        <translation>开始写工作簿</translation>
    </message>
    <message>
        <source>the workbook could not be begun</source>
        <translation>无法开始写工作簿</translation>
    </message>
    <message>
        <source>writing the workbook</source>
        <translation>写工作簿</translation>
    </message>
    <message>
        <source>the workbook could not be written: %1</source>
        <translation>无法写工作簿：%1</translation>
    </message>
    <message>
        <source>Value too large for defined data type</source>
        <translation>数值超出数据类型的范围</translation>
    </message>
    <message>
        <source>Operation canceled</source>
        <translation>操作已取消</translation>
    </message>
    <message>
        <source>this is the file that is read; it is never replaced</source>
        <translation>这正是所读取的文件，绝不会被替换</translation>
    </message>
    <message>
        <source>%1 of this name is there already</source>
        <translation>已有同名的%1</translation>
    </message>
    <message>
        <source>a symbolic link</source>
        <translation>符号链接</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>已损坏</translation>
    </message>
    <message>
        <source>true, false or null</source>
        <translation>true、false 或 null</translation>
    </message>
    <message>
        <source>Sum of relative errors</source>
        <translation>相对误差之和</translation>
    </message>
    <message>
        <source>Σ |d|/|y| over y ≠ 0</source>
        <translation>Σ |d|/|y|，仅 y ≠ 0</translation>
    </message>
    <message>
        <source>Bitwise equal</source>
        <translation>逐位相等</translation>
    </message>
    <message>
        <source>1 if all elements have the same bits, else 0</source>
        <translation>所有元素的位相同为 1，否则为 0</translation>
    </message>
    <message>
        <source>0 if the types differ; NaN equals NaN of the same bits, 0 differs from -0</source>
        <translation>类型不同为 0；位相同的 NaN 视为相等，0 与 -0 不等</translation>
    </message>
    <message>
        <source>Cosine similarity</source>
        <translation>余弦相似度</translation>
    </message>
    <message>
        <source>Σxy / (√Σx² · √Σy²), within [-1, 1]</source>
        <translation>Σxy / (√Σx² · √Σy²)，在 [-1, 1] 内</translation>
    </message>
    <message>
        <source>1 if both sides are all zero, no number if one is</source>
        <translation>两侧全为零时为 1，仅一侧全为零时没有数值</translation>
    </message>
    <message>
        <source>Euclidean distance</source>
        <translation>欧氏距离</translation>
    </message>
    <message>
        <source>√Σd²</source>
        <translation>√Σd²</translation>
    </message>
    <message>
        <source>no number without compared elements</source>
        <translation>没有可比较的元素时没有数值</translation>
    </message>
    <message>
        <source>Kullback-Leibler divergence</source>
        <translation>KL 散度</translation>
    </message>
    <message>
        <source>Σ p ln(p/q); p, q = max((v - min)/(max - min), 2^-23) divided by their sum, p of x, q of y</source>
        <translation>Σ p ln(p/q)；p、q = max((v - min)/(max - min), 2^-23) 除以各自之和，p 取自 x，q 取自 y</translation>
    </message>
    <message>
        <source>a constant side is uniform; no number if an element is not finite</source>
        <translation>常数的一侧视为均匀分布；有非有限元素时没有数值</translation>
    </message>
    <message>
        <source>Largest absolute error</source>
        <translation>最大绝对误差</translation>
    </message>
    <message>
        <source>max |d|</source>
        <translation>max |d|</translation>
    </message>
    <message>
        <source>Largest relative error</source>
        <translation>最大相对误差</translation>
    </message>
    <message>
        <source>max |d|/|y| over y ≠ 0</source>
        <translation>max |d|/|y|，仅 y ≠ 0</translation>
    </message>
    <message>
        <source>Mean absolute error</source>
        <translation>平均绝对误差</translation>
    </message>
    <message>
        <source>Σ|d| / n</source>
        <translation>Σ|d| / n</translation>
    </message>
    <message>
        <source>n = compared elements; no number without</source>
        <translation>n = 参与比较的元素数；没有则无数值</translation>
    </message>
    <message>
        <source>Mean relative error</source>
        <translation>平均相对误差</translation>
    </message>
    <message>
        <source>Σ |d|/|y| / n over y ≠ 0 and elements with x = y = 0</source>
        <translation>Σ |d|/|y| / n，计入 y ≠ 0 以及 x = y = 0 的元素</translation>
    </message>
    <message>
        <source>Share of mismatches</source>
        <translation>不匹配比例</translation>
    </message>
    <message>
        <source>share of |d| &gt; atol + rtol·|y|; atol 1e-8, rtol 1e-5</source>
        <translation>|d| &gt; atol + rtol·|y| 的比例；atol 1e-8，rtol 1e-5</translation>
    </message>
    <message>
        <source>equal NaN and equal infinities match, other NaN and infinities do not</source>
        <translation>相同的 NaN 和相同的无穷视为匹配，其他 NaN 和无穷不匹配</translation>
    </message>
    <message>
        <source>number of elements</source>
        <translation>元素数</translation>
    </message>
    <message>
        <source>always a number; of complex numbers each counts once</source>
        <translation>总有数值；复数每个计一次</translation>
    </message>
    <message>
        <source>NaN of target</source>
        <translation>目标侧的 NaN</translation>
    </message>
    <message>
        <source>NaN of golden</source>
        <translation>基准侧的 NaN</translation>
    </message>
    <message>
        <source>Infinities of target</source>
        <translation>目标侧的无穷</translation>
    </message>
    <message>
        <source>Infinities of golden</source>
        <translation>基准侧的无穷</translation>
    </message>
    <message>
        <source>Peak signal to noise</source>
        <translation>峰值信噪比</translation>
    </message>
    <message>
        <source>20 log10((max y - min y) / √(Σd²/n)) in dB</source>
        <translation>20 log10((max y - min y) / √(Σd²/n))，单位 dB</translation>
    </message>
    <message>
        <source>infinity if d is all zero; -infinity if only the range of y is zero</source>
        <translation>d 全为零时为正无穷；仅 y 的范围为零时为负无穷</translation>
    </message>
    <message>
        <source>x = y = 0 counts as good, y = 0 with x ≠ 0 and NaN or infinity on one side as bad</source>
        <translation>x = y = 0 计为合格，y = 0 且 x ≠ 0 以及一侧为 NaN 或无穷计为不合格</translation>
    </message>
    <message>
        <source>Share within one thousandth</source>
        <translation>误差在千分之一内的比例</translation>
    </message>
    <message>
        <source>share of |d|/|y| &lt; 0.001</source>
        <translation>|d|/|y| &lt; 0.001 的比例</translation>
    </message>
    <message>
        <source>Share within five thousandths</source>
        <translation>误差在千分之五内的比例</translation>
    </message>
    <message>
        <source>share of |d|/|y| &lt; 0.005</source>
        <translation>|d|/|y| &lt; 0.005 的比例</translation>
    </message>
    <message>
        <source>Relative Euclidean distance</source>
        <translation>相对欧氏距离</translation>
    </message>
    <message>
        <source>√Σd² / √Σy²</source>
        <translation>√Σd² / √Σy²</translation>
    </message>
    <message>
        <source>0 if d is all zero, infinity if only y is</source>
        <translation>d 全为零时为 0，仅 y 全为零时为无穷</translation>
    </message>
    <message>
        <source>Root mean square error</source>
        <translation>均方根误差</translation>
    </message>
    <message>
        <source>√(Σd² / n)</source>
        <translation>√(Σd² / n)</translation>
    </message>
    <message>
        <source>Signal to noise</source>
        <translation>信噪比</translation>
    </message>
    <message>
        <source>10 log10(Σy² / Σd²) in dB</source>
        <translation>10 log10(Σy² / Σd²)，单位 dB</translation>
    </message>
    <message>
        <source>infinity if d is all zero; -infinity if only y is</source>
        <translation>d 全为零时为正无穷；仅 y 全为零时为负无穷</translation>
    </message>
    <message>
        <source>Mean and standard deviation</source>
        <translation>均值与标准差</translation>
    </message>
    <message>
        <source>(mean x; std x), (mean y; std y) over the finite elements of each side, std divided by n</source>
        <translation>(mean x; std x), (mean y; std y)，取各侧的有限元素，标准差除以 n</translation>
    </message>
    <message>
        <source>text only; no number if a side has no finite element</source>
        <translation>仅为文本；一侧没有有限元素时没有数值</translation>
    </message>
    <message>
        <source>Difference of the maxima</source>
        <translation>最大值之差</translation>
    </message>
    <message>
        <source>Relative difference of the maxima</source>
        <translation>最大值的相对差</translation>
    </message>
    <message>
        <source>max x - max y</source>
        <translation>max x - max y</translation>
    </message>
    <message>
        <source>|max x - max y| / |max y|</source>
        <translation>|max x - max y| / |max y|</translation>
    </message>
    <message>
        <source>Difference of the minima</source>
        <translation>最小值之差</translation>
    </message>
    <message>
        <source>Relative difference of the minima</source>
        <translation>最小值的相对差</translation>
    </message>
    <message>
        <source>min x - min y</source>
        <translation>min x - min y</translation>
    </message>
    <message>
        <source>|min x - min y| / |min y|</source>
        <translation>|min x - min y| / |min y|</translation>
    </message>
    <message>
        <source>Difference of the means</source>
        <translation>均值之差</translation>
    </message>
    <message>
        <source>Relative difference of the means</source>
        <translation>均值的相对差</translation>
    </message>
    <message>
        <source>mean x - mean y</source>
        <translation>mean x - mean y</translation>
    </message>
    <message>
        <source>|mean x - mean y| / |mean y|</source>
        <translation>|mean x - mean y| / |mean y|</translation>
    </message>
    <message>
        <source>Difference of the L2 norms</source>
        <translation>L2 范数之差</translation>
    </message>
    <message>
        <source>Relative difference of the L2 norms</source>
        <translation>L2 范数的相对差</translation>
    </message>
    <message>
        <source>√Σx² - √Σy²</source>
        <translation>√Σx² - √Σy²</translation>
    </message>
    <message>
        <source>|√Σx² - √Σy²| / √Σy²</source>
        <translation>|√Σx² - √Σy²| / √Σy²</translation>
    </message>
    <message>
        <source>0 if both are equal, infinity if only that of golden is zero; a fraction (0.5 = 50 %)</source>
        <translation>两侧相等为 0，仅基准侧为零时为无穷；以小数表示（0.5 = 50 %）</translation>
    </message>
    <message>
        <source>numbers of the common type, else of the coarser one; integers count in ones</source>
        <translation>以共同类型计，否则以较粗的类型计；整数按 1 计</translation>
    </message>
    <message>
        <source>Largest distance in representable numbers</source>
        <translation>以可表示数计的最大距离</translation>
    </message>
    <message>
        <source>max of the representable numbers from y to x</source>
        <translation>从 y 到 x 的可表示数个数的最大值</translation>
    </message>
    <message>
        <source>Mean distance in representable numbers</source>
        <translation>以可表示数计的平均距离</translation>
    </message>
    <message>
        <source>mean of the representable numbers from y to x</source>
        <translation>从 y 到 x 的可表示数个数的平均值</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>步 %1</translation>
    </message>
    <message>
        <source>(%1)</source>
        <translation>(%1)</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>msaccucmp file_compare takes two files of one tensor each</source>
        <translation>msaccucmp 的 file_compare 需要两个各含一个张量的文件</translation>
    </message>
    <message>
        <source>only the first output is computed</source>
        <translation>只计算第一个输出</translation>
    </message>
    <message>
        <source>its inputs are not in the dump</source>
        <translation>转储中没有它的输入</translation>
    </message>
    <message>
        <source>elements are no real numbers</source>
        <translation>元素不是实数</translation>
    </message>
    <message>
        <source>buffer size must be a multiple of element size</source>
        <translation>缓冲区大小必须是元素大小的整数倍</translation>
    </message>
    <message>
        <source>The file size is zero. Please check the dump file.</source>
        <translation>文件大小为零，请检查转储文件。</translation>
    </message>
    <message>
        <source>Parse dump file to json failed.</source>
        <translation>将转储文件解析为 JSON 失败。</translation>
    </message>
    <message>
        <source>The size is invalid, please check the dump file.</source>
        <translation>大小无效，请检查转储文件。</translation>
    </message>
    <message>
        <source>The size of the file does not match its head.</source>
        <translation>文件大小与文件头不符。</translation>
    </message>
    <message>
        <source>the first attribute has no &apos;threadMode&apos;</source>
        <translation>第一个属性没有 &apos;threadMode&apos;</translation>
    </message>
    <message>
        <source>Parse thread_id failed, please check dump_path!</source>
        <translation>解析 thread_id 失败，请检查 dump_path！</translation>
    </message>
    <message>
        <source>The length of shape_list is not equal to the length of tensor_list.</source>
        <translation>shape_list 与 tensor_list 的长度不相等。</translation>
    </message>
    <message>
        <source>length of shape of NC1HWC0 is less than 5, please check.</source>
        <translation>NC1HWC0 的形状少于 5 维，请检查。</translation>
    </message>
    <message>
        <source>too many values to unpack (expected 6)</source>
        <translation>待解包的值过多（应为 6 个）</translation>
    </message>
    <message>
        <source>list index out of range</source>
        <translation>列表下标越界</translation>
    </message>
    <message>
        <source>integer division or modulo by zero</source>
        <translation>整数除以零或对零取模</translation>
    </message>
    <message>
        <source>convert() takes 3 positional arguments but 4 were given</source>
        <translation>convert() 接受 3 个位置参数，但给出了 4 个</translation>
    </message>
    <message>
        <source>The format before transfer is FRACTAL_NZ. Please enter a valid shape.</source>
        <translation>转换前的格式是 FRACTAL_NZ，请给出有效的形状。</translation>
    </message>
    <message>
        <source>This is type of 0-d tensor, can not calculate &apos;Cosine&apos;, &apos;EucDist&apos;, &apos;One Thousandth Err Ratio&apos; and &apos;Five Thousandths Err Ratio&apos;.</source>
        <translation>这是 0 维张量，无法计算 &apos;Cosine&apos;、&apos;EucDist&apos;、&apos;One Thousandth Err Ratio&apos; 和 &apos;Five Thousandths Err Ratio&apos;。</translation>
    </message>
    <message>
        <source>The position of inf or nan in NPU and bench Tensor do not match.</source>
        <translation>NPU 侧与基准侧张量中 inf 或 nan 的位置不一致。</translation>
    </message>
    <message>
        <source>Dtype of NPU and bench tensor do not match.</source>
        <translation>NPU 侧与基准侧张量的数据类型不一致。</translation>
    </message>
    <message>
        <source>Elements of type %1 have no values.</source>
        <translation>类型为 %1 的元素没有数值。</translation>
    </message>
    <message>
        <source>This is empty data, can not compare.</source>
        <translation>数据为空，无法比较。</translation>
    </message>
    <message>
        <source>Shape of NPU and bench tensor do not match. Skipped.</source>
        <translation>NPU 侧与基准侧张量的形状不一致，已跳过。</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>stored</source>
        <translation>未压缩</translation>
    </message>
    <message>
        <source>deflated</source>
        <translation>deflate 压缩</translation>
    </message>
    <message>
        <source>torch.save before 1.6</source>
        <translation>1.6 之前的 torch.save</translation>
    </message>
    <message>
        <source>torch.save, zip</source>
        <translation>torch.save（zip）</translation>
    </message>
    <message>
        <source>the profile cannot be read</source>
        <translation>配置文件无法读取</translation>
    </message>
    <message>
        <source>the configuration cannot be read</source>
        <translation>配置无法读取</translation>
    </message>
    <message>
        <source>the dump&apos;s index</source>
        <translation>转储的索引</translation>
    </message>
    <message>
        <source>--resume keeps the pairs of one process; it cannot be used by several together</source>
        <translation>--resume 保存单个进程的张量对，不能由多个进程共用</translation>
    </message>
    <message>
        <source>a model is one file</source>
        <translation>模型是一个文件</translation>
    </message>
    <message>
        <source>--fail-on never stands alone</source>
        <translation>--fail-on never 只能单独使用</translation>
    </message>
    <message>
        <source>--join-slices writes the storage layout of its own; --spec msaccucmp and --format do not go with it</source>
        <translation>--join-slices 按自己的存储布局写出，不能与 --spec msaccucmp 和 --format 同用</translation>
    </message>
    <message>
        <source>--bits and --spec msaccucmp contradict each other</source>
        <translation>--bits 与 --spec msaccucmp 相互矛盾</translation>
    </message>
    <message>
        <source>--spec msaccucmp writes the storage layout; say --format for another</source>
        <translation>--spec msaccucmp 按存储布局写出；其他布局请用 --format</translation>
    </message>
    <message>
        <source>--shape needs --spec msaccucmp and --format</source>
        <translation>--shape 需要 --spec msaccucmp 和 --format</translation>
    </message>
    <message>
        <source>--list, --node, --around, --upstream, --downstream, --path and --source exclude each other</source>
        <translation>--list、--node、--around、--upstream、--downstream、--path 和 --source 互斥</translation>
    </message>
    <message>
        <source>there is no graph; `dumpscope-cli formats` lists the graph formats</source>
        <translation>没有图；`dumpscope-cli formats` 列出图的格式</translation>
    </message>
    <message>
        <source>--source wants FILE:LINE, e.g. net.py:42</source>
        <translation>--source 需要 FILE:LINE，例如 net.py:42</translation>
    </message>
    <message>
        <source>the program dot of Graphviz is needed to draw SVG and is not installed; install the package graphviz, or write --to dot and draw that elsewhere</source>
        <translation>绘制 SVG 需要 Graphviz 的 dot 程序，但未安装；请安装 graphviz，或用 --to dot 写出后在别处绘制</translation>
    </message>
    <message>
        <source>the program dot of Graphviz could not draw the graph within 4 GiB of memory and ten minutes; choose a part with --around, or write --to dot and draw that elsewhere</source>
        <translation>Graphviz 的 dot 未能在 4 GiB 内存和十分钟内画出图；请用 --around 选取一部分，或用 --to dot 写出后在别处绘制</translation>
    </message>
    <message>
        <source>not enough memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>process 0 takes no records any more</source>
        <translation>进程 0 不再接收记录</translation>
    </message>
    <message>
        <source>there is no tensor here</source>
        <translation>此处没有张量</translation>
    </message>
    <message>
        <source>msaccucmp refuses different shapes: %1 and %2</source>
        <translation>msaccucmp 不接受不同的形状：%1 和 %2</translation>
    </message>
    <message>
        <source>tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>checksums</source>
        <translation>校验和</translation>
    </message>
    <message>
        <source>the target holds no dump.json of msprobe; its result is made of one on both sides</source>
        <translation>目标侧没有 msprobe 的 dump.json；其结果需要两侧各有一个</translation>
    </message>
    <message>
        <source>the golden holds no dump.json of msprobe; its result is made of one on both sides</source>
        <translation>基准侧没有 msprobe 的 dump.json；其结果需要两侧各有一个</translation>
    </message>
    <message>
        <source>msprobe compares equal numbers of ranks and steps only; the target has %1 and the golden %2: choose with --step and --rank</source>
        <translation>msprobe 只比较数量相同的卡和 step；目标侧有 %1 个，基准侧有 %2 个：请用 --step 和 --rank 选择</translation>
    </message>
    <message>
        <source>msprobe compares like with like: the target recorded %1, the golden %2</source>
        <translation>msprobe 只比较同类数据：目标侧记录了%1，基准侧记录了%2</translation>
    </message>
    <message>
        <source>%1 has no values</source>
        <translation>%1没有数值</translation>
    </message>
    <message>
        <source>The size must be greater than 8, but the file size is %1.</source>
        <translation>大小必须大于 8，但文件大小为 %1。</translation>
    </message>
    <message>
        <source>The file became shorter.</source>
        <translation>文件变短了。</translation>
    </message>
    <message>
        <source>The header content size (%1) must be less than or equal to %2 (file size) - 8 (header length).</source>
        <translation>头部内容大小（%1）必须小于或等于 %2（文件大小）- 8（头部长度）。</translation>
    </message>
    <message>
        <source>The length(%1) is not match with the shape %2.</source>
        <translation>长度（%1）与形状 %2 不符。</translation>
    </message>
    <message>
        <source>Failed to slice data from %1 to %2; saved as it is</source>
        <translation>无法将数据从 %1 切片为 %2；已原样保存</translation>
    </message>
    <message>
        <source>not enough values to unpack (expected 6, got %1)</source>
        <translation>待解包的值不足（应为 6 个，实有 %1 个）</translation>
    </message>
    <message>
        <source>Not supported from %1 to %2.</source>
        <translation>不支持从 %1 到 %2。</translation>
    </message>
    <message>
        <source>The target shape %1 is invalid.</source>
        <translation>目标形状 %1 无效。</translation>
    </message>
    <message>
        <source>The target shape %1 is invalid. The recommended shape is %2.</source>
        <translation>目标形状 %1 无效。建议的形状是 %2。</translation>
    </message>
    <message>
        <source>The target shape %1 is invalid, the recommended shape is %2.</source>
        <translation>目标形状 %1 无效，建议的形状是 %2。</translation>
    </message>
    <message>
        <source>elements of type %1 of the %2 have no values</source>
        <translation>%2类型为 %1 的元素没有数值</translation>
    </message>
    <message>
        <source>shape %1 does not meet %2</source>
        <translation>形状 %1 与 %2 不符</translation>
    </message>
    <message>
        <source>Failed to execute &apos;compare&apos; in &apos;%1&apos;. %2</source>
        <translation>在 &apos;%1&apos; 中执行 &apos;compare&apos; 失败。%2</translation>
    </message>
    <message>
        <source>zero-size array to reduction operation maximum which has no identity</source>
        <translation>对空数组求最大值，该运算没有单位元</translation>
    </message>
    <message>
        <source>This tensor is scalar.</source>
        <translation>该张量是标量。</translation>
    </message>
    <message>
        <source>Cannot compare by Cosine Similarity. All the data is zero in %1.</source>
        <translation>无法用余弦相似度比较。%1 中的数据全为零。</translation>
    </message>
    <message>
        <source>Algorithm %1 does not support Boolean types.</source>
        <translation>算法 %1 不支持布尔类型。</translation>
    </message>
    <message>
        <source>The data type %1 is not supported.</source>
        <translation>不支持数据类型 %1。</translation>
    </message>
    <message>
        <source>The my output dump data size (%1) is not equal to the ground truth dump data size (%2). Can not compare.</source>
        <translation>待比较的转储数据大小（%1）与基准侧转储数据大小（%2）不相等，无法比较。</translation>
    </message>
    <message>
        <source>Cannot compare by Cosine Similarity, All the data is Zero in %1 dump data.</source>
        <translation>无法用余弦相似度比较，%1 转储数据全为零。</translation>
    </message>
    <message>
        <source>there is no profile &apos;%1&apos;</source>
        <translation>没有名为 &apos;%1&apos; 的指标方案</translation>
    </message>
    <message>
        <source>%1 wants TARGET=GOLDEN with two integers, e.g. %2 0=1, not &apos;%3&apos;</source>
        <translation>%1 需要 TARGET=GOLDEN 形式的两个整数，例如 %2 0=1，而不是 &apos;%3&apos;</translation>
    </message>
    <message>
        <source>%1 must be a finite number</source>
        <translation>%1 必须是有限的数</translation>
    </message>
    <message>
        <source>there is no profile &apos;%1&apos;; there are %2</source>
        <translation>没有名为 &apos;%1&apos; 的指标方案；现有 %2</translation>
    </message>
    <message>
        <source>there is no format &quot;%1&quot;</source>
        <translation>没有格式 &quot;%1&quot;</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no shape; two or more numbers above 0 are expected, e.g. 17,20</source>
        <translation>&quot;%1&quot; 不是形状；应为两个或更多大于 0 的数，例如 17,20</translation>
    </message>
    <message>
        <source>--list is no drawing; leave --to %1 out, or say --to json</source>
        <translation>--list 不是绘图；请去掉 --to %1，或使用 --to json</translation>
    </message>
    <message>
        <source>SVG holds one graph, this would be %1; choose a part with --around</source>
        <translation>SVG 只含一个图，而这里有 %1 个；请用 --around 选取一部分</translation>
    </message>
    <message>
        <source>there are %1 tensors here; name one, for example %2</source>
        <translation>这里有 %1 个张量；请指定一个，例如 %2</translation>
    </message>
    <message>
        <source>numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the logical_xor function instead.</source>
        <translation>numpy 不支持布尔减法（`-` 运算符），请改用 bitwise_xor（`^` 运算符）或 logical_xor 函数。</translation>
    </message>
    <message>
        <source>make the folder</source>
        <translation>创建文件夹</translation>
    </message>
    <message>
        <source>write</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>it is too large for a capture profile</source>
        <translation>文件过大，不会是采集配置</translation>
    </message>
    <message>
        <source>no memory for the picture</source>
        <translation>内存不足，无法生成图片</translation>
    </message>
    <message>
        <source>the clipboard takes at most 4000000 cells; export them instead</source>
        <translation>剪贴板最多容纳 4000000 个单元格；请改用导出</translation>
    </message>
    <message>
        <source>the program dot took too long</source>
        <translation>dot 程序耗时过长</translation>
    </message>
    <message>
        <source>the program dot could not be run</source>
        <translation>无法运行 dot 程序</translation>
    </message>
    <message>
        <source>Reading a column</source>
        <translation>正在读取一列</translation>
    </message>
    <message>
        <source>another shape</source>
        <translation>形状不同</translation>
    </message>
    <message>
        <source>the clipboard takes at most 16000000 cells; export them instead</source>
        <translation>剪贴板最多容纳 16000000 个单元格；请改用导出</translation>
    </message>
    <message>
        <source>Copying rows</source>
        <translation>正在复制行</translation>
    </message>
    <message>
        <source>Writing rows</source>
        <translation>正在写出行</translation>
    </message>
    <message>
        <source>%1 of %2 elements are NaN or infinite on one side and different on the other, first at %3</source>
        <translation>%2 个元素中有 %1 个在一侧为 NaN 或无穷而另一侧不同，首个在 %3</translation>
    </message>
    <message>
        <source>%1 of %2 elements are the same NaN or infinity on both sides and left out</source>
        <translation>%2 个元素中有 %1 个在两侧为相同的 NaN 或无穷，未计入</translation>
    </message>
    <message>
        <source>%1 of %2 elements are the smallest number of one type, golden&apos;s that of another, and left out as masks</source>
        <translation>%2 个元素中有 %1 个是某一类型的最小值，基准侧为另一类型的最小值，作为掩码不计入</translation>
    </message>
    <message>
        <source>%1 of %2 elements are zero in golden only and have no relative error</source>
        <translation>%2 个元素中有 %1 个仅在基准侧为零，没有相对误差</translation>
    </message>
    <message>
        <source>&quot;%1&quot; means %2 tensors, for example %3</source>
        <translation>“%1” 对应 %2 个张量，例如 %3</translation>
    </message>
    <message>
        <source>Truncated input file (needed %1 bytes, only %2 available)</source>
        <translation>文件被截断（需要 %1 字节，仅有 %2 字节）</translation>
    </message>
    <message>
        <source>ZIP decompression failed (%1)</source>
        <translation>ZIP 解压失败（%1）</translation>
    </message>
    <message>
        <source>Zstd decompression failed: %1</source>
        <translation>zstd 解压失败：%1</translation>
    </message>
    <message>
        <source>Lzma library error: %1</source>
        <translation>Lzma 库错误：%1</translation>
    </message>
    <message>
        <source>no element differs</source>
        <translation>没有元素不同</translation>
    </message>
    <message>
        <source>--env takes NAME=VALUE, not &quot;%1&quot;</source>
        <translation>--env 需要 NAME=VALUE 形式，而不是 &quot;%1&quot;</translation>
    </message>
    <message>
        <source>the command is not understood: %1</source>
        <translation>无法理解该命令：%1</translation>
    </message>
    <message>
        <source>there is no command</source>
        <translation>没有命令</translation>
    </message>
    <message>
        <source>no command is called &quot;%1&quot;</source>
        <translation>没有名为 &quot;%1&quot; 的命令</translation>
    </message>
    <message>
        <source>there is no option &quot;%1&quot;</source>
        <translation>没有选项 &quot;%1&quot;</translation>
    </message>
    <message>
        <source>the option &quot;%1&quot; takes %2</source>
        <translation>选项 &quot;%1&quot; 的值应为%2</translation>
    </message>
    <message>
        <source>the option &quot;%1&quot; %2</source>
        <translation>选项 &quot;%1&quot; %2</translation>
    </message>
    <message>
        <source>a list of texts</source>
        <translation>文本列表</translation>
    </message>
    <message>
        <source>a list of whole numbers</source>
        <translation>整数列表</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>.npy files have no arrays of %1; compare arrays of another type to hand them on</source>
        <translation>.npy 文件没有 %1 类型的数组；要打包转交，请比较其他类型的数组</translation>
    </message>
    <message>
        <source>no file can have the name of this array; compare arrays of other names to hand them on</source>
        <translation>没有文件能使用该数组的名称；要打包转交，请比较其他名称的数组</translation>
    </message>
    <message>
        <source>options are an object of names and values</source>
        <translation>选项应为名称与值构成的对象</translation>
    </message>
    <message>
        <source>a quotation mark is not closed</source>
        <translation>引号没有闭合</translation>
    </message>
    <message>
        <source>the window shows configurations that are files</source>
        <translation>窗口只显示保存为文件的配置</translation>
    </message>
    <message>
        <source>the window has no place for what %1 prints</source>
        <translation>窗口中没有显示 %1 输出内容的地方</translation>
    </message>
    <message>
        <source>there is no %1</source>
        <translation>不存在 %1</translation>
    </message>
    <message>
        <source>this is no folder</source>
        <translation>这不是文件夹</translation>
    </message>
    <message>
        <source>no folder can be made here</source>
        <translation>无法在此处创建文件夹</translation>
    </message>
    <message>
        <source>the configuration is for the model %1, and this one is called &quot;%2&quot;</source>
        <translation>配置针对的是模型 %1，而此模型名为“%2”</translation>
    </message>
    <message>
        <source>the configuration is for the model %1, and this one is called &quot;%2&quot; or &quot;%3&quot;</source>
        <translation>配置针对的是模型 %1，而此模型名为“%2”或“%3”</translation>
    </message>
    <message>
        <source>the model has no operator %1; it has %2</source>
        <translation>模型中没有算子 %1；其算子有 %2</translation>
    </message>
    <message>
        <source>no tensor was found on either side</source>
        <translation>两侧都没有找到张量</translation>
    </message>
    <message>
        <source>the first of it beyond its limits is %1</source>
        <translation>该算子中首个超出限值的是%1</translation>
    </message>
    <message>
        <source>comes after it: other shapes have no limits</source>
        <translation>在其之后：形状不同的张量没有限值可判</translation>
    </message>
    <message>
        <source>computes right: by %1 its own inputs give its output within %2, %3 explained; %4</source>
        <translation>计算正确：按 %1，由它自己的输入得到其输出，误差在 %2 以内，可解释 %3；%4</translation>
    </message>
    <message>
        <source>what is wrong is the argument</source>
        <translation>出错的是该实参</translation>
    </message>
    <message>
        <source>what is wrong is that input</source>
        <translation>出错的是该输入本身</translation>
    </message>
    <message>
        <source>what is wrong came with its inputs</source>
        <translation>错误来自其输入</translation>
    </message>
    <message>
        <source>none of %1 graph files can be read; this one: %2</source>
        <translation>%1 个图文件都无法读取；其中这个：%2</translation>
    </message>
    <message>
        <source>character %1</source>
        <translation>第 %1 个字符</translation>
    </message>
    <message>
        <source>the tensor</source>
        <translation>该张量</translation>
    </message>
    <message>
        <source>structured elements are not supported: %1</source>
        <translation>不支持结构化元素：%1</translation>
    </message>
    <message>
        <source>the element type %1 is not supported</source>
        <translation>不支持元素类型 %1</translation>
    </message>
    <message>
        <source>an object is not closed by }</source>
        <translation>有对象没有以 } 结束</translation>
    </message>
    <message>
        <source>a : is missing between a key and its value</source>
        <translation>键与值之间缺少 :</translation>
    </message>
    <message>
        <source>an array is not closed by ]</source>
        <translation>有数组没有以 ] 结束</translation>
    </message>
    <message>
        <source>a comma is missing between two values</source>
        <translation>两个值之间缺少逗号</translation>
    </message>
    <message>
        <source>a value is none of JSON</source>
        <translation>有值不符合 JSON</translation>
    </message>
    <message>
        <source>the document ends within a number</source>
        <translation>文档在数字中间结束</translation>
    </message>
    <message>
        <source>a number is none of JSON</source>
        <translation>有数字不符合 JSON</translation>
    </message>
    <message>
        <source>a text has an escape sequence that JSON has not</source>
        <translation>字符串中有 JSON 不允许的转义序列</translation>
    </message>
    <message>
        <source>a text is not UTF-8</source>
        <translation>有字符串不是 UTF-8</translation>
    </message>
    <message>
        <source>a text is not closed by &quot;</source>
        <translation>有字符串没有以 &quot; 结束</translation>
    </message>
    <message>
        <source>an object is missing behind a comma</source>
        <translation>逗号之后缺少内容</translation>
    </message>
    <message>
        <source>objects and arrays lie too deep in each other</source>
        <translation>对象和数组嵌套过深</translation>
    </message>
    <message>
        <source>the document is too large</source>
        <translation>文档过大</translation>
    </message>
    <message>
        <source>something follows the end of the document</source>
        <translation>文档结束之后还有内容</translation>
    </message>
    <message>
        <source>this is no JSON</source>
        <translation>这不是 JSON</translation>
    </message>
    <message>
        <source>this is no workspace: the key dumpscope_workspace is missing</source>
        <translation>这不是工作区文件：缺少键 dumpscope_workspace</translation>
    </message>
    <message>
        <source>this workspace was written by a newer version</source>
        <translation>此工作区由更新的版本写入</translation>
    </message>
    <message>
        <source>the first divergence; the conclusion is about another pair: %1</source>
        <translation>首个分歧在此；结论针对的是另一对：%1</translation>
    </message>
    <message>
        <source>a message of the %1 has no kind that is known</source>
        <translation>来自 %1 的消息类型未知</translation>
    </message>
    <message>
        <source>a message of the %1 cannot be read</source>
        <translation>无法读取来自 %1 的消息</translation>
    </message>
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
        <source>not comparable</source>
        <translation>不可比</translation>
    </message>
    <message>
        <source>unpaired target</source>
        <translation>目标侧未配对</translation>
    </message>
    <message>
        <source>unpaired golden</source>
        <translation>基准侧未配对</translation>
    </message>
    <message>
        <source>First divergence</source>
        <translation>首个分歧</translation>
    </message>
    <message>
        <source>bit-equal</source>
        <translation>逐位相同</translation>
    </message>
    <message>
        <source>within limits</source>
        <translation>均在限值内</translation>
    </message>
    <message>
        <source>rounding explains what was compared</source>
        <translation>舍入可解释所比较的全部差异</translation>
    </message>
    <message>
        <source>warnings that nothing explains</source>
        <translation>有无法解释的警告</translation>
    </message>
    <message>
        <source>differences that nothing explains</source>
        <translation>有无法解释的差异</translation>
    </message>
    <message>
        <source>its inputs pass</source>
        <translation>其输入均通过</translation>
    </message>
    <message>
        <source>its inputs pass but for those that could not be compared</source>
        <translation>除无法比较的输入外，其输入均通过</translation>
    </message>
    <message>
        <source>an input is beyond its limits, no earlier output is</source>
        <translation>有输入超出限值，此前没有输出超出</translation>
    </message>
    <message>
        <source>an input only, no output is beyond its limits</source>
        <translation>仅有输入超出限值，没有输出超出</translation>
    </message>
    <message>
        <source>Ranks and steps</source>
        <translation>各卡与各步</translation>
    </message>
    <message>
        <source>Pairs</source>
        <translation>配对</translation>
    </message>
    <message>
        <source>Save CSV</source>
        <translation>保存 CSV</translation>
    </message>
    <message>
        <source>Where the error sits (largest error per block of the flat tensor)</source>
        <translation>误差所在位置（展平张量每块的最大误差）</translation>
    </message>
    <message>
        <source>Absolute errors by powers of two</source>
        <translation>按 2 的幂统计的绝对误差</translation>
    </message>
    <message>
        <source>Worst elements</source>
        <translation>最差元素</translation>
    </message>
    <message>
        <source>index</source>
        <translation>索引</translation>
    </message>
    <message>
        <source>absolute error</source>
        <translation>绝对误差</translation>
    </message>
    <message>
        <source>relative error</source>
        <translation>相对误差</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>指标口径</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限值</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Unpaired</source>
        <translation>未配对</translation>
    </message>
    <message>
        <source>reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Interrupted: only finished pairs are here.</source>
        <translation>已中断：仅含完成的配对。</translation>
    </message>
    <message>
        <source>Bytes compared</source>
        <translation>比较的字节数</translation>
    </message>
    <message>
        <source>the order of execution is not recorded, so which was the first is not known</source>
        <translation>未记录执行顺序，因此无法得知哪个最先出错</translation>
    </message>
    <message>
        <source>most suspicious</source>
        <translation>最可疑</translation>
    </message>
    <message>
        <source>both sides hold NaN or infinities in one operator</source>
        <translation>有一个算子两侧都含 NaN 或无穷</translation>
    </message>
    <message>
        <source>both sides hold NaN or infinities in %1 operators</source>
        <translation>有 %1 个算子两侧都含 NaN 或无穷</translation>
    </message>
    <message>
        <source>%1 was called otherwise than golden&apos;s: %2</source>
        <translation>%1 的调用方式与基准侧不同：%2</translation>
    </message>
    <message>
        <source>beyond their limits are %1 of %2 pairs, the worst</source>
        <translation>%2 个配对中有 %1 个超出限值，其中最差的是</translation>
    </message>
    <message>
        <source>shapes differ in %1 of %2 pairs, by name first</source>
        <translation>%2 个配对中有 %1 个形状不同，按名称排在最前的是</translation>
    </message>
    <message>
        <source>no pair fails, %1 of %2 warn, the worst</source>
        <translation>没有不合格的配对，%2 个中有 %1 个警告，其中最差的是</translation>
    </message>
    <message>
        <source>shapes differ in %1 of %2 pairs</source>
        <translation>%2 个配对中有 %1 个形状不同</translation>
    </message>
    <message>
        <source>the first tensor beyond its limits, %1, %2</source>
        <translation>首个超出限值的张量，%1，%2</translation>
    </message>
    <message>
        <source>%1 in step %2</source>
        <translation>%1（第 %2 步）</translation>
    </message>
    <message>
        <source>off by %1 of the largest value, by the extremes and the mean</source>
        <translation>按极值与均值计，偏差为最大值的 %1</translation>
    </message>
    <message>
        <source>the counts of NaN or infinities differ</source>
        <translation>NaN 或无穷的个数不同</translation>
    </message>
    <message>
        <source>the norms are not finite</source>
        <translation>范数不是有限数</translation>
    </message>
    <message>
        <source>no norm was recorded of both sides</source>
        <translation>没有同时记录两侧的范数</translation>
    </message>
    <message>
        <source>%1; what was recorded besides is equal</source>
        <translation>%1；记录的其余内容相同</translation>
    </message>
    <message>
        <source>%1 has no tensors</source>
        <translation>%1没有张量</translation>
    </message>
    <message>
        <source>%1 has no tensors of what was asked for</source>
        <translation>%1没有所要求的张量</translation>
    </message>
    <message>
        <source>%1 has no tensors of rank %2 in step %3</source>
        <translation>%1在第 %3 步没有 %2 卡的张量</translation>
    </message>
    <message>
        <source>%1 %2 of %3 was not asked for</source>
        <translation>%3的 %1 %2 不在所要求的范围内</translation>
    </message>
    <message>
        <source>%1 of the largest value, by the extremes and the mean</source>
        <translation>按极值与均值计，为最大值的 %1</translation>
    </message>
    <message>
        <source>over the finite elements of each side; no number if a side has none, or overflows</source>
        <translation>只计各侧的有限元素；若某侧没有有限元素或溢出，则没有数值</translation>
    </message>
    <message>
        <source>%1; the file contradicts itself: its extremes show what it counts as 0</source>
        <translation>%1；文件自相矛盾：极值显示存在，计数却为 0</translation>
    </message>
    <message>
        <source>%1 of the operator holds NaN, but no dumped input holds infinities</source>
        <translation>该算子的 %1 含 NaN，但已转储的输入均不含无穷</translation>
    </message>
    <message>
        <source>takes one of %1, not %2</source>
        <translation>可取 %1 之一，不能是 %2</translation>
    </message>
    <message>
        <source>takes a whole number from %1 to %2, not %3</source>
        <translation>应为 %1 到 %2 之间的整数，不能是 %3</translation>
    </message>
    <message>
        <source>takes a whole number from %1 on, not %2</source>
        <translation>应为不小于 %1 的整数，不能是 %2</translation>
    </message>
    <message>
        <source>takes a number from %1 to %2, not %3</source>
        <translation>应为 %1 到 %2 之间的数，不能是 %3</translation>
    </message>
    <message>
        <source>%1 has no value</source>
        <translation>%1 没有值</translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>缺少 %1</translation>
    </message>
    <message>
        <source>%1 takes %2 values</source>
        <translation>%1 需要 %2 个值</translation>
    </message>
    <message>
        <source>%1 cannot be given together with %2</source>
        <translation>%1 不能与 %2 同时给出</translation>
    </message>
    <message>
        <source>%1 needs %2</source>
        <translation>%1 需要 %2</translation>
    </message>
    <message>
        <source>%1 takes a number, not %2</source>
        <translation>%1 应为数字，不能是 %2</translation>
    </message>
    <message>
        <source>there is no option or argument for %1</source>
        <translation>没有选项或参数对应 %1</translation>
    </message>
    <message>
        <source>one of these must follow: %1</source>
        <translation>后面必须是以下之一：%1</translation>
    </message>
    <message>
        <source>its options do not go together</source>
        <translation>这些选项不能一起使用</translation>
    </message>
    <message>
        <source>%1 error</source>
        <translation>%1 个错误</translation>
    </message>
    <message>
        <source>%1 errors</source>
        <translation>%1 个错误</translation>
    </message>
    <message>
        <source>%1 warning</source>
        <translation>%1 个警告</translation>
    </message>
    <message>
        <source>%1 warnings</source>
        <translation>%1 个警告</translation>
    </message>
    <message>
        <source>%1 hint</source>
        <translation>%1 条提示</translation>
    </message>
    <message>
        <source>%1 hints</source>
        <translation>%1 条提示</translation>
    </message>
    <message>
        <source>%1 dump file of msprobe</source>
        <translation>%1 个 msprobe 转储文件</translation>
    </message>
    <message>
        <source>%1 dump files of msprobe</source>
        <translation>%1 个 msprobe 转储文件</translation>
    </message>
    <message>
        <source>%1 with %2 entries</source>
        <translation>%1，含 %2 项</translation>
    </message>
    <message>
        <source>%1 (%2) with %3 entries</source>
        <translation>%1（%2），含 %3 项</translation>
    </message>
    <message>
        <source>Debug tensors of TensorRT-LLM</source>
        <translation>TensorRT-LLM 的调试张量</translation>
    </message>
    <message>
        <source>%1 tensor below PP_, TP_ and iteration_ folders</source>
        <translation>PP_、TP_ 与 iteration_ 文件夹下有 %1 个张量</translation>
    </message>
    <message>
        <source>%1 tensors below PP_, TP_ and iteration_ folders</source>
        <translation>PP_、TP_ 与 iteration_ 文件夹下有 %1 个张量</translation>
    </message>
    <message>
        <source>index %1 is out of range: axis %2 has no elements</source>
        <translation>索引 %1 超出范围：轴 %2 没有元素</translation>
    </message>
    <message>
        <source>index %1 is out of range: axis %2 of size %3 has indices from %4 to %5</source>
        <translation>索引 %1 超出范围：轴 %2 的长度为 %3，索引从 %4 到 %5</translation>
    </message>
    <message>
        <source>whether it is an input or an output is not recorded</source>
        <translation>未记录它是输入还是输出</translation>
    </message>
    <message>
        <source>%1 has no %2 of this operator in %3</source>
        <translation>%1在 %3 没有该算子的 %2</translation>
    </message>
    <message>
        <source>rank %1 step %2</source>
        <translation>卡 %1 步 %2</translation>
    </message>
    <message>
        <source>%1; what was compared of the inputs and %2 explain %3, %4</source>
        <translation>%1；已比较的输入与%2可解释 %3，%4</translation>
    </message>
    <message>
        <source>%1, those of its inputs that could be compared are equal</source>
        <translation>%1，其可比较的输入均相等</translation>
    </message>
    <message>
        <source>%1, those of its inputs that could be compared by at most %2</source>
        <translation>%1，其可比较的输入偏差至多 %2</translation>
    </message>
    <message>
        <source>%1 of %2 pairs have other shapes: where the runs are cut otherwise, over ranks or batches, tensors differ rightly</source>
        <translation>%2 个配对中有 %1 个形状不同：若两次运行在卡或批次上的切分方式不同，张量不同是正常的</translation>
    </message>
    <message>
        <source>the limits are of other pairs</source>
        <translation>限值只针对其他配对</translation>
    </message>
    <message>
        <source>%1 off, which the noise of the run explains: four of five outputs that differ are off by %2 and more</source>
        <translation>偏差 %1，可由本次运行的噪声解释：有差异的输出中五分之四的偏差不小于 %2</translation>
    </message>
    <message>
        <source>%1 off, which what came in and rounding explain</source>
        <translation>偏差 %1，可由输入的误差与舍入解释</translation>
    </message>
    <message>
        <source>the checksums are equal, what was recorded besides is not: it is left out</source>
        <translation>校验和相同，但记录的其余内容不同：其余内容不予采用</translation>
    </message>
    <message>
        <source>the first line does not name the columns of tensor statistics: %1</source>
        <translation>首行没有列出张量统计量的列名：%1</translation>
    </message>
    <message>
        <source>an entry of this name stands before: %1</source>
        <translation>前面已有同名条目：%1</translation>
    </message>
    <message>
        <source>the entry is no object: %1</source>
        <translation>该条目不是对象：%1</translation>
    </message>
    <message>
        <source>Bundle of a comparison</source>
        <translation>比较的打包文件</translation>
    </message>
    <message>
        <source>tensors of a target and of golden; the window opens it as the comparison it was</source>
        <translation>含目标侧与基准侧的张量；可在窗口中按原来的比较打开</translation>
    </message>
    <message>
        <source>model %1</source>
        <translation>模型 %1</translation>
    </message>
    <message>
        <source>graph %1</source>
        <translation>图 %1</translation>
    </message>
    <message>
        <source>%1 graph %2</source>
        <translation>%1 图 %2</translation>
    </message>
    <message>
        <source>device %1</source>
        <translation>设备 %1</translation>
    </message>
    <message>
        <source>%1 #%2</source>
        <translation>%1 #%2</translation>
    </message>
    <message>
        <source>the filter leaves out %1 of %2 pairs, and it may have begun there</source>
        <translation>筛选排除了 %2 个配对中的 %1 个，问题可能始于其中</translation>
    </message>
    <message>
        <source>%1, and %2</source>
        <translation>%1，且%2</translation>
    </message>
    <message>
        <source>an unpaired tensor of the target holds NaN: %1</source>
        <translation>目标侧有一个未配对的张量含 NaN：%1</translation>
    </message>
    <message>
        <source>%1 unpaired tensors of the target hold NaN, first %2</source>
        <translation>目标侧有 %1 个未配对的张量含 NaN，第一个是 %2</translation>
    </message>
    <message>
        <source>the checksums of the only pair are equal</source>
        <translation>唯一配对的校验和相同</translation>
    </message>
    <message>
        <source>the checksums of all %1 pairs are equal</source>
        <translation>全部 %1 个配对的校验和相同</translation>
    </message>
    <message>
        <source>by statistics alone</source>
        <translation>仅按统计量</translation>
    </message>
    <message>
        <source>by checksums alone</source>
        <translation>仅按校验和</translation>
    </message>
    <message>
        <source>by checksums alone: %1 of %2 pairs</source>
        <translation>仅按校验和：%2 个配对中的 %1 个</translation>
    </message>
    <message>
        <source>paired by equal values alone, which is a suggestion</source>
        <translation>仅因数值相同而配对，属于建议</translation>
    </message>
    <message>
        <source>paired by equal values alone, which is a suggestion: %1 of %2 pairs</source>
        <translation>仅因数值相同而配对，属于建议：%2 个配对中的 %1 个</translation>
    </message>
    <message>
        <source>min %1 is above max %2</source>
        <translation>最小值 %1 大于最大值 %2</translation>
    </message>
    <message>
        <source>mean %1 is not between min %2 and max %3</source>
        <translation>均值 %1 不在最小值 %2 与最大值 %3 之间</translation>
    </message>
    <message>
        <source>norm %1 is below the largest element %2</source>
        <translation>范数 %1 小于最大元素 %2</translation>
    </message>
    <message>
        <source>norm %1 is below what elements of mean %2 have</source>
        <translation>范数 %1 小于均值为 %2 的元素应有的范数</translation>
    </message>
    <message>
        <source>the statistics contradict themselves: %1</source>
        <translation>统计量自相矛盾：%1</translation>
    </message>
    <message>
        <source>the names of %1 files of this folder are not UTF-8</source>
        <translation>此文件夹中有 %1 个文件的名称不是 UTF-8</translation>
    </message>
    <message>
        <source>every dumped output before it is finite; %1 was given NaN as an argument</source>
        <translation>此前转储的输出均有限；%1 的一个参数为 NaN</translation>
    </message>
    <message>
        <source>everything dumped inside the module is finite; %1 was given NaN as an argument</source>
        <translation>模块内转储的内容均有限；%1 的一个参数为 NaN</translation>
    </message>
    <message>
        <source>%1: a member of this name stands before it in the file</source>
        <translation>%1：文件中前面已有同名成员</translation>
    </message>
    <message>
        <source>must not be empty</source>
        <translation>不能为空</translation>
    </message>
    <message>
        <source>there are no rules here, so no pair would have a verdict</source>
        <translation>这里没有规则，因此任何配对都不会有结论</translation>
    </message>
    <message>
        <source>a bundle holds both sides of a comparison; name one of them: %1 or %2</source>
        <translation>打包文件含比较的两侧；请指定其中一侧：%1 或 %2</translation>
    </message>
    <message>
        <source>the target holds golden&apos;s elements in another order, first at</source>
        <translation>目标侧的元素与基准侧相同但顺序不同，首处为</translation>
    </message>
    <message>
        <source>from %1 on extremes are golden&apos;s while sums differ in their last digits: elements may stand in another order, as of a permuted batch</source>
        <translation>自 %1 起极值与基准侧相同，而求和结果仅末几位不同：元素顺序可能不同，例如批次被打乱</translation>
    </message>
    <message>
        <source>the noise of the run is measured without them, so verdicts may be others where everything is compared</source>
        <translation>本次运行的噪声未计入这些张量，因此全部比较时结论可能不同</translation>
    </message>
    <message>
        <source>parameter %1 does not change in the target between step %2 and %3, golden&apos;s does</source>
        <translation>参数 %1 在目标侧的第 %2 步与第 %3 步之间没有变化，基准侧有变化</translation>
    </message>
    <message>
        <source>parameter %1 changes in the target between step %2 and %3, golden&apos;s does not</source>
        <translation>参数 %1 在目标侧的第 %2 步与第 %3 步之间有变化，基准侧没有变化</translation>
    </message>
    <message>
        <source>%1 parameters do not change in the target between step %2 and %3, golden&apos;s do, first %4</source>
        <translation>目标侧有 %1 个参数在第 %2 步与第 %3 步之间没有变化，基准侧有变化，首个为 %4</translation>
    </message>
    <message>
        <source>%1 parameters change in the target between step %2 and %3, golden&apos;s do not, first %4</source>
        <translation>目标侧有 %1 个参数在第 %2 步与第 %3 步之间有变化，基准侧没有变化，首个为 %4</translation>
    </message>
    <message>
        <source>nothing before is wrong, and others are moved on both sides: it has no gradient there, or the optimizer does not know it</source>
        <translation>此前没有错误，且两侧的其他参数都有更新：该处没有梯度，或优化器未登记该参数</translation>
    </message>
    <message>
        <source>its operator multiplies other operands than its namesake: where a product is computed in parts, these are added up elsewhere</source>
        <translation>该算子所乘的操作数与同名算子不同：乘积若分部分计算，各部分在别处相加</translation>
    </message>
    <message>
        <source>the tensor of that name on the other side is left out</source>
        <translation>另一侧的同名张量已被排除</translation>
    </message>
    <message>
        <source>paired by hand</source>
        <translation>手动配对</translation>
    </message>
    <message>
        <source>unpaired by hand</source>
        <translation>手动取消配对</translation>
    </message>
    <message>
        <source>%1 has golden&apos;s extremes, its sums differ in their last digits alone, and so do others behind it: the elements stand in another order, as of a permuted batch; %2 shows it: %3</source>
        <translation>%1 的极值与基准侧相同，求和结果仅末几位不同，其后的张量也是如此：元素顺序不同，例如批次被打乱；%2 可以说明：%3</translation>
    </message>
    <message>
        <source>the same mask in two conventions, of truth values or of numbers that are added: compared by what it means</source>
        <translation>同一掩码的两种约定（布尔值或相加的数值）：按其含义比较</translation>
    </message>
    <message>
        <source>masks in two conventions, of truth values and of numbers that are added: compared by what they mean</source>
        <translation>掩码采用两种约定（布尔值与相加的数值）：按其含义比较</translation>
    </message>
    <message>
        <source>masks in two conventions, of which statistics do not show whether they mean the same</source>
        <translation>掩码采用两种约定，统计量无法显示两者含义是否相同</translation>
    </message>
    <message>
        <source>Write conclusion, suspects, layers, all pairs and metrics as a workbook to this file</source>
        <translation>将结论、嫌疑算子、各层以及全部配对和指标写成工作簿到此文件</translation>
    </message>
    <message>
        <source>expected one of %1 after %2:</source>
        <translation>%2: 之后应为 %1 之一</translation>
    </message>
    <message>
        <source>the norms are those of a mask</source>
        <translation>范数由掩码决定</translation>
    </message>
    <message>
        <source>Filter by name, type, layer or reason</source>
        <translation>按名称、类型、层或原因筛选</translation>
    </message>
    <message>
        <source>Suspects</source>
        <translation>嫌疑算子</translation>
    </message>
    <message>
        <source>score %1</source>
        <translation>得分 %1</translation>
    </message>
    <message>
        <source>How many times more error the operator adds than its inputs and rounding explain</source>
        <translation>算子增加的误差是其输入和舍入所能解释的多少倍</translation>
    </message>
    <message>
        <source>No operator adds more error than its inputs and rounding explain.</source>
        <translation>没有算子增加的误差超出其输入和舍入所能解释的范围。</translation>
    </message>
    <message>
        <source>None. Closest: %1, %2 times what is explained (suspect above %3).</source>
        <translation>无。最接近的是 %1，为可解释误差的 %2 倍（超过 %3 才列为嫌疑算子）。</translation>
    </message>
    <message>
        <source>Error of all pairs</source>
        <translation>所有配对的误差</translation>
    </message>
    <message>
        <source>order of execution</source>
        <translation>执行顺序</translation>
    </message>
    <message>
        <source>order of the dump</source>
        <translation>转储中的顺序</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>in no layer</source>
        <translation>不属于任何层</translation>
    </message>
    <message>
        <source>failing</source>
        <translation>不合格</translation>
    </message>
    <message>
        <source>By layer</source>
        <translation>按层分组</translation>
    </message>
    <message>
        <source>largest error %1</source>
        <translation>最大误差 %1</translation>
    </message>
    <message>
        <source>%1 pairs</source>
        <translation>%1 个配对</translation>
    </message>
    <message>
        <source>%1 of %2 pairs</source>
        <translation>%1 / %2 个配对</translation>
    </message>
    <message>
        <source>Every pair passes.</source>
        <translation>所有配对均通过。</translation>
    </message>
    <message>
        <source>No pair matches.</source>
        <translation>没有匹配的配对。</translation>
    </message>
    <message>
        <source>Show all pairs</source>
        <translation>显示所有配对</translation>
    </message>
    <message>
        <source>/ filters, arrows move, Enter shows details, Ctrl+C copies the name</source>
        <translation>/ 筛选，方向键移动，Enter 显示详情，Ctrl+C 复制名称</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>slot</source>
        <translation>槽位</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>paired by</source>
        <translation>配对依据</translation>
    </message>
    <message>
        <source>element type</source>
        <translation>元素类型</translation>
    </message>
    <message>
        <source>side</source>
        <translation>侧</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>rel. error</source>
        <translation>相对误差</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另外 %1 个</translation>
    </message>
    <message>
        <source>those of its inputs that could be compared agree on theirs</source>
        <translation>其输入中可比较的部分在这些值上一致</translation>
    </message>
    <message>
        <source>%1; it is %2, golden&apos;s %3, while products of matrices have one type on both sides</source>
        <translation>%1；其类型为 %2，基准侧为 %3，而两侧矩阵乘积的类型相同</translation>
    </message>
    <message>
        <source>%1 is what is wrong in %2: %3</source>
        <translation>%1 正是 %2 中出错之处：%3</translation>
    </message>
    <message>
        <source>it has no partner in golden; %1</source>
        <translation>它在基准侧没有对应项；%1</translation>
    </message>
    <message>
        <source>it is not compared with golden&apos;s: %1; %2</source>
        <translation>它未与基准侧比较：%1；%2</translation>
    </message>
    <message>
        <source>NaN or infinities are others than golden&apos;s first at</source>
        <translation>NaN 或无穷与基准侧不同，首先出现于</translation>
    </message>
    <message>
        <source>%1 = %2 breaks the limit %3</source>
        <translation>%1 = %2 不满足限值 %3</translation>
    </message>
    <message>
        <source>the graph of TorchAir says it was made of %1</source>
        <translation>TorchAir 的图说明它来自 %1</translation>
    </message>
    <message>
        <source>the target has shape %1 and the golden %2, which no known layout brings together</source>
        <translation>目标侧形状为 %1，基准侧为 %2，没有已知的布局能使两者一致</translation>
    </message>
    <message>
        <source>a bundle of %1 of %2 pairs; of the whole run: %3</source>
        <translation>此文件含 %2 个配对中的 %1 个；整个运行的结论：%3</translation>
    </message>
    <message>
        <source>the error is %1 times that</source>
        <translation>误差是其 %1 倍</translation>
    </message>
    <message>
        <source>the noise of the run (%1) and %2</source>
        <translation>本次运行的噪声（%1）和 %2</translation>
    </message>
    <message>
        <source>%1; nothing explains that</source>
        <translation>%1；没有任何因素能够解释</translation>
    </message>
    <message>
        <source>NaN or infinities of %1 are others than golden&apos;s, or stand elsewhere</source>
        <translation>%1 的 NaN 或无穷与基准侧不同，或位于别处</translation>
    </message>
    <message>
        <source>the monitor raised an anomaly: %1</source>
        <translation>监控报告了异常：%1</translation>
    </message>
    <message>
        <source>not in statistic.csv, which leaves out tensors with -inf or -nan in their statistics</source>
        <translation>不在 statistic.csv 中；统计含 -inf 或 -nan 的张量会被略去</translation>
    </message>
    <message>
        <source>a later call wrote its values over in %1</source>
        <translation>其值在 %1 中已被后一次调用覆盖</translation>
    </message>
    <message>
        <source>no file here has the tensor %1, which should be in %2</source>
        <translation>此处没有文件包含张量 %1，它应在 %2 中</translation>
    </message>
    <message>
        <source>the tensor %1 is in %2, not in %3</source>
        <translation>张量 %1 在 %2 中，而不在 %3 中</translation>
    </message>
    <message>
        <source>the shard %1 is missing; tensors that should be in it: %2</source>
        <translation>缺少分片 %1；应在其中的张量：%2</translation>
    </message>
    <message>
        <source>%1 more problems like these</source>
        <translation>另有 %1 个类似的问题</translation>
    </message>
    <message>
        <source>%1 leads out of the folder that was opened</source>
        <translation>%1 指向所打开文件夹之外</translation>
    </message>
    <message>
        <source>its values should be in %1, which is not there</source>
        <translation>其值应在 %1 中，但它不存在</translation>
    </message>
    <message>
        <source>its values should be in %1, which leads back</source>
        <translation>其值应在 %1 中，但它又指回自身</translation>
    </message>
    <message>
        <source>its values are behind more than %1 other files</source>
        <translation>其值在超过 %1 个其他文件之后</translation>
    </message>
    <message>
        <source>the file that holds its values is damaged</source>
        <translation>保存其值的文件已损坏</translation>
    </message>
    <message>
        <source>it is %1 %2, the file that holds its values has %3 %4</source>
        <translation>它是 %1 %2，保存其值的文件为 %3 %4</translation>
    </message>
    <message>
        <source>acl_save tensors of msprobe</source>
        <translation>msprobe 的 acl_save 张量</translation>
    </message>
    <message>
        <source>not named &lt;base&gt;_&lt;n&gt;.pt, or not written by C++</source>
        <translation>名称不是 &lt;base&gt;_&lt;n&gt;.pt，或不是由 C++ 写出</translation>
    </message>
    <message>
        <source>named &lt;base&gt;_&lt;n&gt;.pt and written by the pickle of C++</source>
        <translation>名为 &lt;base&gt;_&lt;n&gt;.pt，且由 C++ 的 pickle 写出</translation>
    </message>
    <message>
        <source>ATB model or layer</source>
        <translation>ATB 模型或层</translation>
    </message>
    <message>
        <source>operators of ATB with opName and nodes</source>
        <translation>带 opName 和 nodes 的 ATB 算子</translation>
    </message>
    <message>
        <source>tensors of a model or layer of ATB</source>
        <translation>ATB 模型或层的张量</translation>
    </message>
    <message>
        <source>no operators of ATB</source>
        <translation>没有 ATB 算子</translation>
    </message>
    <message>
        <source>a line of the header is no name=value</source>
        <translation>头部有一行不是 name=value</translation>
    </message>
    <message>
        <source>the file ends within its header</source>
        <translation>文件在头部内结束</translation>
    </message>
    <message>
        <source>the header has no end within %1 bytes</source>
        <translation>头部在 %1 字节内没有结束</translation>
    </message>
    <message>
        <source>Parameters of an ATB operator</source>
        <translation>ATB 算子的参数</translation>
    </message>
    <message>
        <source>named op_param.json, in the folder of an ATB operator</source>
        <translation>名为 op_param.json，位于 ATB 算子文件夹中</translation>
    </message>
    <message>
        <source>ATB or MindIE tensor</source>
        <translation>ATB 或 MindIE 张量</translation>
    </message>
    <message>
        <source>header that begins with $Version=</source>
        <translation>头部以 $Version= 开头</translation>
    </message>
    <message>
        <source>header with dtype or dims that ends with $End</source>
        <translation>含 dtype 或 dims、以 $End 结束的头部</translation>
    </message>
    <message>
        <source>no header of an ATB tensor</source>
        <translation>没有 ATB 张量头部</translation>
    </message>
    <message>
        <source>type %1 has no values to show</source>
        <translation>类型 %1 没有可显示的值</translation>
    </message>
    <message>
        <source>%1 bytes behind the tensor are ignored</source>
        <translation>忽略张量之后的 %1 字节</translation>
    </message>
    <message>
        <source>only the first %1 records are listed</source>
        <translation>只列出前 %1 条记录</translation>
    </message>
    <message>
        <source>version %1 of the format, not 1.0</source>
        <translation>格式版本为 %1，不是 1.0</translation>
    </message>
    <message>
        <source>the dimensions are no list of numbers</source>
        <translation>维度不是数字列表</translation>
    </message>
    <message>
        <source>the header has no dimensions</source>
        <translation>头部没有维度</translation>
    </message>
    <message>
        <source>the file holds no data</source>
        <translation>文件不含数据</translation>
    </message>
    <message>
        <source>its values should be in %1, which is no file of this dump</source>
        <translation>其值应在 %1 中，但它不是此转储的文件</translation>
    </message>
    <message>
        <source>not saved: the filter of the dump left it out</source>
        <translation>未保存：被转储的过滤条件排除</translation>
    </message>
    <message>
        <source>%1 objects are announced; the first one is shown</source>
        <translation>声明了 %1 个对象，显示第一个</translation>
    </message>
    <message>
        <source>the line does not have the %1 cells of a row</source>
        <translation>该行没有一行应有的 %1 个单元格</translation>
    </message>
    <message>
        <source>the line is no row: neither an input nor an output with a number</source>
        <translation>该行不是数据行：既不是带编号的输入也不是输出</translation>
    </message>
    <message>
        <source>%1 more lines are no rows</source>
        <translation>另有 %1 行不是数据行</translation>
    </message>
    <message>
        <source>the numbers %1 do not fit the name</source>
        <translation>编号 %1 与名称不符</translation>
    </message>
    <message>
        <source>Statistics of ATB operators</source>
        <translation>ATB 算子的统计</translation>
    </message>
    <message>
        <source>columns Device and PID, Execution Count, Op Id and Tensor Path</source>
        <translation>有 Device and PID、Execution Count、Op Id 和 Tensor Path 列</translation>
    </message>
    <message>
        <source>no header line of statistics of ATB</source>
        <translation>没有 ATB 统计的表头行</translation>
    </message>
    <message>
        <source>Statistics of config_check of msprobe</source>
        <translation>msprobe config_check 的统计</translation>
    </message>
    <message>
        <source>no weight.json or dataset.json of a step and a rank</source>
        <translation>不是某步某卡的 weight.json 或 dataset.json</translation>
    </message>
    <message>
        <source>named like a part of a package of config_check, in the folder of a rank</source>
        <translation>名称像 config_check 包的一部分，位于 rank 文件夹中</translation>
    </message>
    <message>
        <source>a pickle, but not the metadata of a checkpoint</source>
        <translation>是 pickle，但不是检查点的元数据</translation>
    </message>
    <message>
        <source>the entry lacks its size or its pieces</source>
        <translation>该条目缺少大小或分块</translation>
    </message>
    <message>
        <source>a piece lies outside of the tensor of shape %1</source>
        <translation>有分块位于形状为 %1 的张量之外</translation>
    </message>
    <message>
        <source>there is no folder</source>
        <translation>没有文件夹</translation>
    </message>
    <message>
        <source>the file %1 with a piece of it is missing</source>
        <translation>缺少含其分块的文件 %1</translation>
    </message>
    <message>
        <source>compressed pieces are not read</source>
        <translation>不读取压缩的分块</translation>
    </message>
    <message>
        <source>the checkpoint does not say where the piece at %1 is</source>
        <translation>检查点没有说明位于 %1 的分块在何处</translation>
    </message>
    <message>
        <source>the piece in %1 lies outside of the folder</source>
        <translation>%1 中的分块位于文件夹之外</translation>
    </message>
    <message>
        <source>a piece should end at byte %1 of %2, which has %3</source>
        <translation>有分块应在 %2 的第 %1 字节结束，而该文件只有 %3 字节</translation>
    </message>
    <message>
        <source>a piece of shape %1</source>
        <translation>形状为 %1 的分块</translation>
    </message>
    <message>
        <source>the pieces have %1 of %2 elements</source>
        <translation>各分块共有 %2 个元素中的 %1 个</translation>
    </message>
    <message>
        <source>a piece of one tensor with another number of tensors: %1</source>
        <translation>一个张量的分块却含其他数量的张量：%1</translation>
    </message>
    <message>
        <source>a piece of %1 in a tensor of %2</source>
        <translation>%2 张量中有 %1 类型的分块</translation>
    </message>
    <message>
        <source>a piece of shape %1 that should have %2</source>
        <translation>分块的形状为 %1，应为 %2</translation>
    </message>
    <message>
        <source>a tensor of %1 bytes in files of %2</source>
        <translation>%1 字节的张量位于共 %2 字节的文件中</translation>
    </message>
    <message>
        <source>no memory for a tensor of %1 bytes</source>
        <translation>没有内存容纳 %1 字节的张量</translation>
    </message>
    <message>
        <source>torch distributed checkpoint</source>
        <translation>torch 分布式检查点</translation>
    </message>
    <message>
        <source>a pickle with classes of torch.distributed.checkpoint</source>
        <translation>含 torch.distributed.checkpoint 类的 pickle</translation>
    </message>
    <message>
        <source>a pickle named .metadata</source>
        <translation>名为 .metadata 的 pickle</translation>
    </message>
    <message>
        <source>named like pieces of a torch distributed checkpoint</source>
        <translation>名称像 torch 分布式检查点的分块</translation>
    </message>
    <message>
        <source>neither .metadata nor .distcp</source>
        <translation>既不是 .metadata 也不是 .distcp</translation>
    </message>
    <message>
        <source>pieces</source>
        <translation>分块</translation>
    </message>
    <message>
        <source>piece at %1</source>
        <translation>位于 %1 的分块</translation>
    </message>
    <message>
        <source>%1, byte %2</source>
        <translation>%1，第 %2 字节</translation>
    </message>
    <message>
        <source>pieces of tensors, but the file .metadata that lists them is missing</source>
        <translation>是张量的分块，但缺少列出它们的 .metadata 文件</translation>
    </message>
    <message>
        <source>does not end with a whole piece; the file may be cut here</source>
        <translation>末尾不是完整的分块；文件可能在此处被截断</translation>
    </message>
    <message>
        <source>the last line has no end; the file may be cut here</source>
        <translation>最后一行没有结束；文件可能在此处被截断</translation>
    </message>
    <message>
        <source>Fusion passes of GE that took effect</source>
        <translation>GE 中生效的融合 pass</translation>
    </message>
    <message>
        <source>passes of graph_fusion or ub_fusion by session and graph</source>
        <translation>按会话和图的 graph_fusion 或 ub_fusion pass</translation>
    </message>
    <message>
        <source>no passes by session and graph</source>
        <translation>没有按会话和图的 pass</translation>
    </message>
    <message>
        <source>Hugging Face model debugger</source>
        <translation>Hugging Face 模型调试器</translation>
    </message>
    <message>
        <source>not named *_debug_tree_*.json</source>
        <translation>名称不是 *_debug_tree_*.json</translation>
    </message>
    <message>
        <source>a tree of modules by its name</source>
        <translation>按名称是模块树</translation>
    </message>
    <message>
        <source>a tree of too many tensors</source>
        <translation>模块树的张量过多</translation>
    </message>
    <message>
        <source>modules are nested too deeply</source>
        <translation>模块嵌套过深</translation>
    </message>
    <message>
        <source>values are nested too deeply</source>
        <translation>值嵌套过深</translation>
    </message>
    <message>
        <source>Megatron checkpoint</source>
        <translation>Megatron 检查点</translation>
    </message>
    <message>
        <source>a file of torch.save with the name that Megatron gives</source>
        <translation>名称与 Megatron 所用一致的 torch.save 文件</translation>
    </message>
    <message>
        <source>anomalies of the msprobe monitor</source>
        <translation>msprobe 监控的异常</translation>
    </message>
    <message>
        <source>not named anomaly.json</source>
        <translation>名称不是 anomaly.json</translation>
    </message>
    <message>
        <source>a JSON object with the name that the monitor gives</source>
        <translation>名称与监控所用一致的 JSON 对象</translation>
    </message>
    <message>
        <source>%1 more lines with a problem</source>
        <translation>另有 %1 行有问题</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no step</source>
        <translation>“%1”不是步</translation>
    </message>
    <message>
        <source>the line has %1 of %2 fields</source>
        <translation>该行只有 %2 个字段中的 %1 个</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no number</source>
        <translation>“%1”不是数字</translation>
    </message>
    <message>
        <source>msprobe monitor statistics</source>
        <translation>msprobe 监控统计</translation>
    </message>
    <message>
        <source>columns of the monitor, version 1</source>
        <translation>监控的列，版本 1</translation>
    </message>
    <message>
        <source>columns of the monitor, version 2</source>
        <translation>监控的列，版本 2</translation>
    </message>
    <message>
        <source>no header line of the monitor</source>
        <translation>没有监控的表头行</translation>
    </message>
    <message>
        <source>msit module tree</source>
        <translation>msit 模块树</translation>
    </message>
    <message>
        <source>names and types of modules in model_tree.json</source>
        <translation>model_tree.json 中的模块名称和类型</translation>
    </message>
    <message>
        <source>msit tensor statistics</source>
        <translation>msit 张量统计</translation>
    </message>
    <message>
        <source>columns of msit&apos;s statistics</source>
        <translation>msit 统计的列</translation>
    </message>
    <message>
        <source>no header line of msit&apos;s statistics</source>
        <translation>没有 msit 统计的表头行</translation>
    </message>
    <message>
        <source>no offline model: its magic is missing</source>
        <translation>不是离线模型：缺少魔数</translation>
    </message>
    <message>
        <source>the model is encrypted; nothing in it can be read</source>
        <translation>模型已加密，无法读取</translation>
    </message>
    <message>
        <source>there is no table of the parts of the model</source>
        <translation>没有模型的分区表</translation>
    </message>
    <message>
        <source>parts of the model are beyond the end of the file, or overlap</source>
        <translation>模型的部分超出文件末尾或相互重叠</translation>
    </message>
    <message>
        <source>Offline model of GE</source>
        <translation>GE 离线模型</translation>
    </message>
    <message>
        <source>magic of an offline model</source>
        <translation>离线模型的魔数</translation>
    </message>
    <message>
        <source>no magic of an offline model</source>
        <translation>没有离线模型的魔数</translation>
    </message>
    <message>
        <source>the file holds %1 models; this is the first one</source>
        <translation>文件含 %1 个模型，这是第一个</translation>
    </message>
    <message>
        <source>Times of operators of a profiler</source>
        <translation>性能分析器的算子耗时</translation>
    </message>
    <message>
        <source>not a .csv file</source>
        <translation>不是 .csv 文件</translation>
    </message>
    <message>
        <source>columns of a profiler: names, tasks and durations</source>
        <translation>性能分析器的列：名称、任务和耗时</translation>
    </message>
    <message>
        <source>no columns with names, tasks and durations</source>
        <translation>没有名称、任务和耗时列</translation>
    </message>
    <message>
        <source>the pickle has the opcode %1, which is not read; nothing of it was run</source>
        <translation>pickle 含有不读取的操作码 %1；未执行其中任何内容</translation>
    </message>
    <message>
        <source>a pickle that asks for what has no name</source>
        <translation>pickle 请求了没有名称的对象</translation>
    </message>
    <message>
        <source>a pickle that asks for too much</source>
        <translation>pickle 请求的内容过多</translation>
    </message>
    <message>
        <source>a pickle that gives a state to what is no object</source>
        <translation>pickle 为非对象设置状态</translation>
    </message>
    <message>
        <source>the entry is not an object</source>
        <translation>该条目不是对象</translation>
    </message>
    <message>
        <source>a tensor of more than %1 dimensions</source>
        <translation>张量超过 %1 维</translation>
    </message>
    <message>
        <source>data_offsets that are no range of bytes</source>
        <translation>data_offsets 不是字节范围</translation>
    </message>
    <message>
        <source>the entry lacks dtype, shape or data_offsets</source>
        <translation>该条目缺少 dtype、shape 或 data_offsets</translation>
    </message>
    <message>
        <source>%1 of shape %2 takes %3 bytes, but data_offsets span %4</source>
        <translation>形状为 %2 的 %1 占 %3 字节，而 data_offsets 跨越 %4 字节</translation>
    </message>
    <message>
        <source>shares %1 bytes with the tensor before it</source>
        <translation>与前一个张量共用 %1 字节</translation>
    </message>
    <message>
        <source>%1 bytes before it belong to no tensor</source>
        <translation>其前有 %1 字节不属于任何张量</translation>
    </message>
    <message>
        <source>the header should have %1 bytes, but the file has %2</source>
        <translation>头部应有 %1 字节，而文件只有 %2 字节</translation>
    </message>
    <message>
        <source>a header of %1 bytes</source>
        <translation>%1 字节的头部</translation>
    </message>
    <message>
        <source>the header is no JSON object</source>
        <translation>头部不是 JSON 对象</translation>
    </message>
    <message>
        <source>safetensors</source>
        <translation>safetensors</translation>
    </message>
    <message>
        <source>a header of tensors in JSON behind its length</source>
        <translation>长度之后是 JSON 的张量头部</translation>
    </message>
    <message>
        <source>named .safetensors, with an object behind eight bytes</source>
        <translation>名为 .safetensors，八个字节之后是对象</translation>
    </message>
    <message>
        <source>named .safetensors, empty</source>
        <translation>名为 .safetensors，内容为空</translation>
    </message>
    <message>
        <source>named .safetensors, but without such a header</source>
        <translation>名为 .safetensors，但没有这样的头部</translation>
    </message>
    <message>
        <source>no header of tensors in JSON behind its length</source>
        <translation>长度之后没有 JSON 的张量头部</translation>
    </message>
    <message>
        <source>a tensor of this name stands before: %1</source>
        <translation>此前已有同名张量：%1</translation>
    </message>
    <message>
        <source>%1 bytes behind the last tensor belong to no tensor</source>
        <translation>最后一个张量之后有 %1 字节不属于任何张量</translation>
    </message>
    <message>
        <source>type in the file</source>
        <translation>文件中的类型</translation>
    </message>
    <message>
        <source>first byte</source>
        <translation>首字节</translation>
    </message>
    <message>
        <source>end</source>
        <translation>末尾</translation>
    </message>
    <message>
        <source>SGLang hook dump</source>
        <translation>SGLang hook 转储</translation>
    </message>
    <message>
        <source>no Pass&lt;n&gt;.pt in a folder of SGLang&apos;s hook dumper</source>
        <translation>不是 SGLang hook 转储器文件夹中的 Pass&lt;n&gt;.pt</translation>
    </message>
    <message>
        <source>named like a pass of SGLang, but no file of torch.save</source>
        <translation>名称像 SGLang 的一次前向，但不是 torch.save 文件</translation>
    </message>
    <message>
        <source>a pass in a folder of SGLang&apos;s hook dumper</source>
        <translation>SGLang hook 转储器文件夹中的一次前向</translation>
    </message>
    <message>
        <source>each pass begins with the end of the pass before: what stands before the first layer belongs to the pass before</source>
        <translation>每次前向以前一次的结尾开始：第一层之前的内容属于前一次前向</translation>
    </message>
    <message>
        <source>SGLang dump</source>
        <translation>SGLang 转储</translation>
    </message>
    <message>
        <source>no tags of SGLang&apos;s dumper in the name</source>
        <translation>名称中没有 SGLang 转储器的标记</translation>
    </message>
    <message>
        <source>named like a dump of SGLang, but no file of torch.save</source>
        <translation>名称像 SGLang 转储，但不是 torch.save 文件</translation>
    </message>
    <message>
        <source>a file of torch.save with the tags of SGLang&apos;s dumper in its name</source>
        <translation>名称含 SGLang 转储器标记的 torch.save 文件</translation>
    </message>
    <message>
        <source>index of the shards of a model</source>
        <translation>模型分片的索引</translation>
    </message>
    <message>
        <source>has a weight_map</source>
        <translation>有 weight_map</translation>
    </message>
    <message>
        <source>no weight_map</source>
        <translation>没有 weight_map</translation>
    </message>
    <message>
        <source>Statistics of SingleSave of msprobe</source>
        <translation>msprobe SingleSave 的统计</translation>
    </message>
    <message>
        <source>no .json file in a folder of SingleSave</source>
        <translation>不是 SingleSave 文件夹中的 .json 文件</translation>
    </message>
    <message>
        <source>named like the key of its folder, beside the arrays of SingleSave</source>
        <translation>与所在文件夹的键同名，在 SingleSave 数组旁</translation>
    </message>
    <message>
        <source>the database is damaged: %1</source>
        <translation>数据库已损坏：%1</translation>
    </message>
    <message>
        <source>no SQLite database</source>
        <translation>不是 SQLite 数据库</translation>
    </message>
    <message>
        <source>a database with a write-ahead log, larger than %1 bytes</source>
        <translation>带预写日志且大于 %1 字节的数据库</translation>
    </message>
    <message>
        <source>no memory for the database</source>
        <translation>没有内存容纳数据库</translation>
    </message>
    <message>
        <source>the pickle names %1, which could run anything; nothing of it was run</source>
        <translation>pickle 引用了可执行任意代码的 %1；未执行其中任何内容</translation>
    </message>
    <message>
        <source>GE graph of TorchAir (text)</source>
        <translation>TorchAir 的 GE 图（文本）</translation>
    </message>
    <message>
        <source>operators of a ge.proto.GraphDef in text format</source>
        <translation>文本格式 ge.proto.GraphDef 的算子</translation>
    </message>
    <message>
        <source>named like a graph of TorchAir</source>
        <translation>名称像 TorchAir 的图</translation>
    </message>
    <message>
        <source>no operators of a ge.proto.GraphDef in text format</source>
        <translation>没有文本格式 ge.proto.GraphDef 的算子</translation>
    </message>
    <message>
        <source>the database does not name this target</source>
        <translation>数据库没有此目标的名称</translation>
    </message>
    <message>
        <source>Trends of the monitor of msprobe</source>
        <translation>msprobe 监控的趋势</translation>
    </message>
    <message>
        <source>not named .trend.db</source>
        <translation>名称不是 .trend.db</translation>
    </message>
    <message>
        <source>a database named .trend.db</source>
        <translation>名为 .trend.db 的数据库</translation>
    </message>
    <message>
        <source>the database has no tables of trends</source>
        <translation>数据库没有趋势表</translation>
    </message>
    <message>
        <source>pages of the database are missing at its end</source>
        <translation>数据库末尾缺少页</translation>
    </message>
    <message>
        <source>only the first %1 rows are listed</source>
        <translation>只列出前 %1 行</translation>
    </message>
    <message>
        <source>Graph database of msprobe</source>
        <translation>msprobe 图数据库</translation>
    </message>
    <message>
        <source>not named .vis.db</source>
        <translation>名称不是 .vis.db</translation>
    </message>
    <message>
        <source>a database named .vis.db</source>
        <translation>名为 .vis.db 的数据库</translation>
    </message>
    <message>
        <source>the database has no tables of graphs</source>
        <translation>数据库没有图表</translation>
    </message>
    <message>
        <source>vLLM intermediate tensors</source>
        <translation>vLLM 中间张量</translation>
    </message>
    <message>
        <source>a description in a folder of vLLM&apos;s logger</source>
        <translation>vLLM 日志文件夹中的说明</translation>
    </message>
    <message>
        <source>not saved: %1</source>
        <translation>未保存：%1</translation>
    </message>
    <message>
        <source>order of the modules of vLLM</source>
        <translation>vLLM 模块的顺序</translation>
    </message>
    <message>
        <source>module_calls.txt in a folder of vLLM&apos;s logger</source>
        <translation>vLLM 日志文件夹中的 module_calls.txt</translation>
    </message>
    <message>
        <source>acl_save tensors</source>
        <translation>acl_save 张量</translation>
    </message>
    <message>
        <source>%1 in %2 named &lt;base&gt;_&lt;n&gt;.pt and written by C++</source>
        <translation>%2 中有 %1，名为 &lt;base&gt;_&lt;n&gt;.pt 且由 C++ 写出</translation>
    </message>
    <message>
        <source>aclgraph dump of msprobe</source>
        <translation>msprobe 的 aclgraph 转储</translation>
    </message>
    <message>
        <source>%1 in %2 named after calls in a graph</source>
        <translation>%2 中有 %1，以图中的调用命名</translation>
    </message>
    <message>
        <source>%1 file</source>
        <translation>%1 个文件</translation>
    </message>
    <message>
        <source>%1 files</source>
        <translation>%1 个文件</translation>
    </message>
    <message>
        <source>%1 tensor</source>
        <translation>%1 个张量</translation>
    </message>
    <message>
        <source>%1 tensors</source>
        <translation>%1 个张量</translation>
    </message>
    <message>
        <source>%1 in %2 named .metadata</source>
        <translation>%2 中有 %1，由名为 .metadata 的文件列出</translation>
    </message>
    <message>
        <source>Hugging Face debugger</source>
        <translation>Hugging Face 调试器</translation>
    </message>
    <message>
        <source>%1 in %2 named by a tree of modules or like one</source>
        <translation>%2 中有 %1，由模块树命名或名称与之相似</translation>
    </message>
    <message>
        <source>ATB or MindIE dump</source>
        <translation>ATB 或 MindIE 转储</translation>
    </message>
    <message>
        <source>%1 files are tensors, statistics, parameters or graphs of ATB operators</source>
        <translation>%1 个文件是 ATB 算子的张量、统计、参数或图</translation>
    </message>
    <message>
        <source>%1 file is a tensor, statistics, parameters or a graph of ATB operators</source>
        <translation>%1 个文件是 ATB 算子的张量、统计、参数或图</translation>
    </message>
    <message>
        <source>TorchAir dump of FX operators</source>
        <translation>TorchAir 的 FX 算子转储</translation>
    </message>
    <message>
        <source>%1 files in folders of a rank, an FX graph and a step</source>
        <translation>%1 个文件位于卡、FX 图和步的文件夹中</translation>
    </message>
    <message>
        <source>%1 file in a folder of a rank, an FX graph and a step</source>
        <translation>%1 个文件位于卡、FX 图和步的文件夹中</translation>
    </message>
    <message>
        <source>TorchAir graphs</source>
        <translation>TorchAir 图</translation>
    </message>
    <message>
        <source>%1 files are GE graphs that TorchAir wrote</source>
        <translation>%1 个文件是 TorchAir 写出的 GE 图</translation>
    </message>
    <message>
        <source>%1 file is a GE graph that TorchAir wrote</source>
        <translation>%1 个文件是 TorchAir 写出的 GE 图</translation>
    </message>
    <message>
        <source>SingleSave of msprobe</source>
        <translation>msprobe SingleSave</translation>
    </message>
    <message>
        <source>%1 files in folders of a key, a step and a rank</source>
        <translation>%1 个文件位于键、步和卡的文件夹中</translation>
    </message>
    <message>
        <source>%1 file in a folder of a key, a step and a rank</source>
        <translation>%1 个文件位于键、步和卡的文件夹中</translation>
    </message>
    <message>
        <source>%1 files begin with the magic of offline models</source>
        <translation>%1 个文件以离线模型的魔数开头</translation>
    </message>
    <message>
        <source>%1 file begins with the magic of offline models</source>
        <translation>%1 个文件以离线模型的魔数开头</translation>
    </message>
    <message>
        <source>%1 databases with tables of trends</source>
        <translation>%1 个含趋势表的数据库</translation>
    </message>
    <message>
        <source>%1 database with tables of trends</source>
        <translation>%1 个含趋势表的数据库</translation>
    </message>
    <message>
        <source>%1 databases named .vis.db</source>
        <translation>%1 个名为 .vis.db 的数据库</translation>
    </message>
    <message>
        <source>%1 database named .vis.db</source>
        <translation>%1 个名为 .vis.db 的数据库</translation>
    </message>
    <message>
        <source>Package of config_check of msprobe</source>
        <translation>msprobe config_check 包</translation>
    </message>
    <message>
        <source>%1 files with statistics of parameters or input data by step and rank</source>
        <translation>%1 个文件含按步和卡的参数或输入数据统计</translation>
    </message>
    <message>
        <source>%1 file with statistics of parameters or input data by step and rank</source>
        <translation>%1 个文件含按步和卡的参数或输入数据统计</translation>
    </message>
    <message>
        <source>%1 files list passes by session and graph</source>
        <translation>%1 个文件按会话和图列出融合 pass</translation>
    </message>
    <message>
        <source>%1 file lists passes by session and graph</source>
        <translation>%1 个文件按会话和图列出融合 pass</translation>
    </message>
    <message>
        <source>%1 tables with names, tasks and durations of operators</source>
        <translation>%1 个含算子名、任务和耗时的表</translation>
    </message>
    <message>
        <source>%1 table with names, tasks and durations of operators</source>
        <translation>%1 个含算子名、任务和耗时的表</translation>
    </message>
    <message>
        <source>%1 in %2 named model_optim_rng.pt</source>
        <translation>%2 中有 %1，名为 model_optim_rng.pt</translation>
    </message>
    <message>
        <source>msprobe monitor</source>
        <translation>msprobe 监控</translation>
    </message>
    <message>
        <source>statistics of %1 in %2 of the monitor</source>
        <translation>监控的 %2 中有 %1 的统计</translation>
    </message>
    <message>
        <source>msit hook dump</source>
        <translation>msit hook 转储</translation>
    </message>
    <message>
        <source>%1 in %2 below torch_tensors</source>
        <translation>torch_tensors 之下的 %2 中有 %1</translation>
    </message>
    <message>
        <source>safetensors weights</source>
        <translation>safetensors 权重</translation>
    </message>
    <message>
        <source>%1 in %2 with a header of safetensors</source>
        <translation>%2 中有 %1，带 safetensors 头部</translation>
    </message>
    <message>
        <source>%1 in %2 with the names that the dumpers of SGLang give</source>
        <translation>%2 中有 %1，名称与 SGLang 转储器所用一致</translation>
    </message>
    <message>
        <source>%1 in %2 below step folders of a request</source>
        <translation>请求的步文件夹之下的 %2 中有 %1</translation>
    </message>
    <message>
        <source>--report writes HTML; a file *%1 is written by %2</source>
        <translation>--report 写出 HTML；*%1 文件由 %2 写出</translation>
    </message>
    <message>
        <source>the target runs it where golden runs %1; %2</source>
        <translation>目标侧在此运行它，而基准侧运行 %1；%2</translation>
    </message>
    <message>
        <source>%1 has other NaN or infinities than golden</source>
        <translation>%1 的 NaN 或无穷与基准侧不同</translation>
    </message>
    <message>
        <source>%1 has other NaN or infinities than golden, or at other places, and no compared operator made them: %2; nothing compared before has</source>
        <translation>%1 的 NaN 或无穷与基准侧不同或位于别处，且不是由已比较的算子产生：%2；此前比较的内容中没有</translation>
    </message>
    <message>
        <source>%1 has NaN or infinities where golden has none, and no compared operator made them: %2; nothing compared before has</source>
        <translation>%1 有 NaN 或无穷而基准侧没有，且不是由已比较的算子产生：%2；此前比较的内容中没有</translation>
    </message>
    <message>
        <source>what it sums nearly cancels, so that the rounding of the terms is a large part of it</source>
        <translation>所求和的各项几乎相互抵消，因此各项的舍入占了很大部分</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1; in the step before its %2</source>
        <translation>%1；在上一步中，其%2</translation>
    </message>
    <message>
        <source>before it only golden&apos;s dump has %1</source>
        <translation>在此之前，仅基准侧的转储含有 %1</translation>
    </message>
    <message>
        <source>before it only the target&apos;s dump has %1</source>
        <translation>在此之前，仅目标侧的转储含有 %1</translation>
    </message>
    <message>
        <source>%1 by other known effects</source>
        <translation>%1 项可由其他已知效应解释</translation>
    </message>
    <message>
        <source>one element of %1 is far off: %2 by %3; no other number that differs is off by more than %4</source>
        <translation>%1 个元素中有一个相差很大：%2，相差 %3；其余不同的数值相差均不超过 %4</translation>
    </message>
    <message>
        <source>%1 elements of %2 are far off, by %3 or more, the worst is %4; no other number that differs is off by more than %5</source>
        <translation>%2 个元素中有 %1 个相差很大，至少相差 %3，最差的是 %4；其余不同的数值相差均不超过 %5</translation>
    </message>
    <message>
        <source>each is NaN or infinite on one side at least</source>
        <translation>每个元素至少在一侧为 NaN 或无穷大</translation>
    </message>
    <message>
        <source>one of them is NaN or infinite on one side at least</source>
        <translation>其中一个至少在一侧为 NaN 或无穷大</translation>
    </message>
    <message>
        <source>%1 of them are NaN or infinite on one side at least</source>
        <translation>其中 %1 个至少在一侧为 NaN 或无穷大</translation>
    </message>
    <message>
        <source>each of the others is golden&apos;s times %1</source>
        <translation>其余元素均为基准侧的 %1 倍</translation>
    </message>
    <message>
        <source>each of the others is golden&apos;s plus %1</source>
        <translation>其余元素均为基准侧加 %1</translation>
    </message>
    <message>
        <source>the other %1 are all within %2</source>
        <translation>其余 %1 个均在 %2 以内</translation>
    </message>
    <message>
        <source>one of them by more than %1, %2</source>
        <translation>其中一个相差超过 %1，为 %2</translation>
    </message>
    <message>
        <source>one of the others by more than %1, %2</source>
        <translation>其余元素中有一个相差超过 %1，为 %2</translation>
    </message>
    <message>
        <source>%1 of the others by more than %2, all within %3</source>
        <translation>其余元素中有 %1 个相差超过 %2，均在 %3 之内</translation>
    </message>
    <message>
        <source>1 package version</source>
        <translation>1 个软件包版本</translation>
    </message>
    <message>
        <source>%1 package versions</source>
        <translation>%1 个软件包版本</translation>
    </message>
    <message>
        <source>1 environment variable</source>
        <translation>1 个环境变量</translation>
    </message>
    <message>
        <source>%1 environment variables</source>
        <translation>%1 个环境变量</translation>
    </message>
    <message>
        <source>1 hyperparameter</source>
        <translation>1 个超参数</translation>
    </message>
    <message>
        <source>%1 hyperparameters</source>
        <translation>%1 个超参数</translation>
    </message>
    <message>
        <source>the number of calls of 1 random operator</source>
        <translation>1 个随机算子的调用次数</translation>
    </message>
    <message>
        <source>the numbers of calls of %1 random operators</source>
        <translation>%1 个随机算子的调用次数</translation>
    </message>
    <message>
        <source>1 figure of the input data</source>
        <translation>输入数据的 1 项指标</translation>
    </message>
    <message>
        <source>%1 figures of the input data</source>
        <translation>输入数据的 %1 项指标</translation>
    </message>
    <message>
        <source>1 figure of the weights</source>
        <translation>权重的 1 项指标</translation>
    </message>
    <message>
        <source>%1 figures of the weights</source>
        <translation>权重的 %1 项指标</translation>
    </message>
    <message>
        <source>package versions</source>
        <translation>软件包版本</translation>
    </message>
    <message>
        <source>environment variables</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>hyperparameters</source>
        <translation>超参数</translation>
    </message>
    <message>
        <source>calls of random operators</source>
        <translation>随机算子的调用</translation>
    </message>
    <message>
        <source>input data</source>
        <translation>输入数据</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>there are %1 packages of config_check; %2 was compared</source>
        <translation>config_check 数据包有 %1 个；比较的是 %2</translation>
    </message>
    <message>
        <source>the environments of the runs were not compared: the two packages of config_check have no part in common</source>
        <translation>未比较两次运行的环境：两侧的 config_check 数据包没有共同的部分</translation>
    </message>
    <message>
        <source>the environments of the runs are the same as far as config_check recorded them</source>
        <translation>就 config_check 的记录而言，两次运行的环境相同</translation>
    </message>
    <message>
        <source>the environments of the runs are the same where both recorded them</source>
        <translation>两侧均有记录的部分，两次运行的环境相同</translation>
    </message>
    <message>
        <source>the environments of the runs differ: %1</source>
        <translation>两次运行的环境不同：%1</translation>
    </message>
    <message>
        <source>%1 were not compared: %2</source>
        <translation>未比较%1：%2</translation>
    </message>
    <message>
        <source>%1 were not compared: only the target&apos;s package has them</source>
        <translation>未比较%1：仅目标侧的数据包含有</translation>
    </message>
    <message>
        <source>%1 were not compared: only golden&apos;s package has them</source>
        <translation>未比较%1：仅基准侧的数据包含有</translation>
    </message>
    <message>
        <source>the environments of the runs were not compared: golden has no package of config_check</source>
        <translation>未比较两次运行的环境：基准侧没有 config_check 数据包</translation>
    </message>
    <message>
        <source>the environments of the runs were not compared: the target has no package of config_check</source>
        <translation>未比较两次运行的环境：目标侧没有 config_check 数据包</translation>
    </message>
    <message>
        <source>%1: %2 in golden, not in the target&apos;s package</source>
        <translation>%1：基准侧为 %2，目标侧的数据包中没有</translation>
    </message>
    <message>
        <source>%1: %2 in the target, not in golden&apos;s package</source>
        <translation>%1：目标侧为 %2，基准侧的数据包中没有</translation>
    </message>
    <message>
        <source>%1: %2 in the target, %3 in golden</source>
        <translation>%1：目标侧为 %2，基准侧为 %3</translation>
    </message>
    <message>
        <source>made by a fusion pass: %1</source>
        <translation>由融合规则生成：%1</translation>
    </message>
    <message>
        <source>%1 more differences of the environments are in the report</source>
        <translation>另有 %1 处环境差异见报告</translation>
    </message>
    <message>
        <source>the same fusion passes took effect in both runs</source>
        <translation>两次运行中生效的融合规则相同</translation>
    </message>
    <message>
        <source>the same fusion passes took effect in both runs; %1 matched in another number of places</source>
        <translation>两次运行中生效的融合规则相同；其中 %1 条匹配的次数不同</translation>
    </message>
    <message>
        <source>1 fusion pass took effect in another number of places</source>
        <translation>1 条融合规则的生效次数不同</translation>
    </message>
    <message>
        <source>%1 fusion passes took effect in another number of places</source>
        <translation>%1 条融合规则的生效次数不同</translation>
    </message>
    <message>
        <source>fusion passes were not compared: golden has no fusion_result.json</source>
        <translation>未比较融合规则：基准侧没有 fusion_result.json</translation>
    </message>
    <message>
        <source>fusion passes were not compared: the target has no fusion_result.json</source>
        <translation>未比较融合规则：目标侧没有 fusion_result.json</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%2 中的 %1</translation>
    </message>
    <message>
        <source>the exported operator of the same module</source>
        <translation>同一模块导出的算子</translation>
    </message>
    <message>
        <source>both sides hold several parameters in one tensor, in other orders of rows (target: %1; golden: %2), and are not compared</source>
        <translation>两侧均将多个参数合并在一个张量中，但行的顺序不同（目标侧：%1；基准侧：%2），不作比较</translation>
    </message>
    <message>
        <source>same name but for what wraps the model</source>
        <translation>除包裹模型的前缀外名称相同</translation>
    </message>
    <message>
        <source>the same by the table of names</source>
        <translation>按名称表为同一参数</translation>
    </message>
    <message>
        <source>the same by the tables of names of %1 and %2</source>
        <translation>按 %1 与 %2 的名称表为同一参数</translation>
    </message>
    <message>
        <source>holds in one tensor what the other side keeps apart (rows: %1), and is not compared</source>
        <translation>将另一侧分开保存的内容合并在一个张量中（行：%1），不作比较</translation>
    </message>
    <message>
        <source>the other side holds it together with others in %1, and it is not compared</source>
        <translation>另一侧将其与其他参数合并在 %1 中，不作比较</translation>
    </message>
    <message>
        <source>must be 1</source>
        <translation>必须为 1</translation>
    </message>
    <message>
        <source>%1: more than %2 entries</source>
        <translation>%1：超过 %2 项</translation>
    </message>
    <message>
        <source>$%1 has no group; the pattern has %2</source>
        <translation>$%1 没有对应的分组；该模式有 %2 个分组</translation>
    </message>
    <message>
        <source>must be a list of two names or more</source>
        <translation>必须是含两个或更多名称的列表</translation>
    </message>
    <message>
        <source>no pairing file, table of names, fusion rule JSON, msprobe mapping or tensor manifest</source>
        <translation>不是配对文件、名称表、融合规则 JSON、msprobe 映射或张量清单</translation>
    </message>
    <message>
        <source>more than %1 bytes</source>
        <translation>超过 %1 字节</translation>
    </message>
    <message>
        <source>more than %1 facts</source>
        <translation>超过 %1 项</translation>
    </message>
    <message>
        <source>a few elements of a parameter are moved as far as others but elsewhere, as optimizers that scale gradients do where one is next to zero</source>
        <translation>参数的少数元素更新幅度与其他元素相同，但方向不同；对梯度作缩放的优化器在梯度接近零处会如此</translation>
    </message>
    <message>
        <source>a gradient has golden&apos;s size but stands at other elements, as behind a choice between values that nearly tie (topk, max)</source>
        <translation>梯度的大小与基准侧相同，但位于其他元素上；在近乎相等的值之间作选择（topk、max）之后会如此</translation>
    </message>
    <message>
        <source>many terms of one sign are added up in a half type, in which the last of them are lost</source>
        <translation>大量同号项以半精度累加，末尾的项因此丢失</translation>
    </message>
    <message>
        <source>element %1 of %2</source>
        <translation>%2 的元素 %1</translation>
    </message>
    <message>
        <source>%1 is %2, golden&apos;s a tensor of shape %3</source>
        <translation>%1 为 %2，基准侧为形状 %3 的张量</translation>
    </message>
    <message>
        <source>%1 is a tensor of shape %2, golden&apos;s %3</source>
        <translation>%1 为形状 %2 的张量，基准侧为 %3</translation>
    </message>
    <message>
        <source>%1 has another shape than golden and no compared operator made it so: a view, a slice or an operator that was left out; nothing compared before differs</source>
        <translation>%1 的形状与基准侧不同，而没有任何已比较的算子造成这一点：可能是视图、切片或遗漏的算子；此前比较的内容均无差异</translation>
    </message>
    <message>
        <source>an operator writes over it in place, and its checksum may have been taken before or behind that; all that was recorded beside it agrees</source>
        <translation>有算子对其原地改写，校验和可能取自改写之前或之后；其余记录均一致</translation>
    </message>
    <message>
        <source>overflow is found only in models that ATC converted with --status_check=1</source>
        <translation>仅当模型由 ATC 以 --status_check=1 转换时才能检测到溢出</translation>
    </message>
    <message>
        <source>convert offline models with --status_check=1</source>
        <translation>转换离线模型时加上 --status_check=1</translation>
    </message>
    <message>
        <source>writing tensors takes long, and other ranks wait for it: HCCL_EXEC_TIMEOUT is not set</source>
        <translation>写出张量耗时较长，其他卡会等待：未设置 HCCL_EXEC_TIMEOUT</translation>
    </message>
    <message>
        <source>raise HCCL_EXEC_TIMEOUT where the program runs on several devices</source>
        <translation>程序在多个设备上运行时请调大 HCCL_EXEC_TIMEOUT</translation>
    </message>
    <message>
        <source>no order of execution is recorded with the tensors: operators are in the order of the start times in this file</source>
        <translation>张量未记录执行顺序：算子按此文件中的开始时间排序</translation>
    </message>
    <message>
        <source>target read as %1, not %2 (rule file)</source>
        <translation>目标侧按 %1 而非 %2 读取（规则文件）</translation>
    </message>
    <message>
        <source>more than %1 tasks</source>
        <translation>超过 %1 个任务</translation>
    </message>
    <message>
        <source>%1 lines have no name or no duration, and are left out</source>
        <translation>有 %1 行缺少名称或时长，已忽略</translation>
    </message>
    <message>
        <source>values of type %1 are not written as text</source>
        <translation>类型为 %1 的值不能写为文本</translation>
    </message>
    <message>
        <source>no container of Docker or Podman</source>
        <translation>不在 Docker 或 Podman 容器中</translation>
    </message>
    <message>
        <source>a container: dumps stay in it unless their folder is mounted</source>
        <translation>在容器中：除非挂载了转储目录，否则转储留在容器内</translation>
    </message>
    <message>
        <source>mount a folder of the host and let dump_path lie in it</source>
        <translation>请挂载宿主机目录，并让 dump_path 位于其中</translation>
    </message>
    <message>
        <source>Environments</source>
        <translation>运行环境</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>package version</source>
        <translation>软件包版本</translation>
    </message>
    <message>
        <source>environment variable</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>hyperparameter</source>
        <translation>超参数</translation>
    </message>
    <message>
        <source>calls of a random operator</source>
        <translation>随机算子的调用</translation>
    </message>
    <message>
        <source>Fusion passes</source>
        <translation>融合规则</translation>
    </message>
    <message>
        <source>in effect / matched, target</source>
        <translation>生效 / 匹配，目标侧</translation>
    </message>
    <message>
        <source>in effect / matched, golden</source>
        <translation>生效 / 匹配，基准侧</translation>
    </message>
    <message>
        <source>operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>%1 of these pairs were found because their values are equal, so none of them can differ, and tensors that may be pairs are left on both sides (Unpaired)</source>
        <translation>其中 %1 对是因数值相等而配对的，不可能有差异；两侧仍有可能成对的张量未配对（见“未配对”）</translation>
    </message>
    <message>
        <source>the same place of an operator whose other tensors have equal values</source>
        <translation>同一算子的其他张量数值相等，此张量位置相同</translation>
    </message>
    <message>
        <source>the target is read transposed, %1 as %2</source>
        <translation>目标侧按转置读取，%1 视为 %2</translation>
    </message>
    <message>
        <source>golden is read transposed, %1 as %2</source>
        <translation>基准侧按转置读取，%1 视为 %2</translation>
    </message>
    <message>
        <source>PyTorch weights</source>
        <translation>PyTorch 权重</translation>
    </message>
    <message>
        <source>%1 in %2 named by the keys of a dictionary</source>
        <translation>%2 中的 %1 以字典的键命名</translation>
    </message>
    <message>
        <source>the suspects are parameters that it moves</source>
        <translation>嫌疑均为由其更新的参数</translation>
    </message>
    <message>
        <source>%1 off, but its operator gives it when it is computed again from its inputs</source>
        <translation>偏差 %1，但由其输入重新计算该算子可得到该结果</translation>
    </message>
    <message>
        <source>the first output beyond its limits whose inputs pass, %1, %2</source>
        <translation>输入均通过而自身超出限值的首个输出 %1 %2</translation>
    </message>
    <message>
        <source>farthest off is %1, as one of %2 operators may be by chance: %3</source>
        <translation>偏差最大的是 %1，在 %2 个算子中偶然会有一个如此：%3</translation>
    </message>
    <message>
        <source>golden is one run without ranks, beside which %1 ranks stand: what differs in one of them may be its share of the data</source>
        <translation>基准侧是不分卡的一次运行，却与 %1 张卡比较：某张卡的差异可能只是其所分到的数据不同</translation>
    </message>
    <message>
        <source>NaN or infinities first show at %1: %2</source>
        <translation>NaN 或无穷首次出现在 %1：%2</translation>
    </message>
    <message>
        <source>rounding explains %1</source>
        <translation>舍入可解释%1</translation>
    </message>
    <message>
        <source>%1 rounding and the noise of the run</source>
        <translation>%1 舍入与运行噪声</translation>
    </message>
    <message>
        <source>%1, the statistics of the operator&apos;s inputs are equal; inputs and %2 explain %3</source>
        <translation>%1，算子输入的统计量相等；输入与 %2 可解释 %3</translation>
    </message>
    <message>
        <source>%1, the inputs of the operator by %2 as far as statistics tell; inputs and %3 explain %4</source>
        <translation>%1，就统计量所示，算子输入的偏差为 %2；输入与 %3 可解释 %4</translation>
    </message>
    <message>
        <source>%1, the inputs of the operator are equal; inputs and %2 explain %3</source>
        <translation>%1，算子的输入相等；输入与 %2 可解释 %3</translation>
    </message>
    <message>
        <source>%1, the inputs of the operator by at most %2; inputs and %3 explain %4</source>
        <translation>%1，算子输入的偏差至多 %2；输入与 %3 可解释 %4</translation>
    </message>
    <message>
        <source>%1, the inputs of the operator are not seen to differ, of integers only the extremes are known; inputs and %2 explain %3</source>
        <translation>%1，未见算子输入有差异，整数仅知其最值；输入与 %2 可解释 %3</translation>
    </message>
    <message>
        <source>%1, by how much its inputs are off was not measured; inputs and %2 explain %3</source>
        <translation>%1，其输入的偏差未测量；输入与 %2 可解释 %3</translation>
    </message>
    <message>
        <source>%1; %2, errors before and %3 explain %4</source>
        <translation>%1；%2，此前的误差与 %3 可解释 %4</translation>
    </message>
    <message>
        <source>the error may be inherited: what is off before explains it</source>
        <translation>误差可能是继承的：此前的偏差可以解释</translation>
    </message>
    <message>
        <source>the error is inherited: what comes in explains it</source>
        <translation>误差是继承的：输入的偏差可以解释</translation>
    </message>
    <message>
        <source>rounding and the noise of the run explain the error</source>
        <translation>舍入与运行噪声可解释该误差</translation>
    </message>
    <message>
        <source>its memory was written in between: %1 made it, and then %2 was written to %3, across the %4 of this input</source>
        <translation>其内存在此期间被写入：%1 生成了它，随后 %2 写到 %3，覆盖了该输入的 %4</translation>
    </message>
    <message>
        <source>nothing before is wrong, gradients were not compared</source>
        <translation>此前没有错误，梯度未比较</translation>
    </message>
    <message>
        <source>nothing before is wrong, gradients agree</source>
        <translation>此前没有错误，梯度一致</translation>
    </message>
    <message>
        <source>nothing before is wrong, gradients are off by %1, the middle one</source>
        <translation>此前没有错误，梯度偏差的中位数为 %1</translation>
    </message>
    <message>
        <source>%1, movements agreed until then: what optimizers keep from step to step (a momentum, the betas of Adam) or a schedule</source>
        <translation>%1，此前的移动一致：优化器在各步之间保留的量（动量、Adam 的 beta）或学习率调度</translation>
    </message>
    <message>
        <source>%1: its learning rate, its schedule, clipping of gradients or another setting</source>
        <translation>%1：学习率、其调度、梯度裁剪或其他设置</translation>
    </message>
    <message>
        <source>the debugger gave both files the same name; a pruned tree does not say the slot</source>
        <translation>调试器给两个文件取了相同的名称；裁剪后的目录树不说明序号</translation>
    </message>
    <message>
        <source>same tensor-parallel rank and name, with layers and experts numbered through all stages and ranks</source>
        <translation>张量并行卡与名称相同，层与专家按所有流水级和卡统一编号</translation>
    </message>
    <message>
        <source>not paired: what is beside the weights is numbered in each rank and stage, and the two sides are parted differently</source>
        <translation>未配对：权重以外的内容在每张卡和流水级内各自编号，而两侧的切分方式不同</translation>
    </message>
    <message>
        <source>not paired: layer numbers restart in each pipeline stage, and stages before this one are missing</source>
        <translation>未配对：层号在每个流水级重新开始，而此前的流水级缺失</translation>
    </message>
    <message>
        <source>not paired: experts are numbered from 0 in each expert rank, and which ones these are is not known</source>
        <translation>未配对：专家在每个专家卡内从 0 编号，无法得知是哪些专家</translation>
    </message>
    <message>
        <source>not paired: the other side has no such tensor in this tensor-parallel rank</source>
        <translation>未配对：另一侧在此张量并行卡中没有这样的张量</translation>
    </message>
    <message>
        <source>step %1 of the database is micro step %2 of step %3</source>
        <translation>数据库的第 %1 步是第 %3 步的第 %2 个微步</translation>
    </message>
    <message>
        <source>same tensor, metric, rank and step of the monitor</source>
        <translation>监控的张量、指标、卡和步均相同</translation>
    </message>
    <message>
        <source>the database counts steps or micro steps otherwise than the files: which step this is cannot be told</source>
        <translation>数据库与文件对步或微步的计数方式不同：无法判断这是哪一步</translation>
    </message>
    <message>
        <source>steps count from another beginning: step %1 of the target has the values of step %2 of the golden, and so on; they are paired so (--pair-step says otherwise)</source>
        <translation>步的起始编号不同：目标侧第 %1 步的值与基准侧第 %2 步相同，依此类推；据此配对（可用 --pair-step 另行指定）</translation>
    </message>
    <message>
        <source>not paired: rank %1 is a later pipeline stage, where layer numbers and calls restart, and the other side is parted differently</source>
        <translation>未配对：卡 %1 是靠后的流水级，其层号和调用次数重新开始，而另一侧的切分方式不同</translation>
    </message>
    <message>
        <source>is no package of config_check: no folder in it has the files env and pip</source>
        <translation>不是 config_check 的数据包：其中没有同时含 env 和 pip 文件的目录</translation>
    </message>
    <message>
        <source>%1 is %2, golden&apos;s a tensor of one element, %3</source>
        <translation>%1 为 %2，基准侧为单元素张量 %3</translation>
    </message>
    <message>
        <source>%1 is a tensor of one element, %2, golden&apos;s %3</source>
        <translation>%1 为单元素张量 %2，基准侧为 %3</translation>
    </message>
    <message>
        <source>%1, the statistics of its inputs are equal</source>
        <translation>%1，其输入的统计量相等</translation>
    </message>
    <message>
        <source>%1, its inputs by %2 as far as statistics tell</source>
        <translation>%1，就统计量所示，其输入的偏差为 %2</translation>
    </message>
    <message>
        <source>only golden&apos;s dump has the collective %1</source>
        <translation>只有基准侧的转储有集合通信 %1</translation>
    </message>
    <message>
        <source>only golden&apos;s dump has %1 collectives, first %2</source>
        <translation>只有基准侧的转储有 %1 个集合通信，首个为 %2</translation>
    </message>
    <message>
        <source>%1; the same in another file</source>
        <translation>%1；另一个文件也是如此</translation>
    </message>
    <message>
        <source>%1; the same in %2 other files</source>
        <translation>%1；另有 %2 个文件也是如此</translation>
    </message>
    <message>
        <source>%1 records the maximum %2, but that of the values here is %3</source>
        <translation>%1 记录的最大值为 %2，而此处数值的最大值为 %3</translation>
    </message>
    <message>
        <source>%1 records the minimum %2, but that of the values here is %3</source>
        <translation>%1 记录的最小值为 %2，而此处数值的最小值为 %3</translation>
    </message>
    <message>
        <source>no reader knows its name and content; `formats` lists what is read, and --raw-dtype with --raw-shape reads plain values</source>
        <translation>没有读取器认识其名称和内容；`formats` 列出可读取的格式，--raw-dtype 与 --raw-shape 可读取纯数值</translation>
    </message>
    <message>
        <source>%1; `formats` lists what else is read</source>
        <translation>%1；`formats` 列出其他可读取的格式</translation>
    </message>
    <message>
        <source>the line has %1 of %2 fields and is left out</source>
        <translation>该行只有 %2 个字段中的 %1 个，已略去</translation>
    </message>
    <message>
        <source>the line has no end; what there is of its last field is left out</source>
        <translation>该行没有结尾；其最后一个字段的残余已略去</translation>
    </message>
    <message>
        <source>the write-ahead log beside the database cannot be applied: what was written last is missing</source>
        <translation>数据库旁的预写日志无法应用：缺少最后写入的内容</translation>
    </message>
    <message>
        <source>the last transaction in the write-ahead log beside the database is not finished and is left out</source>
        <translation>数据库旁预写日志中的最后一个事务未完成，已略去</translation>
    </message>
    <message>
        <source>what the write-ahead log beside the database changes is included: its writer has not closed it</source>
        <translation>已包含数据库旁预写日志中的更改：写入方尚未将其关闭</translation>
    </message>
    <message>
        <source>a rollback journal beside the database says that a transaction is not finished: what is read may be half of it</source>
        <translation>数据库旁的回滚日志表明有事务未完成：读到的可能只是其中一半</translation>
    </message>
    <message>
        <source>views of pairs of 4-bit elements are not read</source>
        <translation>不读取成对 4 位元素的视图</translation>
    </message>
    <message>
        <source>the logger of vLLM left its values out: %1</source>
        <translation>vLLM 的记录器未保存其值：%1</translation>
    </message>
    <message>
        <source>its files, without a tensor</source>
        <translation>其文件，但没有张量</translation>
    </message>
    <message>
        <source>MindSpore tensors saved by msprobe</source>
        <translation>msprobe 保存的 MindSpore 张量</translation>
    </message>
    <message>
        <source>%1 in %2 named &lt;name&gt;_&lt;dtype&gt;_&lt;n&gt;.npy in folders of a step and a rank</source>
        <translation>步和卡目录中的 %2 里有 %1 个名为 &lt;name&gt;_&lt;dtype&gt;_&lt;n&gt;.npy</translation>
    </message>
    <message>
        <source>it has no inputs of its own that were compared</source>
        <translation>它自身没有参与比较的输入</translation>
    </message>
    <message>
        <source>explanations are off for 1 pair beyond its limits, because its limits were changed</source>
        <translation>有 1 对超出限值而不作解释，因为其限值已被更改</translation>
    </message>
    <message>
        <source>explanations are off for %1 pairs beyond their limits, because their limits were changed</source>
        <translation>有 %1 对超出限值而不作解释，因为其限值已被更改</translation>
    </message>
    <message>
        <source>column %1 has no worst cell: it is no metric</source>
        <translation>列 %1 没有最差单元格：它不是指标</translation>
    </message>
    <message>
        <source>the only pair could not be compared: %1</source>
        <translation>唯一的一对无法比较：%1</translation>
    </message>
    <message>
        <source>only the target has NaN or infinities</source>
        <translation>只有目标侧有 NaN 或无穷</translation>
    </message>
    <message>
        <source>only golden has NaN or infinities</source>
        <translation>只有基准侧有 NaN 或无穷</translation>
    </message>
    <message>
        <source>there is no pair %1; there are none</source>
        <translation>没有第 %1 对；一对也没有</translation>
    </message>
    <message>
        <source>the figures of %1 nodes cannot be read</source>
        <translation>%1 个节点的数值无法读取</translation>
    </message>
    <message>
        <source>the database has no table of nodes</source>
        <translation>数据库没有节点表</translation>
    </message>
    <message>
        <source>the table of nodes has no column %1</source>
        <translation>节点表没有列 %1</translation>
    </message>
    <message>
        <source>there may be more than the first %1 nodes</source>
        <translation>可能不止前 %1 个节点</translation>
    </message>
    <message>
        <source>%1 bytes instead of %2</source>
        <translation>%1 字节而非 %2 字节</translation>
    </message>
    <message>
        <source>it is not known which dump came first</source>
        <translation>无法得知哪个转储在先</translation>
    </message>
    <message>
        <source>the values are cut off</source>
        <translation>数值被截断</translation>
    </message>
    <message>
        <source>output %1 of %2 is watched, and whether it was written over is not known: %3 of its %4 dumps cannot be compared</source>
        <translation>%2 的输出 %1 受监视，但无法得知是否被覆写：其 %4 个转储中有 %3 个无法比较</translation>
    </message>
    <message>
        <source>output %1 of %2 is watched, and was not dumped again after it was written</source>
        <translation>%2 的输出 %1 受监视，但写出之后没有再次转储</translation>
    </message>
    <message>
        <source>output %1 of %2 has the same bytes in all %3 dumps</source>
        <translation>%2 的输出 %1 在全部 %3 个转储中字节相同</translation>
    </message>
    <message>
        <source>output %1 of %2 has other bytes after %3: that operator, or one that ran between the two, wrote over it</source>
        <translation>%2 的输出 %1 在 %3 之后字节不同：该算子或其间运行的算子覆写了它</translation>
    </message>
    <message>
        <source>output %1 of %2 has other bytes after %3 than after %4: the former, or an operator that ran between the two, wrote over it</source>
        <translation>%2 的输出 %1 在 %3 之后与在 %4 之后字节不同：前者或其间运行的算子覆写了它</translation>
    </message>
    <message>
        <source>%1, the inputs of the operator are equal; what is off before and %2 explain %3</source>
        <translation>%1，算子的输入相等；此前的偏差与 %2 可解释 %3</translation>
    </message>
    <message>
        <source>%1, the statistics of the tensors it is given are equal</source>
        <translation>%1，其输入张量的统计量相等</translation>
    </message>
    <message>
        <source>%1, the tensors it is given are equal</source>
        <translation>%1，其输入张量相等</translation>
    </message>
    <message>
        <source>no operator of the target gives what golden&apos;s %1 gives; it shows first at</source>
        <translation>目标侧没有算子给出基准侧 %1 的结果；首先显现于</translation>
    </message>
    <message>
        <source>no operator of the target gives what golden&apos;s %1 gives; its %2 is %3 of %4: %5</source>
        <translation>目标侧没有算子给出基准侧 %1 的结果；其 %2 是 %4 的 %3：%5</translation>
    </message>
    <message>
        <source>a file of the target is damaged, and what is missing of it was not compared: %1</source>
        <translation>目标侧有一个文件已损坏，其缺失部分未参与比较：%1</translation>
    </message>
    <message>
        <source>a file of golden is damaged, and what is missing of it was not compared: %1</source>
        <translation>基准侧有一个文件已损坏，其缺失部分未参与比较：%1</translation>
    </message>
    <message>
        <source>%1 files of the target are damaged, and what is missing of them was not compared; first %2</source>
        <translation>目标侧有 %1 个文件已损坏，其缺失部分未参与比较；首个：%2</translation>
    </message>
    <message>
        <source>%1 files of golden are damaged, and what is missing of them was not compared; first %2</source>
        <translation>基准侧有 %1 个文件已损坏，其缺失部分未参与比较；首个：%2</translation>
    </message>
    <message>
        <source>not compared</source>
        <translation>未比较</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>not the same</source>
        <translation>不同</translation>
    </message>
    <message>
        <source>NaN or infinities follow at %1</source>
        <translation>随后 NaN 或无穷出现在 %1</translation>
    </message>
    <message>
        <source>the run</source>
        <translation>整个运行</translation>
    </message>
    <message>
        <source>%1, and so it is in %2 other places</source>
        <translation>%1，另有 %2 处也是如此</translation>
    </message>
    <message>
        <source>of the rest %1 tensors of the target are updates of parameters, of which golden&apos;s dump has nothing: what they give shows in the parameters of the next step alone</source>
        <translation>其余张量中，目标侧有 %1 个是参数更新，基准侧的转储中没有：其结果只体现在下一步的参数中</translation>
    </message>
    <message>
        <source>of the rest %1 tensors of golden are updates of parameters, of which the target&apos;s dump has nothing: what they give shows in the parameters of the next step alone</source>
        <translation>其余张量中，基准侧有 %1 个是参数更新，目标侧的转储中没有：其结果只体现在下一步的参数中</translation>
    </message>
    <message>
        <source>the target ends in %1 behind %2: %3 tensors of golden come after</source>
        <translation>目标侧在 %1 的 %2 之后结束：基准侧其后还有 %3 个张量</translation>
    </message>
    <message>
        <source>golden ends in %1 behind %2: %3 tensors of the target come after</source>
        <translation>基准侧在 %1 的 %2 之后结束：目标侧其后还有 %3 个张量</translation>
    </message>
    <message>
        <source>off by at least %1, while inputs and the noise of the run may explain up to %2</source>
        <translation>偏差至少 %1，输入与运行噪声最多可解释 %2</translation>
    </message>
    <message>
        <source>off by at least %1, of which %2 are explained</source>
        <translation>偏差至少 %1，其中 %2 可以解释</translation>
    </message>
    <message>
        <source>the %1 was dumped without elements</source>
        <translation>%1转储时不含元素</translation>
    </message>
    <message>
        <source>the %1 cannot be read</source>
        <translation>%1无法读取</translation>
    </message>
    <message>
        <source>Only statistics of this pair could be compared: both sides were dumped without elements.</source>
        <translation>该对只能比较统计量：两侧转储时均不含元素。</translation>
    </message>
    <message>
        <source>Only checksums of this pair could be compared: both sides were dumped without elements.</source>
        <translation>该对只能比较校验和：两侧转储时均不含元素。</translation>
    </message>
    <message>
        <source>Only statistics of this pair could be compared: %1, and %2.</source>
        <translation>该对只能比较统计量：%1，且%2。</translation>
    </message>
    <message>
        <source>Only checksums of this pair could be compared: %1, and %2.</source>
        <translation>该对只能比较校验和：%1，且%2。</translation>
    </message>
    <message>
        <source>Only statistics of this pair could be compared.</source>
        <translation>该对只能比较统计量。</translation>
    </message>
    <message>
        <source>Only checksums of this pair could be compared.</source>
        <translation>该对只能比较校验和。</translation>
    </message>
    <message>
        <source>Only statistics of this pair could be compared: %1.</source>
        <translation>该对只能比较统计量：%1。</translation>
    </message>
    <message>
        <source>Only checksums of this pair could be compared: %1.</source>
        <translation>该对只能比较校验和：%1。</translation>
    </message>
    <message>
        <source>the %1 cannot be read: %2; what was recorded of it is compared</source>
        <translation>%1无法读取：%2；已比较其记录的内容</translation>
    </message>
    <message>
        <source>the squares of a norm are too small for float32</source>
        <translation>范数所需的平方值过小，float32 无法表示</translation>
    </message>
    <message>
        <source>the target&apos;s scopes carry class names and golden&apos;s do not: reserve_class_name_in_scope of set_context was not the same in both runs</source>
        <translation>目标侧的作用域带有类名而基准侧没有：两次运行的 set_context 中 reserve_class_name_in_scope 不同</translation>
    </message>
    <message>
        <source>golden&apos;s scopes carry class names and the target&apos;s do not: reserve_class_name_in_scope of set_context was not the same in both runs</source>
        <translation>基准侧的作用域带有类名而目标侧没有：两次运行的 set_context 中 reserve_class_name_in_scope 不同</translation>
    </message>
    <message>
        <source>same operator name but for class names, which the target&apos;s scopes carry alone (reserve_class_name_in_scope)</source>
        <translation>除类名外算子名相同，仅目标侧的作用域带有类名（reserve_class_name_in_scope）</translation>
    </message>
    <message>
        <source>same operator name but for class names, which golden&apos;s scopes carry alone (reserve_class_name_in_scope)</source>
        <translation>除类名外算子名相同，仅基准侧的作用域带有类名（reserve_class_name_in_scope）</translation>
    </message>
    <message>
        <source>several operators have this name without the class names of their scopes</source>
        <translation>去掉作用域中的类名后有多个算子同名</translation>
    </message>
    <message>
        <source>elements without a gradient but rounding are moved as far as others, in any direction</source>
        <translation>梯度只有舍入误差的元素会朝任意方向移动，幅度与其他元素相同</translation>
    </message>
    <message>
        <source>a mask is filled with %1, golden&apos;s with %2</source>
        <translation>掩码填充值为 %1，基准侧为 %2</translation>
    </message>
    <message>
        <source>%1 after %2</source>
        <translation>%1（在 %2 之后）</translation>
    </message>
    <message>
        <source>as stored, with the padding of NDC1HWC0</source>
        <translation>按存储形状，含 NDC1HWC0 的填充</translation>
    </message>
    <message>
        <source>No file was found here. Open the folder that the run wrote to, or a file.</source>
        <translation>此处没有文件。请打开运行写入的文件夹，或打开一个文件。</translation>
    </message>
    <message>
        <source>It holds overflow records and no tensors. The panel Overflow shows them.</source>
        <translation>其中只有溢出记录，没有张量。“溢出”面板可查看。</translation>
    </message>
    <message>
        <source>It holds graphs and no tensors. Graph (Ctrl+3) shows them.</source>
        <translation>其中只有图，没有张量。“图”(Ctrl+3) 可查看。</translation>
    </message>
    <message>
        <source>It holds no tensors: %1. Such files explain a dump when they lie beside its tensors.</source>
        <translation>其中没有张量：%1。这类文件与张量放在一起时可用于说明转储。</translation>
    </message>
    <message>
        <source>nothing was dumped, so nothing is compared with %1</source>
        <translation>没有转储任何内容，因此未与 %1 比较</translation>
    </message>
    <message>
        <source>proven: by %1 its own inputs give %2 at element %3, the dump has %4; golden&apos;s give golden&apos;s output within %5</source>
        <translation>已证实：按 %1 由其自身输入在元素 %3 处得 %2，转储中为 %4；基准侧的输入得出基准侧输出，误差在 %5 以内</translation>
    </message>
    <message>
        <source>operators of one kind with equal weights</source>
        <translation>同类算子，权重相等</translation>
    </message>
    <message>
        <source>operators of one kind with the same shapes outside the layers, in order</source>
        <translation>各层之外形状相同的同类算子，按顺序</translation>
    </message>
    <message>
        <source>operators of one kind with the same shapes in the same layer, in order</source>
        <translation>同一层中形状相同的同类算子，按顺序</translation>
    </message>
    <message>
        <source>every element of %1 is %2, golden&apos;s are from %3 to %4</source>
        <translation>%1 的每个元素都是 %2，基准侧的在 %3 与 %4 之间</translation>
    </message>
    <message>
        <source>hardly anything of the same shapes pairs, %1 of %2 tensors of the target</source>
        <translation>形状相同的张量几乎无法配对，仅目标侧 %2 个张量中的 %1 个</translation>
    </message>
    <message>
        <source>golden has gradients of an operator of which the target has none</source>
        <translation>基准侧有 1 个算子的梯度是目标侧没有的</translation>
    </message>
    <message>
        <source>golden has gradients of %1 operators of which the target has none</source>
        <translation>基准侧有 %1 个算子的梯度是目标侧没有的</translation>
    </message>
    <message>
        <source>the target has gradients of an operator of which golden has none</source>
        <translation>目标侧有 1 个算子的梯度是基准侧没有的</translation>
    </message>
    <message>
        <source>the target has gradients of %1 operators of which golden has none</source>
        <translation>目标侧有 %1 个算子的梯度是基准侧没有的</translation>
    </message>
    <message>
        <source>%1, first of</source>
        <translation>%1，首个是</translation>
    </message>
    <message>
        <source>the gradients of %1 of %2 parameters seen are added to those of the step before</source>
        <translation>所见的 %2 个参数中有 %1 个的梯度累加在上一步的梯度之上</translation>
    </message>
    <message>
        <source>%1 shrink by %2 of themselves more than golden&apos;s: weight decay</source>
        <translation>%1每步比基准侧多缩小自身的 %2：问题在权重衰减</translation>
    </message>
    <message>
        <source>%1 shrink by %2 of themselves less than golden&apos;s: weight decay</source>
        <translation>%1每步比基准侧少缩小自身的 %2：问题在权重衰减</translation>
    </message>
    <message>
        <source>%1 are moved otherwise than golden&apos;s: the optimizer</source>
        <translation>%1的更新与基准侧不同：问题在优化器</translation>
    </message>
    <message>
        <source>%1 are not moved, golden&apos;s are: the optimizer</source>
        <translation>%1没有更新，而基准侧有更新：问题在优化器</translation>
    </message>
    <message>
        <source>the means of %1 are moved %2 times as far as golden&apos;s: the optimizer</source>
        <translation>%1的均值移动量是基准侧的 %2 倍：问题在优化器</translation>
    </message>
    <message>
        <source>%1; first</source>
        <translation>%1；首个是</translation>
    </message>
    <message>
        <source>%1: its weight decay, or the parameters it decays</source>
        <translation>%1：可能是权重衰减系数，或参与衰减的参数不同</translation>
    </message>
    <message>
        <source>%1 holds the values of another tensor of golden, %2: %3</source>
        <translation>%1 的值来自基准侧的另一个张量 %2：%3</translation>
    </message>
    <message>
        <source>no fusion pass took effect in either run</source>
        <translation>两侧均没有融合 pass 生效</translation>
    </message>
    <message>
        <source>%1: in the target it %2, in golden it %3</source>
        <translation>%1：目标侧%2，基准侧%3</translation>
    </message>
    <message>
        <source>operators of one kind with equal weights, in another order in every layer</source>
        <translation>同类算子，权重相等，但每层中的顺序不同</translation>
    </message>
    <message>
        <source>a tensor of this file is not listed: by %1 another file of the folder has it</source>
        <translation>该文件有 1 个张量未列出：按 %1，它位于本文件夹的另一个文件中</translation>
    </message>
    <message>
        <source>%1 tensors of this file are not listed: by %2 other files of the folder have them. Opened by itself, the file lists them</source>
        <translation>该文件有 %1 个张量未列出：按 %2，它们位于本文件夹的其他文件中。单独打开该文件可列出它们</translation>
    </message>
    <message>
        <source>Environment of a run, packed by config_check of msprobe</source>
        <translation>一次运行的环境，由 msprobe 的 config_check 打包</translation>
    </message>
    <message>
        <source>lines of a package and its version</source>
        <translation>每行一个软件包及其版本</translation>
    </message>
    <message>
        <source>named like a part of a package of config_check</source>
        <translation>文件名与 config_check 数据包的组成部分一致</translation>
    </message>
    <message>
        <source>calls of random operators of a rank</source>
        <translation>某张卡的随机算子调用</translation>
    </message>
    <message>
        <source>not named like a part of a package of config_check</source>
        <translation>文件名与 config_check 数据包的组成部分不一致</translation>
    </message>
    <message>
        <source>matched nothing</source>
        <translation>未匹配到任何子图</translation>
    </message>
    <message>
        <source>took effect at %1 of 1 match</source>
        <translation>1 处匹配中有 %1 处生效</translation>
    </message>
    <message>
        <source>took effect at %1 of %2 matches</source>
        <translation>%2 处匹配中有 %1 处生效</translation>
    </message>
    <message>
        <source>a fusion pass: in %1 it %2</source>
        <translation>融合 pass：在 %1 中%2</translation>
    </message>
    <message>
        <source>recorded statistics differ from those of the values (in brackets): %1</source>
        <translation>记录的统计量与由数值计算的（括号内）不同：%1</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>运行 %1</translation>
    </message>
    <message>
        <source>there is no run %1, nor any other</source>
        <translation>没有运行 %1，也没有其他运行</translation>
    </message>
    <message>
        <source>there is no run %1; there are %2</source>
        <translation>没有运行 %1；现有 %2</translation>
    </message>
    <message>
        <source>%1 of %2 parameters seen differ before anything has moved them, by up to %3 (relative L2)</source>
        <translation>所见的 %2 个参数中有 %1 个在任何更新之前就不同，最多相差 %3（相对 L2）</translation>
    </message>
    <message>
        <source>no rounding to a half type makes them so: other weights were loaded, or they were initialised in another way</source>
        <translation>不是舍入到半精度类型造成的：加载了不同的权重，或初始化方式不同</translation>
    </message>
    <message>
        <source>it holds the values of another tensor of golden, %1</source>
        <translation>其值为基准侧另一张量的值：%1</translation>
    </message>
    <message>
        <source>%1 tensors of golden in %2 have the names of others in %3, which were compared: if these are two runs, open one by itself or choose it by --golden-run</source>
        <translation>基准侧 %2 中的 %1 个张量与 %3 中已比较的张量同名：若为两次运行，请单独打开其一，或用 --golden-run 选择</translation>
    </message>
    <message>
        <source>%1 tensors of the target in %2 have the names of others in %3, which were compared: if these are two runs, open one by itself or choose it by --run</source>
        <translation>目标侧 %2 中的 %1 个张量与 %3 中已比较的张量同名：若为两次运行，请单独打开其一，或用 --run 选择</translation>
    </message>
    <message>
        <source>%1 of %2 parameters seen are golden&apos;s rounded to %3 before anything has moved them</source>
        <translation>所见 %2 个参数中，%1 个在任何更新之前就是基准侧参数舍入到 %3 的值</translation>
    </message>
    <message>
        <source>%1 of %2 parameters seen are rounded to %3 in golden before anything has moved them</source>
        <translation>所见 %2 个参数中，基准侧的 %1 个在任何更新之前已舍入到 %3</translation>
    </message>
    <message>
        <source>the target&apos;s were saved, loaded or computed as %1</source>
        <translation>目标侧的参数曾以 %1 保存、加载或计算</translation>
    </message>
    <message>
        <source>golden&apos;s were saved, loaded or computed as %1</source>
        <translation>基准侧的参数曾以 %1 保存、加载或计算</translation>
    </message>
    <message>
        <source>a part of an assembly is not as it was</source>
        <translation>拼接所用的一部分已改变</translation>
    </message>
    <message>
        <source>no rank is recorded of %1 processes of the target and %2 of golden: they are paired in the order of their numbers, which need not be that of the ranks</source>
        <translation>目标侧 %1 个进程和基准侧 %2 个进程未记录卡：按进程号顺序配对，该顺序不一定是卡的顺序</translation>
    </message>
    <message>
        <source>by itself it passes: %1</source>
        <translation>单独来看通过：%1</translation>
    </message>
    <message>
        <source>expected a pattern here, as in %1:(A or B)</source>
        <translation>此处应为模式，如 %1:(A or B)</translation>
    </message>
    <message>
        <source>expected &apos;or&apos; or &apos;)&apos; here, as in %1:(A or B)</source>
        <translation>此处应为 or 或 )，如 %1:(A or B)</translation>
    </message>
    <message>
        <source>Its file is no known dump.</source>
        <translation>其文件不是已知的转储。</translation>
    </message>
    <message>
        <source>None of %1 files is a known dump.</source>
        <translation>%1 个文件中没有已知的转储。</translation>
    </message>
    <message>
        <source>tensors of other shapes were not looked for by their values, as runs that are cut otherwise need it: there are too many. Choose a step or ranks (--step, --rank), or leave the search out (--parallel off)</source>
        <translation>未按数值查找形状不同的张量（切分方式不同的运行需要如此查找）：数量过多。请选定步或卡（--step、--rank），或关闭该查找（--parallel off）</translation>
    </message>
    <message>
        <source>%1 of step %2 is not finite: what is kept between steps, a cache for one, may have brought it here</source>
        <translation>步 %2 的 %1 含 NaN 或无穷：跨步保存的内容（如缓存）可能将其带到此处</translation>
    </message>
    <message>
        <source>shape %1 repeats a storage of %2 elements beyond what can be read through</source>
        <translation>形状 %1 重复使用 %2 个元素的存储，超出可读取的范围</translation>
    </message>
    <message>
        <source>%1: %2, axis %3</source>
        <translation>%1：%2，轴 %3</translation>
    </message>
    <message>
        <source>one tensor</source>
        <translation>一个张量</translation>
    </message>
    <message>
        <source>a tensor of rank %1</source>
        <translation>卡 %1 的一个张量</translation>
    </message>
    <message>
        <source>%1 tensors of rank %2</source>
        <translation>卡 %2 的 %1 个张量</translation>
    </message>
    <message>
        <source>as others of its kind in %1</source>
        <translation>与同类张量一样，位于 %1</translation>
    </message>
    <message>
        <source>found by values in %1</source>
        <translation>按数值找到，位于 %1</translation>
    </message>
    <message>
        <source>the same call of the step; its number runs on from step to step</source>
        <translation>该步中的同一次调用；其编号跨步累加</translation>
    </message>
    <message>
        <source>%1 has no operator that is named %2</source>
        <translation>%1没有名为 %2 的算子</translation>
    </message>
    <message>
        <source>what %1&apos;s %2, the partner of its operator, has in that place is in another pair or is another tensor</source>
        <translation>其算子的对应方（%1的 %2）在该位置的张量已在另一配对中，或是另一个张量</translation>
    </message>
    <message>
        <source>%1&apos;s %2, the partner of its operator, has no %3</source>
        <translation>其算子的对应方（%1的 %2）没有 %3</translation>
    </message>
    <message>
        <source>such tensor</source>
        <translation>这样的张量</translation>
    </message>
    <message>
        <source>golden transposed %1&lt;-%2 (its values show it)</source>
        <translation>基准侧已转置 %1&lt;-%2（由数值判断）</translation>
    </message>
    <message>
        <source>the header says a length of %1 and an object of %2 bytes</source>
        <translation>文件头记录的长度为 %1，对象为 %2 字节</translation>
    </message>
    <message>
        <source>pieces of tensors, but the file .metadata that lists them is damaged: it is no pickle</source>
        <translation>张量的分片，但列出它们的 .metadata 文件已损坏：不是 pickle 文件</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>slices along axis %1</source>
        <translation>沿轴 %1 的切片</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 张卡</translation>
    </message>
    <message>
        <source>%1 tensors of %2 ranks</source>
        <translation>%2 张卡的 %1 个张量</translation>
    </message>
    <message>
        <source>the tensor of %1</source>
        <translation>%1 的张量</translation>
    </message>
    <message>
        <source>copies of %1, the one that is farthest off is shown</source>
        <translation>%1 的副本，显示偏差最大的一份</translation>
    </message>
    <message>
        <source>%1 of %2, one behind the other</source>
        <translation>%2 的%1，依次相接</translation>
    </message>
    <message>
        <source>%1 of %2, in turns</source>
        <translation>%2 的%1，交替排列</translation>
    </message>
    <message>
        <source>%1 of %2, which hold others, too</source>
        <translation>%2 的%1，其中还有其他内容</translation>
    </message>
    <message>
        <source>some %1 of %2</source>
        <translation>%2 的部分%1</translation>
    </message>
    <message>
        <source>the tensor of %1 with axes exchanged</source>
        <translation>%1 的张量，轴已交换</translation>
    </message>
    <message>
        <source>%1 of %2 in another order</source>
        <translation>%2 的%1，顺序不同</translation>
    </message>
    <message>
        <source>tokens of %1</source>
        <translation>%1 的 token</translation>
    </message>
    <message>
        <source>the sum of %1</source>
        <translation>%1 之和</translation>
    </message>
    <message>
        <source>the mean of %1</source>
        <translation>%1 的平均值</translation>
    </message>
    <message>
        <source>rank %1, element %2</source>
        <translation>卡 %1，元素 %2</translation>
    </message>
    <message>
        <source>element %1</source>
        <translation>元素 %1</translation>
    </message>
    <message>
        <source>rank %1, part %2 of %3, element %4</source>
        <translation>卡 %1，第 %2 部分（共 %3 部分），元素 %4</translation>
    </message>
    <message>
        <source>part %1 of %2, element %3</source>
        <translation>第 %1 部分（共 %2 部分），元素 %3</translation>
    </message>
    <message>
        <source>as a parameter of its operator is cut, in %1</source>
        <translation>与其算子参数的切分相同，位于 %1</translation>
    </message>
    <message>
        <source>by names and shapes in %1</source>
        <translation>按名称和形状，位于 %1</translation>
    </message>
    <message>
        <source>as the pairing file says, in %1</source>
        <translation>按配对文件，位于 %1</translation>
    </message>
    <message>
        <source>found by statistics in %1</source>
        <translation>按统计值找到，位于 %1</translation>
    </message>
    <message>
        <source>tokens do not fit %1</source>
        <translation>tokens 与 %1 不符</translation>
    </message>
    <message>
        <source>axes must be 0 to %1 in some order, those of %2 without its axes of 1</source>
        <translation>axes 必须是 0 到 %1 的某种排列，即 %2 去掉长度为 1 的轴之后的各轴</translation>
    </message>
    <message>
        <source>%1 is no number of slices of golden, which have %2 elements each</source>
        <translation>%1 不是基准侧切片的整数倍，每个切片有 %2 个元素</translation>
    </message>
    <message>
        <source>%1 is not like golden&apos;s %2 in the axes beside the one that is cut</source>
        <translation>除被切分的轴外，%1 与基准侧的 %2 不同</translation>
    </message>
    <message>
        <source>parts[%1]: %2</source>
        <translation>parts[%1]：%2</translation>
    </message>
    <message>
        <source>the tensor has %1 slices, places are said for %2</source>
        <translation>张量有 %1 个切片，给出了 %2 个的位置</translation>
    </message>
    <message>
        <source>golden has only %1 slices</source>
        <translation>基准侧只有 %1 个切片</translation>
    </message>
    <message>
        <source>the tensor has %1 slices, golden %2</source>
        <translation>张量有 %1 个切片，基准侧有 %2 个</translation>
    </message>
    <message>
        <source>with the parts before there are %1 slices, golden has %2</source>
        <translation>连同前面的部分共有 %1 个切片，基准侧有 %2 个</translation>
    </message>
    <message>
        <source>shape %1 has not as many elements as golden&apos;s %2</source>
        <translation>形状 %1 的元素数与基准侧的 %2 不同</translation>
    </message>
    <message>
        <source>golden&apos;s %1 has no axis %2</source>
        <translation>基准侧的 %1 没有轴 %2</translation>
    </message>
    <message>
        <source>along %1 is no axis of %2 that can be cut</source>
        <translation>along %1 不是 %2 中可切分的轴</translation>
    </message>
    <message>
        <source>the target has %1 tensors of golden in one: their statistics together</source>
        <translation>目标侧把基准侧的 %1 个张量合为一个：取它们合并的统计值</translation>
    </message>
    <message>
        <source>compared where golden has a counterpart and no mask: %1 of %2 elements</source>
        <translation>比较基准侧有对应且未被掩码的部分：%2 个元素中的 %1 个</translation>
    </message>
    <message>
        <source>must be a whole number from 0 to %1</source>
        <translation>必须是 0 到 %1 的整数</translation>
    </message>
    <message>
        <source>must be same, replicated, concat, interleaved, slice, transpose, permute, tokens, sum or mean</source>
        <translation>必须是 same、replicated、concat、interleaved、slice、transpose、permute、tokens、sum 或 mean</translation>
    </message>
    <message>
        <source>must be values, carried, parameter, names or said</source>
        <translation>必须是 values、carried、parameter、names 或 said</translation>
    </message>
    <message>
        <source>must be a number from 0 to 1</source>
        <translation>必须是 0 到 1 的数</translation>
    </message>
    <message>
        <source>must be a list of one part or more</source>
        <translation>必须是至少含一个部分的列表</translation>
    </message>
    <message>
        <source>%1 has one part</source>
        <translation>%1 只有一个部分</translation>
    </message>
    <message>
        <source>names neither rank nor id</source>
        <translation>既没有卡也没有 id</translation>
    </message>
    <message>
        <source>must be true or false</source>
        <translation>必须是 true 或 false</translation>
    </message>
    <message>
        <source>must be [first, count], first -1 for slices that golden has not</source>
        <translation>必须是 [first, count]，基准侧没有的切片 first 为 -1</translation>
    </message>
    <message>
        <source>more than %1 slices</source>
        <translation>超过 %1 个切片</translation>
    </message>
    <message>
        <source>parts[%1]: rank %2 has no tensor like %3, or several</source>
        <translation>parts[%1]：卡 %2 没有与 %3 相同的张量，或有多个</translation>
    </message>
    <message>
        <source>%1 tensors are called &quot;%2&quot;</source>
        <translation>有 %1 个张量名为“%2”</translation>
    </message>
    <message>
        <source>%1.assembly: %2</source>
        <translation>%1.assembly：%2</translation>
    </message>
    <message>
        <source>an assembly is of one tensor of each side; name it as OPERATOR:io:slot</source>
        <translation>assembly 针对两侧各一个张量；请写成 OPERATOR:io:slot</translation>
    </message>
    <message>
        <source>%1; input %2 is not what rank %3 made in %4: it was changed on the way</source>
        <translation>%1；输入 %2 不是卡 %3 在 %4 中产生的值：传递途中发生了变化</translation>
    </message>
    <message>
        <source>the reduction adds up right what it is given: the error is in the term of rank %1</source>
        <translation>归约对其输入求和正确：误差在卡 %1 的加数中</translation>
    </message>
    <message>
        <source>the reduction adds up right what it is given: the error is in a term of its ranks, of which one is not told</source>
        <translation>归约对其输入求和正确：误差在其中某张卡的加数中，无法判断是哪一个</translation>
    </message>
    <message>
        <source>no rank is recorded</source>
        <translation>没有记录卡</translation>
    </message>
    <message>
        <source>there is one rank only</source>
        <translation>只有一张卡</translation>
    </message>
    <message>
        <source>rank %1 takes no part in sending, others do: its stage is not known</source>
        <translation>卡 %1 不参与收发，而其他卡参与：其阶段未知</translation>
    </message>
    <message>
        <source>%1 calls send or receive, but not as stages of equal width</source>
        <translation>有 %1 次收发调用，但不构成等宽的阶段</translation>
    </message>
    <message>
        <source>%1 calls send or receive, but not from one rank to one</source>
        <translation>有 %1 次收发调用，但不是一对一</translation>
    </message>
    <message>
        <source>%1 calls of send and receive lead from rank to rank in %2 stages</source>
        <translation>%1 次收发调用按 %2 个阶段逐卡传递</translation>
    </message>
    <message>
        <source>Comparing ranks</source>
        <translation>正在比较各卡</translation>
    </message>
    <message>
        <source>ranks hold other weights, but not in groups of one size</source>
        <translation>各卡的权重不同，但不构成大小相等的组</translation>
    </message>
    <message>
        <source>%1 of %2 weights differ between the first two ranks of the groups</source>
        <translation>各组前两张卡之间，%2 个权重中有 %1 个不同</translation>
    </message>
    <message>
        <source>%1 calls add up over such a group</source>
        <translation>%1 次调用在这样的组内求和</translation>
    </message>
    <message>
        <source>%1 products have other weights for another number of tokens</source>
        <translation>%1 个乘积的权重不同，token 数也不同</translation>
    </message>
    <message>
        <source>%1 calls exchange tokens in such a group</source>
        <translation>%1 次调用在这样的组内交换 token</translation>
    </message>
    <message>
        <source>at least half of the weights are equal on the ranks of a group</source>
        <translation>组内各卡至少一半的权重相等</translation>
    </message>
    <message>
        <source>%1 calls gather or exchange activations in such a group</source>
        <translation>%1 次调用在这样的组内收集或交换激活</translation>
    </message>
    <message>
        <source>what is gathered in such a group may be for attention or for something else</source>
        <translation>在这样的组内收集的内容可能用于注意力，也可能另有用途</translation>
    </message>
    <message>
        <source>at level %1 no collective is recorded: data or context parallel, not known which</source>
        <translation>级别 %1 不记录集合通信：是数据并行还是上下文并行未知</translation>
    </message>
    <message>
        <source>calls are recorded at level %1, and none gathers for attention over these ranks</source>
        <translation>级别 %1 记录了调用，其中没有在这些卡上为注意力收集数据的</translation>
    </message>
    <message>
        <source>the group has added it up</source>
        <translation>组内已求和</translation>
    </message>
    <message>
        <source>the other parameters are the same on these ranks</source>
        <translation>其他参数在这些卡上相同</translation>
    </message>
    <message>
        <source>rank %1 calls collectives in a group of one: nothing is exchanged there</source>
        <translation>卡 %1 在只有一个成员的组内调用集合通信：没有交换任何数据</translation>
    </message>
    <message>
        <source>what the groups of %1 are for is not known</source>
        <translation>大小为 %1 的组有何用途未知</translation>
    </message>
    <message>
        <source>nothing recorded tells how the ranks share the work</source>
        <translation>没有任何记录说明各卡如何分工</translation>
    </message>
    <message>
        <source>comparisons where statistics are equal and values were not measured: %1</source>
        <translation>统计值相等而未比较数值的次数：%1</translation>
    </message>
    <message>
        <source>comparisons not made, as no values are within the bound: %1</source>
        <translation>因没有数值在限额内而未作比较的次数：%1</translation>
    </message>
    <message>
        <source>%1, axis %2</source>
        <translation>%1，轴 %2</translation>
    </message>
    <message>
        <source>%1, rank %2</source>
        <translation>%1，卡 %2</translation>
    </message>
    <message>
        <source>%1, ranks %2</source>
        <translation>%1，卡 %2</translation>
    </message>
    <message>
        <source>groups of %1</source>
        <translation>大小为 %1 的组</translation>
    </message>
    <message>
        <source>rank %1: %2</source>
        <translation>卡 %1：%2</translation>
    </message>
    <message>
        <source>ranks %1: %2</source>
        <translation>卡 %1：%2</translation>
    </message>
    <message>
        <source>%1 differs on rank %2 of %3: %4</source>
        <translation>%1 在 %3 中的卡 %2 上不同：%4</translation>
    </message>
    <message>
        <source>target and golden are the same dump, so nothing can differ</source>
        <translation>目标侧和基准侧是同一份转储，因此不会有差异</translation>
    </message>
    <message>
        <source>rank %1 of the target, which others exchange tensors with, is not in what was opened</source>
        <translation>目标侧的卡 %1 与其他卡交换张量，但不在所打开的内容中</translation>
    </message>
    <message>
        <source>ranks %1 of the target, which others exchange tensors with, are not in what was opened</source>
        <translation>目标侧的卡 %1 与其他卡交换张量，但不在所打开的内容中</translation>
    </message>
    <message>
        <source>rank %1 of golden, which others exchange tensors with, is not in what was opened</source>
        <translation>基准侧的卡 %1 与其他卡交换张量，但不在所打开的内容中</translation>
    </message>
    <message>
        <source>ranks %1 of golden, which others exchange tensors with, are not in what was opened</source>
        <translation>基准侧的卡 %1 与其他卡交换张量，但不在所打开的内容中</translation>
    </message>
    <message>
        <source>golden is cut: %1</source>
        <translation>基准侧被切分：%1</translation>
    </message>
    <message>
        <source>%1 slices are no %2 equal runs</source>
        <translation>%1 个切片无法分成 %2 个等长的段</translation>
    </message>
    <message>
        <source>the parts have %1 slices, golden %2</source>
        <translation>各部分共有 %1 个切片，基准侧有 %2 个</translation>
    </message>
    <message>
        <source>a side cannot be read, or has no values</source>
        <translation>一侧无法读取，或没有数值</translation>
    </message>
    <message>
        <source>%1, runs of ranks %2</source>
        <translation>%1，各段依次来自卡 %2</translation>
    </message>
    <message>
        <source>mean or extremes are off by %1 of the largest value, rounding explains %2</source>
        <translation>均值或极值的偏差为最大值的 %1，舍入可解释 %2</translation>
    </message>
    <message>
        <source>mean or extremes show an error of at least %1 (relative L2), rounding explains %2</source>
        <translation>均值或极值显示偏差至少为 %1（相对 L2），舍入可解释 %2</translation>
    </message>
    <message>
        <source>golden has %1 tensors of the target in one: their statistics together</source>
        <translation>基准侧的一个张量合并了目标侧的 %1 个张量：比较它们合并后的统计值</translation>
    </message>
    <message>
        <source>compared where the target has a counterpart and no mask: %1 of %2 elements</source>
        <translation>只比较目标侧有对应且未被掩码的元素：%2 个中的 %1 个</translation>
    </message>
    <message>
        <source>%1; mean or extremes are off by %2 of the largest value, which breaks %3</source>
        <translation>%1；均值或极值的偏差为最大值的 %2，不满足 %3</translation>
    </message>
    <message>
        <source>%1; mean or extremes are off by %2 of the largest value, which keeps %3</source>
        <translation>%1；均值或极值的偏差为最大值的 %2，满足 %3</translation>
    </message>
    <message>
        <source>one side of a pair is put together</source>
        <translation>一对张量中只能有一侧由多个部分拼成</translation>
    </message>
    <message>
        <source>%1.golden_assembly: %2</source>
        <translation>%1.golden_assembly：%2</translation>
    </message>
    <message>
        <source>the noise of the run and %1</source>
        <translation>本次运行的噪声和 %1</translation>
    </message>
    <message>
        <source>Reading tokens</source>
        <translation>正在读取 token</translation>
    </message>
    <message>
        <source>Log-probabilities of the tokens that come next: target − golden is %1 in sum over %2 tokens; farthest off behind %3: %4, a ratio of %5.</source>
        <translation>下一个 token 的对数概率：目标 − 基准对 %2 个 token 之和为 %1；偏差最大处在%3之后：%4，比值 %5。</translation>
    </message>
    <message>
        <source>token %1 of sequence %2, step %3</source>
        <translation>步 %3 序列 %2 的 token %1</translation>
    </message>
    <message>
        <source>token %1 of sequence %2</source>
        <translation>序列 %2 的 token %1</translation>
    </message>
    <message>
        <source>token %1 of step %2</source>
        <translation>步 %2 的 token %1</translation>
    </message>
    <message>
        <source>token %1</source>
        <translation>token %1</translation>
    </message>
    <message>
        <source>%1 (id %2)</source>
        <translation>%1（id %2）</translation>
    </message>
    <message>
        <source>The order of execution is not known, so none is the first that differs.</source>
        <translation>执行顺序未知，因此无法指出首个不同的 token。</translation>
    </message>
    <message>
        <source>There are more tokens than fit: only those of the chosen pair&apos;s step are shown.</source>
        <translation>token 过多：仅显示所选配对所在步的 token。</translation>
    </message>
    <message>
        <source>%1 tensors cannot be read and are left out.</source>
        <translation>%1 个张量无法读取，未计入。</translation>
    </message>
    <message>
        <source>No rows of what is compared are tokens: neither their ids nor activations that begin with the same axes are there.</source>
        <translation>比较的内容中没有以 token 为行的张量：既没有 token id，也没有以相同轴开头的激活。</translation>
    </message>
    <message>
        <source>Only statistics are compared, which say nothing about single tokens.</source>
        <translation>仅比较了统计值，无法说明单个 token 的情况。</translation>
    </message>
    <message>
        <source>rank %1 takes part in calls of others and is not in what was opened</source>
        <translation>卡 %1 参与其他卡的集合通信，但不在所打开的内容中</translation>
    </message>
    <message>
        <source>tokens that stand elsewhere in the target were not all looked for: there are too many places to compare</source>
        <translation>目标侧位于别处的 token 没有全部查找：要比较的位置过多</translation>
    </message>
    <message>
        <source>%1, whose partner holds those of this one: the two are exchanged</source>
        <translation>%1，而与之配对的张量持有本张量的数值：二者互换了</translation>
    </message>
    <message>
        <source>%1, whose partner holds those of this one: %2 and %3 are exchanged, %4 tensors of each</source>
        <translation>%1，而与之配对的张量持有本张量的数值：%2 与 %3 互换了，各 %4 个张量</translation>
    </message>
    <message>
        <source>Reading what may be cut</source>
        <translation>正在读取可能被切分的张量</translation>
    </message>
    <message>
        <source>Finding what belongs together</source>
        <translation>正在查找属于同一张量的部分</translation>
    </message>
    <message>
        <source>the same call of what both compute, counted in order; both sides have as many, of equal shapes</source>
        <translation>两侧同一种计算的同一次调用，按顺序计数；两侧次数相同，形状一致</translation>
    </message>
    <message>
        <source>golden has no partner of it; it changes what %1 made before %2 is given it: %3</source>
        <translation>基准侧没有与之对应的算子；它在 %2 收到之前改变了 %1 的结果：%3</translation>
    </message>
    <message>
        <source>golden has no partner of it, and it changes in place what it is given: %1</source>
        <translation>基准侧没有与之对应的算子，它原地修改了收到的张量：%1</translation>
    </message>
    <message>
        <source>golden has no partner of it, and %1 behind it changes in place what it is given: %2</source>
        <translation>基准侧没有与之对应的算子，其后的 %1 原地修改了收到的张量：%2</translation>
    </message>
    <message>
        <source>--layout wants sizes of tp, cp, ep, dp, pp or vpp, each once, e.g. tp=2,pp=2, not &apos;%1&apos;</source>
        <translation>--layout 需要 tp、cp、ep、dp、pp 或 vpp 的大小，各写一次，例如 tp=2,pp=2，而不是 “%1”</translation>
    </message>
    <message>
        <source>--layout %1 is not one of %2 ranks, of which the last is %3: tp × cp × dp × pp must be their number, and ep a divisor of what cp and dp make; say dp where some were not dumped</source>
        <translation>--layout %1 与这 %2 张卡（最后一个为 %3）不符：tp × cp × dp × pp 必须等于其数量，ep 必须能整除 cp 与 dp 之积；若有卡未转储，请同时指明 dp</translation>
    </message>
    <message>
        <source>not in statistic.csv</source>
        <translation>不在 statistic.csv 中</translation>
    </message>
    <message>
        <source>elements of type %1 are not numbers</source>
        <translation>类型 %1 的元素不是数值</translation>
    </message>
    <message>
        <source>the shape %1 does not fit the bytes that are there</source>
        <translation>形状 %1 与现有字节数不符</translation>
    </message>
    <message>
        <source>only the first %1 tensors are listed</source>
        <translation>仅列出前 %1 个张量</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>this is not what compare --json-out writes</source>
        <translation>这不是 compare --json-out 写出的文件</translation>
    </message>
    <message>
        <source>a program that gets no dump configuration cannot be captured in rounds</source>
        <translation>不接收转储配置的程序无法逐轮采集</translation>
    </message>
    <message>
        <source>neighbours are those of the graph %1</source>
        <translation>相邻算子取自图 %1</translation>
    </message>
    <message>
        <source>neighbours are the calls before and after</source>
        <translation>相邻算子为前后的调用</translation>
    </message>
    <message>
        <source>the folder cannot be made</source>
        <translation>无法创建文件夹</translation>
    </message>
    <message>
        <source>--filter goes with a dump, not with a comparison</source>
        <translation>--filter 用于转储，不用于比对结果</translation>
    </message>
    <message>
        <source>--dump goes with the JSON of a comparison</source>
        <translation>--dump 用于比对结果的 JSON</translation>
    </message>
    <message>
        <source>nothing says which configuration made this dump: give --kind</source>
        <translation>无从得知此转储由何种配置产生：请给出 --kind</translation>
    </message>
    <message>
        <source>nothing says which configuration made this dump: choose the kind first</source>
        <translation>无从得知此转储由何种配置产生：请先选择配置种类</translation>
    </message>
    <message>
        <source>this round is one of another hunt: give another folder</source>
        <translation>这一轮属于另一次追查：请换一个文件夹</translation>
    </message>
    <message>
        <source>there is no such array</source>
        <translation>没有这样的数组</translation>
    </message>
    <message>
        <source>there are too many arrays: %1</source>
        <translation>数组过多：%1</translation>
    </message>
    <message>
        <source>the name of an array is empty</source>
        <translation>数组名为空</translation>
    </message>
    <message>
        <source>two arrays are called &quot;%1&quot;</source>
        <translation>有两个数组同名：“%1”</translation>
    </message>
    <message>
        <source>type or shape are not the same</source>
        <translation>类型或形状不同</translation>
    </message>
    <message>
        <source>1 of %1 elements differs, in one bit: bit %2 of element %3</source>
        <translation>%1 个元素中有 1 个不同，只差一个比特：元素 %3 的第 %2 位</translation>
    </message>
    <message>
        <source>1 of %1 elements differs: element %2, in %3 bits</source>
        <translation>%1 个元素中有 1 个不同：元素 %2，%3 个比特</translation>
    </message>
    <message>
        <source>between elements %1 and %2</source>
        <translation>位于元素 %1 与 %2 之间</translation>
    </message>
    <message>
        <source>all in one block of %1 bytes, from element %2 on</source>
        <translation>全部在同一个 %1 字节的块中，从元素 %2 开始</translation>
    </message>
    <message>
        <source>all in row %1 of the last axis</source>
        <translation>全部在最后一维的第 %1 行</translation>
    </message>
    <message>
        <source>all in column %1 of the last axis</source>
        <translation>全部在最后一维的第 %1 列</translation>
    </message>
    <message>
        <source>all in lane %1 of 16</source>
        <translation>全部在 16 个通道中的第 %1 个</translation>
    </message>
    <message>
        <source>%1 of %2 elements differ, each in one bit (bits %3), %4</source>
        <translation>%2 个元素中有 %1 个不同，各差一个比特（第 %3 位），%4</translation>
    </message>
    <message>
        <source>%1 of %2 elements differ, %3</source>
        <translation>%2 个元素中有 %1 个不同，%3</translation>
    </message>
    <message>
        <source>This looks like a flipped bit of memory or of a computing unit: single bits differ, by far more than rounding</source>
        <translation>这像是内存或计算单元的比特翻转：只差单个比特，且远大于舍入</translation>
    </message>
    <message>
        <source>This looks like another order of summation: all differences are last digits (%1 at most, where the largest element is %2)</source>
        <translation>这像是求和顺序不同：差异都只在末位（最大 %1，最大元素为 %2）</translation>
    </message>
    <message>
        <source>This looks like a race or memory that was not written yet: several elements hold other values, by more than rounding (%1, where the largest element is %2)</source>
        <translation>这像是竞争或读取了尚未写入的内存：多个元素的值不同，且大于舍入（%1，最大元素为 %2）</translation>
    </message>
    <message>
        <source>What causes it cannot be told from one difference of this size (%1, where the largest element is %2)</source>
        <translation>从这样大小的一处差异无法判断原因（%1，最大元素为 %2）</translation>
    </message>
    <message>
        <source>compared by bits: %1, by checksums: %2, by statistics alone: %3</source>
        <translation>按比特比较：%1，按校验和：%2，仅按统计值：%3</translation>
    </message>
    <message>
        <source>%1; not known of %2</source>
        <translation>%1；%2 个无法得知</translation>
    </message>
    <message>
        <source>%1; %2 are not in all runs</source>
        <translation>%1；%2 个并非所有运行都有</translation>
    </message>
    <message>
        <source>Nothing was compared: the %1 runs have no tensor in common</source>
        <translation>没有可比较的：%1 次运行没有共同的张量</translation>
    </message>
    <message>
        <source>It is so on all %1 ranks, so it is not one device</source>
        <translation>全部 %1 张卡都如此，因此不是某一台设备的问题</translation>
    </message>
    <message>
        <source>Rank %1 alone of %2 ever differs: look at its device</source>
        <translation>%2 张卡中只有卡 %1 出现差异：请检查其设备</translation>
    </message>
    <message>
        <source>Rank %1 alone of %2 differs there; others (%3) differ later only: look at its device first</source>
        <translation>%2 张卡中此处只有卡 %1 不同；其他卡（%3）之后才不同：请先检查其设备</translation>
    </message>
    <message>
        <source>Ranks %1 of %2 differ there</source>
        <translation>%2 张卡中卡 %1 在此处不同</translation>
    </message>
    <message>
        <source>Run %1 differs, the other %2 are equal there</source>
        <translation>第 %1 次运行不同，其余 %2 次在此处相等</translation>
    </message>
    <message>
        <source>No two of the %1 runs are equal there</source>
        <translation>%1 次运行在此处两两不同</translation>
    </message>
    <message>
        <source>The %1 runs have %2 different contents there</source>
        <translation>%1 次运行在此处有 %2 种内容</translation>
    </message>
    <message>
        <source>two runs at least are needed to see whether they are equal</source>
        <translation>至少需要两次运行才能判断是否相等</translation>
    </message>
    <message>
        <source>constant or zero tensor</source>
        <translation>张量恒定或为零</translation>
    </message>
    <message>
        <source>All elements have one value, and in none of the steps before they had</source>
        <translation>所有元素的值相同，而此前各步都不是这样</translation>
    </message>
    <message>
        <source>steps before in which the tensor varied, at least</source>
        <translation>至少此前有这么多步张量有变化</translation>
    </message>
    <message>
        <source>is zero, and varied in all %1 steps before</source>
        <translation>为零，而此前 %1 步都有变化</translation>
    </message>
    <message>
        <source>is %1 everywhere, and varied in all %2 steps before</source>
        <translation>处处为 %1，而此前 %2 步都有变化</translation>
    </message>
    <message>
        <source>magnitude off its own history</source>
        <translation>幅值偏离自身历史</translation>
    </message>
    <message>
        <source>The L2 norm is more than so many robust deviations off the median of the steps before, and far outside of their range</source>
        <translation>L2 范数偏离此前各步的中位数超过若干倍稳健偏差，且远超出其范围</translation>
    </message>
    <message>
        <source>robust deviations (1.4826 MAD of logarithms)</source>
        <translation>稳健偏差倍数（对数的 1.4826 MAD）</translation>
    </message>
    <message>
        <source>steps before that are looked at, at most</source>
        <translation>最多查看此前多少步</translation>
    </message>
    <message>
        <source>steps before that are needed</source>
        <translation>需要此前多少步</translation>
    </message>
    <message>
        <source>least deviation, relative to the median</source>
        <translation>相对于中位数的最小偏差</translation>
    </message>
    <message>
        <source>and so many times the range of the steps before outside of it</source>
        <translation>且超出此前各步范围的距离为该范围的若干倍</translation>
    </message>
    <message>
        <source>above</source>
        <translation>高于</translation>
    </message>
    <message>
        <source>below</source>
        <translation>低于</translation>
    </message>
    <message>
        <source>loss spike</source>
        <translation>loss 突增</translation>
    </message>
    <message>
        <source>no loss was recorded</source>
        <translation>没有记录 loss</translation>
    </message>
    <message>
        <source>NaN or infinity</source>
        <translation>NaN 或无穷</translation>
    </message>
    <message>
        <source>A tensor holds NaN, or an infinity that is not the -Inf of a mask: one that was there in the first step already</source>
        <translation>张量含有 NaN，或含有无穷（第一步就有的 -Inf 视为掩码，不算）</translation>
    </message>
    <message>
        <source>elements that are NaN or infinite, where they were counted</source>
        <translation>NaN 或无穷的元素数（有计数时）</translation>
    </message>
    <message>
        <source>holds %1 NaN</source>
        <translation>含有 %1 个 NaN</translation>
    </message>
    <message>
        <source>holds NaN</source>
        <translation>含有 NaN</translation>
    </message>
    <message>
        <source>holds %1 infinities</source>
        <translation>含有 %1 个无穷</translation>
    </message>
    <message>
        <source>holds infinities</source>
        <translation>含有无穷</translation>
    </message>
    <message>
        <source>has magnitude %1 where the median of %2 ranks is %3: %4 times the usual distance (limit %5)</source>
        <translation>幅值为 %1，而 %2 张卡的中位数为 %3：是通常距离的 %4 倍（限值 %5）</translation>
    </message>
    <message>
        <source>rank far off the others</source>
        <translation>某卡与其他卡相差很大</translation>
    </message>
    <message>
        <source>The L2 norm on a rank is that many times farther off the median of the ranks than ranks were in the steps before; of three ranks and more</source>
        <translation>某卡的 L2 范数离各卡中位数的距离为此前各步通常距离的若干倍；需要至少三张卡</translation>
    </message>
    <message>
        <source>usual distances between ranks, as factors</source>
        <translation>卡间通常距离的倍数</translation>
    </message>
    <message>
        <source>least usual distance, relative</source>
        <translation>通常距离的最小相对值</translation>
    </message>
    <message>
        <source>and so many times the largest distance before</source>
        <translation>且为此前最大距离的若干倍</translation>
    </message>
    <message>
        <source>jump from step to step</source>
        <translation>相邻步之间突变</translation>
    </message>
    <message>
        <source>The L2 norm is so many times that of the step before, or that part of it, and no step before jumped by a third of that (as a power)</source>
        <translation>L2 范数为前一步的若干倍或若干分之一，且此前没有哪一步的突变达到其三分之一（按幂）</translation>
    </message>
    <message>
        <source>ratio of magnitudes of two steps</source>
        <translation>相邻两步幅值之比</translation>
    </message>
    <message>
        <source>there is one step</source>
        <translation>只有一步</translation>
    </message>
    <message>
        <source>has magnitude %1, %2 times that of the step before (limit %3)</source>
        <translation>幅值为 %1，是前一步的 %2 倍（限值 %3）</translation>
    </message>
    <message>
        <source>has magnitude %1, 1/%2 of that of the step before (limit %3)</source>
        <translation>幅值为 %1，是前一步的 1/%2（限值 %3）</translation>
    </message>
    <message>
        <source>hold the same in nearly all tensors of its kind</source>
        <translation>几乎所有同类张量内容都相同</translation>
    </message>
    <message>
        <source>is not the same on %1 ranks that must agree; they %2</source>
        <translation>在应当一致的 %1 张卡上不相同；它们%2</translation>
    </message>
    <message>
        <source>rank unlike its replicas</source>
        <translation>某卡与其副本不一致</translation>
    </message>
    <message>
        <source>Ranks that held the same, bit for bit as far as it was recorded, do no longer; weights, reduced gradients and moments of the optimizer must from the first step on where nearly all of them do</source>
        <translation>此前（在已记录范围内）逐比特相同的各卡不再相同；若几乎所有权重、归约后的梯度和优化器动量都一致，则从第一步起就应一致</translation>
    </message>
    <message>
        <source>steps before in which the ranks held the same, at least</source>
        <translation>至少此前有这么多步各卡内容相同</translation>
    </message>
    <message>
        <source>share of weights and the like that ranks hold equal, for the others to be expected to</source>
        <translation>各卡相等的权重等张量的占比达到此值时，要求其余也相等</translation>
    </message>
    <message>
        <source>there is one rank</source>
        <translation>只有一张卡</translation>
    </message>
    <message>
        <source>close to the largest number of the type</source>
        <translation>接近类型的最大值</translation>
    </message>
    <message>
        <source>The largest magnitude is at least that share of the largest number of the element type, and was not in the first step, as the fill of a mask is</source>
        <translation>最大幅值至少达到元素类型最大值的若干比例，且第一步并非如此（掩码的填充值即是）</translation>
    </message>
    <message>
        <source>share of the largest number of the type</source>
        <translation>占类型最大值的比例</translation>
    </message>
    <message>
        <source>reaches %1 of the largest %2 (limit %3)</source>
        <translation>达到 %2 最大值的 %1（限值 %3）</translation>
    </message>
    <message>
        <source>update of a weight too large</source>
        <translation>权重更新过大</translation>
    </message>
    <message>
        <source>The norm of a weight changes by at least that part of it in one step; the norm of the update is as large or larger. Weights that grow from zero do so step by step</source>
        <translation>权重的范数一步内变化至少若干比例；更新量的范数不小于此。从零增长的权重是逐步增长的</translation>
    </message>
    <message>
        <source>change of the norm beside the norm</source>
        <translation>范数变化与范数之比</translation>
    </message>
    <message>
        <source>and so many times the usual change of the steps before</source>
        <translation>且为此前各步通常变化的若干倍</translation>
    </message>
    <message>
        <source>changes its norm by %1 % in one step, to %2; its update is that large or larger (limit %3 %)</source>
        <translation>一步内范数变化 %1 %，变为 %2；其更新量不小于此（限值 %3 %）</translation>
    </message>
    <message>
        <source>share of zeros</source>
        <translation>零的占比</translation>
    </message>
    <message>
        <source>At least that share of the elements is zero, and in no step before half of that was exceeded; counts of zeros must be recorded, or values</source>
        <translation>至少若干比例的元素为零，且此前各步都不超过其一半；需要记录零的个数或数值</translation>
    </message>
    <message>
        <source>share of elements that are zero</source>
        <translation>为零的元素占比</translation>
    </message>
    <message>
        <source>has %1 % of zeros, %2 % at most before (limit %3 %)</source>
        <translation>%1 % 为零，此前最多 %2 %（限值 %3 %）</translation>
    </message>
    <message>
        <source>too many tensors for trends</source>
        <translation>张量过多，无法计算趋势</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no figure of tensors</source>
        <translation>“%1” 不是张量的统计量</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no figure of tensors; did you mean %2?</source>
        <translation>“%1” 不是张量的统计量；是否指 %2？</translation>
    </message>
    <message>
        <source>there is no rule &apos;%1&apos;</source>
        <translation>没有规则 “%1”</translation>
    </message>
    <message>
        <source>one of ranks %1</source>
        <translation>卡 %1 之一</translation>
    </message>
    <message>
        <source>a file of rules is an object {&quot;version&quot;:1,&quot;rules&quot;:[…]}</source>
        <translation>规则文件是一个对象 {&quot;version&quot;:1,&quot;rules&quot;:[…]}</translation>
    </message>
    <message>
        <source>there is no key &quot;%1&quot;; there are version, base and rules</source>
        <translation>没有键 “%1”；可用的键为 version、base 和 rules</translation>
    </message>
    <message>
        <source>&quot;base&quot; must be &quot;%1&quot;</source>
        <translation>“base” 必须为 “%1”</translation>
    </message>
    <message>
        <source>%1 is not an object</source>
        <translation>%1 不是对象</translation>
    </message>
    <message>
        <source>%1 must be one of %2</source>
        <translation>%1 必须是 %2 之一</translation>
    </message>
    <message>
        <source>%1 must be true or false</source>
        <translation>%1 必须为 true 或 false</translation>
    </message>
    <message>
        <source>rule %1 has no &quot;%2&quot;; it has %3, when and off</source>
        <translation>规则 %1 没有 “%2”；可用 %3、when 和 off</translation>
    </message>
    <message>
        <source>%1 must be a number from %2 to %3</source>
        <translation>%1 必须是 %2 到 %3 之间的数</translation>
    </message>
    <message>
        <source>%1 runs lie beside one another here (%2); choose one, as with the filter run:%3</source>
        <translation>这里并列有 %1 次运行（%2）；请选择一次，例如用过滤 run:%3</translation>
    </message>
    <message>
        <source>%1 steps are needed before, and the run has %2 in all</source>
        <translation>之前需有 %1 步，而该运行共有 %2 步</translation>
    </message>
    <message>
        <source>%1 ranks are needed, and the run has %2</source>
        <translation>需要 %1 张卡，而该运行有 %2 个</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>one step</source>
        <translation>一步</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 步</translation>
    </message>
    <message>
        <source>one rank</source>
        <translation>一张卡</translation>
    </message>
    <message>
        <source>gradient of softmax along axis %1</source>
        <translation>softmax 沿轴 %1 的梯度</translation>
    </message>
    <message>
        <source>softmax(q · kᵀ · scale) · v</source>
        <translation>softmax(q · kᵀ · scale) · v</translation>
    </message>
    <message>
        <source>causal softmax(q · kᵀ · scale) · v</source>
        <translation>因果 softmax(q · kᵀ · scale) · v</translation>
    </message>
    <message>
        <source>softmax(q · kᵀ · scale + mask) · v</source>
        <translation>softmax(q · kᵀ · scale + mask) · v</translation>
    </message>
    <message>
        <source>softmax(q · kᵀ · scale) · v of what the mask keeps</source>
        <translation>掩码所保留部分的 softmax(q · kᵀ · scale) · v</translation>
    </message>
    <message>
        <source>softmax(q · kᵀ · scale) · v of what the mask leaves</source>
        <translation>掩码未屏蔽部分的 softmax(q · kᵀ · scale) · v</translation>
    </message>
    <message>
        <source>statistics of the batch, epsilon %1</source>
        <translation>批次统计值，epsilon %1</translation>
    </message>
    <message>
        <source>recorded statistics, epsilon %1</source>
        <translation>已记录的统计值，epsilon %1</translation>
    </message>
    <message>
        <source>gradient of the input, %1</source>
        <translation>输入的梯度，%1</translation>
    </message>
    <message>
        <source>gradient of the scale, %1</source>
        <translation>缩放的梯度，%1</translation>
    </message>
    <message>
        <source>gradient of the shift, %1</source>
        <translation>平移的梯度，%1</translation>
    </message>
    <message>
        <source>scale and shift first</source>
        <translation>缩放和平移在前</translation>
    </message>
    <message>
        <source>statistics first</source>
        <translation>统计值在前</translation>
    </message>
    <message>
        <source>batch norm with the statistics of the batch, epsilon %1, %2</source>
        <translation>使用批次统计值的批归一化，epsilon %1，%2</translation>
    </message>
    <message>
        <source>batch norm with recorded statistics, epsilon %1, %2</source>
        <translation>使用已记录统计值的批归一化，epsilon %1，%2</translation>
    </message>
    <message>
        <source>gradient of the weight, %1</source>
        <translation>权重的梯度，%1</translation>
    </message>
    <message>
        <source>gradient of the bias</source>
        <translation>偏置的梯度</translation>
    </message>
    <message>
        <source>convolution with %1</source>
        <translation>卷积，%1</translation>
    </message>
    <message>
        <source>a keyword argument is a list of tensors</source>
        <translation>某个关键字参数是张量列表</translation>
    </message>
    <message>
        <source>an input has no place</source>
        <translation>某个输入没有位置</translation>
    </message>
    <message>
        <source>what its forward operator was given is not in the dump</source>
        <translation>转储中没有其前向算子的输入</translation>
    </message>
    <message>
        <source>joined along axis %1</source>
        <translation>沿轴 %1 拼接</translation>
    </message>
    <message>
        <source>the first part along axis %1</source>
        <translation>沿轴 %1 的第一部分</translation>
    </message>
    <message>
        <source>rows along axis %1</source>
        <translation>沿轴 %1 的各行</translation>
    </message>
    <message>
        <source>elements along axis %1</source>
        <translation>沿轴 %1 的各元素</translation>
    </message>
    <message>
        <source>the loss of each</source>
        <translation>逐个的损失</translation>
    </message>
    <message>
        <source>the mean of the losses</source>
        <translation>损失的均值</translation>
    </message>
    <message>
        <source>the sum of the losses</source>
        <translation>损失之和</translation>
    </message>
    <message>
        <source>gradient of the input, epsilon %1</source>
        <translation>输入的梯度，epsilon %1</translation>
    </message>
    <message>
        <source>gradient of the scale, epsilon %1</source>
        <translation>缩放的梯度，epsilon %1</translation>
    </message>
    <message>
        <source>gradient of the shift</source>
        <translation>平移的梯度</translation>
    </message>
    <message>
        <source>maximum with %1</source>
        <translation>最大值，%1</translation>
    </message>
    <message>
        <source>mean with %1</source>
        <translation>均值，%1</translation>
    </message>
    <message>
        <source>mean without padding, with %1</source>
        <translation>不计填充的均值，%1</translation>
    </message>
    <message>
        <source>gradient of the input</source>
        <translation>输入的梯度</translation>
    </message>
    <message>
        <source>gradient of the weight</source>
        <translation>权重的梯度</translation>
    </message>
    <message>
        <source>gradient of the transposed weight</source>
        <translation>转置权重的梯度</translation>
    </message>
    <message>
        <source>gradient of the first factor</source>
        <translation>第一个因子的梯度</translation>
    </message>
    <message>
        <source>gradient of the second factor</source>
        <translation>第二个因子的梯度</translation>
    </message>
    <message>
        <source>halves turned by sin and cos</source>
        <translation>两半按 sin 和 cos 旋转</translation>
    </message>
    <message>
        <source>neighbours turned by sin and cos</source>
        <translation>相邻元素按 sin 和 cos 旋转</translation>
    </message>
    <message>
        <source>among all</source>
        <translation>在全部元素中</translation>
    </message>
    <message>
        <source>along axis %1</source>
        <translation>沿轴 %1</translation>
    </message>
    <message>
        <source>place of the largest %1</source>
        <translation>最大值的位置，%1</translation>
    </message>
    <message>
        <source>place of the smallest %1</source>
        <translation>最小值的位置，%1</translation>
    </message>
    <message>
        <source>largest first along axis %1</source>
        <translation>沿轴 %1 从大到小</translation>
    </message>
    <message>
        <source>smallest first along axis %1</source>
        <translation>沿轴 %1 从小到大</translation>
    </message>
    <message>
        <source>no pair has a partner with values in the truth</source>
        <translation>没有一对在真值转储中有带数值的对应张量</translation>
    </message>
    <message>
        <source>of %1 pairs the target is farther from the truth in %2, golden in %3; %4 miss the limits of the benchmark method</source>
        <translation>%1 对中，目标离真值更远的有 %2 对，基准侧更远的有 %3 对；%4 对超出标杆比对法的限值</translation>
    </message>
    <message>
        <source>%1 ended with %2; what it said is in %3</source>
        <translation>%1 以 %2 结束；其输出见 %3</translation>
    </message>
    <message>
        <source>proof: NaN or infinities are born in %1: %2</source>
        <translation>已证实：NaN 或无穷产生于 %1：%2</translation>
    </message>
    <message>
        <source>proof: %1 computes something else than its inputs give</source>
        <translation>已证实：%1 的计算结果与其输入不符</translation>
    </message>
    <message>
        <source>proof: %1 computes right, what it is given is wrong</source>
        <translation>已证实：%1 计算正确，错在给它的输入</translation>
    </message>
    <message>
        <source>no proof: %1 is accused with full tensors, too, and recomputing does not settle it</source>
        <translation>未能证实：完整张量同样指向 %1，重算不能下结论</translation>
    </message>
    <message>
        <source>no proof: %1 is accused with full tensors, too, and golden&apos;s dump has no inputs, which would settle it: capture them</source>
        <translation>未能证实：完整张量同样指向 %1，而基准侧的转储缺少可以下结论的输入：请采集输入</translation>
    </message>
    <message>
        <source>nothing is wrong in what was compared</source>
        <translation>所比对的内容没有错误</translation>
    </message>
    <message>
        <source>not confirmed: with full tensors nothing is wrong in what statistics accused</source>
        <translation>未获确认：统计值所指之处，完整张量并无错误</translation>
    </message>
    <message>
        <source>no operator is accused: %1</source>
        <translation>没有算子被指认：%1</translation>
    </message>
    <message>
        <source>full tensors of %1 and its neighbours are larger than the budget of %2: give --budget</source>
        <translation>%1 及其相邻算子的完整张量超出预算 %2：请给出 --budget</translation>
    </message>
    <message>
        <source>no proof within %1 rounds: %2 is accused</source>
        <translation>%1 轮内未能证实：被指认的是 %2</translation>
    </message>
    <message>
        <source>statistics of everything</source>
        <translation>全部统计值</translation>
    </message>
    <message>
        <source>full tensors of 1 operator</source>
        <translation>1 个算子的完整张量</translation>
    </message>
    <message>
        <source>full tensors of %1 operators</source>
        <translation>%1 个算子的完整张量</translation>
    </message>
    <message>
        <source>it is a function of a framework, no operator of GE</source>
        <translation>这是框架的函数，不是 GE 的算子</translation>
    </message>
    <message>
        <source>the type of the operator was not recorded</source>
        <translation>未记录算子的类型</translation>
    </message>
    <message>
        <source>only operators with one output are run through AscendCL</source>
        <translation>只有单输出的算子通过 AscendCL 运行</translation>
    </message>
    <message>
        <source>the dump is not of MindSpore</source>
        <translation>该转储不是 MindSpore 的</translation>
    </message>
    <message>
        <source>it is no function of MindSpore that msprobe recorded</source>
        <translation>这不是 msprobe 记录的 MindSpore 函数</translation>
    </message>
    <message>
        <source>gradients of MindSpore are not computed again</source>
        <translation>不重算 MindSpore 的梯度</translation>
    </message>
    <message>
        <source>input %1 of the node was not dumped</source>
        <translation>未转储该节点的输入 %1</translation>
    </message>
    <message>
        <source>the weight %1 is of a type that NumPy does not have</source>
        <translation>权重 %1 的类型 NumPy 不支持</translation>
    </message>
    <message>
        <source>only the first output of a node is computed</source>
        <translation>只计算节点的第一个输出</translation>
    </message>
    <message>
        <source>no ONNX model has a node of this name</source>
        <translation>没有 ONNX 模型含有该名称的节点</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no kind of reproducer</source>
        <translation>“%1”不是复现包的种类</translation>
    </message>
    <message>
        <source>%1 cannot be run alone (%2)</source>
        <translation>%1 不能单独运行（%2）</translation>
    </message>
    <message>
        <source>no output of %1 was dumped</source>
        <translation>未转储 %1 的输出</translation>
    </message>
    <message>
        <source>golden&apos;s operator is another one: %1</source>
        <translation>基准侧的算子是另一个：%1</translation>
    </message>
    <message>
        <source>golden was not given %1</source>
        <translation>基准侧没有 %1</translation>
    </message>
    <message>
        <source>golden has no %1</source>
        <translation>基准侧没有 %1</translation>
    </message>
    <message>
        <source>no input of %1 was dumped</source>
        <translation>未转储 %1 的输入</translation>
    </message>
    <message>
        <source>argument %1 of the operator was not recorded</source>
        <translation>未记录算子的参数 %1</translation>
    </message>
    <message>
        <source>%1 has no values: capture the tensors of this operator (dumpscope-cli config next)</source>
        <translation>%1 没有数值：请采集该算子的张量（dumpscope-cli config next）</translation>
    </message>
    <message>
        <source>it is no operator of PyTorch that msprobe recorded</source>
        <translation>这不是 msprobe 记录的 PyTorch 算子</translation>
    </message>
    <message>
        <source>%1 is a module that runs other operators: record these, at the level mix</source>
        <translation>%1 是运行其他算子的模块：请以 mix 级别记录这些算子</translation>
    </message>
    <message>
        <source>%1 is no library of PyTorch</source>
        <translation>%1 不是 PyTorch 的库</translation>
    </message>
    <message>
        <source>the forward operator was not recorded</source>
        <translation>未记录前向算子</translation>
    </message>
    <message>
        <source>without GOLDEN there is no suspect: say --tensor</source>
        <translation>没有 GOLDEN 就没有嫌疑：请用 --tensor 指定</translation>
    </message>
    <message>
        <source>the comparison has %1 suspects: %2</source>
        <translation>比对有 %1 个嫌疑：%2</translation>
    </message>
    <message>
        <source>no tensor of the target shows this suspect</source>
        <translation>目标中没有张量显示该嫌疑</translation>
    </message>
    <message>
        <source>the other machine sends a file that nobody asked for</source>
        <translation>另一台机器发来了没有请求的文件</translation>
    </message>
    <message>
        <source>the other machine sends a file with an invalid name: %1</source>
        <translation>另一台机器发来的文件名无效：%1</translation>
    </message>
    <message>
        <source>the other machine sends something else than dumpscope-cli does</source>
        <translation>另一台机器发来的不是 dumpscope-cli 的内容</translation>
    </message>
    <message>
        <source>the other machine sends what is no message</source>
        <translation>另一台机器发来的不是消息</translation>
    </message>
    <message>
        <source>the connection to %1 broke before the command ended</source>
        <translation>命令结束之前，与 %1 的连接中断</translation>
    </message>
    <message>
        <source>the command is too long to be sent</source>
        <translation>命令太长，无法发送</translation>
    </message>
    <message>
        <source>it is too large to be sent with a command; copy it to %1 and name it with ssh://</source>
        <translation>文件太大，无法随命令发送；请把它复制到 %1，并用 ssh:// 指定</translation>
    </message>
    <message>
        <source>%1 refuses: %2</source>
        <translation>%1 拒绝：%2</translation>
    </message>
    <message>
        <source>on %1 %2</source>
        <translation>在 %1 上：%2</translation>
    </message>
    <message>
        <source>%1 did not do on %2 what it was asked to</source>
        <translation>%1 没有在 %2 上完成所要求的操作</translation>
    </message>
    <message>
        <source>%1 does not say which machine it is</source>
        <translation>%1 没有说明它是哪种机器</translation>
    </message>
    <message>
        <source>it is no program for %1</source>
        <translation>它不是适用于 %1 的程序</translation>
    </message>
    <message>
        <source>%1 is no path on another machine; it is written ssh://[user@]host[:port]/path</source>
        <translation>%1 不是另一台机器上的路径；其写法为 ssh://[user@]host[:port]/path</translation>
    </message>
    <message>
        <source>%1 takes no path on another machine; run the command there</source>
        <translation>%1 不接受另一台机器上的路径；请在那里运行命令</translation>
    </message>
    <message>
        <source>a command on another machine does not replace this file; remove it, or choose another name</source>
        <translation>在另一台机器上运行的命令不会替换此文件；请删除它，或另选名称</translation>
    </message>
    <message>
        <source>a word of the command holds a zero byte</source>
        <translation>命令的一个单词含有零字节</translation>
    </message>
    <message>
        <source>this command does not work with dumps on another machine</source>
        <translation>此命令不能用于另一台机器上的转储</translation>
    </message>
    <message>
        <source>a file of the command has no plain name: %1</source>
        <translation>命令的一个文件名不合规：%1</translation>
    </message>
    <message>
        <source>no option of the command names the file that comes with it</source>
        <translation>命令中没有选项指定随它发送的文件</translation>
    </message>
    <message>
        <source>a command with %1 files is too large</source>
        <translation>带有 %1 个文件的命令太大</translation>
    </message>
    <message>
        <source>make a folder for the command&apos;s files</source>
        <translation>为命令的文件创建文件夹</translation>
    </message>
    <message>
        <source>write a file of the command</source>
        <translation>写入命令的文件</translation>
    </message>
    <message>
        <source>there comes a file that the command does not have</source>
        <translation>收到了命令中没有的文件</translation>
    </message>
    <message>
        <source>the files of a command have at most %1 bytes</source>
        <translation>一条命令的文件最多为 %1 字节</translation>
    </message>
    <message>
        <source>go to the folder of the command</source>
        <translation>进入命令的文件夹</translation>
    </message>
    <message>
        <source>read a file that the command wrote</source>
        <translation>读取命令写出的文件</translation>
    </message>
    <message>
        <source>the command was ended by signal %1</source>
        <translation>命令被信号 %1 结束</translation>
    </message>
    <message>
        <source>start the program that connects</source>
        <translation>启动用于连接的程序</translation>
    </message>
    <message>
        <source>the other machine does not greet</source>
        <translation>另一台机器没有问候</translation>
    </message>
    <message>
        <source>dumpscope-cli %1 on %2 speaks version %3 of the protocol and this one, %4, version %5; install the same version on both machines</source>
        <translation>%2 上的 dumpscope-cli %1 使用协议版本 %3，本机的 %4 使用版本 %5；请在两台机器上安装相同的版本</translation>
    </message>
    <message>
        <source>%1 could not connect to %2</source>
        <translation>%1 无法连接到 %2</translation>
    </message>
    <message>
        <source>there is no dumpscope-cli on %1, neither ~/%2/dumpscope-cli nor in its PATH; dumpscope-cli remote install %1 copies one there</source>
        <translation>%1 上没有 dumpscope-cli：既没有 ~/%2/dumpscope-cli，其 PATH 中也没有；dumpscope-cli remote install %1 会复制一份到那里</translation>
    </message>
    <message>
        <source>the dumpscope-cli in the PATH of %1 is too old to serve other machines; dumpscope-cli remote install %1 copies this version there</source>
        <translation>%1 的 PATH 中的 dumpscope-cli 太旧，不能为其他机器运行命令；dumpscope-cli remote install %1 会把此版本复制到那里</translation>
    </message>
    <message>
        <source>the connection to %1 ended before dumpscope-cli answered</source>
        <translation>dumpscope-cli 应答之前，与 %1 的连接已结束</translation>
    </message>
    <message>
        <source>%1 is %2 on %3; there are programs for Linux on x86_64 and aarch64 only</source>
        <translation>%1 是 %3 上的 %2；只有用于 x86_64 和 aarch64 上 Linux 的程序</translation>
    </message>
    <message>
        <source>the portable program for %1 is not installed here; installer/portable.sh builds it, and --program names it</source>
        <translation>本机没有安装用于 %1 的可移植程序；installer/portable.sh 可以构建它，--program 可以指定它</translation>
    </message>
    <message>
        <source>nobody can be asked here whether to copy it; --yes copies without asking</source>
        <translation>这里无法询问是否复制；--yes 不询问直接复制</translation>
    </message>
    <message>
        <source>serve is started by dumpscope-cli on another machine: dumpscope-cli ls ssh://HOST/PATH</source>
        <translation>serve 由另一台机器上的 dumpscope-cli 启动：dumpscope-cli ls ssh://HOST/PATH</translation>
    </message>
    <message>
        <source>has magnitude %1, %2 robust deviations %3 the median %4 of %5 (limit %6)</source>
        <translation>幅值为 %1，%3%5的中位数 %4 达 %2 倍稳健偏差（限值 %6）</translation>
    </message>
    <message>
        <source>no floating-point type was recorded</source>
        <translation>未记录浮点类型</translation>
    </message>
    <message>
        <source>no tensor is selected</source>
        <translation>没有选中任何张量</translation>
    </message>
    <message>
        <source>%1 is known of no tensor</source>
        <translation>没有任何张量的 %1 是已知的</translation>
    </message>
    <message>
        <source>&quot;when&quot; of rule %1, character %2: %3</source>
        <translation>规则 %1 的 “when” 第 %2 个字符：%3</translation>
    </message>
    <message>
        <source>&quot;when&quot; of rule %1: %2</source>
        <translation>规则 %1 的 “when”：%2</translation>
    </message>
    <message>
        <source>The step is not known.</source>
        <translation>步未知。</translation>
    </message>
    <message>
        <source>It is the last step of this tensor.</source>
        <translation>这是该张量的最后一步。</translation>
    </message>
    <message>
        <source>Seen in this step only.</source>
        <translation>仅见于这一步。</translation>
    </message>
    <message>
        <source>Seen in %1 steps, up to the last one, %2.</source>
        <translation>共见于 %1 步，直到最后一步（%2）。</translation>
    </message>
    <message>
        <source>Seen in %1 steps, the last of them %2.</source>
        <translation>共见于 %1 步，最后为%2。</translation>
    </message>
    <message>
        <source>First anomaly: %1. %2 Nothing else is unusual.</source>
        <translation>首个异常：%1。%2没有其他异常。</translation>
    </message>
    <message>
        <source>First anomaly: %1. %2 Nothing before it is unusual; one more finding follows.</source>
        <translation>首个异常：%1。%2此前一切正常；其后还有 1 条。</translation>
    </message>
    <message>
        <source>First anomaly: %1. %2 Nothing before it is unusual; %3 more findings follow.</source>
        <translation>首个异常：%1。%2此前一切正常；其后还有 %3 条。</translation>
    </message>
    <message>
        <source>Nothing was judged: no tensor is selected.</source>
        <translation>未作判断：没有选中任何张量。</translation>
    </message>
    <message>
        <source>no rule is left to look for</source>
        <translation>没有剩下可查找的规则</translation>
    </message>
    <message>
        <source>steps %1 to %2</source>
        <translation>步 %1 到 %2</translation>
    </message>
    <message>
        <source>what it is worth behind it is not known: %1</source>
        <translation>它对后续算子的影响未知：%1</translation>
    </message>
    <message>
        <source>no compared output that differs from golden is made from it</source>
        <translation>没有由它得出且与基准侧不同的已比较输出</translation>
    </message>
    <message>
        <source>with golden&apos;s output here the error of %1 would grow from %2 to %3, %4 operators computed again</source>
        <translation>若此处改用基准侧的输出，%1 的误差会从 %2 增大到 %3（重新计算了 %4 个算子）</translation>
    </message>
    <message>
        <source>with golden&apos;s output here the error of %1 would fall from %2 to %3, by %4 %, %5 operators computed again</source>
        <translation>若此处改用基准侧的输出，%1 的误差会从 %2 降到 %3，减少 %4 %（重新计算了 %5 个算子）</translation>
    </message>
    <message>
        <source>%1; behind that it is not known: %2</source>
        <translation>%1；再往后未知：%2</translation>
    </message>
    <message>
        <source>%1 of %2 comes from an operator that is not dumped</source>
        <translation>%2 的%1来自未转储的算子</translation>
    </message>
    <message>
        <source>%1 is not computed again: %2</source>
        <translation>%1 未重新计算：%2</translation>
    </message>
    <message>
        <source>the operator is not known</source>
        <translation>不认识该算子</translation>
    </message>
    <message>
        <source>it would take too long</source>
        <translation>耗时过长</translation>
    </message>
    <message>
        <source>it reads otherwise with other values</source>
        <translation>换成其他数值后其算法读法不同</translation>
    </message>
    <message>
        <source>its output does not follow from its inputs</source>
        <translation>由其输入算不出其输出</translation>
    </message>
    <message>
        <source>the target is %1 from the truth, golden %2: the target is farther</source>
        <translation>目标与真值相差 %1，基准侧相差 %2：目标更远</translation>
    </message>
    <message>
        <source>the target is %1 from the truth, golden %2: golden is farther</source>
        <translation>目标与真值相差 %1，基准侧相差 %2：基准侧更远</translation>
    </message>
    <message>
        <source>the target is %1 from the truth, golden %2: neither is twice as far</source>
        <translation>目标与真值相差 %1，基准侧相差 %2：两者差距都不到两倍</translation>
    </message>
    <message>
        <source>%1, and beyond the limits of the benchmark method</source>
        <translation>%1，且超出标杆比对法的限值</translation>
    </message>
    <message>
        <source>truth</source>
        <translation>真值</translation>
    </message>
    <message>
        <source>Against the truth</source>
        <translation>与真值比较</translation>
    </message>
    <message>
        <source>error of the target</source>
        <translation>目标的误差</translation>
    </message>
    <message>
        <source>error of golden</source>
        <translation>基准侧的误差</translation>
    </message>
    <message>
        <source>ratio</source>
        <translation>比值</translation>
    </message>
    <message>
        <source>the target is off by %1, golden by %2 (relative L2)</source>
        <translation>目标相差 %1，基准侧相差 %2（相对 L2）</translation>
    </message>
    <message>
        <source>its values were not compared</source>
        <translation>没有比较它的数值</translation>
    </message>
    <message>
        <source>golden&apos;s output cannot take its place</source>
        <translation>基准侧的输出无法替换它</translation>
    </message>
    <message>
        <source>it was called in a way that is not known</source>
        <translation>其调用方式无法识别</translation>
    </message>
    <message>
        <source>a part of x</source>
        <translation>x 的一部分</translation>
    </message>
    <message>
        <source>called otherwise: by %1 its own inputs give its output, golden&apos;s by %2</source>
        <translation>调用方式不同：按 %1 由自身输入可算出其输出，基准侧则按 %2</translation>
    </message>
    <message>
        <source>not understood: golden&apos;s inputs give its output by %1, which the target&apos;s call does not allow</source>
        <translation>无法复核：基准侧按 %1 由输入可算出输出，而目标的调用不允许这样计算</translation>
    </message>
    <message>
        <source>%1 is %2, golden is called without it</source>
        <translation>%1 为 %2，基准侧调用时没有该参数</translation>
    </message>
    <message>
        <source>golden&apos;s %1 is %2, the target is called without it</source>
        <translation>基准侧的 %1 为 %2，目标调用时没有该参数</translation>
    </message>
    <message>
        <source>min is above max</source>
        <translation>最小值大于最大值</translation>
    </message>
    <message>
        <source>the mean is not between min and max</source>
        <translation>均值不在最小值与最大值之间</translation>
    </message>
    <message>
        <source>the norm is below the largest element</source>
        <translation>范数小于绝对值最大的元素</translation>
    </message>
    <message>
        <source>the norm is below what elements of that mean have</source>
        <translation>范数小于该均值的元素应有的范数</translation>
    </message>
    <message>
        <source>All elements that differ are off by nearly the same factor, %1: neither rounding nor a race does that</source>
        <translation>所有不同的元素几乎相差同一倍数 %1：舍入和竞争都不会造成这种差异</translation>
    </message>
    <message>
        <source>Graph of a model</source>
        <translation>模型的图</translation>
    </message>
    <message>
        <source>Graphs of models</source>
        <translation>模型的图</translation>
    </message>
    <message>
        <source>ONNX models</source>
        <translation>ONNX 模型</translation>
    </message>
    <message>
        <source>the only file that is known is a graph</source>
        <translation>唯一可识别的文件是图</translation>
    </message>
    <message>
        <source>all %1 files that are known are graphs</source>
        <translation>可识别的 %1 个文件都是图</translation>
    </message>
    <message>
        <source>of the kind %1 it must be said which of its slices stand where in golden</source>
        <translation>类型为 %1 时，必须说明其各切片在基准侧中的位置</translation>
    </message>
    <message>
        <source>Rank %1 differs there; of rank %2 nothing could be compared there, so it may be wrong as well</source>
        <translation>该处卡 %1 不同；卡 %2 在该处无法比较，因此也可能有错</translation>
    </message>
    <message>
        <source>Its shape or its element type is another, so no bits are compared</source>
        <translation>其形状或元素类型不同，因此不逐位比较</translation>
    </message>
    <message>
        <source>Remove one of the two, or choose another name or folder.</source>
        <translation>请移除其中一个，或换一个名称或文件夹。</translation>
    </message>
    <message>
        <source>Check the spelling and the place it is looked for in.</source>
        <translation>请检查拼写和查找的位置。</translation>
    </message>
    <message>
        <source>The message says what is in the way; `formats` lists what can be done with each format.</source>
        <translation>消息说明了原因；`formats` 列出每种格式可以做什么。</translation>
    </message>
    <message>
        <source>Check the disk, the network share or the connection, then try again.</source>
        <translation>请检查磁盘、网络共享或连接，然后重试。</translation>
    </message>
    <message>
        <source>`help` with the name of the command lists what it takes.</source>
        <translation>`help` 加命令名会列出它接受的选项。</translation>
    </message>
    <message>
        <source>no value differs, bits do, first at</source>
        <translation>数值都相同，但位不同，最先出现在</translation>
    </message>
    <message>
        <source>the values are equal, their bits are not: zeros of the other sign, or NaN of other bits</source>
        <translation>数值相同，位不同：零的符号不同，或 NaN 的位不同</translation>
    </message>
    <message>
        <source>the values are equal, their element types are not</source>
        <translation>数值相同，元素类型不同</translation>
    </message>
    <message>
        <source>there is no file of this name, and the sets of limits are %1</source>
        <translation>没有这个名称的文件；内置的限值集有 %1</translation>
    </message>
    <message>
        <source>--layout %1 says how ranks share the work, and neither folders nor names of this dump tell its ranks</source>
        <translation>--layout %1 说明各卡如何分工，但此转储的文件夹和名称都没有给出卡</translation>
    </message>
    <message>
        <source>elements with y = 0 are left out, counted as golden_zeros and lost_relative; no number if all of d is there</source>
        <translation>y = 0 的元素不计入，另计为 golden_zeros 和 lost_relative；差异全部在其中时没有数值</translation>
    </message>
    <message>
        <source>elements with y = 0 and x ≠ 0 are left out of sum and n; no number if all of d is there</source>
        <translation>y = 0 且 x ≠ 0 的元素不计入和与 n；差异全部在其中时没有数值</translation>
    </message>
    <message>
        <source>of a file that is cut: only its first %1 elements were read</source>
        <translation>文件被截断：只读取了前 %1 个元素</translation>
    </message>
    <message>
        <source>%1 of the files that arrived were here already with the same content</source>
        <translation>到达的文件中有 %1 个在本机已存在且内容相同</translation>
    </message>
    <message>
        <source>First difference: %1</source>
        <translation>首个差异：%1</translation>
    </message>
    <message>
        <source>First difference in the order of names, as that of execution is not recorded: %1. Differences that may be before it: %2, in the same step</source>
        <translation>未记录执行顺序，按名称顺序的首个差异：%1。同一步中可能在它之前的差异：%2</translation>
    </message>
    <message>
        <source>%1. All inputs of this operator are equal in all runs, its output is not</source>
        <translation>%1。此算子的所有输入在各次运行中都相同，输出不同</translation>
    </message>
    <message>
        <source>%1. Inputs of this operator are equal as far as they could be compared</source>
        <translation>%1。此算子的输入在可比较的范围内相同</translation>
    </message>
    <message>
        <source>Most was not compared: %1 of the %2 tensors of the largest run are in all %3 runs. Of these %4 are equal (%5). Runs of one program with as many steps and one configuration of the dump are needed</source>
        <translation>大部分未比较：张量最多的一次运行有 %2 个张量，其中 %1 个存在于全部 %3 次运行中。这些张量中 %4 个相等（%5）。需要同一程序、步数相同、转储配置相同的多次运行</translation>
    </message>
    <message>
        <source>%1. It is an input that no recorded operator made: the runs were given different inputs, or an operator that was left out made it</source>
        <translation>%1。它是没有任何已记录算子产生的输入：各次运行的输入不同，或由未记录的算子产生</translation>
    </message>
    <message>
        <source>Rank %1 alone of %2 was given something else there: look at its data, not at its device</source>
        <translation>%2 张卡中仅卡 %1 在此处的输入不同：请检查其数据，而非其设备</translation>
    </message>
    <message>
        <source>%1 is not given, golden&apos;s is %2</source>
        <translation>%1 未给出，基准侧为 %2</translation>
    </message>
    <message>
        <source>%1 is %2, golden&apos;s is not given</source>
        <translation>%1 为 %2，基准侧未给出</translation>
    </message>
    <message>
        <source>%1. It is an input; which output has made it is not known</source>
        <translation>%1。它是输入；由哪个输出产生未知</translation>
    </message>
    <message>
        <source>%1. No inputs of this operator were recorded</source>
        <translation>%1。没有记录此算子的输入</translation>
    </message>
    <message>
        <source>Rank %1 alone of %2 differs there; others (%3) differ elsewhere</source>
        <translation>%2 张卡中只有卡 %1 在此处不同；其他卡（%3）在别处不同</translation>
    </message>
    <message>
        <source>First anomaly in the order of names, as that of execution is not recorded: %1. %2 Findings that may be before it: %3, in the same step.</source>
        <translation>未记录执行顺序，按名称顺序的首个异常：%1。%2 同一步中可能在它之前的发现：%3。</translation>
    </message>
    <message>
        <source>%1; --partial gives the elements that are there, without a shape</source>
        <translation>%1；--partial 给出现有的元素，不带形状</translation>
    </message>
    <message>
        <source>%1 kept indexes were removed, %2</source>
        <translation>已删除 %1 个保留的索引，共 %2</translation>
    </message>
    <message>
        <source>there is no place for indexes of dumps</source>
        <translation>没有可存放转储索引的位置</translation>
    </message>
    <message>
        <source>set HOME or XDG_CACHE_HOME; dumps are opened faster again</source>
        <translation>请设置 HOME 或 XDG_CACHE_HOME；再次打开转储会更快</translation>
    </message>
    <message>
        <source>indexes of %1 dumps in %2, %3</source>
        <translation>%2 中有 %1 个转储的索引，共 %3</translation>
    </message>
    <message>
        <source>%1 lines have no numbers although their tensor had some before: it is NaN, or was not computed, for which version 1 of the monitor writes the same</source>
        <translation>%1 行没有数值，而其张量此前有数值：可能是 NaN，也可能未计算，monitor 第 1 版对两者的写法相同</translation>
    </message>
    <message>
        <source>has no numbers, but had some before: it is NaN, or was not computed; its file has the same word for both</source>
        <translation>没有数值，而此前有：可能是 NaN，也可能未计算；其文件对两者的写法相同</translation>
    </message>
    <message>
        <source>the %1 is no tensor: %2</source>
        <translation>%1不是张量：%2</translation>
    </message>
    <message>
        <source>one side&apos;s layer gives the terms of a sum, the other&apos;s the sum: they are not the same</source>
        <translation>一侧的层给出和的各项，另一侧给出和：两者不是同一张量</translation>
    </message>
    <message>
        <source>one side&apos;s operator is given both halves of a gate and multiplies them, the other&apos;s is given one: they are not the same</source>
        <translation>一侧的算子接收门控的两半并将其相乘，另一侧只接收一半：两者不是同一算子</translation>
    </message>
    <message>
        <source>one side&apos;s normalisation is given the terms of a sum, the other&apos;s the sum: what goes in is not the same</source>
        <translation>一侧的归一化接收和的各项，另一侧接收和：输入不是同一张量</translation>
    </message>
    <message>
        <source>the names of the folders say so</source>
        <translation>由文件夹名称得知</translation>
    </message>
    <message>
        <source>the arguments in the checkpoint say so: %1 is %2</source>
        <translation>由检查点中的参数得知：%1 为 %2</translation>
    </message>
    <message>
        <source>which ranks of the run wrote the folders is not recorded</source>
        <translation>未记录各文件夹由运行中的哪些卡写出</translation>
    </message>
    <message>
        <source>the same mask, of -infinity and of a number: compared beside it, %1 of %2 elements</source>
        <translation>两侧掩码相同，一侧为 -inf、一侧为有限数：只比较其余元素，%2 个中的 %1 个</translation>
    </message>
    <message>
        <source>off by %1 (relative L2 of this part alone)</source>
        <translation>偏差 %1（仅本部分的相对 L2）</translation>
    </message>
    <message>
        <source>%1 (relative L2 of this part alone)</source>
        <translation>%1（仅本部分的相对 L2）</translation>
    </message>
    <message>
        <source>it has %1 bytes now, not %2</source>
        <translation>它现在有 %1 字节，而不是 %2 字节</translation>
    </message>
    <message>
        <source>it is listed on the machine where it lies</source>
        <translation>它在所在的机器上列出</translation>
    </message>
    <message>
        <source>Opening it on %1</source>
        <translation>正在 %1 上打开</translation>
    </message>
    <message>
        <source>dumpscope-cli on %1 is another build than this one; dumpscope-cli remote install %1 copies this one there</source>
        <translation>%1 上的 dumpscope-cli 与本程序不是同一构建；dumpscope-cli remote install %1 可把本构建复制过去</translation>
    </message>
    <message>
        <source>%1 sends more than was asked for</source>
        <translation>%1 发来的内容多于所请求的</translation>
    </message>
    <message>
        <source>on %1: %2</source>
        <translation>在 %1 上：%2</translation>
    </message>
    <message>
        <source>it was written by another build of this program</source>
        <translation>它由本程序的另一构建写出</translation>
    </message>
    <message>
        <source>it is no index of a dump</source>
        <translation>它不是转储的索引</translation>
    </message>
    <message>
        <source>the index of the dump is damaged</source>
        <translation>转储的索引已损坏</translation>
    </message>
    <message>
        <source>fetch writes bytes, which are for a program and not for a terminal</source>
        <translation>fetch 写出的是字节，供程序而非终端使用</translation>
    </message>
    <message>
        <source>nobody reads any more</source>
        <translation>已没有读取方</translation>
    </message>
    <message>
        <source>a file of the dump is named relative to it, without ..: %1</source>
        <translation>转储的文件以相对于转储的路径命名，且不含 ..：%1</translation>
    </message>
    <message>
        <source>no other machine can be reached</source>
        <translation>无法连接其他机器</translation>
    </message>
    <message>
        <source>by names it is no part of a tensor of the other side</source>
        <translation>按名称，它不属于另一侧的任何张量</translation>
    </message>
    <message>
        <source>by names, and found by values, in %1</source>
        <translation>按名称并由数值证实，在 %1 中找到</translation>
    </message>
    <message>
        <source>%1; rows %2 to %3 of the target are padding, which golden has not</source>
        <translation>%1；目标的第 %2 至 %3 行是填充，基准侧没有</translation>
    </message>
    <message>
        <source>%1; rows %2 to %3 of golden are padding, which the target has not</source>
        <translation>%1；基准侧的第 %2 至 %3 行是填充，目标没有</translation>
    </message>
    <message>
        <source>recorded statistics are NaN or infinite, and not the same on both sides</source>
        <translation>记录的统计值含 NaN 或无穷，且两侧不同</translation>
    </message>
    <message>
        <source>%1, one operator only just</source>
        <translation>%1，其中一个算子只是勉强</translation>
    </message>
    <message>
        <source>nearest to being suspect is %1, %2 times what is explained (suspect above %3): %4</source>
        <translation>最接近可疑的是 %1，为可解释误差的 %2 倍（超过 %3 倍才算可疑）：%4</translation>
    </message>
    <message>
        <source>%1 of %2 failing pairs may only pass on errors that their inputs brought; the first: %3</source>
        <translation>%2 个不合格对中有 %1 个可能只是传递了输入带来的误差；第一个：%3</translation>
    </message>
    <message>
        <source>no operator stands out; first beyond its limits</source>
        <translation>没有突出的算子；首个超限处</translation>
    </message>
    <message>
        <source>%1, but %2 was called otherwise than golden&apos;s</source>
        <translation>%1，但 %2 的调用参数与基准侧不同</translation>
    </message>
    <message>
        <source>compared: %1 of %2 tensors of golden</source>
        <translation>已比较：基准侧 %2 个张量中的 %1 个</translation>
    </message>
    <message>
        <source>compared: %1 of %2 tensors of the target and %3 of %4 tensors of golden</source>
        <translation>已比较：目标侧 %2 个张量中的 %1 个，基准侧 %4 个张量中的 %3 个</translation>
    </message>
    <message>
        <source>of the rest %1 tensors of the target and %2 of golden are updates of parameters, computed by other operators on each side: what they give shows in the parameters of the next step alone</source>
        <translation>其余张量中，目标侧的 %1 个和基准侧的 %2 个是参数更新，两侧由不同算子计算：其结果只体现在下一步的参数中</translation>
    </message>
    <message>
        <source>%1 tensors of the target and %2 of golden were not asked for</source>
        <translation>目标侧 %1 个、基准侧 %2 个张量未选入</translation>
    </message>
    <message>
        <source>already off by %1 (relative L2) when it reaches the operator</source>
        <translation>到达算子时误差已为 %1（相对 L2）</translation>
    </message>
    <message>
        <source>same</source>
        <translation>同一张量</translation>
    </message>
    <message>
        <source>replicated</source>
        <translation>各卡相同</translation>
    </message>
    <message>
        <source>concat</source>
        <translation>拼接</translation>
    </message>
    <message>
        <source>interleaved</source>
        <translation>交错拼接</translation>
    </message>
    <message>
        <source>slice</source>
        <translation>切片</translation>
    </message>
    <message>
        <source>transpose</source>
        <translation>转置</translation>
    </message>
    <message>
        <source>permute</source>
        <translation>重排</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>按 token 对应</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>求和</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>求平均</translation>
    </message>
    <message>
        <source>%1 tensors of ranks %2</source>
        <translation>卡 %2 的 %1 个张量</translation>
    </message>
    <message>
        <source>input %1, which was not paired, is off by %2 (relative L2)</source>
        <translation>未配对的输入 %1 相差 %2（相对 L2）</translation>
    </message>
    <message>
        <source>input %1, which was not paired, is %2 times golden&apos;s, as a sum over %3 ranks that was not divided by their number</source>
        <translation>未配对的输入 %1 是基准侧的 %2 倍，即对 %3 张卡求和后未除以卡数</translation>
    </message>
    <message>
        <source>input %1, which was not paired, is %2 times golden&apos;s</source>
        <translation>未配对的输入 %1 是基准侧的 %2 倍</translation>
    </message>
    <message>
        <source>%1 products have equal inputs but different weights</source>
        <translation>%1 个乘积的输入相同而权重不同</translation>
    </message>
    <message>
        <source>%1.%2</source>
        <translation>%1.%2</translation>
    </message>
    <message>
        <source>on a machine with an NPU: source the toolkit&apos;s set_env.sh; without one the CPU device is left, where that is good</source>
        <translation>在有 NPU 的机器上：source 工具包的 set_env.sh；没有 NPU 时只剩 CPU 设备，且须其可用</translation>
    </message>
    <message>
        <source>%1 %2 of %3 rules could not be applied.</source>
        <translation>%1 %3 条规则中有 %2 条无法应用。</translation>
    </message>
    <message>
        <source>%1, %2 parts</source>
        <translation>%1，%2 个部分</translation>
    </message>
    <message>
        <source>a comparison of dumps on different machines runs on this one, and %1 names a file on another one; give one of this machine</source>
        <translation>不同机器上的转储在本机比较，而 %1 指定的是另一台机器上的文件；请给出本机的文件</translation>
    </message>
    <message>
        <source>--resume keeps what was measured of files on one machine; it cannot be used with dumps on different ones</source>
        <translation>--resume 保存的是同一台机器上文件的度量结果；不能用于不同机器上的转储</translation>
    </message>
    <message>
        <source>--raw-dtype is not possible with dumps on different machines; copy the files without a header here, or convert them there</source>
        <translation>--raw-dtype 不能用于不同机器上的转储；请把没有文件头的文件复制到本机，或在那里转换</translation>
    </message>
    <message>
        <source>the equal file is no longer there</source>
        <translation>相同的文件已不在</translation>
    </message>
    <message>
        <source>Looking for equal files</source>
        <translation>正在查找相同的文件</translation>
    </message>
    <message>
        <source>these are no digests of files</source>
        <translation>这些不是文件的摘要</translation>
    </message>
    <message>
        <source>the other machine sends compressed bytes of another size than it says</source>
        <translation>另一台机器发送的压缩数据与其声称的大小不符</translation>
    </message>
    <message>
        <source>the file has %1 and lies on %2; files of more than %3 are not brought here: work with this dump on its machine, and copy there what it is compared with</source>
        <translation>该文件有 %1，位于 %2；超过 %3 的文件不传到本机：请在转储所在的机器上处理它，并把要与它比较的内容复制到那里</translation>
    </message>
    <message>
        <source>these are no statistics of tensors</source>
        <translation>这些不是张量的统计值</translation>
    </message>
    <message>
        <source>the dump is not on another machine</source>
        <translation>该转储不在另一台机器上</translation>
    </message>
    <message>
        <source>%1 has not answered for %2 seconds: the connection is dead, or the machine hangs</source>
        <translation>%1 已 %2 秒没有应答：连接已断，或那台机器失去响应</translation>
    </message>
    <message>
        <source>what the runs were given differs, first at</source>
        <translation>两次运行的输入数据不同，首个位于</translation>
    </message>
    <message>
        <source>%1; what its calls before left is off by %2</source>
        <translation>%1；其先前调用留下的值偏差 %2</translation>
    </message>
    <message>
        <source>%1; what else it was given is equal, and its output is off by %2</source>
        <translation>%1；其余输入相同，而输出偏差 %2</translation>
    </message>
    <message>
        <source>it was called otherwise than golden&apos;s</source>
        <translation>其调用方式与基准侧不同</translation>
    </message>
    <message>
        <source>called otherwise than golden&apos;s, and it shows</source>
        <translation>调用方式与基准侧不同，且结果受其影响</translation>
    </message>
    <message>
        <source>%1 is %2, in golden %3</source>
        <translation>%1 为 %2，基准侧为 %3</translation>
    </message>
    <message>
        <source>the runs were not given the same shapes: %1</source>
        <translation>两次运行的输入形状不同：%1</translation>
    </message>
    <message>
        <source>not everywhere the runs were given the same shapes: %1</source>
        <translation>两次运行的输入形状并非处处相同：%1</translation>
    </message>
    <message>
        <source>%1 holds golden&apos;s rows in another order, as of a permuted batch, and what its operator gives does as well</source>
        <translation>%1 以另一顺序包含基准侧的各行（如批次被重排），其算子的输出也是如此</translation>
    </message>
    <message>
        <source>%1; %2, which has no such rows, is off by %3: what belongs to them, as labels, stands in golden&apos;s order</source>
        <translation>%1；%2 不含这些行，却偏差 %3：与这些行对应的数据（如标签）仍按基准侧的顺序</translation>
    </message>
    <message>
        <source>%1 off, farther than rounding and what came in explain, as one of %2 operators may be by chance</source>
        <translation>偏差 %1，超出舍入与输入误差可解释的范围，但 %2 个算子中有一个可能偶然如此</translation>
    </message>
    <message>
        <source>not one figure of them changes, whatever their gradients are: a step is left out, as where a loss scale overflows, gradients are still gathered or the optimizer is not called</source>
        <translation>无论梯度如何，它们的统计值无一变化：跳过了一步，例如损失缩放溢出、梯度仍在累积或未调用优化器</translation>
    </message>
    <message>
        <source>the checksum of %1 differs although its statistics do not; %2</source>
        <translation>%1 的统计值相同而校验和不同；%2</translation>
    </message>
    <message>
        <source>%1, %2 times what is explained (suspect above %3)</source>
        <translation>%1，为可解释误差的 %2 倍（超过 %3 即为嫌疑）</translation>
    </message>
    <message>
        <source>%1, %2 times what is explained, as one of %3 operators may be by chance</source>
        <translation>%1，为可解释误差的 %2 倍，%3 个算子中有一个可能偶然如此</translation>
    </message>
    <message>
        <source>%1 and no operator in the dump ran before it: the runs were given other data, or what made it was not dumped</source>
        <translation>%1，且数据中此前没有算子：两次运行的输入数据不同，或产生它的算子未被采集</translation>
    </message>
    <message>
        <source>%1 is an integer or truth value, differs, and no operator in the dump ran before it: the runs were given other data, or what made it was not dumped</source>
        <translation>%1 为整数或布尔值且不同，数据中此前没有算子：两次运行的输入数据不同，或产生它的算子未被采集</translation>
    </message>
    <message>
        <source>NaN or infinities at the same places of both sides, which this profile takes into its figures: these are no numbers</source>
        <translation>NaN 或无穷在两侧位置相同,但该规则将其计入指标,因此指标不是数值</translation>
    </message>
    <message>
        <source>figures of this profile are NaN or infinite</source>
        <translation>该规则的指标为 NaN 或无穷</translation>
    </message>
    <message>
        <source>Left out as padding: %1 of %2 positions, by the mask in %3 %4.</source>
        <translation>作为填充略去:%1 个位置(共 %2 个),依据 %3 %4 中的掩码。</translation>
    </message>
    <message>
        <source>Left out as padding: %1 of %2 positions. No mask is dumped; one id ends (or begins) sequences of several lengths and is nowhere else.</source>
        <translation>作为填充略去：%1 个位置（共 %2 个）。没有转储掩码；同一个 id 位于多个不同长度序列的末尾（或开头），且不出现在别处。</translation>
    </message>
    <message>
        <source>Left out: %1 of %2 positions, of which the target has no element.</source>
        <translation>略去:%1 个位置(共 %2 个),目标侧没有对应的元素。</translation>
    </message>
    <message>
        <source>Shown are the tokens of rank %1 of golden.</source>
        <translation>显示的是基准侧卡 %1 的 token。</translation>
    </message>
    <message>
        <source>Shown are the tokens of rank %1 of golden. Outputs failed on other ranks, too: %2; choose a pair of one to see its tokens.</source>
        <translation>显示的是基准侧卡 %1 的 token。其他卡上也有输出未通过：%2；选择其中一个配对即可查看其 token。</translation>
    </message>
    <message>
        <source>its file cannot be read: by its recorded statistics</source>
        <translation>其文件无法读取:依据记录的统计数据</translation>
    </message>
    <message>
        <source>This looks like a race or memory that was not written: the elements that differ are all zero in one run (%1 at most in the other)</source>
        <translation>看起来像是竞争或未写入的内存：有差异的元素在其中一次运行中全为零（在另一次中最大为 %1）</translation>
    </message>
    <message>
        <source>%1. All inputs of this operator are equal as far as statistics tell, its output is not: dump values to know whether this operator is not deterministic or an input is already another one</source>
        <translation>%1。就统计量所见，该算子的所有输入都相同，而其输出不同：请转储数值，以判断是该算子不确定，还是某个输入本已不同</translation>
    </message>
    <message>
        <source>Rank %1 has no %2 from step %3 on, which other ranks still have.</source>
        <translation>卡 %1 从第 %3 步起没有 %2，而其他卡仍有。</translation>
    </message>
    <message>
        <source>Rank %1 has nothing from step %2 on, while others go on to step %3.</source>
        <translation>卡 %1 从第 %2 步起没有任何数据，而其他卡一直到第 %3 步。</translation>
    </message>
    <message>
        <source>Rank %1 has nothing in step %2, which others have.</source>
        <translation>卡 %1 在第 %2 步没有任何数据，而其他卡有。</translation>
    </message>
    <message>
        <source>Rank %1 has nothing in %2 steps that others have, the first of them step %3.</source>
        <translation>其他卡有的步骤中，卡 %1 有 %2 步没有任何数据，其中第一个是第 %3 步。</translation>
    </message>
    <message>
        <source>slow drift</source>
        <translation>缓慢漂移</translation>
    </message>
    <message>
        <source>The L2 norm of an activation goes one way in six steps or more, by 1 % each at least, to so many times the level that it held before, or that part of it</source>
        <translation>某个激活的 L2 范数连续六步或更多步朝同一方向变化，每步至少 1 %，达到此前水平的这么多倍，或降至其几分之一</translation>
    </message>
    <message>
        <source>times the level before, either way</source>
        <translation>相对此前水平的倍数，增大或减小</translation>
    </message>
    <message>
        <source>and so many times the range of the steps before</source>
        <translation>并且达到此前各步范围的这么多倍</translation>
    </message>
    <message>
        <source>has drifted to magnitude %1, from %2 in %3 (limit: %4 times)</source>
        <translation>的幅度已从%3的 %2 漂移到 %1（界限：%4 倍）</translation>
    </message>
    <message>
        <source>is %1, %2 times the %3 that its course in %4 leads to (limit %5)</source>
        <translation>为 %1，是按其在%4的走势所应达到的 %3 的 %2 倍（界限 %5）</translation>
    </message>
    <message>
        <source>is %1 and has risen to %2 times its lowest level, %3 about %4 (limit %5)</source>
        <translation>为 %1，已上升到其最低水平（%4附近的 %3）的 %2 倍（界限 %5）</translation>
    </message>
    <message>
        <source>The loss (an output with &quot;loss&quot; in its name, else a scalar of a loss function) is so many times what its course in the latest steps leads to, or its lowest level before, and more than its noise explains</source>
        <translation>损失（名称含“loss”的输出，否则为损失函数的标量输出）达到其近期走势或此前最低水平的若干倍，且超出其噪声可解释的范围</translation>
    </message>
    <message>
        <source>times what was to be expected</source>
        <translation>相对预期值的倍数</translation>
    </message>
    <message>
        <source>robust deviations from the course, of logarithms</source>
        <translation>相对走势的稳健偏差（对数）</translation>
    </message>
    <message>
        <source>is unlike that of %1 other ranks: %2; they %3</source>
        <translation>与另外 %1 个卡不同：%2；它们%3</translation>
    </message>
    <message>
        <source>its checksum is another one</source>
        <translation>其校验和不同</translation>
    </message>
    <message>
        <source>%1 %2, theirs %3</source>
        <translation>%1 为 %2，其他卡为 %3</translation>
    </message>
    <message>
        <source>%1, half the usual limit: it was off in the step before, too, and more is off behind it</source>
        <translation>%1，界限取通常的一半：它在前一步就已偏离，且其后还有更多张量偏离</translation>
    </message>
    <message>
        <source>all ranks</source>
        <translation>所有卡</translation>
    </message>
    <message>
        <source>%1 more gaps of this kind.</source>
        <translation>另有 %1 处此类缺失。</translation>
    </message>
    <message>
        <source>none of the ranks of the configuration will run: it asks for rank %1, and by %2 there are %3</source>
        <translation>配置中的卡都不会运行：它要求卡 %1，而按 %2 共有 %3 个</translation>
    </message>
    <message>
        <source>rank %1 will not run: by %2 there are %3</source>
        <translation>卡 %1 不会运行：按 %2 共有 %3 个</translation>
    </message>
    <message>
        <source>ranks count from 0: choose them below %1</source>
        <translation>卡从 0 编号：请选择小于 %1 的卡</translation>
    </message>
    <message>
        <source>one parameter differs while %1 others are bit-equal: %2</source>
        <translation>一个参数不同，而其余 %1 个逐位相等：%2</translation>
    </message>
    <message>
        <source>%1 parameters differ while %2 others are bit-equal, first %3</source>
        <translation>%1 个参数不同，而其余 %2 个逐位相等，首个为 %3</translation>
    </message>
    <message>
        <source>steps: %1</source>
        <translation>step：%1</translation>
    </message>
    <message>
        <source>ranks: %1</source>
        <translation>卡：%1</translation>
    </message>
    <message>
        <source>ranks: %1, steps: %2</source>
        <translation>卡：%1，step：%2</translation>
    </message>
    <message>
        <source>%1; the target has %2</source>
        <translation>%1；目标侧有%2</translation>
    </message>
    <message>
        <source>%1; golden has %2</source>
        <translation>%1；基准侧有%2</translation>
    </message>
    <message>
        <source>the target&apos;s rank %1 was compared with golden&apos;s rank %2</source>
        <translation>目标侧的卡 %1 与基准侧的卡 %2 比较</translation>
    </message>
    <message>
        <source>the target&apos;s ranks %1 were compared with golden&apos;s ranks %2</source>
        <translation>目标侧的卡 %1 与基准侧的卡 %2 比较</translation>
    </message>
    <message>
        <source>the target&apos;s step %1 was compared with golden&apos;s step %2</source>
        <translation>目标侧的 step %1 与基准侧的 step %2 比较</translation>
    </message>
    <message>
        <source>the target&apos;s steps %1 were compared with golden&apos;s steps %2</source>
        <translation>目标侧的 step %1 与基准侧的 step %2 比较</translation>
    </message>
    <message>
        <source>parameters can be compared, and gradients behind their averaging or adding up</source>
        <translation>可以比较参数，以及求平均或累加之后的梯度</translation>
    </message>
    <message>
        <source>%1; one parameter stands in another arrangement</source>
        <translation>%1；一个参数的排列方式不同</translation>
    </message>
    <message>
        <source>%1; %2 parameters stand in another arrangement</source>
        <translation>%1；%2 个参数的排列方式不同</translation>
    </message>
    <message>
        <source>each of %1 ranks of the target was given a part of golden&apos;s batch, and what is computed of it alone is no tensor of golden</source>
        <translation>目标侧 %1 张卡各得到基准侧批次的一部分，单独由它算出的不是基准侧的张量</translation>
    </message>
    <message>
        <source>each of %1 ranks of golden was given a part of the target&apos;s batch, and what is computed of it alone is no tensor of the target</source>
        <translation>基准侧 %1 张卡各得到目标侧批次的一部分，单独由它算出的不是目标侧的张量</translation>
    </message>
    <message>
        <source>the target computes golden&apos;s batch in %1 parts one after the other (gradient accumulation), and what is computed of one is no tensor of golden</source>
        <translation>目标侧把基准侧的批次分 %1 部分依次计算（梯度累积），由一部分算出的不是基准侧的张量</translation>
    </message>
    <message>
        <source>golden computes the target&apos;s batch in %1 parts one after the other (gradient accumulation), and what is computed of one is no tensor of the target</source>
        <translation>基准侧把目标侧的批次分 %1 部分依次计算（梯度累积），由一部分算出的不是目标侧的张量</translation>
    </message>
    <message>
        <source>it is made of what other ranks give, which is not computed again</source>
        <translation>它由其他卡给出的数据得到，这些数据不会重新计算</translation>
    </message>
    <message>
        <source>found by values, otherwise than names say, in %1</source>
        <translation>按值找到（与名称所示的读法不同），位于 %1</translation>
    </message>
    <message>
        <source>the loss is scaled: from it on the gradients are golden&apos;s times %1</source>
        <translation>损失被缩放：从损失开始，梯度是基准侧的 %1 倍</translation>
    </message>
    <message>
        <source>no later step was compared, so whether the update of parameters takes the factor out is not known</source>
        <translation>没有比较后续 step，参数更新是否去除该倍数未知</translation>
    </message>
    <message>
        <source>they were judged without that factor, and the parameters of later steps agree</source>
        <translation>判断时已去除该倍数，后续 step 的参数一致</translation>
    </message>
    <message>
        <source>the update does not take the factor out: %1 of %2 parameters differ in step %3</source>
        <translation>更新没有去除该倍数：step %3 中 %2 个参数有 %1 个不同</translation>
    </message>
    <message>
        <source>all %1 ranks</source>
        <translation>全部 %1 个卡</translation>
    </message>
    <message>
        <source>ranks %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>sum over %1</source>
        <translation>%1 求和</translation>
    </message>
    <message>
        <source>mean over %1</source>
        <translation>%1 求均值</translation>
    </message>
    <message>
        <source>largest of %1</source>
        <translation>%1 取最大值</translation>
    </message>
    <message>
        <source>smallest of %1</source>
        <translation>%1 取最小值</translation>
    </message>
    <message>
        <source>product over %1</source>
        <translation>%1 求积</translation>
    </message>
    <message>
        <source>the tensor of rank %1</source>
        <translation>卡 %1 的张量</translation>
    </message>
    <message>
        <source>sum over %1 without rank %2</source>
        <translation>%1 求和，不含卡 %2</translation>
    </message>
    <message>
        <source>part %1 of the %2</source>
        <translation>%2 的第 %1 份</translation>
    </message>
    <message>
        <source>the tensors of %1, one after another</source>
        <translation>%1 的张量依次拼接</translation>
    </message>
    <message>
        <source>part %1 of the tensors of %2, one after another</source>
        <translation>%2 各张量的第 %1 份依次拼接</translation>
    </message>
    <message>
        <source>parameter - rate · gradient</source>
        <translation>参数 - 学习率 · 梯度</translation>
    </message>
    <message>
        <source>a step with momentum</source>
        <translation>一步带动量的更新</translation>
    </message>
    <message>
        <source>a step with Nesterov&apos;s momentum</source>
        <translation>一步 Nesterov 动量更新</translation>
    </message>
    <message>
        <source>a step of Adam without correction of its averages</source>
        <translation>一步不做偏差修正的 Adam 更新</translation>
    </message>
    <message>
        <source>a step of Adam, epsilon beside the root</source>
        <translation>一步 Adam 更新，epsilon 加在未修正的根上</translation>
    </message>
    <message>
        <source>a step of Adam, epsilon beside the corrected root</source>
        <translation>一步 Adam 更新，epsilon 加在修正后的根上</translation>
    </message>
    <message>
        <source>it is golden&apos;s times %1, as all gradients are from that of the loss on</source>
        <translation>它是基准侧的 %1 倍，从损失的梯度开始所有梯度都是如此</translation>
    </message>
    <message>
        <source>it has golden&apos;s norm and was given golden&apos;s rows in another order: it holds them in another order as well, which was not undone here</source>
        <translation>范数与基准侧相同，输入的行是基准侧的行但顺序不同：其行的顺序也不同，此处未还原</translation>
    </message>
    <message>
        <source>it may have begun before, at the earliest in step %1, where it is off by %2 times what is explained</source>
        <translation>可能更早开始，最早在 step %1，那里的偏差是可解释值的 %2 倍</translation>
    </message>
    <message>
        <source>by itself that might be chance, but in step %1 it is beyond that as well</source>
        <translation>单独看可能是偶然，但 step %1 中同样超出</translation>
    </message>
    <message>
        <source>the integers stand for other numbers: the target is %1; golden is %2</source>
        <translation>整数代表不同的数：目标侧%1；基准侧%2</translation>
    </message>
    <message>
        <source>Full tensors of the failing iteration and the one before</source>
        <translation>出错迭代及其前一迭代的完整张量</translation>
    </message>
    <message>
        <source>a text of %1 bytes is too long for a column</source>
        <translation>长度为 %1 字节的文本放不进一列</translation>
    </message>
    <message>
        <source>the preset %1 needs to know what fails: use config next</source>
        <translation>预设 %1 需要知道出错之处：请用 config next</translation>
    </message>
    <message>
        <source>the target is incomplete: %1</source>
        <translation>目标侧不完整：%1</translation>
    </message>
    <message>
        <source>golden is incomplete: %1</source>
        <translation>基准侧不完整：%1</translation>
    </message>
    <message>
        <source>read otherwise than names say: %1, first golden&apos;s %2: %3</source>
        <translation>读法与名称所示不同：%1 个，首个为基准侧的 %2：%3</translation>
    </message>
    <message>
        <source>transposed: %1, first golden&apos;s %2</source>
        <translation>转置：%1 个，首个为基准侧的 %2</translation>
    </message>
    <message>
        <source>with rows in another order, as programs differ about rotary embeddings: %1, first golden&apos;s %2</source>
        <translation>行的顺序不同（不同程序的旋转位置编码排列不同）：%1 个，首个为基准侧的 %2</translation>
    </message>
    <message>
        <source>integers are paired by name, type and shape where names are right, and are not looked for by their values</source>
        <translation>整数张量在名称可信时按名称、类型和形状配对，不按数值查找</translation>
    </message>
    <message>
        <source>recorded means of the ranks add up to that of the whole tensor: each rank has a term of a sum, of which statistics do not tell the norm</source>
        <translation>各卡记录的均值相加等于整个张量的均值：每张卡只持有求和中的一项，统计量无法给出和的范数</translation>
    </message>
    <message>
        <source>the target holds several iterations of a checkpoint, and golden none of these: iteration %1 is compared; open another one by itself to compare it</source>
        <translation>目标侧有一个检查点的多次迭代，基准侧没有其中任何一次：比较的是第 %1 次迭代；要比较其他迭代，请单独打开它</translation>
    </message>
    <message>
        <source>golden holds several iterations of a checkpoint, and the target none of these: iteration %1 is compared; open another one by itself to compare it</source>
        <translation>基准侧有一个检查点的多次迭代，目标侧没有其中任何一次：比较的是第 %1 次迭代；要比较其他迭代，请单独打开它</translation>
    </message>
    <message>
        <source>%1 of %2 weights of experts differ on these ranks, where at least half of all weights are equal</source>
        <translation>这些卡上 %2 个专家权重中有 %1 个不同，而全部权重中至少一半相同</translation>
    </message>
    <message>
        <source>of %1 folders of a checkpoint these are missing, by the sizes that its files say: %2</source>
        <translation>按文件中记录的并行规模，检查点应有 %1 个文件夹，缺少：%2</translation>
    </message>
    <message>
        <source>%1 of %2 files that the command wrote on %3 are here; what it printed is left out, as it counts all of them</source>
        <translation>命令在 %3 上写出的 %2 个文件中有 %1 个已到达本机；命令打印的内容计入了全部文件，因此略去</translation>
    </message>
    <message>
        <source>This operator draws random numbers: its generator was in another state, by another seed or by other draws before it</source>
        <translation>该算子会抽取随机数：其随机数生成器的状态不同，原因是种子不同，或此前的抽取不同</translation>
    </message>
    <message>
        <source>The runs begin with other weights: they were initialized with another seed, or loaded from another checkpoint</source>
        <translation>各次运行的初始权重不同：以不同的种子初始化，或从不同的检查点加载</translation>
    </message>
    <message>
        <source>what the runs were given differs, or how it is looked up, first at</source>
        <translation>两次运行的输入数据不同，或查表方式不同，首先出现在</translation>
    </message>
    <message>
        <source>only element %1 of %2 differs</source>
        <translation>%2 个元素中只有 %1 不同</translation>
    </message>
    <message>
        <source>each has the opposite sign</source>
        <translation>每个元素符号相反</translation>
    </message>
    <message>
        <source>each of the others has the opposite sign</source>
        <translation>其余每个元素符号相反</translation>
    </message>
    <message>
        <source>%1 of %2 elements differ: %3</source>
        <translation>%2 个元素中有 %1 个不同：%3</translation>
    </message>
    <message>
        <source>%1 and %2 are exchanged</source>
        <translation>%1 与 %2 互换</translation>
    </message>
    <message>
        <source>%1 pairs of slices along axis %2 are exchanged, the first: %3 and %4</source>
        <translation>沿轴 %2 有 %1 对切片互换，第一对：%3 与 %4</translation>
    </message>
    <message>
        <source>the target</source>
        <translation>目标侧</translation>
    </message>
    <message>
        <source>%1 weights of %2 have LoRA adapters beside them that are not merged; what they are with them was not measured</source>
        <translation>%2 有 %1 个权重旁边有未合并的 LoRA 适配器；合并后的误差没有测量</translation>
    </message>
    <message>
        <source>%1 weights of %2 are integers where the other side has numbers, and no scale is stored beside them: these pairs compare integers with numbers</source>
        <translation>%2 有 %1 个权重是整数而另一侧是数值，旁边没有保存缩放系数：这些对是用整数与数值比较的</translation>
    </message>
    <message>
        <source>%1 of the target, which has no partner, holds the values of its %2, which was compared: golden saves weights that are tied once</source>
        <translation>目标侧的 %1 没有对应张量，其值与目标侧已比较的 %2 相同：基准侧对绑定的权重只保存一次</translation>
    </message>
    <message>
        <source>%1 of golden, which has no partner, holds the values of its %2, which was compared: the target saves weights that are tied once</source>
        <translation>基准侧的 %1 没有对应张量，其值与基准侧已比较的 %2 相同：目标侧对绑定的权重只保存一次</translation>
    </message>
    <message>
        <source>gradient of the queries, %1</source>
        <translation>查询的梯度，%1</translation>
    </message>
    <message>
        <source>gradient of the keys, %1</source>
        <translation>键的梯度，%1</translation>
    </message>
    <message>
        <source>gradient of the values, %1</source>
        <translation>值的梯度，%1</translation>
    </message>
    <message>
        <source>gradients of rows along axis %1, added up</source>
        <translation>沿轴 %1 的各行梯度之和</translation>
    </message>
    <message>
        <source>gradients of elements along axis %1, added up</source>
        <translation>沿轴 %1 的各元素梯度之和</translation>
    </message>
    <message>
        <source>gradient of the losses</source>
        <translation>各损失的梯度</translation>
    </message>
    <message>
        <source>what each loss is given</source>
        <translation>每个损失得到的梯度</translation>
    </message>
    <message>
        <source>%1, of their mean</source>
        <translation>%1，取其均值</translation>
    </message>
    <message>
        <source>%1, of their sum</source>
        <translation>%1，取其和</translation>
    </message>
    <message>
        <source>gradient of the losses by the scores</source>
        <translation>各损失对得分的梯度</translation>
    </message>
    <message>
        <source>gradient of the losses by the logarithms</source>
        <translation>各损失对对数的梯度</translation>
    </message>
    <message>
        <source>gradient of the %1</source>
        <translation>%1的梯度</translation>
    </message>
    <message>
        <source>every id is off by %1 from golden&apos;s row in the rank&apos;s part of the table, those of other ranks are right: where its part begins is wrong</source>
        <translation>该卡查表的每个 id 都与基准侧的行在其所持部分中的位置相差 %1，其他卡正确：该部分的起始行有误</translation>
    </message>
    <message>
        <source>%1 of %2 ids look up other rows of the table than golden&apos;s: the runs were given other data</source>
        <translation>%2 个 id 中有 %1 个查的行与基准侧不同：两次运行的输入数据不同</translation>
    </message>
    <message>
        <source>%2 of %1 ids have no partner among golden&apos;s, and %3 of golden&apos;s %4 none here, but for those that fill up rows: the runs were given other data</source>
        <translation>%1 个 id 中有 %2 个在基准侧没有对应，基准侧 %4 个中有 %3 个在此没有对应（补齐行的除外）：两次运行的输入数据不同</translation>
    </message>
    <message>
        <source>the other parameters of its kind are the same on these ranks</source>
        <translation>同类的其他参数在这些卡上相同</translation>
    </message>
    <message>
        <source>the result of a comparison by %1, figures of pairs without a tensor; the two dumps that it is about can be opened and compared</source>
        <translation>%1 的比较结果，是各对的数值，不含张量；可打开并比较它所涉及的两个转储</translation>
    </message>
    <message>
        <source>it looks like JSON with keys of none of the known formats</source>
        <translation>它看起来是 JSON，但其键不属于任何已知格式</translation>
    </message>
    <message>
        <source>it looks like a web page or XML, as a download that failed leaves it</source>
        <translation>它看起来是网页或 XML，可能是失败的下载留下的</translation>
    </message>
    <message>
        <source>it looks like text of none of the known formats</source>
        <translation>它看起来是文本，但不属于任何已知格式</translation>
    </message>
    <message>
        <source>it is not the file but a pointer that Git LFS left in its place; `git lfs pull` fetches it</source>
        <translation>它不是文件本身，而是 Git LFS 留下的指针；用 `git lfs pull` 获取</translation>
    </message>
    <message>
        <source>it is packed by %1; unpack it first: %2</source>
        <translation>它由 %1 压缩；请先解压：%2</translation>
    </message>
    <message>
        <source>it is a zip file; named .zip it is opened like a folder</source>
        <translation>它是 zip 文件；命名为 .zip 后可像文件夹一样打开</translation>
    </message>
    <message>
        <source>it looks like %1, which is not a format Dumpscope reads</source>
        <translation>它看起来是 %1，Dumpscope 不读取这种格式</translation>
    </message>
    <message>
        <source>it looks like a pickle of Python, but not of torch.save; arrays that it holds are read when saved by numpy.save, numpy.savez or torch.save</source>
        <translation>它看起来是 Python 的 pickle，但不是 torch.save 保存的；其中的数组用 numpy.save、numpy.savez 或 torch.save 保存后即可读取</translation>
    </message>
    <message>
        <source>it is a program or library</source>
        <translation>它是程序或库</translation>
    </message>
    <message>
        <source>it begins with %1 zero bytes, as a copy that was broken off may</source>
        <translation>它以 %1 个零字节开头，可能是中断的拷贝</translation>
    </message>
    <message>
        <source>no reader knows its name and content: %1; `formats` lists what is read</source>
        <translation>没有读取器认识它的名称和内容：%1；`formats` 列出可读取的格式</translation>
    </message>
    <message>
        <source>no parameter of MindSpore stands here</source>
        <translation>此处不是 MindSpore 的参数</translation>
    </message>
    <message>
        <source>the file ends in the middle of a parameter: %1 bytes of it are missing</source>
        <translation>文件在某个参数中间结束：缺少 %1 字节</translation>
    </message>
    <message>
        <source>no checkpoint of MindSpore: %1</source>
        <translation>不是 MindSpore 检查点：%1</translation>
    </message>
    <message>
        <source>a table of rows by key (MapParameter) is not read</source>
        <translation>不读取按键存行的表（MapParameter）</translation>
    </message>
    <message>
        <source>the entry has no values</source>
        <translation>该条目没有值</translation>
    </message>
    <message>
        <source>the file ends before its type</source>
        <translation>文件在其类型之前就结束了</translation>
    </message>
    <message>
        <source>the file ends before its values</source>
        <translation>文件在其值之前就结束了</translation>
    </message>
    <message>
        <source>%1 bytes of values, but shape and type make %2</source>
        <translation>值有 %1 字节，但按形状和类型应为 %2</translation>
    </message>
    <message>
        <source>MindSpore checkpoint</source>
        <translation>MindSpore 检查点</translation>
    </message>
    <message>
        <source>a name, sizes and a type of MindSpore in protobuf</source>
        <translation>protobuf 中有名称、尺寸和 MindSpore 的类型</translation>
    </message>
    <message>
        <source>named .ckpt, empty</source>
        <translation>名为 .ckpt，但为空</translation>
    </message>
    <message>
        <source>named .ckpt, but no checkpoint of MindSpore, unless it is encrypted</source>
        <translation>名为 .ckpt，但不是 MindSpore 检查点（除非已加密）</translation>
    </message>
    <message>
        <source>a zip file that begins with a .npy</source>
        <translation>以 .npy 开头的 zip 文件</translation>
    </message>
    <message>
        <source>configuration of LoRA adapters</source>
        <translation>LoRA 适配器的配置</translation>
    </message>
    <message>
        <source>has a lora_alpha</source>
        <translation>有 lora_alpha</translation>
    </message>
    <message>
        <source>no lora_alpha</source>
        <translation>没有 lora_alpha</translation>
    </message>
    <message>
        <source>the same on %1 ranks</source>
        <translation>在 %1 张卡上相同</translation>
    </message>
    <message>
        <source>a term of a sum or the like over %1 ranks</source>
        <translation>%1 张卡求和（或类似运算）中的一项</translation>
    </message>
    <message>
        <source>placed by %1</source>
        <translation>由 %1 放置</translation>
    </message>
    <message>
        <source>axis %1 is cut over %2 ranks</source>
        <translation>轴 %1 切分到 %2 张卡</translation>
    </message>
    <message>
        <source>what one rank has of a tensor of shape %1</source>
        <translation>一张卡所持有的部分，整个张量形状为 %1</translation>
    </message>
    <message>
        <source>what one rank has of a tensor of shape %1, %2 of it (%3)</source>
        <translation>一张卡所持有的部分，整个张量形状为 %1，其中的 %2（%3）</translation>
    </message>
    <message>
        <source>what one rank has of a tensor of shape %1 (%2)</source>
        <translation>一张卡所持有的部分，整个张量形状为 %1（%2）</translation>
    </message>
    <message>
        <source>listing the folder</source>
        <translation>列出文件夹</translation>
    </message>
    <message>
        <source>this is no list of a folder</source>
        <translation>这不是文件夹的列表</translation>
    </message>
    <message>
        <source>the paths are on two machines, %1 and %2, and only compare and repeat work with dumps on different machines; copy what is needed to one of them</source>
        <translation>这些路径在两台机器 %1 和 %2 上，而只有 compare 和 repeat 能处理不同机器上的转储；请把所需内容复制到其中一台</translation>
    </message>
    <message>
        <source>%1 is on this machine and the other paths are on %2, and only compare and repeat work with dumps on different machines; copy what is needed to one of them</source>
        <translation>%1 在本机，其他路径在 %2 上，而只有 compare 和 repeat 能处理不同机器上的转储；请把所需内容复制到其中一台</translation>
    </message>
    <message>
        <source>the dump has other tensors on its machine by now; read it anew</source>
        <translation>转储在它所在的机器上已有不同的张量；请重新读取</translation>
    </message>
    <message>
        <source>this is no scan of a dump</source>
        <translation>这不是转储的扫描结果</translation>
    </message>
    <message>
        <source>%1 in %2 of mindspore.save_checkpoint</source>
        <translation>mindspore.save_checkpoint 保存的 %2 中有 %1</translation>
    </message>
    <message>
        <source>moved otherwise than golden&apos;s, unlike on other ranks</source>
        <translation>参数的更新与基准侧不同，其他卡则相同</translation>
    </message>
    <message>
        <source>one rank alone moves parameters otherwise than golden&apos;s; first</source>
        <translation>只有一张卡的参数更新与基准侧不同；首先出现在</translation>
    </message>
    <message>
        <source>statistics of what ranks share do not tell which of them is off</source>
        <translation>各卡共同持有的张量只有统计量，无法判断是哪张卡有偏差</translation>
    </message>
    <message>
        <source>each of %1 ranks of the target was given one of %2 parts of golden&apos;s batch, and what is computed of it alone is no tensor of golden</source>
        <translation>目标侧 %1 张卡各得到基准侧批次 %2 个部分中的一个，由单个部分算出的张量在基准侧没有对应</translation>
    </message>
    <message>
        <source>each of %1 ranks of golden was given one of %2 parts of the target&apos;s batch, and what is computed of it alone is no tensor of the target</source>
        <translation>基准侧 %1 张卡各得到目标侧批次 %2 个部分中的一个，由单个部分算出的张量在目标侧没有对应</translation>
    </message>
    <message>
        <source>%1 of %2 parameters are off on this rank and agree on others: they were moved otherwise here alone</source>
        <translation>该卡的 %2 个参数中有 %1 个有偏差，其他卡上的相同参数一致：只有这里的更新不同</translation>
    </message>
    <message>
        <source>%1, and the gradients that the backward run gave agree: how they are averaged over ranks, or the update of this rank</source>
        <translation>%1；反向得到的梯度一致：问题在于跨卡平均梯度，或该卡的参数更新</translation>
    </message>
    <message>
        <source>%1, as where gradients are not averaged over all ranks</source>
        <translation>%1，例如梯度没有在所有卡之间平均</translation>
    </message>
    <message>
        <source>%1 picks %2 rows, golden&apos;s %3, and no other operator of its kind picks the difference: rows are lost or added, as where tokens exceed what an expert takes</source>
        <translation>%1 取 %2 行，基准侧取 %3 行，同类算子都没有取到相差的行：有行丢失或多出，例如 token 数超过专家容量</translation>
    </message>
    <message>
        <source>files of the target are missing, and what they hold was not compared; first %1</source>
        <translation>目标侧缺少文件，其中的内容未参与比较；首个：%1</translation>
    </message>
    <message>
        <source>files of golden are missing, and what they hold was not compared; first %1</source>
        <translation>基准侧缺少文件，其中的内容未参与比较；首个：%1</translation>
    </message>
    <message>
        <source>%1 of %2 elements differ beyond rounding to the coarser type: %3</source>
        <translation>%2 个元素中有 %1 个的差异超出较粗类型的舍入：%3</translation>
    </message>
    <message>
        <source>each is %1 in the target</source>
        <translation>在目标侧均为 %1</translation>
    </message>
    <message>
        <source>each is %1 in golden</source>
        <translation>在基准侧均为 %1</translation>
    </message>
    <message>
        <source>each of the others is %1 in the target</source>
        <translation>其余的在目标侧均为 %1</translation>
    </message>
    <message>
        <source>each of the others is %1 in golden</source>
        <translation>其余的在基准侧均为 %1</translation>
    </message>
    <message>
        <source>its values are all alike: names alone could tell its partner</source>
        <translation>其数值全部相同：只有名称才能确定其对应张量</translation>
    </message>
    <message>
        <source>a search by values found no partner for it in the target</source>
        <translation>按数值在目标侧中未找到其对应张量</translation>
    </message>
    <message>
        <source>a search by values found no partner for it in golden</source>
        <translation>按数值在基准侧中未找到其对应张量</translation>
    </message>
    <message>
        <source>as their files say, in %1</source>
        <translation>按其文件所述，位于 %1</translation>
    </message>
    <message>
        <source>same name but for %1 before it, as before the target&apos;s others</source>
        <translation>名称相同，仅目标侧多了前缀 %1，与其他参数一致</translation>
    </message>
    <message>
        <source>same name but for %1 before it, as before golden&apos;s others</source>
        <translation>名称相同，仅基准侧多了前缀 %1，与其他参数一致</translation>
    </message>
    <message>
        <source>%1 weights of %2 have several LoRA adapters beside them; what they are with them was not measured</source>
        <translation>%2有 %1 个权重旁有多个 LoRA 适配器；加上它们后的结果没有测量</translation>
    </message>
    <message>
        <source>%1; in %2 the other side&apos;s weight is as if they were left out</source>
        <translation>%1；其中 %2 个的另一侧权重如同没有加上适配器</translation>
    </message>
    <message>
        <source>%1 weights of %2 have LoRA adapters beside them that are not merged; weight + s·B·A, s = %3 by the alpha that is stored, is the other side&apos;s weight in %4 of %5, the farthest is off by %6 (relative L2): %7</source>
        <translation>%2有 %1 个权重旁有未合并的 LoRA 适配器；权重 + s·B·A（按保存的 alpha，s = %3）在 %5 个中有 %4 个等于另一侧的权重，相差最大的为 %6（相对 L2）：%7</translation>
    </message>
    <message>
        <source>%1 weights of %2 have LoRA adapters beside them that are not merged, and no alpha is stored; with no factor s is weight + s·B·A the other side&apos;s weight in any of %3</source>
        <translation>%2有 %1 个权重旁有未合并的 LoRA 适配器，且没有保存 alpha；%3 个中没有一个能以某个系数 s 使权重 + s·B·A 等于另一侧的权重</translation>
    </message>
    <message>
        <source>%1 weights of %2 have LoRA adapters beside them that are not merged; as if they were left out is the other side&apos;s weight in %3 of %4, the farthest is off by %5 (relative L2): %6</source>
        <translation>%2有 %1 个权重旁有未合并的 LoRA 适配器；%4 个中有 %3 个的另一侧权重如同没有加上适配器，相差最大的为 %5（相对 L2）：%6</translation>
    </message>
    <message>
        <source>%1 weights of %2 have LoRA adapters beside them that are not merged, and no alpha is stored; weight + s·B·A, s = %3, the factor that fits the most of them, is the other side&apos;s weight in %4 of %5, the farthest is off by %6 (relative L2): %7</source>
        <translation>%2有 %1 个权重旁有未合并的 LoRA 适配器，且没有保存 alpha；权重 + s·B·A（s = %3，适合最多权重的系数）在 %5 个中有 %4 个等于另一侧的权重，相差最大的为 %6（相对 L2）：%7</translation>
    </message>
    <message>
        <source>the adapters are configured otherwise: %1</source>
        <translation>适配器的配置不同：%1</translation>
    </message>
    <message>
        <source>%1 weights of %2 are codes of 4 bits of bitsandbytes, NF4 or FP4; what numbers they are was not measured</source>
        <translation>%2有 %1 个权重是 bitsandbytes 的 4 位编码（NF4 或 FP4）；它们代表的数值没有测量</translation>
    </message>
    <message>
        <source>%1 weights of %2 are quantised; what they are times the scales beside them was not measured</source>
        <translation>%2有 %1 个权重是量化的；乘以旁边的缩放因子后的结果没有测量</translation>
    </message>
    <message>
        <source>%1 weights of %2 are quantised; times the scales stored beside them all are the other side&apos;s numbers, off by at most %3 of a step: rounding explains it</source>
        <translation>%2有 %1 个权重是量化的；乘以旁边保存的缩放因子后都等于另一侧的数值，最多相差 %3 个量化步长：舍入可以解释</translation>
    </message>
    <message>
        <source>%1 weights of %2 are quantised; times the scales stored beside them %3 are farther off than half a step, which rounding does not explain, the worst by %4 steps: %5</source>
        <translation>%2有 %1 个权重是量化的；乘以旁边保存的缩放因子后有 %3 个相差超过半个量化步长，舍入无法解释，最大相差 %4 个步长：%5</translation>
    </message>
    <message>
        <source>farther off than rounding explains are %1 of %2 quantised weights of %3, the worst: %4</source>
        <translation>%3的 %2 个量化权重中有 %1 个的差异超出舍入所能解释的范围，最大的是：%4</translation>
    </message>
    <message>
        <source>the same parameters have different values in two files of one folder of the target: %1, the first %2 in %3 and %4</source>
        <translation>目标侧同一文件夹的两个文件中，同名参数的数值不同：%1 个，第一个是 %2，在 %3 和 %4 中</translation>
    </message>
    <message>
        <source>the same parameters have different values in two files of one folder of golden: %1, the first %2 in %3 and %4</source>
        <translation>基准侧同一文件夹的两个文件中，同名参数的数值不同：%1 个，第一个是 %2，在 %3 和 %4 中</translation>
    </message>
    <message>
        <source>of the target without a partner: %1</source>
        <translation>目标侧没有配对的：%1</translation>
    </message>
    <message>
        <source>of golden without a partner: %1</source>
        <translation>基准侧没有配对的：%1</translation>
    </message>
    <message>
        <source>its values are in %1, which is not read: only files of the same folder are</source>
        <translation>数值在 %1 中，未读取：只读取同一文件夹中的文件</translation>
    </message>
    <message>
        <source>its values are in %1: %2</source>
        <translation>数值在 %1 中：%2</translation>
    </message>
    <message>
        <source>its values are in %1, which ends before them</source>
        <translation>数值在 %1 中，但该文件在这些数值之前就结束了</translation>
    </message>
    <message>
        <source>axis %1 is cut over %2 ranks, after the axes of the mesh behind it</source>
        <translation>第 %1 轴在网格后续各轴切分之后再切分到 %2 张卡</translation>
    </message>
    <message>
        <source>%1. This operator is called with other arguments, run 1 taken as golden: %2</source>
        <translation>%1。该算子调用时的参数不同（以第 1 次运行为基准侧）：%2</translation>
    </message>
    <message>
        <source>%1 step</source>
        <translation>%1 步</translation>
    </message>
    <message>
        <source>one parameter differs in a few of its elements while all else is bit-equal: %1</source>
        <translation>有 1 个参数的少数元素不同，其余全部逐位相同：%1</translation>
    </message>
    <message>
        <source>%1 parameters differ in a few of their elements while all else is bit-equal, first %2</source>
        <translation>有 %1 个参数的少数元素不同，其余全部逐位相同，第一个是 %2</translation>
    </message>
    <message>
        <source>%1 files of golden have parameters of these names, compared was %2 alone</source>
        <translation>基准侧有 %1 个文件含有这些名称的参数，只比较了 %2</translation>
    </message>
    <message>
        <source>%1 files of the target have parameters of these names, compared was %2 alone</source>
        <translation>目标侧有 %1 个文件含有这些名称的参数，只比较了 %2</translation>
    </message>
    <message>
        <source>what no dumped operator made differs; it shows first at</source>
        <translation>存在差异的输入并非由任何已转储的算子产生，首先出现在</translation>
    </message>
    <message>
        <source>all %1 elements differ: %2</source>
        <translation>全部 %1 个元素都不同：%2</translation>
    </message>
    <message>
        <source>%1 stands out: it is off by %2 (relative L2), every other slice along axis %3 by no more than %4</source>
        <translation>%1 明显偏离：相对 L2 误差为 %2，沿轴 %3 的其他切片均不超过 %4</translation>
    </message>
    <message>
        <source>%1 stand out: each is off by %2 or more (relative L2), every other slice along axis %3 by no more than %4</source>
        <translation>%1 明显偏离：相对 L2 误差均不小于 %2，沿轴 %3 的其他切片均不超过 %4</translation>
    </message>
    <message>
        <source>%1 hold golden&apos;s slices in another order: %2</source>
        <translation>%1 是基准侧的切片，但顺序不同：依次为 %2</translation>
    </message>
    <message>
        <source>%1 of %2 slices along axis %3 are golden&apos;s in another order, the first: %4 is golden&apos;s %5</source>
        <translation>沿轴 %3 的 %2 个切片中有 %1 个是基准侧的切片，但顺序不同，首个：%4 是基准侧的 %5</translation>
    </message>
    <message>
        <source>it is golden&apos;s transposed</source>
        <translation>它是基准侧的转置</translation>
    </message>
    <message>
        <source>it is golden&apos;s with axes %1 and %2 exchanged</source>
        <translation>它是基准侧交换轴 %1 与轴 %2 后的结果</translation>
    </message>
    <message>
        <source>%1 does not hold what golden&apos;s holds, though all that is looked up is a copy and the statistics of the table and the extremes of the indices, which are all that is known of these, are golden&apos;s: indices differ, or the table&apos;s rows do</source>
        <translation>%1 与基准侧的内容不同；查表只是复制，而表的统计量和索引的极值（索引只记录了极值）都与基准侧相同：因此是索引不同，或表中各行不同</translation>
    </message>
    <message>
        <source>%1 has another shape than golden; those of its inputs that could be compared do not</source>
        <translation>%1 的形状与基准侧不同；能够比较的输入形状相同</translation>
    </message>
    <message>
        <source>Nothing differed, so no full tensors were captured</source>
        <translation>没有不一致，因此未采集完整张量</translation>
    </message>
    <message>
        <source>Full tensors of %1 launches are larger than the budget of %2: give --budget</source>
        <translation>%1 次启动的完整张量超过 %2 的预算：请给出 --budget</translation>
    </message>
    <message>
        <source>the folder of a round is there already or cannot be made: give another folder</source>
        <translation>某一轮的文件夹已存在或无法创建：请换一个文件夹</translation>
    </message>
    <message>
        <source>This looks like a race or memory that was not written yet: of the elements that differ some are NaN or infinite</source>
        <translation>像是竞争或内存尚未写入：不一致的元素中有 NaN 或无穷</translation>
    </message>
    <message>
        <source>The elements that differ are NaN in both, of other bits, which no arithmetic fixes</source>
        <translation>不一致的元素在两次运行中都是 NaN，只是位不同；NaN 的位不由运算规定</translation>
    </message>
    <message>
        <source>What causes it cannot be told from one element that is NaN or infinite</source>
        <translation>仅凭一个 NaN 或无穷元素无法判断原因</translation>
    </message>
    <message>
        <source>%1; left out, as others have their names in the same step: %2</source>
        <translation>%1；因同一步中已有同名张量而略去：%2</translation>
    </message>
    <message>
        <source>Set apart: %1 that an operator writes over in place, of which the checksums alone differ: these were computed before or behind that</source>
        <translation>单独列出：%1 被算子原地改写，只有校验和不同：校验和是在改写之前或之后计算的</translation>
    </message>
    <message>
        <source>%1 of run %2 is not in run %3</source>
        <translation>第 %2 次运行的 %1 在第 %3 次运行中没有</translation>
    </message>
    <message>
        <source>%1 (rank %2)</source>
        <translation>%1（卡 %2）</translation>
    </message>
    <message>
        <source>%1; and %2 more</source>
        <translation>%1；另有 %2 个</translation>
    </message>
    <message>
        <source>The runs do not call the same operators: %1. Calls behind it are paired by their order, not by their numbers</source>
        <translation>各次运行调用的算子不同：%1。其后的调用按执行顺序而不是按编号配对</translation>
    </message>
    <message>
        <source>Nothing is known: of %1 in all %2 runs none has values, checksums or statistics</source>
        <translation>无从得知：%2 次运行共有的 %1 都没有数值、校验和或统计量</translation>
    </message>
    <message>
        <source>What all %1 runs have is equal: %2 (%3)</source>
        <translation>%1 次运行共有的全部一致：%2（%3）</translation>
    </message>
    <message>
        <source>The %1 runs are equal as far as it was recorded: %2 (%3)</source>
        <translation>就已记录的内容而言，%1 次运行一致：%2（%3）</translation>
    </message>
    <message>
        <source>The %1 runs are equal: %2 (%3)</source>
        <translation>%1 次运行一致：%2（%3）</translation>
    </message>
    <message>
        <source>It is a weight, and no recorded operator wrote it: another checkpoint or seed, an update that was not recorded, or memory that was spoilt</source>
        <translation>这是权重，没有已记录的算子写过它：可能是检查点或种子不同、更新未被记录，或内存损坏</translation>
    </message>
    <message>
        <source>NaN or infinite numbers are in it in run %1; not known of all runs</source>
        <translation>第 %1 次运行中该张量含 NaN 或无穷；并非所有运行都已知</translation>
    </message>
    <message>
        <source>NaN or infinite numbers are in it in run %1 alone</source>
        <translation>只有第 %1 次运行中该张量含 NaN 或无穷</translation>
    </message>
    <message>
        <source>NaN or infinite numbers are in it in runs %1 alone</source>
        <translation>只有第 %1 次运行中该张量含 NaN 或无穷</translation>
    </message>
    <message>
        <source>Differing: %1 of %2 (%3)</source>
        <translation>不一致：%2 中的 %1（%3）</translation>
    </message>
    <message>
        <source>Rank %1 has no %2 from step %3 on, which other ranks still have, and %4 more likewise.</source>
        <translation>卡 %1 从第 %3 步起没有 %2，而其他卡仍有；另有 %4 也是如此。</translation>
    </message>
    <message>
        <source>held the same in %1 before</source>
        <translation>之前 %1 中都相同</translation>
    </message>
    <message>
        <source>no tensor is recorded as a weight</source>
        <translation>没有记录为权重的张量</translation>
    </message>
    <message>
        <source>Nothing was judged: no statistics of %1 are known.</source>
        <translation>未作判断：%1 的统计量都未知。</translation>
    </message>
    <message>
        <source>Nothing was judged: no rule can be applied to %1 of %2.</source>
        <translation>未作判断：没有规则可用于 %2 的 %1。</translation>
    </message>
    <message>
        <source>Not judged as a whole: no rule holds in %1 of %2, which is not all that is there.</source>
        <translation>没有全部判断：%2 的 %1 中没有规则成立，但这并非全部数据。</translation>
    </message>
    <message>
        <source>No anomaly: no rule holds in %1 of %2; no statistics are known of %3 more.</source>
        <translation>没有异常：%2 的 %1 中没有规则成立；另有 %3 个没有统计量。</translation>
    </message>
    <message>
        <source>No anomaly: no rule holds in %1 of %2.</source>
        <translation>没有异常：%2 的 %1 中没有规则成立。</translation>
    </message>
    <message>
        <source>The first NaN or infinity: %1.</source>
        <translation>第一个 NaN 或无穷：%1。</translation>
    </message>
    <message>
        <source>%1 tensor was left out, as another has its names in the same step and rank.</source>
        <translation>有 %1 个张量被略去，因为同一步同一卡中已有同名张量。</translation>
    </message>
    <message>
        <source>%1 tensors were left out, as others have their names in the same step and rank.</source>
        <translation>有 %1 个张量被略去，因为同一步同一卡中已有同名张量。</translation>
    </message>
    <message>
        <source>Several files hold the same weights (%1), and no name says of which step: how they went is not known. Names such as step_100 or model_step100 say it.</source>
        <translation>多个文件保存了相同的权重（%1），名称中没有 step：无法得知其变化过程。可用 step_100 或 model_step100 这样的名称注明。</translation>
    </message>
    <message>
        <source>%1 more gap of this kind.</source>
        <translation>另有 %1 处同类缺失。</translation>
    </message>
    <message>
        <source>--launch makes its runs itself: give no paths, and with --output the folder for them</source>
        <translation>--launch 自行产生运行：不要给出路径，并用 --output 给出存放它们的文件夹</translation>
    </message>
    <message>
        <source>a mask is laid out as the tokens are, and the same tokens stand elsewhere in golden&apos;s batch</source>
        <translation>掩码按 token 的位置排列,而相同的 token 在基准侧批次中位于别处</translation>
    </message>
    <message>
        <source>padding is left out as the attention mask of both sides says: %1 of %2 elements are compared</source>
        <translation>按两侧的 attention mask 去除填充:比较了 %2 个元素中的 %1 个</translation>
    </message>
    <message>
        <source>the same mask of a number: suspects are judged beside it, by %1 of %2 elements</source>
        <translation>两侧掩码相同，均为有限数：查找可疑算子时只看其余元素，%2 个中的 %1 个</translation>
    </message>
    <message>
        <source>It names what is not captured at this level: L1 knows APIs (Functional.linear.0.forward) only, L0 modules (Module.layers.0.mlp.MLP.forward.0) only; such entries capture nothing</source>
        <translation>其中的名称在该级别不会被采集：L1 只认 API（Functional.linear.0.forward），L0 只认模块（Module.layers.0.mlp.MLP.forward.0）；这样的条目什么也采集不到</translation>
    </message>
    <message>
        <source>write &quot;mix&quot; as level, or names of this level</source>
        <translation>把 level 写为 &quot;mix&quot;，或写该级别的名称</translation>
    </message>
    <message>
        <source>%1 was not finite in step %2: the cache of keys and values brings it here</source>
        <translation>%1 在 step %2 中已非有限：由键值缓存带到这里</translation>
    </message>
    <message>
        <source>%1, which ran before, is not finite, and larger: it is a part of it, perhaps</source>
        <translation>先执行的 %1 含非有限值且更大：它可能是其中的一部分</translation>
    </message>
    <message>
        <source>What could be compared of the %1 runs is equal: %2 of %3 (%4)</source>
        <translation>%1 次运行中能够比较的部分相同：%3 中的 %2（%4）</translation>
    </message>
    <message>
        <source>Rank %1 alone of %2 was given something else there</source>
        <translation>%2 张卡中只有卡 %1 在此处的输入不同</translation>
    </message>
    <message>
        <source>Which bits differ is not known: dump the values of this operator in all runs</source>
        <translation>不知道哪些位不同：请在所有运行中转储该算子的数值</translation>
    </message>
    <message>
        <source>checksums alone are recorded, and of no weight</source>
        <translation>只记录了校验和，且没有权重</translation>
    </message>
    <message>
        <source>NaN or infinities that golden does not have show at %1</source>
        <translation>基准侧没有的 NaN 或无穷出现在 %1</translation>
    </message>
    <message>
        <source>NaN or infinities that golden does not have show in %1 tensors, first at %2</source>
        <translation>%1 个张量中有基准侧没有的 NaN 或无穷，首个位于 %2</translation>
    </message>
    <message>
        <source>padding of 1 pair was left out</source>
        <translation>1 对张量的填充未计入</translation>
    </message>
    <message>
        <source>padding of %1 pairs was left out</source>
        <translation>%1 对张量的填充未计入</translation>
    </message>
    <message>
        <source>1 pair was compared only where both sides have a counterpart</source>
        <translation>1 对张量仅比较了两侧都有对应的部分</translation>
    </message>
    <message>
        <source>%1 pairs were compared only where both sides have a counterpart</source>
        <translation>%1 对张量仅比较了两侧都有对应的部分</translation>
    </message>
    <message>
        <source>it has the bits of %1, which is compared</source>
        <translation>它与 %1 逐位相同，而后者已比较</translation>
    </message>
    <message>
        <source>%1 off: gradients that are hardly more than their rounding change their sign by it, and the optimizer moves parameters by a whole step for the smallest</source>
        <translation>相差 %1：仅略大于舍入误差的梯度会因舍入而变号，而优化器对最小的梯度也按整步更新参数</translation>
    </message>
    <message>
        <source>golden&apos;s last token of each sequence is taken: the target has one vector of each sequence, and it is near these</source>
        <translation>取 golden 每个序列的最后一个 token：target 每个序列只有一个向量，且与之接近</translation>
    </message>
    <message>
        <source>the target&apos;s last token of each sequence is taken: golden has one vector of each sequence, and it is near these</source>
        <translation>取 target 每个序列的最后一个 token：golden 每个序列只有一个向量，且与之接近</translation>
    </message>
    <message>
        <source>%1: %2 in golden, not in the target</source>
        <translation>%1：基准侧为 %2，目标侧没有</translation>
    </message>
    <message>
        <source>%1: %2 in the target, not in golden</source>
        <translation>%1：目标侧为 %2，基准侧没有</translation>
    </message>
    <message>
        <source>1 number beside the tensors differs: %1</source>
        <translation>张量之外有 1 个数不同：%1</translation>
    </message>
    <message>
        <source>%1 numbers beside the tensors differ: %2</source>
        <translation>张量之外有 %1 个数不同：%2</translation>
    </message>
    <message>
        <source>%1 numbers beside the tensors differ, the first: %2</source>
        <translation>张量之外有 %1 个数不同，前几个：%2</translation>
    </message>
    <message>
        <source>its file cannot be read: which tensors it holds is not known</source>
        <translation>它的文件无法读取：其中有哪些张量不得而知</translation>
    </message>
    <message>
        <source>First off by more than %1 is %2, with an error of %3 in %4; outputs of this run are usually off by %5.</source>
        <translation>首个误差大于 %1 的是%2，在 %4 中误差为 %3；此次运行的输出通常相差 %5。</translation>
    </message>
    <message>
        <source>No token is off by more than %1; outputs of this run are usually off by %2.</source>
        <translation>没有 token 的误差大于 %1；此次运行的输出通常相差 %2。</translation>
    </message>
    <message>
        <source>what the dumper recorded of the ranks says so: %1 is %2</source>
        <translation>转储工具记录的各 rank 信息如此说明：%1 为 %2</translation>
    </message>
    <message>
        <source>%1 launches, statistics of everything</source>
        <translation>%1 次启动，全部统计值</translation>
    </message>
    <message>
        <source>%1 launches, full tensors of what differed (1 operator)</source>
        <translation>%1 次启动，有差异的 1 个算子的完整张量</translation>
    </message>
    <message>
        <source>%1 launches, full tensors of what differed (%2 operators)</source>
        <translation>%1 次启动，有差异的 %2 个算子的完整张量</translation>
    </message>
    <message>
        <source>%1, which ran before, was not finite: the cache of keys and values brings it here</source>
        <translation>先前执行的 %1 已非有限：键值缓存把它带到这里</translation>
    </message>
    <message>
        <source>MindSpore parallel strategy</source>
        <translation>MindSpore 并行策略</translation>
    </message>
    <message>
        <source>not named as parallel strategies are</source>
        <translation>名称不像并行策略文件</translation>
    </message>
    <message>
        <source>a stage and strategies of MindSpore in protobuf</source>
        <translation>protobuf 中有 MindSpore 的阶段与策略</translation>
    </message>
    <message>
        <source>%1 of %2 layouts of parameters cannot be read</source>
        <translation>%2 个参数布局中有 %1 个无法读取</translation>
    </message>
    <message>
        <source>named like statistics of the monitor, but the header line is cut off</source>
        <translation>名称像监控统计，但表头行被截断</translation>
    </message>
    <message>
        <source>the header line is cut off</source>
        <translation>表头行被截断</translation>
    </message>
    <message>
        <source>an entry of the class &quot;%1&quot;, which is neither of a tensor nor of bytes</source>
        <translation>类 &quot;%1&quot; 的条目，既不是张量也不是字节</translation>
    </message>
    <message>
        <source>%1; set apart: %2</source>
        <translation>%1；单独列出：%2</translation>
    </message>
    <message>
        <source>it computes with weights, and a dump of hooks on modules has none: record it with msprobe at the level mix, task tensor</source>
        <translation>它用权重计算，而模块钩子的 dump 没有权重：请用 msprobe 以 mix 级别、tensor 任务录制</translation>
    </message>
    <message>
        <source>it is a module of which the dump has what it was given and gave, not what it runs: record it with msprobe at the level mix, task tensor</source>
        <translation>它是一个模块，dump 中只有其输入和输出，没有它所执行的算子：请用 msprobe 以 mix 级别、tensor 任务录制</translation>
    </message>
    <message>
        <source>it is a function of one tensor, and %1 were recorded of what it was given</source>
        <translation>它是单个张量的函数，而录制到的输入有 %1 个</translation>
    </message>
    <message>
        <source>%1 in %2 named by the keys of a dictionary, %3 of them weights</source>
        <translation>%2 中的 %1，以字典的键命名，其中 %3 个是权重</translation>
    </message>
    <message>
        <source>all weights moved farther</source>
        <translation>所有权重移动得更远</translation>
    </message>
    <message>
        <source>The weights of a rank change so many times as much as in any of the latest steps, and more than ever before: norms, means and extremes, in the median of the weights. A rate of learning that rises in one step does that</source>
        <translation>一个 rank 的权重变化是最近各步中任何一步的这么多倍，且超过以往任何一步：按范数、均值和极值，取各权重的中位数。学习率在一步内升高就会如此</translation>
    </message>
    <message>
        <source>times the change of the steps before</source>
        <translation>相对于之前各步变化的倍数</translation>
    </message>
    <message>
        <source>and so many robust deviations of what steps differ by</source>
        <translation>且为步间差异的这么多个稳健偏差</translation>
    </message>
    <message>
        <source>is one of %1 weights that change %2 times as much as in %3, in their median and by norms, means and extremes: a rate of learning that rises in one step does that (limit %4)</source>
        <translation>是 %1 个权重之一，按中位数及范数、均值和极值，它们的变化是 %3 的 %2 倍：学习率在一步内升高就会如此（限值 %4）</translation>
    </message>
    <message>
        <source>Replicas alone were judged: by their checksums no rank differs from the others in %1. No statistics of %2 are known, so that no other rule could hold.</source>
        <translation>只判断了副本：按校验和，%1 中没有 rank 与其他 rank 不同。%2 的统计量未知，因此其他规则都无法成立。</translation>
    </message>
</context>
<context>
    <name>DifferenceOutput</name>
    <message>
        <source>%1 of %2 · colours %3, %4 to %5</source>
        <translation>%2 的%1 · 配色 %3，%4 至 %5</translation>
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
        <source>Difference (%1)</source>
        <translation>差值（%1）</translation>
    </message>
    <message>
        <source>Exporting %1</source>
        <translation>正在导出 %1</translation>
    </message>
    <message>
        <source>No NumPy expression: the sides were aligned (%1).</source>
        <translation>没有 NumPy 表达式：两侧经过对齐（%1）。</translation>
    </message>
    <message>
        <source>No NumPy expression: NumPy has no distance in ULP between types.</source>
        <translation>没有 NumPy 表达式：NumPy 没有跨类型的 ULP 距离。</translation>
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
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
</context>
<context>
    <name>ExportChoices</name>
    <message>
        <source>This plot as .png</source>
        <translation>此图，.png</translation>
    </message>
    <message>
        <source>This plot as .svg</source>
        <translation>此图，.svg</translation>
    </message>
    <message>
        <source>Numbers of this plot as .csv</source>
        <translation>此图的数值，.csv</translation>
    </message>
    <message>
        <source>This slice as .npy</source>
        <translation>此切片，.npy</translation>
    </message>
    <message>
        <source>This slice as .csv</source>
        <translation>此切片，.csv</translation>
    </message>
    <message>
        <source>Whole tensor as .npy</source>
        <translation>整个张量，.npy</translation>
    </message>
    <message>
        <source>Whole tensor as .csv</source>
        <translation>整个张量，.csv</translation>
    </message>
    <message>
        <source>Picture as .png</source>
        <translation>图像，.png</translation>
    </message>
    <message>
        <source>Picture as .svg</source>
        <translation>图像，.svg</translation>
    </message>
</context>
<context>
    <name>Keymap</name>
    <message>
        <source>The keys of %1 cannot be understood.</source>
        <translation>无法理解 %1 的快捷键。</translation>
    </message>
    <message>
        <source>%1 and %2 would have the same key.</source>
        <translation>“%1” 和 “%2” 会使用同一快捷键。</translation>
    </message>
    <message>
        <source>This is not a keymap: from byte %1 on it is not JSON.</source>
        <translation>这不是快捷键文件：从第 %1 字节起不是 JSON。</translation>
    </message>
    <message>
        <source>This is not a keymap of version %1.</source>
        <translation>这不是版本 %1 的快捷键文件。</translation>
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
    <message>
        <source>Ca&amp;pture</source>
        <translation>采集(&amp;P)</translation>
    </message>
</context>
<context>
    <name>MismatchTolerance</name>
    <message>
        <source>limit of this pair: %1</source>
        <translation>此对的限值：%1</translation>
    </message>
    <message>
        <source>tolerance of mismatch_ratio: no limit of this pair is about single elements</source>
        <translation>mismatch_ratio 的容差：此对的限值不涉及单个元素</translation>
    </message>
</context>
<context>
    <name>NumpyText</name>
    <message>
        <source>No NumPy expression: NumPy has no type %1.</source>
        <translation>没有 NumPy 表达式：NumPy 没有类型 %1。</translation>
    </message>
    <message>
        <source>No NumPy expression: no file holds the data as it is.</source>
        <translation>没有 NumPy 表达式：数据并非原样存放在文件中。</translation>
    </message>
    <message>
        <source>No NumPy expression: the elements of this layout are not in a regular order. Export the tensor, or look at it as it is stored.</source>
        <translation>没有 NumPy 表达式：此存储格式的元素没有简单的排列规律。请导出该张量，或按存储顺序查看。</translation>
    </message>
</context>
<context>
    <name>OpenedPair</name>
    <message>
        <source>no counterpart</source>
        <translation>无对应元素</translation>
    </message>
</context>
<context>
    <name>OperatorCategories</name>
    <message>
        <source>Matrix products</source>
        <translation>矩阵乘</translation>
    </message>
    <message>
        <source>Normalization</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Arithmetic</source>
        <translation>逐元素运算</translation>
    </message>
    <message>
        <source>Reduction</source>
        <translation>归约</translation>
    </message>
    <message>
        <source>Shape and layout</source>
        <translation>形状与存储格式</translation>
    </message>
    <message>
        <source>Parameter update</source>
        <translation>参数更新</translation>
    </message>
</context>
<context>
    <name>PlanePicture</name>
    <message>
        <source>padding</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>NaN in target</source>
        <translation>目标侧为 NaN</translation>
    </message>
    <message>
        <source>NaN in golden</source>
        <translation>基准侧为 NaN</translation>
    </message>
    <message>
        <source>same on both sides</source>
        <translation>两侧相同</translation>
    </message>
    <message>
        <source>opposite infinities</source>
        <translation>符号相反的无穷</translation>
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
        <translation>源码文件夹</translation>
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
    <message>
        <source>New files</source>
        <translation>新文件</translation>
    </message>
    <message>
        <source>ask</source>
        <translation>询问</translation>
    </message>
    <message>
        <source>live</source>
        <translation>立即读取</translation>
    </message>
    <message>
        <source>When an open dump grows: ask in a bar, or read the new files at once.</source>
        <translation>打开的转储增加文件时：由提示条询问是否读取，或立即读取。</translation>
    </message>
    <message>
        <source>Keys that differ from the defaults.</source>
        <translation>与默认值不同的快捷键。</translation>
    </message>
</context>
<context>
    <name>QAbstractFileIconProvider</name>
    <message>
        <source>Drive</source>
        <translation>驱动器</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
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
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>New Folder</source>
        <translation>新建文件夹</translation>
    </message>
    <message>
        <source>Directories</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Find Directory</source>
        <translation>查找文件夹</translation>
    </message>
    <message>
        <source>Recent Places</source>
        <translation>最近的位置</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Are you sure you want to delete &apos;%1&apos;?</source>
        <translation>确定要删除“%1”吗？</translation>
    </message>
    <message>
        <source>%1 already exists.
Do you want to replace it?</source>
        <translation>%1 已存在。
要替换它吗？</translation>
    </message>
    <message>
        <source>%1
File not found.
Please verify the correct file name was given.</source>
        <translation>%1
未找到文件。
请确认文件名正确。</translation>
    </message>
    <message>
        <source>%1
Directory not found.
Please verify the correct directory name was given.</source>
        <translation>%1
未找到文件夹。
请确认文件夹名正确。</translation>
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
        <source>Type</source>
        <translation>类型</translation>
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
    <name>SshQuestion</name>
    <message>
        <source>ssh asks</source>
        <translation>ssh 询问</translation>
    </message>
    <message>
        <source>That was not accepted. ssh asks again:</source>
        <translation>未被接受。ssh 再次询问：</translation>
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
    <message>
        <source>NaN or Inf born here</source>
        <translation>NaN 或 Inf 在此产生</translation>
    </message>
    <message>
        <source>inherited</source>
        <translation>继承的误差</translation>
    </message>
    <message>
        <source>first divergence inside</source>
        <translation>内含首个分歧</translation>
    </message>
    <message>
        <source>NaN or Inf born inside</source>
        <translation>内部产生 NaN 或 Inf</translation>
    </message>
    <message>
        <source>after the step</source>
        <translation>步后</translation>
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
        <source>Scope</source>
        <translation>作用域</translation>
    </message>
    <message>
        <source>Dtype</source>
        <translation>数据类型</translation>
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
        <translation>只看此项</translation>
    </message>
    <message>
        <source>Filter out</source>
        <translation>排除</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Operator type</source>
        <translation>算子类型</translation>
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
    <message>
        <source>Montage</source>
        <translation>拼图</translation>
    </message>
</context>
<context>
    <name>TimeUnits</name>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>minutes</source>
        <translation>分钟</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>小时</translation>
    </message>
</context>
<context>
    <name>UnsavedConfiguration</name>
    <message>
        <source>Configuration</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>The new dump configuration was not saved. Discard it?</source>
        <translation>新的转储配置尚未保存。要放弃吗？</translation>
    </message>
    <message>
        <source>The dump configuration “%1” has changes that are not saved. Discard them?</source>
        <translation>转储配置“%1”有未保存的更改。要放弃这些更改吗？</translation>
    </message>
</context>
<context>
    <name>UnsavedProfile</name>
    <message>
        <source>Capture</source>
        <translation>采集</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>The capture profile “%1” has changes that are not saved. Replace it and discard them?</source>
        <translation>采集配置“%1”有未保存的更改。要替换它并放弃这些更改吗？</translation>
    </message>
</context>
<context>
    <name>VerdictChanges</name>
    <message>
        <source>No verdict changed.</source>
        <translation>没有判定改变。</translation>
    </message>
    <message>
        <source>%1 now %2</source>
        <translation>%1 行现为%2</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>1 row changed: %1.</source>
        <translation>1 行已改变：%1。</translation>
    </message>
    <message>
        <source>%1 rows changed: %2.</source>
        <translation>%1 行已改变：%2。</translation>
    </message>
    <message>
        <source>%1 no longer compared</source>
        <translation>%1 行不再比较</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ArrivalModel</name>
    <message>
        <source>arrived</source>
        <translation>到达</translation>
    </message>
    <message>
        <source>Statistics of what arrived</source>
        <translation>新到张量的统计</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%2 中有 %1</translation>
    </message>
    <message>
        <source>%1 s ago</source>
        <translation>%1 秒前</translation>
    </message>
    <message>
        <source>half written</source>
        <translation>未写完</translation>
    </message>
    <message>
        <source>waiting for the rest of the file</source>
        <translation>等待文件剩余部分</translation>
    </message>
    <message>
        <source>Where NaN and Inf of the capture come from</source>
        <translation>查找采集中 NaN 和 Inf 的来源</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>步 %1</translation>
    </message>
    <message>
        <source>so far</source>
        <translation>目前为止</translation>
    </message>
    <message>
        <source>%1 tensors were not looked at</source>
        <translation>未检查的张量：%1 个</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::AssemblyBar</name>
    <message>
        <source>Target: %1</source>
        <translation>目标侧：%1</translation>
    </message>
    <message>
        <source>golden %1: %2</source>
        <translation>基准侧 %1：%2</translation>
    </message>
    <message>
        <source>Open a part</source>
        <translation>打开某一部分</translation>
    </message>
    <message>
        <source>Open rank %1&apos;s tensor</source>
        <translation>打开卡 %1 的张量</translation>
    </message>
    <message>
        <source>Open the part</source>
        <translation>打开该部分</translation>
    </message>
    <message>
        <source>Golden: %1</source>
        <translation>基准侧：%1</translation>
    </message>
    <message>
        <source>target %1: %2</source>
        <translation>目标侧 %1：%2</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::AssemblyDialog</name>
    <message>
        <source>Up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Use for this pair</source>
        <translation>用于此配对</translation>
    </message>
    <message>
        <source>Use for all named alike</source>
        <translation>用于所有同类名称</translation>
    </message>
    <message>
        <source>What golden is put together from</source>
        <translation>基准侧由哪些部分拼成</translation>
    </message>
    <message>
        <source>Parts in order</source>
        <translation>各部分（按顺序）</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>轴</translation>
    </message>
    <message>
        <source>Runs of each part</source>
        <translation>每部分的段数</translation>
    </message>
    <message>
        <source>%1 of length %2</source>
        <translation>%1，长度 %2</translation>
    </message>
    <message>
        <source>as they are now</source>
        <translation>与现在相同</translation>
    </message>
    <message>
        <source>2, the second in reverse order</source>
        <translation>2，第二段按相反顺序</translation>
    </message>
    <message>
        <source>rank %1: %2</source>
        <translation>卡 %1：%2</translation>
    </message>
    <message>
        <source>Put a tensor together</source>
        <translation>拼成张量</translation>
    </message>
    <message>
        <source>Reading the parts.</source>
        <translation>正在读取各部分。</translation>
    </message>
    <message>
        <source>Cannot be so: %1</source>
        <translation>不可行：%1</translation>
    </message>
    <message>
        <source>%1: relative L2 error %2, until now %3.</source>
        <translation>%1：相对 L2 误差 %2，此前为 %3。</translation>
    </message>
    <message>
        <source>%1: relative L2 error %2.</source>
        <translation>%1：相对 L2 误差 %2。</translation>
    </message>
    <message>
        <source>put together</source>
        <translation>拼成方式</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::AssemblyGroupModel</name>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>%1, %2 not measured</source>
        <translation>%1，%2 个未测量</translation>
    </message>
    <message>
        <source>First tensor of golden, in its order of execution, of operators that differ in their numbers alone</source>
        <translation>基准侧按执行顺序的第一个张量，其算子仅编号不同</translation>
    </message>
    <message>
        <source>How golden&apos;s tensor is put together from tensors of the target</source>
        <translation>基准侧张量如何由目标侧张量拼成</translation>
    </message>
    <message>
        <source>Tensors of which values do not say so: others of their kind stand like this</source>
        <translation>数值无法说明的张量：按同类张量的方式放置</translation>
    </message>
    <message>
        <source>Relative L2 error of what is put together, least and largest</source>
        <translation>拼接结果的相对 L2 误差，最小与最大</translation>
    </message>
    <message>
        <source>first tensor</source>
        <translation>首个张量</translation>
    </message>
    <message>
        <source>put together</source>
        <translation>拼接</translation>
    </message>
    <message>
        <source>tensors</source>
        <translation>张量数</translation>
    </message>
    <message>
        <source>carried</source>
        <translation>沿用</translation>
    </message>
    <message>
        <source>error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>io</source>
        <translation>输入输出</translation>
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
    <message>
        <source>share of the duration</source>
        <translation>耗时占比</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>耗时</translation>
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
    <message>
        <source>Copy value</source>
        <translation>复制值</translation>
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
    <name>dumpscope::gui::BundleDialog</name>
    <message>
        <source>Write</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Bundle the chosen pairs</source>
        <translation>打包所选配对</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Write the bundle to</source>
        <translation>写出到</translation>
    </message>
    <message>
        <source>The file is there already and will be replaced.</source>
        <translation>文件已存在，将被替换。</translation>
    </message>
    <message>
        <source>%1 (%2 files, %3)</source>
        <translation>%1（%2 个文件，%3）</translation>
    </message>
    <message>
        <source>Pairs: %1. Files that hold only their tensors: %2, written unchanged, %3.</source>
        <translation>配对：%1 个。只含这些张量的文件：%2 个，原样写入，%3。</translation>
    </message>
    <message>
        <source>Whole files that also hold other tensors or facts of the run, such as names, statistics and stacks: %1, %2: %3.</source>
        <translation>还含有其他张量或运行信息（如名称、统计量和调用栈）、整体写入的文件：%1 个，%2：%3。</translation>
    </message>
    <message>
        <source>Also included: all numbers of these pairs, the limits, the rules of the pairing, and the operators around them in the graph. No other file of the dumps is included.</source>
        <translation>此外还包括：这些对的全部数值、限值、配对规则以及图中相邻的算子。转储的其他文件不会写入。</translation>
    </message>
    <message>
        <source>The bundle will be about %1 at most.</source>
        <translation>写出的文件最多约 %1。</translation>
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
    <name>dumpscope::gui::CaptureController</name>
    <message>
        <source>Capture</source>
        <translation>采集</translation>
    </message>
    <message>
        <source>A capture is running. Stop it? What was written is kept.</source>
        <translation>采集正在进行。要停止吗？已写入的内容会保留。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Keep running</source>
        <translation>继续运行</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::CaptureLogPanel</name>
    <message>
        <source>Device log</source>
        <translation>设备日志</translation>
    </message>
    <message>
        <source>Program output</source>
        <translation>程序输出</translation>
    </message>
    <message>
        <source>What a launched program prints appears here.</source>
        <translation>所启动程序的输出显示在这里。</translation>
    </message>
    <message>
        <source>Messages of the device and the runtime during a capture appear here.</source>
        <translation>采集期间设备和运行时的输出显示在这里。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::CaptureProfilePanel</name>
    <message>
        <source>Model on a device</source>
        <translation>设备上的模型</translation>
    </message>
    <message>
        <source>Launch a program</source>
        <translation>启动程序</translation>
    </message>
    <message>
        <source>Way of capturing</source>
        <translation>采集方式</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Capture profile</source>
        <translation>采集配置</translation>
    </message>
    <message>
        <source>Capture profile: %1</source>
        <translation>采集配置：%1</translation>
    </message>
    <message>
        <source>%1 free.</source>
        <translation>剩余 %1。</translation>
    </message>
    <message>
        <source>Expected: %1 files, %2, about %3. %4</source>
        <translation>预计：%1 个文件，%2，约 %3。%4</translation>
    </message>
    <message>
        <source>The program is paused when less than %1 is left.</source>
        <translation>剩余空间不足 %1 时暂停程序。</translation>
    </message>
    <message>
        <source>Not ready yet.</source>
        <translation>尚未就绪。</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>再次运行</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Open a capture profile</source>
        <translation>打开采集配置</translation>
    </message>
    <message>
        <source>Profiles (*.json)</source>
        <translation>配置 (*.json)</translation>
    </message>
    <message>
        <source>Save the capture profile</source>
        <translation>保存采集配置</translation>
    </message>
    <message>
        <source>Expected: %1 files, about %2. %3</source>
        <translation>预计：%1 个文件，约 %2。%3</translation>
    </message>
    <message>
        <source>Last time: %1 files, %2, in %3.</source>
        <translation>上次：%1 个文件，%2，用时 %3。</translation>
    </message>
    <message>
        <source>Stop now</source>
        <translation>立即停止</translation>
    </message>
    <message>
        <source>Command line for the same capture</source>
        <translation>执行同一采集的命令行</translation>
    </message>
    <message>
        <source>Expected: %1 files. Their size is known after the first run, or before it if the model has shapes. %2</source>
        <translation>预计：%1 个文件。大小在首次运行后可知；若模型带形状，运行前即可知。%2</translation>
    </message>
    <message>
        <source>The amount of data depends on what happens in the run. %1</source>
        <translation>数据量取决于运行情况。%1</translation>
    </message>
    <message>
        <source>The amount of data is known after the first run. To know it before, open a graph with shapes or an earlier dump.</source>
        <translation>数据量在首次运行后可知。如需提前得知，请打开带形状的图或以前的转储。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::CaptureRun</name>
    <message>
        <source>Capture %1</source>
        <translation>采集 %1</translation>
    </message>
    <message>
        <source>Launch %1</source>
        <translation>启动 %1</translation>
    </message>
    <message>
        <source>Stopping.</source>
        <translation>正在停止。</translation>
    </message>
    <message>
        <source>Execution %1 of %2 done.</source>
        <translation>已完成第 %1 / %2 次执行。</translation>
    </message>
    <message>
        <source>Program started.</source>
        <translation>程序已启动。</translation>
    </message>
    <message>
        <source>Further lines in the log file: %1.</source>
        <translation>日志文件中另有 %1 行。</translation>
    </message>
    <message>
        <source>Overflow: %1</source>
        <translation>溢出：%1</translation>
    </message>
    <message>
        <source>It is not known whether the results are the same without a dump.</source>
        <translation>无法判断不转储时结果是否相同。</translation>
    </message>
    <message>
        <source>The results are the same without a dump.</source>
        <translation>不转储时结果相同。</translation>
    </message>
    <message>
        <source>The results differ without a dump.</source>
        <translation>不转储时结果不同。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::CaptureSession</name>
    <message>
        <source>%1, golden</source>
        <translation>%1，基准</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::CaptureSetup</name>
    <message>
        <source>Look for devices</source>
        <translation>查找设备</translation>
    </message>
    <message>
        <source>Read the model</source>
        <translation>读取模型</translation>
    </message>
    <message>
        <source>Look at the configuration</source>
        <translation>检查配置</translation>
    </message>
    <message>
        <source>Looking for devices.</source>
        <translation>正在查找设备。</translation>
    </message>
    <message>
        <source>Choose a device.</source>
        <translation>请选择设备。</translation>
    </message>
    <message>
        <source>Choose a model: .onnx, or .om for an NPU.</source>
        <translation>请选择模型：.onnx，NPU 可用 .om。</translation>
    </message>
    <message>
        <source>The CPU device runs .onnx only. Choose an NPU, or the original model.</source>
        <translation>CPU 设备只能运行 .onnx。请选择 NPU 或原始模型。</translation>
    </message>
    <message>
        <source>Reading the model.</source>
        <translation>正在读取模型。</translation>
    </message>
    <message>
        <source>Input %1 has no values.</source>
        <translation>输入 %1 没有值。</translation>
    </message>
    <message>
        <source>%1 cannot be read.</source>
        <translation>无法读取 %1。</translation>
    </message>
    <message>
        <source>Choose a folder for the dump.</source>
        <translation>请选择转储文件夹。</translation>
    </message>
    <message>
        <source>Nothing would be dumped.</source>
        <translation>不会转储任何内容。</translation>
    </message>
    <message>
        <source>%1 needed, %2 free. Choose fewer operators or another folder.</source>
        <translation>需要 %1，剩余 %2。请减少算子或更换文件夹。</translation>
    </message>
    <message>
        <source>dumpscope-cli is not in this program&apos;s folder. Captures need it; install the whole package.</source>
        <translation>本程序所在文件夹中没有 dumpscope-cli。采集由它执行，请安装完整软件包。</translation>
    </message>
    <message>
        <source>The model determines its inputs.</source>
        <translation>输入由模型决定。</translation>
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
        <translation>对数</translation>
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
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>computed</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Recorded in a statistics file of the dump</source>
        <translation>由转储的统计文件记录</translation>
    </message>
    <message>
        <source>Computed here from the values of the tensor</source>
        <translation>在此由张量的数值计算得出</translation>
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
    <message>
        <source>Reopen</source>
        <translation>重新打开</translation>
    </message>
    <message>
        <source>Show what this command line is about</source>
        <translation>显示此命令行所指的内容</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::CompareDialog</name>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Target: the run to check</source>
        <translation>目标侧：待检查的运行</translation>
    </message>
    <message>
        <source>Golden: the run that is right</source>
        <translation>基准侧（标杆）：结果正确的运行</translation>
    </message>
    <message>
        <source>all, or one: op_name:output:0</source>
        <translation>全部，或一个：op_name:output:0</translation>
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
        <source>Choose a dump for both sides.</source>
        <translation>请为两侧各选择一个转储。</translation>
    </message>
    <message>
        <source>Both sides are the same: everything will be equal.</source>
        <translation>两侧相同：结果将全部相等。</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>环境</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Swap sides</source>
        <translation>交换两侧</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>尚未选择</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>The target cannot be read.</source>
        <translation>无法读取目标侧。</translation>
    </message>
    <message>
        <source>Golden cannot be read.</source>
        <translation>无法读取基准侧。</translation>
    </message>
    <message>
        <source>The target holds no tensors.</source>
        <translation>目标侧没有张量。</translation>
    </message>
    <message>
        <source>Golden holds no tensors.</source>
        <translation>基准侧没有张量。</translation>
    </message>
    <message>
        <source>It begins when both sides are read.</source>
        <translation>两侧读取完成后开始。</translation>
    </message>
    <message>
        <source>a third run that is nearer to the truth than both, as one in float64</source>
        <translation>比两侧都更接近真值的第三次运行，例如 float64</translation>
    </message>
    <message>
        <source>Truth (optional)</source>
        <translation>真值（可选）</translation>
    </message>
    <message>
        <source>There is no truth at %1.</source>
        <translation>%1 处没有真值转储。</translation>
    </message>
    <message>
        <source>none yet: choose, drop or type one</source>
        <translation>尚无：请选择、拖入或输入一个</translation>
    </message>
    <message>
        <source>There is nothing at %1.</source>
        <translation>%1 处没有任何内容。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ComparisonController</name>
    <message>
        <source>Write a bundle</source>
        <translation>写入打包文件</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
    <message>
        <source>Look up what a bundle holds</source>
        <translation>查看打包文件的内容</translation>
    </message>
    <message>
        <source>First NaN or infinity</source>
        <translation>首个 NaN 或无穷</translation>
    </message>
    <message>
        <source>Redone: %1.</source>
        <translation>已重做：%1。</translation>
    </message>
    <message>
        <source>Undone: %1.</source>
        <translation>已撤销：%1。</translation>
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
    <message>
        <source>Compute what the suspects of %1 are worth</source>
        <translation>计算 %1 中各嫌疑算子的影响</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::Comparisons</name>
    <message>
        <source>swap sides</source>
        <translation>交换两侧</translation>
    </message>
    <message>
        <source>unpair</source>
        <translation>取消配对</translation>
    </message>
    <message>
        <source>profile %1</source>
        <translation>指标定义 %1</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ConfigEditor</name>
    <message>
        <source>Open a dump configuration</source>
        <translation>打开转储配置</translation>
    </message>
    <message>
        <source>Save the dump configuration</source>
        <translation>保存转储配置</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>预设</translation>
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
        <source>Form</source>
        <translation>表单</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Open a dump configuration…</source>
        <translation>打开转储配置…</translation>
    </message>
    <message>
        <source>Save the dump configuration…</source>
        <translation>保存转储配置…</translation>
    </message>
    <message>
        <source>Kind of configuration</source>
        <translation>配置种类</translation>
    </message>
    <message>
        <source>Text of the configuration</source>
        <translation>配置文本</translation>
    </message>
    <message>
        <source>Form of the configuration</source>
        <translation>配置表单</translation>
    </message>
    <message>
        <source>What the configuration means</source>
        <translation>配置的含义</translation>
    </message>
    <message>
        <source>Check the configuration</source>
        <translation>检查配置</translation>
    </message>
    <message>
        <source>Read %1</source>
        <translation>读取 %1</translation>
    </message>
    <message>
        <source>Write %1</source>
        <translation>写入 %1</translation>
    </message>
    <message>
        <source>Write a configuration</source>
        <translation>写出配置</translation>
    </message>
    <message>
        <source>Open a graph or an earlier dump to pick operators of it.</source>
        <translation>打开图或早先的转储，即可从中选取算子。</translation>
    </message>
    <message>
        <source>Operators of %1</source>
        <translation>%1 的算子</translation>
    </message>
    <message>
        <source>Program that reads it</source>
        <translation>读取该配置的程序</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>newest</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>框架</translation>
    </message>
    <message>
        <source>Write for</source>
        <translation>改写为</translation>
    </message>
    <message>
        <source>The form shows what the text said before; it can be changed again once the text can be read.</source>
        <translation>表单显示的是文本此前的内容；待文本可以解析后，表单可再次修改。</translation>
    </message>
    <message>
        <source>Copy the line that makes the program read this configuration</source>
        <translation>复制让程序读取该配置的语句</translation>
    </message>
    <message>
        <source>Kind of configuration; choosing another one expresses the same request in that kind</source>
        <translation>配置种类；选择另一种类，即用该种类表达同一请求</translation>
    </message>
    <message>
        <source>Capture more of %1</source>
        <translation>继续采集 %1</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ConfigFormView</name>
    <message>
        <source>not set</source>
        <translation>未设置</translation>
    </message>
    <message>
        <source>Pick operators</source>
        <translation>选取算子</translation>
    </message>
    <message>
        <source>one per line</source>
        <translation>每行一个</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ConfigPanel</name>
    <message>
        <source>Configuration</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Configuration %1</source>
        <translation>配置 %1</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ConfigVerdict</name>
    <message>
        <source>Accepted, but it captures nothing.</source>
        <translation>有效，但不会采集任何内容。</translation>
    </message>
    <message>
        <source>Accepted; captures %1.</source>
        <translation>有效；将采集 %1。</translation>
    </message>
    <message>
        <source>Not accepted.</source>
        <translation>无效。</translation>
    </message>
    <message>
        <source>Not accepted: the runtime answers %1.</source>
        <translation>无效：运行时返回 %1。</translation>
    </message>
    <message>
        <source>Line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>Only %1 are free there.</source>
        <translation>该处仅剩 %1。</translation>
    </message>
    <message>
        <source>%1 are free there.</source>
        <translation>该处剩余 %1。</translation>
    </message>
    <message>
        <source>%1 operators, %2 files, %3</source>
        <translation>%1 个算子、%2 个文件、%3</translation>
    </message>
    <message>
        <source>About %1 in %2 steps.</source>
        <translation>%2 步共约 %1。</translation>
    </message>
    <message>
        <source>Left out: %1</source>
        <translation>略去：%1</translation>
    </message>
    <message>
        <source>This is not a dump configuration of a known kind.</source>
        <translation>这不是已知种类的转储配置。</translation>
    </message>
    <message>
        <source>Tensors without a known shape, not counted: %1.</source>
        <translation>%1 个张量形状未知，未计入。</translation>
    </message>
    <message>
        <source>At most %1 per step, depending on what happens.</source>
        <translation>每步最多 %1，视发生的情况而定。</translation>
    </message>
    <message>
        <source>About %1 per step.</source>
        <translation>每步约 %1。</translation>
    </message>
    <message>
        <source>More problems: %1.</source>
        <translation>另有 %1 个问题。</translation>
    </message>
    <message>
        <source>About %1 in one step.</source>
        <translation>一步中约 %1。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ConvertDialog</name>
    <message>
        <source>Convert</source>
        <translation>转换</translation>
    </message>
    <message>
        <source>Convert tensors of %1</source>
        <translation>转换 %1 的张量</translation>
    </message>
    <message>
        <source>NumPy, .npy</source>
        <translation>NumPy，.npy</translation>
    </message>
    <message>
        <source>NumPy with the format in the name, .npy</source>
        <translation>NumPy，文件名含格式，.npy</translation>
    </message>
    <message>
        <source>The bytes alone, .bin</source>
        <translation>仅数据字节，.bin</translation>
    </message>
    <message>
        <source>Text, .csv</source>
        <translation>文本，.csv</translation>
    </message>
    <message>
        <source>Logical, as in the network</source>
        <translation>逻辑排布，与网络一致</translation>
    </message>
    <message>
        <source>Storage, as on the device</source>
        <translation>存储排布，与设备一致</translation>
    </message>
    <message>
        <source>Those of the official tool</source>
        <translation>官方工具的名称</translation>
    </message>
    <message>
        <source>Operator, input or output, slot</source>
        <translation>算子、输入或输出、序号</translation>
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
        <source>Form</source>
        <translation>形式</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>存储格式</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Folder for the files</source>
        <translation>存放文件的文件夹</translation>
    </message>
    <message>
        <source>%1 written to %2</source>
        <translation>已写入 %1 个到 %2</translation>
    </message>
    <message>
        <source>%1 not reached</source>
        <translation>%1 个未处理</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 个失败</translation>
    </message>
    <message>
        <source>Writing to %1.</source>
        <translation>正在写入 %1。</translation>
    </message>
    <message>
        <source>Convert %1</source>
        <translation>转换 %1</translation>
    </message>
    <message>
        <source>Replace files of the same name whose contents differ</source>
        <translation>替换内容不同的同名文件</translation>
    </message>
    <message>
        <source>Text, one value per line, .txt</source>
        <translation>文本，每行一个值，.txt</translation>
    </message>
    <message>
        <source>%1 already up to date</source>
        <translation>%1 个已存在且内容相同</translation>
    </message>
    <message>
        <source>%1 with statistics only</source>
        <translation>%1 个仅有统计值</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::CsvDialog</name>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Export rows as CSV</source>
        <translation>将行导出为 CSV</translation>
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
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>The file is there already and will be replaced.</source>
        <translation>文件已存在，将被替换。</translation>
    </message>
    <message>
        <source>CSV files (*.csv)</source>
        <translation>CSV 文件 (*.csv)</translation>
    </message>
    <message>
        <source>All %1 rows that are shown</source>
        <translation>当前显示的全部 %1 行</translation>
    </message>
    <message>
        <source>The chosen row</source>
        <translation>所选的一行</translation>
    </message>
    <message>
        <source>%1 chosen rows</source>
        <translation>已选的 %1 行</translation>
    </message>
    <message>
        <source>No command writes these rows alone.</source>
        <translation>没有命令可以只写出这些行。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::CubeModel</name>
    <message>
        <source>rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>步 %1</translation>
    </message>
    <message>
        <source>%1 of %2 %3</source>
        <comment>3 of 20 fail</comment>
        <translation>%1/%2 %3</translation>
    </message>
    <message>
        <source>%1 not comparable</source>
        <translation>%1 个不可比</translation>
    </message>
    <message>
        <source>%1: %2 fail, %3 warn, %4 pass, %5 not comparable</source>
        <translation>%1：%2 个不合格，%3 个警告，%4 个通过，%5 个不可比</translation>
    </message>
    <message>
        <source>; largest relative L2 error %1</source>
        <translation>；最大相对 L2 误差 %1</translation>
    </message>
    <message>
        <source>; largest relative difference of the norms %1</source>
        <translation>；范数的最大相对差 %1</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::CurvesPanel</name>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>What is drawn</source>
        <translation>绘制内容</translation>
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
        <source>Logarithmic</source>
        <translation>对数刻度</translation>
    </message>
    <message>
        <source>Compute statistics</source>
        <translation>计算统计量</translation>
    </message>
    <message>
        <source>Read the tensors of all these runs for their statistics</source>
        <translation>读取所有这些运行的张量以计算统计量</translation>
    </message>
    <message>
        <source>Fit the plot</source>
        <translation>适应绘图区</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>统计量</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Draw curves of runs</source>
        <translation>绘制各次运行的曲线</translation>
    </message>
    <message>
        <source>No statistics of these tensors are known yet.</source>
        <translation>尚无这些张量的统计量。</translation>
    </message>
    <message>
        <source>No pair has a number of this metric.</source>
        <translation>没有任何一对具有该指标的数值。</translation>
    </message>
    <message>
        <source>Compare one or more dumps with a golden to see their curves.</source>
        <translation>将一个或多个转储与基准侧比较，即可查看曲线。</translation>
    </message>
    <message>
        <source>Logarithmic axis where magnitudes differ much; symmetric about zero where values have both signs</source>
        <translation>数量级相差较大时使用对数坐标；数值有正有负时以零为中心对称</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::CurvesPlot</name>
    <message>
        <source>Runs over execution order</source>
        <translation>按执行顺序的各次运行</translation>
    </message>
    <message>
        <source>Golden</source>
        <translation>基准侧</translation>
    </message>
    <message>
        <source>execution order</source>
        <translation>执行顺序</translation>
    </message>
    <message>
        <source>tensors in order</source>
        <translation>张量（按顺序）</translation>
    </message>
    <message>
        <source>logarithmic</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>± logarithmic</source>
        <translation>± 对数</translation>
    </message>
    <message>
        <source>no number</source>
        <translation>无数值</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::DataTable</name>
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
    <message numerus="yes">
        <source>%n different value(s)</source>
        <translation>
            <numerusform>%n 个不同的值</numerusform>
        </translation>
    </message>
    <message>
        <source>Sort the worst first</source>
        <translation>最差的排在最前</translation>
    </message>
    <message>
        <source>Copy rows: %1</source>
        <translation>复制 %1 行</translation>
    </message>
    <message>
        <source>Export rows: %1</source>
        <translation>导出 %1 行</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::DeviceCard</name>
    <message>
        <source>CPU device</source>
        <translation>CPU 设备</translation>
    </message>
    <message>
        <source>NPU %1</source>
        <translation>NPU %1</translation>
    </message>
    <message>
        <source>%1, device %2</source>
        <translation>%1，设备 %2</translation>
    </message>
    <message>
        <source>built in, runs ONNX models</source>
        <translation>内置，可运行 ONNX 模型</translation>
    </message>
    <message>
        <source>%1 of %2 free</source>
        <translation>剩余 %1，共 %2</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>not ready</source>
        <translation>未就绪</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::DeviceForm</name>
    <message>
        <source>model.onnx, or model.om for an NPU</source>
        <translation>model.onnx，NPU 可用 model.om</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Choose the model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>取值</translation>
    </message>
    <message>
        <source>Values of the chosen inputs, or of all</source>
        <translation>所选输入（或全部输入）的取值</translation>
    </message>
    <message>
        <source>File…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>Zeros</source>
        <translation>全 0</translation>
    </message>
    <message>
        <source>Ones</source>
        <translation>全 1</translation>
    </message>
    <message>
        <source>No NPU found: no Ascend toolkit is set up here. The CPU device can be used.</source>
        <translation>未找到 NPU：此处未设置昇腾工具包。可使用 CPU 设备。</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>looking…</source>
        <translation>正在查找…</translation>
    </message>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>找到 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operators</source>
        <translation>
            <numerusform>%n 个算子</numerusform>
        </translation>
    </message>
    <message>
        <source>outputs: %1</source>
        <translation>输出：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n input(s)</source>
        <translation>
            <numerusform>%n 个输入</numerusform>
        </translation>
    </message>
    <message>
        <source>What to dump</source>
        <translation>转储内容</translation>
    </message>
    <message>
        <source>Models (*.onnx *.om);;All files (*)</source>
        <translation>模型 (*.onnx *.om);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Values of the input</source>
        <translation>输入的取值</translation>
    </message>
    <message>
        <source>Arrays (*.npy *.bin *.raw);;All files (*)</source>
        <translation>数组 (*.npy *.bin *.raw);;所有文件 (*)</translation>
    </message>
    <message numerus="yes">
        <source>%n outputs of operators</source>
        <translation>
            <numerusform>%n 个算子输出</numerusform>
        </translation>
    </message>
    <message>
        <source>the device determines its inputs</source>
        <translation>输入由设备给出</translation>
    </message>
    <message>
        <source>No NPU found: no Ascend toolkit is set up here.</source>
        <translation>未找到 NPU：此处未设置 Ascend 工具包。</translation>
    </message>
    <message>
        <source>%1 of %2 ready</source>
        <translation>%2 个中 %1 个就绪</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::DifferenceActions</name>
    <message>
        <source>Copying</source>
        <translation>正在复制</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::DifferenceBar</name>
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
        <source>Where %1, and where only one side is a number</source>
        <translation>满足 %1 处，以及仅一侧为数值处</translation>
    </message>
    <message>
        <source>Aligned: %1.</source>
        <translation>已对齐：%1。</translation>
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
        <translation>滑动对比</translation>
    </message>
    <message>
        <source>Target and golden in one place, with a line to drag between them</source>
        <translation>目标侧与基准侧重叠显示，以可拖动的线分隔</translation>
    </message>
    <message>
        <source>Blink</source>
        <translation>闪烁对比</translation>
    </message>
    <message>
        <source>Target and golden in turn in one place</source>
        <translation>在同一位置轮流显示目标侧与基准侧</translation>
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
        <source>Tint cells</source>
        <translation>单元格着色</translation>
    </message>
    <message>
        <source>Colour cells by their difference</source>
        <translation>按差值为单元格着色</translation>
    </message>
    <message>
        <source>Show all of the plane</source>
        <translation>显示整个平面</translation>
    </message>
    <message>
        <source>Copy what is marked, or the cell</source>
        <translation>复制所选内容或当前单元格</translation>
    </message>
    <message>
        <source>Export the difference or its pictures</source>
        <translation>导出差值或其图片</translation>
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
        <source>Fill: cells as wide and as high as there is room</source>
        <translation>铺满：单元格按可用空间拉伸宽高</translation>
    </message>
    <message>
        <source>Digits: %1</source>
        <translation>小数 %1 位</translation>
    </message>
    <message>
        <source>Digits after the decimal point</source>
        <translation>小数位数</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::DifferenceDocument</name>
    <message>
        <source>Select a pair to see where it differs.</source>
        <translation>选择一对以查看差异所在。</translation>
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
    <message>
        <source>read golden transposed</source>
        <translation>按转置读取基准侧</translation>
    </message>
    <message>
        <source>in no part</source>
        <translation>不在任何部分中</translation>
    </message>
    <message numerus="yes">
        <source>all %n parts</source>
        <translation>
            <numerusform>全部 %n 个部分</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::DifferenceExportDialog</name>
    <message>
        <source>Difference of this slice as .npy</source>
        <translation>此切片的差值，.npy</translation>
    </message>
    <message>
        <source>Difference of this slice as .csv</source>
        <translation>此切片的差值，.csv</translation>
    </message>
    <message>
        <source>Difference of the whole tensor as .npy</source>
        <translation>整个张量的差值，.npy</translation>
    </message>
    <message>
        <source>Difference of the whole tensor as .csv</source>
        <translation>整个张量的差值，.csv</translation>
    </message>
    <message>
        <source>Target, golden and difference as .png</source>
        <translation>目标侧、基准侧与差值，.png</translation>
    </message>
    <message>
        <source>Target, golden and difference as .svg</source>
        <translation>目标侧、基准侧与差值，.svg</translation>
    </message>
    <message>
        <source>Written as float64: %1.</source>
        <translation>以 float64 写入：%1。</translation>
    </message>
    <message>
        <source>The command measures the same pair and prints its worst elements; the file with all of them is written by the window.</source>
        <translation>此命令度量同一配对并打印其最差元素；包含全部元素的文件由窗口写入。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::DifferenceMap</name>
    <message>
        <source>Target − golden, %1</source>
        <translation>目标侧 − 基准侧，%1</translation>
    </message>
    <message>
        <source>Difference of %1</source>
        <translation>%1 的差异</translation>
    </message>
    <message>
        <source>Slice [%1], which holds the largest difference</source>
        <translation>切片 [%1],差异最大处</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::DifferencePanel</name>
    <message>
        <source>Difference</source>
        <translation>差值</translation>
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
        <source>Errors</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>Error against magnitude</source>
        <translation>误差与幅值</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Read golden transposed</source>
        <translation>按转置读取基准侧</translation>
    </message>
    <message>
        <source>Target: %1</source>
        <translation>目标侧：%1</translation>
    </message>
    <message>
        <source>Golden: %1</source>
        <translation>基准侧：%1</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::DifferencePlanes</name>
    <message>
        <source>%1 of %2 elements beyond the limit</source>
        <translation>%2 个元素中有 %1 个超限</translation>
    </message>
    <message>
        <source>%1 of %2 elements differ</source>
        <translation>%2 个元素中有 %1 个不同</translation>
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
        <source>Preview: 1 of %1 elements</source>
        <translation>预览：每 %1 个元素取 1 个</translation>
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
        <source>Target − golden</source>
        <translation>目标 − 基准</translation>
    </message>
    <message>
        <source>Reading values</source>
        <translation>正在读取数值</translation>
    </message>
    <message>
        <source>worst of %1 × %2 elements per cell</source>
        <translation>每格取 %1 × %2 个元素中最差者</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::DifferenceStatistics</name>
    <message>
        <source>Target</source>
        <translation>目标侧</translation>
    </message>
    <message>
        <source>Golden</source>
        <translation>基准侧</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差值</translation>
    </message>
    <message>
        <source>mismatch when</source>
        <translation>超限条件</translation>
    </message>
    <message>
        <source>%1, computed in float64</source>
        <translation>%1，按 float64 计算</translation>
    </message>
    <message>
        <source>set by</source>
        <translation>依据</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::DivergenceLine</name>
    <message>
        <source>Go</source>
        <translation>转到</translation>
    </message>
    <message>
        <source>Go to the pair it is about</source>
        <translation>转到相关的配对</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::DivergenceWords</name>
    <message>
        <source>its inputs are within limits</source>
        <translation>输入均在限值内</translation>
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
        <source>Stopped. No divergence so far.</source>
        <translation>已停止。目前没有分歧。</translation>
    </message>
    <message>
        <source>Stopped before anything was compared.</source>
        <translation>在比较任何项之前已停止。</translation>
    </message>
    <message>
        <source>Nothing could be paired: nothing was compared.</source>
        <translation>没有可配对的项：未作任何比较。</translation>
    </message>
    <message>
        <source>an input only, no output is beyond its limits</source>
        <translation>仅有输入超出限值，没有输出超出</translation>
    </message>
    <message>
        <source>an input is beyond its limits, no earlier output is</source>
        <translation>有输入超出限值，此前没有输出超出</translation>
    </message>
    <message>
        <source>whether it is an input or an output is not recorded</source>
        <translation>未记录它是输入还是输出</translation>
    </message>
    <message>
        <source>it has no inputs of its own that were compared</source>
        <translation>它自身没有参与比较的输入</translation>
    </message>
    <message>
        <source>First divergence so far</source>
        <translation>目前首个分歧</translation>
    </message>
    <message>
        <source>its inputs are within limits, except those that could not be compared</source>
        <translation>除无法比较的输入外，输入均在限值内</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::DockTabBars</name>
    <message>
        <source>Panels</source>
        <translation>面板</translation>
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
    <name>dumpscope::gui::DumpForm</name>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Full tensors, inputs and outputs</source>
        <translation>完整张量，输入和输出</translation>
    </message>
    <message>
        <source>Full tensors, outputs</source>
        <translation>完整张量，输出</translation>
    </message>
    <message>
        <source>Statistics of everything</source>
        <translation>全部统计值</translation>
    </message>
    <message>
        <source>Overflow only</source>
        <translation>仅溢出</translation>
    </message>
    <message>
        <source>Failing operators only</source>
        <translation>仅出错的算子</translation>
    </message>
    <message>
        <source>As the text says</source>
        <translation>按文本</translation>
    </message>
    <message>
        <source>Form and text</source>
        <translation>表单与文本</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Statistics only</source>
        <translation>仅统计值</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>all, or names with * between commas</source>
        <translation>全部，或以逗号分隔、可含 * 的名称</translation>
    </message>
    <message>
        <source>Executions</source>
        <translation>执行次数</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>all, or 0-4|7</source>
        <translation>全部，或 0-4|7</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Choose the folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>{n} is the first number for which there is no such folder yet</source>
        <translation>{n} 为首个尚不存在的文件夹编号</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>What to dump</source>
        <translation>转储内容</translation>
    </message>
    <message>
        <source>Folder for the dump</source>
        <translation>转储文件夹</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::DumpTreeModel</name>
    <message>
        <source>partial %1 of %2</source>
        <translation>部分：%1 / %2</translation>
    </message>
    <message>
        <source>NaN and Inf are known for %1 of %2 tensors so far, %3 of them marked.</source>
        <translation>目前已知 %1/%2 个张量是否含 NaN 或 Inf，其中 %3 个有标记。</translation>
    </message>
    <message>
        <source>All %1 tensors were looked at, %2 are marked.</source>
        <translation>全部 %1 个张量均已检查，其中 %2 个有标记。</translation>
    </message>
    <message>
        <source>All %1 tensors were looked at, none is marked.</source>
        <translation>全部 %1 个张量均已检查，均无标记。</translation>
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
        <source>Drop a dump folder here, or open one.</source>
        <translation>将转储文件夹拖到此处，或打开一个。</translation>
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
    <message>
        <source>Cancelled. The names of %1 files are kept, not their contents.</source>
        <translation>已取消。保留了 %1 个文件的名称，内容未读取。</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>This cannot be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <source>%1 is hidden by the filter.</source>
        <translation>%1 被筛选隐藏。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>name, op_type:Conv*, has:nan</source>
        <translation>名称, op_type:Conv*, has:nan</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::DurationHeat</name>
    <message>
        <source>%1, %2 of what is timed in this graph</source>
        <translation>%1，占本图已计时总耗时的 %2</translation>
    </message>
    <message numerus="yes">
        <source> (%n operators inside are timed)</source>
        <translation>
            <numerusform>（其中 %n 个算子有耗时）</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::EnvironmentField</name>
    <message>
        <source>that of the dump</source>
        <translation>转储自带的</translation>
    </message>
    <message>
        <source>Versions, variables and code of the run, where msprobe&apos;s config_check wrote them elsewhere than into the dump</source>
        <translation>运行的版本、变量与代码；msprobe 的 config_check 将其写在转储之外时在此指定</translation>
    </message>
    <message>
        <source>Choose the package</source>
        <translation>选择数据包</translation>
    </message>
    <message>
        <source>Packages of config_check (*.zip)</source>
        <translation>config_check 数据包 (*.zip)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ErrorHistogramPlot</name>
    <message>
        <source>Histogram of errors</source>
        <translation>误差直方图</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>elements by |target − golden|, log heights</source>
        <translation>按 |目标侧 − 基准侧| 统计的元素数，高度为对数</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ErrorMap</name>
    <message>
        <source>relative L2 error of the part</source>
        <translation>该部分的相对 L2 误差</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ErrorPairPlot</name>
    <message>
        <source>equal</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Error of the worst input %1, of the worst output %2</source>
        <translation>误差最大的输入为 %1，误差最大的输出为 %2</translation>
    </message>
    <message>
        <source>worst input</source>
        <translation>误差最大的输入</translation>
    </message>
    <message>
        <source>Error of the worst input %1, of the worst element of the output %2</source>
        <translation>误差最大的输入为 %1，输出的最差元素为 %2</translation>
    </message>
    <message>
        <source>Error of the worst input %1, of the norm of the output %2</source>
        <translation>误差最大的输入为 %1，输出的范数误差为 %2</translation>
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
    <message>
        <source>∞: golden is 0</source>
        <translation>∞：基准为 0</translation>
    </message>
    <message>
        <source>pairs in order</source>
        <translation>配对（按顺序）</translation>
    </message>
    <message>
        <source>%1 limit %2 (%3)</source>
        <translation>%1限值 %2（%3）</translation>
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
    <message>
        <source>dashed: limit %1</source>
        <translation>虚线：限值 %1</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ExportDialog</name>
    <message>
        <source>The window draws the picture; the command prints its values.</source>
        <translation>图像由窗口绘制；该命令输出其中的数值。</translation>
    </message>
    <message>
        <source>The window writes index and value; the command prints the same numbers.</source>
        <translation>窗口写出下标和数值；此命令打印相同的数值。</translation>
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
    <name>dumpscope::gui::FileExportDialog</name>
    <message>
        <source>Export</source>
        <translation>导出</translation>
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
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>The file is there already and will be replaced.</source>
        <translation>文件已存在，将被替换。</translation>
    </message>
    <message>
        <source>Export to</source>
        <translation>导出到</translation>
    </message>
    <message>
        <source>Writing %1.</source>
        <translation>正在写入 %1。</translation>
    </message>
    <message>
        <source>Written to %1.</source>
        <translation>已写入 %1。</translation>
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
        <translation>最近使用</translation>
    </message>
    <message>
        <source>1 row</source>
        <translation>1 行</translation>
    </message>
    <message>
        <source>No row matches. Clear the filter to see %1 rows.</source>
        <translation>没有匹配的行。清除筛选可查看 %1 行。</translation>
    </message>
    <message>
        <source>No row is known to match: what the filter looks at was not measured for %1 of %2 rows.</source>
        <translation>没有已知匹配的行：%2 行中有 %1 行未测量筛选条件所需的数值。</translation>
    </message>
    <message>
        <source>%1, not measured for %2</source>
        <translation>%1，%2 行未测量</translation>
    </message>
    <message>
        <source>Character %1: %2</source>
        <translation>第 %1 个字符：%2</translation>
    </message>
    <message>
        <source>Only %1, as chosen in Dumps. A click shows the whole dump.</source>
        <translation>仅 %1，即“转储”中所选。点击可显示整个转储。</translation>
    </message>
    <message>
        <source>name, op_type:Conv*, has:nan</source>
        <translation>名称, op_type:Conv*, has:nan</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::FirstNonFinite</name>
    <message>
        <source>Look for the first NaN of %1</source>
        <translation>查找 %1 的首个 NaN</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::FolderField</name>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::GoldenGroupPanel</name>
    <message>
        <source>Nothing could be paired.</source>
        <translation>没有可配对的项。</translation>
    </message>
    <message>
        <source>The runs are being put side by side.</source>
        <translation>正在并排整理各次运行。</translation>
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
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>only on this side</source>
        <translation>仅此侧有</translation>
    </message>
    <message>
        <source>%1, as the graph file records it</source>
        <translation>%1，如图文件所记录</translation>
    </message>
    <message>
        <source>differs after the step</source>
        <translation>步后不同</translation>
    </message>
    <message>
        <source>There is not enough memory for the picture.</source>
        <translation>内存不足，无法生成图片。</translation>
    </message>
    <message>
        <source>The file name must end in .png, .svg or .dot: %1</source>
        <translation>文件名须以 .png、.svg 或 .dot 结尾：%1</translation>
    </message>
    <message>
        <source>NaN or Inf inherited</source>
        <translation>继承的 NaN 或 Inf</translation>
    </message>
    <message>
        <source>another NaN or Inf born here</source>
        <translation>另一处产生的 NaN 或 Inf</translation>
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
    <message>
        <source>Verdicts</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Verdicts, NaN and overflow on the nodes</source>
        <translation>节点上的判定、NaN 和溢出</translation>
    </message>
    <message>
        <source>Durations</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>Nodes coloured by their share of the total duration</source>
        <translation>按占总耗时的比例为节点着色</translation>
    </message>
    <message>
        <source>Helper nodes</source>
        <translation>辅助节点</translation>
    </message>
    <message>
        <source>Load, UpdateState, Depend, MakeTuple and monads, which compute nothing</source>
        <translation>Load、UpdateState、Depend、MakeTuple 和 monad，不做计算</translation>
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
        <source>Tint cells</source>
        <translation>单元格着色</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>Digits: %1</source>
        <translation>小数 %1 位</translation>
    </message>
    <message>
        <source>Digits after the decimal point</source>
        <translation>小数位数</translation>
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
    <name>dumpscope::gui::HeatLegend</name>
    <message>
        <source>100 % is %1 µs</source>
        <translation>100 % 为 %1 µs</translation>
    </message>
    <message numerus="yes">
        <source>%n operators without a duration</source>
        <translation>
            <numerusform>%n 个算子没有耗时</numerusform>
        </translation>
    </message>
    <message>
        <source>Share of the total duration</source>
        <translation>占总耗时的比例</translation>
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
    <message>
        <source>Fill</source>
        <translation>铺满</translation>
    </message>
    <message>
        <source>%1 × %2 elements per cell</source>
        <translation>每个单元格 %1 × %2 个元素</translation>
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
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
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
    <message>
        <source>A file is recognised by its content; its name is only a hint.</source>
        <translation>文件按内容识别，名称仅供参考。</translation>
    </message>
    <message>
        <source>Supports</source>
        <translation>支持</translation>
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
    <message>
        <source>whole tensor</source>
        <translation>整个张量</translation>
    </message>
    <message>
        <source>%1, histogram of %2</source>
        <translation>%1，%2 的直方图</translation>
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
    <name>dumpscope::gui::HuntPanel</name>
    <message>
        <source>Hunt</source>
        <translation>追查</translation>
    </message>
    <message>
        <source>Golden</source>
        <translation>基准侧</translation>
    </message>
    <message>
        <source>Folder of the rounds</source>
        <translation>各轮的文件夹</translation>
    </message>
    <message>
        <source>Captures at most</source>
        <translation>最多采集次数</translation>
    </message>
    <message>
        <source>folder of the golden dump</source>
        <translation>基准侧转储的文件夹</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Captures what the profile says: statistics first, then full tensors of what the comparison with golden accuses, until an operator is proven to be at fault.</source>
        <translation>按配置采集：先采集统计值，再采集与基准侧比对所指算子的完整张量，直到证实出错的算子。</translation>
    </message>
    <message>
        <source>dumpscope-cli is not in this program&apos;s folder</source>
        <translation>本程序的文件夹中没有 dumpscope-cli</translation>
    </message>
    <message>
        <source>The folder cannot be made: %1</source>
        <translation>无法创建文件夹：%1</translation>
    </message>
    <message>
        <source>The hunt goes on: captures can take a while.</source>
        <translation>追查正在进行：采集可能需要一段时间。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::HuntRoundModel</name>
    <message>
        <source>%1, from an earlier hunt</source>
        <translation>%1，来自先前的追查</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Captured</source>
        <translation>采集内容</translation>
    </message>
    <message>
        <source>Accused</source>
        <translation>被指认</translation>
    </message>
    <message>
        <source>Comparison with golden</source>
        <translation>与基准侧的比对</translation>
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
    <name>dumpscope::gui::InputModel</name>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>values</source>
        <translation>取值</translation>
    </message>
    <message>
        <source>input %1</source>
        <translation>输入 %1</translation>
    </message>
    <message>
        <source>random, seed %1</source>
        <translation>随机，种子 %1</translation>
    </message>
    <message>
        <source>ones</source>
        <translation>全 1</translation>
    </message>
    <message>
        <source>zeros</source>
        <translation>全 0</translation>
    </message>
    <message>
        <source>A .npy or raw file, or: zeros, ones, random:SEED; Return or F2 edits</source>
        <translation>.npy 或原始数据文件，或 zeros、ones、random:SEED；按回车或 F2 编辑</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::LaunchForm</name>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Folder where it runs</source>
        <translation>运行文件夹</translation>
    </message>
    <message>
        <source>Folder for the dump</source>
        <translation>转储文件夹</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>MindSpore script</source>
        <translation>MindSpore 脚本</translation>
    </message>
    <message>
        <source>PyTorch or MindSpore script with msprobe</source>
        <translation>使用 msprobe 的 PyTorch 或 MindSpore 脚本</translation>
    </message>
    <message>
        <source>AscendCL application</source>
        <translation>AscendCL 应用</translation>
    </message>
    <message>
        <source>TensorFlow script</source>
        <translation>TensorFlow 脚本</translation>
    </message>
    <message>
        <source>Any command</source>
        <translation>任意命令</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>{config} and {output} are filled in</source>
        <translation>{config} 和 {output} 会被替换</translation>
    </message>
    <message>
        <source>Runs in</source>
        <translation>运行于</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>环境</translation>
    </message>
    <message>
        <source>Form and text</source>
        <translation>表单与文本</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>What to dump</source>
        <translation>转储内容</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>选择</translation>
    </message>
    <message numerus="yes">
        <source>%n variable(s)</source>
        <translation>
            <numerusform>%n 个变量</numerusform>
        </translation>
    </message>
    <message>
        <source>The program dumps by itself, into {output}.</source>
        <translation>程序自行转储到 {output}。</translation>
    </message>
    <message>
        <source>NAME=VALUE, one per line; overrides inherited values</source>
        <translation>NAME=VALUE，每行一个，覆盖继承的值</translation>
    </message>
    <message>
        <source>Files to check</source>
        <translation>对照文件</translation>
    </message>
    <message>
        <source>files that must be the same without a dump</source>
        <translation>有无转储都必须相同的文件</translation>
    </message>
    <message>
        <source>The configuration is of this kind and valid.</source>
        <translation>配置类型相符且有效。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::LaunchSetup</name>
    <message>
        <source>Choose a program.</source>
        <translation>请选择程序。</translation>
    </message>
    <message>
        <source>Choose a folder for the dump.</source>
        <translation>请选择转储文件夹。</translation>
    </message>
    <message>
        <source>%1 is not in PATH.</source>
        <translation>PATH 中没有 %1。</translation>
    </message>
    <message>
        <source>Checking the capture profile</source>
        <translation>检查采集配置</translation>
    </message>
    <message>
        <source>%1 cannot be started: it is not an executable file.</source>
        <translation>无法启动 %1：不是可执行文件。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::LaunchedRoundModel</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Captured</source>
        <translation>采集内容</translation>
    </message>
    <message>
        <source>Tensors that differ</source>
        <translation>有差异的张量</translation>
    </message>
    <message>
        <source>First that differs</source>
        <translation>首个差异</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::LaunchesPanel</name>
    <message>
        <source>Launches</source>
        <translation>重复启动</translation>
    </message>
    <message>
        <source>Folder of the rounds</source>
        <translation>各轮的文件夹</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>What differs first</source>
        <translation>最先出现的差异</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Launching with statistics of everything: captures can take a while.</source>
        <translation>正在启动并采集全部统计值：采集可能需要一段时间。</translation>
    </message>
    <message>
        <source>Launching again, with full tensors of what differed.</source>
        <translation>正在再次启动，采集有差异算子的完整张量。</translation>
    </message>
    <message>
        <source>Captures what the profile says several times: statistics of everything first, then full tensors of what differed, to see which operator is not deterministic.</source>
        <translation>按配置多次采集：先采集全部统计值，再采集有差异算子的完整张量，以找出不确定的算子。</translation>
    </message>
    <message>
        <source>dumpscope-cli is not in this program&apos;s folder</source>
        <translation>本程序的文件夹中没有 dumpscope-cli</translation>
    </message>
    <message>
        <source>The folder cannot be made: %1</source>
        <translation>无法创建文件夹：%1</translation>
    </message>
    <message>
        <source>Launches that should be equal</source>
        <translation>本应相同的多次启动</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::LayerStrip</name>
    <message>
        <source>Sum up layers and ranks</source>
        <translation>汇总各层各卡</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>%1, rank %2</source>
        <translation>%1，卡 %2</translation>
    </message>
    <message>
        <source>%1: nothing was paired</source>
        <translation>%1：没有配对</translation>
    </message>
    <message>
        <source>%1: %2 fail, %3 warn, %4 pass, %5 not comparable</source>
        <translation>%1：%2 个不合格，%3 个警告，%4 个通过，%5 个不可比</translation>
    </message>
    <message>
        <source>Worst verdict by layer and rank</source>
        <translation>各层各卡的最差判定</translation>
    </message>
    <message>
        <source>Click to show only these pairs.</source>
        <translation>单击只显示这些配对。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::LayoutPanel</name>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>Places of the ranks</source>
        <translation>各卡的位置</translation>
    </message>
    <message>
        <source>What is cut where</source>
        <translation>切分方式</translation>
    </message>
    <message>
        <source>Find how the ranks share the work</source>
        <translation>查找各卡如何分工</translation>
    </message>
    <message>
        <source>Sum up what is cut where</source>
        <translation>汇总切分方式</translation>
    </message>
    <message>
        <source>Open a dump to see how its ranks share the work.</source>
        <translation>打开转储即可查看各卡如何分工。</translation>
    </message>
    <message>
        <source>The dump is not read yet.</source>
        <translation>转储尚未读取。</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>重新查找</translation>
    </message>
    <message>
        <source>Looking for how the ranks share the work.</source>
        <translation>正在查找各卡如何分工。</translation>
    </message>
    <message>
        <source>No rank is recorded.</source>
        <translation>没有记录卡。</translation>
    </message>
    <message>
        <source>Readings of the chosen pair</source>
        <translation>所选配对的各种解读</translation>
    </message>
    <message>
        <source>Open rank %1&apos;s tensor</source>
        <translation>打开卡 %1 的张量</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::LegendBar</name>
    <message>
        <source>Marks of the graph</source>
        <translation>图的标记</translation>
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
    <message>
        <source>The id of a metric is expected.</source>
        <translation>应为指标的标识。</translation>
    </message>
    <message>
        <source>A number is expected.</source>
        <translation>此处应为数字。</translation>
    </message>
    <message>
        <source>%1 is never negative: a number of 0 or more is expected.</source>
        <translation>%1 不会为负：应为不小于 0 的数。</translation>
    </message>
    <message>
        <source>A finite number is expected: a limit cannot be NaN or infinity.</source>
        <translation>应为有限值：不能以 NaN 或无穷大为限值。</translation>
    </message>
    <message>
        <source>A filter is expected, such as precision:float16 or op_name:*conv*; the limit itself stands in the column before.</source>
        <translation>此处应为筛选条件，例如 precision:float16 或 op_name:*conv*；限值本身写在前一列。</translation>
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
        <source>Remove the limit</source>
        <translation>移除限值</translation>
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
        <translation>按顺序首条匹配的规则生效。输入时，此处显示会改变的判定。</translation>
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
    <message>
        <source>With %1, 1 row changes; %2 → %3 fail.</source>
        <translation>若为 %1，1 行的判定会改变；不合格 %2 → %3。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Move up: decides earlier</source>
        <translation>上移（优先判定）</translation>
    </message>
    <message>
        <source>Move down: decides later</source>
        <translation>下移（靠后判定）</translation>
    </message>
    <message>
        <source>“%1” selects no pair.</source>
        <translation>“%1”未选中任何配对。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::LivePanel</name>
    <message>
        <source>Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>Tensors as they arrive</source>
        <translation>陆续到达的张量</translation>
    </message>
    <message>
        <source>Show tensor</source>
        <translation>显示张量</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Keep the newest in sight</source>
        <translation>始终显示最新</translation>
    </message>
    <message>
        <source>Progress of the capture</source>
        <translation>采集进度</translation>
    </message>
    <message>
        <source>Executing step %1, %2 of %3</source>
        <translation>正在执行步 %1，第 %2 / %3 次</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>Done in %1</source>
        <translation>已完成，用时 %1</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>the runtime to be found</source>
        <translation>查找运行时</translation>
    </message>
    <message>
        <source>the device to answer</source>
        <translation>设备响应</translation>
    </message>
    <message>
        <source>the model to be loaded</source>
        <translation>模型加载</translation>
    </message>
    <message>
        <source>the dump to be armed</source>
        <translation>转储启用</translation>
    </message>
    <message>
        <source>the device to execute</source>
        <translation>设备执行</translation>
    </message>
    <message>
        <source>the last files</source>
        <translation>最后的文件</translation>
    </message>
    <message>
        <source>the dump to be read</source>
        <translation>读取转储</translation>
    </message>
    <message>
        <source>%1
%2 files are kept.</source>
        <translation>%1
保留 %2 个文件。</translation>
    </message>
    <message>
        <source>%1
The device log has more; F7 checks this machine.</source>
        <translation>%1
详情见设备日志；按 F7 检查本机。</translation>
    </message>
    <message>
        <source>Stopped. %1 files are kept, %2 half-written ones are marked.</source>
        <translation>已停止。保留 %1 个文件，%2 个未写完的已标记。</translation>
    </message>
    <message>
        <source>The runtime wrote nothing. Does the configuration name this model, its operators and steps?</source>
        <translation>运行时没有写入任何内容。配置中的模型、算子和步是否正确？</translation>
    </message>
    <message>
        <source>%1 of %2 files</source>
        <translation>%1 / %2 个文件</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/秒</translation>
    </message>
    <message>
        <source>about %1 left</source>
        <translation>约剩 %1</translation>
    </message>
    <message>
        <source>The device recorded an overflow.</source>
        <translation>设备记录了溢出。</translation>
    </message>
    <message>
        <source>NaN or Inf</source>
        <translation>NaN 或 Inf</translation>
    </message>
    <message>
        <source>Overflow</source>
        <translation>溢出</translation>
    </message>
    <message>
        <source>%1
The log has more.</source>
        <translation>%1
日志中有更多内容。</translation>
    </message>
    <message>
        <source>No capture yet. The profile at the left sets what is captured; F5 starts it.</source>
        <translation>尚未采集。左侧的采集配置决定采集什么；按 F5 开始。</translation>
    </message>
    <message>
        <source>Waiting for %1 (%2).</source>
        <translation>等待%1，已 %2。</translation>
    </message>
    <message>
        <source>The program wrote no dump. Does it read this configuration, and does the configuration name its operators and steps?</source>
        <translation>程序没有写出转储。它是否读取了此配置？配置中的算子和步是否正确？</translation>
    </message>
    <message>
        <source>Files: %1</source>
        <translation>%1 个文件</translation>
    </message>
    <message>
        <source>No capture yet. The profile at the left sets what is captured.</source>
        <translation>尚未采集。左侧的配置决定采集什么。</translation>
    </message>
    <message>
        <source>No capture yet. The profile at the left is not ready: %1</source>
        <translation>尚未采集。左侧的配置尚未就绪：%1</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::LogWindow</name>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::MainWindow</name>
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
        <source>Dumpscope crashed last time. The report holds no personal data: %1</source>
        <translation>Dumpscope 上次异常退出。报告不含个人数据：%1</translation>
    </message>
    <message>
        <source>Show folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>%1 is closed.</source>
        <translation>%1 已关闭。</translation>
    </message>
    <message>
        <source>Reopen</source>
        <translation>重新打开</translation>
    </message>
    <message>
        <source>%1 is partial: %2 of %3 files were read.</source>
        <translation>%1 不完整：已读取 %3 个文件中的 %2 个。</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>New files: %1.</source>
        <translation>新增 %1 个文件。</translation>
    </message>
    <message>
        <source>Drop to choose how they are compared.</source>
        <translation>松开以选择如何比较。</translation>
    </message>
    <message>
        <source>%1 and others</source>
        <translation>%1 等</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ModelOperators</name>
    <message>
        <source>Sizes of %1</source>
        <translation>%1 的大小</translation>
    </message>
    <message>
        <source>Read %1</source>
        <translation>读取 %1</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::MontageTab</name>
    <message>
        <source>Axis of the slices</source>
        <translation>切片所沿的轴</translation>
    </message>
    <message>
        <source>Slices</source>
        <translation>切片</translation>
    </message>
    <message>
        <source>Slices: %1</source>
        <translation>%1 个切片</translation>
    </message>
    <message>
        <source>Reading one element</source>
        <translation>正在读取一个元素</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>填充</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::Neighbourhood</name>
    <message>
        <source>Parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>order only</source>
        <translation>仅顺序</translation>
    </message>
    <message>
        <source>Graph output</source>
        <translation>图的输出</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::NeighbourhoodPanel</name>
    <message>
        <source>Neighbourhood</source>
        <translation>邻域</translation>
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
        <source>In the graph of the target</source>
        <translation>在目标侧的图中</translation>
    </message>
    <message>
        <source>1 hop</source>
        <translation>1 跳</translation>
    </message>
    <message>
        <source>Select a pair to see what feeds its operator and what reads it.</source>
        <translation>选择一对，以查看其算子的输入来自何处、输出由谁读取。</translation>
    </message>
    <message>
        <source>Reading the graph.</source>
        <translation>正在读取图。</translation>
    </message>
    <message>
        <source>The graph does not have this operator.</source>
        <translation>图中没有此算子。</translation>
    </message>
    <message>
        <source>The target has no graph.</source>
        <translation>目标侧没有图。</translation>
    </message>
    <message>
        <source>In golden&apos;s graph</source>
        <translation>在基准侧的图中</translation>
    </message>
    <message>
        <source>Golden has no graph.</source>
        <translation>基准侧没有图。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::NeighbourhoodView</name>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 个</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::NoSuspects</name>
    <message>
        <source>Both sides are being read; nothing is measured yet.</source>
        <translation>正在读取两侧；尚未测量。</translation>
    </message>
    <message>
        <source>Operators are being paired; nothing is measured yet.</source>
        <translation>正在配对算子；尚未测量。</translation>
    </message>
    <message>
        <source>First divergence so far: %1.</source>
        <translation>目前首个分歧：%1。</translation>
    </message>
    <message>
        <source>Stopped before anything was measured.</source>
        <translation>尚未测量即已停止。</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>The filter %1, by which tensors were chosen for the comparison, leaves no pair.</source>
        <translation>比较所用的张量筛选 %1 没有留下任何配对。</translation>
    </message>
    <message>
        <source>Compare all pairs</source>
        <translation>比较全部配对</translation>
    </message>
    <message>
        <source>Open Pairing to see the nearest names</source>
        <translation>打开“配对”查看最接近的名称</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Compute again</source>
        <translation>重新计算</translation>
    </message>
    <message>
        <source>No operator could be judged: outputs with numbers are needed.</source>
        <translation>没有可判断的算子：需要有数值的输出。</translation>
    </message>
    <message>
        <source>Stopped after %1 of %2 pairs.</source>
        <translation>在 %2 对中的 %1 对之后停止。</translation>
    </message>
    <message>
        <source>Measuring: 1 pair so far, no suspect.</source>
        <translation>正在测量：目前 1 对，没有嫌疑算子。</translation>
    </message>
    <message>
        <source>Measuring: %1 pairs so far, no suspect.</source>
        <translation>正在测量：目前 %1 对，没有嫌疑算子。</translation>
    </message>
    <message>
        <source>Nothing is paired, so no operator can be judged.</source>
        <translation>没有配对，因此无法判断任何算子。</translation>
    </message>
    <message>
        <source>No operator is suspect.</source>
        <translation>没有嫌疑算子。</translation>
    </message>
    <message>
        <source>Compare two dumps to see which operators are suspect.</source>
        <translation>比较两个转储，查看嫌疑算子。</translation>
    </message>
    <message>
        <source>Nothing is judged, because the comparison cannot run: %1.</source>
        <translation>未作判断，因为无法进行比较：%1。</translation>
    </message>
    <message>
        <source>No pair could be measured, so no operator is judged. Results shows why, pair by pair.</source>
        <translation>没有配对可以测量，因此未作判断。“结果”中逐对说明原因。</translation>
    </message>
    <message>
        <source>The order of execution is not recorded: the culprit is not known.</source>
        <translation>未记录执行顺序：无法得知哪个算子出错。</translation>
    </message>
    <message>
        <source>Closest to being suspect: %1.</source>
        <translation>最接近嫌疑的算子：%1。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::NoTensors</name>
    <message>
        <source>No tensor was found in %1.</source>
        <translation>在 %1 中未找到张量。</translation>
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
        <source>as the graph file records it</source>
        <translation>如图文件所记录</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::NodeSearchField</name>
    <message>
        <source>Find a node</source>
        <translation>查找节点</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::NothingLeft</name>
    <message>
        <source>No row matches in %1.</source>
        <translation>%1 中没有匹配的行。</translation>
    </message>
    <message>
        <source>Search the whole dump</source>
        <translation>在整个转储中查找</translation>
    </message>
    <message>
        <source>The filter is not valid: %1</source>
        <translation>筛选条件无效：%1</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>清除筛选</translation>
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
        <source>Compare %1 with %2?</source>
        <translation>将 %1 与 %2 比较？</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Look at %1</source>
        <translation>查看 %1</translation>
    </message>
    <message>
        <source>Open the bundle %1</source>
        <translation>打开打包文件 %1</translation>
    </message>
    <message>
        <source>Compare %1 dumps with %2?</source>
        <translation>将 %1 个转储与 %2 比较？</translation>
    </message>
    <message>
        <source>%1 holds limits. Compare two dumps, then open it again.</source>
        <translation>%1 是限值文件。请先比较两个转储，再打开它。</translation>
    </message>
    <message>
        <source>The limits of %1 now apply to %2.</source>
        <translation>现在按 %1 的限值判定 %2。</translation>
    </message>
    <message>
        <source>fail: %1, warn: %2, pass: %3</source>
        <translation>不合格：%1，警告：%2，通过：%3</translation>
    </message>
    <message>
        <source>tensors: %1</source>
        <translation>张量：%1</translation>
    </message>
    <message>
        <source>%1 is compared with golden %2.</source>
        <translation>%1 正与基准侧 %2 比较。</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>更改…</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::OpenSheet</name>
    <message>
        <source>Open dump folders or files</source>
        <translation>打开转储文件夹或文件</translation>
    </message>
    <message>
        <source>Folder or files:</source>
        <translation>文件夹或文件：</translation>
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
    <name>dumpscope::gui::OperatorPicker</name>
    <message>
        <source>Pick operators</source>
        <translation>选取算子</translation>
    </message>
    <message>
        <source>Part of a name</source>
        <translation>名称的一部分</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s) chosen</source>
        <translation>
            <numerusform>已选 %n 个算子</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::OtherTrends</name>
    <message>
        <source>Read figures of other runs</source>
        <translation>读取其他运行的统计量</translation>
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
        <source>%1 of %2 tensors have NaN or Inf.</source>
        <translation>%2 个张量中有 %1 个含 NaN 或 Inf。</translation>
    </message>
    <message>
        <source>Show what is set aside</source>
        <translation>显示未列出的张量</translation>
    </message>
    <message>
        <source>No NaN or Inf: %1 tensors looked at by their values, %2 by statistics.</source>
        <translation>无 NaN 或 Inf：按数值检查 %1 个张量，按统计量检查 %2 个。</translation>
    </message>
    <message>
        <source>No NaN or Inf in what could be looked at: %1 tensors by their values, %2 by statistics.</source>
        <translation>可检查的部分无 NaN 或 Inf：按数值 %1 个张量，按统计量 %2 个。</translation>
    </message>
    <message>
        <source>Set aside as masks of -Inf: %1.</source>
        <translation>作为 -Inf 掩码未列出：%1 个。</translation>
    </message>
    <message>
        <source>Set aside as memory that is not initialised: %1.</source>
        <translation>作为未初始化内存未列出：%1 个。</translation>
    </message>
    <message>
        <source>It began at %1.</source>
        <translation>始于 %1。</translation>
    </message>
    <message>
        <source>NaN and Inf not known for %1</source>
        <translation>%1 个张量的 NaN 和 Inf 未知</translation>
    </message>
    <message>
        <source>Of %1 tensors only checksums were dumped, which do not tell NaN or Inf.</source>
        <translation>%1 个张量只转储了校验和，无法判断是否有 NaN 或 Inf。</translation>
    </message>
    <message>
        <source>Nothing could be looked at</source>
        <translation>没有可检查的内容</translation>
    </message>
    <message>
        <source>Nothing could be looked at for NaN and Inf.</source>
        <translation>没有可检查 NaN 和 Inf 的内容。</translation>
    </message>
    <message>
        <source>%1 tensors are of types that have neither.</source>
        <translation>%1 个张量的类型不含 NaN 和 Inf。</translation>
    </message>
    <message>
        <source>There is no tensor.</source>
        <translation>没有张量。</translation>
    </message>
    <message>
        <source>There is no tensor that could be scanned.</source>
        <translation>没有可扫描的张量。</translation>
    </message>
    <message>
        <source>%1 tensors can be scanned by their values.</source>
        <translation>可按数值扫描 %1 个张量。</translation>
    </message>
    <message>
        <source>%1 tensors can be looked at by their statistics alone.</source>
        <translation>有 %1 个张量只能按统计量检查。</translation>
    </message>
    <message>
        <source>operator, unit:aicore, step:3..5</source>
        <translation>operator、unit:aicore、step:3..5</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>Cancelled. Tensors with NaN or Inf so far: %1. Not all tensors were checked, and the origin is not known.</source>
        <translation>已取消。此前发现 %1 个含 NaN 或 Inf 的张量；未检查全部张量，来源未知。</translation>
    </message>
    <message>
        <source>Unreadable, or without numbers that would tell: %1.</source>
        <translation>%1 个无法读取或没有可判断的数值。</translation>
    </message>
    <message>
        <source>Looking for NaN and Inf: %1 %. The results and their origin are shown at the end.</source>
        <translation>正在查找 NaN 和 Inf：%1 %。结果及来源在结束时给出。</translation>
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
        <translation>%2 中的%1</translation>
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
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::OverflowSide</name>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Tensors of this record</source>
        <translation>此记录的张量</translation>
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
        <translation>适应绘图区</translation>
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
    <message>
        <source>explained %1</source>
        <translation>可解释 %1</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::PairGrid</name>
    <message>
        <source>Target, golden and difference as numbers</source>
        <translation>以数值显示目标侧、基准侧与差值</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::PairGridModel</name>
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
        <source>row %1, column %2, %3 %4</source>
        <translation>第 %1 行，第 %2 列，%3 %4</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::PairListModel</name>
    <message>
        <source>Target: %1
Golden: %2</source>
        <translation>目标侧：%1
基准侧：%2</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::PairingBar</name>
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
</context>
<context>
    <name>dumpscope::gui::PairingCounts</name>
    <message>
        <source>Target operators  %1 of %2 paired</source>
        <translation>目标侧算子  已配对 %1 / %2</translation>
    </message>
    <message>
        <source>%1 of %2 paired  Golden operators</source>
        <translation>已配对 %1 / %2  基准侧算子</translation>
    </message>
    <message>
        <source>Links: %1</source>
        <translation>%1 条连线</translation>
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
        <source>Candidates</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>Why this pair</source>
        <translation>配对原因</translation>
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
        <source>Search candidates</source>
        <translation>搜索候选</translation>
    </message>
    <message>
        <source>Choose an operator to see why it is paired.</source>
        <translation>选择一个算子以查看配对原因。</translation>
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
    <message>
        <source>Rule %1 pairs 1 more operator.</source>
        <translation>规则 %1 再配对 1 个算子。</translation>
    </message>
    <message>
        <source>Rule %1 pairs %2 more operators.</source>
        <translation>规则 %1 再配对 %2 个算子。</translation>
    </message>
    <message>
        <source>1 verdict changes.</source>
        <translation>1 个判定改变。</translation>
    </message>
    <message>
        <source>%1 verdicts change.</source>
        <translation>%1 个判定改变。</translation>
    </message>
    <message>
        <source>1 pair is being measured.</source>
        <translation>正在测量 1 对。</translation>
    </message>
    <message>
        <source>%1 pairs are being measured.</source>
        <translation>正在测量 %1 对。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::PairingReason</name>
    <message>
        <source>Unpaired</source>
        <translation>未配对</translation>
    </message>
    <message>
        <source>Drag it onto an operator of the other side, or choose one there and press P.</source>
        <translation>将其拖到另一侧的算子上，或在另一侧选择一个后按 P。</translation>
    </message>
    <message>
        <source>Pairing: %1, 1 : %2</source>
        <translation>配对方式：%1，1 : %2</translation>
    </message>
    <message>
        <source>Pairing: %1</source>
        <translation>配对方式：%1</translation>
    </message>
    <message>
        <source>%1 pairs of tensors; confidence %2.</source>
        <translation>%1 对张量；可信度 %2。</translation>
    </message>
    <message>
        <source>Drop to pair them.</source>
        <translation>松开即可配对。</translation>
    </message>
    <message>
        <source>Shapes differ: %1 and %2.</source>
        <translation>形状不同：%1 与 %2。</translation>
    </message>
    <message>
        <source>1 pair of tensors; confidence %1.</source>
        <translation>1 对张量；可信度 %1。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::PairingRuleEditor</name>
    <message>
        <source>Rules run after pairs made by hand and before names.</source>
        <translation>规则在手工配对之后、名称匹配之前生效。</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
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
</context>
<context>
    <name>dumpscope::gui::PairingView</name>
    <message>
        <source>%1 links</source>
        <translation>%1 条连线</translation>
    </message>
    <message>
        <source>1 link</source>
        <translation>1 条连线</translation>
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
    <message>
        <source>computed from the values</source>
        <translation>由数值计算</translation>
    </message>
    <message>
        <source>as the dump recorded it</source>
        <translation>转储中的记录</translation>
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
    <message>
        <source>dump</source>
        <translation>转储</translation>
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
    <message>
        <source>%1 %2</source>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>Everything was read without problems.</source>
        <translation>全部读取正常。</translation>
    </message>
    <message>
        <source>Hidden problems: %1.</source>
        <translation>已隐藏 %1 个问题。</translation>
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
    <message>
        <source>%1, profile %2</source>
        <translation>%1，剖面 %2</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::Program</name>
    <message>
        <source>The sample is not installed beside the program.</source>
        <translation>程序旁没有安装示例。</translation>
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
    <message>
        <source>watched output</source>
        <translation>受监视的输出</translation>
    </message>
    <message>
        <source>the same bytes as before</source>
        <translation>与之前字节相同</translation>
    </message>
    <message>
        <source>other bytes than before</source>
        <translation>与之前字节不同</translation>
    </message>
    <message>
        <source>not written yet</source>
        <translation>尚未写出</translation>
    </message>
    <message>
        <source>not comparable: %1</source>
        <translation>不可比：%1</translation>
    </message>
    <message>
        <source>%1 (this one)</source>
        <translation>%1（本转储）</translation>
    </message>
    <message>
        <source>its own dump</source>
        <translation>其自身的转储</translation>
    </message>
    <message>
        <source>after %1</source>
        <translation>%1 之后</translation>
    </message>
    <message>
        <source>Comparing watched outputs</source>
        <translation>正在比较受监视的输出</translation>
    </message>
    <message>
        <source>first; the next is compared with it</source>
        <translation>首个，后一个与之比较</translation>
    </message>
    <message>
        <source>After the last operator that reads it, memory may be reused for other data; a change after that is not a fault.</source>
        <translation>最后一个读取它的算子之后，内存可能分配给其他数据；此后的改变不是故障。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::RankErrorMap</name>
    <message>
        <source>Sum up errors of ranks</source>
        <translation>汇总各卡的误差</translation>
    </message>
    <message>
        <source>Errors by rank and layer</source>
        <translation>按卡和层的误差</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>Click to choose this pair.</source>
        <translation>单击可选中此配对。</translation>
    </message>
    <message>
        <source>Nothing is compared here.</source>
        <translation>此处没有可比较的内容。</translation>
    </message>
    <message>
        <source>Relative L2 error %1 of what several ranks make together</source>
        <translation>相对 L2 误差 %1，属于多卡共同得出的结果</translation>
    </message>
    <message>
        <source>Relative L2 error %1, the largest of this rank</source>
        <translation>相对 L2 误差 %1，为此卡中的最大值</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::RankLegend</name>
    <message>
        <source>Colours of ranks %1</source>
        <translation>卡 %1 的颜色</translation>
    </message>
    <message>
        <source>Open rank %1&apos;s tensor</source>
        <translation>打开卡 %1 的张量</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::RankMeshModel</name>
    <message>
        <source>No group of this axis has the rank</source>
        <translation>该轴上没有包含此卡的组</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>卡</translation>
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
    <name>dumpscope::gui::RatePlot</name>
    <message>
        <source>overflow</source>
        <translation>溢出</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>步 %1</translation>
    </message>
    <message>
        <source>Bytes per second</source>
        <translation>每秒字节数</translation>
    </message>
    <message>
        <source>%1/s</source>
        <comment>a unit of bytes per second</comment>
        <translation>%1/秒</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ReadingList</name>
    <message>
        <source>Look for other readings</source>
        <translation>查找其他读法</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>更改…</translation>
    </message>
    <message>
        <source>Could also be %1: relative L2 error %2.</source>
        <translation>也可以是%1：相对 L2 误差 %2。</translation>
    </message>
    <message>
        <source>Use this</source>
        <translation>使用此读法</translation>
    </message>
    <message>
        <source>put together</source>
        <translation>拼成方式</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::RecentList</name>
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
</context>
<context>
    <name>dumpscope::gui::RecordedPairModel</name>
    <message>
        <source>differs</source>
        <translation>不同</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>相等</translation>
    </message>
    <message>
        <source>statistic</source>
        <translation>统计量</translation>
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
        <source>relative</source>
        <translation>相对</translation>
    </message>
    <message>
        <source>missed limit</source>
        <translation>未满足的限值</translation>
    </message>
    <message>
        <source>not comparable: %1 beside %2</source>
        <translation>不可比：%1 与 %2</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::RecordedPairPage</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::RecordedPairTable</name>
    <message>
        <source>Recorded of both sides</source>
        <translation>两侧记录的值</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::RemoteFolderModel</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>修改时间</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::RemoteSheet</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open a dump on another machine</source>
        <translation>打开另一台机器上的转储</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>[user@]host[:port]</source>
        <translation>[用户@]主机[:端口]</translation>
    </message>
    <message>
        <source>Folder or file</source>
        <translation>文件夹或文件</translation>
    </message>
    <message>
        <source>/absolute/path, or ~/path in the home folder</source>
        <translation>/绝对路径，或主文件夹中的 ~/路径</translation>
    </message>
    <message>
        <source>The connection is made by ssh, as it is configured on this machine. The same version of dumpscope-cli must be installed there; &quot;dumpscope-cli remote install HOST&quot; does that. The dump stays where it is: only what is shown is transferred.</source>
        <translation>按本机的 ssh 配置连接。那里必须装有同一版本的 dumpscope-cli，可用“dumpscope-cli remote install HOST”安装。转储留在原处，只传输所显示的内容。</translation>
    </message>
    <message>
        <source>Show what is there</source>
        <translation>显示那里的内容</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>上一级</translation>
    </message>
    <message>
        <source>What lies in the folder</source>
        <translation>文件夹中的内容</translation>
    </message>
    <message>
        <source>Looking into %1</source>
        <translation>正在查看 %1</translation>
    </message>
    <message>
        <source>Look into %1</source>
        <translation>查看 %1</translation>
    </message>
    <message>
        <source>%1 more are not shown</source>
        <translation>另有 %1 项未显示</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::RepeatPanel</name>
    <message>
        <source>Repeat</source>
        <translation>重复运行</translation>
    </message>
    <message>
        <source>Runs that should be equal</source>
        <translation>应当相同的各次运行</translation>
    </message>
    <message>
        <source>What differs first</source>
        <translation>最先出现的差异</translation>
    </message>
    <message>
        <source>Tensors that differ</source>
        <translation>有差异的张量</translation>
    </message>
    <message>
        <source>Two runs of one program, or more, are needed to see whether they are equal.</source>
        <translation>需要同一程序的两次或多次运行，才能判断它们是否相同。</translation>
    </message>
    <message>
        <source>Open the other run</source>
        <translation>打开另一次运行</translation>
    </message>
    <message>
        <source>Compare runs that should be equal</source>
        <translation>比较应当相同的各次运行</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Compare the runs</source>
        <translation>比较各次运行</translation>
    </message>
    <message>
        <source>Comparing the runs tensor by tensor.</source>
        <translation>正在逐个张量比较各次运行。</translation>
    </message>
    <message>
        <source>Runs of one program with the same inputs and seeds should be equal, bit by bit. Compare them to see which operator is not deterministic, and which device differs.</source>
        <translation>同一程序以相同的输入和随机种子多次运行，结果应逐位相同。比较各次运行，可知哪个算子不具确定性、哪台设备不同。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::RepeatedDifferenceModel</name>
    <message>
        <source>values, bit by bit</source>
        <translation>数值，逐位</translation>
    </message>
    <message>
        <source>checksums</source>
        <translation>校验和</translation>
    </message>
    <message>
        <source>statistics</source>
        <translation>统计量</translation>
    </message>
    <message>
        <source>A letter a run, in the order of the list. Runs of one letter hold the same.</source>
        <translation>每次运行一个字母，次序同列表。字母相同的运行内容相同。</translation>
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
        <source>Compared by</source>
        <translation>比较依据</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>各次运行</translation>
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
    <message>
        <source>The file is there already and will be replaced.</source>
        <translation>文件已存在，将被替换。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message numerus="yes">
        <source>%n note(s) on its tensors go into the report; the command knows of none.</source>
        <translation>
            <numerusform>%n 条张量备注会写入报告；命令行中没有它们。</numerusform>
        </translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ReproducerController</name>
    <message>
        <source>Write a reproducer</source>
        <translation>写出复现包</translation>
    </message>
    <message>
        <source>Golden is left out: %1.</source>
        <translation>未包含基准侧：%1。</translation>
    </message>
    <message>
        <source>Written: %1, for %2.</source>
        <translation>已写出：%1，用于 %2。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ReproducerDialog</name>
    <message>
        <source>Write</source>
        <translation>写出</translation>
    </message>
    <message>
        <source>Export a reproducer</source>
        <translation>导出复现包</translation>
    </message>
    <message>
        <source>Run by</source>
        <translation>运行方式</translation>
    </message>
    <message>
        <source>Whatever knows the operator</source>
        <translation>由支持该算子的框架</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Its inputs and outputs, and a script that runs it alone and says whether its output follows from its inputs.</source>
        <translation>包含其输入和输出，以及一个单独运行它并判断输出是否由输入得出的脚本。</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Golden</source>
        <translation>基准侧</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Write the reproducer to</source>
        <translation>复现包写到</translation>
    </message>
    <message>
        <source>There are files already; none of them is replaced. %1 is free.</source>
        <translation>那里已有文件，不会替换任何文件。%1 可用。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ResultsBar</name>
    <message>
        <source>Profile</source>
        <translation>指标口径</translation>
    </message>
    <message>
        <source>Definitions of the metrics</source>
        <translation>指标定义</translation>
    </message>
    <message>
        <source>Definitions of the metrics: Dumpscope&apos;s, or those of an official tool</source>
        <translation>指标定义：本程序的，或官方工具的</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ResultsPanel</name>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>verdict:fail max_absolute_error&gt;1e-3 name:*fc1*</source>
        <translation>verdict:fail max_absolute_error&gt;1e-3 name:*fc1*</translation>
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
        <source>Stopped at %1 of %2 pairs. Verdicts so far are final.</source>
        <translation>已停在 %2 对中的第 %1 对。已有判定不会改变。</translation>
    </message>
    <message>
        <source>Comparing: %1 pairs so far.</source>
        <translation>正在比较：目前 %1 对。</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Stopped before anything was compared.</source>
        <translation>在比较任何项之前已停止。</translation>
    </message>
    <message>
        <source>Nothing to compare: no tensor was found on either side.</source>
        <translation>没有可比较的内容：两侧都没有找到张量。</translation>
    </message>
    <message>
        <source>The filter is not valid: %1</source>
        <translation>筛选条件无效：%1</translation>
    </message>
    <message>
        <source>No row matches. Clear the filter to see the only one.</source>
        <translation>没有匹配的行。清除筛选可看到唯一的一行。</translation>
    </message>
    <message>
        <source>Comparing: 1 pair so far.</source>
        <translation>正在比较：目前 1 对。</translation>
    </message>
    <message>
        <source>Look for NaN and infinities</source>
        <translation>查找 NaN 和无穷</translation>
    </message>
    <message>
        <source>The filter of the results shows no failing pair.</source>
        <translation>结果的筛选中没有不合格的配对。</translation>
    </message>
    <message>
        <source>No pair fails.</source>
        <translation>没有不合格的配对。</translation>
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
        <source>mask</source>
        <translation>掩码</translation>
    </message>
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
    <message>
        <source>not initialised</source>
        <translation>未初始化</translation>
    </message>
    <message>
        <source>%1, rank %2</source>
        <translation>%1，卡 %2</translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <translation>%1，步 %2</translation>
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
        <translation>name, op_type:MatMul*</translation>
    </message>
    <message>
        <source>Filter the scopes</source>
        <translation>筛选作用域</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::SelfTestModel</name>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>Character set</source>
        <translation>字符集</translation>
    </message>
    <message>
        <source>Open files</source>
        <translation>打开的文件数</translation>
    </message>
    <message>
        <source>Memory maps</source>
        <translation>内存映射</translation>
    </message>
    <message>
        <source>Temporary files</source>
        <translation>临时文件</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Display</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Fonts</source>
        <translation>字体</translation>
    </message>
    <message>
        <source>Graph drawing</source>
        <translation>图绘制</translation>
    </message>
    <message>
        <source>CPU device</source>
        <translation>CPU 设备</translation>
    </message>
    <message>
        <source>Ascend toolkit</source>
        <translation>昇腾工具包</translation>
    </message>
    <message>
        <source>NPU</source>
        <translation>NPU</translation>
    </message>
    <message>
        <source>Folder for the dump</source>
        <translation>转储文件夹</translation>
    </message>
    <message>
        <source>Command line</source>
        <translation>命令行</translation>
    </message>
    <message>
        <source>check</source>
        <translation>检查项</translation>
    </message>
    <message>
        <source>found</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>what to do</source>
        <translation>处理办法</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>容器</translation>
    </message>
    <message>
        <source>Kept indexes</source>
        <translation>保留的索引</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::SelfTestPanel</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Test again</source>
        <translation>重新检查</translation>
    </message>
    <message>
        <source>Self-test</source>
        <translation>自检</translation>
    </message>
    <message>
        <source>Self-test %1 of %2</source>
        <translation>自检 %1 / %2</translation>
    </message>
    <message>
        <source>Looking at this machine.</source>
        <translation>正在检查本机。</translation>
    </message>
    <message>
        <source>dumpscope-cli does not start: %1</source>
        <translation>无法启动 dumpscope-cli：%1</translation>
    </message>
    <message>
        <source>install the whole package</source>
        <translation>请安装完整软件包</translation>
    </message>
    <message>
        <source>%1 has %2 free</source>
        <translation>%1 剩余 %2</translation>
    </message>
    <message>
        <source>%1 does not say how much is free</source>
        <translation>%1 未给出剩余空间</translation>
    </message>
    <message>
        <source>%1 cannot be written</source>
        <translation>无法写入 %1</translation>
    </message>
    <message>
        <source>choose another folder for the dump, or change its permissions</source>
        <translation>请更换转储文件夹，或修改其权限</translation>
    </message>
    <message>
        <source>free some space, or choose another folder for the dump</source>
        <translation>请释放空间，或更换转储文件夹</translation>
    </message>
    <message>
        <source>Not tested yet: environment, versions, permissions, free space, toolkit.</source>
        <translation>尚未检查：环境、版本、权限、剩余空间、工具包。</translation>
    </message>
    <message>
        <source>Test this machine</source>
        <translation>检查本机</translation>
    </message>
    <message>
        <source>dumpscope-cli is not in this program&apos;s folder</source>
        <translation>本程序所在文件夹中没有 dumpscope-cli</translation>
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
    <message>
        <source>Cancelled. What was read before is still shown.</source>
        <translation>已取消。仍显示之前读取的内容。</translation>
    </message>
    <message>
        <source>Cancelled. The names of %1 files are kept, not their contents.</source>
        <translation>已取消。保留了 %1 个文件的名称，内容未读取。</translation>
    </message>
    <message>
        <source>Cancelled. %1 of %2 files are kept.</source>
        <translation>已取消。保留了 %2 个文件中的 %1 个。</translation>
    </message>
    <message>
        <source>Keep what was read of %1</source>
        <translation>保留 %1 已读取的部分</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::SessionLog</name>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>%1: %2 after %3 ms</source>
        <translation>%1：%2，用时 %3 ms</translation>
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
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>未作任何更改。</translation>
    </message>
    <message numerus="yes">
        <source>%n action(s) have other keys now.</source>
        <translation>
            <numerusform>%n 个操作的快捷键已更改。</numerusform>
        </translation>
    </message>
    <message>
        <source>Keys (*.json)</source>
        <translation>快捷键 (*.json)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>%1 does not hold keys and is left as it is. Choose another name.</source>
        <translation>%1 的内容不是快捷键，保持不变。请另取名称。</translation>
    </message>
    <message>
        <source>Unknown actions: %1.</source>
        <translation>未知的操作：%1。</translation>
    </message>
    <message>
        <source>Reset key</source>
        <translation>恢复默认</translation>
    </message>
    <message>
        <source>Reset all keys</source>
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
    <message>
        <source>to %1</source>
        <translation>到 %1</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>来自 %1</translation>
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
        <source>Graph output</source>
        <translation>图的输出</translation>
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
    <name>dumpscope::gui::SideSentence</name>
    <message>
        <source>A folder, a file or an archive: choose it, or drop it here.</source>
        <translation>文件夹、文件或归档：请选择，或拖到此处。</translation>
    </message>
    <message>
        <source>It is being read: %1 files so far.</source>
        <translation>正在读取：目前 %1 个文件。</translation>
    </message>
    <message>
        <source>This cannot be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <source>Reading it was stopped.</source>
        <translation>读取已停止。</translation>
    </message>
    <message>
        <source>Look at what is compared</source>
        <translation>查看要比较的内容</translation>
    </message>
    <message>
        <source>tensors: %1</source>
        <translation>张量：%1</translation>
    </message>
    <message>
        <source>steps: %1</source>
        <translation>步：%1</translation>
    </message>
    <message>
        <source>ranks: %1</source>
        <translation>卡：%1</translation>
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
        <source>1 tensor</source>
        <translation>1 个张量</translation>
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
    <message>
        <source>run %1</source>
        <translation>运行 %1</translation>
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
    <name>dumpscope::gui::SliceGalleryModel</name>
    <message>
        <source>Reading slices</source>
        <translation>正在读取切片</translation>
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
        <translation>设置源码文件夹</translation>
    </message>
    <message>
        <source>The file has changed since: what was line %1 is line %2 now.</source>
        <translation>文件此后有改动：原第 %1 行现为第 %2 行。</translation>
    </message>
    <message>
        <source>The file has changed since: line %1 read “%2”.</source>
        <translation>文件此后有改动：第 %1 行原为“%2”。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::SourceView</name>
    <message numerus="yes">
        <source>%n operators</source>
        <translation>
            <numerusform>%n 个算子</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tensors</source>
        <translation>
            <numerusform>%n 个张量</numerusform>
        </translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
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
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>not ready</source>
        <translation>未就绪</translation>
    </message>
    <message>
        <source>ready, %1 of %2 free</source>
        <translation>就绪，剩余 %1，共 %2</translation>
    </message>
    <message>
        <source>Looking for devices.</source>
        <translation>正在查找设备。</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>a dump: its folder, files or an archive</source>
        <translation>转储：其文件夹、文件或压缩包</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::StartupActions</name>
    <message>
        <source>the arrangement %1 has no panels</source>
        <translation>布局 %1 没有面板</translation>
    </message>
    <message>
        <source>no tensor %1</source>
        <translation>没有张量 %1</translation>
    </message>
    <message>
        <source>the action %1 does not exist or cannot run now</source>
        <translation>操作 %1 不存在或目前无法执行</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>no tab %1; there are: %2</source>
        <translation>没有标签页 %1；现有：%2</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::StateRow</name>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分</translation>
    </message>
    <message>
        <source>%1 of %2 · %3</source>
        <translation>%1 / %2 · %3</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>States of the capture: %1</source>
        <translation>采集状态：%1</translation>
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
        <source>Nothing here yet. Choose something in Dumps.</source>
        <translation>暂无内容。请在“转储”中选择。</translation>
    </message>
    <message>
        <source>This dump has no statistic.csv.</source>
        <translation>此转储没有 statistic.csv。</translation>
    </message>
    <message>
        <source>Compute statistics</source>
        <translation>计算统计量</translation>
    </message>
    <message>
        <source>Sum up rows</source>
        <translation>汇总行</translation>
    </message>
    <message>
        <source>%1 with NaN or Inf</source>
        <translation>%1 个含 NaN 或 Inf</translation>
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
    <message>
        <source>NaN and Inf not known for %1</source>
        <translation>%1 个张量的 NaN 和 Inf 未知</translation>
    </message>
    <message>
        <source>%1 elements in all</source>
        <translation>共 %1 个元素</translation>
    </message>
    <message>
        <source>%1 elements, not known for %2 rows</source>
        <translation>%1 个元素，%2 行未知</translation>
    </message>
    <message>
        <source>Rows: %1</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>largest finite value of max: %1</source>
        <translation>max 列的最大有限值 %1</translation>
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
    <message>
        <source>NaN or Inf born in %1 %2</source>
        <translation>NaN 或 Inf 产生于 %1 %2</translation>
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
    <name>dumpscope::gui::StatusLine</name>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <translation>
            <numerusform>%n 个问题</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 rows, %3 selected</source>
        <translation>%1/%2 行，已选 %3 行</translation>
    </message>
    <message>
        <source>1 row, %1 selected</source>
        <translation>1 行，已选 %1 行</translation>
    </message>
    <message>
        <source>%1 rows, %2 selected</source>
        <translation>%1 行，已选 %2 行</translation>
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
        <source>Read without problems</source>
        <translation>读取正常</translation>
    </message>
    <message>
        <source>No problems so far</source>
        <translation>目前没有问题</translation>
    </message>
    <message numerus="yes">
        <source>%n dump(s) hold no tensor</source>
        <translation>
            <numerusform>%n 个转储中没有张量</numerusform>
        </translation>
    </message>
    <message>
        <source>First NaN: %1</source>
        <translation>首个 NaN：%1</translation>
    </message>
    <message>
        <source>First NaN or infinity: %1</source>
        <translation>首个 NaN 或无穷：%1</translation>
    </message>
    <message>
        <source>Nothing is open</source>
        <translation>未打开任何内容</translation>
    </message>
    <message>
        <source>The dump holds no tensor</source>
        <translation>转储中没有张量</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::StepHeader</name>
    <message>
        <source>Step %1, %2: %3</source>
        <translation>步骤 %1，%2：%3</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::SuspectErrors</name>
    <message>
        <source>max %1</source>
        <translation>最大 %1</translation>
    </message>
    <message>
        <source>norm %1</source>
        <translation>范数 %1</translation>
    </message>
    <message>
        <source>worst element</source>
        <translation>最差元素</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>范数</translation>
    </message>
    <message>
        <source>worst output</source>
        <translation>误差最大的输出</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::SuspectListModel</name>
    <message>
        <source>operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>in → out</source>
        <translation>入 → 出</translation>
    </message>
    <message>
        <source>× explained</source>
        <translation>× 可解释</translation>
    </message>
    <message>
        <source>Error of the worst input and of the output, as in the sentence: relative L2, or in units of the largest value where that is all that is known; max: of the worst element; norm: of the norm</source>
        <translation>误差最大的输入与输出的误差，与说明一致：相对 L2 误差，仅知最大值时以最大值为单位；最大：最差元素；范数：范数的误差</translation>
    </message>
    <message>
        <source>Error as a multiple of what inputs and rounding explain; – where the suspicion is not about an error, as with NaN or a different argument</source>
        <translation>误差为输入和舍入可解释量的倍数；若可疑之处不是误差（例如 NaN 或参数不同），则为 –</translation>
    </message>
    <message>
        <source>How much of the error behind it would be gone if its output were golden&apos;s; ? where that cannot be computed</source>
        <translation>若其输出改为基准侧的输出，后续误差会减少多少；无法计算时为 ?</translation>
    </message>
    <message>
        <source>worth</source>
        <translation>影响</translation>
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
        <source>No error of an input or output shows this.</source>
        <translation>没有输入或输出的误差能说明这一点。</translation>
    </message>
    <message>
        <source>Results so far; the list becomes more exact as pairs are measured.</source>
        <translation>目前的结果；随着配对完成会更准确。</translation>
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
    <message>
        <source>%1: %2 fail, %3 warn, %4 pass, %5 not comparable</source>
        <translation>%1：%2 个不合格，%3 个警告，%4 个通过，%5 个不可比</translation>
    </message>
    <message>
        <source>, %1 warn</source>
        <translation>，%1 个警告</translation>
    </message>
    <message>
        <source>, %1 not comparable</source>
        <translation>，%1 个不可比</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::TargetsPanel</name>
    <message>
        <source>Targets</source>
        <translation>多目标</translation>
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
        <translation>并排整理各目标侧</translation>
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
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>Cancel the chosen task</source>
        <translation>取消所选任务</translation>
    </message>
    <message>
        <source>Working</source>
        <translation>正在处理</translation>
    </message>
    <message>
        <source>%1: done.</source>
        <translation>%1：完成。</translation>
    </message>
    <message>
        <source>%1: failed.</source>
        <translation>%1：失败。</translation>
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
        <source>Looking for NaN and Inf</source>
        <translation>正在查找 NaN 和 Inf</translation>
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
        <source>Only a checksum was dumped for this tensor.</source>
        <translation>该张量只转储了校验和。</translation>
    </message>
    <message>
        <source>The elements are shown as one vector in the order of the file, because %1 cannot be filled.</source>
        <translation>由于无法填满 %1，元素按文件中的顺序显示为一个向量。</translation>
    </message>
    <message>
        <source>The search stopped at %1. Searching again continues from there.</source>
        <translation>查找已停在 %1，再次查找将从该处继续。</translation>
    </message>
    <message>
        <source>Reading the range of values</source>
        <translation>正在读取数值范围</translation>
    </message>
    <message>
        <source>No element is NaN or Inf.</source>
        <translation>没有 NaN 或 Inf 元素。</translation>
    </message>
    <message>
        <source>First NaN or Inf: %1.</source>
        <translation>首个 NaN 或 Inf：%1。</translation>
    </message>
    <message>
        <source>Last NaN or Inf: %1.</source>
        <translation>最后一个 NaN 或 Inf：%1。</translation>
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
        <translation>正在计算统计量</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::TensorStates</name>
    <message>
        <source>In the comparison: %1.</source>
        <translation>在比较中:%1。</translation>
    </message>
    <message>
        <source>The first NaN or infinity of this dump.</source>
        <translation>此转储中的第一个 NaN 或无穷。</translation>
    </message>
    <message>
        <source>NaN or infinities that an input has already.</source>
        <translation>NaN 或无穷已存在于某个输入中。</translation>
    </message>
    <message>
        <source>NaN or infinities by its statistics. Where they come from was not looked for: see the panel Overflow.</source>
        <translation>统计数据显示有 NaN 或无穷。尚未查找其来源:见“溢出”面板。</translation>
    </message>
    <message>
        <source>NaN or infinities that its operator makes.</source>
        <translation>NaN 或无穷由其算子产生。</translation>
    </message>
    <message>
        <source>NaN or infinities; no dumped input explains them.</source>
        <translation>有 NaN 或无穷；已转储的输入均无法解释。</translation>
    </message>
    <message>
        <source>The device recorded an overflow.</source>
        <translation>设备记录了溢出。</translation>
    </message>
    <message>
        <source>Its file is damaged or cut.</source>
        <translation>其文件已损坏或被截断。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::TensorTab</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::TensorTabs</name>
    <message>
        <source>Ways to look at the tensor</source>
        <translation>查看张量的方式</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::TensorViewPanel</name>
    <message>
        <source>Tensor view</source>
        <translation>张量视图</translation>
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
    <message>
        <source>Pinned tensor %1</source>
        <translation>固定的张量 %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::TensorsPanel</name>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Nothing here yet. Choose something in Dumps.</source>
        <translation>暂无内容。请在“转储”中选择。</translation>
    </message>
    <message>
        <source>Statistics known for %1 of %2 rows.</source>
        <translation>%2 行中已有 %1 行的统计。</translation>
    </message>
    <message>
        <source>Selected tensors: %1</source>
        <translation>选中的张量：%1</translation>
    </message>
    <message>
        <source>The command names the first %1 only.</source>
        <translation>命令仅列出前 %1 个。</translation>
    </message>
    <message>
        <source>Rows of the table</source>
        <translation>表中的行</translation>
    </message>
    <message>
        <source>All tensors: %1</source>
        <translation>全部张量：%1</translation>
    </message>
    <message>
        <source>Tensors of all dumps</source>
        <translation>所有转储的张量</translation>
    </message>
    <message>
        <source>Tensors of %1</source>
        <translation>%1 的张量</translation>
    </message>
    <message>
        <source>This cannot be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <source>The command is not limited to what is chosen in Dumps.</source>
        <translation>命令不受“转储”中所选范围的限制。</translation>
    </message>
    <message>
        <source>See the problems</source>
        <translation>查看问题</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::TintLegend</name>
    <message>
        <source>failing, relative L2 error</source>
        <translation>不合格，相对 L2 误差</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::TokensPanel</name>
    <message>
        <source>Tokens</source>
        <translation>Token 误差</translation>
    </message>
    <message>
        <source>Errors by token and layer</source>
        <translation>按 token 和层的误差</translation>
    </message>
    <message>
        <source>Read errors of tokens</source>
        <translation>读取 token 误差</translation>
    </message>
    <message>
        <source>Compare two dumps to see which tokens differ.</source>
        <translation>比较两个转储以查看哪些 token 不同。</translation>
    </message>
    <message>
        <source>Tokens are read when all pairs are compared.</source>
        <translation>全部配对比较完后再读取 token。</translation>
    </message>
    <message>
        <source>Nothing could be paired: nothing was compared.</source>
        <translation>没有可配对的项：未作任何比较。</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>Reading the errors of tokens.</source>
        <translation>正在读取 token 的误差。</translation>
    </message>
    <message>
        <source>token</source>
        <translation>token</translation>
    </message>
    <message>
        <source>id</source>
        <translation>id</translation>
    </message>
    <message>
        <source>log-probability</source>
        <translation>对数概率</translation>
    </message>
    <message>
        <source>Click to choose this pair.</source>
        <translation>单击可选中此配对。</translation>
    </message>
    <message>
        <source>Go there</source>
        <translation>转到该处</translation>
    </message>
    <message>
        <source>Nothing is compared here.</source>
        <translation>此处没有可比较的内容。</translation>
    </message>
    <message>
        <source>Log-probability of the next token: target %1, golden %2, difference %3, ratio %4</source>
        <translation>下一个 token 的对数概率：目标侧 %1，基准侧 %2，差 %3，比值 %4</translation>
    </message>
    <message>
        <source>Relative L2 error %1, more than the noise of the run</source>
        <translation>相对 L2 误差 %1，超出运行噪声</translation>
    </message>
    <message>
        <source>Relative L2 error %1</source>
        <translation>相对 L2 误差 %1</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::TrendBar</name>
    <message>
        <source>Tensor × step</source>
        <translation>张量 × 步</translation>
    </message>
    <message>
        <source>Tensor × rank</source>
        <translation>张量 × 卡</translation>
    </message>
    <message>
        <source>Rank × step</source>
        <translation>卡 × 步</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>Logarithmic</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>± Logarithmic</source>
        <translation>± 对数</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>统计量</translation>
    </message>
    <message>
        <source>Axes</source>
        <translation>坐标轴</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>刻度</translation>
    </message>
    <message>
        <source>Place on the third axis</source>
        <translation>第三轴上的位置</translation>
    </message>
    <message>
        <source>Colours from dark to bright; the lowest and highest 2 % have those of the ends. NaN and Inf have a colour of their own.</source>
        <translation>颜色由深到亮；最低和最高的 2 % 取两端颜色。NaN 和 Inf 有单独的颜色。</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>步 %1</translation>
    </message>
    <message>
        <source>%1 was not recorded</source>
        <translation>未记录 %1</translation>
    </message>
    <message>
        <source>no finite numbers here</source>
        <translation>此处没有有限的数</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>%1 to %2; colours from %3 to %4</source>
        <translation>%1 到 %2；颜色从 %3 到 %4</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::TrendFindingModel</name>
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
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>What</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>最后</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::TrendFindings</name>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Threshold of the rule</source>
        <translation>规则的阈值</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>命中</translation>
    </message>
    <message>
        <source>All rules</source>
        <translation>所有规则</translation>
    </message>
    <message>
        <source>1 finding</source>
        <translation>1 条命中</translation>
    </message>
    <message>
        <source>%1 findings</source>
        <translation>%1 条命中</translation>
    </message>
    <message>
        <source>Not applied: %1 (%2)</source>
        <translation>未应用：%1（%2）</translation>
    </message>
    <message>
        <source>Not applied: %1</source>
        <translation>未应用：%1</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::TrendLines</name>
    <message>
        <source>Figure over the steps</source>
        <translation>统计量随步的变化</translation>
    </message>
    <message>
        <source>Choose a tensor in the map or a finding to see its figure over the steps.</source>
        <translation>在图中选择张量或选择一条命中，即可查看其统计量随步的变化。</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>卡 %1</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::TrendMap</name>
    <message>
        <source>Figures over steps and ranks</source>
        <translation>统计量随步和卡的变化</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>step %1, rank %2</source>
        <translation>步 %1，卡 %2</translation>
    </message>
    <message>
        <source>Nothing was recorded here.</source>
        <translation>此处没有记录。</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <source>Click to choose this tensor.</source>
        <translation>单击以选中该张量。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::TrendsPanel</name>
    <message>
        <source>Trends</source>
        <translation>趋势</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Nothing here yet. Choose something in Dumps.</source>
        <translation>暂无内容。请在“转储”中选择。</translation>
    </message>
    <message>
        <source>Reading figures of %1 …</source>
        <translation>正在读取 %1 的统计量……</translation>
    </message>
    <message>
        <source>Read figures over steps and ranks</source>
        <translation>读取各步各卡的统计量</translation>
    </message>
    <message>
        <source>There is no tensor in %1.</source>
        <translation>%1 中没有张量。</translation>
    </message>
    <message>
        <source>Look for anomalies</source>
        <translation>查找异常</translation>
    </message>
    <message>
        <source>Draw figures over steps and ranks</source>
        <translation>绘制各步各卡的统计量</translation>
    </message>
    <message>
        <source>Compute statistics over steps and ranks</source>
        <translation>计算各步各卡的统计量</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Compute statistics</source>
        <translation>计算统计量</translation>
    </message>
    <message>
        <source>No statistics of %1 tensors are known; their values are here.</source>
        <translation>%1 个张量的统计值未知；其数值已有。</translation>
    </message>
    <message>
        <source>Computing the statistics of %1 tensors …</source>
        <translation>正在计算 %1 个张量的统计值……</translation>
    </message>
    <message>
        <source>%1 runs lie beside one another in %2. Choose one of them in Dumps.</source>
        <translation>%2 中并列存放着 %1 次运行。请在“转储”中选择其中一次。</translation>
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
    <message>
        <source>%1. Nearest: %2</source>
        <translation>%1。最接近：%2</translation>
    </message>
    <message>
        <source>The comparison was stopped before this was known.</source>
        <translation>在得知这一点之前，比较已停止。</translation>
    </message>
    <message>
        <source>Neither dump has a tensor.</source>
        <translation>两个转储都没有张量。</translation>
    </message>
    <message>
        <source>No row matches. Clear the filter to see the only one.</source>
        <translation>没有匹配的行。清除筛选可看到唯一的一行。</translation>
    </message>
    <message>
        <source>The filter is not valid: %1</source>
        <translation>筛选条件无效：%1</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::UnsavedSettings</name>
    <message>
        <source>Without the pairing and the limits edited here: save both, and the command names their files.</source>
        <translation>不含此处编辑的配对和限值：保存两者后，命令中会写明其文件。</translation>
    </message>
    <message>
        <source>Without the pairing edited here: save it, and the command names its file.</source>
        <translation>不含此处编辑的配对：保存后，命令中会写明其文件。</translation>
    </message>
    <message>
        <source>Without the limits edited here: save them, and the command names their file.</source>
        <translation>不含此处编辑的限值：保存后，命令中会写明其文件。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::VerdictStates</name>
    <message>
        <source>Marks of the tensors</source>
        <translation>张量的标记</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::WatchedFill</name>
    <message>
        <source>Comparing watched outputs of %1</source>
        <translation>正在比较 %1 中被监视的输出</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::WhenFinishedPanel</name>
    <message>
        <source>When finished</source>
        <translation>完成后</translation>
    </message>
    <message>
        <source>Open the dump</source>
        <translation>打开转储</translation>
    </message>
    <message>
        <source>in Explore</source>
        <translation>在“浏览”中</translation>
    </message>
    <message>
        <source>in Compare, against a golden</source>
        <translation>在“比较”中，与基准侧比较</translation>
    </message>
    <message>
        <source>in Compare, against the CPU device</source>
        <translation>在“比较”中，与 CPU 设备比较</translation>
    </message>
    <message>
        <source>and stay here</source>
        <translation>并留在此处</translation>
    </message>
    <message>
        <source>folder of the golden dump</source>
        <translation>基准转储的文件夹</translation>
    </message>
    <message>
        <source>Golden dump</source>
        <translation>基准转储</translation>
    </message>
    <message>
        <source>Choose the golden dump</source>
        <translation>选择基准转储</translation>
    </message>
    <message>
        <source>The last dump: %1</source>
        <translation>上次转储：%1</translation>
    </message>
    <message>
        <source>Golden: the run that is right</source>
        <translation>基准侧（标杆）：结果正确的运行</translation>
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
        <source>Show</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>First difference</source>
        <translation>首个差异</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 的%1</translation>
    </message>
    <message>
        <source>%1: %2 differs by up to %3</source>
        <translation>%1：%2，最大相差 %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>On the command line:</source>
        <translation>命令行：</translation>
    </message>
    <message>
        <source>Compared with nothing: %1.</source>
        <translation>未与任何对象比较：%1。</translation>
    </message>
    <message>
        <source>Note: %1</source>
        <translation>备注：%1</translation>
    </message>
    <message>
        <source>Left out of this bundle: what the run found of it is not here.</source>
        <translation>未收入此包：运行对它的结果不在这里。</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::WindowToolBar</name>
    <message>
        <source>Toolbar</source>
        <translation>工具栏</translation>
    </message>
    <message>
        <source>Go to tensor, operator or action</source>
        <translation>转到张量、算子或操作</translation>
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
        <source>Copied a command that shows this window.</source>
        <translation>已复制显示此窗口的命令。</translation>
    </message>
    <message>
        <source>This window holds too much for one command line. Save a workspace instead.</source>
        <translation>此窗口的内容太多，一行命令写不下。请改为保存工作区。</translation>
    </message>
    <message>
        <source>The last session ended unexpectedly. Its workspace was restored.</source>
        <translation>上次会话意外结束，已恢复工作区。</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 等（另有 %n 个）</numerusform>
        </translation>
    </message>
    <message>
        <source>A window ended unexpectedly. What was open: %1.</source>
        <translation>一个窗口意外结束。当时打开的是：%1。</translation>
    </message>
    <message numerus="yes">
        <source>%n windows ended unexpectedly. What was open in the last: %1.</source>
        <translation>
            <numerusform>%n 个窗口意外结束。最后一个打开的是：%1。</numerusform>
        </translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
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
        <source>target bits</source>
        <translation>目标侧的位</translation>
    </message>
    <message>
        <source>golden bits</source>
        <translation>基准侧的位</translation>
    </message>
    <message>
        <source>in the target</source>
        <translation>在目标侧的位置</translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::WorstElements</name>
    <message>
        <source>Worst elements</source>
        <translation>最差元素</translation>
    </message>
    <message>
        <source>Enter jumps to the element in all three views</source>
        <translation>按 Enter 在三个视图中跳到该元素</translation>
    </message>
    <message>
        <source>The elements of this pair are not compared yet.</source>
        <translation>该对的元素尚未比较。</translation>
    </message>
    <message>
        <source>This pair has no elements.</source>
        <translation>该对没有元素。</translation>
    </message>
    <message>
        <source>No element differs in value.</source>
        <translation>没有数值不同的元素。</translation>
    </message>
</context>
</TS>
