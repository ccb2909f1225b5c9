"""The colours of a picture, by day and by night."""

_RULES = """\
.rule-picture .ground {{ fill: {ground}; }}
.rule-picture text {{ fill: {ink}; }}
.rule-picture .quiet {{ fill: {quiet}; }}
.rule-picture rect {{ fill: {box}; stroke: {edge}; }}
.rule-picture .shade {{ stroke: {edge}; }}
.rule-picture .centre rect {{ fill: {centre}; stroke: {centre}; }}
.rule-picture .centre text {{ fill: {on_centre}; }}
.rule-picture .centre.textless rect {{ stroke: {on_centre}; }}
.rule-picture .term rect {{ fill: {term}; stroke: {defines}; }}
.rule-picture .unknown rect {{ fill: {wrong_box}; stroke: {wrong}; }}
.rule-picture .unknown text {{ fill: {wrong}; }}
.rule-picture .line.contains {{ stroke: {edge}; }}
.rule-picture .head.contains {{ fill: {edge}; }}
.rule-picture .line.cites {{ stroke: {cites}; }}
.rule-picture .head.cites {{ fill: {cites}; }}
.rule-picture .line.defines {{ stroke: {defines}; }}
.rule-picture .head.defines {{ fill: {defines}; }}
.rule-picture .line.same-rule {{ stroke: {same}; }}
"""
_DAY = {
    "ground": "#ffffff",
    "ink": "#1b1f24",
    "quiet": "#57616c",
    "box": "#f4f6f8",
    "edge": "#84909c",
    "centre": "#1d4f91",
    "on_centre": "#ffffff",
    "term": "#eaf6ef",
    "defines": "#2b7a4b",
    "cites": "#2a6fc9",
    "same": "#8447b8",
    "wrong_box": "#fff1f0",
    "wrong": "#b3261e",
}
_NIGHT = {
    "ground": "#14171b",
    "ink": "#e6e9ec",
    "quiet": "#a2acb7",
    "box": "#20262c",
    "edge": "#75818d",
    "centre": "#8fbaf3",
    "on_centre": "#0c1a2c",
    "term": "#172a20",
    "defines": "#6cc495",
    "cites": "#6da9f2",
    "same": "#c39bee",
    "wrong_box": "#2e1b1b",
    "wrong": "#ff8f86",
}
# What does not change with the light. A page may hold the picture: every rule keeps to it.
_SHAPES = """\
.rule-picture { max-width: 100%; height: auto; }
.rule-picture text { font-family: system-ui, "Segoe UI", Roboto, Arial, sans-serif; }
.rule-picture .number { font-weight: 700; }
.rule-picture .title { font-weight: 400; }
.rule-picture rect { stroke-width: 1; }
.rule-picture .ground { stroke: none; }
.rule-picture .textless rect { stroke-dasharray: 5 3; stroke-width: 1.4; }
.rule-picture .unknown rect { stroke-dasharray: 2 3; stroke-width: 2; }
.rule-picture .shade { fill: none; stroke-width: 1; }
.rule-picture .line { fill: none; stroke-width: 1.4; }
.rule-picture .line.contains { stroke-width: 1; }
.rule-picture .line.defines { stroke-dasharray: 1.5 3.5; stroke-width: 2; stroke-linecap: round; }
.rule-picture .line.same-rule { stroke-dasharray: 7 4; }
.rule-picture a:hover rect { stroke-width: 2; }
"""
_AT_NIGHT = "@media (prefers-color-scheme: dark) {{\n{rules}}}\n"

STYLE = "\n" + _SHAPES + _RULES.format(**_DAY) + _AT_NIGHT.format(rules=_RULES.format(**_NIGHT))
