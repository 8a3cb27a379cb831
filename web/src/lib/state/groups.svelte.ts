/** The groups that a bot lives in; none for who may not look into them. */
import { groups } from "../api/calls";

class GroupList {
  ids = $state.raw<string[]>([]);

  async load(): Promise<void> {
    try {
      this.ids = (await groups.list()).items;
    } catch {
      this.ids = [];
    }
  }
}

export const groupList = new GroupList();
