/** Every plain call the pages make, by noun. */
import { api, request } from "./client";
import type {
  Change, Chat, Document, Found, GlobalPage, List, Memory, Message, Passage, ProposedCall, Ready, SettingsView, Stats,
  Tag, ToldTurn, UsageRecord, UsageView,
} from "./types";

const at = (base: string, id: string, rest = "") => `${base}/${encodeURIComponent(id)}${rest}`;

const CHATS = "/api/chats";
export const chats = {
  list: (query: { query?: string; archived?: "false" | "true" | "all"; limit?: number; cursor?: string | null } = {}) =>
    api.get<List<Chat>>(CHATS, { query }),
  get: (id: string) => api.get<Chat>(at(CHATS, id)),
  change: (id: string, change: { title?: string; archived?: boolean; metadata?: Record<string, unknown>; project?: string | null }) =>
    api.put<Chat>(at(CHATS, id), change),
  delete: (id: string) => api.delete(at(CHATS, id)),
  restore: (id: string) => api.post<Chat>(at(CHATS, id, "/restore")),
  messages: (id: string, query: { limit?: number; before?: string | null } = {}) =>
    api.get<List<Message>>(at(CHATS, id, "/messages"), { query }),
  /** What happened on the way to the last answers, and the turn that runs. */
  turns: (id: string, query: { limit?: number } = {}) => api.get<List<ToldTurn>>(at(CHATS, id, "/turns"), { query }),
};

const MEMORIES = "/api/memories";
export interface MemoryInput {
  text: string;
  tag?: Tag;
  chat_id?: string;
  emotion?: string;
}
export interface SearchInput {
  query: string;
  tags?: Tag[];
  kinds?: string[];
  profile?: "chat" | "search";
  mode?: "hybrid" | "vector" | "lexical";
  limit?: number;
}
export const memories = {
  /** `messages`: those that were made from one of these. */
  list: (query: { tags?: Tag[]; messages?: string[]; limit?: number; cursor?: string | null } = {}) =>
    api.get<List<Memory>>(MEMORIES, { query }),
  get: (id: string) => api.get<Memory>(at(MEMORIES, id)),
  add: (memory: MemoryInput) => api.post<Memory>(MEMORIES, memory),
  edit: (id: string, change: { text?: string; tag?: Tag; emotion?: string | null }) =>
    api.patch<Memory>(at(MEMORIES, id), change),
  retire: (id: string) => api.delete(at(MEMORIES, id)),
  restore: (id: string) => api.post<Memory>(at(MEMORIES, id, "/restore")),
  erase: (id: string) => api.post(at(MEMORIES, id, "/erase")),
  history: (id: string) => api.get<List<Change>>(at(MEMORIES, id, "/history")),
  search: (search: SearchInput, signal?: AbortSignal) => api.post<Found>(`${MEMORIES}/search`, search, { signal }),
};

export const proposals = {
  waiting: () => api.get<List<ProposedCall>>("/api/proposals"),
  answer: (id: string, accept: boolean) => api.post<ProposedCall>(at("/api/proposals", id), { accept }),
};

const DOCUMENTS = "/api/documents";
export const documents = {
  list: (query: { limit?: number; cursor?: string | null } = {}) => api.get<List<Document>>(DOCUMENTS, { query }),
  get: (id: string) => api.get<Document>(at(DOCUMENTS, id)),
  upload: (file: File) => {
    const form = new FormData();
    form.append("file", file, file.name);
    return api.post<Document>(DOCUMENTS, form);
  },
  addUrl: (url: string) => api.post<Document>(`${DOCUMENTS}/url`, { url }),
  delete: (id: string) => api.delete(at(DOCUMENTS, id)),
  restore: (id: string) => api.post<Document>(at(DOCUMENTS, id, "/restore")),
  passages: (id: string, query: { limit?: number; cursor?: string | null } = {}) =>
    api.get<List<Passage>>(at(DOCUMENTS, id, "/passages"), { query }),
};

const CONTEXTS = "/api/contexts";
/** What bots in groups got to see. */
export const groups = {
  list: () => api.get<List<string>>("/api/groups"),
  contexts: (query: { group_id?: string; limit?: number; cursor?: string | null } = {}) =>
    api.get<List<UsageRecord>>(CONTEXTS, { query }),
  context: (id: string) => api.get<UsageView>(at(CONTEXTS, id)),
  feedback: (id: string, verdict: { good: boolean }) => api.post<UsageRecord>(at(CONTEXTS, id, "/feedback"), verdict),
  messages: (group: string, query: { limit?: number; before?: string | null } = {}) =>
    api.get<List<Message>>(at("/api/groups", group, "/messages"), { query }),
  /** Say which conversation a message is part of; null: it starts its own. */
  correct: (group: string, message: string, other: string | null) =>
    api.put(at("/api/groups", group, `/messages/${encodeURIComponent(message)}/conversation`), { with: other }),
  uncorrect: (group: string, message: string) =>
    api.delete(at("/api/groups", group, `/messages/${encodeURIComponent(message)}/conversation`)),
};

export const page = {
  get: () => api.get<GlobalPage>("/api/global-memory"),
  put: (change: { content: string; version?: number }) => api.put<GlobalPage>("/api/global-memory", change),
  versions: (query: { limit?: number; cursor?: string | null } = {}) =>
    api.get<List<GlobalPage>>("/api/global-memory/versions", { query }),
};

export const settings = {
  get: () => api.get<SettingsView>("/api/settings"),
  put: (change: Record<string, unknown>) => api.put<SettingsView>("/api/settings", change),
};

export const operation = {
  stats: () => api.get<Stats>("/api/stats"),
  /** What works; also when the answer is 503, which says that the store does not. */
  ready: async (): Promise<Ready> => {
    const response = await fetch("/readyz");
    return (await response.json()) as Ready;
  },
  export: () => request("POST", "/api/export"),
  erase: (what: { memory: string } | { chat: string } | { all: true }) => api.post("/api/erase", what),
};
