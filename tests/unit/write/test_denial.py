"""A statement and the same with a “not” in it."""

import pytest

from nagori.write.denial import is_denied


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The user is allergic to penicillin.", "The user isn't allergic to penicillin after all."),
        ("The user eats meat.", "The user does not eat meat."),
        ("The user doesn't eat meat.", "The user eats meat again."),
        ("The user can drive a lorry.", "The user can't drive a lorry, the eye test failed."),
        ("The user works on Fridays.", "The user no longer works on Fridays."),
        ("用户对青霉素过敏。", "用户对青霉素不过敏。"),
        ("用户对青霉素过敏。", "复查了，用户对青霉素不过敏了。"),
        ("用户有驾照。", "用户没有驾照。"),
        ("用户不喜欢咖啡。", "用户喜欢咖啡了。"),
    ],
)
def test_the_same_with_a_not_denies_it(old: str, new: str) -> None:
    assert is_denied(new, old)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The user dislikes coffee.", "The user does not like coffee."),
        ("The user doesn't drink alcohol.", "The user is teetotal."),
        ("The user eats meat.", "The user eats meat."),
        ("The user doesn't eat meat.", "The user never eats meat."),
        ("The user eats meat.", "The user does not eat fish."),
        ("用户一个人住。", "用户家里没别人。"),
        ("用户觉得这家店不错。", "用户觉得这家店错。"),
        ("用户对花生过敏。", "花生用户碰都不能碰，过敏。"),
        ("", "用户不吃肉。"),
    ],
)
def test_other_words_or_the_same_sign_deny_nothing(old: str, new: str) -> None:
    assert not is_denied(new, old)
