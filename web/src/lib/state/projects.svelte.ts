/** The folders that are learned about; none for who may not look into them. */
import { ApiError } from "../api/client";
import { projects, type Project } from "../api/projects";
import { live } from "./live.svelte";

/** News come fast while a folder is read: they are looked into this often. */
const EVERY_MS = 700;

class ProjectList {
  items = $state.raw<Project[]>([]);
  loaded = $state(false);
  error = $state.raw<unknown>(null);
  /** False for a key of one person: folders belong to who runs the server. */
  allowed = $state(true);
  #timer: ReturnType<typeof setTimeout> | undefined;

  async load(): Promise<void> {
    try {
      this.items = (await projects.list()).items;
      this.error = null;
      this.allowed = true;
    } catch (error) {
      this.error = error;
      if (error instanceof ApiError && [403, 404].includes(error.status)) this.allowed = false;
    }
    this.loaded = true;
  }

  put(project: Project): void {
    const at = this.items.findIndex((known) => known.key === project.key);
    this.items = at < 0 ? [...this.items, project] : this.items.toSpliced(at, 1, project);
  }

  drop(key: string): void {
    this.items = this.items.filter((known) => known.key !== key);
  }

  /** Reads the list, and again when something changed. */
  follow(): () => void {
    void this.load();
    const soon = () => {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        void this.load();
      }, EVERY_MS);
    };
    const ends = [live.on("project", soon), live.on("missed", soon), live.on("erased", soon)];
    return () => ends.forEach((end) => end());
  }
}

export const projectList = new ProjectList();
