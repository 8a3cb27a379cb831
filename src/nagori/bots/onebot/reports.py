"""What a OneBot program reports, however it comes in."""

import logging
from collections import Counter

from nagori.bots.bot import Bot
from nagori.bots.onebot.events import Report
from nagori.bots.onebot.platform import OneBotPlatform
from nagori.bots.seen import Recent

log = logging.getLogger("nagori.bots")

_MOST_REPORTS = 100_000


class Reports:
    """Hands on what is said to the bot's account, once."""

    def __init__(self, bot: Bot, platform: OneBotPlatform) -> None:
        self._bot, self._platform = bot, platform
        self._seen: Recent[None] = Recent(_MOST_REPORTS)
        self._online = True
        self.counts: Counter[str] = Counter()

    def take(self, report: Report) -> bool:
        """Hear a report, soon; False when there is no room for it. Never waits."""
        if not self._platform.meet(report.me):
            self.counts["other_account"] += 1
            return True
        if report.online is not None:
            self._note_online(now=report.online)
        if report.incoming is None:
            self.counts["ignored"] += 1
        elif report.key in self._seen:
            self.counts["repeated"] += 1
        elif self._bot.take(report.incoming):
            self._seen.put(report.key, None)
            self.counts["accepted"] += 1
        else:
            return False
        return True

    def _note_online(self, *, now: bool) -> None:
        if now != self._online:
            self._online = now
            if now:
                log.info("the account is online again")
            else:
                log.warning("the account went offline: log in again in the OneBot program")
