/** The frame of the app: on a phone the sidebar is a screen of its own. */
class Shell {
  /** Whether the sidebar is shown on a phone. */
  open = $state(false);
  /** How high the page's own foot is, which nothing may cover; set by the page. */
  foot = $state(0);
}

export const shell = new Shell();
