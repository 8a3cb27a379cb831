/** How much room there is: wide, tablet (≤ 1100), phone (≤ 720). */
class Screen {
  wide = $state(true);
  phone = $state(false);
  /** The person asked for less motion. */
  still = $state(false);

  constructor() {
    if (typeof matchMedia !== "function") return;
    this.#watch("(max-width: 1100px)", (yes) => (this.wide = !yes));
    this.#watch("(max-width: 720px)", (yes) => (this.phone = yes));
    this.#watch("(prefers-reduced-motion: reduce)", (yes) => (this.still = yes));
  }

  #watch(query: string, set: (yes: boolean) => void): void {
    const list = matchMedia(query);
    set(list.matches);
    list.addEventListener("change", (event) => set(event.matches));
  }
}

export const screen = new Screen();
