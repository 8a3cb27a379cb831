/** Calls of the settings and the welcome. */
import { api } from "./client";
import type { Imported, Sample, SettingsTested } from "./schema";

export type { Imported, Sample, SettingsTested } from "./schema";
export type Part = "chat" | "decision" | "summary" | "title" | "embedding";

/** Asks a model or the embedder once. */
export const trySettings = (part: Part) => api.post<SettingsTested>("/api/settings/test", { part });

export function importFile(file: File): Promise<Imported> {
  const form = new FormData();
  form.append("file", file, file.name);
  return api.post<Imported>("/api/import", form);
}

export const makeSample = (language: "en" | "zh") => api.post<Sample>("/api/sample", { language });
