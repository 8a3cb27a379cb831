import pytest
from hypothesis import given
from hypothesis import strategies as st

from nagori.write.facts import read
from nagori.write.facts_common import meet
from nagori.write.facts_numbers import Figure, agree, differ, figures
from nagori.write.facts_things import clashes, things

texts = st.one_of(
    st.text(max_size=200),
    st.text(
        alphabet="我用户一二三十百千万零点半号月年搬住不了没叫“”，。 i'msold0123456789:.-",
        max_size=120,
    ),
)


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("The user lives in Porto.", "user"),
        ("I live in Porto", "user"),
        ("用户住在上海。", "user"),
        ("my sister is a vet", "sister"),
        ("The user's sister Ana moved to Lyon.", "sister"),
        ("我妹住苏州", "sister:younger"),
        ("用户的妹妹住在苏州。", "sister:younger"),
        ("my wife and I got married in 2016", "user"),
        ("bought my mum an iPhone 15", "mother"),
        ("给我妈买了个华为平板", "mother"),
        ("dinner with my brother", "user"),
        ("my father-in-law still works", "father-in-law"),
        ("my mother in law is called Ngozi", "mother-in-law"),
        ("The user's missus is a nurse.", "partner"),
        ("The user's boy is six.", "son"),
        ("我姐夫是医生", "brother-in-law"),
        ("haircut friday at 4", ""),
        ("春风250卖了，媳妇不让骑", ""),
    ],
)
def test_a_statement_tells_whom_it_is_about(text: str, subject: str) -> None:
    assert read(text).subject == subject


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("The user lives in Porto.", "home"),
        ("搬到重庆了", "home"),
        ("my phone is a Galaxy S22", "phone"),
        ("旧小米拿去以旧换新了", "phone"),
        ("I'm 29", "age"),
        ("35了，妥妥中年人", "age"),
        ("最喜欢的歌手是周杰伦", "favourite 歌手"),
        ("my favourite band is Radiohead", "favourite band"),
        ("dentist rang, it's Wednesday at 10", "dentist"),
    ],
)
def test_a_statement_tells_what_it_is_about(text: str, slot: str) -> None:
    fact = next(fact for fact in read(text).facts if fact.slot == slot)

    assert fact.single


@pytest.mark.parametrize(
    "text",
    ["I don't work there any more", "quit the choir", "cancelled Netflix", "书法班退了", "分手了"],
)
def test_an_end_is_heard(text: str) -> None:
    assert read(text).ends


@pytest.mark.parametrize(
    "text", ["I write with my left hand", "迟到的人我真受不了", "I live in Porto"]
)
def test_what_only_looks_like_an_end_is_none(text: str) -> None:
    assert not read(text).ends


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("half five", "5:30"),
        ("at eleven", "11pm"),
        ("五点半", "5:30"),
        ("三千五", "3,500"),
        ("十点一刻", "10:15"),
        ("一米八五", "1.85 m"),
        ("88年的", "born in 1988"),
        ("五月三号", "May 3rd"),
        ("晨跑5k", "五公里"),
        ("周四", "on Thursday"),
        ("礼拜天", "sunday"),
        ("twenty-five", "25"),
        ("两万五", "25000"),
        ("一百零五", "105"),
    ],
)
def test_a_number_is_the_same_however_it_is_written(one: str, other: str) -> None:
    a, b = figures(one.lower())[0], figures(other.lower())[0]

    assert agree(a, b)
    assert not differ(a, b)


@pytest.mark.parametrize(
    ("one", "other"),
    [("the 14th", "the 28th"), ("周二", "周四"), ("at 3", "at 5"), ("34岁", "35岁")],
)
def test_other_numbers_of_a_kind_differ(one: str, other: str) -> None:
    a, b = figures(one)[0], figures(other)[0]

    assert differ(a, b)
    assert not agree(a, b)


