"""The ranking of published tests is the one that is published."""

from tests.data.published_tests import from_scratch
from tests.proving.published import PAGE, found_by, table_of


def test_the_page_holds_what_is_found() -> None:
    """One project's row; the whole table is made by `python -m tests.proving.published --write`."""
    found = found_by(from_scratch.tests, (from_scratch.__doc__ or "").partition("\n")[0])
    assert {*table_of([found])} <= {*PAGE.read_text().splitlines()}
