/**
 * Tells whether load balancers should send requests to this process. An outage of engines that all nodes share does not
 * count: it would take all nodes out at once, while keys and limits still work from memory.
 */
export class Readiness {
  readonly #reasons = new Set<{ readonly text: string }>();

  /** Makes the process not ready for this reason until the returned function is called. */
  hold(text: string): () => void {
    const reason = { text };
    this.#reasons.add(reason);
    return () => void this.#reasons.delete(reason);
  }

  /** Returns why the process is not ready; empty when it is. */
  get reasons(): string[] {
    return Array.from(this.#reasons, ({ text }) => text);
  }
}
