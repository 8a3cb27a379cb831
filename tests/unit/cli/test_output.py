from nagori.cli.output import clean, whole


def test_a_text_can_not_move_the_cursor_or_turn_the_line() -> None:
    assert clean("red \x1b[31m alert\x07 \u202eback") == "red �[31m alert� �back"


def test_a_text_in_a_list_is_one_line_of_bounded_length() -> None:
    assert clean("one\n  two\r\nthree\tfour") == "one two three four"
    assert clean("x" * 50, most=10) == "x" * 9 + "…"


def test_a_whole_text_keeps_its_lines() -> None:
    assert whole("one\ntwo\x1b[0m") == "one\ntwo�[0m"
