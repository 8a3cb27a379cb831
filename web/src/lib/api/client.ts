/** One door to the server: JSON in and out, problems as errors, the caller's key on every call. */
import { credentials } from "./credentials";

/** What went wrong, as the server says it; status 0 when it could not be reached. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
  ) {
    super(detail);
    this.name = "ApiError";
  }

  get unreachable(): boolean {
    return this.status === 0;
  }
}

type Query = Record<string, string | number | boolean | readonly string[] | null | undefined>;

export interface Call {
  query?: Query;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Repeats of one intent carry the same key, so that it is done once. */
  key?: string;
}

export const api = {
  get: <T>(path: string, call: Call = {}) => json<T>("GET", path, call),
  post: <T>(path: string, body?: unknown, call: Call = {}) => json<T>("POST", path, { ...call, body }),
  put: <T>(path: string, body: unknown, call: Call = {}) => json<T>("PUT", path, { ...call, body }),
  patch: <T>(path: string, body: unknown, call: Call = {}) => json<T>("PATCH", path, { ...call, body }),
  delete: <T = void>(path: string, call: Call = {}) => json<T>("DELETE", path, call),
};

/** The response itself, for streams and files; a refusal is thrown as `ApiError`. */
export async function request(method: string, path: string, call: Call = {}): Promise<Response> {
  const headers: Record<string, string> = { ...credentials.headers(), ...call.headers };
  let body: BodyInit | undefined;
  if (call.body instanceof FormData || call.body instanceof Blob) body = call.body;
  else if (call.body !== undefined) {
    headers["Content-Type"] = "application/json";
    body = JSON.stringify(call.body);
  }
  if (method !== "GET") headers["Idempotency-Key"] = call.key ?? newKey();
  let response: Response;
  try {
    response = await fetch(path + queryString(call.query), { method, headers, body, signal: call.signal });
  } catch (error) {
    if (call.signal?.aborted) throw error;
    throw new ApiError(0, "unreachable", "The server can't be reached.");
  }
  if (response.ok) return response;
  const error = await problemOf(response);
  if (response.status === 401) credentials.refused();
  throw error;
}

async function json<T>(method: string, path: string, call: Call): Promise<T> {
  const response = await request(method, path, call);
  const text = await response.text();
  return (text ? JSON.parse(text) : undefined) as T;
}

/** A text of one's own, for `Idempotency-Key`. (`randomUUID` is missing where there is no TLS.) */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
}

export async function problemOf(response: Response): Promise<ApiError> {
  try {
    const problem = (await response.json()) as { code?: string; title?: string; detail?: string };
    return new ApiError(response.status, problem.code ?? "", problem.detail || problem.title || response.statusText);
  } catch {
    return new ApiError(response.status, "", response.statusText || `HTTP ${response.status}`);
  }
}

function queryString(query: Query = {}): string {
  const made = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined || value === "") continue;
    for (const one of Array.isArray(value) ? value : [value]) made.append(name, String(one));
  }
  return made.size ? `?${made}` : "";
}
