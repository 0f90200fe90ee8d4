<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>dumpscope::gui::DataTable</name>
    <message numerus="yes">
        <source>%n different value(s)</source>
        <translation>
            <numerusform>%n different value</numerusform>
            <numerusform>%n different values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::DeviceForm</name>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>%n found</numerusform>
            <numerusform>%n found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operators</source>
        <translation>
            <numerusform>%n operator</numerusform>
            <numerusform>%n operators</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n input(s)</source>
        <translation>
            <numerusform>%n input</numerusform>
            <numerusform>%n inputs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n outputs of operators</source>
        <translation>
            <numerusform>%n output of operators</numerusform>
            <numerusform>%n outputs of operators</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::DifferenceDocument</name>
    <message numerus="yes">
        <source>all %n parts</source>
        <translation>
            <numerusform>%n part</numerusform>
            <numerusform>all %n parts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::DurationHeat</name>
    <message numerus="yes">
        <source> (%n operators inside are timed)</source>
        <translation>
            <numerusform> (%n operator inside is timed)</numerusform>
            <numerusform> (%n operators inside are timed)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::GraphCanvas</name>
    <message numerus="yes">
        <source>%n nodes and scopes</source>
        <translation>
            <numerusform>%n node or scope</numerusform>
            <numerusform>%n nodes and scopes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Laying out %n visible nodes</source>
        <translation>
            <numerusform>Laying out %n visible node</numerusform>
            <numerusform>Laying out %n visible nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operators</source>
        <translation>
            <numerusform>%n operator</numerusform>
            <numerusform>%n operators</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n inputs</source>
        <translation>
            <numerusform>%n input</numerusform>
            <numerusform>%n inputs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n outputs</source>
        <translation>
            <numerusform>%n output</numerusform>
            <numerusform>%n outputs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::GraphPanel</name>
    <message numerus="yes">
        <source>%n hops</source>
        <translation>
            <numerusform>%n hop</numerusform>
            <numerusform>%n hops</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::HeatLegend</name>
    <message numerus="yes">
        <source>%n operators without a duration</source>
        <translation>
            <numerusform>%n operator without a duration</numerusform>
            <numerusform>%n operators without a duration</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::LaunchForm</name>
    <message numerus="yes">
        <source>%n variable(s)</source>
        <translation>
            <numerusform>%n variable</numerusform>
            <numerusform>%n variables</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::OperatorPanel</name>
    <message numerus="yes">
        <source>%1 is a scope of %n operators. Select one of them.</source>
        <translation>
            <numerusform>%1 is a scope of %n operator. Select it.</numerusform>
            <numerusform>%1 is a scope of %n operators. Select one of them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::OperatorPicker</name>
    <message numerus="yes">
        <source>%n operator(s) chosen</source>
        <translation>
            <numerusform>%n operator chosen</numerusform>
            <numerusform>%n operators chosen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::RecentList</name>
    <message numerus="yes">
        <source>%n minutes ago</source>
        <translation>
            <numerusform>%n minute ago</numerusform>
            <numerusform>%n minutes ago</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ReportDialog</name>
    <message numerus="yes">
        <source>%n note(s) on its tensors go into the report; the command knows of none.</source>
        <translation>
            <numerusform>%n note on its tensors goes into the report; the command does not know of it.</numerusform>
            <numerusform>%n notes on its tensors go into the report; the command does not know of them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ShortcutEditor</name>
    <message numerus="yes">
        <source>%n action(s) have other keys now.</source>
        <translation>
            <numerusform>%n action has another key now.</numerusform>
            <numerusform>%n actions have other keys now.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::ShownGraph</name>
    <message numerus="yes">
        <source>%n operators</source>
        <translation>
            <numerusform>%n operator</numerusform>
            <numerusform>%n operators</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n scopes</source>
        <translation>
            <numerusform>%n scope</numerusform>
            <numerusform>%n scopes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::SourceView</name>
    <message numerus="yes">
        <source>%n operators</source>
        <translation>
            <numerusform>%n operator</numerusform>
            <numerusform>%n operators</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tensors</source>
        <translation>
            <numerusform>%n tensor</numerusform>
            <numerusform>%n tensors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::StatusLine</name>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <translation>
            <numerusform>%n problem</numerusform>
            <numerusform>%n problems</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n selected item(s) hidden by the filter.</source>
        <translation>
            <numerusform>%n selected item is hidden by the filter.</numerusform>
            <numerusform>%n selected items are hidden by the filter.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n dump(s) hold no tensor</source>
        <translation>
            <numerusform>%n dump holds no tensor</numerusform>
            <numerusform>%n dumps hold no tensor</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dumpscope::gui::WorkspaceController</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n windows ended unexpectedly. What was open in the last: %1.</source>
        <translation>
            <numerusform>%n window ended unexpectedly. What was open in it: %1.</numerusform>
            <numerusform>%n windows ended unexpectedly. What was open in the last: %1.</numerusform>
        </translation>
    </message>
</context>
</TS>
