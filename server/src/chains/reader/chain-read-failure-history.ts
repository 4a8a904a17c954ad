// Remembers suspect items, because one slow contract can delay a whole batch (THREATS S3).

/** How long an item that failed alone stays suspect, even if it answers again. */
const suspicionDurationMs = 3_600_000

const maxSuspects = 10_000

export class ChainReadFailureHistory {
  readonly #failures = new Map<string, { company: number; at: number }>()

  /** Infinite if the item is not suspect. */
  getSmallestFailedBatch(id: string, now: number): number {
    const failure = this.#failures.get(id)
    return failure === undefined || Math.abs(now - failure.at) > suspicionDurationMs
      ? Number.POSITIVE_INFINITY
      : failure.company
  }

  getLastFailureTime(id: string): number {
    return this.#failures.get(id)?.at ?? 0
  }

  recordFailure(ids: readonly string[], now: number): void {
    for (const id of ids) {
      const company = Math.min(this.getSmallestFailedBatch(id, now), ids.length)
      this.#failures.delete(id)
      this.#failures.set(id, { company, at: now })
    }
    for (const id of this.#failures.keys()) {
      if (this.#failures.size <= maxSuspects) break
      this.#failures.delete(id)
    }
  }

  // Items that failed alone stay suspect, because they may succeed only when they are read alone.
  recordSuccess(ids: readonly string[]): void {
    for (const id of ids) if ((this.#failures.get(id)?.company ?? 1) > 1) this.#failures.delete(id)
  }
}
