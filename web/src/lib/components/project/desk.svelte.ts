/** One project on the desk: what is known of it, read anew when something changes. */
import { projects as calls, type Domain, type Failure, type Gap, type Limits, type Project, type Round } from "$lib/api/projects";
import { ApiError } from "$lib/api/client";
import { treeOf, type Branch } from "$lib/pure/coverage";
import { live } from "$lib/state/live.svelte";
import { projectList } from "$lib/state/projects.svelte";

/** News come fast while a folder is read or a round runs. */
const EVERY_MS = 600;
/** While something runs it is also looked at without news. */
const LOOK_MS = 2_500;
const ROUNDS = 20;
const GAPS = 12;
const FAILURES = 100;

export type View = "map" | "records" | "domains" | "learning" | "failures";

export class Desk {
  project = $state.raw<Project | null>(null);
  missing = $state(false);
  error = $state.raw<unknown>(null);
  tree = $state.raw<Branch | null>(null);
  domains = $state.raw<Domain[]>([]);
  gaps = $state.raw<Gap[]>([]);
  failures = $state.raw<Failure[]>([]);
  rounds = $state.raw<Round[]>([]);
  more = $state<string | null>(null);
  /** Views that were read at least once. */
  read = $state.raw<ReadonlySet<View>>(new Set());
  /** Changes with what is known. */
  readonly version = $derived(this.project ? `${this.project.records}:${this.project.stale}:${this.project.updated_at}` : "");
  readonly busy = $derived(this.project !== null && (this.project.analysis.running || this.rounds.some((round) => round.state === "running")));
  readonly key: string;
  #view: View = "map";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(key: string) {
    this.key = key;
  }

  /** Look at something of it. */
  async show(view: View): Promise<void> {
    this.#view = view;
    await this.load();
  }

  async load(): Promise<void> {
    const view = this.#view;
    try {
      const found = await calls.get(this.key).catch((error: unknown) => {
        this.missing = error instanceof ApiError && error.status === 404;
        throw error;
      });
      this.put(found);
      this.missing = false;
      await this.#look(view);
      this.read = new Set([...this.read, view]);
      this.error = null;
    } catch (error) {
      this.error = error;
    }
  }

  put(project: Project): void {
    if (this.#closed) return;
    this.project = project;
    projectList.put(project);
  }

  async #look(view: View): Promise<void> {
    const key = this.key;
    if (view === "map") this.tree = treeOf((await calls.tree(key)).items);
    else if (view === "domains" || view === "records") this.domains = (await calls.domains(key)).items;
    else if (view === "failures") this.failures = (await calls.failures(key, { limit: FAILURES })).items;
    else {
      const [page, gaps] = await Promise.all([calls.rounds(key, { limit: ROUNDS }), calls.gaps(key, GAPS)]);
      this.rounds = page.items;
      this.more = page.next;
      this.gaps = gaps.items;
    }
  }

  async earlier(): Promise<void> {
    const page = await calls.rounds(this.key, { limit: ROUNDS, cursor: this.more });
    const known = new Set(this.rounds.map((round) => round.id));
    this.rounds = [...this.rounds, ...page.items.filter((round) => !known.has(round.id))];
    this.more = page.next;
  }

  async analyse(): Promise<void> {
    this.put(await calls.analyse(this.key));
    this.soon();
  }
  async start(): Promise<void> {
    await calls.startRound(this.key);
    this.soon();
  }
  async pause(paused: boolean): Promise<void> {
    this.put(await calls.learning(this.key, { is_enabled: !paused }));
  }
  async limit(limits: Limits): Promise<void> {
    this.put(await calls.learning(this.key, limits));
  }
  async forget(): Promise<void> {
    this.#closed = true;
    try {
      await calls.forget(this.key);
    } catch (error) {
      this.#closed = false;
      throw error;
    }
    projectList.drop(this.key);
  }

  /** Read anew in a moment, once for all that happens until then. */
  soon(): void {
    if (this.#closed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (!this.#closed) void this.load();
    }, EVERY_MS);
  }

  follow(): () => void {
    this.#closed = false;
    const look = setInterval(() => this.busy && this.soon(), LOOK_MS);
    const ends = [
      live.on("project", ({ key }) => key === this.key && this.soon()),
      live.on("missed", () => this.soon()),
      live.on("erased", () => this.soon()),
      () => clearInterval(look),
    ];
    return () => {
      this.#closed = true;
      clearTimeout(this.#timer);
      this.#timer = undefined;
      ends.forEach((end) => end());
    };
  }
}
