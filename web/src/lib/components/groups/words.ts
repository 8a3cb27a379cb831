/** The words that a context is told in. */
import type { Message, UsageView } from "$lib/api/types";
import { t, type Key } from "$lib/i18n";
import type { Reply } from "$lib/pure/replies";

const PARTS: Record<string, Key> = {
  reply: "groups.part_reply",
  same_conversation: "groups.part_same_conversation",
  thread: "groups.part_thread",
  reply_chain: "groups.part_reply_chain",
  user_continuity: "groups.part_user_continuity",
  time_decay: "groups.part_time_decay",
  mention_relation: "groups.part_mention_relation",
  keyword_overlap: "groups.part_keyword_overlap",
};

export const two = (value: number, locale: string): string =>
  value.toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export const partsTold = (parts: readonly [string, number][], locale: string): string =>
  parts.map(([name, value]) => `${PARTS[name] ? t(PARTS[name]) : name} ${two(value, locale)}`).join(" · ");

export const who = (message: Message | undefined): string => message?.name ?? message?.speaker ?? "–";

/** What a message replies to, and how likely; what a person said is certain. */
export function replyTold(view: UsageView, id: string, reply: Reply, locale: string): string {
  const other = who(view.messages.find((message) => message.id === reply.to));
  const starts = reply.to === id;
  if (reply.corrected) return starts ? t("groups.correctedOwn") : t("groups.correctedWith", { who: other });
  const percent = reply.chance.toLocaleString(locale, { style: "percent", maximumFractionDigits: 0 });
  return starts ? t("groups.starts", { percent }) : t("groups.repliesTo", { who: other, percent });
}
