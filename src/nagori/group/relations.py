"""Who speaks to whom, between messages and each of the hundred before them."""

from dataclasses import dataclass

import numpy as np

from nagori.group.columns import WINDOW, Columns, Floats, Ints
from nagori.group.views import FADE, Bools, after, before, between, since, tally


@dataclass(frozen=True, slots=True)
class Relations:
    """One row for each message, one column for each candidate, the oldest first."""

    present: Bools
    same: Bools
    """By the same speaker."""
    directed: Bools
    """Whether the message speaks to anybody: one column."""
    to_it: Bools
    """The message speaks to the candidate's speaker."""
    names_it: Bools
    to_me: Bools
    """The candidate speaks to the message's speaker."""
    names_me: Bools
    names_mine: Bools
    """The candidate names whom the message speaks to."""
    same_addressee: Bools
    nobody: Bools
    """The candidate speaks to nobody."""
    own_between: Floats
    """Messages between the two by the message's speaker …"""
    me_between: Floats
    """… to the message's speaker …"""
    said_between: Floats
    """… by the candidate's speaker …"""
    it_between: Floats
    """… to the candidate's speaker."""


def relations(c: Columns, first: int, last: int) -> Relations:
    """The relations of the messages from place `first` up to but not including `last`."""
    now, size = slice(first + WINDOW, last + WINDOW), last - first
    speaker, addressee = c.speaker[now, None], c.addressee[now, None]
    its_speaker = before(c.speaker, first, last)
    its_addressee = before(c.addressee, first, last)
    directed = addressee >= 0
    same, to_me = its_speaker == speaker, its_addressee == speaker
    to_it = (its_speaker == addressee) & directed
    names_it, names_me, names_mine = to_it.copy(), to_me.copy(), np.zeros_like(to_me)
    for mentions in c.mentions:
        named, its = mentions[now, None], before(mentions, first, last)
        names_it |= (its_speaker == named) & (named >= 0)
        names_me |= its == speaker
        names_mine |= (its == addressee) & directed
    who = c.speaker[first : last + WINDOW - 1, None]
    return Relations(
        present=its_speaker >= 0,
        same=same,
        directed=directed,
        to_it=to_it,
        names_it=names_it,
        to_me=to_me,
        names_me=names_me,
        names_mine=names_mine,
        same_addressee=(its_addressee == addressee) & directed,
        nobody=its_addressee < 0,
        own_between=since(same),
        me_between=since(to_me),
        said_between=between(after(c.speaker, first, last) == who, size),
        it_between=between(after(c.addressee, first, last) == who, size),
    )


@dataclass(frozen=True, slots=True)
class History:
    """What the candidate's speaker has had to do with the message's speaker lately."""

    called_me: Floats
    i_called: Floats
    activity: Floats


def history(c: Columns, r: Relations, first: int, last: int) -> History:
    """How often each one called the other, and how much the candidate's speaker said at all."""
    size, numbers = last - first, c.speakers + 1
    base = numbers * np.arange(size)[:, None]
    speakers: Ints = before(c.speaker, first, last)
    addressees: Ints = before(c.addressee, first, last)
    keys = np.where(r.present, speakers, c.speakers) + base
    aims = np.where(addressees >= 0, addressees, c.speakers) + base
    return History(
        called_me=tally(keys, r.to_me * FADE, numbers * size)[keys],
        i_called=tally(aims, r.same * FADE, numbers * size)[keys],
        activity=tally(keys, r.present, numbers * size)[keys],
    )
