/** The frame of the app: on a phone the sidebar is a screen of its own. */
class Shell {
  /** Whether the sidebar is shown on a phone. */
  open = $state(false);
}

export const shell = new Shell();
