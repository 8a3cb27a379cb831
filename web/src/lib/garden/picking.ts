/** Which star is under the pointer: stars by square, so that a look costs the same for any number. */
export class Grid {
  #columns: number;
  #rows: number;
  #left = Infinity;
  #top = Infinity;
  #cell: number;
  /** Stars of square n are `#members[#starts[n]]` up to `#starts[n + 1]`. */
  #starts: Uint32Array;
  #members: Uint32Array;

  constructor(
    readonly x: Float32Array,
    readonly y: Float32Array,
  ) {
    let [right, bottom] = [-Infinity, -Infinity];
    for (let row = 0; row < x.length; row++) {
      this.#left = Math.min(this.#left, x[row]!);
      this.#top = Math.min(this.#top, y[row]!);
      right = Math.max(right, x[row]!);
      bottom = Math.max(bottom, y[row]!);
    }
    if (!x.length) [this.#left, this.#top, right, bottom] = [0, 0, 0, 0];
    const side = Math.max(right - this.#left, bottom - this.#top, 1e-6);
    this.#cell = side / Math.max(1, Math.ceil(Math.sqrt(x.length / 2)));
    this.#columns = Math.floor((right - this.#left) / this.#cell) + 1;
    this.#rows = Math.floor((bottom - this.#top) / this.#cell) + 1;
    this.#starts = new Uint32Array(this.#columns * this.#rows + 1);
    this.#members = new Uint32Array(x.length);
    this.#fill();
  }

  /** The nearest star within the radius for which `shown` holds, or -1. */
  nearest(x: number, y: number, radius: number, shown: (row: number) => boolean): number {
    let best = -1;
    let least = radius * radius;
    const across = this.#span(x, radius, this.#left, this.#columns);
    const down = this.#span(y, radius, this.#top, this.#rows);
    for (let j = down[0]; j <= down[1]; j++) {
      for (let i = across[0]; i <= across[1]; i++) {
        const square = j * this.#columns + i;
        for (let k = this.#starts[square]!; k < this.#starts[square + 1]!; k++) {
          const row = this.#members[k]!;
          const far = (this.x[row]! - x) ** 2 + (this.y[row]! - y) ** 2;
          if (far <= least && (far < least || best < 0) && shown(row)) {
            least = far;
            best = row;
          }
        }
      }
    }
    return best;
  }

  #span(value: number, radius: number, start: number, count: number): [number, number] {
    const first = Math.floor((value - radius - start) / this.#cell);
    const last = Math.floor((value + radius - start) / this.#cell);
    return [Math.max(0, first), Math.min(count - 1, last)];
  }

  #square(row: number): number {
    const i = Math.min(this.#columns - 1, Math.floor((this.x[row]! - this.#left) / this.#cell));
    const j = Math.min(this.#rows - 1, Math.floor((this.y[row]! - this.#top) / this.#cell));
    return j * this.#columns + i;
  }

  #fill(): void {
    const starts = this.#starts;
    for (let row = 0; row < this.x.length; row++) starts[this.#square(row) + 1]!++;
    for (let square = 1; square < starts.length; square++) starts[square]! += starts[square - 1]!;
    const next = starts.slice();
    for (let row = 0; row < this.x.length; row++) {
      const square = this.#square(row);
      this.#members[next[square]!] = row;
      next[square]!++;
    }
  }
}
