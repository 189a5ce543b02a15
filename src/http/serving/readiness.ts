/**
 * Tells whether load balancers should send requests to this process. Only what ends by itself or by the operator
 * belongs here: the engines that nodes share do not, because one outage would take all nodes out at once, and keys and
 * limits work from memory meanwhile.
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
