/** What the garden asks of the server beside the plain calls. */
import { api } from "../api/client";
import type { List, Memory } from "../api/types";
import type { MemoryMap } from "./columns";

const MEMORIES = "/api/memories";

export const garden = {
  map: () => api.get<MemoryMap>(`${MEMORIES}/map`),
  matching: (text: string, signal?: AbortSignal) =>
    api.post<{ ids: string[] }>(`${MEMORIES}/matching`, { text }, { signal }),
  read: (ids: readonly string[]) => api.post<List<Memory>>(`${MEMORIES}/read`, { ids }),
  before: (id: string) => api.get<List<Memory>>(`${MEMORIES}/${encodeURIComponent(id)}/before`),
};
