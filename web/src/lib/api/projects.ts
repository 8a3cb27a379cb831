/** Folders that are learned about: what is known of them, and the learner that goes on by itself. */
import { api } from "./client";
import type * as schema from "./schema";
import type { List } from "./types";

export type Project = schema.ProjectOut;
export type Limits = Project["limits"];
export type Phase = schema.RoundOut["phase"];
/** Lines of a file. */
export type Span = schema.Place;
export type Citation = schema.CitationOut;
export type LearningRecord = schema.RecordOut;
export type Step = schema.ToolCallStep;
export type TreeItem = schema.TreeEntry;
export type ProjectAnswer = schema.AnswerOut;
export type Domain = schema.DomainKnowledge;
export type Failure = schema.FailureRecord;
export type Round = schema.RoundOut;
export type FileLines = schema.LinesOut;
export type Gap = schema.KnowledgeGap;

export interface RecordFilter {
  domain?: string;
  path?: string;
  status?: string;
  limit?: number;
  cursor?: string | null;
}

const at = (key: string, rest = "") => `/api/projects/${encodeURIComponent(key)}${rest}`;

export const projects = {
  list: () => api.get<{ items: Project[] }>("/api/projects"),
  register: (path: string, key?: string) => api.post<Project>("/api/projects", { path, ...(key ? { key } : {}) }),
  get: (key: string) => api.get<Project>(at(key)),
  forget: (key: string) => api.delete(at(key)),
  analyse: (key: string) => api.post<Project>(at(key, "/analysis")),
  ask: (key: string, question: string, signal?: AbortSignal) => api.post<ProjectAnswer>(at(key, "/ask"), { question }, { signal }),
  search: (key: string, query: string, limit: number, signal?: AbortSignal) =>
    api.get<{ items: LearningRecord[]; degraded: string[] }>(at(key, "/search"), { query: { query, limit }, signal }),
  records: (key: string, filter: RecordFilter = {}) => api.get<List<LearningRecord>>(at(key, "/records"), { query: { ...filter } }),
  record: (key: string, id: string) => api.get<LearningRecord>(at(key, `/records/${encodeURIComponent(id)}`)),
  failures: (key: string, query: { limit?: number; cursor?: string | null } = {}) => api.get<List<Failure>>(at(key, "/failures"), { query }),
  gaps: (key: string, limit: number) => api.get<{ items: Gap[] }>(at(key, "/gaps"), { query: { limit } }),
  domains: (key: string) => api.get<{ items: Domain[] }>(at(key, "/domains")),
  tree: (key: string) => api.get<{ items: TreeItem[] }>(at(key, "/tree")),
  lines: (key: string, span: Span) => api.get<FileLines>(at(key, "/lines"), { query: { ...span } }),
  rounds: (key: string, query: { limit?: number; cursor?: string | null } = {}) => api.get<List<Round>>(at(key, "/rounds"), { query }),
  startRound: (key: string) => api.post<unknown>(at(key, "/rounds")),
  learning: (key: string, change: { is_enabled?: boolean } & Partial<Limits>) => api.put<Project>(at(key, "/learning"), change),
};
