/** Times and sizes in a person's language. */

const DAY_MS = 86_400_000;

/** "12 Mar", with the year when it is another one. */
export function day(iso: string, locale: string, now: Date = new Date()): string {
  const at = new Date(iso);
  const year = at.getFullYear() === now.getFullYear() ? undefined : "numeric";
  return new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year }).format(at);
}

/** "12 Mar 2026, 21:04". */
export function dateTime(iso: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(new Date(iso));
}

/** "21:04". */
export function clock(iso: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" }).format(new Date(iso));
}

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** "31 bytes", "1.4 MB", "31 字节". */
export function bytes(count: number, locale: string): string {
  // What would round to a thousand is one of the next.
  const step = UNITS.findIndex((_, at) => Math.round(count / 1000 ** at * 10) < 10_000 || at === UNITS.length - 1);
  const options = { style: "unit", unit: UNITS[step], unitDisplay: step ? "short" : "long", maximumFractionDigits: step ? 1 : 0 } as const;
  const said = new Intl.NumberFormat(locale, options).format(count / 1000 ** step);
  return said.replace(/(\d)(\p{Script=Han})/u, "$1 $2");
}

export type DayGroup = "today" | "yesterday" | "lastWeek" | "lastMonth" | { month: string };

/** Under which heading something of that time belongs. */
export function dayGroup(iso: string, locale: string, now: Date = new Date()): DayGroup {
  const at = new Date(iso);
  const start = (d: Date) => new Date(d.getFullYear(), d.getMonth(), d.getDate()).getTime();
  const days = Math.round((start(now) - start(at)) / DAY_MS);
  if (days <= 0) return "today";
  if (days === 1) return "yesterday";
  if (days <= 7) return "lastWeek";
  if (days <= 30) return "lastMonth";
  return { month: new Intl.DateTimeFormat(locale, { month: "long", year: "numeric" }).format(at) };
}

export interface Group<T> {
  group: DayGroup;
  items: T[];
}

/** Things in their order, cut where the heading changes. */
export function byDay<T>(items: readonly T[], at: (item: T) => string, locale: string, now: Date = new Date()): Group<T>[] {
  const groups: Group<T>[] = [];
  for (const item of items) {
    const group = dayGroup(at(item), locale, now);
    const last = groups.at(-1);
    if (last && JSON.stringify(last.group) === JSON.stringify(group)) last.items.push(item);
    else groups.push({ group, items: [item] });
  }
  return groups;
}
