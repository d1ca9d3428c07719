"""Wrong answers to the courses of functions: one mistake each, and the points that it costs."""

from __future__ import annotations

from tests.support.paths import DATA

COURSES = DATA / "courses"
WRONG = {
    "dual_numbers": [
        ("01_dual_rules.py", "a[1] * b[0] + a[0] * b[1]", "a[1] * b[1]", 2.0),
        ("01_dual_rules.py", "(1 - math.tanh(a[0]) ** 2) * a[1]", "1 - math.tanh(a[0]) ** 2", 2.0),
        ("02_derivative.py", "da * b + a * db", "da * b", 4.0),
    ],
    "../../../solutions/stretch": [
        ("01_neuron.py", "total = bias\n", "total = bias * 1 + bias\n", 2.0),
        ("02_moons.py", "        zero_grad(loss)\n        loss", "        loss", 5.0),
        ("02_moons.py", "[w1, w2], bias)", "[w2, w1], bias)", 8.0),
        ("02_moons.py", "losses.append(loss.data)", "losses.append(loss.data / 4)", 7.0),
        ("03_draw_graph.py", "in node._prev]", "in set(node._prev)]", 4.0),
        ("03_draw_graph.py", "{names[input_node]} -> {names[node]}", "{names[node]} -> n1", 5.0),
        ("04_forward_mode.py", " + values[one] * slopes[other]", "", 4.0),
        ("04_forward_mode.py", "abs(claimed - slope) <= 1e-9", "claimed == slope or 1 <= 0", 1.0),
        ("05_higher_order.py", "out * out * -1.0", "Value(out.data * out.data) * -1.0", 4.0),
        ("05_higher_order.py", "found[each] + contribution if each in found else ", "", 6.0),
        ("06_break_my_engine.py", "close(root.data, value)", "root.data == value", 10.0),
        ("06_break_my_engine.py", "    calls_add_up(Value)\n", "", 1.0),
        ("06_break_my_engine.py", "    in_place,\n    powers_in_place,\n", "", 1.0),
        ("06_break_my_engine.py", "    zero_grad_clears(Value)\n", "", 1.0),
    ],
    "run_lengths": [
        ("01_encode.py", "runs and runs[-1][0] == letter", "runs", 3.0),
        ("02_decode.py", "letter * count", "letter", 3.0),
    ],
}
"""A file, what is right in it, what a student wrote instead, and what that costs."""
LARGE = "07_five_million.py"
"""It takes two gigabytes: `verify` grades it, and `tests/judging/test_ratios.py` smaller ones."""
