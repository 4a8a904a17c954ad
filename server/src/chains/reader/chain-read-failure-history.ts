// Who may be what makes a reading fail. Several are asked about in one reading, and one contract among them can make it late for
// all (THREATS S3): who was there when one failed is asked about in smaller company, and who failed alone is asked about alone.

/** For so long whoever failed alone is asked about alone, however well it goes meanwhile. */
const suspicionDurationMs = 3_600_000

/** So many are remembered, those that failed last. */
const maxSuspects = 10_000

export class ChainReadFailureHistory {
  readonly #failures = new Map<string, { company: number; at: number }>()

  /** Of how many it was one when they failed, in the smallest such company; infinite where nothing is held against it. */
  getSmallestFailedBatch(id: string, now: number): number {
    const failure = this.#failures.get(id)
    return failure === undefined || Math.abs(now - failure.at) > suspicionDurationMs
      ? Number.POSITIVE_INFINITY
      : failure.company
  }

  /** When it failed last; 0 where nothing is known of that. */
  getLastFailureTime(id: string): number {
    return this.#failures.get(id)?.at ?? 0
  }

  /** These were asked about together, and it came to nothing. */
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

  /** These were asked about, and answered. Who once failed alone may only be waiting for company. */
  recordSuccess(ids: readonly string[]): void {
    for (const id of ids) if ((this.#failures.get(id)?.company ?? 1) > 1) this.#failures.delete(id)
  }
}
