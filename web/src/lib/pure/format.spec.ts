import { describe, expect, it } from "vitest";
import { byDay, bytes, day, dayGroup } from "./format";

const NOW = new Date(2026, 10, 16, 9, 0);
const ago = (days: number, hour = 12) => new Date(2026, 10, 16 - days, hour).toISOString();

describe("times", () => {
  it("are grouped by the calendar, not by hours", () => {
    expect(dayGroup(ago(0, 0), "en-GB", NOW)).toBe("today");
    expect(dayGroup(ago(1, 23), "en-GB", NOW)).toBe("yesterday");
    expect(dayGroup(ago(7), "en-GB", NOW)).toBe("lastWeek");
    expect(dayGroup(ago(8), "en-GB", NOW)).toBe("lastMonth");
    expect(dayGroup(ago(31), "en-GB", NOW)).toEqual({ month: "October 2026" });
    expect(dayGroup(ago(31), "zh-CN", NOW)).toEqual({ month: "2026年10月" });
    expect(dayGroup(ago(-1), "en-GB", NOW)).toBe("today"); // a clock that is ahead
  });

  it("name the year only when it is another one", () => {
    expect(day(ago(10), "en-GB", NOW)).toBe("6 Nov");
    expect(day("2025-03-12T12:00:00Z", "en-GB", NOW)).toBe("12 Mar 2025");
  });

  it("keep the order of things and lose none", () => {
    const items = [0, 0, 1, 3, 40, 41, 90].map((days, id) => ({ id, at: ago(days) }));
    const groups = byDay(items, (item) => item.at, "en-GB", NOW);

    expect(groups.flatMap((group) => group.items)).toEqual(items);
    expect(groups.map((group) => group.items.length)).toEqual([2, 1, 1, 2, 1]);
  });
});

describe("sizes", () => {
  it("have a unit that fits", () => {
    expect(bytes(0, "en-GB")).toBe("0 bytes");
    expect(bytes(1, "en-GB")).toBe("1 byte");
    expect(bytes(31, "en-GB")).toBe("31 bytes");
    expect(bytes(999, "en-GB")).toBe("999 bytes");
    expect(bytes(1_000, "en-GB")).toBe("1 kB");
    expect(bytes(999_960, "en-GB")).toBe("1 MB");
    expect(bytes(1_400_000, "en-GB")).toBe("1.4 MB");
    expect(bytes(7.2e12, "en-GB")).toBe("7,200 GB");
    expect(bytes(31, "zh-CN")).toBe("31 字节");
    expect(bytes(1_400_000, "zh-CN")).toBe("1.4 MB");
  });
});
