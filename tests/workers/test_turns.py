"""Choices are read without the protobuf library, and just as it reads them."""

from hypothesis import given
from hypothesis import strategies as st
from motherlode.v1 import bot_pb2 as pb

from workers.session import Misbehaviour, parse_choices
from workers.turns import read_choices

NUMBER = st.integers(0, 2**32 - 1)
CODED = st.builds(pb.Choice, match=NUMBER, decision=NUMBER, code=NUMBER)
SPELT = st.builds(pb.Choice, match=NUMBER, decision=NUMBER, notation=st.text())


@given(st.lists(CODED))
def test_codes_are_read_as_the_library_reads_them(choices):
    data = pb.FromBot(choices=choices).SerializeToString()
    assert read_choices(data) == [(c.match, c.decision, c.code) for c in choices] == parse_choices(data)


@given(st.lists(st.one_of(CODED, SPELT)), st.binary(max_size=20), st.integers(0, 200))
def test_whatever_bytes_come_they_are_read_as_the_library_reads_them_or_left_to_it(choices, noise, at):
    data = pb.FromBot(choices=choices).SerializeToString()
    spoilt = data[:at] + noise + data[at:]
    found = read_choices(spoilt)
    if found is not None:
        assert found == parse_choices(spoilt)


def test_a_choice_without_an_action_is_left_to_the_library():
    data = pb.FromBot(choices=[pb.Choice(match=1, decision=2)]).SerializeToString()
    assert read_choices(data) is None and parse_choices(data) == [(1, 2, None)]


def test_broken_bytes_are_refused():
    assert read_choices(b"\x0a\xff") is None
    try:
        parse_choices(b"\x0a\xff")
    except Misbehaviour as fault:
        assert "no FromBot message" in fault.why
    else:
        raise AssertionError("they were taken")
