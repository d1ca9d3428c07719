"""The page of the benchmarks has a place for each of them."""

from tests.bench.report import BENCHMARKS, PAGE, with_printed


def test_what_is_printed_has_its_place_and_the_words_around_it_stay() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name in BENCHMARKS:
        written = with_printed(page, f"tests.bench.{name}", "0.1 s\n")
        assert "```text\n0.1 s\n```\n" in written
        assert {line for line in written.splitlines() if line.startswith("## ")} == {
            line for line in page.splitlines() if line.startswith("## ")
        }