@pytest.mark.parametrize(
    ("text", "kept", "former"),
    [
        ("the flight's at 8:30, not 6:40", {("time", "8:30")}, {("time", "6:40")}),
        ("rent went up from 950 to 1080", {("count", "1080")}, {("count", "950")}),
        ("从四楼搬到十楼了", {("count", "10")}, {("count", "4")}),
        ("i work from 9 to 5", {("count", "9"), ("count", "5")}, set[Figure]()),
    ],
)
def test_a_number_that_holds_no_more_is_told_from_the_one_that_does(
    text: str, kept: set[Figure], former: set[Figure]
) -> None:
    reading = read(text)

    assert reading.figures == kept
    assert reading.former == former


@pytest.mark.parametrize("text", ["国庆打算去新疆自驾", "I'm saving up for a house", "还没考驾照"])
def test_a_plan_is_heard(text: str) -> None:
    assert read(text).plans


@pytest.mark.parametrize("text", ["去年去过大理", "I broke my wrist years ago", "小时候养过鸡"])
def test_what_was_once_is_heard(text: str) -> None:
    assert read(text).once


def test_a_past_verb_is_told_from_an_allergy() -> None:
    assert not read("我对花生过敏").once


def test_only_the_clause_that_ends_something_is_over() -> None:
    assert read("我老婆爱喝茶，健身房退了").over == "健身房退了"


@pytest.mark.parametrize("text", ["我堂弟当兵去了", "我表弟在部队", "我舅妈做饭好吃"])
def test_a_cousin_is_no_brother_and_an_aunt_no_mother(text: str) -> None:
    assert not read(text).mentions & {"brother:younger", "mother"}


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("孩子今年要中考了", "我闺女上初三"),
        ("we switched her to St Anne's", "my kid goes to Oakfield"),
        ("带它打了疫苗", "我家猫三岁"),
        ("baby girl arrived on Thursday", "my wife is pregnant"),
    ],
)
def test_statements_meet_that_may_be_about_one_person(new: str, old: str) -> None:
    assert meet(read(new), read(old))


@pytest.mark.parametrize(
    ("new", "old"),
    [("it's in York", "my brother lives in Leeds"), ("我爸会游泳", "我妈在银行上班")],
)
def test_statements_about_two_people_do_not_meet(new: str, old: str) -> None:
    assert not meet(read(new), read(old))


@pytest.mark.parametrize("text", ["一般", "一个人住", "万一下雨", "i may go", "大三"])
def test_what_counts_nothing_is_no_number(text: str) -> None:
    assert figures(text)[0] == frozenset()


def test_the_frame_around_quoted_words_is_not_read() -> None:
    assert read("The user said: “quit the choir”") == read("quit the choir")


@given(text=texts)
def test_reading_never_fails_and_repeats(text: str) -> None:
    once = read(text)
    read.cache_clear()

    assert read(text) == once


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("我会弹钢琴", ("instrument", "钢琴")),
        ("在鹅厂待了三年", ("company", "腾讯")),
        ("我用notion记东西", ("app", "notion")),
        ("i've got two kittens", ("pet", "cat")),
        ("my sister practises law", ("job", "lawyer")),
        ("moved to new york", ("place", "new york")),
    ],
)
def test_a_thing_is_known_by_any_of_its_names(text: str, thing: tuple[str, str]) -> None:
    assert thing in things(text)


def test_the_longest_name_is_the_one_that_is_meant() -> None:
    assert ("drink", "酒") not in things("我爱喝啤酒")
    assert ("school", "high school") in things("i teach high school")


def test_two_things_of_one_kind_clash_unless_one_is_in_both() -> None:
    assert clashes(things("我会弹钢琴"), things("我在学古筝")) == {"instrument"}
    assert not clashes(things("我会弹钢琴"), things("我弹钢琴，也弹古筝"))
    assert not clashes(things("我会弹钢琴"), things("我怕蜘蛛"))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("我女朋友叫林小雨", "小雨"),
        ("我搭档是老罗", "老罗"),
        ("我的健身教练是高教练，之前是胡教练", "胡教练"),
    ],
)
def test_somebody_is_known_by_the_short_form_of_a_name(text: str, name: str) -> None:
    assert name in read(text).called
