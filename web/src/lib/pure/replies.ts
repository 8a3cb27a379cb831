/** What replies to what in a context, as rows with arcs between them. */
import type { Message, UsageView } from "../api/types";

export interface Reply {
  /** The message itself when it starts a conversation. */
  to: string;
  chance: number;
  /** Said by a person, not worked out. */
  corrected: boolean;
}

export interface Row {
  message: Message;
  /** The one that the context is for. */
  asked: boolean;
  chosen: boolean;
  /** Null for one that was not considered, only replied to. */
  score: number | null;
  /** Without the score itself, the largest first. */
  parts: [string, number][];
  reply: Reply | null;
}

export interface Arc {
  /** Rows, counted from the top. */
  from: number;
  to: number;
  chance: number;
  corrected: boolean;
  /** Whether both ends are seen by the bot. */
  chosen: boolean;
}

type Links = Record<string, { to: string; chance: number }>;

/** What a message of a context replies to: as a person said, or else as it was worked out. */
export function replyOf(view: UsageView, id: string): Reply | null {
  const corrected = view.corrections[id];
  if (corrected !== undefined) return { to: corrected ?? id, chance: 1, corrected: true };
  const link = ((view.record.build.links as Links | undefined) ?? {})[id];
  return link ? { ...link, corrected: false } : null;
}

/** Every message that a context tells of, in the order in which they were said. */
export function rows(view: UsageView): Row[] {
  const chosen = new Set(view.record.context_message_ids);
  const said = [...view.messages].sort((a, b) => Date.parse(a.said_at) - Date.parse(b.said_at));
  return said.map((message) => {
    const told = view.record.relevance_scores[message.id];
    const { score = 0, ...parts } = told ?? {};
    return {
      message,
      asked: message.id === view.record.trigger_message_id,
      chosen: chosen.has(message.id),
      score: told ? score : null,
      parts: Object.entries(parts).sort((a, b) => b[1] - a[1]),
      reply: replyOf(view, message.id),
    };
  });
}

/** Arcs between rows, the weakest first: the strongest are drawn over them. */
export function arcs(all: readonly Row[]): Arc[] {
  const place = new Map(all.map((row, at) => [row.message.id, at]));
  const found = all.flatMap((row, from) => {
    const to = row.reply ? place.get(row.reply.to) : undefined;
    if (!row.reply || to === undefined || to === from) return [];
    const seen = (one: Row | undefined) => one !== undefined && (one.chosen || one.asked);
    return [{ from, to, chance: row.reply.chance, corrected: row.reply.corrected, chosen: seen(row) && seen(all[to]) }];
  });
  return found.sort((a, b) => a.chance - b.chance);
}

/** A curve to the left of rows that are `high`, from dots at `x`; longer ones reach further out. */
export function curve({ from, to }: Arc, high: number, x: number): string {
  const [y, end] = [(from + 0.5) * high, (to + 0.5) * high];
  const out = Math.min(x - 6, 10 + 8 * Math.abs(from - to));
  const bend = (x - (out * 4) / 3).toFixed(1);
  return `M${x} ${y}C${bend} ${y} ${bend} ${end} ${x} ${end}`;
}
