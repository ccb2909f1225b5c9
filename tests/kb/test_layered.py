"""Maps that share what did not change."""

from hypothesis import given
from hypothesis import strategies as st

from kb.layered import Layered, differing, with_entry


@given(
    st.integers(0, 200),
    st.lists(st.tuples(st.integers(0, 300), st.integers()), max_size=200),
)
def test_it_is_what_a_dict_would_be_and_earlier_ones_stay(
    size: int, changes: list[tuple[int, int]]
) -> None:
    entries = with_entry({key: key for key in range(size)}, 0, 0)
    plain = dict(entries)
    moments = []
    for key, value in changes:
        entries = with_entry(entries, key, value)
        plain = {**plain, key: value}
        moments.append((entries, plain))
    for moment, wanted in moments:
        assert list(moment.items()) == list(wanted.items())
        assert len(moment) == len(wanted)
        assert all((key in moment) == (key in wanted) for key in range(301))


def test_a_large_one_is_not_copied_for_every_change() -> None:
    entries = with_entry(dict.fromkeys(range(10_000), 0), 0, 1)
    copied = 0
    for key in range(1000):
        entries = with_entry(entries, key, 1)
        assert isinstance(entries, Layered)
        copied += len(entries._over) or len(entries)
    assert copied < 200 * 1000


@given(
    st.integers(0, 200),
    st.lists(st.tuples(st.integers(0, 300), st.integers(400, 999)), min_size=1, max_size=60),
)
def test_what_differs_is_what_was_changed(size: int, changes: list[tuple[int, int]]) -> None:
    first = with_entry({key: str(key) for key in range(size)}, 0, "0")
    last = first
    for key, value in changes:
        last = with_entry(last, key, str(value))
    assert set(differing(first, last)) == {key for key, _ in changes}
    assert list(differing(last, last)) == []
