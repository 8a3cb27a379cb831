/** What is said of projects, where the words depend on a value. */
import type { Project } from "$lib/api/projects";
import { t, type Key } from "$lib/i18n";
import type { Branch } from "$lib/pure/coverage";
import { clock } from "$lib/pure/format";

/** The words for a value of the server; the value itself for one that is not known here. */
export function word(group: string, value: string): string {
  const key = `projects.${group}_${value}` as Key;
  const said = t(key);
  return said === key ? value : said;
}

/** "62%"; a little is not called nothing, and nearly all not all. */
export function percent(share: number, locale: string): string {
  const told = (value: number) => value.toLocaleString(locale, { style: "percent", maximumFractionDigits: 0 });
  if (share > 0 && share < 0.01) return `< ${told(0.01)}`;
  return told(share > 0.99 && share < 1 ? 0.99 : share);
}

/** "12 records, 3 stale". */
export function recordsTold({ records, stale }: { records: number; stale: number }): string {
  if (!records) return t("projects.recordsNone");
  const all = t("projects.records", { count: records });
  return stale ? `${all}, ${t("projects.staleCount", { count: stale })}` : all;
}

/** All of a branch in one line: "src/pay.py · 120 lines · 3 records · known". */
export function branchTold(branch: Branch): string {
  const state = branch.kind === "file" && branch.skipped ? t("projects.skippedWhy", { why: branch.skipped }) : t(`projects.${branch.knowledge}`);
  const parts = [branch.path || t("projects.whole")];
  if (branch.kind === "folder") parts.push(t("projects.files", { count: branch.files }));
  parts.push(t("projects.lines", { count: branch.lines }), recordsTold(branch), state);
  return parts.join(" · ");
}

/** What the learner of a project does. */
export function phaseTold({ evolution }: Project, locale: string): string {
  const { current_phase: phase, is_enabled: enabled, backoff_until: until, consecutive_errors: errors } = evolution;
  const works = phase !== "IDLE" && phase !== "BACKING_OFF";
  if (!enabled && !works) return t("projects.phase_PAUSED");
  const parts = [word("phase", phase)];
  if (phase === "BACKING_OFF") {
    if (until) parts.push(t("projects.until", { when: clock(until, locale) }));
    if (errors) parts.push(t("projects.errors", { count: errors }));
  }
  return parts.join(" · ");
}
