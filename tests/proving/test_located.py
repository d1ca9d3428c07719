"""What is said about strangers' wrong engines: some here, all by `python -m tests.proving.located`.

Their texts are as the strangers wrote them: a digest says so.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from grader.checks import Check
from grader.course.course import Course
from grader.judging.context import GradingContext
from grader.judging.finding import Finding
from tests.proving.located import Stranger, graded, is_about, place_of, strangers, truths
from tests.support.hand_ins import brief
from tests.support.paths import ROOT

STRANGERS = ROOT / "tests" / "data" / "strangers"
DIGESTS = {
    "a": "4a605a2f470e38bb32daf612c18e17e72e3b870d5dc2bbfcbcd42151b19ceb82",
    "b": "839f157141384149c2437b018fcbb1d53078237ee07b64e3781c0a8e542b08bc",
    "d": "46e92c048d193e77f0e4633e532398d2601042c192252298bc8a482a17a5a142",
    "e": "b9c72a4e6383899b6c892d22c64bce55e587821cbb277bfeeaaa73f4969640ab",
    "f": "1f3e87f16b2326930025c30b45b55ed4bb8d1b7b0273a91d7e85921b566dc78c",
    "g": "0c5e8817bc31bef98da1bb4b6f8062d6559b90bea540115524fd15687e4588e1",
    "h": "5ee771cf685acdec70928c74657bbd96fcc0cf9b07ebb73fe86a25d8d97ca948",
    "j": "85ea6aa0cf210624a9d16b161609256f7b9fa9ad8340b6d1442db5ab318b6c17",
    "k": "0714c3d036eecc9253e749339ddea64dd6ba55f859008f0d05a3a99bfbfaff90",
    "l": "59e59f010d5cc1e00ebffc26e2411b79ddf062b5832486655884c6467deaa759",
    "n": "bf817c2b148fcd15e4fdc4ce2b44d61716b89aa44410323b0eb0d98d250443c4",
    "q": "77bb97bdb580064b7bf2d319a0fedd507da03bd789cae9dce98eda96ed2fc468",
    "r": "833c076843e1af69d0d9e35e0ad38f4df610baf87fd01437beba530ab6a0c9f9",
    "m": "50e5d6f42f0e14e94ae776a8027b58aa2aa8f9c283e9fa2e3dea74c807c6ac52",
    "o": "2698b2a6a7c739c97f59434fa0e6db5fc72dbc1896b526370efe2f7e29c80a85",
    "p": "7e7a1ff864f7ca807c63f9ddc424fef4fc28fb71867c99807e656dfceae95e3c",
    "u": "bc1e7ae8df1884de38563d7ce262924799efd625fc821c8b5ee7f61a973aaf16",
    "v": "a7bce6a9d49d8d95de3533e2bde71921df0b0b1d9a3164bc5ff6faa280e4c969",
    "w": "2c33d0454e1aaf031952c99041f58eeb6b921c392f9754605fedf99e98421474",
    "x": "f6c9006da6bc138c12bdaa0641d8cdfaf4fb61f4b5274de8d297fee49d7dd035",
    "y": "91a39a7e580dd184fb2d4dcfb102017aac01aea6655e8c88c699842d24c1d285",
    "z": "97d0fb9e9f1f4fdc268e4d159104d594f2932f02f680151c5dbaba07d1c37e27",
    "s": "a93717af10f6ed9b451cc5770e4c47ebb7750c90e9e3ab7d2e3fdd4b3058fb95",
    "c": "a910b90855564f8ac6e97c8432d02df85c711f9a5ac466dd513307ce63a71ce1",
    "i": "142cca2491f5c8b49bc2adf36a70ab456af7f843e395b4940073d7187bbe688a",
    "ab": "cfcfd11268f1db69bc75fad9f87380f17c6913c266d936165a4201d713b69568",
    "ad": "5e93e5bb5dbd1749b289b743df8d88ec48f9e6652082db3860c1940b1bbd2975",
    "aa": "296c00b5d084bccbb209ecbc2d72c705b1e51819732bce17dd11d3b63b19c93b",
    "ae": "061e3d1b0adfc11c95811726bc11f0d21964706b836f9b42bfa7848a03b7adf4",
    "af": "9878bec69b2ee5c468d993a97405eca20fb76b98f3d6e46f5ffbeafc7baf0698",
    "ag": "3a94984724ff0c06cc22402761623b8255b83057441d37f840aa018f1c8ed83a",
    "ah": "41c52a35371027b7b6399862bffd5c5e7d22126b2b8b0667ff41275bebd9750e",
    "aj": "2fe716f40815d3e44932d7bb9da61a2f93d12c0fe8dbf7ed0639e6ca55965ada",
    "ak": "64effbd02a0c2a1d3c90e4f3d4e9e495c6106a95d34765de9bb45cc686063e62",
    "al": "cb7cfd56085b201e8cba1d88f8ed8c0b756b44fbfb30d8a6d4fc44b6289b366e",
    "am": "e441fee76ad28ec16148cb62be5a9f9c0bc2df3f05f487e8a43944eb2056b2af",
    "an": "d2465c13e729169c10b749fd93185f95e0d327e7b488a8c29d6b9a3a7fcc5a9d",
    "ao": "c02b574c6b1b62f652de230ea7595e63b5d38ca45b36e189d3eb6d2e4a69f28f",
    "ap": "74dc459c9ca43fc51b8b78fe436f612a2bcfb6a7236e6a27c5cce7e38a2a39db",
    "aq": "8c04ea16ebc35d26b7025a1ba356b9d8a17583b35be65bb77c75c52db6751c55",
    "ar": "f449d414abf378463ceada04ce9df57555c675ed5e717c8c453c3bb2607486bb",
    "as": "c22cc6fe9baf950e949701d0a340a67ec45f1a7b72c5ae7263f0390c7e04928a",
    "au": "1f9c2f9d43f9be56a55a40c9b3066c7b7cc222da2af2c38c59771ed7e3cf8039",
    "av": "6d481e638acf92ef4e9022ba4188ba40e94f1423a2e3ed3336b8bc39fe5ce877",
    "aw": "b64d0b6bb0abd737d02d62fced79209a285881303dbbdc7cd842ba31cee0fc5f",
    "ax": "196498d49eb2aba6d6b0559e0183f6f69d7b01f0eb3151a0fc42e958ca4534f3",
    "ay": "b60a47cdd19ccac3c07cdc4d42025a1884b62182530349c7805a8fd17d8fd773",
    "ba": "6a0840989da05bc3db27be58ebc31b825db0662beb0c62ca86eaa146d8c2f68d",
    "bb": "8c9958de57bddfa2458f8cfdeda80a44259d6b3ba3d299a2c68be10dece3f703",
    "bc": "067a0848f83a4d299eb20ab2b33fc206f67149d3897f96e7c8096ae9e21359bd",
    "bd": "3c74c3761833dd57a881c1f003f93468e6d7cf6aa53ddd55756be61d19459df6",
    "be": "1594ff6fb04764f8f64bc020c1ddaa72160957672728489aa16602b0c6699e9a",
    "bf": "0e47452920d454ac218ef72f2b2ff71bbebda3652699de6d414e9a9bb4be2865",
    "bg": "3df9067283b8349c6cdfe1d2743a0f53c269d4d8edd19c24abb70722153dce7a",
    "bh": "20211e1b0d050d4d80be7ed7bcc2bbf6e8bcda32ad89fbba220d936c082ac6d0",
    "bi": "fe6a80eb5a4612218264afc2b3edecf6415bed21514f8a5eeb1347af188923d8",
    "bj": "8bcc2f46ef8c21286ee0920c4770e46c3dd26f37d90a93734b3fa03a7e1eb145",
    "bk": "4c903e4fddec25ca28851ea0156bdbb18f6fff49f27f67f9a207a0f4231d9718",
    "bl": "e96d603cef2a23305ef491be0006a1e073c496f28d80243be59e30ffc46c16f8",
    "bm": "11363acd89eefff9df37a422a2cdd36388190d0e1ba9d5588f0c87124a4b22ee",
    "bn": "ef5a050d177dcb433f3e53c86593a1835612fe348eb9ed283d7576a69430c0d7",
    "bo": "8836a281e12741728db9c8aa0fdb7165166cc80d1d493b68fcdb91f64bf2416a",
    "bp": "e59bcdfff18883469f5664899f03e9e12058a0f02c0c6057a3353522c5a18330",
    "bq": "e191cfa9ae749bf9b06543b17bae2e797c6b2768528f76f60b233dbdc969cd90",
    "br": "d1bcde50db90935475307d0ed919dd957f66b20371cb6f9074e4fd30ea95f6a6",
    "bs": "1258a742757c5d8742ecb64ea302df47deb6756b0aa46e7027e7d15bc1b78349",
    "bt": "136b226e70caf848d9d8095258864a3d722cab55c54915b41c83d7307f480b45",
    "bu": "c2cfa5e328e7f04a80b5d2cfd6345a72591c643fd1b34ed2bc6106dfe0e45bd7",
    "bv": "46a8cfff7a5b3bfcabe984f948f25266dcd02942ccf504b1cdc55f5127bdd1bb",
    "bw": "db65ebfaf44a0868ceaa256f33a6ad331be66c5ede53eba1b23a9ca8e3835d88",
    "bx": "a41e8e74932a76399842106c3b20e28e1ef41bf36b2429a80f04267883f55246",
    "by": "d7a9d35a79e9e20e314c3fb070bb8b075c0a5ee5d955eefe1b61b798e595b305",
    "bz": "ec2226feafcc4fe4083973e4f5f5205c8d86796d0e31cb1a40b2803ec524603e",
    "az": "723aa006663592b8530595a6d7d2ee578362a9d75128a36e462ddb505b1f553f",
    "at": "56c5cc68154078b20e4fb742793573197ae2db157f49c8106b619b1d847ae2ab",
}
READ = {
    "a": ["14_mixins", "15_functional_helpers", "37_parallel_tuples", "26_operator_module"],
}
"""Mistakes that no belief of the catalogue gives: they are seen."""


def digest(folder: Path) -> str:
    found = hashlib.sha256()
    for path in sorted(folder.rglob("*.*")):
        found.update(path.name.encode() + path.read_bytes())
    return found.hexdigest()


@pytest.mark.parametrize("name", DIGESTS)
def test_no_stranger_s_engine_was_changed(name: str) -> None:
    assert digest(STRANGERS / name) == DIGESTS[name]


EVERY = 4
DAY = datetime.now(UTC).timetuple().tm_yday
RIGHT = sorted(STRANGERS.glob("*/odd/*.py"))


@pytest.mark.parametrize("path", RIGHT[DAY % EVERY :: EVERY], ids=lambda path: path.stem)
def test_a_stranger_s_right_engine_gets_every_point(
    path: Path, course: Course, checks: Mapping[str, tuple[Check, ...]], context: GradingContext
) -> None:
    """In four days each of them; `make corpus` grades them all."""
    report = graded(path, course, checks, context, student="stranger")
    assert [check.id for check in report.checks if check.outcome != "passed"] == []


@pytest.mark.parametrize("name", READ)
def test_mistakes_that_nobody_foresaw_are_seen_and_located(
    name: str, course: Course, context: GradingContext
) -> None:
    found = list(strangers(STRANGERS / name, course, context, only=READ[name]))
    assert len(found) == len(READ[name])
    for each in found:
        assert each.first is not None
        assert each.first.kind == "seen"
        assert each.about
        assert each.first.explained >= 0.9 * each.first.of  # an edge may be beside it


@pytest.fixture(scope="module")
def found_in(course: Course, context: GradingContext) -> Callable[[str, str], Stranger]:
    """`found_in("d", "09_reset_direct_inputs")`: what is said about it; each is graded once."""

    @cache
    def found(folder: str, name: str) -> Stranger:
        (one,) = strangers(STRANGERS / folder, brief(course), context, only=[name])
        return one

    return found


@pytest.mark.parametrize(
    ("folder", "name", "id"),
    [
        ("d", "09_reset_direct_inputs", "node/kept"),
        ("d", "17_itruediv_is_rtruediv", "value/itruediv/other.data / self.data"),
        ("d", "29_sum_first_detached", "construction/add/right"),
        ("d", "33_rounded_gradients", "node/other"),
        ("e", "17_kahn_mixed", "node/early"),
        ("e", "27_zero_grad_paths", "doubling"),
        ("e", "29_zero_grad_memory", "node/zero"),
        ("bn", "07_yarrow", "node/lacking"),
        ("e", "31_topo_rebound", "walk"),
        ("e", "35_exp_reuses_out", "node/data"),
        ("e", "38_resets_strangers", "node/beside"),
        ("e", "39_topo_on_push", "node/again"),
        ("j", "14_star_inputs", "only/large"),
        ("p", "nils", "only/large"),
        ("p", "yasmin", "constant"),
        ("b", "34_remembered_tanh", "construction/tanh/old"),
        ("w", "fenja", "node/skipped"),
        ("bo", "10_burdock", "unheld"),
        ("bo", "12_curlew", "only/large"),
        ("bo", "22_bittern", "unheld"),
    ],
)
def test_where_no_rule_is_wrong_a_failing_program_tells_where_to_look(
    folder: str, name: str, id: str, found_in: Callable[[str, str], Stranger]
) -> None:
    found = found_in(folder, name)
    assert found.first is not None
    assert found.first.id == id
    assert found.about
    assert found.report.score < found.report.max_score


@pytest.mark.parametrize(
    ("folder", "name", "line"),
    [
        ("bo", "10_burdock", 75),  # keeps an order by `id`
        ("bo", "12_curlew", 16),  # gives nodes names of five digits
        ("bp", "13_kestrel", 117),  # what a heap compares ends with the node
        ("bp", "21_nettle", 90),  # a class that many are derived from is no operator's own
        ("bj", "05_mallet", 17),  # says that two nodes are equal
        ("bj", "11_trowel", 14),  # sets a mark of a node when it is made
        ("bj", "29_jigsaw", 51),  # hands a number on in the place of a node
        ("bm", "08_dahlia", 65),  # a function that reads a loop's name too late
        ("bm", "28_peipus", 64),  # runs many times as often with each round
    ],
)
def test_what_decides_is_marked_away_from_where_it_shows(
    folder: str, name: str, line: int, found_in: Callable[[str, str], Stranger]
) -> None:
    first = found_in(folder, name).first
    assert first is not None
    assert first.where is not None
    assert first.where.marked == line


def test_each_check_is_told_with_the_counts_of_its_own_ladder(
    found_in: Callable[[str, str], Stranger],
) -> None:
    first = found_in("bm", "28_peipus").first
    assert first is not None
    assert [*first.own] == [*(first.checks or ())]
    assert len({*first.own.values()}) == 3


def test_a_number_that_nothing_explains_and_that_comes_only_after_others_says_so(
    found_in: Callable[[str, str], Stranger],
) -> None:
    found = found_in("bm", "07_saimaa").report
    (check,) = [each for each in found.checks if each.id == "unequal_depth"]
    assert not any(each.explains(check.id) for each in found.diagnosis)
    assert "after what ran before it" in check.message


@pytest.mark.parametrize(
    ("folder", "name"),
    [
        ("v", "silke"),
        ("v", "fanny"),
        ("w", "mats"),
        ("w", "rika"),
        ("w", "silas"),
        ("x", "03_identity_base"),
        ("x", "10_flow_dict"),
        ("x", "25_inplace_operators"),
        ("x", "26_heap"),
        ("x", "28_node_classes"),
        ("c", "02_jonas"),
        ("c", "07_ahmed"),
        ("c", "12_nora"),
        ("c", "23_samir"),
        ("c", "28_paula"),
        ("d", "05_relu_at_zero"),
        ("e", "26_zip_once"),
        ("h", "33_dispatch"),
        ("o", "volker"),
        ("u", "dagmar"),
        ("v", "olaf"),
        ("ae", "08_henrik"),
        ("ae", "11_yusuf"),
        ("ae", "13_olga"),
        ("ae", "19_ruth"),
        ("ae", "23_priya"),
        ("ae", "27_nadia"),
        ("ae", "30_ines"),
        ("af", "01_como"),
        ("af", "24_chad"),
        ("aj", "26_plum"),
        ("ao", "01_ash"),
        ("ao", "28_thames"),
        ("aq", "03_basalt"),
        ("aq", "07_diorite"),
        ("aq", "11_gneiss"),
        ("aq", "14_lapis"),
        ("aq", "15_malachite"),
        ("aq", "21_pearl"),
        ("aq", "25_sapphire"),
        ("aq", "27_topaz"),
        ("bd", "09_rainier"),
        ("bd", "10_kilimanjaro"),
        ("bd", "18_bellows"),
        ("bd", "22_drawknife"),
        ("bf", "24_marimba"),
        ("bj", "07_foxglove"),
        ("bj", "08_rasp"),
        ("bj", "17_spanner"),
        ("as", "14_nettle"),
        ("as", "23_willow"),
        ("ax", "20_eel"),
        ("az", "29_spruce"),
        ("bd", "07_olympus"),
        ("bd", "20_calipers"),
        ("bd", "24_gimlet"),
        ("be", "17_cherry"),
        ("be", "19_cypress"),
        ("bf", "11_gong"),
        ("bf", "14_organ"),
        ("bf", "20_piccolo"),
        ("bf", "23_bagpipe"),
        ("bf", "25_ocarina"),
        ("bf", "28_dulcimer"),
    ],
)
def test_the_line_that_decided_is_the_changed_one(
    folder: str, name: str, found_in: Callable[[str, str], Stranger]
) -> None:
    found = found_in(folder, name)
    assert found.about
    assert found.place == "exact"


@pytest.mark.parametrize(
    ("folder", "name", "told", "untold"),
    [
        ("ae", "06_farid", "contributes a wrong number to its right input", "leaf"),
        ("ae", "11_yusuf", "does not run", "written anew"),
        ("ae", "18_bruno", "the count of `a` gets to 1", "put aside"),
        ("ae", "28_jan", "holds every node before its inputs", "put aside"),
        ("ae", "22_simon", "no line of yours reads", "written anew"),
        ("ae", "30_ines", "though that rule runs", "only one side contributes"),
        ("af", "01_como", "**= n` changes the data of an operand", "lists inputs"),
        ("af", "02_garda", " gives `other.data / self.data`", "contributes"),
        ("af", "21_lucerne", "says when two nodes are equal", "is the last that has"),
        ("af", "24_chad", "is None, where a number is due", "raises an exception"),
        ("as", "02_basil", "stores something else under the name of that method", "raises"),
        ("as", "23_willow", "does not begin again with each call", "does not run"),
        ("az", "16_alder", "How does a number of another operation come", "What is different"),
        ("az", "17_beech", "changes the data of an operand", "cannot be reached"),
        ("az", "23_hazel", "your `a / b` gives no new node", "`L / b`"),
        ("az", "29_spruce", "nothing is written to it in this call", "goes on from there"),
        ("bd", "07_olympus", "and some other results do", "of other operators"),
        ("bd", "21_crowbar", "your `a - a` contributes", "Your `a - b` contributes"),
        ("bd", "22_drawknife", "reads names as it is called", "If its input grows"),
        ("bh", "02_mango", "in the order of line 112", "put aside"),
        ("bj", "07_foxglove", "`1 * out.grad` to its right input", "Which of your lines"),
        ("ax", "23_tench", "does not list its input", "Which nodes does your `zero_grad`"),
        (
            "az",
            "29_spruce",
            "the rule of `h.relu()` runs, and writes nothing",
            "goes on from there",
        ),
        ("bf", "23_bagpipe", "with that and `RULES` as they were before", "from one graph"),
        ("bf", "25_ocarina", "Your `a.relu()` contributes `1`", "what its consumers owe"),
    ],
)
def test_what_was_not_seen_is_not_said(
    folder: str, name: str, told: str, untold: str, found_in: Callable[[str, str], Stranger]
) -> None:
    found = found_in(folder, name)
    every = [
        text for each in found.report.diagnosis for text in (each.explanation, *each.own.values())
    ]
    assert any(told in text for text in every)
    assert not any(untold in text for text in every)


def test_a_program_that_is_right_by_itself_is_said_to_come_after_others(
    found_in: Callable[[str, str], Stranger],
) -> None:
    checks = found_in("bd", "04_denali").report.checks
    (failed,) = (each for each in checks if each.outcome == "failed")
    assert "a.grad is 0.0 after what ran before it, and PyTorch says" in failed.message


def test_many_consumers_are_not_told_where_as_large_a_program_with_as_many_is_right(
    found_in: Callable[[str, str], Stranger],
) -> None:
    found = found_in("s", "21_depth_has_a_last_drawer")
    assert found.caught
    assert not any("times or more" in each.explanation for each in found.report.diagnosis)


@pytest.mark.parametrize(
    ("record", "truth", "right"),
    [
        ({"operator": "rsub"}, {"operator": "sub"}, True),
        ({"operator": "mul"}, {"operator": "sub"}, False),
        ({"operator": "mul"}, {"operator": "", "function": "backward"}, False),
        ({"misconception": "tanh-overflow", "part": "functions"}, {"operator": "exp"}, False),
        ({"misconception": "bfs-order", "part": "order"}, {"operator": ""}, True),
        ({"misconception": "bfs-order", "part": "order"}, {"operator": "add"}, False),
    ],
)
def test_a_finding_is_about_the_place_of_the_mistake_or_not(
    record: Mapping[str, Any], truth: Mapping[str, Any], right: bool
) -> None:
    assert is_about(replace(Finding(None, 1, 1, "", "seen"), **record), truth) is right


TEXT = """\
class Value:
    def __mul__(self, other):
        product = make(self, other)
        product.rule = wrong(self, other)
        return product

    def backward(self):
        walk(self)
"""


@pytest.mark.parametrize(
    ("line", "place"),
    [(None, ""), (4, "exact"), (3, "located"), (8, "elsewhere"), (1, "elsewhere")],
)
def test_a_marked_line_is_judged_by_the_changed_line_and_its_function(
    line: int | None, place: str
) -> None:
    assert place_of(TEXT, {"lines": [4]}, line) == place


OF_ENGINES = [name for name in DIGESTS if (STRANGERS / name / "wrong").is_dir()]


@pytest.mark.parametrize("name", OF_ENGINES)
def test_the_truth_names_a_line_of_every_wrong_engine(name: str) -> None:
    known = truths(STRANGERS / name)
    paths = {path.stem: path for path in (STRANGERS / name / "wrong").glob("*.py")}
    assert known.keys() == paths.keys()
    for stem, truth in known.items():
        lines = paths[stem].read_text("utf-8").splitlines()
        assert truth["lines"]
        assert all(lines[number - 1].strip() for number in truth["lines"]), stem
