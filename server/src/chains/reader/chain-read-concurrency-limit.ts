export interface ChainReadConcurrencyOptions {
  maxConcurrent: number
  maxQueued: number
}

/** Lets 100 reads from a node with 200 ms latency succeed in two rounds (THREATS S14). */
export const foregroundChainReadConcurrency: ChainReadConcurrencyOptions = { maxConcurrent: 64, maxQueued: 256 }

/** A separate limit, so that a flood of sign-ins cannot block rechecks of sessions and groups. */
export const backgroundChainReadConcurrency: ChainReadConcurrencyOptions = { maxConcurrent: 4, maxQueued: 32 }

export interface ChainReadConcurrencyLimit {
  /** @returns a function that releases the slot; null if the queue is full or the signal aborts */
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
