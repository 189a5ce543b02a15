/** Maximum windows remembered; beyond it the one that was remembered first is forgotten. */
const MAX_WINDOWS = 16_384;

interface FullWindow<S> {
  readonly limit: number;
  readonly resetAtMs: number;
  readonly state: S;
}

/**
 * Windows that have nothing left before their end, which need not be asked about again: refused requests are not
 * counted, so what is full stays full, and a client over its limit costs Redis nothing.
 */
export class FullWindows<S> {
  readonly #windows = new Map<string | number, FullWindow<S>>();
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  add(name: string | number, window: FullWindow<S>): void {
    if (this.#windows.size >= MAX_WINDOWS) {
      this.#windows.delete(this.#windows.keys().next().value!);
    }
    this.#windows.set(name, window);
  }

  /** Returns the state that refused, while the window is full under the same limit. */
  find(name: string | number, limit: number): S | undefined {
    const window = this.#windows.get(name);
    if (window === undefined) {
      return undefined;
    }
    if (window.limit === limit && this.#clock() < window.resetAtMs) {
      return window.state;
    }
    this.#windows.delete(name);
    return undefined;
  }
}
