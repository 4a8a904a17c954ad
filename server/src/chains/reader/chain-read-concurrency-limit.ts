// Limits the concurrency of readings (a semaphore with a bounded queue): a flood of sign-ins must not become one at the nodes of a chain, nor
// fill the memory with what waits for them.

/** How many at the same time, and how many more may wait for them. */
export interface ChainReadConcurrencyOptions {
  maxConcurrent: number
  maxQueued: number
}

/** Of readings that somebody waits for. A hundred who come at once to a node of 200 ms are all let in, two rounds one after the other (THREATS S14). */
export const foregroundChainReadConcurrency: ChainReadConcurrencyOptions = { maxConcurrent: 64, maxQueued: 256 }

/** Of readings that nobody waits for, so that a flood of sign-ins cannot keep sessions and groups from being looked at again. */
export const backgroundChainReadConcurrency: ChainReadConcurrencyOptions = { maxConcurrent: 4, maxQueued: 32 }

export interface ChainReadConcurrencyLimit {
  /**
   * Waits for a place.
   * @returns what gives the place back; null where too many wait already, or the time is over
   */
  acquire: (signal: AbortSignal) => Promise<(() => void) | null>
}

export function createChainReadConcurrencyLimit({
  maxConcurrent,
  maxQueued: mostWaiting,
}: ChainReadConcurrencyOptions): ChainReadConcurrencyLimit {
  let underWay = 0
  const waiting = new Set<() => void>()
  const leave = (): void => {
    const [next] = waiting
    if (next === undefined) underWay -= 1
    else next()
  }
  return {
    acquire: (signal) => {
      const { promise, resolve } = Promise.withResolvers<(() => void) | null>()
      if (underWay < maxConcurrent) {
        underWay += 1
        resolve(leave)
      } else if (waiting.size >= mostWaiting || signal.aborted) {
        resolve(null)
      } else {
        const settle = (place: (() => void) | null): void => {
          waiting.delete(come)
          signal.removeEventListener('abort', giveUp)
          resolve(place)
        }
        const come = (): void => settle(leave)
        const giveUp = (): void => settle(null)
        waiting.add(come)
        signal.addEventListener('abort', giveUp)
      }
      return promise
    },
  }
}
