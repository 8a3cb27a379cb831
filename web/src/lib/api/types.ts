/** The server's values under their own names; see `schema.d.ts`, which is generated. */
import type * as schema from "./schema";

export type {
  Change, Chat, ChatPage, Citation, Found, GlobalPage, Memory, Message, MessagePage, NearMiss, ProposedCall, Ready, Recalled,
  SettingsView, Source, Stats, Turn, UsageRecord, UsageView, Why,
} from "./schema";

export type Tag = schema.Memory["tag"];
export const TAGS: readonly Tag[] = ["manual", "summary", "user_input", "ai_output"];

/** What happens in a turn, in the order of `number`. */
export type TurnEvent = schema.Event;

/** A turn of a chat as it is read later; `events` without the words of the answer. */
export interface ToldTurn {
  turn: schema.Turn;
  events: TurnEvent[];
}

export type Document = schema.Document;
export type DocumentState = Document["state"];
export type Passage = schema.DocumentPassage & { page: number | null };

export interface List<T> {
  items: T[];
  next: string | null;
}

/** News on the live feed. `missed`: some was lost, so look for yourself. */
export type News =
  | { type: "message"; message: schema.Message }
  | { type: "chat"; chat: schema.Chat }
  | { type: "chat_deleted"; id: string }
  | { type: "memory"; memory: schema.Memory }
  | { type: "learned"; memory: schema.Memory }
  | { type: "proposal"; proposal: schema.ProposedCall }
  | { type: "global_memory"; global_memory: schema.GlobalPage }
  | { type: "document"; document: Document }
  | { type: "erased"; receipt: { erased: Record<string, number>; pending: string[]; at: string } }
  | { type: "project"; key: string }
  | { type: "job"; [field: string]: unknown }
  | { type: "missed" };
export type NewsType = News["type"];
