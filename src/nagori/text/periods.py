"""Days, weeks, months and years around a moment, in local time without a zone."""

from datetime import date, datetime, time, timedelta

Period = tuple[datetime, datetime]
"""From the first up to but not including the second."""

_PART_HOURS = {
    (0, 6): "凌晨",
    (5, 12): "morning 早 早上 早晨 上午",
    (11, 14): "noon 中午",
    (12, 18): "afternoon 下午",
    (17, 24): "evening 傍晚",
    (18, 30): "night 晚 晚上 夜 夜里",
}
_PARTS = {word: hours for hours, words in _PART_HOURS.items() for word in words.split()}
_LENGTHS = {"day": 1, "week": 7, "month": 30.44, "year": 365.25}


def whole(unit: str, day: date, steps: int = 0) -> Period:
    """The day, week (from Monday), weekend, month or year that is `steps` from `day`'s."""
    match unit:
        case "day":
            first, days = day + timedelta(days=steps), 1
        case "week":
            first, days = day + timedelta(weeks=steps, days=-day.weekday()), 7
        case "weekend":
            first, days = day + timedelta(weeks=steps, days=5 - day.weekday()), 2
        case "month":
            months = day.year * 12 + day.month - 1 + steps
            first = date(months // 12, months % 12 + 1, 1)
            days = ((first + timedelta(days=31)).replace(day=1) - first).days
        case _:
            first = date(day.year + steps, 1, 1)
            days = (date(first.year, 12, 31) - first).days + 1
    start = datetime.combine(first, time())
    return start, start + timedelta(days=days)


def part_of_day(day: date, steps: int, part: str | None) -> Period:
    """The morning, afternoon, evening or night of a day; a night ends at six."""
    start, end = whole("day", day, steps)
    if not part:
        return start, end
    first, last = _PARTS[part]
    return start + timedelta(hours=first), start + timedelta(hours=last)


def latest(month: int, day: int | None, now: datetime) -> Period:
    """The most recent such month, or day of it, that has begun."""
    for year in range(now.year, now.year - 9, -1):
        if (year, month, day or 0) <= (now.year, now.month, now.day) and (
            day != 29 or month != 2 or year % 4 == 0
        ):
            return whole("day" if day else "month", date(year, month, day or 1))
    raise ValueError(f"no day {day} in month {month}")


def month_by_step(month: int, step: int, now: datetime) -> Period:
    """The month of that number before (-1), in (0) or after (1) the current one."""
    near = (month >= now.month) if step < 0 else (month <= now.month)
    return whole("month", date(now.year + (step if near else 0), month, 1))


def up_to(now: datetime, unit: str, count: int) -> Period:
    """The last so many days, weeks, months or years."""
    return whole("day", now - timedelta(days=_LENGTHS[unit] * count))[0], now
